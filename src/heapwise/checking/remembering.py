"""Verdicts of earlier checks: which of them still hold, and what is kept of this one.

A verdict holds for as long as everything is the same that it depends on: what the front end says
(`frontends.surroundings`), the options, and the versions of Heapwise, Python and all that is
installed. Nothing of the engine is imported here.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.moved_lines import Anchor, Anchors, settled
from heapwise.frontends.surroundings import (
    Dependencies,
    Surroundings,
    digest,
    is_unchanged,
    own_files,
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
_WORD = re.compile(r"[^\W\d]\w*")
_VARIABLES = ("HEAPWISE_", "PYTHON", "LC_")
_OTHERS = ("LANG", "TZ", "TMPDIR", "TEMP", "TMP")
"""Variables of the environment that change what Heapwise or Python does."""


class Memory:
    """What is `known` of functions, by their numbers. This one has nothing and keeps nothing."""

    left_out: frozenset[int] = frozenset()
    """Functions of which nobody wants to know."""

    def __init__(self) -> None:
        self.known: dict[int, FunctionReport] = {}

    def add(self, index: int, report: FunctionReport) -> None:
        """What was found out now."""

    def leave_out(self, indices: Iterable[int]) -> None:
        self.left_out = frozenset(indices)
        for index in self.left_out:
            self.known.pop(index, None)


NOTHING = Memory()


class CachedVerdicts(Memory):
    """Of one check of a target, which is loaded after this was made."""

    def __init__(self, cache: Cache, target: str, options: CheckOptions, private: bool) -> None:
        super().__init__()
        self._cache = cache
        self._target = target
        self._options = _told(options)
        self._may_call_others = options.precondition is not None
        """A driver makes inputs with whatever there is."""
        self._context = digest([target, str(private), self._options, *_versions()])
        self._begun = time.time_ns()
        self._surroundings: Surroundings | None = None
        self._record: dict[str, Any] = {}
        self._keys: list[str] = []
        self._own_keys: list[str] = []
        self._anchors: Anchors | None = None
        self._kept: dict[int, tuple[str, Sequence[int]]] = {}
        self._new: dict[str, tuple[str, Any]] = {}
        self._written = time.monotonic()

    def all(self) -> list[FunctionReport] | None:
        """Everything about the target, if all of it is known and nothing has changed since."""
        whole = self._cache.whole(self._context)
        if whole is None or not is_unchanged(whole.record):
            return None
        found = self._cache.verdicts(key for key, _ in whole.verdicts)
        if any(
            key not in found or len(found[key]["anchors"]) != len(lines)
            for key, lines in whole.verdicts
        ):
            return None
        return [
            report_from_json(settled(found[key]["report"], lines)) for key, lines in whole.verdicts
        ]

    def begin(self, subjects: Sequence[Subject], dependencies: Dependencies | None) -> None:
        """These are what there is to check. Without dependencies nothing is known or kept. A
        verdict is kept by what its function depends on, or by everything where that cannot be
        told."""
        if dependencies is None:
            return
        self._surroundings = dependencies.surroundings
        self._record = recorded(self._surroundings)
        if not self._is_certain():
            return
        everything = digest([self._context, repr(self._record)])
        names = _told_apart(subject.target for subject in subjects)
        self._keys = [digest([everything, name]) for name in names]
        parts = dependencies.parts
        named = _WORD.findall(self._options)
        if parts is not None and parts.names.isdisjoint(named) and not self._may_call_others:
            self._anchors = Anchors(parts)
            around = digest([self._context, repr(_without(self._record, parts.files))])
            self._own_keys = [
                digest([around, name, own]) for name, own in zip(names, parts.digests, strict=True)
            ]
        found = self._cache.verdicts({*self._keys, *self._own_keys})
        for index in range(len(subjects)):
            for key in (self._keys[index], *self._own_keys[index : index + 1]):
                if key in found and index not in self.known:
                    kept = found[key]
                    lines = self._lines(kept["anchors"])
                    self.known[index] = report_from_json(settled(kept["report"], lines))
                    self._kept[index] = key, lines

    def _lines(self, anchors: Sequence[Anchor]) -> list[int]:
        return [] if self._anchors is None else self._anchors.lines(anchors)

    def _is_certain(self) -> bool:
        """Is what was loaded what is there now? If not, nothing more is kept."""
        around = self._surroundings
        if around is not None and around.changed_since(self._begun - _CLOCK):
            self._surroundings = None
        return self._surroundings is not None

    def add(self, index: int, report: FunctionReport) -> None:
        if self._surroundings is not None and is_lasting(report):
            told = report_to_json(report)
            key, anchors = self._keys[index], list[Anchor]()
            movable = None
            # Any public function may make an object: such a report depends on all of them.
            if self._anchors is not None and not report.searched:
                movable = self._anchors.lifted(index, told)
            if movable is not None:
                key, (told, anchors) = self._own_keys[index], movable
            self._new[key] = (self._target, {"report": told, "anchors": anchors})
            self._kept[index] = key, self._lines(anchors)
        if time.monotonic() - self._written > _OFTEN:
            self._write()

    def end(self) -> None:
        """Write what was found, and that it is everything if it is."""
        self._write()
        if self._keys and len(self._kept) == len(self._keys) and self._is_certain():
            verdicts = [self._kept[index] for index in range(len(self._keys))]
            self._cache.keep_whole(self._context, self._target, Whole(self._record, verdicts))

    def _write(self) -> None:
        self._written = time.monotonic()
        if self._new and self._is_certain():
            self._cache.keep(self._new)
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
    if not all(finding.counts for finding in report.possible):
        return False
    if report.verdict is Verdict.VIOLATED:
        return account.stopped in (None, "timeout")
    is_settled = report.verdict is not Verdict.UNFINISHED or account.finished
    return is_settled and account.stopped is None


def _told_apart(names: Iterable[str]) -> list[str]:
    """A property has a function to read it, and others of the same name."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        told.append(f"{name} {seen[name]}")
        seen[name] += 1
    return told


def _without(record: Mapping[str, Any], files: frozenset[str]) -> dict[str, Any]:
    """What is recorded of everything but these files and the names that stand in them."""
    others = {file: text for file, text in record["files"].items() if file not in files}
    return {**record, "files": others, "names": None}


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
    return (own_files(), *python, *sys.path, *installed, *settings)
