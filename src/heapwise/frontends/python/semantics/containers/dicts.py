"""dict, defaultdict, OrderedDict: construction and methods.

Where a key has an `__eq__` of its own, the prelude looks for it entry by entry.
"""

from __future__ import annotations

from dataclasses import replace

from heapwise.engine.machine import Enter, ThrownError
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    DictContents,
    Tuple,
    Value,
    View,
)
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core import calls, held_values, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError
from heapwise.frontends.python.semantics.core.hashable import check_hashable
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    container,
    contents_of,
    dict_class,
    dict_kind,
    is_dict,
    is_ref,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import truth
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.frontends.python.typing.default_factories import input_factory
from heapwise.frontends.python.typing.dict_subclasses import next_function
from heapwise.terms import Term, eq, sub

KINDS = ("dict", "defaultdict", "OrderedDict", "Counter")


# -- construction


def make_derived(m: Mac, cls: type, positional: Positional, keywords: Keywords) -> Value | Enter:
    loc = sequences.new_dict(m, ())
    m.put(loc, DictContents(cls=cls))
    init = next_function(cls, "__init__")
    if init is None:
        return initialise(m, (loc, *positional), keywords, calls.Give(loc))
    return calls.enter(m, runtime(m).method(m, init), (loc, *positional), calls.Give(loc), keywords)


def initialise(
    m: Mac,
    positional: Positional,
    keywords: Keywords,
    finish: calls.Finish = calls.none_of,
) -> Value | Enter:
    """`dict.__init__`: like `update`."""
    if len(positional) > 2:
        throw(TypeError, f"dict expected at most 1 argument, got {len(positional) - 1}")
    return fill(m, receiver(m, positional[0]), positional[1:], keywords, finish)


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _make(m, "dict", positional, keywords)


def make_ordered(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return _make(m, "OrderedDict", positional, keywords)


def make_default(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    factory = settle(m, positional[0]) if positional else NONE
    if factory is not NONE and not calls.is_callable(m, factory):
        throw(TypeError, "first argument must be callable or None")
    return _make(m, "defaultdict", positional[1:], keywords, factory)


def _make(
    m: Mac, kind_: str, positional: Positional, keywords: Keywords, factory: Value | None = None
) -> Value | Enter:
    if len(positional) > 1:
        throw(TypeError, f"{kind_} expected at most 1 argument, got {len(positional)}")
    loc = sequences.new_dict(m, (), kind_, factory)
    return fill(m, loc, positional, keywords, calls.Give(loc))


def fill(
    m: Mac, loc: Term, positional: Positional, keywords: Keywords, finish: calls.Finish
) -> Value | Enter:
    """Put in what the arguments of `dict` or `update` say."""
    extra = tuple(keywords.items())
    if positional:
        source = settle(m, held_values.as_dict(m, settle(m, positional[0])))
        if is_ref(source) and is_dict(m, source):
            if not _insert_all(m, loc, source):
                more = sequences.new_dict(m, extra)
                arguments = (loc, source, more)
                return calls.enter(m, runtime(m).prelude(m, "update_from_dict"), arguments, finish)
        elif not _insert_pairs(m, loc, source):
            name = "update_from_pairs"
            if is_ref(source) and special_method(m, source, "keys"):
                name = "update_from_mapping"
            elif dict_kind(m, loc) == "OrderedDict":
                name = "ordered_update_from_pairs"
            more = sequences.new_dict(m, extra)
            return calls.enter(m, runtime(m).prelude(m, name), (loc, source, more), finish)
    for name, value in extra:
        mappings.insert(m, loc, name, value)
    return finish(loc)


def spread(m: Mac, loc: Term, source: Term, before: str, after: str) -> Value | Enter:
    """Put in what another dict has; any AttributeError means that it is no mapping, which is said
    between `before` and `after`."""
    if _insert_all(m, loc, source):
        return NONE
    function = runtime(m).prelude(m, "update_from_spread_dict")
    return calls.enter(m, function, (loc, source, before, after), calls.Give(NONE))


def _insert_all(m: Mac, loc: Term, source: Term) -> bool:
    """Of another dict; False if code must look for the keys."""
    contents = contents_of(m, source)
    if isinstance(contents, DictContents) and m.decide(eq(sequences.length_of(m, loc), 0)):
        mine = m.load(loc)
        if isinstance(mine, DictContents):
            m.put(loc, replace(mine, entries=contents.entries, index=contents.index))
            return True
    try:
        for key, value in sequences.entries_of(m, source):
            mappings.insert(m, loc, key, value)
    except NeedsCodeError:
        return False
    return True


def _insert_pairs(m: Mac, loc: Term, source: Value) -> bool:
    """Of a container of pairs that are all known; False if they must be iterated over."""
    if not sequences.at_once(m, source):
        return False
    pairs: list[tuple[Value, ...]] = []
    for item in [settle(m, item) for item in lists.listed(m, source)]:
        if not isinstance(item, Tuple) or len(item.items) != 2:
            return False
        pairs.append(item.items)
    for key, value in pairs:
        try:
            mappings.insert(m, loc, key, value)
        except NeedsCodeError:
            return False
    return True


def _from_keys(made: str) -> Model:
    """`fromkeys` of a class."""

    def from_keys(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        if positional and is_dict(m, settle(m, positional[0])) and len(positional) > 1:
            first = settle(m, positional[1])
            if sequences.at_once(m, first) or is_ref(first):
                unsupported("fromkeys of an instance")
        keys, value = take("fromkeys", positional, keywords, ("iterable", "value"), 1, value=NONE)
        keys = settle(m, keys)
        loc = sequences.new_dict(m, (), made, NONE if made == "defaultdict" else None)
        if not sequences.at_once(m, keys):
            return calls.enter(m, runtime(m).prelude(m, "from_keys"), (loc, keys, value))
        for key in lists.listed(m, keys):
            mappings.insert(m, loc, key, value)
        return loc

    return from_keys


# -- methods


def get(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, key, default = take(
        "get", positional, keywords, ("self", "key", "default"), 2, default=NONE
    )
    ref = receiver(m, ref)
    check_hashable(m, key)
    try:
        found = mappings.lookup(m, ref, key)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "dict_get"), (ref, key, default))
    return default if found is None else found[0]


def set_default(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    names = ("self", "key", "default")
    ref, key, default = take("setdefault", positional, keywords, names, 2, default=NONE)
    ref = receiver(m, ref)
    check_hashable(m, key)
    try:
        found = mappings.lookup(m, ref, key)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "dict_setdefault"), (ref, key, default))
    if found is not None:
        return found[0]
    mappings.append_entry(m, ref, key, default)
    return default


def _is_not_looked_for(m: Mac, ref: Term, key: Value) -> bool:
    """In a dict without items, pop() does not even ask whether the key can be hashed."""
    try:
        check_hashable(m, key)
    except ThrownError:
        if dict_kind(m, ref) == "OrderedDict" or not m.decide(eq(sequences.length_of(m, ref), 0)):
            raise
        return True
    return False


def pop(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, key, default = take_given("pop", positional, keywords, ("self", "key", "default"), 2)
    assert ref is not None and key is not None
    ref = receiver(m, ref)
    try:
        found = None if _is_not_looked_for(m, ref, key) else mappings.find(m, ref, key)
    except NeedsCodeError:
        given = default is not None
        arguments = (ref, key, given, NONE if default is None else default)
        return calls.enter(m, runtime(m).prelude(m, "dict_pop"), arguments)
    if found is None:
        if default is None:
            throw(KeyError, key)
        return default
    value = mappings.value_at(m, ref, found)
    mappings.remove_found(m, ref, found)
    return value


def pop_item(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, last = take("popitem", positional, keywords, ("self", "last"), 1, last=True)
    ref = receiver(m, ref)
    length = sequences.length_of(m, ref)
    if m.decide(eq(length, 0)):
        is_ordered = dict_kind(m, ref) == "OrderedDict"
        throw(KeyError, "dictionary is empty" if is_ordered else "popitem(): dictionary is empty")
    sequences.slots(m, ref)  # what is left must differ from what goes
    last = _flag(m, last)
    contents = contents_of(m, ref)
    at = sub(length, 1) if last else 0
    if isinstance(contents, DictContents):
        entry = contents.entries[int(at)]  # type: ignore[arg-type]
        mappings.remove_at(m, ref, int(at))  # type: ignore[arg-type]
        return Tuple(entry)
    info = container(m, ref)
    entry = sequences.entry_at(m, ref, at)
    if last:
        assert info.length is not None
        m.write_field(ref, info.length, at)
    elif sequences.holds_scalars(info):
        sequences.items_move(m, ref)
        sequences.close_gap(m, ref, 0)
    else:
        mappings.remove_at(m, ref, 0)
    return Tuple(entry)


def _flag(m: Mac, value: Value) -> bool:
    found = truth.truth(m, value)
    if isinstance(found, Enter):
        unsupported("last= with a __bool__ of its own")
    return m.decide(found)


def _view(part: str) -> Model:
    def view(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        (ref,) = take(part, positional, keywords, ("self",), 1)
        return View(part, receiver(m, ref))

    return view


def update(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref = receiver(m, positional[0])
    if len(positional) > 2:
        throw(TypeError, f"update expected at most 1 argument, got {len(positional) - 1}")
    return fill(m, ref, positional[1:], keywords, calls.Give(NONE))


def copy(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("copy", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    return copied(m, ref)


def copied(m: Mac, ref: Term) -> Term:
    contents = contents_of(m, ref)
    factory = contents.factory if isinstance(contents, DictContents) else None
    if contents is None and dict_kind(m, ref) == "defaultdict":
        made = input_factory(container(m, ref).shape)
        factory = NONE if made is None else ClassValue(made)
    entries = tuple(sequences.entries_of(m, ref))
    loc = sequences.new_dict(m, entries, dict_kind(m, ref), factory)
    if isinstance(contents, DictContents):
        m.put(loc, replace(contents, cls=None))
    return loc


def clear(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("clear", positional, keywords, ("self",), 1)
    mappings.clear(m, receiver(m, ref))
    return NONE


def move_to_end(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, key, last = take(
        "move_to_end", positional, keywords, ("self", "key", "last"), 2, last=True
    )
    ref = receiver(m, ref)
    check_hashable(m, key)
    try:
        found = mappings.find(m, ref, key)
    except NeedsCodeError:
        unsupported("move_to_end with a key that has an __eq__ of its own")
    if found is None:
        throw(KeyError, key)
    at = mappings.chosen_position(m, found)
    entries = sequences.entries_of(m, ref)
    moved = entries.pop(at)
    last = _flag(m, last)
    entries.insert(len(entries) if last else 0, moved)
    set_entries(m, ref, entries)
    return NONE


def set_entries(m: Mac, ref: Term, entries: list[tuple[Value, Value]]) -> None:
    """Of a dict that has as many already."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        m.put(ref, replace(contents, entries=tuple(entries), index=None))
        return
    for index, entry in enumerate(entries):
        for layout, value in zip(container(m, ref).items, entry, strict=True):
            layout.write(m, ref, value, index)


def contains(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, key = take("__contains__", positional, keywords, ("self", "key"), 2)
    return comparison(m, "In", key, ref)


def factory_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref = receiver(m, positional[0])
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        return NONE if contents.factory is None else contents.factory
    made = input_factory(container(m, ref).shape)
    return NONE if made is None else ClassValue(made)


def missing_value(m: Mac, ref: Term, key: Value) -> Value | Enter:
    contents = contents_of(m, ref)
    found = dict_kind(m, ref)
    if found == "Counter":
        return 0
    factory = contents.factory if isinstance(contents, DictContents) else None
    if found == "defaultdict" and contents is None:
        made = input_factory(container(m, ref).shape)
        if made is None:
            unsupported("a missing key of an input defaultdict")
        factory = ClassValue(made)
    cls = dict_class(m, ref)
    method = None if cls is None else next_function(cls, "__missing__")
    if method is not None:
        return calls.enter(m, runtime(m).method(m, method), (ref, key))
    if factory is None or factory is NONE:
        throw(KeyError, key)
    return calls.enter(m, runtime(m).prelude(m, "make_default"), (ref, key, factory))


def _initialise(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return initialise(m, positional, keywords)


_METHODS: dict[str, Model] = {
    "get": get,
    "setdefault": set_default,
    "pop": pop,
    "popitem": pop_item,
    "keys": _view("keys"),
    "values": _view("values"),
    "items": _view("items"),
    "update": update,
    "copy": copy,
    "__copy__": copy,
    "clear": clear,
    "__contains__": contains,
}

MODELS: dict[str, Model] = {
    "dict": make,
    "defaultdict": make_default,
    "dict.__init__": _initialise,
    "OrderedDict": make_ordered,
    "OrderedDict.move_to_end": move_to_end,
    **{f"{kind_}.{name}": model for kind_ in KINDS for name, model in _METHODS.items()},
    **{f"{kind_}.fromkeys": _from_keys(kind_) for kind_ in KINDS},
    "get defaultdict.default_factory": factory_of,
}

__all__ = [
    "KINDS",
    "MODELS",
    "copied",
    "fill",
    "missing_value",
]
