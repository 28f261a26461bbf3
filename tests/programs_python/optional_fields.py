"""Fields that are `int | None`, along a chain: the first bound that is set counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Scope:
    bound: int | None
    outer: Scope | None = None

    def find(self) -> int | None:
        if self.bound is not None:
            return self.bound
        return self.outer.bound if self.outer else None


def target(scope: Scope, n: int) -> int | None:
    found = scope.find()
    if found is None:
        scope.bound = n
        return scope.find()
    if found == n:
        scope.bound = None
        return scope.find()
    return found - n if found > n else n
