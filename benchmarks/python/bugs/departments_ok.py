"""Departments below departments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Department:
    budget: int
    above: Department | None = None

    def chiefs(self) -> list[Department]:
        """This department and those above, up to the top or to one that was met before."""
        found: list[Department] = []
        current: Department | None = self
        while current is not None and current not in found:
            found.append(current)
            current = current.above
        return found

    def reaches_top(self) -> bool:
        return self.chiefs()[-1].above is None

    def move_below(self, target: Department) -> None:
        """
        pre: self.reaches_top() and target.reaches_top()
        post: self.reaches_top()
        post: self.above is target
        raises: ValueError
        """
        if self in target.chiefs():
            raise ValueError("a department cannot be below itself")
        self.above = target

    def common(self, other: Department) -> Department | None:
        """The lowest department that both are in.

        pre: self.reaches_top() and other.reaches_top()
        post: __return__ is next((d for d in self.chiefs() if d in other.chiefs()), None)
        """
        mine, theirs = self.chiefs(), other.chiefs()
        shared: Department | None = None
        while mine and theirs and mine[-1] is theirs[-1]:
            shared = mine.pop()
            theirs.pop()
        return shared
