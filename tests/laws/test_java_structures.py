"""Valid structures of Java objects: as many as mathematics says, and paths on nothing else.

The invariants are bytecode and use collections of the JDK; SymSolve and Korat run them on
candidates, the engine runs them on symbolic inputs, and both must mean the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from pathlib import Path

import pytest

from heapwise import Bounds, InputError, OutcomeKind, explore
from heapwise.api import Exploration
from heapwise.frontends.enumerating import Enumeration, enumerate_inputs
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.structure.search.field_domains import Domain, one_of
from heapwise.structure.search.watchdog import InvariantError

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
KIASAN = Path(__file__).parents[2] / "benchmarks" / "java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(HOME is None, reason="there is no JDK")
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)

CATALAN = (1, 1, 2, 5, 14, 42, 132)
AVL = (1, 1, 2, 1, 4, 6)
RED_BLACK = (1, 1, 2, 2, 4, 8)
COMPLETED = (OutcomeKind.RETURNED, OutcomeKind.RAISED, OutcomeKind.VIOLATED)


# -- all of a size


@pytest.mark.parametrize("size", range(7))
def test_binary_trees_are_counted_by_catalan_numbers(size: int) -> None:
    found = enumerate_inputs(
        f"{CLASSES}:structures.BinaryTree",
        size,
        objects_of={"BinaryTree": 1, "BinaryTree$Node": size},
        domains={"BinaryTree.size": one_of(size)},
    )
    assert found.count() == CATALAN[size]


def _search_trees(name: str, node: str, data: str, size: int) -> Enumeration:
    """With at most so many nodes, and as many keys to choose from."""
    domains: dict[str, Domain | Sequence[object]] = {
        f"{node}.{data}": one_of(None),
        f"{node}.key": list(range(1, size + 1)),
    }
    return enumerate_inputs(
        f"{KIASAN}:kiasan.{name}",
        size,
        objects_of={name: 1},
        domains=domains,
    )


@pytest.mark.parametrize(
    ("name", "node", "data", "shapes", "size"),
    [
        *(("BinarySearchTree", "Node", "data", CATALAN, size) for size in (1, 4)),
        *(("AvlTree", "Node", "data", AVL, size) for size in (1, 5)),
        *(("RedBlackMap", "Entry", "value", RED_BLACK, size) for size in (1, 4)),
    ],
)
def test_a_search_tree_is_a_shape_and_a_choice_of_keys(
    name: str, node: str, data: str, shapes: tuple[int, ...], size: int
) -> None:
    """Trees of the greatest size are counted together with all smaller ones."""
    expected = sum(shapes[nodes] * comb(size, nodes) for nodes in range(size + 1))
    assert _search_trees(name, node, data, size).count() == expected


def test_a_class_of_the_jdk_with_its_invariant_elsewhere() -> None:
    """Where the key of a single entry is not read, it does not tell trees apart."""
    java = JavaOptions(class_path=(str(KIASAN),), invariants=("invariants.TreeMapInvariant.repOK",))
    found = enumerate_inputs("jdk:java.util.TreeMap", 3, complete=False, language_options=java)
    assert found.count() == 1 + 1 + 2 * comb(4, 2) + 2 * comb(4, 3)


def _lamps(invariant: str, *, raising: bool = False, length: int = 3) -> Enumeration:
    java = JavaOptions(invariants=(f"structures.Lamp.{invariant}",))
    return enumerate_inputs(
        f"{CLASSES}:structures.Lamp",
        length,
        complete=False,
        raising=raising,
        language_options=java,
    )


def test_fields_of_enum_classes_hold_constants() -> None:
    assert _lamps("colours").count() == 2 * 3


def test_strings_and_floats_have_a_few_values() -> None:
    (only,) = _lamps("named")
    texts = [obj.fields["text"] for obj in only.objects.values() if "text" in obj.fields]
    assert texts == ["a"]


def test_arrays_of_every_length() -> None:
    levels = [
        obj.items
        for heap in _lamps("rising", length=2)
        for obj in heap.objects.values()
        if obj.class_name == "byte[]"
    ]
    assert sorted(levels, key=repr) == sorted([(), (0,), (0, 1), (0, 2), (1, 2)], key=repr)


def test_an_invariant_may_catch_what_it_throws() -> None:
    found = Counter(
        next((obj.items for obj in heap.objects.values() if obj.items is not None), None)
        for heap in _lamps("catching", length=2)
    )
    assert found == {None: 1, (0, 0): 1, (1, 1): 1, (2, 2): 1}


def test_an_invariant_that_throws_is_reported_or_false() -> None:
    with pytest.raises(InvariantError, match="NullPointerException"):
        _lamps("throwing", raising=True).count()
    assert _lamps("throwing").count() == 1


@pytest.mark.parametrize(
    ("invariant", "message"),
    [
        ("writing", "writes to the structure"),
        ("clocked", "depends on what is not part of the structure"),
        ("endless", "without end"),
    ],
)
def test_an_invariant_that_cannot_be_used_is_an_error(invariant: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _lamps(invariant, raising=True).count()


def test_the_inputs_of_a_method_are_those_that_its_contract_allows() -> None:
    pairs = {
        (heap.roots["low"], heap.roots["high"])
        for heap in enumerate_inputs(f"{CLASSES}:structures.Lamp.between", 2)
    }
    assert pairs == {(0, 1), (0, 2), (1, 2)}


def test_a_class_without_an_invariant_is_an_error() -> None:
    with pytest.raises(InputError, match="no invariant"):
        enumerate_inputs(f"{KIASAN}:kiasan.Sort", 2)


# -- paths under an invariant


def _run(target: str, precondition: str, objects: int, strategy: str | None = None) -> Exploration:
    return explore(
        target,
        strategy=strategy,
        bounds=Bounds(max_objects=objects, timeout=1200),
        contracts=False,
        precondition=precondition,
    )


def _traces(run: Exploration) -> set[tuple[str, ...]]:
    return {
        (path.outcome.kind.value, *path.trace_texts)
        for path in run
        if path.outcome.kind in COMPLETED
    }


@pytest.mark.parametrize(
    ("target", "strategies"),
    [
        ("kiasan.BinarySearchTree.find", ("lazy", "lazier", "lazier-sharp")),
        ("kiasan.AvlTree.findMax", ("lazier", "lazier-sharp", "lazy")),
        ("kiasan.RedBlackMap.get", ("lazier-sharp", "lazy", "lazier")),
    ],
)
def test_every_technique_takes_the_ways_that_valid_inputs_take(
    target: str, strategies: Sequence[str]
) -> None:
    """Every technique meets every strategy on one of the programs."""
    where = f"{KIASAN}:{target}"
    expected = _traces(_run(where, "assume", 3, "lazy"))
    assert expected
    techniques = ("symsolve", "symsolve-memo", "symsolve-nosb")
    for precondition, strategy in zip(techniques, strategies, strict=True):
        found = _run(where, precondition, 3, strategy)
        assert _traces(found) == expected, (precondition, strategy)
    assert _traces(_run(where, "compiled", 3)) == expected


@needs_jvm
@pytest.mark.parametrize("method", ["AvlTree.insert", "AATree.insert"])
def test_the_hybrid_invariant_keeps_spurious_paths_and_counts_them(method: str) -> None:
    target = f"{KIASAN}:kiasan.{method}"
    expected = _traces(_run(target, "symsolve", 1))
    hybrid = _run(target, "hybrid", 1)
    found = [path for path in hybrid if path.outcome.kind in COMPLETED]
    assert {(path.outcome.kind.value, *path.trace_texts) for path in found} > expected
    assert hybrid.summary.counts.spurious
    assert all(path.replayed for path in found)


@needs_jvm
@pytest.mark.parametrize("precondition", ["symsolve", "driver"])
@pytest.mark.parametrize("method", ["AvlTree.insert", "AATree.insert", "RedBlackMap.put"])
def test_every_path_is_replayed(method: str, precondition: str) -> None:
    run = explore(
        f"{KIASAN}:kiasan.{method}",
        bounds=Bounds(max_objects=2, timeout=1200),
        precondition=precondition,
    )
    found = [path for path in run if path.outcome.kind in COMPLETED]
    assert found
    assert not run.summary.counts.spurious
    assert all(path.replayed for path in found)


# -- drivers


@needs_jvm
def test_a_driver_calls_a_constructor_and_up_to_so_many_operations() -> None:
    """Without an operation, or after one, two or three of them."""
    run = explore(
        f"{CLASSES}:structures.BinaryTree.depthLeft",
        bounds=Bounds(max_objects=3),
        precondition="driver:addLeft",
        contracts=False,
    )
    found = [(path.outcome.value, path.replayed) for path in run]
    assert sorted(found, key=repr) == [(depth, True) for depth in range(4)]


@needs_jvm
def test_an_operation_that_throws_makes_no_receiver() -> None:
    run = explore(
        f"{CLASSES}:structures.BinaryTree.depthLeft",
        bounds=Bounds(max_objects=1),
        precondition="driver:addRight",
        contracts=False,
    )
    shapes = []
    for path in run:
        assert path.replayed
        shapes.append(sum(obj.class_name.endswith("Node") for obj in path.input.objects.values()))
    assert sorted(shapes) == [0, 1]


def test_a_driver_needs_a_receiver_and_an_operation() -> None:
    with pytest.raises(InputError, match="receiver"):
        explore(f"{CLASSES}:structures.Lamp.between", precondition="driver")
    with pytest.raises(InputError, match="which operation"):
        explore(f"{CLASSES}:structures.Lamp.use", precondition="driver")
    with pytest.raises(InputError, match="no method `turn`"):
        explore(f"{CLASSES}:structures.Lamp.use", precondition="driver:turn")


@needs_jvm
def test_a_driver_takes_the_simplest_of_several_overloads() -> None:
    run = explore(
        "jdk:java.util.ArrayList.size", bounds=Bounds(max_objects=2), precondition="driver:add"
    )
    found = [(path.outcome.value, path.replayed) for path in run]
    assert sorted(found, key=repr) == [(0, True), (1, True), (2, True)]
