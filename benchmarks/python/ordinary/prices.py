"""Money with Decimals and Fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

CENT = Decimal("0.01")


def parsed(text: str) -> Decimal:
    return Decimal(text)


def per_unit(price: Decimal, units: int) -> Decimal:
    return price / units


def discounted(price: Decimal, percent: int) -> Decimal:
    result = price - price * percent / 100
    assert result >= 0
    return result


def change(paid: Decimal, price: Decimal) -> Decimal:
    if paid < price:
        raise ValueError("too little")
    return paid - price


def is_whole_cents(amount: Decimal) -> bool:
    return amount == amount.quantize(CENT)


def margin(cost: Decimal, price: Decimal) -> Decimal:
    return (price - cost) / price


def cheapest(prices: list[Decimal]) -> Decimal:
    return min(prices)


def converted(amount: Decimal, rate: float) -> Decimal:
    return amount * rate


def share(part: Fraction, whole: Fraction) -> Fraction:
    return part / whole


def halves(amount: Fraction) -> Fraction:
    result = amount / 2
    assert result + result == amount
    return result


def label(amount: Decimal) -> str:
    return f"{amount:.2f} EUR"


def to_cents(amount: Decimal) -> int:
    cents = int(amount * 100)
    assert Decimal(cents) / 100 == amount
    return cents
