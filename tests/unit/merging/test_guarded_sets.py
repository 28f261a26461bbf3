"""Integers of a set in a proof are there under conditions, and sets of any size are one."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.frontends.python.invariants.merged_values import language, language_of_programs
from heapwise.frontends.python.model.values import GuardedSet, SetContents
from heapwise.terms import BOOL, not_, symbol
from heapwise.terms.term import Scalar, Term

HEAD = """
from __future__ import annotations


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.left: Node | None = None
        self.right: Node | None = None


def values(node: Node | None, most: int) -> set[int]:
    if node is None or most == 0:
        return set()
    return values(node.left, most - 1) | {node.value} | values(node.right, most - 1)


def taken(some: set[int], k: int) -> set[int]:
    some.discard(k)
    return some


def are_equal(a: Node | None, b: Node | None) -> bool:
    return a is not None and b is not None and a.value == b.value


def added(some: set[int], more: set[int], k: int) -> set[int]:
    some |= more
    some.add(k)
    return some
"""

TRUE = (
    "values(a, 2) | values(b, 2) == values(b, 2) | values(a, 2)",
    "values(a, 2) - {k} <= values(a, 2) and k not in values(a, 2) - {k}",
    "(values(a, 2) ^ values(b, 2)) & values(a, 2) == values(a, 2) - values(b, 2)",
    "values(a, 2).isdisjoint(values(b, 2)) == (not values(a, 2) & values(b, 2))",
    "len(values(a, 2)) <= 2 and len(values(a, 2) | {k}) <= len(values(a, 2)) + 1",
    "taken(values(a, 2), k) == values(a, 2).difference({k})",
    "added(values(a, 2), values(b, 2), k) >= values(b, 2).union({k})",
    "len(sorted(values(a, 2))) == len(values(a, 2))",
    "frozenset(values(a, 2)) == set(values(a, 2)).copy()",
    "None not in values(a, 2)",
    "not are_equal(a, b) or len(values(a, 1) | values(b, 1)) == 1",
    "not are_equal(a, b) or sorted(values(a, 1) | values(b, 1)) == sorted(values(a, 1))",
)
FALSE = (
    "len(values(a, 2)) != 2",
    "values(a, 2) < values(a, 2) | {k}",
    "values(a, 2) != {k}",
    "taken(values(a, 2), k) == values(a, 2)",
    "len(values(a, 2) ^ values(b, 2)) != 1",
    "values(a, 2) <= values(b, 2) or values(b, 2) <= values(a, 2)",
)


def _checked(promise: str, folder: Path) -> tuple[bool, MergedProofs]:
    source = (
        f"{HEAD}\n\ndef target(a: Node | None, b: Node | None, k: int) -> None:\n"
        f'    """post: {promise}"""\n'
    )
    file = folder / "target.py"
    file.write_text(source)
    (subject,) = [each for each in subjects_of(file) if each.name == "target"]
    options = CheckOptions(seconds=30.0, engine="merged")
    with closing(subject.judge()) as judge:
        proofs = MergedProofs(subject, options, judge, time.monotonic())
        return proofs.attempt(2, 30.0, empty_report(subject)), proofs


@pytest.mark.parametrize("promise", TRUE)
def test_what_holds_of_all_sets_is_proved(promise: str, tmp_path: Path) -> None:
    proved, proofs = _checked(promise, tmp_path)
    assert proved, proofs.reason


@pytest.mark.parametrize("promise", FALSE)
def test_what_does_not_is_refuted_by_an_input_that_replays(promise: str, tmp_path: Path) -> None:
    proved, proofs = _checked(promise, tmp_path)
    assert not proved
    assert all(finding.replayed for finding in proofs.found.values()), proofs.reason
    assert proofs.found


def _scalars(condition: Term, one: Scalar, other: Scalar) -> Scalar:
    assert (one, other) in ((True, False), (False, True))
    return condition if one else not_(condition)


def test_sets_of_integers_with_different_sizes_become_one() -> None:
    condition = symbol("c", BOOL)
    one, other = SetContents((1,)), SetContents((2, 3))
    absent = not_(condition)
    in_a_program = language_of_programs().merge
    in_an_invariant = language().merge
    assert in_a_program is not None
    assert in_an_invariant is not None
    found = in_a_program(_scalars, condition, one, other)
    assert found == GuardedSet(((1, condition), (2, absent), (3, absent)))
    assert in_an_invariant(_scalars, condition, one, other) is None
