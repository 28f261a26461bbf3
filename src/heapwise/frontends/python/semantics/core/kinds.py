"""What a value is: settling unions and references, and telling kinds apart."""

from __future__ import annotations

import sys
from functools import cache
from typing import NoReturn, TypeGuard, cast

from heapwise.engine.machine import CutError, ThrownError, UnsupportedError
from heapwise.engine.state import UNDEFINED, Suspended
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.universe import (
    GENERATOR_KINDS,
    Category,
    Container,
    is_named_tuple,
)
from heapwise.frontends.python.model.value_kinds import KINDS
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Boxed,
    Builtin,
    ClassValue,
    Contents,
    Context,
    DictContents,
    EnumValue,
    ExceptionValue,
    GuardedSet,
    HashOf,
    Host,
    Identity,
    Iteration,
    ListContents,
    Mac,
    Modelled,
    Opaque,
    SetContents,
    Tagged,
    Unique,
    UnknownText,
    Value,
    ValueObject,
    View,
)
from heapwise.frontends.python.semantics.core.environment import Environment
from heapwise.frontends.python.semantics.core.settled_sets import settled
from heapwise.frontends.python.typing.shapes import LEFT_OUT
from heapwise.program.types import ClassDecl
from heapwise.terms import BOOL, CLASS, FLOAT, INT, REF, STR, Op, Scalar, Term, eq

_SCALARS = {BOOL: "bool", INT: "int", FLOAT: "float", STR: "str", REF: "ref", CLASS: "class"}


def runtime(m: Mac) -> Environment:
    return cast("Environment", m.program.runtime)


def throw(cls: type[BaseException], *args: Value) -> NoReturn:
    """What an operation raises. Its text depends on the version of Python, so a program that looks
    at it cannot be followed; the argument of a KeyError or a StopIteration is a value."""
    if not issubclass(cls, KeyError | StopIteration):
        args = tuple(
            UnknownText(arg, message=True) if isinstance(arg, str) else arg for arg in args
        )
    raise ThrownError(ExceptionValue(cls, args))


def unsupported(what: str) -> NoReturn:
    raise UnsupportedError(what)


_READY = {
    cls: frozenset(base.__name__ for base in cls.__mro__[:-1])
    for cls in (TypeError, AttributeError)
}


def not_known(
    m: Mac, value: Opaque, what: str, error: type[TypeError | AttributeError] = TypeError
) -> NoReturn:
    """An operation that looks into a value of which the hint says nothing. Where the program is
    ready for a value that cannot do it, that is what the value is: in a witness it is an integer.
    """
    if not value.name.startswith("?") and m.is_caught(_READY[error]):
        throw(error, f"{what} of an integer")
    unsupported(f"{what} a value of type {value.name.lstrip('?')}")


def kind(value: Value) -> str:
    """Of a settled value: none, ref, or what its type says. For messages, and to see whether two
    are of one kind; to know what a value is, ask for its class, or a guard below: mypy learns it
    too."""
    if isinstance(value, Term):
        return "none" if value is NONE else _SCALARS[value.sort]  # type: ignore[index]
    found = KINDS.get(type(value))
    return found.name if found is not None else type(value).__name__.lower()


def is_ref(value: object) -> TypeGuard[Term]:
    """A reference to an object or a container, of a settled value: None is no `ref`."""
    return isinstance(value, Term) and value.sort is REF and value is not NONE


def is_ref_or_none(value: object) -> TypeGuard[Term]:
    return isinstance(value, Term) and value.sort is REF


def is_bool(value: object) -> TypeGuard[Scalar]:
    return type(value) is bool or (isinstance(value, Term) and value.sort is BOOL)


def is_int(value: object) -> TypeGuard[Scalar]:
    """A bool is none."""
    return type(value) is int or (isinstance(value, Term) and value.sort is INT)


def is_integer(value: object) -> TypeGuard[Scalar]:
    """An int or a bool."""
    if isinstance(value, Term):
        return value.sort is INT or value.sort is BOOL
    return type(value) is int or type(value) is bool


def is_float(value: object) -> TypeGuard[Scalar]:
    return type(value) is float or (isinstance(value, Term) and value.sort is FLOAT)


def is_number(value: object) -> TypeGuard[Scalar]:
    """An int, a bool or a float."""
    if isinstance(value, Term):
        return value.sort is INT or value.sort is FLOAT or value.sort is BOOL
    return type(value) is int or type(value) is float or type(value) is bool


def is_str(value: object) -> TypeGuard[Scalar]:
    return type(value) is str or (isinstance(value, Term) and value.sort is STR)


def settle(m: Mac, value: Value, *, text: bool = False) -> Value:
    """The value itself: one alternative of a union, none or a reference that is not, what is in
    the box. A choice wherever the path does not know. Unknown text is a value only for those who
    ask for it (`text`): nobody else can do anything with it."""
    while True:
        if type(value) is Tagged:
            value = alternative(m, value)
        elif isinstance(value, Term) and value.sort is REF:
            if value is NONE:
                return value
            if value.op == Op.CONST:
                contents = m.load(value)
                if type(contents) is not Boxed:
                    return value
                value = contents.value
            else:
                settled = _settle_reference(m, value)
                if settled is value or settled.op != Op.CONST:
                    return settled
                value = settled
        elif value is UNDEFINED:
            # Of an expression about the state before a call, which could not be evaluated there.
            throw(NameError, "a value that could not be computed")
        elif type(value) is UnknownText and not text:
            if value.bound is not None:
                raise CutError(value.bound)
            unsupported(f"deciding on the text of {value.of}")
        else:
            return value


def receiver(m: Mac, value: Value) -> Term:
    """What a method of a builtin container or a generator is called on."""
    settled = settle(m, value)
    if not is_ref(settled):
        throw(TypeError, f"no method of a '{type_name(m, settled)}' object")
    return settled


def alternative(m: Mac, value: Tagged) -> Value:
    if not isinstance(value.tag, Term):
        return value.parts[int(value.tag)]
    chosen = m.choose([(eq(value.tag, n), part) for n, part in enumerate(value.parts)])
    bound = left_out(chosen)
    if bound is not None:
        raise CutError(bound)
    return chosen


def left_out(value: Value) -> str | None:
    """The bound beyond which an alternative of a hint is that cannot be an input."""
    if isinstance(value, Opaque) and value.name.startswith(f"?{LEFT_OUT}"):
        return f"alternatives of hints, {value.name[1:]}"
    return None


def _settle_reference(m: Mac, ref: Term) -> Term:
    if m.decide(m.same_reference(ref, NONE)):
        return NONE
    _, locations = m.targets(ref)
    universe = runtime(m).universe
    for loc in locations:
        decl = m.allocated_class(loc)
        if universe.python_class(decl) is None and m.decide(m.same_reference(ref, loc)):
            return loc
    return m.resolved(ref)


def category(m: Mac, ref: Term) -> Category:
    """Of a settled reference: object, or the kind of container; or generator, iterator, cell."""
    return m.classify(ref, lambda decl: category_of(m, decl))


def category_of(m: Mac, decl: ClassDecl) -> Category:
    universe = runtime(m).universe
    if universe.python_class(decl) is not None:
        return "object"
    container = universe.container(decl)
    if container is not None:
        return container.kind
    return "generator" if decl.name in GENERATOR_KINDS else cast("Category", decl.name)


def generator_kind(m: Mac, ref: Term) -> str:
    """Of something of the category `generator`: what it is called."""
    return m.classify(ref, lambda decl: decl.name)


def kind_or_category(m: Mac, value: Value) -> str:
    """Of a settled value: the kind, or of a reference what it refers to."""
    return category(m, value) if is_ref(value) else kind(value)


def container(m: Mac, ref: Term) -> Container:
    """The hinted type of an input container."""
    found = m.classify(ref, runtime(m).universe.container)
    if found is None:
        unsupported("a container of unknown type")
    return found


def python_class(m: Mac, ref: Term) -> type:
    """The class of a user object; a choice where it matters."""
    universe = runtime(m).universe
    # Not `allocated_class`: a location may be an input object whose class is still open.
    decl = m.classify(ref, lambda cls: cls)
    found = universe.python_class(decl)
    assert found is not None
    return found


def is_own_record(m: Mac, value: Value) -> bool:
    """Is it an object of a named tuple of the program? No choice between those, or the others."""
    if not is_ref(value) or category(m, value) != "object":
        return False
    universe = runtime(m).universe

    def is_one(decl: ClassDecl) -> bool:
        found = universe.python_class(decl)
        return found is not None and is_named_tuple(found)

    return m.classify(value, is_one)


_NAMES = {"none": "NoneType", "record": "tuple"} | {
    each.name: each.type_name for each in KINDS.values() if each.type_name is not None
}
"""What messages call the type of a value of this kind or category, if not by its name."""


def type_name(m: Mac, value: Value) -> str:
    """Of a settled value, as error messages have it."""
    found: str = kind(value)
    if is_ref(value):
        found = category(m, value)
        if found == "object":
            return python_class(m, value).__name__
        if found == "generator":
            return generator_kind(m, value)
        contents = contents_of(m, value)
        if isinstance(contents, DictContents):
            return contents.kind
        if contents is None and found == "dict":
            return str(getattr(container(m, value).shape, "kind", found))
        if isinstance(contents, Iteration):
            return _iterator_name(m, contents)
    elif isinstance(value, View):
        return f"dict_{value.part}"
    elif isinstance(value, EnumValue | ExceptionValue):
        return value.cls.__name__
    elif isinstance(value, ValueObject):
        return value_objects.error_name(value.cls)
    elif isinstance(value, Host):
        return type(value.value).__name__
    elif isinstance(value, BoundMethod) and isinstance(value.function, Builtin):
        return _NAMES["builtin"]
    elif isinstance(value, Builtin):
        return _type_of_builtin(value.name)
    elif isinstance(value, ClassValue):
        return type(value.cls).__name__
    elif isinstance(value, Context | Unique | Modelled):
        return value.name
    elif isinstance(value, HashOf | Identity):
        # An integer, with which much can be done that is not done here.
        unsupported("this use of hash() or id()")
    return _NAMES.get(found, found)


@cache
def _type_of_builtin(name: str) -> str:
    """Of `len`, `list.append`, `asyncio.tasks.gather`: written in C, or in Python."""
    parts = name.split(".")
    known = (n for n in range(len(parts) - 1, 0, -1) if ".".join(parts[:n]) in sys.modules)
    count = next(known, 0)
    found: object = sys.modules[".".join(parts[:count]) if count else "builtins"]
    for part in parts[count:]:
        found = getattr(found, part, None)
    return _NAMES["builtin"] if found is None else type(found).__name__


def _iterator_name(m: Mac, state: Iteration) -> str:
    if state.kind in ("steps", "hidden"):
        return str(state.extra)
    if state.kind == "through":
        return type_name(m, state.source)
    if state.kind in ("zip", "enumerate"):
        return state.kind
    held = type_name(m, state.source)
    if held in ("list", "tuple", "set", "range", "bytes") and state.kind != "reversed":
        return f"{held}_iterator"
    return "list_reverseiterator" if held == "list" else "iterator"


def plain_type_name(value: Value) -> str:
    """The same of a value that is no reference, without a machine to ask."""
    if isinstance(value, EnumValue | ExceptionValue):
        return value.cls.__name__
    if isinstance(value, ValueObject):
        return value_objects.error_name(value.cls)
    if isinstance(value, Host):
        return type(value.value).__name__
    found = kind(value)
    return _NAMES.get(found, found)


def contents_of(m: Mac, ref: Term) -> Contents | None:
    """What the path keeps for a location: None for objects and input containers."""
    found: Contents | None = m.load(ref) if ref.op == Op.CONST else None
    return settled(m, found) if isinstance(found, GuardedSet) else found


__all__ = [
    "DictContents",
    "Iteration",
    "ListContents",
    "Mac",
    "SetContents",
    "Suspended",
    "alternative",
    "category",
    "container",
    "contents_of",
    "is_bool",
    "is_float",
    "is_int",
    "is_integer",
    "is_number",
    "is_ref",
    "is_ref_or_none",
    "is_str",
    "kind",
    "kind_or_category",
    "not_known",
    "plain_type_name",
    "python_class",
    "receiver",
    "runtime",
    "settle",
    "throw",
    "type_name",
    "unsupported",
]


def own_class(m: Mac, value: Value) -> type | None:
    """The class of the program that a settled value is of."""
    if isinstance(value, EnumValue):
        return value.cls
    if is_ref(value) and category(m, value) == "object":
        return python_class(m, value)
    return None


def dict_kind(m: Mac, ref: Term) -> str:
    """Of a dict: which class of them."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        return contents.kind
    return str(getattr(container(m, ref).shape, "kind", "dict"))


def dict_class(m: Mac, ref: Value) -> type | None:
    """The class of the program, below `dict`, that a settled value belongs to."""
    if not is_ref(ref) or category(m, ref) != "dict":
        return None
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        return contents.cls
    hinted = m.classify(ref, runtime(m).universe.container)
    found: type | None = None if hinted is None else getattr(hinted.shape, "cls", None)
    return found


def is_dict(m: Mac, value: Value) -> bool:
    return is_ref(value) and category(m, value) == "dict"


def class_of_exception(m: Mac, value: Value) -> type[BaseException] | None:
    if isinstance(value, ExceptionValue):
        return value.cls
    if is_ref(value) and category(m, value) == "object":
        cls = python_class(m, value)
        return cls if issubclass(cls, BaseException) else None
    return None
