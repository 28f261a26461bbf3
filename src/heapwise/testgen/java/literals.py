"""Values as Java source code."""

from __future__ import annotations

import math

from heapwise.results import Value

BOXES = {
    "java.lang.Boolean": "Z",
    "java.lang.Byte": "B",
    "java.lang.Character": "C",
    "java.lang.Short": "S",
    "java.lang.Integer": "I",
    "java.lang.Long": "J",
    "java.lang.Float": "F",
    "java.lang.Double": "D",
}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def literal(value: Value, descriptor: str) -> str:
    """A primitive value of the type that the descriptor names."""
    if descriptor == "Z":
        return "true" if value else "false"
    if descriptor in ("F", "D"):
        assert isinstance(value, int | float)
        return _floating(float(value), descriptor)
    assert isinstance(value, int)
    if descriptor == "C":
        return _character(value)
    if descriptor in ("B", "S"):
        return f"({'byte' if descriptor == 'B' else 'short'}) {value}"
    return f"{value}L" if descriptor == "J" else str(value)


def text_literal(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if " " <= char <= "~":
        return char
    if char < " ":
        # No \u escape: the compiler reads those before it knows what a string is.
        return f"\\{ord(char):03o}"
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _character(value: int) -> str:
    char = chr(value)
    if char == "'":
        return "'\\''"
    if " " <= char <= "~":
        return f"'{_ESCAPES.get(char, char) if char != chr(34) else char}'"
    return f"(char) {value}"


def _floating(value: float, descriptor: str) -> str:
    box = "Float" if descriptor == "F" else "Double"
    if math.isnan(value):
        return f"{box}.NaN"
    if math.isinf(value):
        return f"{box}.{'POSITIVE' if value > 0 else 'NEGATIVE'}_INFINITY"
    return f"{value!r}f" if descriptor == "F" else repr(value)
