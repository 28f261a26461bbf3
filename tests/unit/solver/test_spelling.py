"""The two laws of spelled conditions, on random conditions and strings: strings that satisfy a
condition satisfy the spelled one, however long they are, and if all of them are spelled to their
end, strings that do not satisfy the one do not satisfy the other."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from heapwise.solver import PathCondition, Verdict
from heapwise.solver.spelled_text import Length
from heapwise.solver.spelling import Names, Speller
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    INT,
    STR,
    Scalar,
    Term,
    add,
    and_,
    eq,
    evaluate,
    int_of_str,
    ite,
    lt,
    not_,
    or_,
    str_at,
    str_code,
    str_concat,
    str_contains,
    str_from_code,
    str_index_of,
    str_is_ascii,
    str_is_latin,
    str_length,
    str_lt,
    str_of_int,
    str_prefix_of,
    str_replace_first,
    str_substring,
    str_suffix_of,
    sub,
    symbol,
)

STRINGS = [symbol("s", STR), symbol("t", STR)]
NUMBER = symbol("n", INT)
LETTERS = "ab1é0"
LIMIT = 3


def a_string(source: random.Random, most: int) -> str:
    return "".join(source.choice(LETTERS) for _ in range(source.randint(0, most)))


def a_text(source: random.Random, depth: int) -> Scalar:
    if depth == 0 or source.random() < 0.25:
        known: list[Scalar] = [*STRINGS, *STRINGS, a_string(source, 4)]
        return source.choice(known)
    text = partial(a_text, source, depth - 1)
    number = partial(a_number, source, depth - 1)
    made: list[Callable[[], Scalar]] = [
        lambda: str_concat(text(), text()),
        lambda: str_at(text(), number()),
        lambda: str_substring(text(), number(), number()),
        lambda: str_replace_first(text(), text(), text()),
        lambda: str_from_code(number()),
        lambda: str_of_int(number()),
        lambda: ite(a_condition(source, depth - 1), text(), text()),
    ]
    return source.choice(made)()


def a_number(source: random.Random, depth: int) -> Scalar:
    if depth == 0 or source.random() < 0.3:
        known: list[Scalar] = [NUMBER, source.randint(-1, 4)]
        return source.choice(known)
    text = partial(a_text, source, depth - 1)
    number = partial(a_number, source, depth - 1)
    made: list[Callable[[], Scalar]] = [
        lambda: str_length(text()),
        lambda: str_index_of(text(), text(), number()),
        lambda: str_code(text()),
        lambda: int_of_str(text()),
        lambda: add(number(), number()),
        lambda: sub(number(), number()),
    ]
    return source.choice(made)()


def a_condition(source: random.Random, depth: int) -> Scalar:
    text, number = partial(a_text, source, depth), partial(a_number, source, depth)
    made: list[Callable[[], Scalar]] = [
        lambda: eq(text(), text()),
        lambda: eq(number(), number()),
        lambda: lt(number(), number()),
        lambda: str_lt(text(), text()),
        lambda: str_contains(text(), text()),
        lambda: str_prefix_of(text(), text()),
        lambda: str_suffix_of(text(), text()),
        lambda: str_is_ascii(text()),
        lambda: str_is_latin(text()),
    ]
    if depth:
        part = partial(a_condition, source, depth - 1)
        made += [lambda: and_(part(), part()), lambda: or_(part(), part())]
    return source.choice(made)()


class Given:
    def __init__(self, values: dict[Term, int | str]) -> None:
        self.values = values

    def symbol_value(self, symbol: Term) -> int | str:
        return self.values[symbol]

    def map_value(self, map_symbol: Term, keys: tuple[object, ...]) -> int:
        raise AssertionError


def is_possible(conditions: list[Scalar]) -> bool:
    condition = and_(*conditions)
    if not isinstance(condition, Term):
        return bool(condition)
    return Z3Solver(60).check(PathCondition(), condition).verdict is not Verdict.UNSAT


def numbers_of(names: Names, cell: Term, text: str) -> list[Scalar]:
    """That this string of the input is this one, in numbers."""
    found = [eq(symbol(f"length of {cell.value}", INT), len(text))]
    for position, letter in enumerate(text[:LIMIT]):
        found.append(eq(symbol(f"{position} of {cell.value}", INT), ord(letter) - ord("a")))
    if len(text) > LIMIT:
        tail = symbol(f"from {LIMIT} of {cell.value}", INT)
        found.append(eq(tail, names.of_rest(text[LIMIT:])))
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("longest", [LIMIT, 6])
def test_strings_satisfy_the_spelled_condition_if_they_satisfy_the_condition(
    seed: int, longest: int
) -> None:
    source = random.Random(f"{seed} {longest}")
    for _ in range(25):
        term = a_condition(source, 2)
        if not isinstance(term, Term):
            continue
        values: dict[Term, int | str] = {cell: a_string(source, longest) for cell in STRINGS}
        values[NUMBER] = source.choice([-12, -1, 0, 1, 2, 3, 49, 97, 12345])
        held = bool(evaluate(term, Given(values), {}))
        names = Names()
        known = {
            cell: source.choice([Length(), Length(len(text), len(text)), Length(0, longest)])
            for cell, text in values.items()
            if isinstance(text, str)
        }
        spelled, facts = Speller(LIMIT, known, names).condition(term)
        given = [eq(NUMBER, values[NUMBER]), *facts]
        for cell in STRINGS:
            given += numbers_of(names, cell, str(values[cell]))
        as_it_is = spelled if held else not_(spelled)
        assert is_possible([*given, as_it_is]), f"{term} of {values} with {known}"


@pytest.mark.parametrize("seed", range(12))
def test_what_is_spelled_to_its_end_is_exact(seed: int) -> None:
    """With room for all strings, and numbers of few digits, nothing is unknown."""
    source = random.Random(seed)
    limit = 60
    for _ in range(25):
        term = a_condition(source, 2)
        if not isinstance(term, Term):
            continue
        values: dict[Term, int | str] = {cell: a_string(source, 3) for cell in STRINGS}
        values[NUMBER] = source.choice([-1, 0, 1, 2, 3, 49, 97])
        held = bool(evaluate(term, Given(values), {}))
        names = Names()
        known = dict.fromkeys(STRINGS, Length(0, 3))
        spelled, facts = Speller(limit, known, names).condition(term)
        given = [eq(NUMBER, values[NUMBER]), *facts]
        for cell in STRINGS:
            given += numbers_of(names, cell, str(values[cell]))
        other = not_(spelled) if held else spelled
        assert is_possible([*given, not_(other)])
        if "int_of_str" not in repr(term):
            assert not is_possible([*given, other]), f"{term} of {values}"


def test_what_lies_in_a_tail_may_be_anything() -> None:
    s = STRINGS[0]
    letter = str_at(s, NUMBER)
    for text, number, condition in (
        ("aaab", 3, eq(letter, "b")),
        ("aaab", 3, not_(eq(letter, "a"))),
        ("aaabc", 3, eq(str_substring(s, NUMBER, 2), "bc")),
        ("aaab1", 4, eq(int_of_str(str_at(s, NUMBER)), 1)),
        ("aaab", 3, str_suffix_of("b", s)),
        ("aaab", 3, str_contains(s, "b")),
        ("aaab", 3, eq(str_index_of(s, "b", 0), NUMBER)),
        ("aaab", 3, lt(str_code("a"), str_code(letter))),
    ):
        assert isinstance(condition, Term)
        names = Names()
        spelled, facts = Speller(LIMIT, {}, names).condition(condition)
        given = [eq(NUMBER, number), *facts, *numbers_of(names, s, text)]
        assert is_possible([*given, spelled]), f"{condition} of {text}"
