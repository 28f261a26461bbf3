"""One test that checks a law for every value of an argument, in one process and one after the
other, so that what the laws look at is made once. All that fail are reported, not the first only.
"""

from __future__ import annotations

import functools
import inspect
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Test = Callable[..., None]
T = TypeVar("T")


def in_turn(values: Sequence[T], count: int, *key: str) -> list[T]:
    """So many of the values, always the same for a key; many keys take all of them about equally
    often. Where the product of programs, strategies and bounds would say the same thing again and
    again, each program is checked with those values whose turn it is."""
    first = zlib.crc32(" ".join(key).encode()) % len(values)
    return [values[(first + number) % len(values)] for number in range(count)]


def every(
    argument: str, values: Iterable[object] | Callable[..., Iterable[object]]
) -> Callable[[Test], Test]:
    """Instead of `pytest.mark.parametrize(argument, values)`, where a test for each value would
    only be one more thing to schedule. A function says which values there are for the other
    arguments."""
    if callable(values):
        chosen = values
    else:
        same = tuple(values)
        assert same, f"nothing to check for every {argument}"

        def chosen(**_: object) -> Iterable[object]:
            return same

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def checked(**others: object) -> None:
            failures: list[Exception] = []
            kept = tuple(chosen(**others))
            assert kept, f"nothing to check for every {argument}"
            for value in kept:
                try:
                    test(**others, **{argument: value})
                except Exception as failure:
                    failure.add_note(f"{argument} = {value}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(kept)} by {argument}", failures)

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name != argument]
        assert len(others) < len(signature.parameters), f"{test} has no argument {argument}"
        vars(checked)["__signature__"] = signature.replace(parameters=others)
        return checked

    return decorate
