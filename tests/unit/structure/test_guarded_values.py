"""Guarded values mean what they were made of, for every assignment of the conditions in them.

Values are made at random of merges, choices, sums and selections of constants; beside each stands a
function that computes with plain Python what it should be.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from heapwise.solver import Kind, Model, PathCondition
from heapwise.structure.formula.guarded import (
    Names,
    Table,
    Tables,
    combine,
    holds,
    known,
    same,
    union,
)
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    Concrete,
    Op,
    Scalar,
    Term,
    add,
    and_,
    location,
    lt,
    not_,
    or_,
    sub,
    symbol,
)
from heapwise.terms.guards import gathered

P, Q, R = (symbol(name, BOOL) for name in "pqr")
OBJECTS: list[Scalar] = [NULL, location(1), location(2), location(3)]
WORLDS = [dict(zip((P, Q, R), values, strict=True)) for values in product((True, False), repeat=3)]

World = dict[Term, bool]
Meaning = Callable[[World], int]


class Evaluation:
    """The value of a term in a world: names stand for what they mean."""

    def __init__(self, names: Names, world: World) -> None:
        self._names = names
        self._model = Model(values=dict(world))
        self._told: set[Term] = set()

    def of(self, value: Scalar) -> Concrete:
        for each in value.symbols - self._told if isinstance(value, Term) else ():
            meaning = self._names.meaning_of(each)
            self._told.add(each)
            if meaning is not None:
                value_of_it = self.of(meaning)
                self._model = self._model.with_value(each, value_of_it)
        return self._model.evaluate(value)


class Maker:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.names = Names()
        self.tables = Tables(lambda _: OBJECTS, self.names)

    def condition(self) -> tuple[Term, Callable[[World], bool]]:
        a, b = self._random.sample([P, Q, R], 2)
        options: list[tuple[Scalar, Callable[[World], bool]]] = [
            (a, lambda world: world[a]),
            (not_(a), lambda world: not world[a]),
            (and_(a, b), lambda world: world[a] and world[b]),
            (or_(a, not_(b)), lambda world: world[a] or not world[b]),
        ]
        term, meaning = self._random.choice(options)
        assert isinstance(term, Term)
        return term, meaning

    def reference(self, depth: int) -> tuple[Scalar, Meaning]:
        if depth == 0:
            chosen = self._random.choice(OBJECTS)
            assert isinstance(chosen, Term)
            number = chosen.value
            assert isinstance(number, int)
            return chosen, lambda _: number
        return self._either(self.reference, depth)

    def number(self, depth: int) -> tuple[Scalar, Meaning]:
        if depth == 0:
            number = self._random.randrange(-2, 3)
            return number, lambda _: number
        if self._random.random() < 0.3:
            (x, mx), (y, my) = self.number(depth - 1), self.number(depth - 1)
            if self._random.random() < 0.5:
                return add(x, y), lambda world: mx(world) + my(world)
            return sub(x, y), lambda world: mx(world) - my(world)
        return self._either(self.number, depth)

    def _either(
        self, make: Callable[[int], tuple[Scalar, Meaning]], depth: int
    ) -> tuple[Scalar, Meaning]:
        condition, holds_in = self.condition()
        (x, mx), (y, my) = make(depth - 1), make(depth - 1)
        merge = self._random.choice([self.tables.merge, self.tables.choice])
        return merge(condition, x, y), lambda world: mx(world) if holds_in(world) else my(world)


def value_in(table: Table, evaluation: Evaluation) -> object:
    """The one alternative whose guard holds."""
    (found,) = [value for value, guard in table.items() if evaluation.of(guard) is True]
    return found.value if isinstance(found, Term) else found


@pytest.mark.parametrize("seed", range(4))
def test_values_are_what_they_were_made_of(seed: int) -> None:
    maker = Maker(seed)
    for _ in range(25):
        for value, meaning in (maker.reference(3), maker.number(3)):
            table = maker.tables.of(value)
            assert table is not None
            settled = maker.tables.settled(value)
            for world in WORLDS:
                evaluation = Evaluation(maker.names, world)
                expected = meaning(world)
                assert evaluation.of(value) == expected
                assert evaluation.of(settled) == expected
                assert value_in(table, evaluation) == expected


@pytest.mark.parametrize("seed", range(3))
def test_questions_about_two_values(seed: int) -> None:
    maker = Maker(seed)
    for _ in range(15):
        (x, mx), (y, my) = maker.number(2), maker.number(2)
        left, right = maker.tables.references(x), maker.tables.references(y)
        total = combine(left, right, lambda a, b: a * 10 + b)
        zero: Table = {0: P, 5: not_(P)}
        tables = {**dict.fromkeys(left, right), 0: zero}
        lookup = gathered((guard, tables[each].items()) for each, guard in left.items())
        first = union(Q, left, right)
        equal = same(left, right)
        small = holds(left, lambda number: int(number) < 1)  # type: ignore[arg-type]
        for world in WORLDS:
            evaluation = Evaluation(maker.names, world)
            a, b = mx(world), my(world)
            assert value_in(total, evaluation) == a * 10 + b
            assert value_in(lookup, evaluation) == ((0 if world[P] else 5) if a == 0 else b)
            assert value_in(first, evaluation) == (a if world[Q] else b)
            assert evaluation.of(equal) is (a == b)
            assert evaluation.of(small) is (a < 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_selection_is_the_choice_whose_guard_holds(seed: int) -> None:
    maker = Maker(seed)
    guards: list[Scalar] = [and_(P, Q), and_(P, not_(Q)), not_(P), False]
    for _ in range(10):
        made = [maker.reference(2) for _ in guards]
        row = maker.names.select_row(
            [(g, maker.tables.references(x)) for g, (x, _) in zip(guards, made, strict=True)]
        )
        numbers = [maker.number(1) for _ in guards]
        chosen = maker.names.select(
            [(g, x) for g, (x, _) in zip(guards, numbers, strict=True)], INT
        )
        for world in WORLDS:
            which = (0 if world[Q] else 1) if world[P] else 2
            evaluation = Evaluation(maker.names, world)
            assert value_in(row, evaluation) == made[which][1](world)
            assert evaluation.of(chosen) == numbers[which][1](world)


def test_a_selection_that_is_no_choice_has_no_name() -> None:
    names = Names()
    one, two = OBJECTS[1], OBJECTS[2]
    assert names.select_row([(P, {one: True}), (not_(P), {one: True})]) == {one: True}
    assert names.select_row([(False, {one: True}), (True, {two: True})]) == {two: True}
    assert names.select([(P, 3), (not_(P), 3)], INT) == 3
    assert names.select([(False, 4), (True, 3), (P, 5)], INT) == 3
    assert names.selections == {}


def test_what_a_path_knows_of_alternatives() -> None:
    table: dict[Scalar, Scalar] = {1: P, 2: and_(not_(P), Q), 3: R}
    path = PathCondition()
    assert known(path, table) == table
    denied = not_(P)
    assert isinstance(denied, Term)
    assert known(path.extend(denied, Kind.CHOICE, None), table) == {2: table[2], 3: R}
    assert known(path.extend(P, Kind.CHOICE, None), table) == {1: True}
    assert known(path.extend(denied, Kind.CHOICE, None), {1: P}) == {1: P}


def test_numbers_of_the_input_are_alternatives_of_their_own() -> None:
    n = symbol("n", INT)
    tables = Tables(lambda _: OBJECTS, Names())
    value = tables.merge(P, n, 3)
    assert tables.of(value) is None or n not in (tables.of(value) or {})
    assert tables.numbers(value) == {n: P, 3: not_(P)}
    assert tables.numbers(n) == {n: True}
    assert tables.choice(P, 1, 1) == 1
    nested = tables.choice(P, tables.choice(P, 1, 2), tables.choice(P, 3, 4))
    assert isinstance(nested, Term) and nested.args == (P, 1, 4)
    condition = lt(n, 0)
    assert isinstance(condition, Term)
    assert tables.merge(condition, 1, 2).op == Op.ITE  # type: ignore[union-attr]
