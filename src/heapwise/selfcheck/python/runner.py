"""One program of a Python self-check: made, checked, and shrunk if it fails."""

from __future__ import annotations

import itertools
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from heapwise.selfcheck.alarm import within
from heapwise.selfcheck.laws import Failure, Report
from heapwise.selfcheck.python.generator import TARGET, generate
from heapwise.selfcheck.python.laws import Limits, check
from heapwise.selfcheck.python.shrink import shrink
from heapwise.selfcheck.runner import Result, Settings

_LIMITS = Limits()


def check_program(settings: Settings, index: int) -> Result:
    source = generate(settings.seed, index)
    with _checker(index, settings.check_seconds) as checked:
        report = checked(source)
        if report.failure is None:
            return Result(index, report.tally, report.skipped)

        def still_fails(text: str) -> bool:
            return _is_same(checked(text).failure, report.failure)

        smaller = shrink(source, still_fails, settings.shrink_seconds)
        failure = checked(smaller).failure or report.failure
    return Result(index, report.tally, None, failure, smaller)


def _is_same(found: Failure | None, wanted: Failure | None) -> bool:
    """Does CPython do, and do we say, the same kind of thing? A failure must not become another one
    while the program is made small: the first words tell."""
    if found is None or wanted is None or found.law is not wanted.law:
        return False
    pairs = ((found.expected, wanted.expected), (found.got, wanted.got))
    return all(one.split()[:2] == other.split()[:2] for one, other in pairs)


@contextmanager
def _quiet() -> Iterator[None]:
    """What CPython tells of the programs is not for whoever tests us."""
    told = sys.unraisablehook
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # `"b" is None`
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
        sys.unraisablehook = lambda _: None
        try:
            yield
        finally:
            sys.unraisablehook = told


@contextmanager
def _checker(index: int, seconds: float) -> Iterator[Callable[[str], Report]]:
    """Checks sources, each as a module of its own that is forgotten afterwards."""
    with tempfile.TemporaryDirectory(prefix="heapwise-selfcheck-") as folder:
        numbers = itertools.count()

        def checked(source: str) -> Report:
            path = Path(folder) / f"program_{index}_{next(numbers)}.py"
            path.write_text(source, encoding="utf-8")
            try:
                with _quiet():
                    return within(seconds, lambda: check(path, TARGET, _LIMITS, index))
            finally:
                sys.modules.pop(path.stem, None)

        yield checked
