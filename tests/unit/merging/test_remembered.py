"""Pure recursive functions are run once for each object in a proof, wherever it may be."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.levels import bounds_of
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.frontends.protocol import Subject
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


def in_lists(node: Node | None) -> list[list[int]]:
    return [] if node is None else in_lists(node.left) + [[node.value]] + in_lists(node.right)


def has_a_list_for_each(tree: Node | None) -> list[list[int]]:
    """
    pre: is_tree(tree)
    post: len(_) == size(tree) and (tree is None or [tree.value] in _)
    """
    return in_lists(tree)


def in_tuples(node: Node | None) -> tuple[list[int], int]:
    if node is None:
        return [], 0
    left, count = in_tuples(node.left)
    right, more = in_tuples(node.right)
    return left + [node.value] + right, count + 1 + more


def has_a_list_and_a_number(tree: Node | None) -> tuple[list[int], int]:
    """
    pre: is_tree(tree)
    post: len(_[0]) == _[1] and (tree is None or tree.value in _[0])
    """
    return in_tuples(tree)


def has_a_wrong_number(tree: Node | None) -> tuple[list[int], int]:
    """
    pre: is_tree(tree)
    post: _[1] < 2
    """
    return in_tuples(tree)


def may_raise(tree: Node | None) -> bool:
    """
    pre: is_tree(tree)
    post: _
    raises: ValueError
    """
    without_seven(tree)
    return tree is None or tree.left is None or tree.left.value != 7


def looks_too_far(tree: Node) -> int:
    """
    pre: is_tree(tree)
    post: True
    """
    return 0 if tree.left is None else tree.left.left.value
'''
VERDICTS = {
    "grows_all": True,
    "leaves_all": False,
    "has_no_seven": False,
    "size": False,  # of nodes in a circle it has no end
    "turned": True,
    "turned_too_far": False,
    "has_a_list_for_each": True,
    "has_a_list_and_a_number": True,
    "has_a_wrong_number": False,
    "may_raise": True,
    "looks_too_far": False,
}


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Subject]:
    file = tmp_path_factory.mktemp("remembered") / "recursions.py"
    file.write_text(SOURCE)
    return {subject.name: subject for subject in subjects_of(file)}


@pytest.mark.parametrize("name", VERDICTS)
def test_calls_that_write_fail_or_lead_in_circles_count_as_they_are(
    subjects: dict[str, Subject], name: str
) -> None:
    """Does the function keep its promise, for three nodes, or two where there is more to do?"""
    subject = subjects[name]
    options = CheckOptions(seconds=60.0, engine="merged")
    with closing(subject.judge()) as judge:
        proofs = MergedProofs(subject, options, judge, time.monotonic())
        proved = proofs.attempt(3, 60.0, empty_report(subject))
    assert proved or proofs.found or proofs.reason
    assert proved is VERDICTS[name], proofs.reason
