"""enumerate, zip, map, filter, reversed, iter; and the methods of generators.

Over containers, `enumerate`, `zip` and `reversed` are iterators of their own kind; what has to run
code of the program for each item asks a function of the prelude for it.
"""

from __future__ import annotations

import enum

from heapwise.engine.machine import Enter
from heapwise.engine.state import RUNNING
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    EnumValue,
    Host,
    Opaque,
    Range,
    Slice,
    Tuple,
    Value,
    View,
)
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    class_of_exception,
    is_integer,
    is_number,
    is_ref,
    kind_or_category,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import (
    is_none,
    no_integer,
    special_method,
)
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.terms import Term, sub

_ITERATORS = ("iterator", "generator")


def enumerated(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    items, start = take("enumerate", positional, keywords, ("iterable", "start"), 1, start=0)
    start = as_integer(m, settle(m, start))
    if not is_integer(start):
        no_integer(m, start)
    items = settle(m, items)
    if iteration.raises_nothing(m, items):
        source = iteration.iterate(m, items)
        assert not isinstance(source, Enter)
        return sequences.new_iterator(m, "enumerate", source, position=as_number(start))
    return calls.enter(m, runtime(m).prelude(m, "enumerate_any"), (items, start))


def zipped(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    if set(keywords) - {"strict"}:
        throw(TypeError, "zip() got an unexpected keyword argument")
    strict = settle(m, keywords.get("strict", False))
    if not isinstance(strict, bool):
        unsupported("zip() with a symbolic strict=")
    sources = tuple(settle(m, value) for value in positional)
    if not strict and sources and all(_has_indexes(m, source) for source in sources):
        return sequences.new_iterator(m, "zip", Tuple(sources))
    return calls.enter(m, runtime(m).prelude(m, "zip_any"), (strict, *sources))


def _has_indexes(m: Mac, value: Value) -> bool:
    held = kind_or_category(m, value)
    return held in ("list", "tuple", "record", "str", "range")


def mapped(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    if len(positional) < 2:
        throw(TypeError, "map() must have at least two arguments.")
    name = "map_one" if len(positional) == 2 else "map_several"
    return calls.enter(m, runtime(m).prelude(m, name), positional)


def filtered(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    function, items = take("filter", positional, keywords, ("function", "iterable"), 2)
    function = settle(m, function)
    if function is NONE or function == ClassValue(bool):
        return calls.enter(m, runtime(m).prelude(m, "filter_true"), (items,))
    return calls.enter(m, runtime(m).prelude(m, "filter_by"), (function, items))


def backwards(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (items,) = take("reversed", positional, keywords, ("sequence",), 1)
    items = settle(m, items)
    method = special_method(m, items, "__reversed__")
    if method is not None:
        return calls.enter(m, method, (items,))
    held = kind_or_category(m, items)
    if held == "object" and is_named_tuple(python_class(m, receiver(m, items))):
        items, held = sequences.as_tuple(m, items), "tuple"
    if held == "object":
        if is_none(m, items, "__reversed__"):
            throw(TypeError, f"'{type_name(m, items)}' object is not reversible")
        if special_method(m, items, "__getitem__") is None:
            throw(TypeError, f"'{type_name(m, items)}' object is not reversible")
        if special_method(m, items, "__len__") is None:
            throw(TypeError, f"object of type '{type_name(m, items)}' has no len()")
        return calls.enter(m, runtime(m).prelude(m, "reversed_any"), (items,))
    if isinstance(items, ClassValue) and issubclass(items.cls, enum.Enum):
        members = iteration.members(items.cls)
        return sequences.new_iterator(m, "items", Tuple(members.items[::-1]))
    if held == "dict" or isinstance(items, View):
        assert isinstance(items, Term | View)
        return iteration.backwards(m, items)
    if held not in ("list", "deque", "tuple", "record", "str", "bytes", "range"):
        throw(TypeError, f"'{type_name(m, items)}' object is not reversible")
    last = sub(sequences.length_of(m, items), 1)
    if held == "deque":
        return sequences.new_keyed_iterator(m, "reversed", receiver(m, items), last)
    return sequences.new_iterator(m, "reversed", items, last)


def make_iterator(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    if len(positional) == 2:
        return calls.enter(m, runtime(m).prelude(m, "call_until"), positional)
    (value,) = take("iter", positional, keywords, ("object",), 1)
    return iteration.iterate(m, value)


def make_slice(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if len(positional) == 1:
        return Slice(NONE, positional[0], NONE)
    start, stop, step = take("slice", positional, keywords, ("start", "stop", "step"), 2, step=NONE)
    return Slice(start, stop, step)


def through(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: an iterator to iterate over, without asking it for itself; with a second
    argument, one whose length is that of another object."""
    iterator, *sized = (settle(m, value) for value in positional)
    if not sized and is_ref(iterator) and category(m, iterator) in _ITERATORS:
        return iterator
    return sequences.new_iterator(m, "through", iterator, sized[0] if sized else None)


def steps(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: an iterator of a type of this name, of a function that gives each item."""
    name, step = positional
    return sequences.new_iterator(m, "steps", step, name)


def hidden(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: a generator that is known as an iterator of a type of this name."""
    name, generator = positional
    return sequences.new_iterator(m, "hidden", generator, name)


def has_number(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: can something be added to it that counts?"""
    value = settle(m, positional[0])
    if is_number(value) or isinstance(value, Opaque | EnumValue | Host):
        return True
    names = ("__index__", "__int__", "__float__")
    return any(special_method(m, value, name) is not None for name in names)


def length_hint(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return iteration.length_hint(m, positional[0])


# -- methods of iterators and generators


def own_iterator(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return iteration.iterate(m, positional[0])


def next_item(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _or_stop(iteration.advance(m, positional[0]))


def _or_stop(result: Value | Enter) -> Value | Enter:
    """The end is an exception."""
    return calls.finished(result, iteration.stop_iteration)


def send(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    generator, value = take("send", positional, keywords, ("self", "value"), 2)
    generator = receiver(m, generator)
    if settle(m, value) is not NONE and iteration.has_not_begun(m, generator):
        throw(TypeError, "can't send non-None value to a just-started generator")
    return _or_stop(iteration.resume(m, generator, value))


def throw_into(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    names = ("self", "type", "value", "traceback")
    generator, cls, value, _ = take(
        "throw", positional, keywords, names, 2, value=NONE, traceback=NONE
    )
    cls = settle(m, cls)
    exception = cls
    if isinstance(cls, ClassValue) and issubclass(cls.cls, BaseException):
        value = settle(m, value)
        made = runtime(m).construct(m, cls.cls, () if value is NONE else (value,), {})
        if isinstance(made, Enter):
            unsupported("generator.throw() of a class with an __init__ of its own")
        exception = made
    if class_of_exception(m, exception) is None:
        throw(
            TypeError,
            "exceptions must be classes or instances deriving from BaseException, not "
            + type_name(m, cls),
        )
    return _or_stop(iteration.resume(m, receiver(m, generator), NONE, exception))


def close(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (generator,) = take("close", positional, keywords, ("self",), 1)
    generator = receiver(m, generator)
    state = m.load(generator)
    if state is RUNNING:
        throw(ValueError, "generator already executing")
    if state is None or iteration.has_not_begun(m, generator):
        m.put(generator, None)
        return NONE
    return calls.enter(m, runtime(m).prelude(m, "close_generator"), (generator,))


def _part(name: str) -> Model:
    """Of a range or a slice."""

    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        owner = positional[0]
        assert isinstance(owner, Range | Slice)
        found: Value = getattr(owner, name)
        return found

    return model


MODELS: dict[str, Model] = {
    **{
        f"get {held}.{name}": _part(name)
        for held in ("range", "slice")
        for name in ("start", "stop", "step")
    },
    "enumerate": enumerated,
    "zip": zipped,
    "map": mapped,
    "filter": filtered,
    "reversed": backwards,
    "iter": make_iterator,
    "slice": make_slice,
    "__through__": through,
    "__steps__": steps,
    "__is_number__": has_number,
    "__hidden__": hidden,
    "__length_hint__": length_hint,
    **{f"{name}.send": send for name in ("generator", "coroutine")},
    **{f"{name}.throw": throw_into for name in ("generator", "coroutine")},
    **{f"{name}.close": close for name in ("generator", "coroutine")},
    "__send__": send,
    "__throw__": throw_into,
    **{f"{name}.__next__": next_item for name in ("generator", "iterator")},
    **{
        f"{name}.__iter__": own_iterator
        for name in ("generator", "iterator", "list", "tuple", "dict", "set", "deque")
    },
}
