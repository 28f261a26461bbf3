"""SymSolve decides whether a partially symbolic structure extends to a valid one."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.run_context import StoppedError
from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.frontends.loading import load
from heapwise.frontends.precondition_choice import prepare
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap, LazyObject, Pending
from heapwise.program import FieldDecl, InputError, Program
from heapwise.structure.run.harness import invariant_roots
from heapwise.structure.run.preconditions import PRECONDITIONS
from heapwise.structure.search.hybrid import HybridInvariant
from heapwise.structure.search.symsolve import Structure, SymSolve, Vector
from heapwise.structure.search.vectors import LENGTH
from heapwise.structure.to_python.deriving import Scope, structure_of
from heapwise.terms import BOOL, INT, NULL, REF, Scalar, eq, location, not_, symbol

_TINY = Path(__file__).parent / "tree.tiny"
_TABLE = Path(__file__).parent / "table.tiny"


def _undecided(condition: Scalar) -> bool | None:
    return None


@pytest.fixture
def program() -> Program:
    return load(_TINY)


@pytest.fixture
def table() -> Program:
    return load(_TABLE)


def _structure(program: Program, scope: int) -> Structure:
    bounds = Bounds(max_objects=scope, max_objects_of={"Tree": 1})
    return structure_of(program, invariant_roots(program), Scope.of(bounds))


def _partial(program: Program, links: dict[str, dict[str, str | None]]) -> LazyHeap:
    """A heap in which these fields are known: `{"tree": {"root": "a"}, "a": {"left": None}}`."""
    tree, node = program.classes["Tree"], program.classes["Node"]
    names = {name: number for number, name in enumerate(links, 1)}
    objects = {}
    for name, known in links.items():
        cls = tree if name == "tree" else node
        initial = {
            cls.fields()[field]: NULL if to is None else location(names[to])
            for field, to in known.items()
        }
        place = symbol(name, REF)
        objects[location(names[name])] = LazyObject(place, cls, (cls,), 0, initial, initial)
    return LazyHeap(objects=objects, inputs={"Y0": location(names["tree"])}, met=len(links))


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ({"tree": {}}, True),
        ({"tree": {"root": None}}, True),
        ({"tree": {"root": "a"}, "a": {}}, True),
        ({"tree": {"root": "a"}, "a": {"left": "a"}}, False),  # a cycle
        ({"tree": {"root": "a"}, "a": {"left": "b", "right": "b"}, "b": {}}, False),  # shared
        ({"tree": {"root": "a"}, "a": {"left": "b"}, "b": {"right": "a"}}, False),
        ({"tree": {"root": "a"}, "a": {"right": "b"}, "b": {"left": "c"}, "c": {}}, True),
    ],
)
def test_structures_that_are_known_in_part(
    program: Program, links: dict[str, dict[str, str | None]], expected: bool
) -> None:
    heap = _partial(program, links)
    for symmetric in (True, False):
        solver = SymSolve(_structure(program, 4), symmetric=symmetric)
        assert solver.extends(heap, _undecided) is expected


def test_the_example_of_figure_4(program: Program) -> None:
    """N0.left = N2, N0.right = N1, N1.left = N1 is spurious: N1 is its own child."""
    links: dict[str, dict[str, str | None]] = {
        "tree": {"root": "n0"},
        "n0": {"right": "n1", "left": "n2"},
        "n1": {"left": "n1"},
        "n2": {"left": "n3"},
        "n3": {},
    }
    assert not SymSolve(_structure(program, 6)).extends(_partial(program, links), _undecided)
    links["n1"] = {}
    assert SymSolve(_structure(program, 6)).extends(_partial(program, links), _undecided)


def test_more_objects_than_the_scope_has_are_not_valid(program: Program) -> None:
    heap = _partial(program, {"tree": {"root": "a"}, "a": {"left": "b"}, "b": {}})
    assert SymSolve(_structure(program, 2)).extends(heap, _undecided)
    assert not SymSolve(_structure(program, 1)).extends(heap, _undecided)
    assert list(SymSolve(_structure(program, 1)).encoder.vectors(heap, _undecided) or ()) == []


def test_objects_are_numbered_in_the_order_in_which_they_are_met(program: Program) -> None:
    """Figure 5: breadth first."""
    links: dict[str, dict[str, str | None]] = {
        "tree": {"root": "a"},
        "a": {"left": "b", "right": "c"},
        "b": {"left": "d"},
        "c": {},
        "d": {},
    }
    solver = SymSolve(_structure(program, 5))
    [vector] = list(solver.encoder.vectors(_partial(program, links), _undecided) or ())
    space = solver.space
    met = [space.number_of[id(each)] for _, each in sorted(vector.fixed.items())]
    assert met == [*space.members["Tree"], *space.members["Node"][:4]]


def test_symmetry_breaking_looks_at_fixed_fields_that_the_invariant_has_not_read(
    program: Program,
) -> None:
    """§3.3: with the fields read alone, a new object could not get a number beyond those fixed."""
    links: dict[str, dict[str, str | None]] = {
        "tree": {"root": "a"},
        "a": {"right": "b"},
        "b": {"right": "c"},
        "c": {"right": "d"},
        "d": {"right": None},
    }
    solver = SymSolve(_structure(program, 5))
    [vector] = list(solver.encoder.vectors(_partial(program, links), _undecided) or ())
    found = [space.heap() for space in solver.solutions(vector)]
    five = [heap for heap in found if sum(ref.name.startswith("Node") for ref in heap.objects) == 5]
    assert len(five) == 4  # the fifth node is a left child of one of the four


def test_answers_are_those_of_plain_enumeration(program: Program) -> None:
    """Every way to know some of the fields of at most two nodes, against all trees of the scope."""
    scope = 3
    structure = _structure(program, scope)
    trees = _all_trees(scope)
    solvers = [
        SymSolve(structure),
        SymSolve(structure, memoise=True),
        SymSolve(structure, symmetric=False),
    ]
    unknown = object()
    targets = (unknown, None, "a", "b")
    checked = 0
    for left, right, below in product(targets, targets, targets):
        a = {k: v for k, v in (("left", left), ("right", right)) if v is not unknown}
        b = {} if below is unknown else {"left": below}
        links: dict[str, dict[str, object]] = {"tree": {"root": "a"}, "a": a, "b": b}
        if "b" not in a.values():
            del links["b"]
            if below is not unknown:
                continue
        expected = any(_matches(tree, links) for tree in trees)
        for solver in solvers:
            heap = _partial(program, links)  # type: ignore[arg-type]
            assert solver.extends(heap, _undecided) is expected, links
        checked += 1
    assert checked > 20


Tree = tuple[object, object] | None


def _all_trees(most: int) -> list[Tree]:
    by_size: dict[int, list[Tree]] = {0: [None]}
    for size in range(1, most + 1):
        by_size[size] = [
            (left, right)
            for below in range(size)
            for left in by_size[below]
            for right in by_size[size - 1 - below]
        ]
    return [tree for trees in by_size.values() for tree in trees]


def _matches(tree: Tree, links: dict[str, dict[str, object]]) -> bool:
    """Does the tree agree with what is known, distinct names being distinct nodes?"""
    places: dict[str, str] = {}

    def visit(node: object, name: str, path: str) -> bool:
        if not isinstance(node, tuple) or places.get(name, path) != path:
            return False
        places[name] = path
        for side, child in zip(("left", "right"), node, strict=True):
            to = links[name].get(side, links)
            if to is links:
                continue
            if to is None:
                if child is not None:
                    return False
            elif not visit(child, str(to), path + side[0]):
                return False
        return True

    return visit(tree, "a", "") and len(set(places.values())) == len(places)


def test_the_hybrid_invariant_is_conservative(program: Program) -> None:
    """It says false only if the known part alone shows it (§2.2)."""
    hybrid = HybridInvariant(_structure(program, 4))

    def ask(links: dict[str, dict[str, str | None]]) -> bool:
        return hybrid.extends(_partial(program, links), _undecided)

    assert ask({"tree": {"root": "a"}, "a": {"right": "a"}})  # `left` is looked at first
    assert not ask({"tree": {"root": "a"}, "a": {"left": "a"}})
    known: dict[str, dict[str, str | None]] = {
        "tree": {"root": "a"},
        "a": {"left": None, "right": "a"},
    }
    assert not ask(known)


def test_memoisation_answers_without_a_search(program: Program) -> None:
    solver = SymSolve(_structure(program, 3), memoise=True)
    heap = _partial(program, {"tree": {"root": "a"}, "a": {"left": "a"}})
    assert not solver.extends(heap, _undecided)
    tried = solver.search.statistics.candidates
    assert not solver.extends(heap, _undecided)
    assert solver.search.statistics.candidates == tried
    assert solver.counts.remembered == 1


def test_answers_are_remembered_by_values_and_by_the_identity_of_objects() -> None:
    class Alike:
        def __repr__(self) -> str:
            return "1"

    values: list[object] = [1, True, 1.0, "1", Alike(), Alike(), None]
    assert len({Vector({0: value}).key() for value in values}) == len(values)
    assert Vector({0: "".join(["t", "o"])}).key() == Vector({0: "to"}).key()


def test_a_remembered_yes_is_a_yes(program: Program) -> None:
    solver = SymSolve(_structure(program, 3), memoise=True)
    heap = _partial(program, {"tree": {"root": "a"}, "a": {}})
    assert solver.extends(heap, _undecided)
    tried = solver.search.statistics.candidates
    assert solver.extends(heap, _undecided)
    assert solver.search.statistics.candidates == tried
    assert solver.counts.remembered == 1


def test_structures_that_cannot_be_completed_are_counted(program: Program) -> None:
    solver = SymSolve(_structure(program, 3))
    assert solver.extends(_partial(program, {"tree": {"root": None}}), _undecided)
    assert (solver.counts.queries, solver.counts.unsatisfiable) == (1, 0)
    looped = _partial(program, {"tree": {"root": "a"}, "a": {"left": "a"}})
    assert not solver.extends(looped, _undecided)
    assert (solver.counts.queries, solver.counts.unsatisfiable) == (2, 1)


@pytest.mark.parametrize(
    ("size", "not_null", "expected"),
    [(0, False, True), (0, True, False), (1, False, True), (1, True, True)],
)
def test_what_the_path_has_decided_of_open_fields(
    program: Program, size: int, not_null: bool, expected: bool
) -> None:
    """The root is some node or null, or some node; the number of nodes is known."""
    tree, node = program.classes["Tree"], program.classes["Node"]
    root, number = symbol("root", REF), symbol("size", INT)
    fields: dict[FieldDecl, Scalar] = {tree.fields()["root"]: root, tree.fields()["size"]: number}
    heap = LazyHeap(
        objects={location(1): LazyObject(symbol("t", REF), tree, (tree,), 0, fields, fields)},
        inputs={"Y0": location(1)},
        pending={root: Pending(node, (node,), 1, not_null)},
        met=1,
    )
    known = eq(number, size)
    solver = SymSolve(_structure(program, 3))
    assert solver.extends(heap, lambda asked: True if asked is known else None) is expected


def test_a_search_looks_at_the_clock_now_and_then(program: Program) -> None:
    """So a short one may end after its deadline, and a long one is stopped soon after."""
    short, long = SymSolve(_structure(program, 2)).search, SymSolve(_structure(program, 8)).search
    short.deadline = long.deadline = -1.0
    assert list(short.valid())
    assert short.statistics.candidates > 1
    with pytest.raises(StoppedError):
        list(long.valid())
    assert long.statistics.candidates == 1024


def test_breaking_symmetry_tries_fewer_candidates(program: Program) -> None:
    heap = _partial(program, {"tree": {"root": "a"}, "a": {"right": "a"}})
    tried = []
    for symmetric in (True, False):
        solver = SymSolve(_structure(program, 4), symmetric=symmetric)
        assert not solver.extends(heap, _undecided)
        tried.append(solver.search.statistics.candidates)
    assert tried[0] * 5 < tried[1]


def test_a_scope_is_asked_for(program: Program) -> None:
    with pytest.raises(InputError, match="--max-objects"):
        prepare(program, PRECONDITIONS["symsolve"], None, Bounds())


def test_arrays_and_several_classes(table: Program) -> None:
    """Both buckets empty; one of three kinds of item in one of two; or a pair of distinct items."""
    target = f"{_TABLE}:Table"
    found = list(enumerate_inputs(target, 2, max_length=3, complete=False))
    assert len(found) == len({str(heap) for heap in found}) == 1 + 2 * 3 + 3 * 3
    every = enumerate_inputs(target, 2, max_length=3, complete=False, symmetric=False)
    assert {str(heap) for heap in every} == {str(heap) for heap in found}


@pytest.mark.parametrize(("items", "expected"), [(3, False), (4, True)])
def test_with_too_many_classes_to_choose_from_anything_may_be_valid(
    table: Program, items: int, expected: bool
) -> None:
    """A table without buckets is not; but 3^4 ways to choose the classes of items are not tried."""
    bounds = Bounds(max_objects=4, max_length=3)
    solver = SymSolve(structure_of(table, invariant_roots(table), Scope.of(bounds)))
    cls, item = table.classes["Table"], table.classes["Item"]
    known = {cls.fields()["buckets"]: NULL}
    objects = {location(1): LazyObject(symbol("t", REF), cls, (cls,), 0, known, known)}
    for number in range(2, 2 + items):
        place = symbol(f"i{number}", REF)
        objects[location(number)] = LazyObject(place, item, table.subtypes(item), 0, {}, {})
    heap = LazyHeap(objects=objects, inputs={"Y0": location(1)}, met=len(objects))
    assert solver.extends(heap, _undecided) is expected
    assert (solver.counts.queries == 0) is expected


@pytest.mark.parametrize("memoise", [False, True])
def test_a_length_that_the_path_has_ruled_out(table: Program, memoise: bool) -> None:
    """The invariant wants two buckets: a path on which there is at most one is spurious. An answer
    that was remembered on one path is not given to a path that does not allow it."""
    bounds = Bounds(max_objects=2, max_length=3)
    structure = structure_of(table, invariant_roots(table), Scope.of(bounds))
    solver = SymSolve(structure, memoise=memoise)
    array, cls = table.classes["Item[]"], table.classes["Table"]
    length = symbol("length", INT)
    buckets = LazyObject(
        symbol("b", REF), array, (array,), 1, {}, {array.fields()["length"]: length}
    )
    known = {cls.fields()["buckets"]: location(2)}
    objects = {
        location(1): LazyObject(symbol("t", REF), cls, (cls,), 0, known, known),
        location(2): buckets,
    }
    heap = LazyHeap(objects=objects, inputs={"Y0": location(1)}, met=2)
    for n in (0, 1, 2, 3, 2, 0):
        assert solver.extends(heap, _undecided, partial(_is, eq(length, n))) is (n == 2)
    assert solver.counts.remembered == memoise


def _is(wanted: Scalar, asked: Scalar) -> bool:
    return asked is wanted


LAMP = """
class Lamp {
  bool lit;
  bool repOK() := (this . lit);
}
(Y0 . repOK [])
"""


@pytest.mark.parametrize("memoise", [False, True])
def test_a_truth_value_that_the_path_has_ruled_out(memoise: bool) -> None:
    """The invariant wants a lamp to be lit."""
    lamp = lower(parse(LAMP, "lamp.tiny"), "lamp.tiny")
    structure = structure_of(lamp, invariant_roots(lamp), Scope.of(Bounds(max_objects=1)))
    solver = SymSolve(structure, memoise=memoise)
    cls, lit = lamp.classes["Lamp"], symbol("lit", BOOL)
    known = {cls.fields()["lit"]: lit}
    objects = {location(1): LazyObject(symbol("l", REF), cls, (cls,), 0, known, known)}
    heap = LazyHeap(objects=objects, inputs={"Y0": location(1)}, met=1)
    for _ in range(2):
        assert solver.extends(heap, _undecided, partial(_is, lit))
        assert not solver.extends(heap, _undecided, partial(_is, not_(lit)))
        assert solver.extends(heap, _undecided)


ROPE = """
class Rope {
  int length;
  bool knotted;
  bool repOK() := ((this . length) = 1);
}
(Y0 . repOK [])
"""


@pytest.mark.parametrize("text", [_TABLE.read_text(), ROPE], ids=["table", "rope"])
def test_every_field_length_and_element_has_a_slot_of_its_own(text: str) -> None:
    """A field that is called `length` too."""
    program = lower(parse(text, "here.tiny"), "here.tiny")
    bounds = Bounds(max_objects=2, max_length=3)
    space = structure_of(program, invariant_roots(program), Scope.of(bounds)).space()
    slots = []
    for number, scope in enumerate(space.scope_of):
        names: list[str | int] = [*scope.fields]
        if scope.element is not None:
            names += [LENGTH, *range(scope.lengths[1])]
        for name in names:
            slots.append(space.slot(number, name))
            assert space.places[slots[-1]] == (number, name)
    assert sorted(slots) == list(range(len(space.finitization.roots), space.size))
