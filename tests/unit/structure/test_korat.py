"""Korat finds every valid structure once: the numbers that mathematics and Korat's authors give."""

from __future__ import annotations

import ast
import json
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.frontends.enumerating import Enumeration, enumerate_inputs
from heapwise.program import InputError
from heapwise.results import Ref
from heapwise.structure.search import korat
from heapwise.structure.search.field_domains import one_of, references
from heapwise.structure.search.korat import ALL, Part
from heapwise.structure.search.watchdog import InvariantError

_HERE = Path(__file__).parent
_FILE = str(_HERE / "subjects_korat.py")
_TINY = str(_HERE / "tree.tiny")


def _exactly(target: str, size: int, **objects: int) -> Enumeration:
    """Structures with exactly so many nodes."""
    name = target.rpartition(":")[2]
    domains = {f"{name}.size": one_of(size)}
    return enumerate_inputs(target, size, objects_of={name: 1, **objects}, domains=domains)


@pytest.mark.parametrize("size", range(8))
def test_binary_trees_are_counted_by_catalan_numbers(size: int) -> None:
    catalan = [1, 1, 2, 5, 14, 42, 132, 429]
    assert _exactly(f"{_FILE}:BinaryTree", size).count() == catalan[size]


def test_candidates_for_binary_trees_are_as_many_as_korat_published() -> None:
    found = _exactly(f"{_FILE}:BinaryTree", 8)
    assert found.count() == 1430
    assert found.statistics.candidates == 54_418


@pytest.mark.parametrize("size", range(6))
def test_the_invariant_of_another_language_finds_the_same(size: int) -> None:
    python, tiny = _exactly(f"{_FILE}:BinaryTree", size), _exactly(f"{_TINY}:Tree", size)
    assert python.count() == tiny.count()


@pytest.mark.parametrize("size", range(7))
def test_lists_of_objects_are_counted_by_bell_numbers(size: int) -> None:
    bell = [1, 1, 2, 5, 15, 52, 203]
    found = _exactly(f"{_FILE}:DoublyLinkedList", size, Link=size + 1, object=size)
    assert found.count() == bell[size]


@pytest.mark.parametrize("size", range(7))
def test_red_black_trees(size: int) -> None:
    assert _exactly(f"{_FILE}:RedBlackTree", size).count() == [1, 1, 2, 2, 4, 8, 16][size]


@pytest.mark.parametrize("size", range(8))
def test_avl_trees(size: int) -> None:
    assert _exactly(f"{_FILE}:AvlTree", size).count() == [1, 1, 2, 1, 4, 6, 4, 17][size]


@pytest.mark.parametrize(
    ("name", "scope"),
    [("BinaryTree", 3), ("RedBlackTree", 2), ("DoublyLinkedList", 2), ("Drawing", 1)],
)
def test_symmetry_breaking_keeps_one_of_each_shape(name: str, scope: int) -> None:
    broken = list(enumerate_inputs(f"{_FILE}:{name}", scope, max_length=1))
    every = list(enumerate_inputs(f"{_FILE}:{name}", scope, max_length=1, symmetric=False))
    assert len({str(heap) for heap in broken}) == len(broken)
    assert {str(heap) for heap in broken} == {str(heap) for heap in every}


def test_lists_are_searched_item_by_item() -> None:
    # Strictly increasing lists over 0 … 3: all subsets of at most three.
    found = enumerate_inputs(f"{_FILE}:Bag", 3, objects_of={"Bag": 1})
    assert found.count() == 1 + 4 + 6 + 4
    assert found.statistics.candidates < 4**3 + 4**2 + 4 + 1 + 1


def test_fields_that_the_invariant_does_not_read_are_told_apart_on_demand(tmp_path: Path) -> None:
    file = tmp_path / "pair.py"
    file.write_text(
        "class Pair:\n    a: bool\n    b: bool\n    def rep_ok(self) -> bool: return self.a\n"
    )
    assert enumerate_inputs(f"{file}:Pair", 1).count() == 2
    assert enumerate_inputs(f"{file}:Pair", 1, complete=False).count() == 1


def test_containers_among_the_values_of_a_domain_are_objects_of_the_heap(tmp_path: Path) -> None:
    file = tmp_path / "box.py"
    file.write_text(
        "class Box:\n    a: int\n    b: int\n    def rep_ok(self) -> bool: return True\n"
    )
    domains = {"Box.a": one_of([1, 2]), "Box.b": one_of({1: [3]})}
    [heap] = enumerate_inputs(f"{file}:Box", 1, domains=domains)
    assert {ref.name: (each.items, each.entries) for ref, each in heap.objects.items()} == {
        "Box#1": (None, None),
        "list#1": ((1, 2), None),
        "dict#1": (None, ((1, Ref("list#2")),)),
        "list#2": ((3,), None),
    }
    assert heap.objects[Ref("Box#1")].fields == {"a": Ref("list#1"), "b": Ref("dict#1")}


def test_preconditions_of_a_function_are_enumerated_too(tmp_path: Path) -> None:
    file = tmp_path / "between.py"
    file.write_text(
        '''
def middle(a: int, b: int) -> int:
    """
    pre: a < b
    """
    return (a + b) // 2
'''
    )
    found = [heap.roots for heap in enumerate_inputs(f"{file}:middle", 2)]
    assert found == [{"a": 0, "b": 1}, {"a": 0, "b": 2}, {"a": 1, "b": 2}]


def test_an_invariant_that_raises_does_not_hold_and_is_reported_on_request() -> None:
    assert enumerate_inputs(f"{_FILE}:Careless", 2).count() == 1
    with pytest.raises(InvariantError, match=r"AttributeError.*subjects_korat\.py:") as failure:
        enumerate_inputs(f"{_FILE}:Careless", 2, raising=True).count()
    assert len(failure.value.structure.objects) == 1


def test_an_invariant_that_does_not_end_is_reported_with_the_structure() -> None:
    with pytest.raises(InvariantError, match="may not end on a cycle") as failure:
        enumerate_inputs(f"{_FILE}:Loop", 2, patience=0.4).count()
    [link] = failure.value.structure.objects.values()
    assert link.fields["next"] is not None


def test_an_invariant_that_writes_is_reported() -> None:
    with pytest.raises(InvariantError, match="writes to `value`"):
        enumerate_inputs(f"{_FILE}:Writer", 1).count()


def test_a_class_without_an_invariant_is_refused() -> None:
    with pytest.raises(InputError, match="`Node` has no invariant"):
        enumerate_inputs(f"{_FILE}:Node", 1)
    with pytest.raises(InputError, match="`Node` has no invariant"):
        enumerate_inputs(f"{_TINY}:Node", 1)


def test_the_user_sees_classes_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "strict.py"
    file.write_text(
        """
import dataclasses

@dataclasses.dataclass
class Box:
    size: int = 3
    inner: "Box | None" = None

    def rep_ok(self) -> bool:
        assert isinstance(self, Box) and self.__class__ is Box
        return self.inner != self
"""
    )
    found = enumerate_inputs(f"{file}:Box", 1, domains={"Box.inner": references("Box")})
    assert [len(heap.objects) for heap in found] == [1, 1]


# ---------------------------------------------------------------------------- the command


def _enumerate(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["enumerate", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_draws_and_counts() -> None:
    text = _enumerate(f"{_FILE}:BinaryTree", "--scope", "2")
    assert "input 4" in text and "Node#2" in text
    assert "4 valid inputs" in text
    assert "input 1" not in _enumerate(f"{_FILE}:BinaryTree", "--scope", "2", "--count")


def test_the_command_takes_domains_and_writes_json(tmp_path: Path) -> None:
    out = tmp_path / "inputs.json"
    domain = ("--domain", "BinaryTree.size=2..2")
    _enumerate(f"{_FILE}:BinaryTree", "--scope", "2", *domain, "--json", str(out))
    document = json.loads(out.read_text())
    assert document["count"] == len(document["inputs"]) == 2


def test_the_command_writes_parameters_for_tests(tmp_path: Path) -> None:
    out = tmp_path / "valid_trees.py"
    _enumerate(f"{_FILE}:BinaryTree", "--scope", "2", "--pytest", str(out))
    ast.parse(out.read_text())
    made: dict[str, object] = {"__file__": str(out)}
    exec(out.read_text(), made)
    inputs = [parameter.values[0]() for parameter in made["INPUTS"]]  # type: ignore[attr-defined]
    assert [tree.size for tree in inputs] == [0, 1, 2, 2]
    assert all(tree.rep_ok() for tree in inputs)


def test_the_command_shows_the_structure_that_an_invariant_fails_on() -> None:
    result = CliRunner().invoke(
        app, ["enumerate", f"{_FILE}:Careless", "--scope=1", "--errors=report"]
    )
    assert result.exit_code == 2
    assert "Careless#1" in result.output


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("name", ["BinaryTree", "DoublyLinkedList", "RedBlackTree", "Bag"])
def test_parts_have_everything_once_and_in_order(
    name: str, symmetric: bool, complete: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that is interrupted again and again, as one that several processes share."""
    monkeypatch.setattr(korat, "_CLOCK_EVERY", 7)
    make = partial(enumerate_inputs, f"{_FILE}:{name}", 2, max_length=2)
    whole = make(symmetric=symmetric, complete=complete)
    expected = [str(heap) for heap in whole]
    inputs = make(symmetric=symmetric, complete=complete)
    found: list[str] = []
    parts: list[Part] = [ALL]
    cut = 0
    while parts:
        found += map(str, inputs.part(parts.pop(0), -1.0, None))
        parts[:0] = inputs.rest
        cut += bool(inputs.rest)
    assert found == expected
    assert inputs.statistics.candidates == whole.statistics.candidates
    assert cut, "it was never interrupted"
