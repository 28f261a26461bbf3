"""Which part of the condition of a failing path decides that it fails: the rest it shares with
paths that do not.

Where all paths of an exploration are known, the solver tells what no other path may have: if a part
of the condition excludes every path that returns, the opposite of it is what the function needs. It
is said as conditions of paths are, so this serves every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from heapwise.api import Exploration
from heapwise.engine.state import Leaf
from heapwise.results.expression import Access, Apply, Constant, Cut, Expression, constant_text
from heapwise.terms import Op, Scalar, Term, and_, not_

_MOST_PARTS = 6
"""Of a condition, from its end: what was decided last decides most often."""
_MOST_FAILING = 3
_MOST_PASSING = 24
_LONGEST = 80
_TURNED_ROUND = {"<": ">", "<=": ">=", ">=": "<="}


def needed(
    run: Exploration,
    failing: Sequence[Leaf[Any]],
    passing: Sequence[Leaf[Any]],
    is_cut: bool,
) -> str:
    """What holds on each path that passes and on none that fails; nothing if that takes many words.
    Where a bound has cut something (`is_cut`), lengths and single items of longer inputs would be
    missing in it."""
    if not 0 < len(failing) <= _MOST_FAILING or not 0 < len(passing) <= _MOST_PASSING:
        return ""
    found: dict[str, None] = {}
    for leaf in failing:
        said = _needed_by(run, leaf, passing, is_cut)
        if not said:
            return ""
        found |= dict.fromkeys(said)
    texts = list(found) if len(found) == 1 else [_closed(each) for each in found]
    text = " and ".join(texts)
    return text if len(text) <= _LONGEST else ""


def _needed_by(
    run: Exploration, leaf: Leaf[Any], passing: Sequence[Leaf[Any]], is_cut: bool
) -> list[str]:
    """Conditions that must hold together."""
    parts = [
        part
        for part in run.conditions(leaf)[-_MOST_PARTS:]
        if _is_plain(run.as_expression(part), is_cut)
    ]
    for part in reversed(parts):
        if is_cut and not _is_denied(run, [part], passing):
            continue
        if all(run.excludes(other, part) for other in passing):
            opposite = [_in_words(run, each) for each in _opposite(part)]
            return [*_guards(run, leaf, part, passing), *opposite]
    for one, other in combinations(parts, 2):
        if is_cut and not _is_denied(run, [one, other], passing):
            continue
        if all(run.excludes(each, and_(one, other)) for each in passing):
            return [f"{_in_words(run, not_(one))} or {_in_words(run, not_(other))}"]
    return []


def _is_denied(run: Exploration, parts: Sequence[Scalar], passing: Sequence[Leaf[Any]]) -> bool:
    """Has a path that passes decided against each of them? Otherwise what was cut may be all that
    is left without it, and fail as well: numbers that are tried one after the other."""
    decided = [each for leaf in passing for each in run.conditions(leaf)]
    return all(not_(part) in decided for part in parts)


def _opposite(part: Scalar) -> list[Scalar]:
    """What has to hold, together."""
    if isinstance(part, Term) and part.op == Op.OR:
        return [not_(each) for each in part.args]
    return [not_(part)]


def _guards(
    run: Exploration, leaf: Leaf[Any], part: Scalar, passing: Sequence[Leaf[Any]]
) -> Iterator[str]:
    """What makes sure that the fields and entries can be read that a part of the condition is
    about, as far as every path that passes has it."""
    read = list(_read(run.as_expression(part)))
    for each in run.conditions(leaf):
        if each is part:
            return
        said = run.as_expression(each)
        is_guard = said in read or any(path in read for path in _compared_with_null(said))
        if is_guard and all(run.excludes(other, not_(each)) for other in passing):
            yield _in_words(run, each)


def _compared_with_null(expression: Expression) -> Iterator[Access]:
    match expression:
        case Apply("is not" | "!=", (Access() as path, Constant(None))):
            yield path


def _read(expression: Expression) -> Iterator[Expression]:
    """The references that are followed, and the keys that have to be there."""
    match expression:
        case Access(base, fields):
            yield from (Access(base, fields[:count]) for count in range(len(fields)))
            if not isinstance(base, str):
                yield from _read(base)
        case Apply(op, args):
            if op == "[]":
                yield Apply("in", args[::-1])
            for each in args:
                yield from _read(each)


def _is_plain(expression: Expression, is_cut: bool) -> bool:
    """Would somebody write that down, and is it about more than one length?"""
    match expression:
        case Apply("if" | "written" | "path", _):
            return False
        case Apply("len" | "char" | "[:]", _) | Apply("[]", (_, Constant(int()))) if is_cut:
            return False
        case Apply(_, args):
            return all(_is_plain(each, is_cut) for each in args)
        case Access(base, _):
            return isinstance(base, str) or _is_plain(base, is_cut)
        case Cut():
            return False
    return True


def _in_words(run: Exploration, part: Scalar) -> str:
    """With a constant on the right, as people write."""
    said = run.in_words(part)
    match run.as_expression(part):
        case Apply(op, (Constant(value), _)) if op in _TURNED_ROUND:
            constant = constant_text(value)
            return f"{said.removeprefix(f'{constant} {op} ')} {_TURNED_ROUND[op]} {constant}"
    return said


def _closed(text: str) -> str:
    return f"({text})" if " or " in text else text
