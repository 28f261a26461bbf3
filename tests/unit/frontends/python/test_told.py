"""What is not supported is told where it is met; what is next to it works as in CPython."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results


class Row(NamedTuple):
    """Lines in the function `target`, and before it; what is told, or what is returned."""

    body: str
    told: str | None = None
    returned: frozenset[object] = frozenset()
    before: str = ""
    parameters: str = "n: int"


INDEXED = "class Two:\n    def __index__(self) -> int:\n        return 2\n"
ROWS = {
    "warnings as errors": Row(
        'warnings.simplefilter("error")\nreturn 1',
        "warnings.simplefilter()",
        before="import warnings",
    ),
    "warnings that nobody sees": Row(
        'warnings.simplefilter("ignore")\nreturn 1',
        returned=frozenset({1}),
        before="import warnings",
    ),
    "bytes joined from a set": Row('return b",".join({b"a"})', "bytes.join() of such an argument"),
    "bytes joined from a list": Row(
        'return b",".join([b"a", b"b"]) == b"a,b"', returned=frozenset({True})
    ),
    "a number of times that an object says": Row(
        'return "ab" * Two()', "* with an __index__ of the program", before=INDEXED
    ),
    "a sum that is none": Row(
        'return "ab" + Two()', returned=frozenset({"TypeError"}), before=INDEXED
    ),
    "many digits in hexadecimal": Row(
        'return isinstance(f"{n:x}", str)', returned=frozenset({True})
    ),
    "many digits in decimal": Row(
        'return isinstance(f"{n:d}", str)', returned=frozenset({True, "ValueError"})
    ),
    "too many digits": Row('return f"{10 ** 5000:d}"[0]', returned=frozenset({"ValueError"})),
    "an infinite decimal": Row(
        'return Decimal("Infinity") == n',
        "comparing a Decimal that is not finite with a number",
        before="from decimal import Decimal",
    ),
    "a finite decimal": Row(
        'return 1 if Decimal("2") == n else 0',
        returned=frozenset({0, 1}),
        before="from decimal import Decimal",
    ),
    "sleep": Row(
        "time.sleep(n)\nreturn 1",
        returned=frozenset({1, "ValueError", "OverflowError", "OSError"}),
        before="import time",
    ),
    "objects without a text": Row(
        "return str(Mute())",
        "the text of objects of Mute, whose __str__ is None",
        before="class Mute:\n    __str__ = None\n",
    ),
    "fields of no dataclass": Row(
        "return len(dataclasses.asdict(Plain()))",
        returned=frozenset({"TypeError"}),
        before="import dataclasses\nclass Plain:\n    pass\n",
    ),
    "no split at all": Row(
        'return len(s.split(",", 0))', returned=frozenset({1}), parameters="s: str"
    ),
    "the root of minus zero": Row(
        "x = -0.0 if n else 0.0\nreturn str(math.sqrt(x))",
        returned=frozenset({"-0.0", "0.0"}),
        before="import math",
    ),
    "xor undone": Row("return (n ^ 6) ^ 6 == n", returned=frozenset({True})),
    "texts of objects in containers": Row(
        "return str([Named(), 1]) + repr((Named(),)) + f'{Plain2() is None}'",
        returned=frozenset({"[N, 1](N,)False"}),
        before=(
            "class Named:\n    def __repr__(self):\n        return 'N'\nclass Plain2:\n    pass\n"
        ),
    ),
    "texts of exceptions": Row(
        "return str(Told(3)) + str(Plain2(4)) + repr(Plain2(4))",
        returned=frozenset({"told4Plain2(4)"}),
        before=(
            "class Told(Exception):\n    def __str__(self):\n        return 'told'\n"
            "class Plain2(Exception):\n    pass\n"
        ),
    ),
    "a default of the largest of several": Row(
        "return max(1, n, default=3)", returned=frozenset({"TypeError"})
    ),
    "the text of a deque of the input": Row(
        "return isinstance(str(q), str)",
        returned=frozenset({True}),
        before="from collections import deque",
        parameters="q: deque[int]",
    ),
    "an equal key of the program": Row(
        "d = {Key(1): 2}\nd[Key(1)] = 5\nreturn len(d) * 10 + d[Key(1)]",
        returned=frozenset({15}),
        before=(
            "class Key:\n    def __init__(self, n):\n        self.n = n\n"
            "    def __eq__(self, other):\n        return self.n == other.n\n"
            "    def __hash__(self):\n        return self.n\n"
        ),
    ),
    "a list and an object that equals everything": Row(
        "return [1] == Always() and [[1]] == [Always()]",
        returned=frozenset({True}),
        before="class Always:\n    def __eq__(self, other):\n        return True\n",
    ),
    "more values in a list than names": Row(
        "a, b = [n, 2, 3]\nreturn a", returned=frozenset({"ValueError"})
    ),
    "more values from a generator than names": Row(
        "a, b = (x for x in (1, 2, 3))\nreturn a", returned=frozenset({"ValueError"})
    ),
    "as many values from a generator as names": Row(
        "a, b = (x for x in (1, 2))\nreturn a + b", returned=frozenset({3})
    ),
    "what is sent through yield from": Row(
        "g = outer()\nnext(g)\nreturn g.send(5)",
        returned=frozenset({10}),
        before=(
            "def inner():\n    x = yield 1\n    yield x * 2\ndef outer():\n    yield from inner()\n"
        ),
    ),
    "what is sent through yield from to a list": Row(
        "g = outer()\nnext(g)\nreturn g.send(5)",
        returned=frozenset({"AttributeError"}),
        before="def outer():\n    yield from [1, 2]\n",
    ),
    "an attribute that is deleted once": Row(
        "b = Box()\ndel b.n\nreturn hasattr(b, 'n')",
        returned=frozenset({False}),
        before="class Box:\n    def __init__(self):\n        self.n = 1\n",
    ),
    "an attribute that is deleted twice": Row(
        "b = Box()\ndel b.n\ndel b.n",
        returned=frozenset({"AttributeError"}),
        before="class Box:\n    def __init__(self):\n        self.n = 1\n",
    ),
    "the truth of objects and members": Row(
        "kind = Kind.ZERO if n > 0 else Kind.ONE\n"
        "return (1 if kind else 0) + (2 if Box() else 0) + (4 if Plain.A else 0)",
        returned=frozenset({6, 7}),
        before=(
            "import enum\nclass Box:\n    pass\n"
            "class Kind(enum.IntEnum):\n    ZERO = 0\n    ONE = 1\n"
            "class Plain(enum.Enum):\n    A = 0\n"
        ),
    ),
    "a hash and a text": Row(
        'return hash(s) == "a"', returned=frozenset({False}), parameters="s: str"
    ),
    "a hash and a number": Row(
        "return hash(s) == 5", "comparing a hash with a number", parameters="s: str"
    ),
    "a type with a list of types": Row(
        "return Callable[[int], str] is not None",
        returned=frozenset({True}),
        before="from typing import Callable",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_it_is_told_or_done(tmp_path: Path, name: str) -> None:
    row = ROWS[name]
    lines = "\n".join(f"    {line}" for line in row.body.splitlines())
    paths = explore(tmp_path, f"{row.before}\ndef target({row.parameters}):\n{lines}\n")
    if row.told is None:
        assert results(paths) == row.returned
    else:
        assert reasons(paths) == {row.told}
