"""Law 5 under an invariant: a path-optimal strategy and a compiled invariant find exactly the
control-flow paths that valid inputs within the scope take, each once; every witness is valid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from checks import structures
from checks.table import End, end_of
from heapwise import Bounds, explore
from heapwise.frontends.tiny.parser import parse
from heapwise.results import Heap
from heapwise.selfcheck.oracle.interpreter import run

PROGRAMS = Path(__file__).parent.parent / "programs_compiled"
STRATEGIES = ("fieldmaps", "pose")

Generator = Callable[[int], Iterator[Heap]]

STRUCTURES: dict[str, Generator] = {
    "sorted_list": structures.sorted_lists,
    "doubly_linked": structures.deques,
    "search_tree": structures.search_trees,
    "stack": structures.stacks,
    "red_black": structures.red_black_maps,
    "red_black_recursive": structures.red_black_maps,
    "family": structures.families,
    "avl": structures.avl_trees,
}
OPERATIONS = [
    ("sorted_list", "has", 5),
    ("sorted_list", "insert", 5),
    ("sorted_list", "remove", 5),
    ("doubly_linked", "addFirst", 4),
    ("doubly_linked", "removeLast", 4),
    ("doubly_linked", "remove", 4),
    ("doubly_linked", "reverse", 4),
    ("search_tree", "has", 4),
    ("search_tree", "insert", 4),
    ("search_tree", "removeMin", 4),
    ("search_tree", "max", 4),
    ("stack", "push", 4),
    ("stack", "pop", 4),
    ("stack", "reverse", 4),
    ("stack", "largest", 4),
    ("red_black", "has", 5),
    ("red_black", "put", 5),
    ("red_black", "remove", 4),
    ("red_black_recursive", "has", 6),
    ("red_black_recursive", "put", 6),
    ("red_black_recursive", "remove", 5),
    ("family", "countRipe", 3),
    ("family", "swap", 5),
    ("family", "eldest", 4),
    ("avl", "has", 5),
    ("avl", "insert", 4),
    ("avl", "remove", 4),
]
WITHOUT_ARGUMENT = {
    "removeLast",
    "reverse",
    "removeMin",
    "max",
    "pop",
    "largest",
    "countRipe",
    "swap",
    "eldest",
}


def source_of(structure: str, operation: str) -> str:
    """The program, with this operation under test."""
    text = (PROGRAMS / f"{structure}.tiny").read_text()
    classes = text[: text.rindex("\n(Y0")]
    argument = "" if operation in WITHOUT_ARGUMENT else "X0"
    return f"{classes}\n(Y0 . {operation} [{argument}])\n"


def valid_inputs(structure: str, operation: str, scope: int) -> Iterator[Heap]:
    for heap in STRUCTURES[structure](scope):
        if operation in WITHOUT_ARGUMENT:
            yield heap
        else:
            for number in range(-1, 2 * scope + 2):
                yield Heap({**heap.roots, "X0": number}, heap.objects)


@cache
def ends_of_valid_inputs(structure: str, operation: str, scope: int, file: str) -> frozenset[End]:
    program = parse(source_of(structure, operation), file)
    return frozenset(
        end_of(run(program, heap)) for heap in valid_inputs(structure, operation, scope)
    )


@pytest.mark.parametrize("structure", STRUCTURES)
def test_the_generated_structures_are_valid(structure: str) -> None:
    program = parse(source_of(structure, "repOK").replace("[X0]", "[]"), "here.tiny")
    assert all(run(program, heap).value is True for heap in STRUCTURES[structure](4))


@pytest.mark.parametrize(
    ("structure", "operation"),
    [("red_black", "put"), ("red_black", "remove"), ("avl", "insert"), ("avl", "remove")],
)
def test_the_operations_under_test_keep_the_invariant(structure: str, operation: str) -> None:
    text = source_of(structure, "kept")
    kept = f"bool kept(int k) := ((this . {operation} [k]) ; (this . repOK []));"
    program = parse(text.replace("bool repOK() :=", f"{kept}\n  bool repOK() :=", 1), "here.tiny")
    assert all(run(program, heap).value is True for heap in valid_inputs(structure, operation, 6))


@pytest.mark.parametrize(
    ("structure", "operation", "scope", "strategy"),
    [(*each, strategy) for each, strategy in zip(OPERATIONS, cycle(STRATEGIES), strict=False)],
)
def test_the_paths_are_those_that_valid_inputs_take(
    structure: str, operation: str, scope: int, strategy: str, tmp_path: Path
) -> None:
    """Strategies take turns: operations on one structure, which have one invariant, meet both."""
    target = tmp_path / "subject.tiny"
    target.write_text(source_of(structure, operation))
    exploration = explore(
        target, strategy=strategy, precondition="compiled", bounds=Bounds(max_objects=scope)
    )
    paths = list(exploration)
    account = exploration.account
    assert account.is_settled and not account.cuts
    assert exploration.summary.precondition == "compiled"
    ends = [
        (path.trace_texts, path.outcome.kind.value, path.outcome.exception, path.outcome.at)
        for path in paths
    ]
    assert len(ends) == len(set(ends))
    assert set(ends) == ends_of_valid_inputs(structure, operation, scope, str(target))
    check = parse(source_of(structure, "repOK").replace("[X0]", "[]"), "here.tiny")
    for path in paths:
        assert path.replayed
        assert run(check, path.input).value is True


def test_find_in_a_search_tree_of_three_nodes_has_22_paths(tmp_path: Path) -> None:
    target = tmp_path / "subject.tiny"
    target.write_text(source_of("search_tree", "has"))
    run = explore(target, precondition="compiled", bounds=Bounds(max_objects=3))
    assert run.count().counts.paths == 22
