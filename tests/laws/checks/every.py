"""One test that checks a law for every value of an argument, in one process and one after the
other, so that what the laws look at is made once. All that fail are reported, not the first only.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable

Test = Callable[..., None]


def every(argument: str, values: Iterable[object]) -> Callable[[Test], Test]:
    """Instead of `pytest.mark.parametrize(argument, values)`, where a test for each value would
    only be one more thing to schedule. `ids` are the values in print."""
    kept = tuple(values)
    assert kept, f"nothing to check for every {argument}"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def checked(**others: object) -> None:
            failures: list[Exception] = []
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
