"""Tokens of the POSE language, and the cursor through which the parser reads them.

In the dialect of the prototype a maximal run of punctuation is one token, so its files keep blanks
between marks. We split such runs into the marks we know, longest first; every file of the dialect
still reads the same, and `m[Y1]`, `{}` or `(x.f:=1)` need no blanks. Tokens are produced lazily, so
that the first mistake in the file is the one reported, be it lexical or syntactic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, NoReturn

from heapwise.program.source import InputError, Position

_CONSTANTS = ("BOT", "true", "false", "null")
_TYPES = ("int", "bool")
KEYWORDS = frozenset(
    ("class", "extends", "new", "let", "in", "if", "then", "else", "instanceof", *_TYPES)
).union(_CONSTANTS)
INFIX_OPERATORS = ("+", "-", "<", "=", "&&", "||")

_LEXEME = re.compile(
    r"(?P<newline>\r\n|\r|\n)"
    r"|(?P<blank>[^\S\r\n]+|//[^\r\n]*)"
    r"|(?P<word>\w+)"
    r"|(?P<mark>:=|&&|\|\||[(){};,.\[\]+\-<=~@])"
)
_NUMBER = re.compile(r"[0-9]+")
_SYMBOL_OR_LOCATION = re.compile(r"[XYl][0-9]+")
_LIKELY_MEANT = {"&": "&&", "|": "||", ":": ":=", "!": "~"}


class Kind(Enum):
    """What a token is; the value is how error messages speak of it."""

    NAME = "a name"
    NUMBER = "a number"
    INPUT = "a value"  # X<n>, Y<n> or l<n>
    KEYWORD = "a keyword"
    MARK = "a mark"
    END = "end of file"


class Token(NamedTuple):
    kind: Kind
    text: str
    at: Position


def tokenize(text: str, file: str) -> Iterator[Token]:
    """The tokens of `text` in order; the last one, and only that, is of kind END."""
    line, line_start, offset = 1, 0, 0
    while offset < len(text):
        found = _LEXEME.match(text, offset)
        column = offset - line_start + 1
        if found is None:
            raise InputError(_unknown_character(text[offset]), Position(file, line, column))
        offset = found.end()
        match found.lastgroup:
            case "newline":
                line, line_start = line + 1, offset
            case "word":
                word = found.group()
                yield Token(_kind_of_word(word), word, Position(file, line, column))
            case "mark":
                yield Token(Kind.MARK, found.group(), Position(file, line, column))
    yield Token(Kind.END, "", Position(file, line, offset - line_start + 1))


def _kind_of_word(word: str) -> Kind:
    if word in KEYWORDS:
        return Kind.KEYWORD
    if _NUMBER.fullmatch(word):
        return Kind.NUMBER
    if _SYMBOL_OR_LOCATION.fullmatch(word):
        return Kind.INPUT
    return Kind.NAME


def _unknown_character(character: str) -> str:
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    meant = _LIKELY_MEANT.get(character)
    return f"unexpected character `{shown}`" + (f"; did you mean `{meant}`?" if meant else "")


class TokenCursor:
    """A place in a stream of tokens: look at the current one, take it, or say what was expected."""

    def __init__(self, text: str, file: str) -> None:
        self._tokens = tokenize(text, file)
        self._next: Token | None = None
        self.current = next(self._tokens)
        self.taken = 0

    def peek(self) -> Token:
        """The token after the current one, which must not be the end."""
        if self._next is None:
            self._next = next(self._tokens)
        return self._next

    def advance(self) -> Token:
        """Take the current token, which must not be the end."""
        token = self.current
        self.current = self.peek()
        self._next = None
        self.taken += 1
        return token

    def stands_at(self, *texts: str) -> bool:
        return self.current.text in texts

    def take(self, text: str) -> bool:
        """Take the current token if it reads `text`."""
        if not self.stands_at(text):
            return False
        self.advance()
        return True

    def expect(self, *texts: str) -> Token:
        """Take the current token, which must read like one of `texts`."""
        if not self.stands_at(*texts):
            self.fail(*(quote(text) for text in texts))
        return self.advance()

    def expect_name(self, what: str) -> Token:
        if self.current.kind is not Kind.NAME:
            self.fail(what)
        return self.advance()

    def expect_end(self) -> None:
        if self.current.kind is not Kind.END:
            self.fail(Kind.END.value)

    def fail(self, *expected: str) -> NoReturn:
        """Report the current token; `expected` has quoted tokens first, then descriptions."""
        found = self.current
        shown = Kind.END.value if found.kind is Kind.END else quote(found.text)
        message = f"expected {_alternatives(expected)}, found {shown}"
        raise InputError(message + _advice(found, expected), found.at)


def quote(text: str) -> str:
    return f"`{text}`"


def _alternatives(expected: tuple[str, ...]) -> str:
    tokens = [each for each in expected if each.startswith("`")]
    descriptions = [each for each in expected if not each.startswith("`")]
    listed = ("one of " if len(tokens) > 1 else "") + " ".join(tokens)
    return " or ".join(([listed] if tokens else []) + descriptions)


def _advice(found: Token, expected: tuple[str, ...]) -> str:
    expects_operand = any("expression" in each for each in expected)
    if found.text in (*INFIX_OPERATORS, ".", "instanceof") and not expects_operand:
        return " (every operator needs parentheses of its own, as in `((a + b) + c)`)"
    expects_name = any("name" in each or "type" in each for each in expected)
    if expects_name and found.kind is Kind.KEYWORD:
        return ", which is a keyword"
    if expects_name and found.kind is Kind.INPUT:
        return " (X, Y or l followed by digits is always a value)"
    return ""
