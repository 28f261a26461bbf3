"""Pure recursive functions are run once for each object in a proof, wherever it may be."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.levels import bounds_of
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.frontends.registry import front_end_of
from heapwise.structure.formula.proving import Proof, prove

SUBJECTS = Path(__file__).parents[3] / "benchmarks" / "proofs_subjects.py"


def _proof(name: str, objects: int) -> Proof:
    (subject,) = [each for each in subjects_of(SUBJECTS) if each.name == name]
    plan = CheckOptions(engine="merged").plan(subject.target, bounds_of(objects, 60.0, False))
    program = subject.program(plan.loading(objects))
    front_end = front_end_of(program)
    claimed = front_end.claim(program, front_end.default_bounds(plan.bounds))
    assert claimed is not None
    return prove(claimed.claim, lambda end: True)


def test_the_work_grows_with_the_objects_and_not_with_their_places() -> None:
    """There are twice as many places for one object more in a tree."""
    three, four, five = (_proof("tree_find", size).instructions for size in (3, 4, 5))
    assert five - four < 1.5 * (four - three)


SOURCE = '''
from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    value: int = 0
    left: Node | None = None
    right: Node | None = None


def is_tree(node: Node | None) -> bool:
    seen: list[Node] = []
    waiting = [] if node is None else [node]
    while waiting:
        here = waiting.pop()
        if any(here is other for other in seen):
            return False
        seen.append(here)
        waiting += [below for below in (here.left, here.right) if below is not None]
    return True


def grown(node: Node | None) -> int:
    if node is None:
        return 0
    node.value = 7
    return grown(node.left) + 1 + grown(node.right)


def sevens(node: Node | None) -> bool:
    if node is None:
        return True
    left, right = sevens(node.left), sevens(node.right)
    return left and right and node.value == 7


def without_seven(node: Node | None) -> int:
    if node is None:
        return 0
    if node.value == 7:
        raise ValueError
    return without_seven(node.left) + without_seven(node.right)


def size(node: Node | None) -> int:
    return 0 if node is None else size(node.left) + 1 + size(node.right)


def grows_all(tree: Node | None) -> None:
    """
    pre: is_tree(tree)
    post: sevens(tree)
    """
    grown(tree)


def leaves_all(tree: Node | None) -> None:
    """
    pre: is_tree(tree) and tree is not None
    post: sevens(tree) == sevens(__old__.tree)
    """
    grown(tree)


def has_no_seven(tree: Node | None) -> None:
    """
    pre: is_tree(tree)
    post: without_seven(tree) == 0
    """


def turned(tree: Node | None) -> Node | None:
    """
    pre: is_tree(tree)
    post: size(_) == size(__old__.tree)
    """
    if tree is None or tree.left is None:
        return tree
    top = tree.left
    tree.left, top.right = top.right, tree
    return top


def turned_too_far(tree: Node | None) -> Node | None:
    """
    pre: is_tree(tree)
    post: size(_) == size(__old__.tree)
    """
    if tree is None or tree.left is None:
        return tree
    top = tree.left
    tree.left, top.right = None, tree
    return top
'''


def _verdicts(folder: Path) -> dict[str, bool]:
    """Which functions keep their promises, for three nodes."""
    file = folder / "recursions.py"
    file.write_text(SOURCE)
    options = CheckOptions(seconds=60.0, engine="merged")
    found: dict[str, bool] = {}
    for subject in subjects_of(file):
        if subject.name in ("is_tree", "grown", "sevens", "without_seven"):
            continue
        with closing(subject.judge()) as judge:
            proofs = MergedProofs(subject, options, judge, time.monotonic())
            proved = proofs.attempt(3, 60.0, empty_report(subject))
        assert proved or proofs.found or proofs.reason
        found[subject.name] = proved
    return found


def test_calls_that_write_fail_or_lead_in_circles_count_as_they_are(tmp_path: Path) -> None:
    found = _verdicts(tmp_path)
    assert found["grows_all"] and found["turned"]
    assert not (found["leaves_all"] or found["has_no_seven"] or found["turned_too_far"])
    assert not found["size"], "of nodes in a circle it has no end"
