"""Containers seen as sequences: how long they are, and what is in them.

What the program has made itself is known item by item; of an input container, the length and the
items are terms, and only where an operation must know the length is it chosen. How many items of it
a path may look at is in `lengths`.

The items of an input set and the keys of an input dict are pairwise different, which is told to the
solver of those that a path looks at; a witness gets others for the rest. A set has no order, so it
is no restriction that the numbers or strings in an input set ascend, as long as no set was changed.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence, Sized
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.store_keys import ITERATED, excluded_keys, told_distinct
from heapwise.frontends.python.model.universe import Container, is_named_tuple, members_of
from heapwise.frontends.python.model.values import (
    Bytes,
    ClassValue,
    DictContents,
    GuardedSet,
    Host,
    Iteration,
    ListContents,
    Opaque,
    Range,
    SetContents,
    Tuple,
    Value,
    View,
)
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError, is_among
from heapwise.frontends.python.semantics.core.guarded_values import either, first_of
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    is_ref,
    is_str,
    not_known,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.lengths import (
    MAX_LOOPS,
    grow,
    known_length,
    look_at,
    look_at_character,
    most_characters,
    most_items,
)
from heapwise.frontends.python.semantics.core.plain import known_tuple, plain
from heapwise.frontends.python.semantics.core.settled_sets import set_length
from heapwise.terms import (
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    floordiv,
    ite,
    le,
    lt,
    mul,
    not_,
    or_,
    str_at,
    str_code,
    str_from_code,
    str_length,
    sub,
)

_CHANGED_SETS: StoreKey[bool] = StoreKey("an input set may have been changed")
OWN_EQUALITY = "one item in input sets and dicts of objects with an __eq__ of their own"


def take_as_unlimited(m: Mac, ref: Term) -> None:
    """A deque of the input has no `maxlen`; told where that makes a difference."""
    if category(m, ref) == "deque" and contents_of(m, ref) is None:
        m.approximate("deques that have no maxlen")


def new_list(
    m: Mac, items: tuple[Value, ...], kind_: str = "list", maxlen: Value | None = None
) -> Term:
    loc = m.allocate(runtime(m).universe.local[kind_])
    m.put(loc, ListContents(items, maxlen))
    return loc


def new_set(m: Mac, items: tuple[Value, ...], frozen: bool = False) -> Term:
    """Of items no two of which are equal on the path."""
    loc = m.allocate(runtime(m).universe.local["frozenset" if frozen else "set"])
    m.put(loc, SetContents(items, frozen))
    return loc


def new_dict(
    m: Mac,
    entries: tuple[tuple[Value, Value], ...],
    kind_: str = "dict",
    factory: Value | None = None,
) -> Term:
    """Of entries no two of which have equal keys on the path."""
    loc = m.allocate(runtime(m).universe.local["dict"])
    m.put(loc, DictContents(entries, factory, kind_))
    return loc


def new_iterator(
    m: Mac, kind_: str, source: Value, extra: Value | None = None, position: Scalar = 0
) -> Term:
    loc = m.allocate(runtime(m).universe.local["iterator"])
    m.put(loc, Iteration(kind_, source, position, extra))
    return loc


def new_keyed_iterator(m: Mac, kind_: str, source: Term, extra: Value) -> Term:
    """Over a dict, a set or a deque: it is told when items move."""
    iterator = new_iterator(m, kind_, source, extra)
    m.put(ITERATED, (*(m.load(ITERATED) or ()), iterator))
    return iterator


def items_move(m: Mac, ref: Term) -> None:
    """An item of this dict or set is taken out: those that come later are not where they were."""
    for iterator in m.load(ITERATED) or ():
        state = m.load(iterator)
        if not isinstance(state, Iteration) or state.kind == "done" or state.moved:
            continue
        assert isinstance(state.source, Term)
        if m.decide(eq(state.source, ref)):
            m.put(iterator, replace(state, moved=True))


def deque_changes(m: Mac, ref: Term) -> None:
    """If it is a deque: unlike a list, it tells its iterators that it was changed."""
    if m.load(ITERATED) and category(m, ref) == "deque":
        items_move(m, ref)


def is_sized(m: Mac, value: Value) -> bool:
    if is_ref(value):
        found = category(m, value)
        if found == "object":
            return is_named_tuple(python_class(m, value))
        return found not in ("iterator", "generator", "cell", "box")
    return is_str(value) or isinstance(value, Bytes | Tuple | Range | View)


def length_of(m: Mac, value: Value) -> Scalar:
    """Of a settled builtin value."""
    value = plain(value, str)
    if is_str(value):
        return len(value) if isinstance(value, str) else str_length(value)
    if isinstance(value, Bytes):
        return length_of(m, value.text)
    if isinstance(value, Tuple):
        return len(value.items)
    if isinstance(value, Range):
        return range_length(m, value)
    if isinstance(value, View):
        return length_of(m, settle(m, value.source))
    if is_ref(value):
        guarded = m.load(value) if value.op == Op.CONST else None
        if isinstance(guarded, GuardedSet):
            return set_length(m, guarded)
        contents = contents_of(m, value)
        if isinstance(contents, ListContents | SetContents):
            return len(contents.items)
        if isinstance(contents, DictContents):
            return len(contents.entries)
        if contents is None:
            return _stored_length(m, value)
    if isinstance(value, Opaque):
        not_known(m, value, "len() of")
    if isinstance(value, Host) and isinstance(value.value, Sized):
        return len(value.value)
    if isinstance(value, ClassValue) and issubclass(value.cls, enum.Enum):
        return len(members_of(value.cls))
    throw(TypeError, f"object of type '{type_name(m, value)}' has no len()")


def _stored_length(m: Mac, ref: Term) -> Scalar:
    found = category(m, ref)
    if found == "object":
        cls = python_class(m, ref)
        if is_named_tuple(cls):
            return len(cls._fields)  # type: ignore[attr-defined]
        throw(TypeError, f"object of type '{cls.__name__}' has no len()")
    info = container(m, ref)
    if info.length is None:
        return len(info.items)
    if info.is_keyed and runtime(m).classes.has_own_equality(m, info.items[0]):
        slots(m, ref)
    return m.read_field(ref, info.length)


# -- items that may be there


def slots(m: Mac, ref: Term) -> list[tuple[Scalar, Value]]:
    """The keys or items that may be in a container, each with the condition that it is there."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        return [(True, key) for key, _ in contents.entries]
    if isinstance(contents, ListContents | SetContents):
        return [(True, item) for item in contents.items]
    info = container(m, ref)
    if info.length is None:
        return [(True, layout.read(m, ref)) for layout in info.items]
    found = [
        (present, info.items[0].read(m, ref, index))
        for index, present in enumerate(_presences(m, ref, info))
    ]
    _distinct(m, ref, info, found)
    return found


def first_slots(m: Mac, ref: Term, count: int) -> list[tuple[Scalar, Value]]:
    """Of a list: so many of them, however many there may be."""
    if contents_of(m, ref) is not None or container(m, ref).length is None:
        return slots(m, ref)[:count]
    length, layout = length_of(m, ref), container(m, ref).items[0]
    return [(lt(index, length), layout.read(m, ref, index)) for index in range(count)]


def _presences(m: Mac, ref: Term, info: Container) -> list[Scalar]:
    """For each index that an input container may have, the condition that it has it. Cut where it
    is longer than the bound; without a bound, the length is chosen."""
    assert info.length is not None
    length = m.read_field(ref, info.length)
    most = most_items(m)
    if most is None:
        length = known_length(m, length)
    if not isinstance(length, Term) or most is None:
        return [True] * int(length)  # type: ignore[arg-type]  # no term: a number
    m.within(le(length, most), MAX_LENGTH)
    found: list[Scalar] = []
    for index in range(most):
        present = lt(index, length)
        known = m.known(present) if isinstance(present, Term) else present
        if known is False:
            break
        found.append(True if known else present)
    return found


def exclude(m: Mac, ref: Term, names: tuple[str, ...]) -> None:
    """None of these is a key of an input dict."""
    m.put(excluded_keys(ref), names)


def sets_changed(m: Mac) -> None:
    """The items of an input set need not ascend any more, whatever name it is looked at by."""
    m.put(_CHANGED_SETS, True)


def _distinct(m: Mac, ref: Term, info: Container, found: Sequence[tuple[Scalar, Value]]) -> None:
    """The first items of a dict or set, as told to the solver if it was not yet."""
    if not info.is_keyed:
        return
    parts = info.items[0].parts
    ascend = info.kind != "dict" and len(parts) == 1 and parts[0].kind in ("int", "str", "opaque")
    ascend = ascend and not m.load(_CHANGED_SETS)
    names = m.load(excluded_keys(ref)) or ()
    for later, (present, item) in enumerate(found):
        if m.load(told_distinct(ref, later)):
            continue
        m.put(told_distinct(ref, later), True)
        if names and isinstance(item, Term | str):
            m.assume(or_(not_(present), and_(*(not_(eq(item, name)) for name in names))))
        for _, earlier in found[max(later - 1, 0) : later] if ascend else found[:later]:
            try:
                if ascend:
                    apart = runtime(m).less(m, earlier, item)
                else:
                    apart = not_(is_among(m, item, (earlier,)))
            except NeedsCodeError:
                if m.decide(present):
                    raise CutError(OWN_EQUALITY) from None
                return
            fact = or_(not_(present), apart)
            if fact is False:
                m.require(False)  # nothing is lost: no container has the same item twice
            m.assume(fact)


def holds_scalars(info: Container) -> bool:
    """Can its cells be read where there may be no item, without looking at objects?"""
    parts = [part for layout in info.items for part in layout.parts]
    return all(part.kind != "ref" for part in parts) and all(
        len(layout.parts) == 1 for layout in info.items
    )


def close_gap(m: Mac, ref: Term, at: Scalar) -> None:
    """Of an input container of scalars: the items after `at` move up by one."""
    info = container(m, ref)
    assert info.length is not None
    length = m.read_field(ref, info.length)
    count = len(_presences(m, ref, info))
    for layout in info.items:
        before = [layout.read(m, ref, index) for index in range(count)]
        for index in range(count - 1):
            moved = either(m, lt(index, at), before[index], before[index + 1])
            if moved is not before[index]:
                layout.write(m, ref, moved, index)
    m.write_field(ref, info.length, sub(length, 1))


def open_gap(m: Mac, ref: Term, at: Scalar) -> None:
    """Of an input container of scalars: the items from `at` on move down by one."""
    info = container(m, ref)
    assert info.length is not None
    length = m.read_field(ref, info.length)
    count = len(_presences(m, ref, info))
    for layout in info.items:
        before = [layout.read(m, ref, index) for index in range(count)]
        for index in range(count):
            stays = lt(index, at)
            if index + 1 < count:
                stays = le(index + 1, at)
                moved = either(m, stays, before[index + 1], before[index])
            else:
                moved = before[index]
            if stays is not True:
                layout.write(m, ref, moved, index + 1)
    m.write_field(ref, info.length, add(length, 1))
    grow(m)


def range_length(m: Mac, value: Range) -> Scalar:
    start, stop, step = value.start, value.stop, value.step
    if isinstance(step, Term):
        if m.decide(lt(0, step)):
            span = sub(stop, start)
        else:
            span, step = sub(start, stop), sub(0, step)
    elif step > 0:  # type: ignore[operator]
        span = sub(stop, start)
    else:
        span, step = sub(start, stop), sub(0, step)
    count = span if step == 1 else floordiv(add(span, sub(step, 1)), step)
    return ite(lt(0, span), count, 0)


def count_of(m: Mac, value: Value) -> int:
    """The length of a builtin value as a number: a choice within the bounds."""
    if isinstance(value, Bytes):
        return count_of(m, value.text)
    if isinstance(value, Range):
        return known_length(m, range_length(m, value), m.bounds.max_loops, MAX_LOOPS)
    most = most_characters(m) if is_str(value) else most_items(m)
    return known_length(m, length_of(m, value), most)


def items_of(m: Mac, value: Value) -> list[Value]:
    """All items of a builtin container, in order: keys of a dict, characters of a string."""
    value = known_tuple(m, plain(settle(m, value), str))
    if isinstance(value, Tuple):
        return list(value.items)
    if isinstance(value, Bytes):
        return [str_code(each) for each in _characters(m, value.text)]
    if is_ref(value):
        contents = contents_of(m, value)
        if isinstance(contents, ListContents | SetContents):
            return list(contents.items)
        if isinstance(contents, DictContents):
            return [key for key, _ in contents.entries]
        if contents is None and is_sized(m, value):
            return [item_at(m, value, index) for index in range(count_of(m, value))]
    if is_str(value):
        return [*_characters(m, value)]
    if isinstance(value, Range):
        return [range_item(value, index) for index in range(count_of(m, value))]
    if isinstance(value, View):
        return view_items(m, value)
    if isinstance(value, Opaque):
        not_known(m, value, "iterating over")
    if isinstance(value, Host):
        unsupported(f"iterating over {type_name(m, value)}")
    throw(TypeError, f"'{type_name(m, value)}' object is not iterable")


def _characters(m: Mac, text: Scalar) -> list[Scalar]:
    return [character(text, index) for index in range(count_of(m, text))]


def entries_of(m: Mac, ref: Term) -> list[tuple[Value, Value]]:
    """Of a dict."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        return list(contents.entries)
    return [entry_at(m, ref, index) for index in range(count_of(m, ref))]


def entry_at(m: Mac, ref: Term, index: Scalar) -> tuple[Value, Value]:
    """Of an input dict."""
    return item_at(m, ref, index), container(m, ref).items[1].read(m, ref, index)


def view_items(m: Mac, view: View) -> list[Value]:
    source = settle(m, view.source)
    assert isinstance(source, Term)
    entries = entries_of(m, source)
    if view.part == "items":
        return [Tuple(entry) for entry in entries]
    return [entry[0 if view.part == "keys" else 1] for entry in entries]


def character(value: Scalar, index: Scalar) -> Scalar:
    if isinstance(value, str) and isinstance(index, int):
        return value[index]
    return str_at(value, index)


def range_item(value: Range, index: Scalar) -> Scalar:
    return add(value.start, mul(value.step, index))


def item_at(m: Mac, value: Value, index: Scalar) -> Value:
    """The item at an index that is in range and not negative."""
    if is_str(value):
        look_at_character(m, value, index)
        return character(value, index)
    if isinstance(value, Bytes):
        look_at_character(m, value.text, index)
        return str_code(character(value.text, index))
    if isinstance(value, Range):
        return range_item(value, index)
    if isinstance(value, Tuple):
        return pick(m, value.items, index)
    assert isinstance(value, Term)
    contents = contents_of(m, value)
    if isinstance(contents, ListContents | SetContents):
        return pick(m, contents.items, index)
    if isinstance(contents, DictContents):
        return pick(m, tuple(key for key, _ in contents.entries), index)
    if category(m, value) == "object":
        return pick(m, as_tuple(m, value).items, index)
    info = container(m, value)
    if info.kind == "record":
        return pick(m, tuple(layout.read(m, value) for layout in info.items), index)
    _look(m, value, info, index)
    return info.items[0].read(m, value, index)


def _look(m: Mac, ref: Term, info: Container, index: Scalar) -> None:
    """At the item of an input container at an index in range."""
    assert info.length is not None
    if info.is_keyed and isinstance(index, Term):
        slots(m, ref)
        return
    length = m.read_field(ref, info.length)
    look_at(m, ref, length, index)
    if info.is_keyed and not m.load(told_distinct(ref, index)):
        layout = info.items[0]
        up_to_it = range(int(index) + 1)  # type: ignore[arg-type]  # no term: a number
        _distinct(m, ref, info, [(lt(at, length), layout.read(m, ref, at)) for at in up_to_it])


def pick(m: Mac, items: tuple[Value, ...], index: Scalar) -> Value:
    """One of these, without a choice if they are of one sort."""
    if not isinstance(index, Term):
        return items[int(index)]
    return first_of(m, [(eq(index, position), item) for position, item in enumerate(items)])


def as_tuple(m: Mac, value: Value) -> Tuple:
    """A tuple, whether made, input, or named."""
    if isinstance(value, Tuple):
        return value
    if not is_ref(value):
        return Tuple(tuple(items_of(m, value)))
    if category(m, value) == "object":
        layouts = runtime(m).universe.layouts
        cls = python_class(m, value)
        decl = runtime(m).universe.decl(cls)
        assert decl is not None
        own = layouts(decl)
        return Tuple(tuple(own[name].read(m, value) for name in cls._fields))  # type: ignore[attr-defined]
    return Tuple(tuple(items_of(m, value)))


def copy_of_proxy(m: Mac, proxy: MappingProxyType[Any, Any]) -> Term:
    """A dict with what a mapping of the interpreter that runs us has, such as that of a class."""
    wrap = runtime(m).wrap
    return new_dict(m, tuple((wrap(m, key), wrap(m, item)) for key, item in proxy.items()))


def position_in(m: Mac, index: Scalar, length: Scalar) -> Scalar | None:
    """From an index as Python counts, negative ones from the end; None if out of range. Forks
    only into these two."""
    if not isinstance(index, Term) and not isinstance(length, Term):
        at = index + length if index < 0 else index  # type: ignore[operator]
        return at if 0 <= at < length else None  # type: ignore[operator]
    at = ite(lt(index, 0), add(index, length), index)
    if isinstance(index, int):
        at = index if index >= 0 else add(index, length)
    return at if m.decide(and_(le(0, at), lt(at, length))) else None


def byte_character(m: Mac, number: Scalar) -> Scalar:
    if not m.decide(and_(le(0, number), lt(number, 256))):
        throw(ValueError, "byte must be in range(0, 256)")
    return str_from_code(number)


def at_once(m: Mac, items: Value) -> bool:
    """Can its items be had without running code of the program?"""
    return is_sized(m, items) and not (is_ref(items) and category(m, items) == "object")
