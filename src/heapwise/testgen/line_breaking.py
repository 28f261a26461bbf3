"""Lines of Python within a width: long statements are broken at brackets, as formatters do."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

WIDTH = 88
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def wrapped(statement: str, indent: int, width: int = WIDTH) -> list[str]:
    """The statement as indented lines. One that has no bracket to break at stays long."""
    line = " " * indent + statement
    if len(line) <= width:
        return [line]
    brackets = _outer_brackets(statement)
    if not brackets:
        return _split_comparison(statement, indent) or [line]
    opening, closing = max(brackets, key=lambda pair: (pair[1] - pair[0], pair[0]))
    parts = list(_parts(statement[opening + 1 : closing]))
    if not parts:
        return [line]
    head, tail = statement[: opening + 1], statement[closing:]
    together = ", ".join(parts)
    inner = indent + 4
    lines = [" " * indent + head]
    if head[-1] == "(" and len(parts) > 1 and inner + len(together) <= width and tail == ")":
        lines.append(" " * inner + together)
    else:
        for part in parts:
            *first, last = wrapped(part, inner, width - 1)
            # A lone operand in parentheses would become a tuple with a comma.
            comma = "" if part.startswith("*") and len(parts) == 1 else ","
            lines += [*first, last + comma]
    return [*lines, " " * indent + tail]


def _outer_brackets(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    stack: list[int] = []
    for position, letter in _code_letters(text):
        if letter in _CLOSING:
            stack.append(position)
        elif letter in _CLOSING.values() and stack:
            start = stack.pop()
            is_index = text[start] == "[" and start > 0 and text[start - 1] not in " ([{"
            if not stack and not is_index and position > start + 1:
                found.append((start, position))
    return found


def _split_comparison(statement: str, indent: int) -> list[str]:
    """`assert left == right` in parentheses, or nothing if it is no such statement."""
    code = "".join(letter for _, letter in _code_letters(statement))
    if not statement.startswith("assert ") or code.count(" == ") != 1 or " and " in code:
        return []
    left, _, right = statement.removeprefix("assert ").partition(" == ")
    margin = " " * indent
    return [f"{margin}assert (", f"{margin}    {left}", f"{margin}    == {right}", f"{margin})"]


def _parts(text: str) -> Iterator[str]:
    """What stands between the outer commas."""
    depth, start = 0, 0
    for position, letter in _code_letters(text):
        if letter in _CLOSING:
            depth += 1
        elif letter in _CLOSING.values():
            depth -= 1
        elif letter == "," and depth == 0:
            yield text[start:position].strip()
            start = position + 1
    if text[start:].strip():
        yield text[start:].strip()


def _code_letters(text: str) -> Iterator[tuple[int, str]]:
    """The letters outside string literals."""
    quote = ""
    skip = False
    for position, letter in enumerate(text):
        if skip:
            skip = False
        elif quote:
            skip = letter == "\\"
            if letter == quote:
                quote = ""
        elif letter in "'\"":
            quote = letter
        else:
            yield position, letter


def docstring(text: str, indent: int, width: int = WIDTH) -> list[str]:
    """A docstring of one paragraph."""
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    safe = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in safe)
    if safe.endswith('"'):
        safe += " "
    margin = " " * indent
    if len(margin) + len(safe) + 6 <= width:
        return [f'{margin}"""{safe}"""']
    lines = textwrap.wrap(safe, width - indent - 3, break_long_words=False, break_on_hyphens=False)
    return [
        f'{margin}"""{lines[0]}',
        *(margin + line for line in lines[1:]),
        f'{margin}"""',
    ]


def separated(groups: Iterable[Sequence[str]]) -> list[str]:
    """The groups that have lines, with a blank line between them."""
    result: list[str] = []
    for group in groups:
        if group:
            result += ["", *group] if result else group
    return result
