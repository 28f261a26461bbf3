"""Templates: `"%d of %s" % values` and `"{} of {}".format(…)`, taken apart into pieces of text."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import EnumValue, Host, Opaque, Value
from heapwise.frontends.python.semantics.containers import subscripts
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_integer,
    is_number,
    is_ref,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import plain, to_float
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.frontends.python.semantics.operations.describing import rethrow
from heapwise.terms import (
    BOOL,
    FLOAT,
    Scalar,
    int_of_float,
    is_infinite,
    is_nan,
    ite,
    sort_of,
)


class Piece(NamedTuple):
    """`{value!conversion:spec}`; a literal has neither."""

    conversion: str
    value: Value
    spec: str


# -- %

_PERCENT = re.compile(
    r"%(?:\((?P<key>[^)]*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d+)?"
    r"(?:\.(?P<precision>\*|\d+)?)?[hlL]?(?P<type>.)?",
    re.DOTALL,
)


_WITH_ITEMS = ("dict", "list", "bytes", "range")
"""What is taken for a mapping, whatever keys it has."""


class _Values:
    """What is on the right of %: taken in turn, or by key."""

    def __init__(self, m: Mac, right: Value) -> None:
        self._m = m
        right = settle(m, right, text=True)
        held = category(m, right) if is_ref(right) else type_name(m, right)
        self._right = right
        self._has_items = held in _WITH_ITEMS or (
            held == "object" and special_method(m, right, "__getitem__") is not None
        )
        is_tuple = held in ("tuple", "record")
        self._items = sequences.items_of(m, right) if is_tuple else [right]
        self._next = 0
        self._may_remain = not is_tuple and self._has_items

    def take(self) -> Value:
        if self._next >= len(self._items):
            throw(TypeError, "not enough arguments for format string")
        self._next += 1
        return self._items[self._next - 1]

    def by_key(self, key: str) -> Value:
        if not self._has_items:
            throw(TypeError, "format requires a mapping")
        self._next = len(self._items)
        found = subscripts.get_item(self._m, self._right, key)
        if isinstance(found, Enter):
            unsupported("% of a mapping that runs code")
        return found

    def number(self, text: str | None) -> str:
        """A width or precision, which may be an argument."""
        if text != "*":
            return text or ""
        value = plain(settle(self._m, self.take()), int)
        if not is_integer(value) and not isinstance(value, Opaque):
            throw(TypeError, "* wants int")
        if not isinstance(value, int):
            unsupported("a symbolic width in a format")
        return str(int(value))

    def finish(self) -> None:
        if self._next < len(self._items) and not self._may_remain:
            throw(TypeError, "not all arguments converted during string formatting")


def percent_pieces(m: Mac, template: str, right: Value, pieces: list[Piece]) -> None:
    """Puts them into `pieces`: what was put in by then is what an exception comes after."""
    values = _Values(m, right)
    position = 0
    for found in _PERCENT.finditer(template):
        pieces.append(Piece("", template[position : found.start()], ""))
        position = found.end()
        if found[0] == "%%":
            pieces.append(Piece("", "%", ""))
            continue
        if found["key"] is None and template.startswith("(", found.start() + 1):
            if ")" in template[position:]:
                unsupported("parentheses in a key of a format")
            throw(ValueError, "incomplete format key")
        keyed = values.by_key(found["key"]) if found["key"] is not None else None
        width = values.number(found["width"])
        precision = values.number(found["precision"])
        if "." in found[0] and not precision:
            precision = "0"
        if found["type"] is None:
            throw(ValueError, "incomplete format")
        value = values.take() if keyed is None else keyed
        pieces.append(_converted(m, value, found, width, precision))
    pieces.append(Piece("", template[position:], ""))
    values.finish()


def _converted(m: Mac, value: Value, found: re.Match[str], width: str, precision: str) -> Piece:
    letter, flags = found["type"], found["flags"]
    left = "-" in flags or width.startswith("-")
    width = width.lstrip("-")
    if letter in "rsa":
        spec = (("<" if left else ">") + width if width else "") + (
            f".{precision}" if precision else ""
        )
        return Piece(letter, value, spec)
    value = plain(settle(m, value), int | float)
    if letter not in "diuoxXeEfFgGc":
        shown = letter if letter.isascii() and letter.isprintable() else "?"
        what = f"'{shown}' (0x{ord(letter):x}) at index {found.end() - 1}"
        throw(ValueError, f"unsupported format character {what}")
    if isinstance(value, int | float | str):
        own = f"%{flags}{width}{'.' + precision if precision else ''}{letter}"
        try:
            return Piece("", own % (value,), "")
        except (TypeError, ValueError, OverflowError) as error:
            rethrow(error)
    if not is_number(value):
        if is_ref(value) or isinstance(value, EnumValue | Opaque | Host):
            unsupported(f"%{letter} of a {type_name(m, value)}")
        throw(TypeError, f"%{letter} format: a real number is required, not {type_name(m, value)}")
    if letter == "c" or (precision and letter in "diuoxX"):
        unsupported(f"{found[0]} of a symbolic number")
    align = "<" if left else "=" if "0" in flags else ">"
    sign = "+" if "+" in flags else " " if " " in flags else ""
    fill = "0" if align == "=" else ""
    spec = f"{fill}{align}{sign}{'#' if '#' in flags else ''}{width}"
    if letter in "diu":
        return Piece("", _whole(m, value, letter), f"{spec}d")
    if letter in "oxX" and sort_of(value) is FLOAT:
        throw(TypeError, f"%{letter} format: an integer is required, not float")
    if letter in "eEfFgG":
        value = to_float(m, value)
        spec += f".{precision}" if precision else ""
    return Piece("", value, f"{spec}{letter}")


def _whole(m: Mac, value: Scalar, letter: str) -> Scalar:
    if sort_of(value) is BOOL:
        return ite(value, 1, 0)
    if sort_of(value) is not FLOAT:
        return value
    if m.decide(is_nan(value)):
        throw(ValueError, "cannot convert float NaN to integer")
    if m.decide(is_infinite(value)):
        throw(OverflowError, "cannot convert float infinity to integer")
    return int_of_float(value)


# -- str.format


def format_pieces(
    m: Mac, template: str, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> list[Piece]:
    return list(_fields(m, template, positional, _finder(positional, keywords)))


_Find = Callable[[str], Value]


def _finder(positional: tuple[Value, ...], keywords: dict[str, Value]) -> _Find:
    used = 0
    manual: bool | None = None

    def find(name: str) -> Value:
        nonlocal used, manual
        if name == "" or name.isdigit():
            if manual is (name == ""):
                throw(ValueError, "cannot switch between manual and automatic field numbering")
            manual = name != ""
            index = int(name) if name else used
            used += 1
            if index >= len(positional):
                throw(
                    IndexError,
                    f"Replacement index {index} out of range for positional args tuple",
                )
            return positional[index]
        if name not in keywords:
            throw(KeyError, name)
        return keywords[name]

    return find


def _fields(
    m: Mac, template: str, positional: tuple[Value, ...], find: _Find, depth: int = 2
) -> Iterator[Piece]:
    if depth == 0:
        throw(ValueError, "Max string recursion exceeded")
    try:
        parsed = list(string.Formatter().parse(template))
    except ValueError as error:
        rethrow(error)
    for literal, field, spec, conversion in parsed:
        if literal:
            yield Piece("", literal, "")
        if field is None:
            continue
        value = _resolved(m, field, find)
        if conversion not in (None, "r", "s", "a"):
            throw(ValueError, f"Unknown conversion specifier {conversion!r}")
        if spec and "{" in spec:
            inner = [piece.value for piece in _fields(m, spec, positional, find, depth - 1)]
            plain = [settle(m, part) for part in inner]
            if not all(isinstance(part, str | int) for part in plain):
                unsupported("a symbolic format specification")
            spec = "".join(map(str, plain))
        yield Piece(conversion or "", value, spec or "")


def _resolved(m: Mac, field: str, find: _Find) -> Value:
    found = re.match(r"[^.\[]*", field)
    assert found is not None
    value = find(found[0])
    for attribute, key in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", field[found.end() :]):
        if attribute:
            part = attribute_access.get_attribute(m, attribute, value)
        else:
            part = subscripts.get_item(m, value, int(key) if key.isdigit() else key)
        if isinstance(part, Enter):
            unsupported("a method behind a field of a format")
        value = part
    return value
