"""`is`, `==`, `id` and membership by identity among objects that may be the same."""

from __future__ import annotations


class Person:
    def __init__(self, friend: Person | None) -> None:
        self.friend = friend


def target(a: Person, b: Person) -> int:
    if a is b:
        return 0
    if a.friend is b and b.friend is a:
        return 1
    seen = {id(a)}
    person = b
    while id(person) not in seen:
        seen.add(id(person))
        if person.friend is None:
            return 2
        person = person.friend
    return 3 if person == a else 4
