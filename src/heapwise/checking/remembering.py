"""Verdicts of earlier checks: which of them still hold, and what is kept of this one.

A verdict holds for as long as everything is the same that it depends on: what the front end says
(`frontends.surroundings`), the options, and the versions of Heapwise, Python and all that is
installed. Nothing of the engine is imported here.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.checking.check_options import CheckOptions
from heapwise.frontends.surroundings import (
    Dependencies,
    Surroundings,
    content,
    digest,
    files_below,
    is_unchanged,
    recorded,
)
from heapwise.results.account import Verdict
from heapwise.results.checks import FunctionReport, report_from_json, report_to_json
from heapwise.workers.cache import Cache, Whole

if TYPE_CHECKING:
    from heapwise.frontends.protocol import Subject

_OFTEN = 2.0
"""Seconds after which what was found is written."""
_CLOCK = 20_000_000
"""Nanoseconds that the clock of files may be behind."""
_VARIABLES = ("HEAPWISE_", "PYTHON", "LC_")
_OTHERS = ("LANG", "TZ")
"""Variables of the environment that change what Heapwise or Python does."""


class Memory:
    """What is `known` of functions, by their numbers. This one has nothing and keeps nothing."""

    def __init__(self) -> None:
        self.known: dict[int, FunctionReport] = {}

    def add(self, index: int, report: FunctionReport) -> None:
        """What was found out now."""


NOTHING = Memory()


class CachedVerdicts(Memory):
    """Of one check of a target, which is loaded after this was made."""

    def __init__(self, cache: Cache, target: str, options: CheckOptions, private: bool) -> None:
        super().__init__()
        self._cache = cache
        self._target = target
        self._context = digest([target, str(private), _told(options), *_versions()])
        self._begun = time.time_ns()
        self._surroundings: Surroundings | None = None
        self._record: dict[str, Any] = {}
        self._keys: list[str] = []
        self._kept: set[str] = set()
        self._new: dict[str, tuple[str, Any]] = {}
        self._written = time.monotonic()

    def all(self) -> list[FunctionReport] | None:
        """Everything about the target, if all of it is known and nothing has changed since."""
        whole = self._cache.whole(self._context)
        if whole is None or not is_unchanged(whole.record):
            return None
        found = self._cache.verdicts(whole.keys)
        if len(found) < len(set(whole.keys)):
            return None
        return [report_from_json(found[key]) for key in whole.keys]

    def begin(self, subjects: Sequence[Subject], dependencies: Dependencies | None) -> None:
        """These are what there is to check. Without dependencies nothing is known or kept."""
        if dependencies is None:
            return
        self._surroundings = dependencies.surroundings
        self._record = recorded(self._surroundings)
        if not self._is_certain():
            return
        everything = digest([self._context, repr(self._record)])
        self._keys = [digest([everything, subject.target]) for subject in subjects]
        found = self._cache.verdicts(self._keys)
        self._kept = set(found)
        for index, key in enumerate(self._keys):
            if key in found:
                self.known[index] = report_from_json(found[key])

    def _is_certain(self) -> bool:
        """Is what was loaded what is there now? If not, nothing more is kept."""
        around = self._surroundings
        if around is not None and around.changed_since(self._begun - _CLOCK):
            self._surroundings = None
        return self._surroundings is not None

    def add(self, index: int, report: FunctionReport) -> None:
        if self._surroundings is not None and is_lasting(report):
            self._new[self._keys[index]] = (self._target, report_to_json(report))
        if time.monotonic() - self._written > _OFTEN:
            self._write()

    def end(self) -> None:
        """Write what was found, and that it is everything if it is."""
        self._write()
        if self._kept.issuperset(self._keys) and self._keys and self._is_certain():
            self._cache.keep_whole(self._context, self._target, Whole(self._record, self._keys))

    def _write(self) -> None:
        self._written = time.monotonic()
        if self._new and self._is_certain():
            self._cache.keep(self._new)
            self._kept |= self._new.keys()
        self._new = {}


def is_lasting(report: FunctionReport) -> bool:
    """Would another check, with more time or on another machine, find the same? What a failure of
    ours, a question that took too long or an interrupt has ended may well be found next time. That
    a violation was found before the time was up stays true, and the report tells that there may be
    more."""
    account = report.account
    if report.skipped:
        return True
    if account.failures or account.undecided:
        return False
    if not all(finding.counts for finding in report.findings):
        return False
    if report.verdict is Verdict.VIOLATED:
        return account.stopped in (None, "timeout")
    is_settled = report.verdict is not Verdict.UNFINISHED or account.finished
    return is_settled and account.stopped is None


def _told(options: CheckOptions) -> str:
    given = options.language_options
    language = asdict(given) if is_dataclass(given) and not isinstance(given, type) else given
    own = {name: value for name, value in asdict(options).items() if name != "language_options"}
    return f"{sorted(own.items())} {type(given).__name__} {_sorted(language)}"


def _sorted(value: object) -> object:
    return sorted(value.items()) if isinstance(value, Mapping) else value


@cache
def _versions() -> tuple[str, ...]:
    """Of Heapwise, by what its files have in them; of everything that is installed, by the names of
    the folders in which packages tell their version; and how Python was started."""
    home = str(Path(__file__).parents[1])
    own = digest(part for each in files_below(home) for part in (each, content(each)))
    installed = [
        f"{folder}/{entry}"
        for folder in sys.path
        if os.path.isdir(folder)
        for entry in sorted(os.listdir(folder))
        if entry.endswith((".dist-info", ".egg-info", ".egg-link", ".pth"))
    ]
    settings = [
        f"{name}={value}"
        for name, value in sorted(os.environ.items())
        if name.startswith(_VARIABLES) or name in _OTHERS
    ]
    python = [sys.version, sys.executable, str(sys.flags), platform.platform(), os.getcwd()]
    return (own, *python, *sys.path, *installed, *settings)
