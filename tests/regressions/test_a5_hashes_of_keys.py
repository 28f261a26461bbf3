"""Keys are found by what `__hash__` gave when they came into a dict or set: a key that has changed
since is lost, and `proved` was said of code that loses it. A key that is not known may have the
same hash as one that is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise.checking.check import check as checked
from heapwise.checking.check_options import CheckOptions
from heapwise.reports.checks import function_lines
from heapwise.results.account import Verdict
from heapwise.selfcheck.python.laws import Limits, check

HEADER = """
from collections import defaultdict
from dataclasses import dataclass


class Key:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.x == other.x

    def __hash__(self) -> int:
        return self.x % 16


class Point:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self.x == other.x

    def __hash__(self) -> int:
        return hash((self.x, 1))


class Weight:
    def __init__(self, x: float) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weight) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)


@dataclass(unsafe_hash=True)
class Pair:
    x: int


class Own:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) or isinstance(other, Own) and self.x == other.x

    __hash__ = object.__hash__


"""
BODIES = {
    "it is looked for itself": ("a: Key", "d = {a: 1}\na.x += 1\nreturn a in d"),
    "it comes to the same place": ("a: Key", "d = {a: 1}\na.x += 8\nreturn a in d"),
    "a set compares hashes": ("a: Key", "s = {a}\na.x += 8\nreturn a in s"),
    "and takes it twice": ("a: Key", "s = {a}\na.x += 1\ns.add(a)\nreturn len(s)"),
    "it changes back": ("a: Key", "d = {a: 1}\na.x += 1\na.x -= 1\nreturn d[a]"),
    "another equals it now": ("a: Key, b: Key", "d = {a: 1}\na.x += 1\nreturn b in d"),
    "in one dict, not in another": (
        "a: Key, b: Key",
        "d = {a: 1}\na.x += 1\ne = {a: 1}\nreturn b in d, b in e",
    ),
    "it cannot be taken out": ("a: Key", "s = {a}\na.x += 1\ns.discard(a)\nreturn len(s)"),
    "a hash that was generated": ("a: Pair", "s = {a}\na.x += 1\nreturn a in s"),
    "the keys of a dict": ("a: Key, b: Key", "d = {a: 1}\nreturn b in d.keys()"),
    "a default is put in": (
        "a: Key, b: Key",
        "d = defaultdict(list)\nd[a].append(1)\nd[b].append(2)\nreturn len(d)",
    ),
    "a hash by identity": ("a: Own, b: Own, t: str", "s = {a, t}\nreturn b in s, a in s, 'x' in s"),
    "among what hashes otherwise": ("a: Own | str", "return a in frozenset(('x', ''))"),
    "one is known": ("a: Point", "return a in {Point(1): 5}"),
    "a float is known": ("a: Weight", "return a in {Weight(0.5): 5}"),
    "a whole one": ("a: Weight", "return a in {Weight(1): 5}"),
}
if sys.version_info < (3, 12):  # later ones hash slices
    BODIES |= {
        "a slice of a dict": ("d: dict[int, int], n: int", "return d[n:]"),
        "a slice is assigned to": ("d: dict[int, int], n: int", "d[:n] = 0"),
        "a slice is deleted": ("d: dict[int, int], n: int", "del d[n:]"),
        "a slice in a dict": ("d: dict[int, int], n: int", "return slice(n) in d"),
        "a slice in a set": ("n: int", "return {n, (slice(n), 1)}"),
        "a slice itself": ("n: int", "return hash(slice(n))"),
    }
CUT = ("and takes it twice",)
"""Beyond a bound, which is told."""


@pytest.mark.parametrize("name", BODIES)
def test_keys_are_found_as_cpython_finds_them(name: str, tmp_path: Path) -> None:
    parameters, body = BODIES[name]
    path = tmp_path / f"hashes_{list(BODIES).index(name)}.py"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    path.write_text(f"{HEADER}def target({parameters}):\n{lines}", encoding="utf-8")
    try:
        report = check(path, "target", Limits(inputs=60))
    finally:
        sys.modules.pop(path.stem, None)
    assert report.failure is None
    assert report.skipped is None
    assert bool(report.tally.open) is (name in CUT)


def _claimed(tmp_path: Path, parameters: str, body: str) -> tuple[Verdict, str]:
    path = tmp_path / "subject.py"
    path.write_text(f"{HEADER}def target({parameters}) -> object:\n    {body}\n")
    (report,) = checked(f"{path}:target", CheckOptions(max_objects=1))
    return report.verdict, "\n".join(function_lines(report))


def test_where_a_key_is_found_by_chance_is_a_bound(tmp_path: Path) -> None:
    body = "d = {a: 1}; a.x += 1; return d[a]"
    verdict, text = _claimed(tmp_path, "a: Pair", body)
    assert verdict is Verdict.CLEAN
    assert "no violation for any input, up to: keys whose hash changes" in text


def test_keys_of_the_input_are_taken_to_keep_their_hashes(tmp_path: Path) -> None:
    verdict, text = _claimed(tmp_path, "a: Pair, s: set[Pair]", "return a in s")
    assert verdict is Verdict.CLEAN
    assert "keys of input containers whose hash does not change" in text
