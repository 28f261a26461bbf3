"""Invoices: lines, totals, reminders."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple, TypedDict


class Line(NamedTuple):
    article: str
    quantity: int
    price: Decimal


@dataclass
class Invoice:
    number: str
    issued: date
    lines: list[Line] = field(default_factory=list)
    paid_on: date | None = None
    customer: str = ""


class Reminder(TypedDict):
    number: str
    days: int


def total(invoice: Invoice) -> Decimal:
    return sum((line.quantity * line.price for line in invoice.lines), Decimal(0))


def average_line(invoice: Invoice) -> Decimal:
    return total(invoice) / len(invoice.lines)


def with_tax(net: Decimal, rate: int) -> Decimal:
    if not 0 <= rate <= 100:
        raise ValueError("rate")
    gross = net * (100 + rate) / 100
    assert gross >= net
    return gross


def due_date(invoice: Invoice, days: int = 30) -> date:
    if not 0 <= days <= 90:
        raise ValueError("days")
    return invoice.issued + timedelta(days=days)


def days_late(invoice: Invoice) -> int:
    return (invoice.paid_on - invoice.issued).days


def reminder(invoice: Invoice, today: date) -> Reminder:
    return {"number": invoice.number, "days": (today - invoice.issued).days}


def by_customer(invoices: list[Invoice]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for invoice in invoices:
        found[invoice.customer].append(invoice.number)
    return dict(found)


def largest(invoices: list[Invoice]) -> Invoice:
    return max(invoices, key=total)


def next_number(last: str) -> str:
    year, _, number = last.partition("-")
    return f"{year}-{int(number) + 1}"


def rounded(net: Decimal) -> Decimal:
    return net.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def split_evenly(amount: Decimal, people: int) -> list[Decimal]:
    share = (amount / people).quantize(Decimal("0.01"))
    parts = [share] * people
    assert sum(parts) == amount
    return parts
