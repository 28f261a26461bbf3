"""set and frozenset: construction, methods, and the operators between sets.

Items keep the order of insertion, which is not CPython's (see `set_order`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from heapwise.engine.machine import Enter, ThrownError
from heapwise.frontends.python.model.key_index import KeyIndex
from heapwise.frontends.python.model.values import NONE, SetContents, Tuple, Value, View
from heapwise.frontends.python.semantics.core import calls, guarded_sets, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError, is_among
from heapwise.frontends.python.semantics.core.hashable import check_hashable, member_to_find
from heapwise.frontends.python.semantics.core.keys import known_key
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    is_int,
    is_ref,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.set_order import FEW, in_order, ordered_items
from heapwise.terms import Scalar, Term, and_, eq, not_, or_

SETS = ("set", "frozenset")


def is_set(m: Mac, value: Value) -> bool:
    """A set, a frozenset, or a view that can stand for one."""
    if is_ref(value):
        return category(m, value) in SETS
    return isinstance(value, View) and value.part != "values"


def is_frozen(m: Mac, value: Value) -> bool:
    return is_ref(value) and category(m, value) == "frozenset"


# -- construction


def _make(m: Mac, positional: Positional, keywords: Keywords, frozen: bool) -> Value | Enter:
    name = "frozenset" if frozen else "set"
    (items,) = take_given(name, positional, keywords, ("iterable",), 0)
    if items is None:
        return sequences.new_set(m, (), frozen)
    items = settle(m, items)
    if frozen and is_frozen(m, items):
        return items
    if is_ref(items) and category(m, items) in SETS:
        return copied(m, items, frozen)
    loc = sequences.new_set(m, (), frozen)
    return update_with(m, loc, items, calls.Give(loc))


def copied(m: Mac, ref: Term, frozen: bool) -> Term:
    if guarded_sets.are_open(m, ref):
        return guarded_sets.copied(m, ref, frozen)
    contents = contents_of(m, ref)
    loc = sequences.new_set(m, tuple(sequences.items_of(m, ref)), frozen)
    if isinstance(contents, SetContents):
        m.put(loc, SetContents(contents.items, frozen, contents.index))
    return loc


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _make(m, positional, keywords, frozen=False)


def make_frozen(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _make(m, positional, keywords, frozen=True)


def update_with(m: Mac, ref: Term, items: Value, finish: calls.Finish) -> Value | Enter:
    """Add all items of any iterable."""
    if not sequences.at_once(m, items):
        return calls.enter(m, runtime(m).prelude(m, "include_all"), (ref, items), finish)
    try:
        for item in sequences.items_of(m, items):
            mappings.include(m, ref, item)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "include_all"), (ref, items), finish)
    return finish(ref)


# -- single items


def add(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, item = take("add", positional, keywords, ("self", "item"), 2)
    ref = receiver(m, ref)
    try:
        mappings.include(m, ref, item)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "set_add"), (ref, item))
    return NONE


def include(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`add` to a set that may be frozen: one that is being made."""
    return add(m, positional, keywords)


def _take_out(
    m: Mac, positional: Positional, keywords: Keywords, name: str, strict: bool
) -> Value | Enter:
    ref, item = take(name, positional, keywords, ("self", "item"), 2)
    ref = receiver(m, ref)
    try:
        wanted = member_to_find(m, item)
        if guarded_sets.guarded_items(m, ref) is not None:
            if strict and not m.decide(mappings.has_item(m, ref, wanted)):
                throw(KeyError, item)
            if guarded_sets.taken_out(m, ref, wanted):
                return NONE
        found = mappings.find(m, ref, wanted)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "set_remove"), (ref, item, strict))
    if found is not None:
        mappings.remove_found(m, ref, found)
    elif strict:
        throw(KeyError, item)
    return NONE


def discard(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _take_out(m, positional, keywords, "discard", strict=False)


def remove(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _take_out(m, positional, keywords, "remove", strict=True)


def pop(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("pop", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    length = sequences.length_of(m, ref)
    if m.decide(eq(length, 0)):
        throw(KeyError, "pop from an empty set")
    items = ordered_items(m, ref)
    if len(items) > 1 and (len(items) > FEW or not all(is_int(item) for item in items)):
        unsupported("set.pop() of a set with several items")
    first, *others = items
    replace_items(m, ref, others)
    return first


def clear(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("clear", positional, keywords, ("self",), 1)
    mappings.clear(m, receiver(m, ref))
    return NONE


def copy(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("copy", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    return ref if is_frozen(m, ref) else copied(m, ref, frozen=False)


# -- several sets


class Members:
    """Items, and whether another is among them: by their index where they are known."""

    def __init__(self, m: Mac, items: Sequence[Value]) -> None:
        self.items = items
        self._index = KeyIndex(known_key(m, item) for item in items)

    def has(self, m: Mac, item: Value) -> Scalar:
        where = self._index.candidates(known_key(m, item), len(self.items))
        return or_(*(is_among(m, item, (self.items[at],)) for at in where))


@dataclass(frozen=True)
class Operand:
    """Of an operation on sets: the items in the order in which they were put in, and how they are
    iterated over. A `view` of a dict, or any other container, has them in one order only."""

    items: Sequence[Value]
    iterated: Sequence[Value]
    is_set: bool = True

    @classmethod
    def of_items(cls, items: Sequence[Value]) -> Operand:
        return cls(items, in_order([(True, item) for item in items]))

    @classmethod
    def of(cls, m: Mac, value: Value) -> Operand:
        items = members(m, value)
        if is_set(m, value) and not isinstance(value, View):
            return cls.of_items(items) if m.orders_sets else cls(items, items)
        return cls(items, items, is_set=False)


def changed_in_place(m: Mac, op: str, ref: Term, other: Value) -> None:
    """What `ref |= other` and the like do."""
    if guarded_sets.changed(m, op, ref, other):
        return
    mine, theirs = Operand.of(m, ref), Operand.of(m, other)
    replace_items(m, ref, combined(m, op, mine, theirs, in_place=True))


def new_combined(m: Mac, op: str, left: Value, right: Value) -> Term:
    """What `left | right` and the like give."""
    guarded = guarded_sets.combined(m, op, left, right)
    if guarded is not None:
        return guarded
    items = combined(m, op, Operand.of(m, left), Operand.of(m, right))
    return sequences.new_set(m, tuple(items), is_frozen(m, left))


def combined(
    m: Mac, op: str, mine: Operand, theirs: Operand, in_place: bool = False
) -> list[Value]:
    """The items of a union, an intersection, a difference or a symmetric difference, in the order
    in which CPython puts them in. Of equal items (1 and True) the one that comes first stays."""

    def outside(items: Sequence[Value], others: Sequence[Value]) -> list[Value]:
        members = Members(m, others)
        return [item for item in items if not m.decide(members.has(m, item))]

    if op == "BitOr":
        return [*mine.items, *outside(theirs.iterated, mine.items)]
    if op == "BitAnd":
        asked, whole = _asked(mine, theirs)
        members = Members(m, whole.items)
        return [item for item in asked.iterated if m.decide(members.has(m, item))]
    stays = in_place or not mine.is_set
    if op == "Sub":
        return outside(mine.items if stays else mine.iterated, theirs.items)
    assert op == "BitXor"
    if stays:
        return outside(mine.items, theirs.items) + outside(theirs.iterated, mine.items)
    return outside(theirs.items, mine.items) + outside(mine.iterated, theirs.items)


def _asked(mine: Operand, theirs: Operand) -> tuple[Operand, Operand]:
    """Of an intersection: whose items are looked up in the other. It is the smaller one; of equally
    many the second, but a view is asked rather than a set, and what is no set at all is asked
    whatever its length."""
    if mine.is_set and not theirs.is_set:
        return theirs, mine
    less = len(mine.items) - len(theirs.items)
    if less < 0 or (less == 0 and theirs.is_set and not mine.is_set):
        return mine, theirs
    return theirs, mine


def members(m: Mac, value: Value) -> list[Value]:
    """The items of a container, each once."""
    items = sequences.items_of(m, value)
    if is_set(m, value) or (is_ref(value) and category(m, value) == "dict"):
        return items
    found: list[Value] = []
    for item in items:
        check_hashable(m, item)
        if not m.decide(is_among(m, item, found)):
            found.append(item)
    return found


def replace_items(m: Mac, ref: Term, items: Sequence[Value]) -> None:
    """Of a set, no two of which are equal."""
    if isinstance(contents_of(m, ref), SetContents):
        sequences.items_move(m, ref)
        m.put(ref, SetContents(tuple(items)))
        return
    mappings.clear(m, ref)
    for item in items:
        mappings.append_item(m, ref, item)


def _stops(method: str) -> bool:
    """Does it look no further, in this version of Python, once it has found every item?"""
    try:
        getattr({1}, method)([1, []])
    except TypeError:
        return False
    return True


_SUBSET_STOPS = _stops("issubset")
_INTERSECTION_STOPS = _stops("intersection")


def _operation(op: str, name: str, in_place: bool) -> Model:
    def operate(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        ref, others = receiver(m, positional[0]), [settle(m, each) for each in positional[1:]]
        is_known = all(sequences.at_once(m, other) for other in others)
        if len(others) == 1 and guarded_sets.are_open(m, ref, others[0]):
            if not in_place:
                return new_combined(m, op, ref, others[0])
            changed_in_place(m, op, ref, others[0])
            return NONE
        try:
            operands = [Operand.of(m, other) for other in others] if is_known else []
        except (ThrownError, NeedsCodeError):
            is_known = False  # What comes before an item that cannot be hashed counts.
        if not is_known:
            stops = () if op == "BitOr" else (_INTERSECTION_STOPS,)
            arguments = (ref, sequences.new_list(m, tuple(others)), *stops)
            return calls.enter(m, runtime(m).prelude(m, f"set_{name}"), arguments)
        try:
            whole = Operand.of(m, ref)
            for operand in operands:
                whole = Operand.of_items(combined(m, op, whole, operand, in_place))
        except NeedsCodeError:
            unsupported(f"set.{name}() of objects with an __eq__ of their own")
        if in_place:
            replace_items(m, ref, whole.items)
            return NONE
        return sequences.new_set(m, tuple(whole.items), is_frozen(m, ref))

    return operate


def update(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, others = receiver(m, positional[0]), [settle(m, each) for each in positional[1:]]
    if len(others) == 1:
        return update_with(m, ref, others[0], calls.Give(NONE))
    try:
        if all(sequences.at_once(m, other) for other in others):
            for other in others:
                for item in sequences.items_of(m, other):
                    mappings.include(m, ref, item)
            return NONE
    except NeedsCodeError:
        pass
    arguments = (ref, sequences.new_list(m, tuple(others)))
    return calls.enter(m, runtime(m).prelude(m, "set_update"), arguments)


def _check_looked_up(m: Mac, whole: Value, item: Value) -> None:
    """Raises what CPython does if it looks for the item. The items of a dict are pairs, of which
    only the keys are hashed."""
    if not (isinstance(whole, View) and whole.part == "items"):
        check_hashable(m, item)
    elif isinstance(item, Tuple) and len(item.items) == 2:
        check_hashable(m, item.items[0])


def _all_in_turn(
    m: Mac, whole: Value, items: Sequence[Value], holds: Callable[[Value], Scalar]
) -> Scalar:
    """Whether it holds of all items, which are looked for in the whole. CPython looks at one after
    the other and stops at the first of which it does not hold: an item that cannot be hashed is
    an error only if it is reached."""
    answers: list[Scalar] = []
    for item in items:
        try:
            _check_looked_up(m, whole, item)
        except ThrownError:
            if m.decide(and_(*answers)):
                raise
            return False
        answers.append(holds(item))
    return and_(*answers)


def _is_subset(m: Mac, mine: Sequence[Value], theirs: Sequence[Value]) -> Scalar:
    for number, item in enumerate(theirs):
        try:
            check_hashable(m, item)
        except ThrownError:
            before = Members(m, theirs[:number])
            if _SUBSET_STOPS and mine and m.decide(and_(*(before.has(m, each) for each in mine))):
                return True
            raise
    found = Members(m, theirs)
    return and_(*(found.has(m, item) for item in mine))


def _comparison(name: str) -> Model:
    def compared(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        ref, other = take(name, positional, keywords, ("self", "other"), 2)
        ref, other = settle(m, ref), settle(m, other)
        if not sequences.at_once(m, other):
            stops = (_SUBSET_STOPS,) if name == "issubset" else ()
            return calls.enter(m, runtime(m).prelude(m, f"set_{name}"), (ref, other, *stops))
        pair = (other, ref) if name == "issuperset" else (ref, other)
        found_at_once = guarded_sets.compared(m, *pair, name.replace("superset", "subset"))
        if found_at_once is not None:
            return found_at_once
        mine, theirs = sequences.items_of(m, ref), sequences.items_of(m, other)
        try:
            if name == "issubset":
                return _is_subset(m, mine, theirs)
            found = Members(m, mine)
            if name == "isdisjoint":
                return _all_in_turn(m, ref, theirs, lambda item: not_(found.has(m, item)))
            return _all_in_turn(m, ref, theirs, lambda item: found.has(m, item))
        except NeedsCodeError:
            unsupported(f"set.{name}() of objects with an __eq__ of their own")

    return compared


_METHODS: dict[str, Model] = {
    "union": _operation("BitOr", "union", in_place=False),
    "intersection": _operation("BitAnd", "intersection", in_place=False),
    "difference": _operation("Sub", "difference", in_place=False),
    "symmetric_difference": _operation("BitXor", "symmetric_difference", in_place=False),
    "issubset": _comparison("issubset"),
    "issuperset": _comparison("issuperset"),
    "isdisjoint": _comparison("isdisjoint"),
    "copy": copy,
    "__copy__": copy,
}
_CHANGES: dict[str, Model] = {
    "add": add,
    "remove": remove,
    "discard": discard,
    "pop": pop,
    "clear": clear,
    "update": update,
    "intersection_update": _operation("BitAnd", "intersection_update", in_place=True),
    "difference_update": _operation("Sub", "difference_update", in_place=True),
    "symmetric_difference_update": _operation(
        "BitXor", "symmetric_difference_update", in_place=True
    ),
}

MODELS: dict[str, Model] = {
    "set": make,
    "frozenset": make_frozen,
    **{f"{kind_}.{name}": model for kind_ in SETS for name, model in _METHODS.items()},
    **{f"set.{name}": model for name, model in _CHANGES.items()},
    **{f"dict_{part}.isdisjoint": _METHODS["isdisjoint"] for part in ("keys", "items")},
    "__include__": include,
}
