"""collections.Counter, beyond what every dict can do."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import NONE, Tuple, Value
from heapwise.frontends.python.semantics.containers import lists, sorting
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.guarded_values import either
from heapwise.frontends.python.semantics.core.hashable import check_hashable
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_dict,
    is_int,
    is_ref,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.lengths import known_length
from heapwise.frontends.python.semantics.operations.ordering import less
from heapwise.terms import Term, eq, ite, lt


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    loc = sequences.new_dict(m, (), "Counter")
    return _count_in(m, loc, positional, keywords, "Add", calls.Give(loc))


def update(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref = receiver(m, positional[0])
    return _count_in(m, ref, positional[1:], keywords, "Add", calls.Give(NONE))


def subtract(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref = receiver(m, positional[0])
    return _count_in(m, ref, positional[1:], keywords, "Sub", calls.Give(NONE))


def _count_in(
    m: Mac,
    ref: Term,
    positional: Positional,
    keywords: Keywords,
    op: str,
    finish: calls.Finish,
) -> Value | Enter:
    if positional:
        source = settle(m, positional[0])
        if is_ref(source) and is_dict(m, source):
            _count_entries(m, ref, sequences.entries_of(m, source), op)
        elif source is not NONE:
            if not sequences.at_once(m, source):
                if keywords:
                    unsupported("a Counter of an iterator and keywords")
                arguments = (ref, source, 1 if op == "Add" else -1)
                return calls.enter(m, runtime(m).prelude(m, "count_all"), arguments, finish)
            for item in lists.listed(m, source):
                change(m, ref, item, 1, op)
    _count_entries(m, ref, list(keywords.items()), op)
    return finish(ref)


def _count_entries(m: Mac, ref: Term, entries: Sequence[tuple[Value, Value]], op: str) -> None:
    # What is added to a Counter without entries is taken as it is, even if it is no number.
    as_it_is = op == "Add" and bool(entries) and m.decide(eq(sequences.length_of(m, ref), 0))
    for key, value in entries:
        if as_it_is:
            mappings.insert(m, ref, key, value)
        else:
            change(m, ref, key, value, op)


def change(m: Mac, ref: Term, key: Value, by: Value, op: str) -> None:
    check_hashable(m, key)
    found = mappings.lookup(m, ref, key)
    mappings.insert(m, ref, key, arithmetic(m, op, found[0] if found else 0, by))


def arithmetic(m: Mac, op: str, left: Value, right: Value) -> Value:
    result = runtime(m).binary(m, op, left, right)
    if isinstance(result, Enter):
        unsupported("a Counter of objects with operators of their own")
    return result


def most_common(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, limit = take("most_common", positional, keywords, ("self", "n"), 1, n=NONE)
    limit = settle(m, limit)
    entries = sequences.entries_of(m, receiver(m, ref))
    ordered: list[Value] = [Tuple(entry) for entry in entries]
    sorting.put_in_order(m, [value for _, value in entries], ordered, reverse=True)
    if limit is not NONE:
        if not is_int(limit):
            unsupported("most_common with something else than an integer")
        # heapq.nlargest gives nothing for less than one.
        least = ite(lt(limit, 0), 0, ite(lt(len(ordered), limit), len(ordered), limit))
        ordered = ordered[: known_length(m, least)]
    return sequences.new_list(m, tuple(ordered))


def elements(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return calls.enter(m, runtime(m).prelude(m, "counter_elements"), positional)


def total(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("total", positional, keywords, ("self",), 1)
    result: Value = 0
    for _, value in sequences.entries_of(m, receiver(m, ref)):
        result = arithmetic(m, "Add", result, value)
    return result


def combined(m: Mac, op: str, left: Term, right: Term) -> Term | None:
    """`+`, `-`, `&`, `|` of two counters: only counts above zero are kept."""
    if op not in ("Add", "Sub", "BitAnd", "BitOr"):
        return None
    result = sequences.new_dict(m, (), "Counter")
    theirs = sequences.entries_of(m, right)
    mine = sequences.entries_of(m, left)
    for key, value in mine:
        found = mappings.lookup(m, right, key)
        _keep(m, result, key, _together(m, op, value, found[0] if found else 0))
    if op != "BitAnd":
        for key, value in theirs:
            if not m.decide(mappings.has_key(m, left, key)):
                _keep(m, result, key, _together(m, op, 0, value))
    return result


def unary(m: Mac, op: str, ref: Term) -> Term:
    """`+c` keeps the counts above zero, `-c` the others with the sign changed."""
    nothing = sequences.new_dict(m, (), "Counter")
    operands = ("Add", ref, nothing) if op == "UAdd" else ("Sub", nothing, ref)
    result = combined(m, *operands)
    assert result is not None
    return result


def _together(m: Mac, op: str, left: Value, right: Value) -> Value:
    if op in ("Add", "Sub"):
        return arithmetic(m, op, left, right)
    smaller = less(m, left, right, False)
    return either(m, smaller, left, right) if op == "BitAnd" else either(m, smaller, right, left)


def _keep(m: Mac, ref: Term, key: Value, value: Value) -> None:
    if m.decide(less(m, 0, value, False)):
        mappings.append_entry(m, ref, key, value)


def no_from_keys(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    throw(NotImplementedError, "Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")


MODELS: dict[str, Model] = {
    "Counter": make,
    "Counter.update": update,
    "Counter.subtract": subtract,
    "Counter.most_common": most_common,
    "Counter.elements": elements,
    "Counter.total": total,
    "Counter.fromkeys": no_from_keys,
}
