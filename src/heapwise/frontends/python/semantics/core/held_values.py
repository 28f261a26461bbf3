"""What objects of classes below builtin ones hold: a list, a dict, a text.

It is kept in a field of its own that no program can name. Two objects never hold the same
container.
"""

from __future__ import annotations

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.store_keys import unset_attributes
from heapwise.frontends.python.model.values import NONE, BoundMethod, Builtin, Tuple, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    is_ref,
    python_class,
    runtime,
    settle,
    unsupported,
)
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.source.hierarchy import declared
from heapwise.terms import REF, Term, not_, or_

_HELD_BEFORE: StoreKey[tuple[tuple[Term, Term], ...]] = StoreKey("held")
"""The objects of the input whose containers were asked for, with these."""


def base_of(m: Mac, value: Value) -> type | None:
    """The builtin class whose value a settled value holds, if it does."""
    if not runtime(m).classes.some_hold_values or not is_ref(value):
        return None
    if category(m, value) != "object":
        return None
    return builtin_bases.base_of(python_class(m, value))


def held_by(m: Mac, ref: Term) -> Value:
    decl = runtime(m).universe.decl(python_class(m, ref))
    layout = None if decl is None else runtime(m).universe.layout(decl, HELD)
    assert layout is not None
    found = layout.read(m, ref)
    if isinstance(found, Term) and found.sort is REF and not m.is_allocated(ref):
        known = m.load(_HELD_BEFORE) or ()
        for other, cell in known:
            if other is not ref:
                alike = m.same_reference(ref, other)
                apart = or_(alike, not_(m.same_reference(found, cell)))
                (m.assume if isinstance(apart, Term) else m.require)(apart)
        if all(other is not ref for other, _ in known):
            m.put(_HELD_BEFORE, (*known, (ref, found)))
    return found


def plain(m: Mac, value: Value) -> Value:
    """What it holds, or the value itself."""
    settled = settle(m, value, text=True)
    return value if base_of(m, settled) is None else held_by(m, _reference(settled))


def as_dict(m: Mac, value: Value) -> Value:
    """Of a settled value, what C takes the entries from: it asks no methods of a class below `dict`
    unless that says itself how to iterate."""
    if base_of(m, value) is not dict:
        return value
    cls = python_class(m, _reference(value))
    return value if declared(cls, "__iter__") is not dict.__iter__ else plain(m, value)


def is_holder(m: Mac, value: Value) -> bool:
    return base_of(m, settle(m, value, text=True)) is not None


def with_plain_texts(m: Mac, values: tuple[Value, ...], joins: bool) -> tuple[Value, ...] | None:
    """The same with texts for what holds texts, if there is any; that others hold something, here
    or inside of these, is not followed, but
    that of texts that are joined."""
    changed = False
    found: list[Value] = []
    for value in values:
        base = base_of(m, settle(m, value, text=True))
        inside = _inside(m, value)
        if base is str:
            value, changed = plain(m, value), True
        elif joins and any(is_holder(m, each) for each in inside):
            value, changed = Tuple(tuple(plain(m, each) for each in inside)), True
        elif base is not None or any(is_holder(m, each) for each in inside):
            unsupported("an object of a class below a builtin one, here")
        found.append(value)
    return tuple(found) if changed else None


def _inside(m: Mac, value: Value) -> tuple[Value, ...]:
    if isinstance(value, Tuple):
        return value.items
    contents = contents_of(m, value) if is_ref(value) else None
    return tuple(getattr(contents, "items", ()))


def _reference(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


# -- for the code in `builtin_bases`


def _held(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (thing,) = take("held", positional, keywords, ("thing",), 1)
    settled = settle(m, thing)
    if base_of(m, settled) is None:
        unsupported("a method of a builtin class, called with an object of another class")
    return held_by(m, _reference(settled))


def _plain(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (thing,) = take("plain", positional, keywords, ("thing",), 1)
    return plain(m, thing)


def _keep(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    thing, value = take("keep", positional, keywords, ("thing", "value"), 2)
    _put(m, _reference(settle(m, thing)), settle(m, value, text=True))
    return NONE


def _put(m: Mac, obj: Term, value: Value) -> None:
    decl = runtime(m).universe.decl(python_class(m, obj))
    layout = None if decl is None else runtime(m).universe.layout(decl, HELD)
    assert layout is not None
    layout.write(m, obj, value)
    unset = m.load(unset_attributes(obj))
    m.put(unset_attributes(obj), (unset or frozenset()) - {HELD})


def begin(m: Mac, obj: Term) -> None:
    """A new object holds nothing yet; one that is a text is given that by `__new__`."""
    base = builtin_bases.base_of(python_class(m, obj))
    if base is list:
        _put(m, obj, sequences.new_list(m, ()))
    elif base is dict:
        _put(m, obj, sequences.new_dict(m, ()))


def own_method(m: Mac, name: str, positional: Positional) -> Value | None:
    """What `list.append(row, 1)` calls where `row` is no plain list."""
    owner, _, method = name.rpartition(".")
    base = base_of(m, settle(m, positional[0], text=True)) if positional else None
    if base is None or owner != base.__name__:
        return None
    raw = vars(base).get(method)
    own = builtin_bases.method_of(python_class(m, _reference(settle(m, positional[0]))), raw)
    if own is not raw:
        return runtime(m).method(m, own)
    return BoundMethod(plain(m, positional[0]), Builtin(name))


_MODULE = builtin_bases.__name__
MODELS: dict[str, Model] = {
    f"{_MODULE}.held": _held,
    f"{_MODULE}.plain": _plain,
    f"{_MODULE}.keep": _keep,
}
