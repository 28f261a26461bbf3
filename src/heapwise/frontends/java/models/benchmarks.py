"""The nondeterminism and assumption methods of verification benchmarks: `Verifier` and the like.

They are `Verifier` of SV-COMP, `CProver` of JBMC, `Verify` of Java PathFinder and `Debug` of its
symbolic extension.

A nondeterministic value is an input of the program; the inputs are numbered as they are asked for.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    is_null,
    java_int,
    not_null,
    universe,
)
from heapwise.frontends.java.models.objects import nothing
from heapwise.frontends.java.semantics.asked_inputs import any_scalar, asked_name
from heapwise.frontends.java.universe.well_known import STRING
from heapwise.program import ClassDecl
from heapwise.terms import Scalar, Term, and_, le, lt, not_

PREFIX = "nondet"
"""What the names of these inputs begin with: `nondet1`, `nondet2` …"""
LARGEST_INT = 0x7FFFFFFF


def any_string(m: Mac) -> Scalar:
    cls = universe(m).decl(STRING)
    return m.input_value(asked_name(m, cls, "", PREFIX), cls, False)


def any_object(nullable: bool, m: Mac, sample: Scalar) -> Scalar:
    """An object of the class of the sample that is given; of any if that is null."""
    cls: ClassDecl = universe(m).root
    if isinstance(sample, Term) and not m.decide(is_null(m, sample)):
        cls = m.classify(sample, lambda each: each)
    return any_of_class(nullable, m, cls)


def any_of_class(nullable: bool, m: Mac, cls: ClassDecl) -> Scalar:
    return m.input_value(asked_name(m, cls, "", PREFIX), cls, nullable)


any_or_null = partial(any_of_class, True)
any_but_null = partial(any_of_class, False)
FOR_ITS_USER = (any_or_null, any_but_null)
"""These are given the class that the bytecode takes the object for."""


def assume(m: Mac, condition: Scalar, *reason: object) -> int:
    m.require(condition)
    return 0


def drop(m: Mac) -> int:
    """Nothing is asked of the path any more."""
    m.require(False)
    return 0


def ignore_if(m: Mac, condition: Scalar) -> int:
    m.require(not_(condition))
    return 0


def between(descriptor: str, m: Mac, low: Scalar, high: Scalar) -> Scalar:
    """Any number from `low` to `high`."""
    value = any_scalar(descriptor, PREFIX, m)
    within = and_(le(low, value), le(value, high))
    if isinstance(low, int) and isinstance(high, int) and low <= high:
        m.assume(within)
    else:
        m.require(within)
    return value


def up_to(m: Mac, high: Scalar) -> Scalar:
    return between("I", m, 0, high)


def one_of(m: Mac, values: Term) -> Scalar:
    """Any item of an array: the input is its index."""
    array = m.classify(not_null(m, values), lambda each: each)
    length = m.array_length(array, values)
    index = any_scalar("I", PREFIX, m)
    m.require(and_(le(java_int(m, 0), index), lt(index, length)))
    return m.array_load(array, values, index)


def a_count(m: Mac, *values: object) -> Scalar:
    """What a counter of Java PathFinder may have come to: it counts over all paths."""
    return between("I", m, 0, LARGEST_INT)


def not_modelled(m: Mac, *values: object) -> NoReturn:
    raise UnsupportedError("a method that calls CProver.notModelled")


_KINDS = {
    "Boolean": "Z",
    "Byte": "B",
    "Char": "C",
    "Short": "S",
    "Int": "I",
    "Long": "J",
    "Float": "F",
    "Double": "D",
}
_SCALARS: dict[str, Model] = {
    f"nondet{name}": partial(any_scalar, descriptor, PREFIX) for name, descriptor in _KINDS.items()
}
_SYMBOLIC = {
    **{name: kind for name, kind in _KINDS.items() if name not in ("Int", "Float", "Double")},
    "Integer": "I",
    "Real": "D",
}


def _named(descriptor: str, m: Mac, *name: object) -> Scalar:
    return any_scalar(descriptor, PREFIX, m)


def _any_text(m: Mac, *values: object) -> Scalar:
    return any_string(m)


_SAYING_NOTHING = (
    *("setCounter", "resetCounter", "beginAtomic", "endAtomic", "breakTransition", "busyWait"),
    *("print", "println", "log", "addComment", "storeTrace", "storeTraceIf", "setProperties"),
    *("instrumentPoint", "instrumentPointDeep", "instrumentPointDeepRecur"),
    *("boring", "interesting", "setShared", "freezeSharedness"),
    *("setObjectAttribute", "setFieldAttribute"),
)
_VERIFY: dict[str, Model] = {
    "getBoolean": lambda m, *first: any_scalar("Z", PREFIX, m),
    "randomBool": partial(any_scalar, "Z", PREFIX),
    "getInt(II)I": partial(between, "I"),
    "getLong(JJ)J": partial(between, "J"),
    **{f"get{name}FromList": one_of for name in _KINDS if name != "Boolean"},
    "random": up_to,
    "ignoreIf": ignore_if,
    "isRunningInJPF": lambda m: True,
    "incrementCounter": a_count,
    "getCounter": a_count,
    "terminateSearch": drop,
    "isTraceReplay": lambda m: False,
    "vmIsMatchingStates": partial(any_scalar, "Z", PREFIX),
    **dict.fromkeys(_SAYING_NOTHING, nothing),
}

_NO_SAMPLE = "()Ljava/lang/Object;"

MODELS: Table = {
    "org/sosy_lab/sv_benchmarks/Verifier": {
        **_SCALARS,
        "nondetString": any_string,
        "assume": assume,
    },
    "org/cprover/CProver": {
        **_SCALARS,
        "nondetString": any_string,
        f"nondetWithNull{_NO_SAMPLE}": any_or_null,
        f"nondetWithoutNull{_NO_SAMPLE}": any_but_null,
        "nondetWithNull": partial(any_object, True),
        "nondetWithoutNull": partial(any_object, False),
        "nondetWithNullForNotModelled": any_or_null,
        "nondetWithoutNullForNotModelled": any_but_null,
        "assume": assume,
        "notModelled": not_modelled,
        "startThread": nothing,
        "endThread": nothing,
        "atomicBegin": nothing,
        "atomicEnd": nothing,
        "getCurrentThreadId": lambda m: 0,
    },
    "gov/nasa/jpf/vm/Verify": _VERIFY,
    "gov/nasa/jpf/jvm/Verify": _VERIFY,  # as it was called before version 7
    "gov/nasa/jpf/symbc/Debug": {
        **{
            f"makeSymbolic{name}": partial(_named, descriptor)
            for name, descriptor in _SYMBOLIC.items()
        },
        **{f"addSymbolic{name}": partial(_named, kind) for name, kind in _KINDS.items()},
        "makeSymbolicString": lambda m, name: any_string(m),
        "makeSymbolicRef": lambda m, name, sample: any_object(False, m, sample),
        # What the engine knows at this point, as text, and whether it knows anything: whatever
        # another engine would say.
        **{f"getSymbolic{name}Value": _any_text for name in (*_SYMBOLIC, "String")},
        **dict.fromkeys(("getSolvedPC", "getPC_prefix_notation"), _any_text),
        **{f"isSymbolic{name}": partial(_named, "Z") for name in (*_SYMBOLIC, "String")},
        "checkAccuracy": partial(_named, "Z"),
        "assume": assume,
        **dict.fromkeys(("printPC", "printHeapPC", "printSymbolicRef"), nothing),
    },
}
