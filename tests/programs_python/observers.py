"""A list of objects in a field, aliased with another's, changed while others look at it."""

from __future__ import annotations


class Subject:
    def __init__(self, state: int) -> None:
        self.state = state
        self.watched: list[Subject] = []


def target(a: Subject, b: Subject) -> int:
    a.watched.append(b)
    if len(b.watched) > 2:
        return -1
    changed = 0
    for subject in b.watched:
        if subject is a:
            return 0
        if subject.state < 0:
            subject.state = changed
            changed += 1
    return changed if a.watched is b.watched else -2
