"""An expression tree: a base class stands for its subclasses, which override and inherit."""

from __future__ import annotations


class Expr:
    def value(self) -> int:
        raise NotImplementedError

    def is_zero(self) -> bool:
        return self.value() == 0


class Number(Expr):
    def __init__(self, number: int) -> None:
        self.number = number

    def value(self) -> int:
        return self.number


class Negation(Expr):
    def __init__(self, of: Number) -> None:
        self.of = of

    def value(self) -> int:
        return -self.of.value()

    def is_zero(self) -> bool:
        return self.of.is_zero()


def target(expr: Expr) -> int:
    if isinstance(expr, Number) and expr.number < 0:
        return -1
    if expr.is_zero():
        return 0
    return expr.value() if type(expr) is Negation else 2
