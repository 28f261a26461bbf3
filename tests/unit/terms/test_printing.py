"""Terms print like source code."""

from __future__ import annotations

import pytest

from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    MapSort,
    Scalar,
    add,
    and_,
    class_id,
    eq,
    filled,
    ite,
    le,
    location,
    lt,
    mul,
    not_,
    or_,
    raw_select,
    select,
    show,
    store,
    sub,
    symbol,
)

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
        (raw_select(store(filled(VAL.sort, 0), (B,), 7), (A,)), "(7 if Y0 == Y1 else 0)"),  # type: ignore[arg-type]
    ],
)
def test_a_term_prints_as(term: Scalar, text: str) -> None:
    assert show(term) == text


def test_an_operand_keeps_its_parentheses_when_it_begins_with_one() -> None:
    assert show(mul(sub(mul(add(X, Y), Z), X), Y)) == "(((x + y) * z) - x) * y"


def test_a_long_text_is_cut() -> None:
    value: Scalar = X
    for _ in range(100):
        value = add(value, Y)
    assert show(value, 50).endswith("…")
    assert len(show(value, 50)) == 50


def test_a_map_can_be_looked_at_in_a_debugger() -> None:
    assert "val" in repr(VAL)
    assert "val" in repr(store(VAL, (A,), 3))
