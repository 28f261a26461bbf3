"""Pieces of a string before a separator do not contain it."""

from heapwise.solver.model import Model
from heapwise.terms import (
    STR,
    Term,
    add,
    or_,
    str_concat,
    str_contains,
    str_index_of,
    str_length,
    str_substring,
    sub,
    symbol,
)

S = symbol("s", STR)
FIRST = str_index_of(S, ",", 0)
SECOND = str_index_of(S, ",", add(FIRST, 1))
PIECES = [
    str_substring(S, 0, FIRST),
    str_substring(S, add(FIRST, 1), sub(SECOND, add(FIRST, 1))),
]


def test_a_piece_before_a_separator_does_not_contain_it() -> None:
    for piece in PIECES:
        assert str_contains(piece, ",") is False
        assert str_index_of(piece, ",", 0) == -1
        for text in ("", ",", "a", "a,", ",a", "a,b,c", ",,"):
            assert "," not in str(Model(values={S: text}).evaluate(piece))


def test_it_may_contain_others_and_so_may_what_follows() -> None:
    rest = str_substring(S, add(FIRST, 1), sub(str_length(S), add(FIRST, 1)))
    later = str_substring(S, 0, SECOND)
    for text, part in ((PIECES[0], ";"), (rest, ","), (later, ",")):
        assert isinstance(str_contains(text, part), Term)
        assert isinstance(str_index_of(text, part, 0), Term)


def test_a_character_is_in_a_concatenation_if_it_is_in_a_part() -> None:
    t = symbol("t", STR)
    assert str_contains(str_concat(S, "a,", t), ",") is True
    assert str_contains(str_concat(S, "ab", t), ",") is or_(
        str_contains(S, ","), str_contains(t, ",")
    )
    assert isinstance(str_contains(str_concat(S, t), "ab"), Term)  # it may be across the parts
    across = str_contains(str_concat(S, t), "ab")
    assert Model(values={S: "a", t: "b"}).satisfies(across)
