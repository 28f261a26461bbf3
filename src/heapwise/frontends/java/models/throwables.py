"""java.lang.Throwable: messages, causes and suppressed exceptions, but no stack traces."""

from __future__ import annotations

from heapwise.frontends.java.descriptors import ArrayType, ClassType
from heapwise.frontends.java.models.api import (
    Mac,
    Table,
    field,
    is_null,
    not_null,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import itself, nothing
from heapwise.terms import NULL, Term

THROWABLE = "java/lang/Throwable"


def make(
    m: Mac, ref: Term, message: Term = NULL, cause: Term | None = None, *flags: object
) -> object:
    """A cause that is the object itself stands for one that was not given."""
    m.write_field(ref, field(m, THROWABLE, "detailMessage"), message)
    m.write_field(ref, field(m, THROWABLE, "cause"), ref if cause is None else cause)
    return 0


def make_from_cause(m: Mac, ref: Term, cause: Term) -> object:
    """The message is that of the cause; what its `toString` would add to it is left out."""
    message = NULL
    if not m.decide(is_null(m, cause)):
        found = m.read_field(cause, field(m, THROWABLE, "detailMessage"))
        assert isinstance(found, Term)
        message = found
    return make(m, ref, message, cause)


def no_trace(m: Mac, *values: object) -> Term:
    name = "java/lang/StackTraceElement"
    return m.new_array(universe(m).array(ArrayType(ClassType(name), 1)), 0)


def suppress(m: Mac, ref: Term, other: Term) -> object:
    """Those of an exception are in the store of the path."""
    other = not_null(m, other)
    if m.decide(m.same_reference(ref, other)):
        raise thrown(m, "java/lang/IllegalArgumentException", "Self-suppression not permitted")
    m.put(("suppressed", ref), (*_suppressed(m, ref), other))
    return 0


def _suppressed(m: Mac, ref: Term) -> tuple[Term, ...]:
    found: tuple[Term, ...] | None = m.load(("suppressed", ref))
    return found or ()


def get_suppressed(m: Mac, ref: Term) -> Term:
    cls = universe(m).array(ArrayType(ClassType(THROWABLE), 1))
    found = _suppressed(m, ref)
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
        "fillInStackTrace": itself,
        "printStackTrace": nothing,
        "getStackTrace": no_trace,
        "setStackTrace": nothing,
        "addSuppressed": suppress,
        "getSuppressed": get_suppressed,
    },
}
