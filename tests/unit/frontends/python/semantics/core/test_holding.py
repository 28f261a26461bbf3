"""What values hold, for generators and weak references."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from heapwise.frontends.python.model.values import Host, Tagged, Tuple
from heapwise.frontends.python.semantics.core.holding import inside, references
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.objects import abandoned_generators
from heapwise.results import OutcomeKind
from heapwise.terms import REF, Term, symbol
from tests.unit.frontends.python.exploring import explore


@dataclass
class Cell:
    value: object
    next: Cell | None = None


def test_a_value_that_leads_back_to_itself_is_looked_into_once() -> None:
    held = symbol("held", REF)
    cell = Cell(held)
    cell.next = cell
    assert list(references([Host(cell), Tuple((cell,))])) == [held]  # type: ignore[arg-type]


def test_unions_are_told_and_not_opened() -> None:
    one = symbol("one", REF)
    union = Tagged(symbol("tag", REF), (one, 1))
    assert list(references([Tuple((union, 2))])) == [union]


def test_who_holds_a_generator_is_not_looked_for_further_than_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is asked before every instruction, and the heap may be large."""
    looked_into: list[Term] = []

    def noted(m: Mac, loc: Term) -> list[object]:
        looked_into.append(loc)
        return inside(m, loc)

    monkeypatch.setattr(abandoned_generators, "inside", noted)
    source = """
        class Cell:
            def __init__(self, next: "Cell | None") -> None:
                self.next = next

        def numbers(first: Cell):
            try:
                yield 1
                yield 2
            finally:
                first.next = None

        def target(n: int) -> int:
            cells = [Cell(None) for _ in range(30)]
            counted = 0
            for number in numbers(cells[0]):
                counted += number
            return counted + n
        """
    (path,) = explore(tmp_path, source)
    assert path.kind is OutcomeKind.RETURNED
    assert len(looked_into) < 30
