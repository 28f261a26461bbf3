"""What comes of making tests (`protocol.Suite`): of each function, and of the file as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from heapwise.results import Account
from heapwise.results.account import FOUND_INVARIANTS
from heapwise.testgen.coverage import Coverage

if TYPE_CHECKING:
    from heapwise.testgen.passing import Passing


@dataclass(slots=True)
class FunctionTests:
    """What came of one function. `broken` are the contracts that some path breaks; `faults` the
    witnesses that did not replay, with the first difference; `unstable` counts the paths without a
    test that no two runs need take, `unreached` those for objects that public calls were not seen
    to build. `remarks` are what else there is to tell."""

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
    unreached: int = 0
    account: Account = field(default_factory=Account)
    skipped: str = ""
    remarks: list[str] = field(default_factory=list)

    @property
    def is_settled(self) -> bool:
        """Is a branch that no test reaches out of reach within the bounds?"""
        account = self.account
        is_assumed = FOUND_INVARIANTS in account.limits
        is_whole = account.is_settled and not (account.stopped or is_assumed)
        return is_whole and not (self.broken or self.faults or self.unstable or self.unreached)


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a file of `tests` tests; `left_out` others did not pass. `passing` is what became
    of them when they were run, None if nobody has, and then `not_run` says why."""

    text: str
    tests: int
    left_out: int = 0
    passing: Passing | None = None
    not_run: str = ""
