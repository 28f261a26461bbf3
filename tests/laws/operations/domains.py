"""Small arguments: edges rather than many. What an exploration may assume of them is loose, so that
it has more to say than what is asked: a string is short, a number is small."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict, deque

from operations.model import Domain


def texts(*values: str) -> Domain:
    return Domain("str", values, f"len({{}}) <= {max(map(len, values))}")


def data(*values: bytes) -> Domain:
    return Domain("bytes", values, f"len({{}}) <= {max(map(len, values))}")


def ints(*values: int) -> Domain:
    return Domain("int", values, f"{min(values)} <= {{}} <= {max(values)}")


def only(hint: str, *values: object) -> Domain:
    """Where anything else would be another story."""
    return Domain(hint, values, f"{{}} in {values!r}")


INT = ints(0, 1, 2, 3, -1, -2, -5, 7)
SMALL = ints(0, 1, 2, 3, -1, -2)
INDEX = ints(0, 1, 2, 5, -1, -2, -4)
NEAR = ints(0, 1, -1, 3)
STEP = ints(0, 1, 2, -1, -2)
COUNT = ints(0, 1, 2, -1)
BITS = ints(0, 1, 5, 6, -1, -6, 255, -256)
SHIFT = ints(0, 1, 3, -1)
LIMIT = Domain("int | None", (None, 0, 1, 2, -1, -5), "{} is None or -6 <= {} <= 6")
STRIDE = Domain("int | None", (None, 1, 2, -1, -2, 0), "{} is None or -3 <= {} <= 3")
END = Domain("int | None", (None, 0, 1, -1, 3), "{} is None or -1 <= {} <= 3")
LEAP = Domain("int | None", (None, 1, 2, -1, 0), "{} is None or -1 <= {} <= 2")
BOOL = Domain("bool", (False, True))
FLOAT = Domain(
    "float", (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.0, -7.0, 1e300, math.inf, -math.inf, math.nan)
)
FEW_FLOATS = Domain("float", (0.0, -0.0, 1.0, -2.0, 0.5, math.inf, math.nan))
WHOLE = Domain("float", (0.0, -0.0, 1.0, 2.0, -3.0, 7.0))
NUMBER = Domain("bool | int | float", (False, True, 0, 1, -2, 3, 0.0, -0.0, 1.0, 0.5, math.nan))
MAYBE_INT = Domain("int | None", (None, 0, 1, -2))
INT_OR_STR = Domain(
    "int | str", (0, 1, -3, "", "a", "1"), "not isinstance({}, str) or len({}) <= 1"
)
OPTIONAL_STR = Domain("str | None", (None, "", "a", "ab"), "{} is None or len({}) <= 2")
ANYTHING = Domain(
    "None | bool | int | float | str | list[int] | tuple[int, ...]",
    (None, False, True, 0, 1, -1, 0.0, 1.0, "", "a", [], [1], (), (1,)),
    "not isinstance({}, str) or len({}) <= 1",
)

LETTER = texts("", "a", "b")
WORD = texts("", "a", "b", "ab")
STR = texts("", "a", "aa", "ab", "ba", "aba", "bab")
SPACED = texts("", " ", "a", " a", "a ", " a b", "\t\n", "a\u00a0b", "\x1f")
MARKS = texts("", "a", "ab", "x", "éa", "x x")
CASES = texts("", "a", "A", "aB", "1a", "ß", "é", "É", "İ", "ǅ", "ﬁ", "a b", "a'b", "ς", "Σ")
DIGITS = texts("", "0", "12", "-1", "+1", " 1 ", "1_0", "_1", "²", "٣", "1a", "0x1", "0b1", "a")
LINES = texts("", "\n", "a", "a\n", "\ra", "a\r\n", "\n\n", "a\x0bb", "\x1c", "\u2028")

DATA = data(b"", b"a", b"ab", b"ba", b"aa", b"\x00", b"\xff", b"aba")
BYTE = data(b"", b"a", b"b", b"ab")

LIST = Domain("list[int]", ([], [1], [2, 1], [1, 1], [0, 1, 2]))
PAIR = Domain("list[int]", ([], [1], [2, 1], [1, 1]))
STRS = Domain("list[str]", ([], ["a"], ["b", ""], ["a", "a"]), "all(len(t) <= 1 for t in {})")
FLOATS = Domain("list[float]", ([], [1.0], [math.nan], [0.0, -0.0], [2.5, 1.0]))
MIXED = Domain("list[int | None]", ([], [None], [1], [None, 0], [0, 1]))
NESTED = Domain("list[list[int]]", ([], [[]], [[1]], [[], [2, 1]]))
BOOLS = Domain("list[bool]", ([], [True], [False, True]))
TUPLE = Domain("tuple[int, ...]", ((), (1,), (2, 1), (1, 1), (0, 1, 2)))
COUPLE = Domain("tuple[int, int]", ((0, 0), (1, 2), (2, -1)))
COUPLES = Domain("list[tuple[int, int]]", ([], [(1, 2)], [(2, 1), (1, 3)], [(1, 1), (1, 0)]))
DICT = Domain("dict[int, int]", ({}, {1: 2}, {0: 1, 1: 0}, {2: 2, -1: 3}))
NAMES = Domain(
    "dict[str, int]", ({}, {"a": 1}, {"b": 0, "a": 2}, {"": 3}), "all(len(k) <= 1 for k in {})"
)
DEFAULTS = Domain(
    "defaultdict[int, int]",
    (defaultdict(int), defaultdict(int, {1: 2}), defaultdict(int, {0: 1, 1: 0})),
)
ORDERED = Domain(
    "OrderedDict[int, int]",
    (OrderedDict(), OrderedDict({1: 2}), OrderedDict({0: 1, 1: 0}), OrderedDict({1: 0, 0: 1})),
)
COUNTER = Domain(
    "Counter[int]",
    (Counter(), Counter({1: 2}), Counter({0: 1, 1: 0}), Counter({1: 0}), Counter({1: -1, 0: 3})),
)
SET = Domain("set[int]", (set(), {1}, {0, 1}, {2, -1}))
FROZEN = Domain(
    "frozenset[int]", (frozenset(), frozenset({1}), frozenset({0, 1}), frozenset({2, -1}))
)
DEQUE = Domain("deque[int]", (deque(), deque([1]), deque([2, 1]), deque([1, 1, 0])))
