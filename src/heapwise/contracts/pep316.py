"""Contracts in docstrings, as PEP 316 has them and CrossHair reads them.

    pre: x > 0                      one condition on the line,
    post[self]:                     or a block of them; the brackets list what may be changed
        _ == __old__.x + 1          # `_` and `__return__` are the result
        self.size == __old__.self.size + 1
    inv: self.size >= 0             in the docstring of a class

A condition goes on over several lines while it is not a complete expression, or when the next line
is indented more and continues it. In the docstring of a function, `inv:` states both a precondition
and a postcondition.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heapwise.contracts.conditions import condition_from_text
from heapwise.contracts.contract import Condition, Kind
from heapwise.contracts.function_source import DocLine
from heapwise.contracts.olds import Notation, Site
from heapwise.program import InputError, Position

_HEADER = re.compile(r"^\s*:?(pre|post|inv)(?:\[([^\]]*)\])?\s*::?\s*(.*)$")
_CONTINUES = re.compile(r"\s*(?:(?:and|or|is|in|not|if|else|for)\b|[-+*/%<>=!&|^.])")
_RESULTS = ("_", "__return__")
_NOTATION = Notation(old_root="__old__")


class Stated(NamedTuple):
    """The conditions of one docstring."""

    pre: tuple[Condition, ...]
    post: tuple[Condition, ...]
    invariants: tuple[Condition, ...]
    writes: tuple[str, ...] | None


class _Expression(NamedTuple):
    text: str
    at: Position


class _Section(NamedTuple):
    keyword: str
    writes: str | None
    expressions: tuple[_Expression, ...]
    at: Position


def conditions_of_function(lines: Sequence[DocLine], site: Site, file: str) -> Stated:
    pre: list[Condition] = []
    post: list[Condition] = []
    writes: tuple[str, ...] | None = None
    for section in _sections(lines, file):
        if section.writes is not None:
            named = tuple(name.strip() for name in section.writes.split(",") if name.strip())
            writes = (*(writes or ()), *named)
        if section.keyword in ("pre", "inv"):
            pre += _conditions("pre", section, site)
        if section.keyword in ("post", "inv"):
            post += _conditions("post", section, site)
    return Stated(tuple(pre), tuple(post), (), writes)


def conditions_of_class(lines: Sequence[DocLine], site: Site, file: str) -> tuple[Condition, ...]:
    found: list[Condition] = []
    for section in _sections(lines, file):
        if section.keyword != "inv":
            message = f"`{section.keyword}:` in the docstring of a class; a class has `inv:` only"
            raise InputError(message, section.at)
        found += _conditions("invariant", section, site)
    return tuple(found)


def _conditions(kind: Kind, section: _Section, site: Site) -> list[Condition]:
    return [
        condition_from_text(kind, each.text, each.at, site, _NOTATION, _RESULTS)
        for each in section.expressions
    ]


def _sections(lines: Sequence[DocLine], file: str) -> Iterator[_Section]:
    for number, line in enumerate(lines):
        header = _HEADER.match(line.text)
        if header is None:
            continue
        keyword, writes, inline = header[1], header[2], header[3]
        start = Position(file, line.line, line.column + header.start(1) + 1)
        if writes is not None and keyword != "post":
            raise InputError(f"`{keyword}[{writes}]`: only `post` lists what may be changed", start)
        block = list(_block(lines[number + 1 :], line.indent))
        if _is_expression(inline):
            column = line.column + header.start(3)
            first = DocLine(line.line, column, line.indent, inline)
            expressions = _split([first, *block], file)[:1]
        else:
            expressions = _split(block, file)
        if not expressions:
            raise InputError(f"`{keyword}:` is followed by no condition", start)
        yield _Section(keyword, writes, tuple(expressions), start)


def _block(lines: Sequence[DocLine], indent: int) -> Iterator[DocLine]:
    for line in lines:
        if line.text.strip():
            if line.indent <= indent or _HEADER.match(line.text):
                return
            yield line


def _is_expression(text: str) -> bool:
    return bool(text.strip()) and not text.lstrip().startswith("#")


def _split(lines: Sequence[DocLine], file: str) -> list[_Expression]:
    """The expressions of a block; a broken one stays as it is, for the parser to complain."""
    found: list[_Expression] = []
    rest = [line for line in lines if _is_expression(line.text)]
    while rest:
        first, count = rest[0], 1
        while not _is_complete(rest[:count]) and count < len(rest):
            count += 1
        if not _is_complete(rest[:count]):
            count = 1
        while count < len(rest) and _goes_on(rest, count):
            count += 1
        column = first.column + len(first.text) - len(first.text.lstrip())
        found.append(_Expression(_joined(rest[:count]), Position(file, first.line, column + 1)))
        rest = rest[count:]
    return found


def _goes_on(lines: Sequence[DocLine], count: int) -> bool:
    """Whether a line continues a complete expression: `x > 0` and, below it, `    and y > 0`."""
    following = lines[count]
    deeper = following.indent > lines[0].indent
    return deeper and bool(_CONTINUES.match(following.text)) and _is_complete(lines[: count + 1])


def _joined(lines: Sequence[DocLine]) -> str:
    """The text of some lines, each on the line it has in the file relative to the first."""
    text, at = lines[0].text.lstrip(), lines[0].line
    for line in lines[1:]:
        text += "\n" * max(line.line - at, 1) + line.text
        at = max(line.line, at + 1)
    return text


def _is_complete(lines: Sequence[DocLine]) -> bool:
    try:
        ast.parse(f"({_joined(lines)}\n)", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
