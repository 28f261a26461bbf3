"""Functions of the standard library that have models, by their public names.

Most are Python code in the prelude; what is one operation of the language is that operation.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from heapwise.engine.machine import Enter
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    Bytes,
    Compared,
    Context,
    Function,
    Host,
    Naming,
    Opaque,
    Unique,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.containers import subscripts
from heapwise.frontends.python.semantics.core import calls, pieces, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_integer,
    is_number,
    is_str,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import fits
from heapwise.frontends.python.semantics.core.lengths import known_length, most_items
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.library import copying, math_functions, standard_decorators
from heapwise.frontends.python.semantics.operations import (
    attribute_access,
    describing,
    function_attributes,
    iteration,
)
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.terms import Term, str_length


@dataclass(frozen=True, slots=True)
class Prelude:
    """The function of this name in the prelude."""

    name: str

    def __call__(self, m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        return calls.enter(m, runtime(m).prelude(m, self.name), positional, None, keywords)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operation of the language with `count` operands."""

    operation: Callable[..., Value | Enter]
    static: tuple[object, ...]
    count: int

    def __call__(self, m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        if keywords or len(positional) != self.count:
            throw(TypeError, f"expected {self.count} arguments, got {len(positional)}")
        return self.operation(m, *self.static, *positional)


# -- parts of the prelude


def known(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A length, chosen if it is not known: what follows would ask for it bit by bit."""
    (length,) = positional
    return known_length(m, length, most_items(m)) if isinstance(length, Term) else length


def ended(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    """Is it what `next` was told to give at the end?"""
    return bool(positional[0] == Builtin("__nothing__"))


def is_index(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    """Does this number fit where C has an index?"""
    (value,) = positional
    value = as_integer(m, settle(m, value))
    return not is_integer(value) or fits(m, as_number(value))


def throw_into(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    generator, error = positional
    result = iteration.resume(m, receiver(m, generator), NONE, error)
    return calls.finished(result, iteration.stop_iteration)


def make_context(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    name, enter, leave = positional
    assert isinstance(name, str)
    return Context(name, enter, leave)


# -- functools, typing, contextlib, threading


def wraps(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A decorator that only copies names and documentation."""
    if not positional or keywords:
        unsupported("functools.wraps() with keywords")
    return BoundMethod(positional[0], Builtin("__wraps__"))


def wrapping(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    wrapped, inner = (settle(m, each) for each in positional)
    while isinstance(wrapped, BoundMethod):
        wrapped = settle(m, wrapped.function)
    if not (isinstance(inner, Function) and isinstance(wrapped, Function)):
        return inner
    (name, said) = (attribute_access.name_of(wrapped), attribute_access.documentation(wrapped))
    wrapper = replace(inner, naming=Naming(name, wrapped.qualname, said))
    function_attributes.copy(m, wrapped, wrapper)
    return wrapper


def leave(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    throw(SystemExit, *positional)


def interned(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (text,) = take("intern", positional, keywords, ("string",), 1)
    text = settle(m, text)
    if not is_str(text):
        throw(TypeError, f"intern() argument must be str, not {type_name(m, text)}")
    return text


def first(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if not positional:
        throw(TypeError, "missing an argument")
    return positional[0]


def key_by_comparison(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (function,) = take("cmp_to_key", positional, keywords, ("mycmp",), 1)
    return BoundMethod(function, Builtin("__compared__"))


def compared(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    function, value = take("K", positional, keywords, ("function", "obj"), 2)
    return Compared(function, value)


def compared_by(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """What the function says about two values."""
    left, right = (settle(m, value) for value in positional)
    if not isinstance(left, Compared) or not isinstance(right, Compared):
        throw(TypeError, "other argument must be K instance")
    return calls.invoke(m, left.function, (left.value, right.value))


def cast(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    _, value = take("cast", positional, keywords, ("typ", "val"), 2)
    return value


def never(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("assert_never", positional, keywords, ("arg",), 1)
    shown = describing.quoted(m, value)
    throw(AssertionError, pieces.joined(["Expected code to be unreachable, but got: ", shown]))


def context_manager(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (function,) = take("contextmanager", positional, keywords, ("func",), 1)
    return BoundMethod(function, runtime(m).prelude(m, "managed"))


def nothing(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Output that nobody in the program reads."""
    return NONE


def find_logger(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`logging.getLogger`: a program can do nothing with a logger here that shows."""
    (name,) = take_given("getLogger", positional, keywords, ("name",), 0)
    name = NONE if name is None else settle(m, name)
    if name is NONE or isinstance(name, str):
        return Host(logging.getLogger(name if isinstance(name, str) else None))
    unsupported("logging.getLogger() of a name that is not known")


def filter_warnings(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """Warnings are not seen, unless they become errors."""
    action = settle(m, positional[0]) if positional else None
    if action not in ("default", "always", "ignore", "module", "once"):
        unsupported("warnings.simplefilter()")
    return NONE


def acquire(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return True


def released(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return False


def new_object(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if positional or keywords:
        throw(TypeError, "object() takes no arguments")
    return Host(object())


def length(m: Mac, whole: Value) -> Value:
    return sequences.length_of(m, settle(m, whole))


def concatenated(
    m: Mac, combine: Callable[..., Value | Enter], one: Value, other: Value
) -> Value | Enter:
    """`operator.concat`: + of a sequence."""
    one = settle(m, one)
    if one is NONE or is_number(one):
        throw(TypeError, f"'{type_name(m, one)}' object can't be concatenated")
    return combine(m, "Add", one, other)


def contains(m: Mac, whole: Value, item: Value) -> Value | Enter:
    return comparison(m, "In", item, whole)


def _operators() -> dict[str, Model]:
    binary = {
        "add": "Add", "sub": "Sub", "mul": "Mult", "truediv": "Div", "floordiv": "FloorDiv",
        "mod": "Mod", "pow": "Pow", "lshift": "LShift", "rshift": "RShift", "and_": "BitAnd",
        "or_": "BitOr", "xor": "BitXor", "matmul": "MatMult",
    }  # fmt: skip
    compared = {"lt": "Lt", "le": "LtE", "gt": "Gt", "ge": "GtE", "eq": "Eq", "ne": "NotEq"}
    unary = {"neg": "USub", "pos": "UAdd", "inv": "Invert", "invert": "Invert"}
    found: dict[str, Model] = {}
    for name, op in binary.items():
        found[f"operator.{name}"] = Operator(binary_operators.binary, (op,), 2)
        found[f"operator.i{name.rstrip('_')}"] = Operator(binary_operators.in_place, (op,), 2)
    for name, op in {**compared, "is_": "Is", "is_not": "IsNot"}.items():
        found[f"operator.{name}"] = Operator(comparison, (op,), 2)
    for name, op in unary.items():
        found[f"operator.{name}"] = Operator(binary_operators.unary, (op,), 1)
    found["operator.concat"] = Operator(concatenated, (binary_operators.binary,), 2)
    found["operator.iconcat"] = Operator(concatenated, (binary_operators.in_place,), 2)
    found["operator.contains"] = Operator(contains, (), 2)
    found["operator.getitem"] = Operator(subscripts.get_item, (), 2)
    found["operator.setitem"] = Operator(subscripts.set_item, (), 3)
    found["operator.delitem"] = Operator(subscripts.delete_item, (), 2)
    return found


def _special_methods() -> dict[str, Model]:
    """The methods of builtin types behind brackets, `len` and `in`, for programs that call them by
    name. Those behind the operators may give NotImplemented, which these operations do not."""
    sized = {
        "__len__": Operator(length, (), 1),
        "__iter__": Operator(iteration.iterate, (), 1),
        "__contains__": Operator(contains, (), 2),
    }
    found: dict[str, dict[str, Operator]] = {
        held: dict(sized)
        for held in ("list", "deque", "dict", "defaultdict", "OrderedDict", "Counter", "set",
                     "frozenset", "tuple", "str")
    }  # fmt: skip
    for held in ("list", "deque", "dict", "defaultdict", "OrderedDict", "Counter", "tuple", "str"):
        found[held]["__getitem__"] = Operator(subscripts.get_item, (), 2)
    for held in ("list", "deque", "dict", "defaultdict", "OrderedDict", "Counter"):
        found[held]["__setitem__"] = Operator(subscripts.set_item, (), 3)
        found[held]["__delitem__"] = Operator(subscripts.delete_item, (), 2)
    return {f"{held}.{name}": op for held, ops in found.items() for name, op in ops.items()}


def some_text(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Text of which nothing is known but what gave it."""
    (of,) = positional
    return UnknownText(str(of))


def write_text(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """To `sys.stdout` or `sys.stderr`, which nobody in the program reads."""
    (text,) = take("write", positional, keywords, ("text",), 1)
    text = settle(m, text, text=True)
    if isinstance(text, UnknownText):
        return Opaque("?the length of a text that is not known", 0)
    if not is_str(text):
        throw(TypeError, f"write() argument must be str, not {type_name(m, text)}")
    return str_length(text)


def some_traceback(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return UnknownText("a traceback")


def hexdigest(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Of what is not known, some text."""
    name, data = (settle(m, each) for each in positional)
    assert isinstance(data, Bytes)
    if isinstance(data.text, str):
        return hashlib.new(str(name), data.text.encode("latin-1")).hexdigest()
    return UnknownText("a digest")


_UNIQUE: StoreKey[int] = StoreKey("unique")


def new_uuid(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`uuid1` and `uuid4`: what they give is another one each time."""
    number = (m.load(_UNIQUE) or 0) + 1
    m.put(_UNIQUE, number)
    return Unique("UUID", number)


def working_folder(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """It is another one wherever a program is started."""
    return UnknownText("the working folder", WORKING_FOLDER)


WORKING_FOLDER = "what depends on the working folder"
_IN_PRELUDE = {
    "pprint": {"pformat": "pretty", "pprint": "pretty_print", "pp": "pretty_print"},
    "heapq": {
        "heappush": "heappush", "heappop": "heappop", "heapreplace": "heapreplace",
        "heappushpop": "heappushpop", "heapify": "heapify", "nlargest": "nlargest",
        "nsmallest": "nsmallest", "merge": "heap_merge",
    },
    "bisect": {
        "bisect": "bisect_right", "bisect_right": "bisect_right", "bisect_left": "bisect_left",
        "insort": "insort_right", "insort_right": "insort_right", "insort_left": "insort_left",
    },
    "itertools": {
        name: name
        for name in (
            "chain", "islice", "cycle", "repeat", "accumulate", "permutations",
            "combinations", "combinations_with_replacement", "groupby", "takewhile", "dropwhile",
            "filterfalse", "compress", "starmap", "pairwise",
            "zip_longest", "batched", "tee",
        )
    } | {
        "chain.from_iterable": "chain_from_iterable", "count": "count_from",
        "product": "cartesian_product",
    },
    "binascii": {
        "unhexlify": "bytes_unhexlified", "a2b_hex": "bytes_unhexlified",
        "a2b_base64": "bytes_from_base64",
    },
    "bytes": {"fromhex": "bytes_from_hex"},
    "csv": {"reader": "csv_reader", "writer": "csv_writer"},
    "functools": {"reduce": "reduce", "partial": "partial"},
    "operator": {
        "itemgetter": "itemgetter", "attrgetter": "attrgetter", "methodcaller": "methodcaller",
        "not_": "logical_not", "truth": "is_true", "countOf": "count_of", "indexOf": "index_of",
    },
    "copy": {"copy": "shallow_copy", "deepcopy": "deep_copy", "replace": "copy_with_changes"},
    "contextlib": {
        "suppress": "suppress", "nullcontext": "nullcontext", "closing": "closing",
    },
    "inspect": {"isclass": "is_class"},
    "urllib.parse": {"_byte_quoter_factory": "byte_quoter"},
    "warnings": {"catch_warnings": "catch_warnings"},
    "dataclasses": {"asdict": "dataclass_asdict", "astuple": "dataclass_astuple"},
    "thread": {"allocate_lock": "lock", "lock": "lock", "RLock": "lock"},
    "threading": {
        "Lock": "lock", "RLock": "lock", "Thread": "new_thread", "Event": "new_event",
        "Semaphore": "new_semaphore", "BoundedSemaphore": "new_bounded_semaphore",
    },
    "concurrent.futures": {
        "thread.ThreadPoolExecutor": "new_pool", "as_completed": "futures_as_completed",
    },
    "posix": {"fspath": "path_text", "_path_normpath": "path_normalised"},
    "os": {
        "_fscodec.<locals>.fsdecode": "path_decoded", "_fscodec.<locals>.fsencode": "path_encoded",
    },
    "nt": {"fspath": "path_text"},
}  # fmt: skip
_LOCKS = ("lock", "thread.lock", "thread.RLock")
_LOGGING = ("debug", "info", "warning", "warn", "error", "critical", "exception", "log")

MODELS: dict[str, Model] = {
    **math_functions.MODELS,
    **copying.MODELS,
    **_operators(),
    **_special_methods(),
    **{
        f"{module}.{name}": Prelude(function)
        for module, functions in _IN_PRELUDE.items()
        for name, function in functions.items()
    },
    **{f"logging.{name}": nothing for name in _LOGGING},
    **{f"logging.Logger.{name}": nothing for name in _LOGGING},
    "logging.getLogger": find_logger,
    "warnings.warn": nothing,
    "warnings.simplefilter": filter_warnings,
    "posix.getcwd": working_folder,
    "__some_text__": some_text,
    "__write_text__": write_text,
    "__hexdigest__": hexdigest,
    **{
        f"hashlib.openssl_{name}": Prelude(f"new_{name}")
        for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
    },
    "traceback.format_exc": some_traceback,
    "traceback.print_exc": nothing,
    "atexit.register": first,
    "atexit.unregister": nothing,
    "gc.enable": nothing,
    "gc.disable": nothing,
    "gc.freeze": nothing,
    "uuid.uuid1": new_uuid,
    "uuid.uuid4": new_uuid,
    "sys.exit": leave,
    "sys.intern": interned,
    "object": new_object,
    "functools.wraps": wraps,
    "__wraps__": wrapping,
    "functools.update_wrapper": first,
    "functools.cmp_to_key": key_by_comparison,
    "__compared__": compared,
    "__compared_by__": compared_by,
    "functools.cache": standard_decorators.make_cached,
    "functools.lru_cache": standard_decorators.make_cached,
    "method.cache_clear": standard_decorators.clear_cache,
    "__dispatch__": standard_decorators.dispatch,
    "__dispatched__": standard_decorators.dispatched,
    "typing.cast": cast,
    "typing.assert_type": first,
    "typing.reveal_type": first,
    "typing.final": first,
    "typing.override": first,
    "typing.assert_never": never,
    "contextlib.contextmanager": context_manager,
    **{f"{lock}.acquire": acquire for lock in _LOCKS},
    **{f"{lock}.release": nothing for lock in _LOCKS},
    **{f"{lock}.locked": released for lock in _LOCKS},
    "__known__": known,
    "__ended__": ended,
    "__fits__": is_index,
    "__throw_into__": throw_into,
    "__context__": make_context,
}
