"""java.lang.System, Runtime and Thread, output, and what the JDK asks its virtual machine. What a
program asks its surroundings is in `environment`.

There is one thread, and what a program prints is not observed. The elements that
`System.arraycopy` copies are copied one by one, so the path knows how many there are.
"""

from __future__ import annotations

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java import operations
from heapwise.frontends.java.declarations import JavaArray
from heapwise.frontends.java.models.api import (
    Mac,
    Model,
    Table,
    arithmetic,
    is_null,
    literal,
    not_null,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import (
    false,
    hash_of_any,
    nothing,
    null,
    unmodelled,
)
from heapwise.program import ClassDecl
from heapwise.terms import Scalar, Term, lt, or_

# -- copying


def arraycopy(
    m: Mac, source: Term, start: Scalar, target: Term, to: Scalar, length: Scalar
) -> object:
    source, target = not_null(m, source), not_null(m, target)
    first, second = _array(m, source), _array(m, target)
    _check_types(m, first, second)
    outside = or_(
        lt(start, 0),
        lt(to, 0),
        lt(length, 0),
        _exceeds(m, m.array_length(first, source), start, length),
        _exceeds(m, m.array_length(second, target), to, length),
    )
    if m.decide(outside):
        raise thrown(m, "java/lang/ArrayIndexOutOfBoundsException")
    add = arithmetic(m, "iadd")
    count = operations.settle_length(m, length)
    # All are read before the first is written: it may be the same array.
    values = [m.array_load(first, source, add(start, index)) for index in range(count)]
    checked = isinstance(second.element, ClassDecl) and not first.is_subclass_of(second)
    for index, value in enumerate(values):
        if checked:
            assert isinstance(value, Term)
            operations.check_store(m, target, add(to, index), value)
        m.array_store(second, target, add(to, index), value)
    return 0


def _array(m: Mac, ref: Term) -> JavaArray:
    cls = m.classify(ref, lambda each: each)
    if not isinstance(cls, JavaArray):
        raise thrown(m, "java/lang/ArrayStoreException")
    return cls


def _check_types(m: Mac, source: JavaArray, target: JavaArray) -> None:
    """Arrays of references among each other; arrays of a primitive type only of the same."""
    references = isinstance(source.element, ClassDecl), isinstance(target.element, ClassDecl)
    if references != (True, True) and source is not target:
        raise thrown(m, "java/lang/ArrayStoreException", "arraycopy: type mismatch")


def _exceeds(m: Mac, size: Scalar, start: Scalar, length: Scalar) -> Scalar:
    """No sum, which might wrap; `start` is not negative where this matters."""
    return lt(arithmetic(m, "isub")(size, start), length)


# -- the environment


def line_separator(m: Mac) -> Term:
    return literal(m, "\n")


def exits(m: Mac, *values: object) -> object:
    raise UnsupportedError("a program that ends the virtual machine")


def one_of(m: Mac, name: str) -> Term:
    """The one object of this class that the virtual machine has."""
    key = ("the", name)
    found: Term | None = m.load(key)
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


def prints(m: Mac, name: str, *values: object) -> object:
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


def bounds_error(m: Mac, formatter: Term, *values: object) -> Term:
    """The exception that `Objects.checkIndex` and its like throw. The message is left out: it is
    made by a formatter of the caller's."""
    name = "java/lang/IndexOutOfBoundsException"
    if not m.decide(is_null(m, formatter)):
        text = m.classify(formatter, lambda cls: cls.name)
        for kind in ("StringIndexOutOfBounds", "ArrayIndexOutOfBounds"):
            if kind in text:
                name = f"java/lang/{kind}Exception"
    return operations.throw(m, universe(m), name).value  # type: ignore[no-any-return]  # what is thrown is untyped


_BOUNDS_ERRORS = (
    "outOfBoundsCheckIndex",
    "outOfBoundsCheckFromToIndex",
    "outOfBoundsCheckFromIndexSize",
)


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
    "jdk/internal/util/Preconditions": dict.fromkeys(_BOUNDS_ERRORS, bounds_error),
    "java/lang/ref/Reference": {
        "<clinit>": nothing,
        "reachabilityFence": nothing,
        "clear0": nothing,
    },
    "java/util/Random": {"<clinit>": nothing},
    "java/security/AccessController": {"getContext": null, "checkPermission": nothing},
    "java/util/Locale": {"getDefault": null},
}

STATICS = {
    ("java/lang/System", "out"): output,
    ("java/lang/System", "err"): output,
    ("java/lang/System", "in"): null,
}
"""Static fields that the virtual machine sets: what they hold to begin with."""
