"""Kinds of characters, known and open, evaluated, in comparisons and in print."""

from __future__ import annotations

from itertools import pairwise

import pytest

from heapwise.terms import INT, STR, Scalar, Term, evaluate, show, str_code, symbol
from heapwise.terms.code_points import (
    KINDS,
    LAST_SOLVED,
    code_is,
    expanded,
    kind_with,
    ranges_of,
)
from tests.unit.terms.test_values import Given

CODE, TEXT = symbol("code", INT), symbol("text", STR)
ODD = "ßŉǰǅªº²Ⅷ٣½\u00a0\u2028\x1c\x85_ⓐ中💡"
SAMPLE = [*range(-1, 0x180), *map(ord, ODD), 0xD800, 0xDFFF, LAST_SOLVED, LAST_SOLVED + 1]


def is_character(code: int) -> bool:
    return 0 <= code <= LAST_SOLVED and not 0xD800 <= code <= 0xDFFF


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_point_is_of_a_kind_if_its_character_is(kind: str) -> None:
    open_code = code_is(kind, CODE)
    assert isinstance(open_code, Term)
    compared = expanded(open_code)
    for code in SAMPLE:
        expected = is_character(code) and bool(KINDS[kind](chr(code)))
        given = Given({CODE: code})
        assert code_is(kind, code) is expected
        assert evaluate(open_code, given, {}) is expected
        assert evaluate(compared, given, {}) is expected


def test_letters_whose_title_has_several_characters_have_a_case() -> None:
    assert all(code_is("cased", ord(letter)) for letter in "aZßŉǰǅ")
    assert not any(code_is("cased", ord(other)) for other in "1 _中½")


def test_ranges_are_apart() -> None:
    for kind in KINDS:
        ranges = ranges_of(kind)
        assert all(low <= high for low, high in ranges)
        assert all(high + 1 < low for (_, high), (low, _) in pairwise(ranges))


def shown(value: Scalar) -> str:
    assert isinstance(value, Term)
    return show(value)


def test_a_kind_is_shown_as_people_write_it() -> None:
    assert shown(code_is("alpha", str_code(TEXT))) == "text.isalpha()"
    assert shown(code_is("alpha", CODE)) == "chr(code).isalpha()"
    assert shown(code_is("cased", CODE)) == "is_cased(chr(code))"
    assert shown(code_is(kind_with("category", "Lu"), CODE)) == "category(chr(code)) == 'Lu'"
    assert shown(code_is(kind_with("combining", 230), CODE)) == "combining(chr(code)) == 230"
