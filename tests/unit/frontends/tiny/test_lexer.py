"""How text falls into tokens, and where each of them stands."""

from __future__ import annotations

import pytest

from heapwise.frontends.tiny.lexer import KEYWORDS, Kind, TokenCursor, tokenize
from heapwise.program.source import InputError, Position


def texts(source: str) -> list[str]:
    return [token.text for token in tokenize(source, "f")][:-1]


def positions(source: str) -> list[tuple[int, int]]:
    return [(token.at.line, token.at.column) for token in tokenize(source, "f")]


@pytest.mark.parametrize(
    ("glued", "spaced"),
    [
        ("};", "} ;"),
        (";}", "; }"),
        ("{}", "{ }"),
        ("[]", "[ ]"),
        ("];", "] ;"),
        ("[(", "[ ("),
        ("((", "( ("),
        ("(Y0.next)", "( Y0 . next )"),
        ("m[Y1,X2]", "m [ Y1 , X2 ]"),
        ("x+1)", "x + 1 )"),
        ("(x.f:=1)", "( x . f := 1 )"),
        ("]:=~@", "] := ~ @"),
        ("a&&b||c", "a && b || c"),
        ("=<-", "= < -"),
        ("int[][]", "int [ ] [ ]"),
    ],
)
def test_glued_marks_read_like_spaced_ones(glued: str, spaced: str) -> None:
    assert texts(glued) == spaced.split() == texts(spaced)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("0", Kind.NUMBER),
        ("007", Kind.NUMBER),
        ("X0", Kind.INPUT),
        ("Y12", Kind.INPUT),
        ("l3", Kind.INPUT),
        ("X", Kind.NAME),
        ("X1a", Kind.NAME),
        ("x1", Kind.NAME),
        ("1a", Kind.NAME),
        ("_", Kind.NAME),
        ("this", Kind.NAME),
        ("length", Kind.NAME),
        ("include", Kind.NAME),
        ("größe", Kind.NAME),
        *((keyword, Kind.KEYWORD) for keyword in sorted(KEYWORDS)),
    ],
)
def test_a_word_is_one_token_of_its_kind(word: str, kind: Kind) -> None:
    first, end = tokenize(word, "f")
    assert (first.kind, first.text, end.kind) == (kind, word, Kind.END)


def test_comments_end_with_the_line_even_when_glued() -> None:
    assert texts("a// b\nc;//d := e\r\n// f\rg") == ["a", "c", ";", "g"]


def test_positions_count_from_one_and_a_tab_is_one_column() -> None:
    assert positions("a  b\n\tc:=d") == [(1, 1), (1, 4), (2, 2), (2, 3), (2, 5), (2, 6)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_counts_once(line_end: str) -> None:
    assert positions(f"a{line_end}{line_end} b") == [(1, 1), (3, 2), (3, 3)]


def test_empty_text_is_only_its_end() -> None:
    assert positions("") == [(1, 1)]


@pytest.mark.parametrize(
    ("source", "column", "message"),
    [
        ("a $ b", 3, "unexpected character `$`"),
        ("a;$", 3, "unexpected character `$`"),
        ("(a & b)", 4, "unexpected character `&`; did you mean `&&`?"),
        ("(a | b)", 4, "unexpected character `|`; did you mean `||`?"),
        ("x : 1", 3, "unexpected character `:`; did you mean `:=`?"),
        ("(!x)", 2, "unexpected character `!`; did you mean `~`?"),
        ("a / b", 3, "unexpected character `/`"),
        ("a\0", 2, "unexpected character `U+0000`"),
    ],
)
def test_an_unknown_character_is_an_error_in_its_place(
    source: str, column: int, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        texts(source)
    assert (caught.value.at, caught.value.message) == (Position("f", 1, column), message)


def test_the_cursor_reads_no_further_than_it_must() -> None:
    cursor = TokenCursor("a b $", "f")
    assert cursor.take("a")
    assert not cursor.take("a")
    assert cursor.current.text == "b"
    with pytest.raises(InputError, match="unexpected character"):
        cursor.peek()
