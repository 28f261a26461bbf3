"""java.lang.Throwable: messages, causes and suppressed exceptions, but no stack traces."""

from __future__ import annotations

from heapwise.engine.machine import Enter
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.models.library_model import (
    Mac,
    Table,
    field,
    is_null,
    new_string,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import itself, nothing, null
from heapwise.frontends.java.semantics.operations import BY_CODE, MESSAGE, worded
from heapwise.program import LinePosition
from heapwise.program.code import Call, Code, Perform, Return
from heapwise.terms import NULL, STR, Scalar, Term, symbol

THROWABLE = "java/lang/Throwable"


def make(m: Mac, ref: Term, message: Term = NULL, cause: Term | None = None, *flags: object) -> int:
    """A cause that is the object itself stands for one that was not given."""
    m.write_field(ref, field(m, THROWABLE, MESSAGE), message)
    m.put(worded(ref), BY_CODE)
    m.write_field(ref, field(m, THROWABLE, "cause"), ref if cause is None else cause)
    return 0


def make_from_cause(m: Mac, ref: Term, cause: Term) -> int | Enter:
    """The message is what the `toString` of the cause says."""
    if m.decide(is_null(m, cause)):
        return make(m, ref, NULL, NULL)
    shown = MethodRef(THROWABLE, "toString", f"(){_STRING}", False)
    key = universe(m).virtual(universe(m).hierarchy.resolve_method(shown))
    at = LinePosition("Throwable.java", 0, 0)
    steps = (
        Call(2, 1, universe(m).decl(THROWABLE), key, (), "", at=at),
        Perform(2, make, (0, 2, 1), (), at=at),
        Return(2, at=at),
    )
    return Enter(Code(f"{THROWABLE}.<init>", steps, 3), (ref, cause))


def get_message(m: Mac, ref: Term) -> Scalar:
    """Of an exception that a JVM throws, any text: how it is worded depends on the release."""
    key: StoreKey[Term] = StoreKey("some message", ref)
    if m.targets(ref)[0] or m.load(worded(ref)) is not None:
        return m.read_field(ref, field(m, THROWABLE, MESSAGE))
    found = m.load(key)
    if found is None:
        number = (m.load(SOME_MESSAGES) or 0) + 1
        m.put(SOME_MESSAGES, number)
        found = new_string(m, symbol(f"message{number}", STR))
        m.put(key, found)
    return found


SOME_MESSAGES: StoreKey[int] = StoreKey("some messages")
"""Where the store counts the messages that a path has asked for and that only a JVM knows."""


def no_trace(m: Mac, *values: object) -> Term:
    name = "java/lang/StackTraceElement"
    return m.new_array(universe(m).array(ArrayType(ClassType(name), 1)), 0)


def suppress(m: Mac, ref: Term, other: Term) -> int:
    """Those of an exception are in the store of the path."""
    if m.decide(is_null(m, other)):
        said = "Cannot suppress a null exception."
        raise thrown(m, "java/lang/NullPointerException", said)
    if m.decide(m.same_reference(ref, other)):
        raise thrown(m, "java/lang/IllegalArgumentException", "Self-suppression not permitted")
    key = _suppressed(ref)
    m.put(key, (*(m.load(key) or ()), other))
    return 0


def _suppressed(ref: Term) -> StoreKey[tuple[Term, ...]]:
    return StoreKey("suppressed", ref)


def get_suppressed(m: Mac, ref: Term) -> Term:
    cls = universe(m).array(ArrayType(ClassType(THROWABLE), 1))
    found = m.load(_suppressed(ref)) or ()
    made = m.new_array(cls, len(found))
    for index, each in enumerate(found):
        m.array_store(cls, made, index, each)
    return made


_STRING, _CAUSE = "Ljava/lang/String;", "Ljava/lang/Throwable;"
MODELS: Table = {
    THROWABLE: {
        "<init>()V": make,
        f"<init>({_STRING})V": make,
        f"<init>({_STRING}{_CAUSE})V": make,
        f"<init>({_STRING}{_CAUSE}ZZ)V": make,
        f"<init>({_CAUSE})V": make_from_cause,
        "getMessage": get_message,
        "fillInStackTrace": itself,
        "printStackTrace": nothing,
        "getStackTrace": no_trace,
        "setStackTrace": nothing,
        "addSuppressed": suppress,
        "getSuppressed": get_suppressed,
    },
    "java/lang/NullPointerException": {"getExtendedNPEMessage": null},
}
