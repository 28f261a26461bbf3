"""Iteration: `iter`, `next`, and unpacking.

`advance` gives the next item or `Exhausted`; a user's iterator is asked through its own code.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from heapwise.engine.machine import Enter, ThrownError
from heapwise.engine.state import RUNNING, Exhausted, Suspended
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Boxed,
    Builtin,
    Bytes,
    ClassValue,
    DictContents,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    Iteration,
    ListContents,
    Modelled,
    Opaque,
    Range,
    SetContents,
    Tagged,
    Tuple,
    Value,
    ValueObject,
    View,
    is_value,
)
from heapwise.frontends.python.semantics.core import calls, sequences, set_order
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    class_of_exception,
    container,
    contents_of,
    generator_kind,
    is_int,
    is_number,
    is_ref,
    is_str,
    kind_or_category,
    not_known,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import known_tuple, plain
from heapwise.frontends.python.semantics.core.set_order import iterated
from heapwise.frontends.python.semantics.core.special_methods import (
    is_none,
    reject_metaclass,
    special_method,
)
from heapwise.terms import REF, Op, Scalar, Term, add, and_, eq, le, lt, sub

_CHANGED = {"set": "Set changed size", "dict": "dictionary changed size"}
"""What must not change its length while it is iterated over."""
DEQUE_MUTATED = "deque mutated during iteration"
_KIND_OF_PART = {"keys": "items", "items": "entries", "values": "values"}


def iterate(m: Mac, value: Value) -> Value | Enter:
    """What `iter` gives."""
    value = settle(m, value)
    if isinstance(value, EnumValue):
        method = special_method(m, value, "__iter__")
        if method is not None:
            return calls.enter_checked(m, "__iter__", method, value)
        value = plain(value, str)
    value = known_tuple(m, value)
    if is_str(value) or isinstance(value, Bytes | Tuple | Range):
        return sequences.new_iterator(m, "items", value)
    if is_ref(value):
        held = category(m, value)
        if held in ("iterator", "generator"):
            return value
        if held != "object":
            if held in ("set", "frozenset"):
                return _iterate_set(m, value)
            if held == "deque":
                return sequences.new_keyed_iterator(m, "items", value, NONE)
            if held == "dict":
                extra = sequences.length_of(m, value)
                return sequences.new_keyed_iterator(m, "items", value, extra)
            return sequences.new_iterator(m, "items", value)
        method = special_method(m, value, "__iter__")
        if method is not None:
            return calls.enter_checked(m, "__iter__", method, value)
        if is_named_tuple(python_class(m, value)):
            return sequences.new_iterator(m, "items", sequences.as_tuple(m, value))
        if is_iterable(m, value):
            return calls.enter(m, runtime(m).prelude(m, "iterate_by_index"), (value,))
    if isinstance(value, View):
        source = receiver(m, value.source)
        length = sequences.length_of(m, source)
        return sequences.new_keyed_iterator(m, _KIND_OF_PART[value.part], source, length)
    if isinstance(value, ClassValue):
        return _iterate_class(m, value)
    if isinstance(value, Host) and isinstance(value.value, frozenset):
        wrapped = tuple(runtime(m).wrap(m, item) for item in value.value)
        return sequences.new_iterator(m, "items", Tuple(wrapped))
    if isinstance(value, Modelled):
        method = special_method(m, value, "__iter__")
        if method is None:
            unsupported(f"iterating over a {value.name}")
        return calls.enter(m, method, (value,))
    if isinstance(value, Opaque):
        not_known(m, value, "iterating over")
    if isinstance(value, Host):
        unsupported(f"iterating over {type_name(m, value)}")
    throw(TypeError, f"'{type_name(m, value)}' object is not iterable")


def _iterate_set(m: Mac, ref: Term) -> Term:
    """`extra` is the length, and the members in order unless that is the order they are in."""
    length = sequences.length_of(m, ref)
    if contents_of(m, ref) is None and not sequences.holds_scalars(container(m, ref)):
        return sequences.new_keyed_iterator(m, "items", ref, length)
    members = Tuple(tuple(iterated(m, sequences.slots(m, ref))))
    return sequences.new_keyed_iterator(m, "members", ref, Tuple((length, members)))


def backwards(m: Mac, items: Term | View) -> Value:
    """`reversed` of a dict or a view."""
    source = receiver(m, items.source) if isinstance(items, View) else items
    kind_ = _KIND_OF_PART[items.part] if isinstance(items, View) else "items"
    iterator = sequences.new_keyed_iterator(m, kind_, source, sequences.count_of(m, source))
    state = m.load(iterator)
    assert isinstance(state, Iteration)
    m.put(iterator, replace(state, backwards=True))
    return iterator


def members(cls: type[enum.Enum]) -> Tuple:
    """Of an enum, in their order."""
    return Tuple(tuple(EnumValue(cls, index) for index in range(len(cls))))


def _iterate_class(m: Mac, value: ClassValue) -> Value | Enter:
    method = special_method(m, value, "__iter__")
    if method is not None:
        return calls.enter_checked(m, "__iter__", method, value)
    if issubclass(value.cls, enum.Enum):
        return sequences.new_iterator(m, "items", members(value.cls))
    reject_metaclass(value.cls, "__getitem__")
    throw(TypeError, f"'{type_name(m, value)}' object is not iterable")


def iterate_starred(m: Mac, value: Value, *callee: Value) -> Value | Enter:
    """Of `[*value]` and `f(*value)`."""
    value = settle(m, value)
    if not is_iterable(m, value) and not is_none(m, value, "__iter__"):
        what = f"{calls.function_text(callee[0])} argument" if callee else "Value"
        throw(TypeError, f"{what} after * must be an iterable, not {type_name(m, value)}")
    return iterate(m, value)


def iterate_to_unpack(m: Mac, value: Value) -> Value | Enter:
    try:
        return iterate(m, value)
    except ThrownError as thrown:
        if is_none(m, settle(m, value), "__iter__"):
            raise
        if isinstance(thrown.value, ExceptionValue) and thrown.value.cls is TypeError:
            throw(TypeError, f"cannot unpack non-iterable {type_name(m, settle(m, value))} object")
        raise


def advance(m: Mac, iterator: Value) -> Value | Enter:
    iterator = settle(m, iterator)
    if is_ref(iterator):
        held = category(m, iterator)
        if held == "iterator":
            return _advance_builtin(m, iterator)
        if held == "generator":
            return resume(m, iterator, NONE)
    method = special_method(m, iterator, "__next__")
    if method is None:
        throw(TypeError, f"'{type_name(m, iterator)}' object is not an iterator")
    caller = runtime(m).prelude(m, "next_or_exhausted")
    return calls.enter(m, caller, (iterator,))


def resume(m: Mac, generator: Term, sent: Value, throws: Value | None = None) -> Value | Enter:
    state = m.load(generator)
    if state is None:
        if throws is not None:
            raise ThrownError(throws)
        return Exhausted(NONE)
    if state is RUNNING:
        throw(ValueError, "generator already executing")
    assert isinstance(state, Suspended)
    return Enter(state.code, (sent,), None, generator, state, throws)


def send_on(m: Mac, iterator: Value, sent: Value) -> Value | Enter:
    """What `yield from` does with a value that it was sent."""
    if settle(m, sent) is NONE:
        return advance(m, iterator)
    iterator = receiver(m, iterator)
    if category(m, iterator) == "generator":
        return resume(m, iterator, sent)
    if category(m, iterator) == "object":
        unsupported("sending to an iterator of the program through yield from")
    throw(AttributeError, f"'{type_name(m, iterator)}' object has no attribute 'send'")


def throw_on(m: Mac, iterator: Value, exception: Value) -> Value | Enter:
    """What `yield from` does with an exception that is thrown into it."""
    iterator = receiver(m, iterator)
    held = category(m, iterator)
    cls = class_of_exception(m, exception)
    assert cls is not None
    if held == "generator":
        if issubclass(cls, GeneratorExit):
            return calls.enter(m, runtime(m).prelude(m, "close_and_raise"), (iterator, exception))
        return resume(m, iterator, NONE, exception)
    if held == "object":
        unsupported("an exception that reaches an iterator of the program through yield from")
    raise ThrownError(exception)


def is_iterable(m: Mac, value: Value) -> bool:
    """Has `iter` something to ask for? A settled value."""
    if isinstance(value, EnumValue):
        own = special_method(m, value, "__iter__")
        return own is not None or issubclass(value.cls, str)
    if is_ref(value):
        if category(m, value) != "object" or is_named_tuple(python_class(m, value)):
            return True
        if is_none(m, value, "__iter__"):
            return False
        names = ("__iter__", "__getitem__")
        return any(special_method(m, value, name) is not None for name in names)
    if value is NONE or is_number(value):
        return False
    if isinstance(value, ClassValue):
        return any(hasattr(type(value.cls), name) for name in ("__iter__", "__getitem__"))
    return not isinstance(value, Function | BoundMethod | Builtin | ExceptionValue | ValueObject)


def raises_nothing(m: Mac, value: Value) -> bool:
    """Is it iterated over without running code of the program?"""
    if is_ref(value):
        return category(m, value) not in ("object", "iterator", "generator")
    return is_str(value) or isinstance(value, Tuple | Range | View)


def has_not_begun(m: Mac, generator: Term) -> bool:
    state = m.load(generator)
    return isinstance(state, Suspended) and state.at == 0


def length_hint(m: Mac, items: Value) -> Value | Enter:
    """What a list that is made of the items asks for first: a `__len__` of the program is run."""
    items = settle(m, items)
    if is_ref(items) and category(m, items) == "iterator":
        state = m.load(items)
        assert isinstance(state, Iteration)
        items = state.extra if state.kind == "through" and state.extra is not None else NONE
    length, hint = (special_method(m, items, name) for name in ("__len__", "__length_hint__"))
    if length is None and hint is None:
        return NONE
    asked = tuple(NONE if method is None else method for method in (length, hint))
    return calls.enter(m, runtime(m).prelude(m, "hinted_length"), (items, *asked))


def _advance_builtin(m: Mac, iterator: Term) -> Value | Enter:
    state = m.load(iterator)
    assert isinstance(state, Iteration)
    if state.kind == "done":
        return Exhausted(NONE)
    if state.kind == "reversed":
        return _backwards(m, iterator, state)
    if state.kind in ("through", "hidden"):
        return advance(m, state.source)
    if state.kind == "steps":
        return calls.enter(m, runtime(m).prelude(m, "step_or_exhausted"), (state.source,))
    if state.kind == "zip":
        return _advance_all(m, iterator, state)
    if state.kind == "enumerate":
        return _advance_numbered(m, iterator, state)
    source = state.source
    length = sequences.length_of(m, source)
    members: tuple[Value, ...] = ()
    before = state.extra
    if isinstance(before, Tuple):
        before, ordered = before.items
        assert isinstance(ordered, Tuple)
        members = ordered.items
    if is_int(before) and not m.decide(eq(before, length)):
        m.put(iterator, replace(state, extra=-1))
        throw(RuntimeError, f"{_CHANGED[kind_or_category(m, source)]} during iteration")
    if state.moved:
        if kind_or_category(m, source) == "deque":
            throw(RuntimeError, DEQUE_MUTATED)
        unsupported(f"a {kind_or_category(m, source)} whose items change while it is iterated over")
    if not m.decide(lt(state.position, length)):
        # One over a deque still notices that it changes.
        if kind_or_category(m, source) != "deque":
            m.put(iterator, replace(state, kind="done"))
        return Exhausted(NONE)
    m.put(iterator, replace(state, position=add(state.position, 1)))
    at = sub(sub(length, 1), state.position) if state.backwards else state.position
    if is_ref(source) and state.kind in ("values", "entries"):
        entry = _entry_at(m, source, at)
        return entry.items[1] if state.kind == "values" else entry
    if state.kind == "members":
        assert isinstance(state.position, int)
        return members[state.position]
    return sequences.item_at(m, source, at)


def _advance_all(m: Mac, iterator: Term, state: Iteration) -> Value:
    """One item of each source, until one of them has no more."""
    assert isinstance(state.source, Tuple)
    sources, at = state.source.items, state.position
    if not m.decide(and_(*(lt(at, sequences.length_of(m, source)) for source in sources))):
        m.put(iterator, replace(state, kind="done"))
        return Exhausted(NONE)
    m.put(iterator, replace(state, position=add(at, 1)))
    return Tuple(tuple(sequences.item_at(m, source, at) for source in sources))


def _advance_numbered(m: Mac, iterator: Term, state: Iteration) -> Value | Enter:
    result = advance(m, state.source)
    m.put(iterator, replace(state, position=add(state.position, 1)))
    return calls.finished(result, _Numbered(state.position))


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: Scalar

    def __call__(self, item: Value) -> Value:
        return item if isinstance(item, Exhausted) else Tuple((self.number, item))


def _entry_at(m: Mac, source: Term, position: Scalar) -> Tuple:
    contents = contents_of(m, source)
    if isinstance(contents, DictContents):
        assert isinstance(position, int)
        key, value = contents.entries[position]
        return Tuple((key, value))
    return Tuple(sequences.entry_at(m, source, position))


def _backwards(m: Mac, iterator: Term, state: Iteration) -> Value:
    """`extra` is the index that comes next."""
    at = state.extra
    assert is_int(at)
    # What is gone since then is for lists alone to forgive.
    length = add(at, 1) if state.moved else sequences.length_of(m, state.source)
    if not m.decide(and_(le(0, at), lt(at, length))):
        m.put(iterator, replace(state, kind="done"))
        return Exhausted(NONE)
    if state.moved and kind_or_category(m, state.source) == "deque":
        m.put(iterator, replace(state, kind="done"))
        throw(RuntimeError, DEQUE_MUTATED)
    m.put(iterator, replace(state, extra=add(at, -1)))
    return sequences.item_at(m, state.source, at)


def got_item(m: Mac, item: Value) -> bool:
    return not isinstance(item, Exhausted)


def result_of(m: Mac, item: Exhausted) -> Value:
    """What a generator has returned."""
    assert is_value(item.value)
    return item.value


def stop_iteration(value: Value) -> Value:
    """For `next`: the end is an exception."""
    if isinstance(value, Exhausted):
        assert is_value(value.value)
        args = () if value.value is NONE else (value.value,)
        raise ThrownError(ExceptionValue(StopIteration, args))
    return value


def exhaust(m: Mac, value: Value) -> Value | Enter:
    """An iterator as the list of its items, and what a coroutine comes to: what a caller sees."""
    if not _may_be_iterator(m, value):
        return value
    value = settle(m, value, text=True)
    if is_ref(value) and (held := category(m, value)) in ("generator", "iterator"):
        kind = generator_kind(m, value) if held == "generator" else held
        return calls.enter(m, runtime(m).prelude(m, _COLLECTED.get(kind, "collect")), (value,))
    return value


_COLLECTED = {"coroutine": "async_run", "async_generator": "async_run_collecting"}


def _may_be_iterator(m: Mac, value: Value) -> bool:
    """Without a choice: iterators are not among the inputs."""
    if isinstance(value, Tagged):
        return any(_may_be_iterator(m, part) for part in value.parts)
    if not isinstance(value, Term) or value.sort is not REF or value is NONE:
        return False
    locations = (value,) if value.op == Op.CONST else m.targets(value)[1]
    kept = [loc for loc in locations if m.load(loc) is not None]
    return any(
        isinstance(m.load(loc), Boxed) or category(m, loc) in ("generator", "iterator")
        for loc in kept
    )


# -- unpacking


def unpack_at_once(m: Mac, count: int, star: int | None, value: Value) -> Value:
    """What is known item by item; Exhausted if it has to be iterated over."""
    value = settle(m, value)
    items: tuple[Value, ...] | None = None
    if isinstance(value, Tuple):
        items = value.items
    elif is_ref(value):
        contents = contents_of(m, value)
        if isinstance(contents, ListContents):
            items = contents.items
        elif isinstance(contents, SetContents):
            items = tuple(set_order.ordered_items(m, value))
        elif contents is None and category(m, value) == "record":
            items = tuple(sequences.items_of(m, value))
    if items is None:
        return Exhausted(NONE)
    return _spread(m, items, count, star)


def got_to_unpack(m: Mac, limit: int | None, item: Value, whole: Term) -> bool:
    """Stops one item after what is wanted: that there are more is an error."""
    if isinstance(item, Exhausted):
        return False
    return limit is None or len(_taken(m, whole)) < limit


def _taken(m: Mac, whole: Term) -> tuple[Value, ...]:
    contents = m.load(whole)
    assert isinstance(contents, ListContents)
    return contents.items


def unpacked(m: Mac, count: int, star: int | None, whole: Term, last: Value) -> Tuple:
    items = _taken(m, whole)
    if star is None and not isinstance(last, Exhausted):
        throw(ValueError, f"too many values to unpack (expected {count})")
    return _spread(m, items, count, star)


def _spread(m: Mac, items: tuple[Value, ...], count: int, star: int | None) -> Tuple:
    if star is None:
        if len(items) > count:
            throw(ValueError, f"too many values to unpack (expected {count})")
        if len(items) < count:
            throw(ValueError, f"not enough values to unpack (expected {count}, got {len(items)})")
        return Tuple(items)
    if len(items) < count - 1:
        throw(
            ValueError,
            f"not enough values to unpack (expected at least {count - 1}, got {len(items)})",
        )
    after = count - star - 1
    end = len(items) - after
    middle = sequences.new_list(m, items[star:end])
    return Tuple((*items[:star], middle, *items[end:]))


def part(m: Mac, index: int, parts: Value) -> Value:
    parts = settle(m, parts)
    assert isinstance(parts, Tuple)
    return parts.items[index]
