"""What a regular expression matches is what CPython says, for every small text.

Of a text that is not known there are several ways to match, each with a condition. For every text
over a small alphabet exactly one of them holds, or none, and it has the groups of `re`.
"""

from __future__ import annotations

import itertools
import re

import pytest

from heapwise.frontends.python.semantics.text import regex_matching
from heapwise.frontends.python.semantics.text.regex_matching import FULL, MATCH, SEARCH, Question
from heapwise.solver import Model
from heapwise.terms import STR, symbol

S = symbol("s", STR)
PATTERNS = [
    r"a", r"ab", r"a*", r"a+", r"a?", r"a*?", r"a+?", r"a??", r"a{2}", r"a{1,2}", r"a{1,2}?",
    r"a{,2}b", r"a+?b", r"a*b", r"a|b", r"(a)|b", r"(a|b)*", r"(a|)*b?", r"(?:(a)|(b))*",
    r"(a*)*", r"(a*)+b", r"(a)?(b)?", r"^a", r"a$", r"^", r"$", r"\Aa", r"a\Z", r"\ba", r"a\b",
    r"\Bb", r"\b", r"\B", r"^a$", r"^$", r"(?=a)..", r"(?!a).", r"(?<=a)b", r"(?<!a)b",
    r"(?=(a))a", r"(?!(a))b", r"(?<=(a))b", r"(?=ab|b).", r"(?!.b)a", r"(?<=ab|ba).", r"(a)\1",
    r"(?P<x>a|b)(?P=x)", r"(a*)b\1", r"(a)?\1", r"(a)?(?(1)b|a)", r"(?(1)a|b)()",
    r"()(?(1)a|b)", r"(?>a*)b", r"(?>a|ab)b", r"(?>a+)a", r"a*+b", r"a*+a", r"a?+a",
    r"(?:ab)*+a", r"a{1,2}+a", r"(?>(a)|b)\1", r"[ab]", r"[^a]", r"[^ab]", r"[a-b]+", r"[a\n]",
    r"\n", r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"[\w]", r"[^\w]", r"[\d\s]", r"[^\s]",
    r".", r"..", r".*", r".+?", r"a.b", r".*?b", r"(.*)(b)", r"((a)|b)+", r"(?:a|(b))*?b",
    r"(a|ab)(b|)", r"(?:a?)*?b", r"(a?)*?b", r"((a)|(b))*", r"()*", r"(a|b|)+", r"(?:|a)+",
    r"(?:|a)*b", r"a|", r"|a", r"(a(b)?)+", r"(?:(a)(b)?)*", r"(a)*?", r"(|a)*?b", r"(a(?=b))*",
    r"(?:a(?!b))+", r"(a)|(?:b)\1", r"(a|ab|aba)$", r"(a+|b)*", r"(a+|b+)+?$", r"(?:a|b)*b",
    r"(a*?)(b*)", r"(a??)(a*)", r"((a?)b?)*", r"(?:(a)|b)*\1?", r"(?i:A)b", r"(?i)A",
    r"(?i)[A]b", r"(?i)[^A]", r"(?s:.)b", r"(?m:^)b", r"a(?-i:b)", r"(?x)a b #c", r"(?a)\w",
    r"(?a:\d)", r"(?P<p>a)(?P<q>b)?", r"(a)(?:b|(?=a))", r"(?!a|b)", r"(?!)", r"(?=)",
    r"a(?#c)b", r"\Aa|b\Z", r"a\b|\bb", r"(?:^a|b$)+", r"(\n|a)*$", r"a$\n",
]  # fmt: skip
TEXTS = [
    "".join(letters) for length in range(4) for letters in itertools.product("ab\n", repeat=length)
] + ["A", "Ab", "1", "_a", " b", "é", "aA", "aabb", "abab", "a\nb\n"]
FLAGS = (0, re.MULTILINE, re.DOTALL, re.IGNORECASE)


def _held(question: Question, text: str) -> list[tuple[object, ...]]:
    found = regex_matching.guarded(question)
    model = Model(values={S: text})
    held = [way for guard, way in found if model.evaluate(guard)]
    return [(way.spans, way.last) for way in held]


def _real(match: re.Match[str] | None) -> list[tuple[object, ...]]:
    if match is None:
        return []
    return [(tuple(None if span == (-1, -1) else span for span in match.regs), match.lastindex)]


@pytest.mark.parametrize("number", range(len(PATTERNS)), ids=PATTERNS)
def test_a_pattern_matches_what_cpython_says(number: int) -> None:
    flags = FLAGS[number % len(FLAGS)]
    if "\\1" in PATTERNS[number] or "(?P=" in PATTERNS[number]:
        flags &= ~re.IGNORECASE  # which is not supported
    for each in {0, flags}:
        pattern = re.compile(PATTERNS[number], each)
        for mode in (MATCH, FULL, SEARCH):
            question = Question(pattern, S, mode, 0, 4)
            for text in TEXTS:
                expected = _real(getattr(pattern, mode)(text))
                assert _held(question, text) == expected, (mode, text, each)


def test_a_way_is_taken_step_by_step_where_there_are_too_many() -> None:
    pattern = re.compile(r"(a|b|ab)*?(b?)$")
    for text in TEXTS:
        known = Question(pattern, text, SEARCH, 0, len(text))
        way = regex_matching.first_way(known, lambda condition: condition)
        assert way is not None
        assert [(way.spans, way.last)] == _real(pattern.search(text))
    with pytest.raises(regex_matching.TooManyWaysError):
        regex_matching.ways(Question(re.compile(r"((a|b|.)*)*c"), S, FULL, 0, 12))


@pytest.mark.parametrize(
    "text",
    ["k", "K", "\u212a", "s", "\u017f", "İ", "\u0131", "i", "É", "é", "ß", "ẞ", "\u03c3", "ς"],
)
@pytest.mark.parametrize("pattern", ["k", "[a-k]", "[^k]", "S", "i", "É", "ß", "ς", "(?a)k", r"\w"])
def test_case_is_ignored_as_cpython_does(pattern: str, text: str) -> None:
    compiled = re.compile(pattern, re.IGNORECASE)
    question = Question(compiled, S, FULL, 0, 2)
    assert _held(question, text) == _real(compiled.fullmatch(text))
