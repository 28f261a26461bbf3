"""Our own way to write contracts: `@requires`, `@ensures`, `@invariant`, `@raises`, and `old`.

They only note what was stated: the function or class itself is returned, so that running the
program costs nothing and behaves as if they were not there. The analysis reads them from the source
(`libraries.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from heapwise.contracts.contract import Kind

Decorated = TypeVar("Decorated", bound=Callable[..., object])
AnyClass = TypeVar("AnyClass", bound=type)
Value = TypeVar("Value")
Predicate = Callable[..., object] | str

ATTRIBUTE = "__heapwise_contract__"


@dataclass(frozen=True)
class Stated:
    """One decorator as it was written."""

    kind: Kind | Literal["raises"]
    what: Predicate | tuple[type[BaseException], ...]
    description: str = ""


def requires(condition: Predicate, description: str = "") -> Callable[[Decorated], Decorated]:
    """What callers owe: `@requires(lambda x: x > 0)` or `@requires("x > 0")`."""
    return _noting(Stated("pre", condition, description))


def ensures(condition: Predicate, description: str = "") -> Callable[[Decorated], Decorated]:
    """What a normal return promises: `@ensures(lambda result, x: result > old(x))`, or as a string.

    `result` is what was returned, `old(e)` the value that `e` had before the call.
    """
    return _noting(Stated("post", condition, description))


def raises(*exceptions: type[BaseException]) -> Callable[[Decorated], Decorated]:
    """The exceptions that the function may raise: `@raises(KeyError)`. They are no findings."""
    return _noting(Stated("raises", exceptions))


def invariant(condition: Predicate, description: str = "") -> Callable[[AnyClass], AnyClass]:
    """What holds of every object between calls: `@invariant(lambda self: self.size >= 0)`."""

    def note(cls: AnyClass) -> AnyClass:
        _note(cls, Stated("invariant", condition, description))
        return cls

    return note


def old(value: Value) -> Value:
    """In a postcondition, the value of the argument before the call; elsewhere, the argument."""
    return value


def _noting(stated: Stated) -> Callable[[Decorated], Decorated]:
    def note(function: Decorated) -> Decorated:
        _note(function, stated)
        return function

    return note


def _note(subject: object, stated: Stated) -> None:
    # vars, not getattr: a subclass must not repeat what its base has stated.
    already: tuple[Stated, ...] = vars(subject).get(ATTRIBUTE, ())
    setattr(subject, ATTRIBUTE, (stated, *already))
