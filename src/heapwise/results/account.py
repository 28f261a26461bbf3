"""The account of a run: everything that was not covered, decided or shown, and why.

The explorer keeps it: every finished path is entered here, and so is whatever else keeps a run from
being complete. `exhaustive` and the verdict are computed from it and from nothing else, so that no
report can claim more than the account has (docs/verdicts.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from heapwise.results.place import Place, place_from_json, place_to_json

K = TypeVar("K")


class Verdict(StrEnum):
    """The strongest true thing to say of a function. `PROVED` and `CLEAN` are the good ones;
    `UNREACHED`: it fails only for objects that nobody was seen to build."""

    PROVED = "proved"
    CLEAN = "clean"
    VIOLATED = "violated"
    NOT_REPRODUCED = "not-reproduced"
    UNDECIDED = "undecided"
    PARTIAL = "partial"
    UNFINISHED = "unfinished"
    FAILED = "failed"
    UNREACHED = "unreached"
    SKIPPED = "skipped"

    @property
    def is_good(self) -> bool:
        return self in (Verdict.PROVED, Verdict.CLEAN)


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of ours: what went wrong, where in Heapwise (`origin`) and where in the program that
    was explored (`at`). `report` is the same for the same fault."""

    what: str
    origin: str
    at: Place | None = None
    report: str = ""


FOUND_INVARIANTS = "invariants"
"""The limit to objects with invariants that were found."""


@dataclass(slots=True)
class Account:
    """`cuts`         paths that a bound has cut, by the name of the bound
    `limits`       bounds of the technique, which leave inputs out before a path begins: what is
                   still covered, in words, by name
    `unsupported`  paths that met a construct which cannot be followed, by construct and place
    `undecided`    paths of which the solver could not tell whether any input takes them, by how
                   they end and where
    `failures`     faults of ours; each has ended a path, or the whole function
    `violated`     paths that end in a violation, as far as the engine can tell
    `violations`   of these, the ones that a replay was tried on, by what kept it from showing them;
                   "" if it did
    `unshown`      other completed paths that a replay was tried on in vain, by the reason
    `approximations`  where the run's idea of the language differs from the language
    `unreached`    failures found only for objects that public calls were not seen to build
    `endless`      paths that were proved to have no end: these are covered
    `stopped`      why the run ended before it was complete; `finished` is true if it did not"""

    cuts: dict[str, int] = field(default_factory=dict)
    limits: dict[str, str] = field(default_factory=dict)
    unsupported: dict[tuple[str, Place | None], int] = field(default_factory=dict)
    undecided: dict[tuple[str, Place | None], int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    violated: int = 0
    violations: dict[str, int] = field(default_factory=dict)
    unshown: dict[str, int] = field(default_factory=dict)
    approximations: tuple[str, ...] = ()
    unreached: int = 0
    endless: int = 0
    stopped: str | None = None
    finished: bool = False

    @property
    def exhaustive(self) -> bool:
        """Was every input covered, and every path decided?"""
        return self.finished and not (
            self.stopped
            or self.cuts
            or self.limits
            or self.unsupported
            or self.undecided
            or self.failures
        )

    @property
    def is_settled(self) -> bool:
        """Was everything within the bounds followed to its end, and decided?"""
        return self.finished and not (self.unsupported or self.undecided or self.failures)

    @property
    def verdict(self) -> Verdict:
        """What was found counts more than what is open; what is open more than what is clean."""
        if self.violations.get(""):
            return Verdict.VIOLATED
        if self.violated or self.violations:
            return Verdict.NOT_REPRODUCED
        if self.failures:
            return Verdict.FAILED
        if self.undecided:
            return Verdict.UNDECIDED
        if self.unsupported:
            return Verdict.PARTIAL
        if self.stopped or not self.finished:
            return Verdict.UNFINISHED
        if self.unreached:
            return Verdict.UNREACHED
        if self.endless:
            return Verdict.UNFINISHED
        return Verdict.PROVED if self.exhaustive and not self.approximations else Verdict.CLEAN


def add_one(counts: dict[K, int], key: K) -> None:
    counts[key] = counts.get(key, 0) + 1


def add(account: Account, more: Account) -> None:
    """What was done by others: faults, replays, approximations. Paths are entered one by one."""
    account.failures += more.failures
    for mine, other in ((account.violations, more.violations), (account.unshown, more.unshown)):
        for why, number in other.items():
            mine[why] = mine.get(why, 0) + number
    new = set(more.approximations) - set(account.approximations)
    account.approximations += tuple(sorted(new))


def minus(account: Account, earlier: Account) -> Account:
    """What `add` would add to an earlier state of an account, to come to this one."""

    def since(now: dict[str, int], then: dict[str, int]) -> dict[str, int]:
        return {why: n - then.get(why, 0) for why, n in now.items() if n != then.get(why, 0)}

    return replace(
        account,
        failures=account.failures[len(earlier.failures) :],
        violations=since(account.violations, earlier.violations),
        unshown=since(account.unshown, earlier.unshown),
    )


def account_to_json(account: Account) -> dict[str, object]:
    def places(found: Mapping[tuple[str, Place | None], int]) -> list[dict[str, object]]:
        return [
            {"what": what, "at": str(at or ""), "place": place_to_json(at), "paths": n}
            for (what, at), n in found.items()
        ]

    return {
        "cuts": dict(account.cuts),
        "limits": dict(account.limits),
        "unsupported": places(account.unsupported),
        "undecided": places(account.undecided),
        "failures": [
            {
                "what": each.what,
                "origin": each.origin,
                "at": str(each.at or ""),
                "place": place_to_json(each.at),
                "report": each.report,
            }
            for each in account.failures
        ],
        "violated": account.violated,
        "reproduced": account.violations.get("", 0),
        "not_reproduced": {why: n for why, n in account.violations.items() if why},
        "not_replayed": dict(account.unshown),
        "approximations": list(account.approximations),
        "unreached": account.unreached,
        "endless": account.endless,
        "stopped": account.stopped,
        "finished": account.finished,
    }


def account_from_json(data: Mapping[str, Any]) -> Account:
    """What `account_to_json` has written."""

    def places(found: Sequence[Mapping[str, Any]]) -> dict[tuple[str, Place | None], int]:
        return {(each["what"], place_from_json(each["place"])): each["paths"] for each in found}

    shown = {"": data["reproduced"]} if data["reproduced"] else {}
    return Account(
        cuts=dict(data["cuts"]),
        limits=dict(data["limits"]),
        unsupported=places(data["unsupported"]),
        undecided=places(data["undecided"]),
        failures=[
            Failure(each["what"], each["origin"], place_from_json(each["place"]), each["report"])
            for each in data["failures"]
        ],
        violated=data["violated"],
        violations={**shown, **data["not_reproduced"]},
        unshown=dict(data["not_replayed"]),
        approximations=tuple(data["approximations"]),
        unreached=data.get("unreached", 0),
        endless=data["endless"],
        stopped=data["stopped"],
        finished=data["finished"],
    )
