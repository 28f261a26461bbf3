"""Dataclasses: generated equality (which follows fields, not identity), order, replace, frozen."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int


def target(p: Point, q: Point, v: Version, w: Version) -> str:
    if p is q:
        return "same"
    if p == q:
        p.x += 1
        return "equal" if p == q else "apart"
    if v < w:
        return "older"
    newer = replace(v, minor=w.minor)
    return "minor" if newer == w else "major"
