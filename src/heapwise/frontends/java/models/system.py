"""java.lang.System, Runtime and Thread, output, and what the JDK asks its virtual machine.

What a program asks its surroundings is in `environment`.

There is one thread, and what a program prints is not observed. The elements that
`System.arraycopy` copies are copied one by one, so the path knows how many there are.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, NoReturn

from heapwise.engine.machine import UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.classpath.hierarchy import OBJECT
from heapwise.frontends.java.models.hash_codes import hash_of_any
from heapwise.frontends.java.models.jdk_messages import filled
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    arithmetic,
    field,
    is_null,
    literal,
    math_int,
    not_null,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import (
    false,
    nothing,
    null,
    unmodelled,
)
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.program import ClassDecl
from heapwise.terms import Scalar, Term, add, ite, lt, or_

# -- copying


def arraycopy(m: Mac, source: Term, start: Scalar, target: Term, to: Scalar, length: Scalar) -> int:
    source, target = not_null(m, source), not_null(m, target)
    first, second = _array(m, source, "source"), _array(m, target, "destination")
    _check_types(m, first, second)
    sizes = m.array_length(first, source), m.array_length(second, target)
    outside = or_(
        lt(start, 0),
        lt(to, 0),
        lt(length, 0),
        _exceeds(m, sizes[0], start, length),
        _exceeds(m, sizes[1], to, length),
    )
    plus = arithmetic(m, "iadd")
    if m.decide(outside):
        raise thrown(
            m,
            "java/lang/ArrayIndexOutOfBoundsException",
            _outside(
                _End("source", first, sizes[0], start, _unsigned_sum(start, length)),
                _End("destination", second, sizes[1], to, _unsigned_sum(to, length)),
                length,
            ),
        )
    count = operations.settle_length(m, length)
    checked = isinstance(second.element, ClassDecl) and source is not target
    # All are read before the first is written: it may be the same array.
    values = [_load(m, first, source, plus(start, index)) for index in range(count)]
    for index, value in enumerate(values):
        if checked:
            assert isinstance(value, Term)
            operations.check_store(m, target, plus(to, index), value)
        m.array_store(second, target, plus(to, index), value)
    return 0


class _End(NamedTuple):
    """One of the two arrays of `arraycopy`, from where on and up to where it is copied."""

    role: str
    cls: JavaArray
    size: Scalar
    start: Scalar
    end: Scalar


def _unsigned_sum(start: Scalar, length: Scalar) -> Scalar:
    """As HotSpot adds the two for its message: without a sign."""
    total = add(math_int(start), math_int(length))
    return ite(lt(total, 0), add(total, 1 << 32), total)


def _outside(source: _End, target: _End, length: Scalar) -> Scalar:
    """What HotSpot says is wrong: the first of these that is."""
    found: Scalar = ""
    for each in (target, source):
        where = f"{{0}} out of bounds for {_kind(each.cls)}[{{1}}]"
        last = filled(f"arraycopy: last {each.role} index {where}", each.end, each.size)
        found = ite(_beyond(each), last, found) if each is source else last
    found = ite(lt(length, 0), filled("arraycopy: length {0} is negative", length), found)
    for each in (target, source):
        where = f"{{0}} out of bounds for {_kind(each.cls)}[{{1}}]"
        first = filled(f"arraycopy: {each.role} index {where}", each.start, each.size)
        found = ite(lt(each.start, 0), first, found)
    return found


def _beyond(each: _End) -> Scalar:
    return lt(math_int(each.size), each.end)


def _kind(cls: JavaArray) -> str:
    """Of elements, as HotSpot names them."""
    return "object array" if isinstance(cls.element, ClassDecl) else str(cls.type.component)


def _load(m: Mac, cls: JavaArray, source: Term, index: Scalar) -> Scalar:
    if isinstance(cls.element, ClassDecl):
        return operations.load_element(m, cls, source, index)
    return m.array_load(cls, source, index)


def _array(m: Mac, ref: Term, role: str) -> JavaArray:
    """Its class if it is of a primitive type; arrays of objects are all alike."""
    objects = universe(m).array(ArrayType(ClassType(OBJECT), 1))

    def kind(cls: ClassDecl) -> ClassDecl:
        return objects if isinstance(cls.element, ClassDecl) else cls

    found = m.classify(ref, kind)
    if not isinstance(found, JavaArray):
        said = f"arraycopy: {role} type {found.name} is not an array"
        raise thrown(m, "java/lang/ArrayStoreException", said)
    return found


def _check_types(m: Mac, source: JavaArray, target: JavaArray) -> None:
    """Arrays of references among each other; arrays of a primitive type only of the same."""
    references = isinstance(source.element, ClassDecl), isinstance(target.element, ClassDecl)
    if references != (True, True) and source is not target:
        said = f"can not copy {_kind(source)}[] into {_kind(target)}[]"
        raise thrown(m, "java/lang/ArrayStoreException", f"arraycopy: type mismatch: {said}")


def _exceeds(m: Mac, size: Scalar, start: Scalar, length: Scalar) -> Scalar:
    """No sum, which might wrap; `start` is not negative where this matters."""
    return lt(arithmetic(m, "isub")(size, start), length)


# -- the environment


def line_separator(m: Mac) -> Term:
    return literal(m, "\n")


def exits(m: Mac, *values: object) -> NoReturn:
    raise UnsupportedError("a program that ends the virtual machine")


def one_of(m: Mac, name: str) -> Term:
    """The one object of this class that the virtual machine has."""
    key: StoreKey[Term] = StoreKey("the", name)
    found = m.load(key)
    if found is None:
        found = m.allocate(universe(m).decl(name))
        m.put(key, found)
    return found


def get_runtime(m: Mac) -> Term:
    return one_of(m, "java/lang/Runtime")


def current_thread(m: Mac) -> Term:
    return one_of(m, "java/lang/Thread")


def processors(m: Mac, *values: object) -> int:
    return 1


def output(m: Mac) -> Term:
    return one_of(m, "java/io/PrintStream")


def prints(m: Mac, name: str, *values: Scalar) -> Scalar:
    """Nobody reads it."""
    return values[0] if values and name.rpartition(".")[2] in _FLUENT else 0


_FLUENT = ("printf", "format", "append")


# -- the virtual machine


def language_access(m: Mac) -> Term:
    """How other packages of the JDK get at the secrets of java.lang: an anonymous class of System,
    whose number depends on the release."""
    for number in range(1, 4):
        name = f"java/lang/System${number}"
        if universe(m).classes.find(name) is not None:
            file = universe(m).classes.load(name)
            if _ACCESS in file.interfaces:
                return one_of(m, name)
    raise UnsupportedError("a JDK without jdk.internal.access.JavaLangAccess")


_ACCESS = "jdk/internal/access/JavaLangAccess"


def bounds_error(template: str, m: Mac, formatter: Term, *values: Scalar) -> Term:
    """The exception that `Objects.checkIndex` and its like throw, as the JDK's own formatters word
    it."""
    name = "java/lang/IndexOutOfBoundsException"
    if not m.decide(is_null(m, formatter)):
        text = m.classify(formatter, lambda cls: cls.name)
        for kind in ("StringIndexOutOfBounds", "ArrayIndexOutOfBounds"):
            if kind in text:
                name = f"java/lang/{kind}Exception"
    said = filled(template, *values)
    return operations.new_exception(m, universe(m), name, said)


def refers_to(m: Mac, reference: Term, ref: Term) -> Scalar:
    """Nothing is ever collected."""
    held = m.read_field(reference, field(m, "java/lang/ref/Reference", "referent"))
    assert isinstance(held, Term)
    return m.same_reference(held, ref)


_BOUNDS_ERRORS = {
    "outOfBoundsCheckIndex": "Index {0} out of bounds for length {1}",
    "outOfBoundsCheckFromToIndex": "Range [{0}, {1}) out of bounds for length {2}",
    "outOfBoundsCheckFromIndexSize": "Range [{0}, {0} + {1}) out of bounds for length {2}",
}


def default_locale(m: Mac, *values: object) -> NoReturn:
    raise UnsupportedError("the default locale")


_SYSTEM: dict[str, Model] = {
    "*": unmodelled,
    "registerNatives": nothing,
    "arraycopy": arraycopy,
    "identityHashCode": hash_of_any,
    "lineSeparator": line_separator,
    "getSecurityManager": null,
    "exit": exits,
    "gc": nothing,
    "runFinalization": nothing,
    "setOut": nothing,
    "setErr": nothing,
}
MODELS: Table = {
    "java/lang/System": _SYSTEM,
    "java/lang/Runtime": {
        "*": unmodelled,
        "getRuntime": get_runtime,
        "availableProcessors": processors,
        "gc": nothing,
        "exit": exits,
        "halt": exits,
    },
    "java/lang/Thread": {
        "*": unmodelled,
        "registerNatives": nothing,
        "currentThread": current_thread,
        "yield": nothing,
        "onSpinWait": nothing,
        "sleep": nothing,
        "interrupted": false,
        "isInterrupted": false,
    },
    "java/io/PrintStream": {"*": prints},
    "jdk/internal/misc/VM": {
        "initialize": nothing,
        "isBooted": lambda m: True,
        "initLevel()I": lambda m: 4,
        "getSavedProperty": null,
        "isModuleSystemInited": lambda m: True,
    },
    "jdk/internal/misc/CDS": {
        "*": lambda m, name, *values: False,
        "initializeFromArchive": nothing,
        "getRandomSeedForDumping": lambda m: 1,
        "getConfigStatus": lambda m: 0,
    },
    "jdk/internal/access/SharedSecrets": {"getJavaLangAccess": language_access},
    "jdk/internal/reflect/Reflection": {"getCallerClass": null},
    "jdk/internal/util/Preconditions": {
        name: partial(bounds_error, template) for name, template in _BOUNDS_ERRORS.items()
    },
    "java/lang/ref/Reference": {
        "<clinit>": nothing,
        "reachabilityFence": nothing,
        "clear0": nothing,
        "refersTo0": refers_to,
    },
    "java/util/Random": {"<clinit>": nothing},
    "java/security/AccessController": {"getContext": null, "checkPermission": nothing},
    "java/util/Locale": {"getDefault": default_locale},
}

STATICS = {
    ("java/lang/System", "out"): output,
    ("java/lang/System", "err"): output,
}
"""Static fields that the virtual machine sets: what they hold to begin with."""
