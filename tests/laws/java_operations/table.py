"""What a row is, and the domains that parameters have if the row does not say otherwise."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Plain: TypeAlias = "int | float | str | tuple[Plain, ...] | Same | None"
"""A value of a domain: a number, a truth value, a char or text, an array of such, or null."""


@dataclass(frozen=True, slots=True)
class Same:
    """The very object that an earlier parameter holds."""

    parameter: str


@dataclass(frozen=True, slots=True)
class Operation:
    """`group` is the class that has the method. Inputs on which the path may tell that it gives up
    have to be allowed by `told`, a part of what it says. `length` bounds texts and arrays."""

    group: str
    name: str
    result: str
    parameters: tuple[tuple[str, str], ...]
    body: str
    domains: dict[str, Sequence[Plain]] = field(default_factory=dict)
    told: str = ""
    length: int = 2

    def domain(self, parameter: str, type_: str) -> Sequence[Plain]:
        return self.domains.get(parameter) or DOMAINS[type_]

    @property
    def statements(self) -> str:
        """A body without a semicolon is an expression."""
        return self.body if ";" in self.body else f"return {self.body};"


_SIGNATURE = re.compile(r"(?P<result>[\w.<>\[\], ]+?) (?P<name>\w+)\((?P<parameters>.*)\)")


class Group:
    """Collects the rows of one class."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Operation] = []

    def op(
        self, signature: str, body: str, *, told: str = "", length: int = 2, **domains: object
    ) -> None:
        found = _SIGNATURE.fullmatch(signature)
        assert found is not None, signature
        pairs = [each.strip().rpartition(" ") for each in found["parameters"].split(",") if each]
        parameters = tuple((name, type_) for type_, _, name in pairs)
        given: dict[str, Sequence[Plain]] = {}
        for name, values in domains.items():
            assert name in dict(parameters) and isinstance(values, tuple), (signature, name)
            given[name] = values
        row = Operation(
            *(self.name, found["name"], found["result"], parameters, body, given, told, length)
        )
        assert all(row.name != other.name for other in self.rows), row.name
        self.rows.append(row)


INT_MIN, INT_MAX = -(2**31), 2**31 - 1
LONG_MIN, LONG_MAX = -(2**63), 2**63 - 1
NAN, INF = math.nan, math.inf
NARROW_NO_BREAK = "\u202f"
EMOJI = "\U0001f600"
HIGH, LOW = "\ud83d", "\ude00"
INDEXES = (INT_MIN, -1, 0, 1, 2, 3, INT_MAX)
FEW_INDEXES = (-1, 0, 1, 2, 3)
TEXTS = (None, "", "a", "b", "ab", "aa")
FEW_TEXTS = (None, "", "a", "ab")
DOMAINS: dict[str, Sequence[Plain]] = {
    "boolean": (False, True),
    "byte": (-128, -1, 0, 1, 127),
    "short": (-(2**15), -1, 0, 1, 2**15 - 1),
    "char": ("\0", " ", "0", "A", "a", "\u00df", HIGH, LOW, "\uffff"),
    "int": (INT_MIN, -7, -1, 0, 1, 2, 31, 32, 33, INT_MAX),
    "long": (LONG_MIN, INT_MIN - 1, -1, 0, 1, 2, 63, 64, LONG_MAX),
    "float": (NAN, -INF, -2.5, -0.0, 0.0, 0.5, 1.5, 16777216.0, INF),
    "double": (NAN, -INF, -2.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2147483648.5, 1e300, INF),
    "String": TEXTS,
    "StringBuilder": FEW_TEXTS,
    "StringBuffer": FEW_TEXTS,
    "Boolean": (None, False, True),
    "Byte": (None, -1, 0),
    "Short": (None, -1, 0),
    "Character": (None, "a", "\u00df"),
    "Integer": (None, INT_MIN, 0, 1),
    "Long": (None, LONG_MIN, 0, 1),
    "Float": (None, NAN, -0.0, 0.0, 1.5),
    "Double": (None, NAN, -0.0, 0.0, 1.5),
    "int[]": (None, (), (0,), (1, 0), (0, 1)),
    "long[]": (None, (), (1, 0)),
    "char[]": (None, (), ("a",), ("a", HIGH)),
    "byte[]": (None, (), (-1, 1)),
    "short[]": (None, (), (-1, 1)),
    "boolean[]": (None, (), (True, False)),
    "float[]": (None, (), (NAN, -0.0)),
    "double[]": (None, (), (NAN, -0.0)),
    "String[]": (None, (), (None,), ("a", "b")),
    "Integer[]": (None, (), (None,), (1, 0)),
    "Object[]": (None, ()),
    "Color": (None, "RED", "GREEN", "BLUE"),
}
