"""Recursion over object graphs, mutual recursion, a cut at a depth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Expr:
    value: int
    left: Expr | None = None
    right: Expr | None = None


def even_depth(expr: Expr | None, fuel: int) -> bool:
    return True if expr is None or fuel == 0 else odd_depth(expr.left, fuel - 1)


def odd_depth(expr: Expr | None, fuel: int) -> bool:
    return False if expr is None or fuel == 0 else even_depth(expr.left, fuel - 1)


def target(expr: Expr) -> int:
    if even_depth(expr, 2):
        return 0
    if expr.right is expr:
        return 1
    return 2 if expr.right is None else expr.right.value
