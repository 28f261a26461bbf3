"""What values hold, for generators and weak references."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.python.model.values import Host, Tagged, Tuple
from heapwise.frontends.python.semantics.core.holding import references
from heapwise.terms import REF, symbol


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
