"""What is told of two versions of functions: the document of `heapwise diff`, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heapwise.results.account import Verdict
from heapwise.results.heap import Heap, heap_from_json, heap_to_json

GIVEN_BEFORE = "(yielded)"
"""The root of what a generator gave before it raised something."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one version ended. `heap` has what was returned, if so, as `result`, and the arguments as
    they were then."""

    how: str
    heap: Heap
    exception: str = ""


@dataclass(frozen=True, slots=True)
class PairResult:
    """One function, by its name, with its module if several were compared. `claim` says for which
    inputs both versions are equal, or why that is not known; if they differ, `input` shows it,
    `endings` are what both did on it, and `code` builds it and calls the function."""

    name: str
    verdict: Verdict
    claim: str = ""
    input: Heap | None = None
    endings: tuple[Ending, ...] = ()
    code: str = ""
    paths: int = 0
    seconds: float = 0.0

    @property
    def equal(self) -> bool | None:
        """None if it is not known."""
        return True if self.verdict.is_good else False if self.input is not None else None


@dataclass(frozen=True, slots=True)
class VersionsResult:
    """`not_compared` tells why, of functions and of modules; some are in one version only."""

    targets: tuple[str, ...]
    functions: tuple[PairResult, ...] = ()
    not_compared: Mapping[str, str] = field(default_factory=dict)
    only_before: tuple[str, ...] = ()
    only_now: tuple[str, ...] = ()


def pair_to_json(pair: PairResult) -> dict[str, object]:
    return {
        "name": pair.name,
        "equal": pair.equal,
        "verdict": pair.verdict.value,
        "claim": pair.claim,
        "input": None if pair.input is None else heap_to_json(pair.input),
        "endings": [
            {"how": one.how, "exception": one.exception, "heap": heap_to_json(one.heap)}
            for one in pair.endings
        ],
        "code": pair.code,
        "paths": pair.paths,
        "seconds": pair.seconds,
    }


def pair_from_json(data: Mapping[str, Any]) -> PairResult:
    return PairResult(
        data["name"],
        Verdict(data["verdict"]),
        data["claim"],
        None if data["input"] is None else heap_from_json(data["input"]),
        tuple(
            Ending(one["how"], heap_from_json(one["heap"]), one["exception"])
            for one in data["endings"]
        ),
        data["code"],
        data["paths"],
        data["seconds"],
    )


def versions_to_json(found: VersionsResult) -> dict[str, object]:
    return {
        "targets": list(found.targets),
        "functions": [pair_to_json(each) for each in found.functions],
        "not_compared": dict(found.not_compared),
        "only_before": list(found.only_before),
        "only_now": list(found.only_now),
    }


def versions_from_json(data: Mapping[str, Any]) -> VersionsResult:
    return VersionsResult(
        tuple(data["targets"]),
        tuple(pair_from_json(each) for each in data["functions"]),
        dict(data["not_compared"]),
        tuple(data["only_before"]),
        tuple(data["only_now"]),
    )
