"""Random numbers and the times of clocks: each is an input, which the path remembers in order."""

from __future__ import annotations

import errno
import os
import random
import sys
from dataclasses import dataclass

from heapwise.engine.machine import Enter
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import NONE, ClassValue, Value
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.classes import class_of
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_integer,
    runtime,
    settle,
    throw,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, numbers_less
from heapwise.frontends.python.semantics.numbers import number_functions
from heapwise.program.types import FLOAT, INT, Type
from heapwise.terms import Scalar, and_, fle, flt, is_nan, le, lt

DRAWS: StoreKey[tuple[Scalar, ...]] = StoreKey("random numbers")
"""Where the store of a path keeps them."""
_FUNCTIONS = (
    *("random", "uniform", "randint", "randrange", "getrandbits", "choice", "shuffle", "sample"),
    "seed",
)
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time")
_LATEST = 2.0**40
"""Seconds."""
_TYPE = "PyTime_t" if sys.version_info >= (3, 13) else "_PyTime_t"
_TOO_LONG = 9223372035
"""Seconds: their end is later than a clock of 63 bits goes."""
_OF_INTEGERS = (
    *(-9223372036, 9223372036),
    f"timestamp too large to convert to C {_TYPE}",
)
"""The seconds that `sleep` takes, whose nanoseconds have 63 bits, and what it says of others."""
_OF_FLOATS = (
    *(-9223372036.854776, 9223372036.854774),
    "timestamp out of range for platform time_t",
)
_SEEDS = (type(None), int, float, str, bytes, bytearray)
_SHARED = getattr(random.random, "__self__", None)


def name_of(function: object) -> str | None:
    """The name of the model of a function of the module, or of a generator that has no seed. Any
    other generator of the program's own is not meant: what it gives follows from its seed."""
    name = getattr(function, "__name__", None)
    owner = getattr(function, "__self__", None)
    if _SHARED is None or (owner is not _SHARED and type(owner) is not random.SystemRandom):
        return None
    return f"random.{name}" if name in _FUNCTIONS else None


def _drawn(m: Mac, type_: Type) -> Scalar:
    before = m.load(DRAWS) or ()
    value = m.input_value(f"random:{len(before)}", type_, True)
    m.put(DRAWS, (*before, value))
    return value


def draw(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    value = _drawn(m, FLOAT)
    m.assume(and_(fle(0.0, value), flt(value, 1.0)))
    return value


def draw_below(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """One of the integers from 0 on that are less, of which there are some."""
    below = as_integer(m, settle(m, positional[0]))
    assert is_integer(below)
    value = _drawn(m, INT)
    m.assume(and_(le(0, value), lt(value, below)))
    return value


def check_seed(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    cls = class_of(m, settle(m, positional[0]))
    if isinstance(cls, ClassValue) and not issubclass(cls.cls, _SEEDS):
        throw(TypeError, _said_of_other_seeds())
    return NONE


def _said_of_other_seeds() -> str:
    """In the words of the Python that runs us."""
    try:
        random.Random([])  # type: ignore[arg-type]  # that it is refused is the point
    except TypeError as error:
        return str(error)
    raise AssertionError("a list was taken for a seed")


@dataclass(frozen=True, slots=True)
class Clock:
    """It never goes back."""

    name: str

    def __call__(self, m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
        if positional or keywords:
            throw(TypeError, f"time.{self.name}() takes no arguments")
        value = _drawn(m, FLOAT)
        key: StoreKey[Scalar] = StoreKey("clock", self.name)
        m.assume(and_(fle(m.load(key) or 0.0, value), flt(value, _LATEST)))
        m.put(key, value)
        return value


_NOW: StoreKey[Scalar] = StoreKey("clock", "now")


def not_before(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """That it is not earlier than it was when this was asked last."""
    now = as_integer(m, positional[0])
    assert is_integer(now)
    before = m.load(_NOW)
    if before is not None:
        m.assume(le(before, now))
    m.put(_NOW, now)
    return NONE


def sleep(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    (given,) = take("sleep", positional, keywords, ("seconds",), 1)
    seconds = number_functions.required(m, "sleep", given)
    if is_float(seconds) and m.decide(is_nan(seconds)):
        throw(ValueError, "Invalid value NaN (not a number)")
    least, most, problem = _OF_FLOATS if is_float(seconds) else _OF_INTEGERS
    if not m.decide(and_(numbers_less(least, seconds, True), numbers_less(seconds, most, True))):
        throw(OverflowError, problem)
    if not m.decide(numbers_less(0, seconds, True)):
        throw(ValueError, "sleep length must be non-negative")
    if m.decide(numbers_less(_TOO_LONG, seconds, True)):
        throw(OSError, errno.EINVAL, os.strerror(errno.EINVAL))
    return NONE


def _model(name: str) -> Model:
    return _prelude(f"random_{name}")


def _prelude(name: str) -> Model:
    def model(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value | Enter:
        function = runtime(m).prelude(m, name)
        return calls.enter(m, function, positional, None, keywords)

    return model


MODELS: dict[str, Model] = {
    "__draw__": draw,
    "__draw_below__": draw_below,
    "__check_seed__": check_seed,
    **{f"random.{name}": _model(name) for name in _FUNCTIONS},
    **{f"time.{name}": Clock(name) for name in _CLOCKS},
    "time.sleep": sleep,
    "__not_before__": not_before,
    "datetime.datetime.now": _prelude("datetime_now"),
    "datetime.datetime.today": _prelude("datetime_today"),
    "datetime.datetime.utcnow": _prelude("datetime_today"),
    "datetime.date.today": _prelude("date_today"),
}
