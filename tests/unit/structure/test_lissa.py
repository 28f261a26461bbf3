"""Preconditions under exploration: the counts of lissa.txt, and witnesses that are valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration, explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.heaps import registry
from heapwise.program import InputError
from heapwise.results import COMPLETED, Heap
from heapwise.structure.run.preconditions import PRECONDITIONS
from heapwise.structure.search.field_domains import Domain, integers, one_of
from heapwise.testgen.cpython_replay import ModuleUnderTest, Replayer

_HERE = Path(__file__).parent
_LISSA = _HERE.parents[2] / "benchmarks" / "lissa"
_TINY = str(_HERE / "tree.tiny")
_LIST = str(_LISSA / "linked_list.py:LinkedList")
_MAP = str(_LISSA / "tree_map.py:TreeMap")


def _explore(
    target: str,
    precondition: str,
    scope: int,
    strategy: str | None = None,
    max_length: int | None = None,
) -> Exploration:
    bounds = Bounds(max_objects=scope, max_depth=None, max_length=max_length, timeout=1200)
    return explore(
        target, precondition=precondition, strategy=strategy, bounds=bounds, contracts=False
    )


def _paths(target: str, precondition: str, scope: int, max_length: int | None = None) -> int:
    run = _explore(target, precondition, scope, max_length=max_length)
    summary = run.count()
    run.close()
    assert summary.stopped is None and summary.counts.unsupported == 0
    return summary.counts.paths


@pytest.mark.parametrize("scope", [1, 2, 3, 4, 5])
def test_linked_list_add(scope: int) -> None:
    assert _paths(f"{_LIST}.add", "assume", scope) == scope
    assert _paths(f"{_LIST}.add", "symsolve", scope) == min(scope, 2)
    assert _paths(f"{_LIST}.add", "driver", scope) == scope + 1


@pytest.mark.parametrize("scope", [2, 3, 4, 5])
def test_linked_list_remove(scope: int) -> None:
    assert _paths(f"{_LIST}.remove", "assume", scope) == scope * (scope + 1) // 2
    assert _paths(f"{_LIST}.remove", "symsolve", scope) == 3 * (scope - 1)
    assert _paths(f"{_LIST}.remove", "driver", scope) == (scope + 1) * (scope + 2) // 2


def test_assuming_the_invariant_of_a_map_tries_every_place_of_every_tree() -> None:
    # Red-black trees by size: 1, 1, 2, 2, 4; a search has 2·size + 1 ends in each.
    assert [_paths(f"{_MAP}.put", "assume", scope) for scope in (2, 3, 4)] == [14, 28, 64]


@pytest.mark.parametrize(("method", "scope", "printed"), [("put", 5, 71), ("remove", 4, 87)])
def test_the_map_under_lissa_as_printed(method: str, scope: int, printed: int) -> None:
    for technique in ("symsolve", "symsolve-memo"):
        assert _paths(f"{_MAP}.{method}", f"{technique}:references", scope) == printed


def test_the_map_in_the_small_language_has_the_same_paths() -> None:
    tiny = str(_LISSA / "tree_map.tiny")
    for precondition in ("symsolve", "symsolve:references"):
        assert _paths(tiny, precondition, 4) == _paths(f"{_MAP}.put", precondition, 4)
    assert _explore(tiny, "assume", 3, "lazy").count().counts.paths == 28


def test_the_driver_of_the_map_as_printed() -> None:
    assert _paths(f"{_MAP}.remove", "driver:put", 4) == 633


def test_the_hash_map_under_lissa_as_printed() -> None:
    target = str(_LISSA / "hash_map.py:HashMap")
    assert _paths(f"{target}.put", "symsolve-memo:references", 2, max_length=16) == 160


def test_without_symmetry_breaking_the_paths_are_the_same() -> None:
    assert _paths(f"{_MAP}.put", "symsolve-nosb", 4) == _paths(f"{_MAP}.put", "symsolve", 4)


def test_respecting_colours_leaves_fewer_paths() -> None:
    """Those of the paper are spurious: no red-black tree has such colours."""
    exact = _paths(f"{_MAP}.put", "symsolve", 4)
    run = _explore(f"{_MAP}.put", "symsolve:references", 4)
    confirmed = sum(run.describe(leaf).confirmed for leaf in run.leaves() if leaf.kind in COMPLETED)
    run.close()
    assert exact == confirmed < run.summary.counts.paths


def test_spurious_paths_of_the_hybrid_invariant_are_those_that_symsolve_prunes() -> None:
    run = _explore(f"{_LIST}.remove", "hybrid", 4)
    summary = run.count()
    run.close()
    spurious = int(run.notes["spurious"])
    assert spurious > 0
    assert summary.counts.paths - spurious == _paths(f"{_LIST}.remove", "symsolve", 4)


@pytest.mark.parametrize("strategy", registry.with_traits(lambda traits: traits.materialises))
@pytest.mark.parametrize("target", [f"{_LIST}.remove", f"{_MAP}.put", _TINY])
def test_a_witness_is_a_valid_structure_that_takes_the_path(strategy: str, target: str) -> None:
    run = _explore(target, "symsolve", 3, strategy)
    described = [run.describe(leaf) for leaf in run.leaves() if leaf.kind in COMPLETED]
    run.close()
    assert described
    for path in described:
        assert path.replayed and path.confirmed
        if target == _TINY:
            assert _is_tree(path.input)


def _is_tree(heap: Heap) -> bool:
    [tree] = [obj for obj in heap.objects.values() if obj.class_name == "Tree"]
    nodes = [obj for obj in heap.objects.values() if obj.class_name == "Node"]
    links = [link for node in nodes for link in node.fields.values() if link is not None]
    return tree.fields["size"] == len(nodes) and len(set(links)) == len(links) == max(
        0, len(nodes) - 1
    )


_BELOW_EQUAL_ABOVE = integers(0, 2)
"""Keys, where the key that is looked for is 1 and nothing relates keys of entries."""


@pytest.mark.parametrize(
    ("target", "scope", "domains", "arguments"),
    [
        (
            f"{_LIST}.remove",
            3,
            {"LinkedList.size": one_of(0), "Entry.element": integers(0, 1)},
            {"element": 1},
        ),
        (
            f"{_MAP}.put",
            3,
            {
                "TreeMap.size": one_of(0),
                "Entry.value": one_of(0),
                "Entry.key": _BELOW_EQUAL_ABOVE,
            },
            {"key": 1, "value": 0},
        ),
        (
            str(_LISSA / "avl_tree.py:AvlTree.insert"),
            3,
            {"Node.key": _BELOW_EQUAL_ABOVE},
            {"key": 1},
        ),
    ],
)
def test_the_paths_are_those_of_all_valid_inputs(
    target: str, scope: int, domains: dict[str, Domain], arguments: dict[str, int]
) -> None:
    """Law 5 under an invariant, by brute force: every valid structure is run in CPython."""
    cls, _, method = target.rpartition(".")
    file, _, name = cls.rpartition(":")
    taken = set()
    with Replayer() as replayer:
        for heap in enumerate_inputs(cls, scope, objects_of={name: 1}, domains=domains):
            given = Heap({**heap.roots, **arguments}, heap.objects)
            module = ModuleUnderTest.of_file(Path(file))
            taken.add(replayer.replay(module, f"{name}.{method}", given).trace)
    for precondition in ("symsolve", "assume"):
        run = _explore(target, precondition, scope)
        found = {run.witnesses.trace(leaf) for leaf in run.leaves() if leaf.kind in COMPLETED}
        run.close()
        assert found == taken


@pytest.mark.parametrize("strategy", ["lazy", "lazier-sharp", "fieldmaps", "pose", "summary"])
@pytest.mark.parametrize("precondition", ["assume", "driver"])
def test_what_is_part_of_the_program_goes_with_every_strategy(
    strategy: str, precondition: str
) -> None:
    run = _explore(_TINY, precondition, 2, strategy)
    paths = [run.describe(leaf) for leaf in run.leaves() if leaf.kind in COMPLETED]
    assert paths and all(path.replayed for path in paths)


def test_a_driver_shows_the_structure_that_it_has_built() -> None:
    run = _explore(f"{_LIST}.remove", "driver", 2)
    paths = [run.describe(leaf) for leaf in run.leaves()]
    run.close()
    assert all(path.replayed for path in paths)
    sizes = {len(path.input.objects) for path in paths}
    assert sizes == {2, 3, 4}  # the list, its header, and up to two entries


@pytest.mark.parametrize(
    "name", [name for name, entry in PRECONDITIONS.items() if entry.on_structures]
)
def test_a_strategy_that_materialises_nothing_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="use lazy, lazier, lazier-sharp"):
        _explore(_TINY, name, 2, "fieldmaps")


def test_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="unknown precondition `symsolv`"):
        _explore(_TINY, "symsolv", 2)
    with pytest.raises(InputError, match="no method `grow`"):
        _explore(_TINY, "driver:grow", 2)
    with pytest.raises(InputError, match="takes no argument `add`"):
        _explore(_TINY, "symsolve:add", 2)
    no_invariant = str(_HERE / "subjects_korat.py:Loop.rep_ok")
    with pytest.raises(InputError, match="has an invariant"):
        _explore(no_invariant, "symsolve", 2)


def test_the_time_limit_ends_a_search_for_structures() -> None:
    bounds = Bounds(max_objects=11, max_depth=None, timeout=1.0)
    run = explore(f"{_MAP}.put", precondition="symsolve", bounds=bounds, contracts=False)
    summary = run.count()
    run.close()
    assert summary.stopped == "timeout"
    assert summary.seconds < 120
