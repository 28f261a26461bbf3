"""S-expressions: text to atoms and lists, each with its position.

Parentheses and square brackets mean the same, as in Racket, but each closes only its own kind.
A `;` starts a comment that ends with the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from heapwise.program.source import InputError, Position

_LEXEME = re.compile(
    r"(?P<newline>\r\n|\r|\n)"
    r"|(?P<blank>[^\S\r\n]+|;[^\r\n]*)"
    r"|(?P<open>[(\[])"
    r"|(?P<close>[)\]])"
    r"|(?P<atom>[^\s()\[\];{}\"'`,|#\x00-\x1f\x7f]+)"
)
_CLOSED_BY = {"(": ")", "[": "]"}
_ADVICE = {
    "{": "; use `(` or `[`",
    "}": "; use `)` or `]`",
    "#": "; a comment starts with `;`",
    "|": "; a comment starts with `;`, and `or` is written as a word",
}


@dataclass(frozen=True, slots=True)
class Atom:
    text: str
    at: Position


@dataclass(frozen=True, slots=True)
class Group:
    """A list; `end` is the position of its closing parenthesis."""

    items: tuple[SExpr, ...]
    at: Position
    end: Position


SExpr: TypeAlias = Atom | Group


@dataclass(slots=True)
class _Open:
    mark: str
    at: Position
    items: list[SExpr]


def read(text: str, file: str) -> SExpr:
    """The one S-expression that `text` holds."""
    line, line_start, offset = 1, 0, 0
    top = _Open("", Position(file, 1, 1), [])
    open_: list[_Open] = [top]
    while offset < len(text):
        at = Position(file, line, offset - line_start + 1)
        found = _LEXEME.match(text, offset)
        if found is None:
            raise InputError(_unknown_character(text[offset]), at)
        offset = found.end()
        if found.lastgroup == "newline":
            line, line_start = line + 1, offset
            continue
        if found.lastgroup == "blank":
            continue
        if len(open_) == 1 and top.items:
            raise InputError(_after_the_end(found.group()), at)
        if found.lastgroup == "open":
            open_.append(_Open(found.group(), at, []))
        elif found.lastgroup == "close":
            closed = _close(open_, found.group(), at)
            open_[-1].items.append(closed)
        else:
            open_[-1].items.append(Atom(found.group(), at))
    if len(open_) > 1:
        missing = open_[-1]
        raise InputError(
            f"this `{missing.mark}` is never closed: the file ends without its"
            f" `{_CLOSED_BY[missing.mark]}`",
            missing.at,
        )
    if not top.items:
        raise InputError(
            "expected a program `(((class ...) ...) (C m))`, found end of file", top.at
        )
    return top.items[0]


def _close(open_: list[_Open], mark: str, at: Position) -> Group:
    if len(open_) == 1:
        raise InputError(f"this `{mark}` closes nothing", at)
    last = open_.pop()
    wanted = _CLOSED_BY[last.mark]
    if mark != wanted:
        opened = f"{last.at.line}:{last.at.column}"
        raise InputError(
            f"expected `{wanted}` for the `{last.mark}` at {opened}, found `{mark}`", at
        )
    return Group(tuple(last.items), last.at, at)


def _after_the_end(found: str) -> str:
    extra = " (one parenthesis too many?)" if found in (")", "]") else ""
    return f"expected end of file after the program, found `{found}`{extra}"


def _unknown_character(character: str) -> str:
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return f"unexpected character `{shown}`{_ADVICE.get(character, '')}"
