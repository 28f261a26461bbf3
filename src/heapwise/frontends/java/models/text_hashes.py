"""Hash codes of texts, which formulas leave open: on a path, that of an unknown text is an unknown
number, and an input of the path gets texts that have the numbers (`hash_corrections`)."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.models.library_model import Mac, universe
from heapwise.frontends.protocol import Corrections
from heapwise.solver import Model
from heapwise.terms import (
    INT,
    STR,
    MapSort,
    Op,
    Scalar,
    Term,
    bit_vector,
    eq,
    ite,
    not_,
    or_,
    select,
    symbol,
)
from heapwise.terms.fixed_width import wrap


def hash_of(m: Mac, text: Scalar, literals: Sequence[str]) -> Scalar:
    """The hash code of a known text is known. That of a symbolic one is the right one where it is
    one of these literals, and else an unknown function of the text: of strings with the hash code
    of a literal, only that literal is considered, which is an approximation."""
    if isinstance(text, str):
        return hash_text(text)
    if literals:
        m.approximate("no other text has the hash code of a literal")
    value = bit_vector(32) if universe(m).exact else INT
    found = select(symbol(HASHES.kind, MapSort((STR,), value)), (text,))
    assert isinstance(found, Term)
    asked = m.load(HASHES) or ()
    if found not in asked:
        m.put(HASHES, (*asked, found))
    others = {literal: hash_text(literal) for literal in literals[:_MOST_LITERALS]}
    for number in dict.fromkeys(others.values()):
        same = (eq(text, literal) for literal, other in others.items() if other == number)
        m.assume(or_(*same, not_(eq(found, number))))
    for literal, number in others.items():
        found = ite(eq(text, literal), number, found)
    return found


HASHES: StoreKey[tuple[Term, ...]] = StoreKey("String.hashCode")
"""Named for the unknown function: where the store keeps the values of it that a path has asked for.
A table has places that depend on them, even if no condition does."""


def hash_corrections(asked: Sequence[Term], model: Model) -> Corrections | None:
    """If a model has some hash codes wrong: what is true of the texts that it has chosen, and three
    ways to have all right. They keep the texts, or keep those that are made of others and give
    the rest the codes of theirs where the model has them equal, or keep the codes."""
    texts = [str(model.evaluate(term.args[1])) for term in asked]
    codes = [int(model.evaluate(term)) for term in asked]
    if all(hash_text(text) == code for text, code in zip(texts, codes, strict=True)):
        return None
    pivots: dict[int, str] = {}
    for term, text, code in zip(asked, texts, codes, strict=True):
        if isinstance(term.args[1], Term) and term.args[1].op not in (Op.SYMBOL, Op.SELECT):
            pivots.setdefault(code, text)
    for text, code in zip(texts, codes, strict=True):
        pivots.setdefault(code, text)
    variants: dict[str, int] = {}
    for text in texts:
        variants.setdefault(text, len(variants))
    pairs = list(zip(texts, codes, strict=True))
    colliding = [
        text
        if pivots[code] == text
        else text_with_hash(hash_text(pivots[code]), 1 + variants[text])
        for text, code in pairs
    ]
    others = [text_with_hash(code, variants[text]) for text, code in pairs]
    ways = []
    for chosen in dict.fromkeys(map(tuple, (texts, colliding, others))):
        facts: list[Scalar] = []
        for term, text in zip(asked, chosen, strict=True):
            facts += [eq(term.args[1], text), eq(term, hash_text(text))]
        if all(facts):
            ways.append([fact for fact in facts if isinstance(fact, Term)])
    truths = [
        or_(not_(eq(term.args[1], text)), eq(term, hash_text(text)))
        for term, text in zip(asked, texts, strict=True)
    ]
    return Corrections([each for each in truths if isinstance(each, Term)], ways, _NO_TEXTS)


_NO_TEXTS = "no input was found whose texts have the hash codes that the path needs"


def text_with_hash(code: int, variant: int) -> str:
    """One of many, another one for each variant, without strange characters: the hash code is a
    number to the base 31, and every digit is a capital letter or close to one. Small letters before
    them make the variants."""
    before = chr(ord("a") + variant % 26) * (1 + variant // 26) if variant else ""
    for length in range(7 if before else 0, 8):
        rest = (code - hash_text(before + "A" * length)) & 0xFFFFFFFF
        if rest < 31**length:
            break
    letters = []
    for _ in range(length):
        rest, digit = divmod(rest, 31)
        letters.append(chr(ord("A") + digit))
    return before + "".join(reversed(letters))


def hash_text(text: str) -> int:
    """s[0]·31^(n-1) + … + s[n-1]."""
    found = 0
    for char in text:
        found = found * 31 + ord(char) & 0xFFFFFFFF
    return wrap(32, found)


_MOST_LITERALS = 64
