"""What an observer hears is the whole tree of paths, with nothing left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.results.prefix import Prefix
from heapwise.solver import PathCondition, Verdict
from heapwise.terms import Scalar, Term

_ROOT = Path(__file__).parents[3]
_TREE_MAP = f"{_ROOT}/benchmarks/lissa/tree_map.py:TreeMap.put"
_PYTHON = f"{_ROOT}/tests/programs_python"
_BOUNDS = Bounds(max_objects=3, max_length=2, max_loops=3, timeout=None)


@dataclass
class Tree:
    """The nodes by their ids: where each comes from, and what has become of it."""

    parents: dict[str, str] = field(default_factory=dict)
    fate: dict[str, str] = field(default_factory=dict)
    pruned_ways: list[tuple[str, str, Scalar]] = field(default_factory=list)
    leaves: list[tuple[str, Leaf[Any]]] = field(default_factory=list)
    refused: list[Leaf[Any]] = field(default_factory=list)
    verdicts: Counter[Verdict] = field(default_factory=Counter)

    def _ends(self, node: Prefix, how: str) -> None:
        assert node.id not in self.fate, f"{node} is {self.fate[node.id]} already"
        self.fate[node.id] = how

    def forked(self, node: Prefix, ways: Sequence[Prefix]) -> None:
        self._ends(node, "forked")
        for way in ways:
            assert way.indexes[: len(node.indexes)] == node.indexes
            assert way.id not in self.parents, f"{way} has two parents"
            self.parents[way.id] = node.id

    def pruned(self, node: Prefix, way: Prefix, condition: Scalar) -> None:
        assert way.indexes[: len(node.indexes)] == node.indexes
        assert len(way.indexes) > len(node.indexes)
        self.pruned_ways.append((node.id, way.id, condition))

    def ended(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self._ends(node, "ended")
        self.leaves.append((node.id, leaf))

    def rejected(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self._ends(node, "rejected")
        self.refused.append(leaf)

    def queried(self, node: Prefix, path: PathCondition, condition: Term, verdict: Verdict) -> None:
        assert Prefix.of(path.prefix).indexes[: len(node.indexes)] == node.indexes
        self.verdicts[verdict] += 1


@pytest.mark.parametrize("order", ["fair", "random"])
@pytest.mark.parametrize(
    ("target", "strategy", "precondition"),
    [
        (f"{_ROOT}/tests/programs/avl_insert.tiny", "lazy", None),
        (f"{_ROOT}/tests/programs/assume_order.tiny", "pose", None),
        (f"{_PYTHON}/dict_of_objects.py:target", "fieldmaps", None),
        (f"{_PYTHON}/list_methods.py:target", "partition", None),
        (_TREE_MAP, None, "assume"),
        (_TREE_MAP, None, "symsolve"),
        (_TREE_MAP, None, "compiled"),
        (f"{_ROOT}/tests/programs_compiled/avl.tiny", "pose", "compiled"),
    ],
)
def test_every_leaf_and_every_pruned_alternative_is_in_the_tree(
    target: str, strategy: str | None, precondition: str | None, order: str
) -> None:
    run = explore(
        target, strategy=strategy, bounds=_BOUNDS, search=order, precondition=precondition
    )
    tree = Tree()
    run.observe(tree)
    found = list(run.leaves())
    run.close()
    assert [leaf.prefix.id for _, leaf in tree.leaves] == [leaf.prefix.id for leaf in found]
    assert {*tree.fate} == {Prefix().id, *tree.parents}, "a node is open, or comes from nowhere"
    assert sum(how == "ended" for how in tree.fate.values()) == len(found)
    counts = run.summary.counts
    assert len(tree.pruned_ways) + len(tree.refused) == counts.infeasible
    assert len({way for _, way, _ in tree.pruned_ways}) == len(tree.pruned_ways)
    assert not {way for _, way, _ in tree.pruned_ways} & {*tree.parents}
    assert all(node in tree.fate for node, _, _ in tree.pruned_ways)
    assert all(condition is not True for _, _, condition in tree.pruned_ways)
    assert tree.verdicts.total() >= counts.queries


def test_the_order_of_the_search_does_not_change_the_tree() -> None:
    trees = []
    for order in ("dfs", "bfs", "random", "fair"):
        run = explore(_TREE_MAP, bounds=_BOUNDS, search=order, precondition="compiled", seed=7)
        tree = Tree()
        run.observe(tree)
        ends = {leaf.prefix.indexes: leaf.kind for leaf in run.leaves()}
        trees.append((ends, sorted(way for _, way, _ in tree.pruned_ways)))
    assert trees[0] == trees[1] == trees[2] == trees[3]


def test_nobody_can_begin_to_listen_in_the_middle() -> None:
    run = explore(f"{_ROOT}/tests/programs/avl_insert.tiny", bounds=_BOUNDS)
    next(run.leaves())
    with pytest.raises(AssertionError):
        run.observe(Tree())
