"""Tests of the functions of a target, in the language of the target: what there is to make them
with. How they are made and written is each language's own (`tests_python`, `tests_java`); for any
other language, a test is a run of the engine on the input (`tests_small`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from heapwise.checking.test_options import TestOptions
from heapwise.frontends.protocol import Selection, Subject
from heapwise.frontends.registry import claiming
from heapwise.program import InputError
from heapwise.results import Account
from heapwise.testgen import Coverage
from heapwise.testgen.passing import Passing

_MAKERS = {
    "python": "heapwise.checking.tests_python",
    "java": "heapwise.checking.tests_java",
}
_OTHERS = "heapwise.checking.tests_small"


@dataclass(slots=True)
class FunctionTests:
    """What came of one function. `broken` are the contracts that some path breaks; `faults` the
    witnesses that did not replay, with the first difference; `unstable` counts the paths without a
    test that no two runs need take."""

    name: str
    file: str
    line: int
    cases: list[Any] = field(default_factory=list)
    coverage: Coverage = field(default_factory=lambda: Coverage(0, 0, ()))
    paths: int = 0
    violated: int = 0
    broken: list[str] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    unstable: int = 0
    account: Account = field(default_factory=Account)
    skipped: str = ""

    @property
    def is_settled(self) -> bool:
        """Is a branch that no test reaches out of reach within the bounds?"""
        return self.account.is_settled and not (self.broken or self.faults or self.unstable)


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file of `tests` tests; `left_out` others did not pass. `passing` is what became
    of them when they were run, None if nobody has, and then `not_run` says why."""

    text: str
    tests: int
    left_out: int = 0
    passing: Passing | None = None
    not_run: str = ""


class Suite(Protocol):
    """The tests of one target in the making. `machine` is what runs the functions."""

    machine: str

    def tests_of(self, subject: Any) -> FunctionTests:
        """An interrupt ends the exploration, a fault of ours this function: the account says so,
        and what was found is kept."""
        ...

    def written(self, found: Sequence[FunctionTests], destination: Path | None) -> Written:
        """The file of the tests; it was written to the destination if they had to be run."""
        ...

    def close(self) -> None:
        """To be called when no more is asked."""
        ...


class Maker(Protocol):
    """A module that makes suites."""

    suite_of: Callable[[Sequence[Subject], TestOptions, Path | None], Suite]


def subjects_of(target: str, options: TestOptions, private: bool = False) -> list[Subject]:
    """What there is to test in a target; raises `InputError` if there is nothing."""
    wanted = Selection(private, False, options.language_options)
    found = list(claiming(target).subjects(target, wanted))
    if not found or all(subject.skipped for subject in found):
        why = found[0].skipped if len(found) == 1 else "there is no function to test"
        raise InputError(f"{target}: {why}")
    return found


def suite_of(
    subjects: Sequence[Subject], options: TestOptions, destination: Path | None = None
) -> Suite:
    """Raises `InputError` if a file of such tests cannot be called so."""
    maker: Any = import_module(_MAKERS.get(subjects[0].language, _OTHERS))
    found: Suite = maker.suite_of(subjects, options, destination)
    return found


def tests(
    target: str | Path,
    options: TestOptions | None = None,  # noqa: PT028 - this is no test
) -> Iterator[FunctionTests]:
    """Make tests of what `target` names, a function at a time; `cases` of each are what a test
    does. `heapwise tests` writes them as a file."""
    chosen = options or TestOptions()
    subjects = subjects_of(str(target), chosen)
    suite = suite_of(subjects, chosen)
    try:
        for subject in subjects:
            yield suite.tests_of(subject)
    finally:
        suite.close()
