"""Waiting customers with contracts by deal."""

from __future__ import annotations

from dataclasses import dataclass

import deal


@dataclass(eq=False)
class Customer:
    number: int
    behind: Customer | None = None


def line(customer: Customer | None) -> list[int]:
    """The numbers from here to the end of the line, which is where someone stands again."""
    found: list[Customer] = []
    while customer is not None and all(customer is not other for other in found):
        found.append(customer)
        customer = customer.behind
    return [other.number for other in found]


def ends(customer: Customer | None) -> bool:
    seen: set[int] = set()
    while customer is not None:
        if id(customer) in seen:
            return False
        seen.add(id(customer))
        customer = customer.behind
    return True


@deal.pre(lambda first: ends(first))
@deal.ensure(lambda first, result: result == max(line(first)))
def latest(first: Customer) -> int:
    best = first.number
    customer = first.behind
    while customer is not None:
        best = max(best, customer.number)
        customer = customer.behind
    return best


@deal.pre(lambda first, added: ends(first) and added.behind is None)
@deal.ensure(lambda first, added, result: ends(first))
def join(first: Customer, added: Customer) -> None:
    customer = first
    while customer.behind is not None:
        customer = customer.behind
    if customer is not added:
        customer.behind = added
