"""Random Python functions that work on two nodes and a number, and that may fail: by an assertion,
by a promise that does not hold, or by what they do to None. All of them end.

Every construct that merged runs merge should come up: branches, loops, recursion, new objects,
writes through aliases, containers that grow differently on two paths, exceptions that are caught,
values of different kinds, globals, what was before.
"""

from __future__ import annotations

from random import Random

HEAD = """
from __future__ import annotations


class Refused(Exception):
    pass


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Node | None = None
        self.other: Node | None = None


COUNTS = [0]


def last(node: Node | None, fuel: int) -> Node | None:
    if node is None or fuel == 0 or node.next is None:
        return node
    return last(node.next, fuel - 1)


def values(node: Node | None, fuel: int) -> list[int]:
    if node is None or fuel == 0:
        return []
    return [node.value] + values(node.next, fuel - 1)


def gathered(node: Node | None, fuel: int) -> set[int]:
    if node is None or fuel == 0:
        return set()
    return gathered(node.next, fuel - 1) | {node.value} | gathered(node.other, fuel - 1)


def checked(node: Node | None) -> Node:
    if node is None:
        raise KeyError(0)
    return node
"""

_REFERENCES = ("a", "b", "c")
_NUMBERS = ("k", "x", "y")


class Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._has_sets = random.random() < 0.4
        self._lines: list[str] = []

    def module(self) -> str:
        self._lines = []
        self._block(1, self._random.randint(3, 7))
        promise = self._promise()
        body = "\n".join(self._lines)
        return (
            f"{HEAD}\n\ndef target(a: Node | None, b: Node | None, k: int) -> int:\n"
            f'    """\n    {promise}\n    """\n'
            "    x, y = 0, k\n    c = a\n    items: list[int] = []\n"
            "    some: set[int] = set()\n    more = {k}\n"
            f"{body}\n    return x\n"
        )

    def _promise(self) -> str:
        one = self._random.choice(
            (
                "gathered(a, 3) <= gathered(b, 3) | {k}",
                "gathered(a, 2) == gathered(b, 2)",
                "k not in gathered(a, 3) or _ != 1",
                "len(gathered(a, 3)) <= 1",
            )
            if self._has_sets and self._random.random() < 0.5
            else (
                "_ >= 0",
                "_ != 2",
                "a is None or a.value == __old__.a.value",
                "_ == 0 or k != 1",
                "values(a, 3) == values(__old__.a, 3)",
                "a is None or b is None or a.next is not b",
                "len(values(a, 3)) <= 2",
                "not (_ == k and k == 2)",
            )
        )
        before = self._random.choice(("", "", "pre: k >= 0\n    ", "pre: a is not None\n    "))
        return f"{before}post: {one}"

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(self, depth: int, count: int) -> None:
        for _ in range(count):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        pick = self._random.random()
        if depth < 4 and pick < 0.35:
            self._compound(depth)
        else:
            self._simple(depth)

    def _compound(self, depth: int) -> None:
        kind = self._random.choice(("if", "if", "if", "for", "try", "walk"))
        if kind == "if":
            self._line(depth, f"if {self._condition()}:")
            self._block(depth + 1, self._random.randint(1, 2))
            if self._random.random() < 0.6:
                self._line(depth, "else:")
                self._block(depth + 1, self._random.randint(1, 2))
        elif kind == "for":
            self._line(depth, "for step in range(2):")
            self._block(depth + 1, self._random.randint(1, 2))
            if self._random.random() < 0.5:
                self._line(depth + 1, f"if {self._condition()}:")
                self._line(depth + 2, self._random.choice(("break", "continue")))
        elif kind == "walk":
            self._line(depth, "fuel = 3")
            self._line(depth, "while c is not None and fuel > 0:")
            self._block(depth + 1, 1)
            self._line(depth + 1, "fuel -= 1")
            self._line(depth + 1, "c = c.next if c is not None else None")
        else:
            self._line(depth, "try:")
            self._block(depth + 1, self._random.randint(1, 2))
            self._line(depth, f"except {self._random.choice(('AttributeError', 'KeyError'))}:")
            self._block(depth + 1, 1)

    def _of_sets(self) -> str:
        n, r = self._number, self._reference
        one, other = self._random.choice((("some", "more"), ("more", "some")))
        op = self._random.choice("|&-^")
        compare = self._random.choice(("==", "!=", "<=", "<", ">", ">="))
        return self._random.choice(
            (
                f"{one}.add({n()})",
                f"{one}.discard({n()})",
                f"{one}.remove({n()})",
                f"{one} = {one} {op} {other}",
                f"{one} {op}= {{{n()}, {n()}}}",
                f"{one} = gathered({r()}, 2)",
                f"{one}.update(values({r()}, 2))",
                f"{one} = set(items)",
                f"{one} = {other}.copy()",
                f"{one} = {other}",
                f"{one} = {one}.union({other}).difference({{{n()}}})",
                f"x = len({one})",
                f"x = 1 if {n()} in {one} else 0",
                f"x = 1 if {one} {compare} {other} else 0",
                f"x = 1 if {one}.isdisjoint({other}) else 2",
                f"x = 1 if {one} else 0",
                f"x = max({one}) if {one} else {n()}",
                f"items = sorted({one})",
                f"x = sum({one})",
                f"{one}.clear()",
                f"x = {one}.pop() if len({one}) == 1 else {n()}",
                f"x = 1 if frozenset({one}) == {other} else 0",
                f"x = 1 if None in {one} else 0",
            )
        )

    def _simple(self, depth: int) -> None:
        if self._has_sets and self._random.random() < 0.6:
            self._line(depth, self._of_sets())
            return
        r, n = self._reference, self._number
        node = self._random.choice(("a", "b", "c", "checked(a)", "checked(c)"))
        text = self._random.choice(
            (
                f"c = {r()}",
                f"b = {r()}",
                f"x = {n()}",
                f"y = {n()}",
                f"x += {self._random.choice((1, 2))}",
                f"{node}.next = {r()}",
                f"{node}.value = {n()}",
                f"c = {node}.next",
                f"c = {node}.other",
                f"y = {node}.value",
                f"c = Node({n()})",
                f"items.append({n()})",
                f"x = items.pop() if items else {n()}",
                f"x = len(items) + len(values({r()}, 2))",
                f"c = last({r()}, 2)",
                f"items = values({r()}, 3)",
                f"x = max({n()}, {n()})",
                "COUNTS[0] += 1",
                "x = COUNTS[0]",
                f"assert {self._condition()}",
                f"x = 1 if {n()} in items else 0",
                f"x = len({{{n()}, {n()}, {n()}}})",
                "raise Refused",
            )
        )
        if text == "raise Refused":
            self._line(depth, f"if {self._condition()}:")
            depth += 1
        elif text.startswith("assert") and self._random.random() < 0.5:
            text = f"assert {self._condition()} or {self._condition()}"
        if self._random.random() < 0.5 and (text.startswith(f"{node}.") or f"= {node}." in text):
            self._line(depth, f"if {node.removeprefix('checked(').rstrip(')')} is not None:")
            depth += 1
        self._line(depth, text)

    def _reference(self) -> str:
        return self._random.choice((*_REFERENCES, *_REFERENCES, "None"))

    def _number(self) -> str:
        return self._random.choice((*_NUMBERS, "0", "1", "2", "x + 1", "k - y"))

    def _condition(self) -> str:
        n, r = self._number, self._reference
        return self._random.choice(
            (
                f"{n()} < {n()}",
                f"{n()} == {n()}",
                f"{r()} is {r()}",
                f"{self._random.choice(_REFERENCES)} is None",
                f"{self._random.choice(_REFERENCES)} is not None",
                "a is not None and a.next is b",
                "b is not None and b.value > k",
                "items",
                f"not ({n()} < {n()})",
                f"isinstance({r()}, Node)",
            )
        )


def program(seed: int) -> str:
    return Writer(Random(seed)).module()
