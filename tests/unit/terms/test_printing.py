"""Terms print like source code."""

from __future__ import annotations

import math

import pytest

from heapwise.results.expression import MOST_NODES, Access, Apply, Cut, Expression
from heapwise.results.meaning import Meaning
from heapwise.terms import (
    BOOL,
    CLASS,
    FLOAT,
    INT,
    NULL,
    REF,
    STR,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    class_id,
    eq,
    fadd,
    fdiv,
    feq,
    filled,
    float_of_int,
    floor_of_float,
    floordiv,
    flt,
    fmul,
    fneg,
    int_float_lt,
    int_of_str,
    is_nan,
    ite,
    le,
    location,
    lt,
    mod,
    mul,
    neg,
    not_,
    or_,
    raw_select,
    select,
    show,
    store,
    str_at,
    str_code,
    str_concat,
    str_contains,
    str_from_code,
    str_index_of,
    str_le,
    str_length,
    str_of_int,
    str_prefix_of,
    str_replace_first,
    str_substring,
    str_suffix_of,
    sub,
    symbol,
)
from heapwise.terms.printing import Converter, conjuncts

P, Q, R = (symbol(name, BOOL) for name in "pqr")
X, Y, Z = (symbol(name, INT) for name in "xyz")
A, B = symbol("Y0", REF), symbol("Y1", REF)
VAL = symbol("Node.val", MapSort((REF,), INT))
NEXT = symbol("Node.next", MapSort((REF,), REF))
CELLS = symbol("int[]", MapSort((REF, INT), INT))


def of(*maps_and_key: object) -> Scalar:
    *maps, value = maps_and_key
    for each in maps:
        value = select(each, (value,))  # type: ignore[arg-type]
    return value  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (3, "3"),
        (True, "true"),
        (X, "x"),
        (NULL, "null"),
        (location(-1), "#-1"),
        (class_id(2), "#2"),
        (eq(A, NULL), "Y0 == null"),
        (not_(eq(A, B)), "Y0 != Y1"),
        (lt(X, 3), "x < 3"),
        (le(3, X), "x >= 3"),
        (add(X, 1), "x + 1"),
        (sub(X, Y), "x - y"),
        (sub(X, add(Y, Z)), "x - (y + z)"),
        (mul(add(X, Y), Z), "(x + y) * z"),
        (and_(P, or_(Q, R)), "p and (q or r)"),
        (and_(P, not_(Q)), "p and not q"),
        (not_(and_(P, Q)), "not (p and q)"),
        (ite(P, X, 1), "(x if p else 1)"),
        (add(ite(P, X, 1), Y), "(x if p else 1) + y"),
        (of(VAL, A), "Y0.val"),
        (of(NEXT, VAL, A), "Y0.next.val"),
        (eq(of(NEXT, A), A), "Y0 == Y0.next"),
        (select(CELLS, (A, X)), "Y0[x]"),
        (raw_select(store(VAL, (B,), 7), (A,)), "(7 if Y0 == Y1 else Y0.val)"),
        (raw_select(store(CELLS, (A, Y), 7), (A, X)), "(7 if x == y else Y0[x])"),
        (raw_select(store(filled(VAL.sort, 0), (B,), 7), (A,)), "(7 if Y0 == Y1 else 0)"),  # type: ignore[arg-type]
    ],
)
def test_a_term_prints_as(term: Scalar, text: str) -> None:
    assert show(term) == text


def test_a_length_is_a_field_where_null_is_called_so_and_a_call_elsewhere() -> None:
    length = symbol("list.length", MapSort((REF,), INT))
    assert show(of(length, A)) == "Y0.length"
    assert show(of(length, A), null="None") == "len(Y0)"
    assert show(of(VAL, A), null="None") == "Y0.val"


def test_which_object_was_written_is_asked_as_python_asks_it() -> None:
    """`==` would call a method of the class there."""
    written = raw_select(store(VAL, (B,), 7), (A,))
    assert show(written, null="None") == "(7 if Y0 is Y1 else Y0.val)"


def test_an_operand_keeps_its_parentheses_when_it_begins_with_one() -> None:
    assert show(mul(sub(mul(add(X, Y), Z), X), Y)) == "(((x + y) * z) - x) * y"


def test_a_long_text_is_cut() -> None:
    value: Scalar = X
    for _ in range(100):
        value = add(value, Y)
    assert show(value, 50).endswith("…")
    assert len(show(value, 50)) == 50


def test_an_expression_has_no_more_nodes_than_are_allowed() -> None:
    value: Scalar = X
    sizes: list[int] = []
    while isinstance((found := Converter().convert(value)).expression, Apply | Access):
        assert found.size == _nodes(found.expression)
        sizes.append(found.size)
        value = mul(value, Y)
    assert isinstance(found.expression, Cut)
    assert sizes == list(range(1, MOST_NODES + 1, 2))


def _nodes(expression: Expression) -> int:
    return 1 + sum(map(_nodes, expression.args)) if isinstance(expression, Apply) else 1


def test_a_map_can_be_looked_at_in_a_debugger() -> None:
    assert "val" in repr(VAL)
    assert "val" in repr(store(VAL, (A,), 3))


FL, FM = symbol("f", FLOAT), symbol("g", FLOAT)
S, T = symbol("s", STR), symbol("t", STR)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (floordiv(X, -3), "x // -3"),
        (mod(X, Y), "x % y"),
        (neg(add(X, 1)), "-(x + 1)"),
        (fdiv(fadd(FL, FM), 2.0), "(f + g) / 2.0"),
        (fneg(FL), "-f"),
        (flt(FL, 0.5), "f < 0.5"),
        (not_(flt(FL, 0.5)), "not (f < 0.5)"),
        (not_(feq(FL, 0.5)), "f != 0.5"),
        (eq(FL, -0.0), "f is -0.0"),
        (not_(eq(FL, math.nan)), "f is not nan"),
        (is_nan(FL), "isnan(f)"),
        (int_float_lt(X, FL), "x < f"),
        (fmul(float_of_int(X), 1.5), "float(x) * 1.5"),
        (floor_of_float(FL), "floor(f)"),
        (eq(str_concat(S, "a\n", T), "b'"), "(s + 'a\\n' + t) == \"b'\""),
        (lt(str_length(S), 3), "len(s) < 3"),
        (str_at(str_concat(S, T), add(X, 1)), "(s + t)[x + 1]"),
        (str_substring(S, 1, 2), "s[1:3]"),
        (str_substring(S, X, Y), "s[x:][:y]"),
        (str_contains(S, "a"), "'a' in s"),
        (not_(str_contains(S, T)), "t not in s"),
        (str_prefix_of("a", S), "s.startswith('a')"),
        (not_(str_suffix_of("a", S)), "not s.endswith('a')"),
        (str_index_of(S, T, 0), "s.find(t, 0)"),
        (str_replace_first(S, "a", T), "s.replace('a', t, 1)"),
        (str_le(S, T), "t >= s"),
        (str_code(str_at(S, 0)), "ord(s[0])"),
        (str_from_code(X), "chr(x)"),
        (str_of_int(X), "str(x)"),
        (int_of_str(S), "int(s)"),
    ],
    ids=str,
)
def test_numbers_and_strings_read_like_python(value: Scalar, text: str) -> None:
    assert show(value) == text


NAMES = ("Object", "Box", "Bag", "Sack")
KIND = symbol("kind", CLASS)


def between(first: int, last: int) -> Scalar:
    return and_(le(class_id(first), KIND), le(KIND, class_id(last)))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (eq(KIND, class_id(2)), "kind == Bag"),
        (eq(KIND, class_id(7)), "kind == #7"),
        (between(1, 3), "kind in (Box, Bag, Sack)"),
        (and_(P, between(1, 2), Q), "p and kind in (Box, Bag) and q"),
        (not_(between(1, 2)), "not (kind in (Box, Bag))"),
        (or_(P, between(0, 1)), "p or kind in (Object, Box)"),
        (and_(le(class_id(1), KIND), P), "kind >= Box and p"),
    ],
)
def test_classes_have_names(condition: Scalar, text: str) -> None:
    assert show(condition, classes=NAMES) == text


def test_that_a_class_is_one_of_several_is_one_condition() -> None:
    condition = and_(P, between(1, 2))
    assert isinstance(condition, Term)
    assert [show(part, classes=NAMES) for part in conjuncts(condition)] == [
        "p",
        "kind in (Box, Bag)",
    ]


def test_many_classes_are_not_all_told() -> None:
    names = [f"C{at}" for at in range(40)]
    text = show(between(2, 30), classes=names)
    assert text == "kind in (C2, C3, C4, C5, C6, C7, C8, C9, …)"


def test_without_names_classes_have_numbers() -> None:
    assert show(between(1, 2)) == "kind >= #1 and #2 >= kind"
    assert show(and_(P, between(1, 2))) == "p and kind >= #1 and #2 >= kind"
    assert show(or_(P, between(1, 9)), classes=NAMES) == "p or (kind >= Box and #9 >= kind)"


KEYS = symbol("dict.key", MapSort((REF, INT), INT))
VALUES = symbol("dict.value", MapSort((REF, INT), INT))


def _said(condition: Scalar, most: int) -> str:
    meanings = {"dict.key": Meaning("key", most=most), "dict.value": Meaning("value", most=most)}
    return Converter(meanings=meanings.get).convert(condition).text


def test_a_search_through_all_items_is_told_as_one() -> None:
    here = [and_(lt(n, Y), eq(select(KEYS, (A, n)), X)) for n in range(3)]
    there = select(VALUES, (A, ite(here[0], 0, ite(here[1], 1, 2))))
    assert _said(or_(*here), 3) == "x in Y0"
    assert _said(not_(or_(*here)), 3) == "x not in Y0"
    assert _said(lt(3, there), 3) == "3 < Y0[x]"


def test_a_search_through_some_of_the_items_is_told_place_by_place() -> None:
    here = [and_(lt(n, Y), eq(select(KEYS, (A, n)), X)) for n in range(3)]
    assert " in " not in _said(or_(*here), 4)
    assert "Y0.keys[2]" in _said(or_(*here), 4)
    assert "Y0.keys[1]" in _said(or_(*here[1:]), 2)
