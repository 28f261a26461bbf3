"""What the user does not want to hear of: comments in the source, rules and exceptions, a baseline.

What is silenced is still looked for, and reported as silenced, so that it can be told whether a
comment is needed. It is no finding: a check goes on as if nothing had been found.
"""

from __future__ import annotations

import builtins
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heapwise.program.source import InputError
from heapwise.results.checks import Finding, FunctionReport, Silenced
from heapwise.results.place import Place
from heapwise.results.rules import rule as rule_called
from heapwise.results.source_files import Sources

_COMMENT = re.compile(r"(?:#|//)\s*heapwise:\s*ignore\b(?:\s*\[([^\]]*)\])?")
VERSION = 1


def comments_in(text: str) -> dict[int, frozenset[str]]:
    """By line: the rules that a comment silences, none of them if all are meant."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        comment = _COMMENT.search(line)
        if comment is not None:
            rules = (comment[1] or "").upper().split(",")
            found[number] = frozenset(rule.strip() for rule in rules if rule.strip())
    return found


@dataclass(frozen=True, slots=True)
class Known:
    """A finding in a baseline, by what does not change when lines move: `code` is the line where it
    happens, `what` the condition or the exception."""

    file: str
    function: str
    rule: str
    what: str
    code: str


class Silence:
    """Of one function, whose lines are in the `sources`. `ignore` are rules, `allow` exceptions,
    `known` findings of a baseline."""

    def __init__(
        self,
        name: str,
        line: int,
        file: str,
        sources: Sources,
        ignore: Iterable[str] = (),
        allow: Iterable[str] = (),
        known: Iterable[Known] = (),
    ) -> None:
        self._name = name
        self._line = line
        self._file = file
        self._sources = sources
        self._ignore = frozenset(ignore)
        self._allow = tuple(allow)
        self._known = frozenset(each for each in known if each.function == name)
        self._comments: dict[str, dict[int, frozenset[str]]] = {}

    def silenced(self, finding: Finding) -> Silenced | None:
        """Why nobody wants to hear of it; None if somebody does."""
        if finding.rule in self._ignore:
            return Silenced(f"ignore {finding.rule}", finding)
        if finding.kind == "exception":
            name = finding.message.partition(":")[0]
            allowed = next((each for each in self._allow if _is_kind_of(name, each)), None)
            if allowed is not None:
                return Silenced(f"allow {allowed}", finding)
        place = finding.at
        spots = [(self._file, self._line)]
        if place is not None and place.line is not None:
            spots.insert(0, (place.file, place.line))
        for file, line in spots:
            rules = self._comments_of(file).get(line)
            if rules is not None and (not rules or finding.rule in rules):
                return Silenced("comment", finding, Place(file, line))
        known = known_as(finding, self._file, self._name, self._sources)
        if any(_is_same(known, each) for each in self._known):
            return Silenced("baseline", finding)
        return None

    def _comments_of(self, file: str) -> dict[int, frozenset[str]]:
        if file not in self._comments:
            self._comments[file] = comments_in(self._sources.text(file) or "")
        return self._comments[file]

    def split(self, found: Iterable[Finding]) -> tuple[list[Finding], list[Silenced]]:
        findings, silenced = [], []
        for each in found:
            silent = self.silenced(each)
            if silent is None:
                findings.append(each)
            else:
                silenced.append(silent)
        return findings, silenced


def _is_kind_of(name: str, allowed: str) -> bool:
    """Names with or without their package; of exceptions of Python itself, those below too."""
    simple, wanted = (each.replace("$", ".").rpartition(".")[2] for each in (name, allowed))
    if name == allowed or ("." not in allowed and simple == wanted):
        return True
    mine, above = getattr(builtins, name, None), getattr(builtins, allowed, None)
    return isinstance(mine, type) and isinstance(above, type) and issubclass(mine, above)


# -- baselines


def known_as(finding: Finding, file: str, function: str, sources: Sources) -> Known:
    place = finding.at
    code = ""
    if place is not None and place.line is not None:
        lines = (sources.text(place.file) or "").splitlines()
        code = lines[place.line - 1].strip() if place.line <= len(lines) else ""
        code = _COMMENT.sub("", code).strip()
    what = finding.message
    if finding.kind == "exception":
        what = what.partition(":")[0]
    return Known(file, function, finding.rule, what, code)


def is_same_file(one: str, other: str) -> bool:
    """A path may have been written from another folder: the end of one is enough."""
    mine, its = Path(one).parts, Path(other).parts
    common = min(len(mine), len(its))
    return mine[-common:] == its[-common:]


def _is_same(one: Known, other: Known) -> bool:
    is_file = is_same_file(one.file, other.file)
    parts = (one.function, one.rule, one.what, one.code)
    return is_file and parts == (other.function, other.rule, other.what, other.code)


def read_baseline(path: Path) -> list[Known]:
    """Raises `InputError` if it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            raise InputError(f"{path}: written by another version of Heapwise; write it anew")
        return [Known(**each) for each in data["findings"]]
    except OSError as error:
        why = error.strerror
        raise InputError(
            f"--baseline {path}: {why}; --write-baseline writes one with what is found"
        ) from None
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"--baseline {path}: not a baseline ({error})") from None


def baseline_text(found: Sequence[Known]) -> str:
    """Sorted, one finding a line: a change of it is easy to read."""
    rows = sorted({json.dumps(_as_json(each), ensure_ascii=False) for each in found})
    body = ",\n".join(f"  {row}" for row in rows)
    return f'{{\n "version": {VERSION},\n "findings": [\n{body}\n ]\n}}\n'


def _as_json(known: Known) -> dict[str, Any]:
    return {name: getattr(known, name) for name in ("file", "function", "rule", "what", "code")}


def next_baseline(
    before: Sequence[Known], reports: Sequence[FunctionReport], sources: Sources
) -> list[Known]:
    """What there is now; of functions that were not checked, what there was."""
    checked = [(report.at.file, report.name) for report in reports if not report.skipped]
    found = [
        known_as(finding, report.at.file, report.name, sources)
        for report in reports
        for finding in (
            *(each for each in report.findings if each.counts),
            *(each.finding for each in report.silenced if each.why == "baseline"),
        )
    ]
    for each in before:
        if not any(
            is_same_file(each.file, file) and each.function == name for file, name in checked
        ):
            found.append(each)
    return found


def unneeded_known(known: Sequence[Known], reports: Sequence[FunctionReport]) -> int:
    """How much of a baseline stands for nothing any more, in functions of which all is known."""
    count = 0
    for report in reports:
        if report.is_settled and not report.skipped:
            own = [
                each
                for each in known
                if each.function == report.name and is_same_file(each.file, report.at.file)
            ]
            used = sum(each.why == "baseline" for each in report.silenced)
            count += max(len(own) - used, 0)
    return count


# -- what is not needed


def unneeded(
    reports: Sequence[FunctionReport], texts: Mapping[str, str]
) -> list[tuple[str, int, str]]:
    """Comments in these files, all of whose functions have these reports, that silence nothing: the
    file, the line and the rule. Not where something is open: it may be needed there, unless there
    is no such rule."""
    used: set[tuple[str, int, str]] = set()
    for report in reports:
        for each in report.silenced:
            if each.comment is not None:
                file = os.path.realpath(each.comment.file)
                used.add((file, each.comment.line or 0, each.finding.rule))
    found = []
    for file, text in texts.items():
        own = [report for report in reports if report.at.file == file]
        is_open = not all(report.is_settled for report in own)
        for line, rules in comments_in(text).items():
            real = os.path.realpath(file)
            here = {rule for other, at, rule in used if (other, at) == (real, line)}
            if not rules and not here and not is_open:
                found.append((file, line, ""))
            left = sorted(rules - here)
            found += [(file, line, one) for one in left if not is_open or rule_called(one) is None]
    return found
