"""What a reference may denote, and what is left of it when the path has decided something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import pytest

from heapwise.heaps.api import HeapContext
from heapwise.heaps.shared.references import References, Targets, resolve
from heapwise.program import ClassDecl, Program
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    MapSort,
    Scalar,
    Term,
    eq,
    filled,
    ite,
    location,
    raw_select,
    store,
    symbol,
)

P = symbol("p", BOOL)
A, B, C = (symbol(name, REF) for name in "abc")
NEXT = symbol("Node.next", MapSort((REF,), REF))
NEW = location(-1)


@dataclass(frozen=True)
class Decided:
    """A path that knows these truths and no others."""

    truths: Mapping[Scalar, bool]

    def decided(self, condition: Scalar) -> bool | None:
        return self.truths.get(condition)


def resolved(ref: Scalar, truths: Mapping[Scalar, bool]) -> Term:
    assert isinstance(ref, Term)
    return resolve(cast(HeapContext, Decided(truths)), ref)


def test_an_alternative_that_is_ruled_out_is_gone() -> None:
    choice = ite(P, A, B)
    assert resolved(choice, {P: True}) is A
    assert resolved(choice, {P: False}) is B
    assert resolved(choice, {}) is choice


def test_a_read_of_a_cell_that_was_certainly_written_or_not_needs_no_write() -> None:
    written = store(NEXT, (A,), C)
    read = raw_select(written, (B,))
    hit = eq(A, B)
    assert resolved(read, {hit: True}) is C
    assert resolved(read, {hit: False}) is raw_select(NEXT, (B,))
    assert resolved(read, {}) is read
    assert resolved(raw_select(NEXT, (B,)), {}) is raw_select(NEXT, (B,))


def test_a_cell_of_a_new_array_that_was_not_written_holds_what_all_hold() -> None:
    cells = store(filled(MapSort((REF,), REF), NULL), (A,), C)
    assert resolved(raw_select(cells, (B,)), {eq(A, B): False}) is NULL
    assert resolved(raw_select(cells, (B,)), {eq(A, B): True}) is C


@pytest.mark.parametrize(
    ("bottom", "initial"),
    [(NEXT, {C, raw_select(NEXT, (B,))}), (filled(MapSort((REF,), REF), NULL), {C})],
    ids=["input", "made"],
)
def test_a_read_denotes_what_was_written_or_what_an_input_held_before(
    bottom: Term, initial: set[Term]
) -> None:
    written = store(store(bottom, (A,), C), (C,), NEW)
    references = References(Program("ir", "made", ClassDecl("Object", None), []))
    found = references.targets(raw_select(written, (B,)))
    assert found == Targets(frozenset(initial), frozenset({NEW}))
