"""What an invariant answers is kept as a tree, which says of every question what a search says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.run_context import StoppedError
from heapwise.frontends.loading import load
from heapwise.structure.run.harness import invariant_roots
from heapwise.structure.search.decision_tree import DecisionTree, FullError
from heapwise.structure.search.korat import Search
from heapwise.structure.search.symsolve import Structure, SymSolve, Vector
from heapwise.structure.search.vectors import Space
from heapwise.structure.to_python.deriving import Scope, structure_of

_HERE = Path(__file__).parent
_COMPILED = _HERE.parents[1] / "programs_compiled"
_PROGRAMS = {
    "tree": (_HERE / "tree.tiny", Bounds(max_objects=4, max_objects_of={"Tree": 1})),
    "table": (_HERE / "table.tiny", Bounds(max_objects=2, max_length=2)),
    "red_black": (_COMPILED / "red_black.tiny", Bounds(max_objects=3)),
    "doubly_linked": (_COMPILED / "doubly_linked.tiny", Bounds(max_objects=3)),
}


def structure(name: str) -> Structure:
    path, bounds = _PROGRAMS[name]
    program = load(path)
    return structure_of(program, invariant_roots(program), Scope.of(bounds))


def question(space: Space, dice: random.Random) -> Vector:
    """Some fields of objects that hang together, numbered as they are met; a value is null, an
    object that was met before, the next one, or any number."""
    fixed: dict[int, object] = {}
    not_null: set[int] = set()
    met: dict[str, int] = {}
    waiting = list(range(len(space.finitization.roots)))
    for slot in waiting:
        kind = dice.random()
        if kind < 0.1 and space.choices[slot][0] is None:
            not_null.add(slot)
        if kind < 0.45:
            continue
        value = dice.choice(space.choices[slot])
        number = space.number_of.get(id(value))
        if number is not None and space.objects[number] is value:
            name = space.scope_of[number].name
            used = met.get(name, 0)
            ordinal = space.members[name].index(number)
            if ordinal >= used:
                number = space.members[name][used]
                value, met[name] = space.objects[number], used + 1
                start = space.base[number]
                waiting += [
                    each for each in range(start, space.size) if space.places[each].owner == number
                ]
        fixed[slot] = value
    return Vector(fixed, frozenset(not_null))


@pytest.mark.parametrize("name", _PROGRAMS)
def test_it_says_what_a_search_says(name: str) -> None:
    with_tree, plain = SymSolve(structure(name), memoise=True), SymSolve(structure(name))
    dice = random.Random(1)
    said = set()
    for _ in range(400):
        here = question(with_tree.space, dice)
        there = Vector(
            {
                slot: _same(plain.space, with_tree.space, value)
                for slot, value in here.fixed.items()
            },
            here.not_null,
        )
        expected = plain.satisfiable(there)
        assert with_tree.satisfiable(here) is expected, here.fixed
        said.add(expected)
    assert said == {True, False}
    assert with_tree.search.statistics.candidates < plain.search.statistics.candidates / 4


def _same(space: Space, other: Space, value: object) -> object:
    number = other.number_of.get(id(value))
    return value if number is None else space.objects[number]


def test_what_is_isomorphic_is_asked_once() -> None:
    solver = SymSolve(structure("tree"), memoise=True)
    space = solver.space
    first, second, third = (space.objects[number] for number in space.members["Node"][:3])
    tree = space.objects[space.members["Tree"][0]]
    root = space.slot(space.members["Tree"][0], "root")
    left, right = (
        [space.slot(number, side) for number in space.members["Node"]] for side in ("left", "right")
    )

    def ask(*links: tuple[int, object]) -> bool:
        return solver.satisfiable(Vector({0: tree, root: first, **dict(links)}))

    assert not ask((left[0], second), (right[0], third), (left[1], third))
    tried = solver.search.statistics.candidates
    assert not ask((right[0], second), (left[0], third), (left[2], second))
    assert solver.search.statistics.candidates == tried


def test_a_value_of_no_domain_and_a_full_tree_are_left_to_the_search() -> None:
    solver = SymSolve(structure("red_black"), memoise=True)
    search = Search(solver.space, lambda: True)
    for most, fixed in ((10, {0: "of no domain"}), (-1, {})):
        with pytest.raises(FullError):
            DecisionTree(solver.space, search.ask, search.look, most).has_valid(fixed, ())
    fixed = {0: solver.space.objects[0]}
    assert solver.satisfiable(Vector(fixed))
    size = solver.space.slot(0, "size")
    assert not solver.satisfiable(Vector({**fixed, size: 99}))


def test_what_leads_to_no_valid_structure_is_one_answer_and_takes_no_room() -> None:
    solver = SymSolve(structure("tree"), memoise=True)
    space = solver.space

    def reads_and_refuses() -> bool:
        space.touch_reachable()
        return False

    search = Search(space, reads_and_refuses)
    tree = DecisionTree(space, search.ask, search.look, most=100)
    assert not tree.has_valid({}, ()) and not tree.edges
    tried = search.statistics.candidates
    assert tried > 1000 and not tree.has_valid({0: space.objects[0]}, ())
    assert search.statistics.candidates == tried


def test_it_looks_at_the_clock() -> None:
    """A long search ends soon after its deadline."""
    _, bounds = _PROGRAMS["tree"]
    program = load(_PROGRAMS["tree"][0])
    larger = Scope.of(Bounds(max_objects=9, max_objects_of=bounds.max_objects_of))
    solver = SymSolve(structure_of(program, invariant_roots(program), larger), memoise=True)
    solver.search.deadline = -1.0
    space = solver.space
    tree, node = (space.members[name][0] for name in ("Tree", "Node"))
    looped = {space.slot(node, "right"): space.objects[node]}
    root = {0: space.objects[tree], space.slot(tree, "root"): space.objects[node]}
    with pytest.raises(StoppedError):
        solver.satisfiable(Vector({**root, **looped}))
    assert solver.search.statistics.candidates == 1024
