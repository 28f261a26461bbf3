"""Gives a replay its random numbers and times, inside the worker process.

The functions of the module `random`, and the clocks of `time`, give the numbers of a witness, one
after the other, as `frontends/python/prelude/random_numbers.py` says.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, MutableSequence, Sequence

_RANDOM = (
    *("random", "uniform", "randint", "randrange", "getrandbits", "choice", "shuffle", "sample"),
    "seed",
)

_SLEEP = time.sleep
_TOO_LONG = 9223372035
"""Seconds: since the machine was started, more nanoseconds than 63 bits hold."""

RANDOM = "random"
"""The class of the numbers in witnesses."""


class Draws:
    def __init__(self) -> None:
        self.numbers: list[object] = []
        self._left: Iterator[object] = iter(())
        self._generator = random.Random()
        """One of its own, whose numbers nobody gets."""

    def install(self) -> None:
        """For the rest of the process."""
        self._left = iter(self.numbers)
        for name in _RANDOM:
            replace_everywhere(getattr(random, name), getattr(self, name))
            if name != "seed":  # which takes anything there
                setattr(random.SystemRandom, name, staticmethod(getattr(self, name)))
        for name in ("time", "monotonic", "perf_counter", "process_time"):
            replace_everywhere(getattr(time, name), self.random)
        replace_everywhere(time.sleep, self.sleep)

    def random(self) -> float:
        return float(str(self._next()))

    def uniform(self, a: float, b: float) -> float:
        return a + (b - a) * self.random()

    def randint(self, a: int, b: int) -> int:
        return self.randrange(a, b + 1)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        numbers = range(start) if stop is None else range(start, stop, step)
        if len(numbers) == 0:
            raise ValueError("empty range for randrange()")
        return numbers[self._below()]

    def getrandbits(self, k: int) -> int:
        return self._below() if k >= 0 else 1 << k

    def choice(self, seq: Sequence[object]) -> object:
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below()]

    def shuffle(self, x: MutableSequence[object]) -> None:
        for i in reversed(range(1, len(x))):
            j = self._below()
            x[i], x[j] = x[j], x[i]

    def sample(self, population: Sequence[object], k: int) -> list[object]:
        pool = list(population)
        if not 0 <= k <= len(pool):
            raise ValueError("Sample larger than population or is negative")
        result = []
        for i in range(k):
            j = self._below()
            result.append(pool[j])
            pool[j] = pool[len(pool) - i - 1]
        return result

    def sleep(self, seconds: float) -> None:
        """What CPython refuses, it refuses at once."""
        if not 0 <= seconds < _TOO_LONG:
            _SLEEP(seconds)

    def seed(self, a: object = None, version: int = 2) -> None:
        self._generator.seed(a, version)  # type: ignore[arg-type]  # it may refuse the seed

    def below(self, exclusive_upper_bound: int) -> int:
        if exclusive_upper_bound <= 0:
            raise ValueError("Upper bound must be positive.")
        return self._below()

    def next_integer(self) -> int:
        return self._below()

    def _below(self) -> int:
        return int(str(self._next()))

    def _next(self) -> object:
        for number in self._left:
            return number
        raise RuntimeError("more random numbers are drawn than were predicted")


def replace_everywhere(real: object, function: object) -> None:
    """In its module, and wherever it was imported by name."""
    for module in list(sys.modules.values()):
        if module is None or module.__name__ == __name__:
            continue
        for key, value in list(vars(module).items()):
            if value is real:
                setattr(module, key, function)
