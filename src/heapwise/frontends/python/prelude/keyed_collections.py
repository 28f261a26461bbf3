"""Methods of dicts, sets and counters whose keys have an `__eq__` of their own, in Python.

Which key is found is what CPython finds: hashes are compared first, then the keys, in its order.
"""
# mypy: ignore-errors
# ruff: noqa: F821, SIM110, SIM113

from __future__ import annotations

from heapwise.frontends.python.prelude.syntax_operations import (
    collect,
    find_key,
    find_stored,
    iterator_or_none,
)


def dict_getitem(owner, key):
    at = find_key(owner, key)
    if at < 0:
        return __missing__(owner, key)
    return __value_at__(owner, at)


def dict_get(owner, key, default):
    at = find_key(owner, key)
    return default if at < 0 else __value_at__(owner, at)


def dict_setitem(owner, key, value):
    at = find_key(owner, key)
    if at < 0:
        __append_new__(owner, key, value)
    else:
        __put_at__(owner, at, value)


def dict_setdefault(owner, key, default):
    at = find_key(owner, key)
    if at >= 0:
        return __value_at__(owner, at)
    __append_new__(owner, key, default)
    return default


def dict_pop(owner, key, given, default):
    at = find_key(owner, key)
    if at < 0:
        if given:
            return default
        raise KeyError(key)
    value = __value_at__(owner, at)
    __remove_at__(owner, at)
    return value


def keys_of_mapping(source):
    """All of them, before the first is looked up."""
    keys = source.keys()
    iterator = iterator_or_none(keys)
    if iterator is None:
        owner, name = type(source).__name__, type(keys).__name__
        raise TypeError(f"{owner}.keys() returned a non-iterable (type {name})")
    return collect(iterator)


def update_from_mapping(owner, source, more):
    for key in keys_of_mapping(source):
        owner[key] = source[key]
    for key in more:
        owner[key] = more[key]


def update_from_dict(owner, source, more):
    """A dict remembers the hashes of its keys."""
    for key, value in source.items():
        at = find_stored(owner, key)
        if at < 0:
            __append_stored__(owner, key, value)
        else:
            __put_at__(owner, at, value)
    for key in more:
        owner[key] = more[key]


def update_from_spread(owner, source, before, after, again, twice):
    """`**source`: an AttributeError, whoever has raised it, means that it is no mapping; and a
    KeyError, if there is a text for that, that a key was given `twice`."""
    try:
        for key in keys_of_mapping(source):
            for name, problem in again:
                if key == name:
                    raise TypeError(problem)
            owner[key] = source[key]
        return
    except AttributeError:
        problem = before + type(source).__name__ + after
    except KeyError as error:
        if twice is None or len(error.args) != 1:
            raise
        problem = f"{twice}'{error.args[0]}'"
    raise TypeError(problem)


def update_from_spread_dict(owner, source, before, after):
    try:
        update_from_dict(owner, source, {})
        return
    except AttributeError:
        problem = before + type(source).__name__ + after
    raise TypeError(problem)


def update_from_pairs(owner, source, more):
    number = 0
    for pair in source:
        key, value = __pair__(pair, number)
        owner[key] = value
        number += 1
    for key in more:
        owner[key] = more[key]


def ordered_update_from_pairs(owner, source, more):
    """An OrderedDict takes each pair apart, where a dict makes a sequence of it."""
    for pair in source:
        taken = []
        for item in pair:
            if len(taken) == 2:
                raise ValueError("too many values to unpack (expected 2)")
            taken.append(item)
        if not taken:
            raise ValueError("need more than 0 values to unpack")
        if len(taken) == 1:
            raise ValueError("need more than 1 value to unpack")
        owner[taken[0]] = taken[1]
    for key in more:
        owner[key] = more[key]


def from_keys(owner, keys, value):
    for key in keys:
        owner[key] = value
    return owner


def set_add(owner, item):
    if find_key(owner, item) < 0:
        __append_new__(owner, item)


def set_remove(owner, item, strict):
    at = find_key(owner, item)
    if at >= 0:
        __remove_at__(owner, at)
    elif strict:
        raise KeyError(item)


def include_all(owner, items):
    """Sets and dicts remember the hashes of what they hold."""
    if isinstance(items, (set, frozenset)) or type(items) is dict:
        for item in items:
            include_stored(owner, item)
    else:
        for item in items:
            __include__(owner, item)


def set_update(owner, others):
    for other in others:
        include_all(owner, other)


def set_union(owner, others):
    result = owner.copy() if isinstance(owner, set) else set(owner)
    set_update(result, others)
    return result if isinstance(owner, set) else frozenset(result)


def set_intersection(owner, others, stops):
    result = common_items(owner, others, stops)
    return result if isinstance(owner, set) else frozenset(result)


def common_items(owner, others, stops):
    """What is no set is looked at item by item; if CPython `stops`, until all are found."""
    found = owner
    for other in others:
        before, found = found, set()
        if isinstance(other, (set, frozenset)):
            found = set(before.intersection(other))
        else:
            for item in other:
                if item in before:
                    found.add(item)
                    if stops and len(found) >= len(before):
                        break
    return found


def set_difference(owner, others, stops):
    return owner.difference(*[set(other) for other in others])


def set_symmetric_difference(owner, others, stops):
    return owner.symmetric_difference(*[set(other) for other in others])


def set_intersection_update(owner, others, stops):
    owner.intersection_update(common_items(owner, others, stops))


def set_difference_update(owner, others, stops):
    for other in others:
        if isinstance(other, (set, frozenset)):
            owner.difference_update(other)
        else:
            for item in other:
                owner.discard(item)


def set_symmetric_difference_update(owner, others, stops):
    owner.symmetric_difference_update(*[set(other) for other in others])


# Sets remember the hashes of their items, so combining them does not compute any.


def include_stored(owner, item):
    if find_stored(owner, item) < 0:
        __append_stored__(owner, item)


def combined_sets(op, left, right):
    """`left op right`, the items of which are compared as CPython does it."""
    result = set()
    if op == "BitAnd":
        if len(right) > len(left):
            left, right = right, left
        for item in right:
            if find_stored(left, item) >= 0:
                include_stored(result, item)
        return result
    if op == "Sub" and len(left) // 4 <= len(right):
        for item in left:
            if find_stored(right, item) < 0:
                include_stored(result, item)
        return result
    for item in left:
        __append_stored__(result, item)
    return set_changed_by(op, result, right)


def set_changed_by(op, owner, other):
    """`owner op= other`."""
    if op == "BitAnd":
        kept = combined_sets(op, owner, other)
        owner.clear()
        for item in kept:
            __append_stored__(owner, item)
        return owner
    if owner is other and op != "BitOr":
        owner.clear()
        return owner
    for item in other:
        at = -1 if op == "BitOr" else find_stored(owner, item)
        if at >= 0:
            __remove_at__(owner, at)
        elif op != "Sub":
            include_stored(owner, item)
    return owner


def set_issubset(owner, other, stops):
    if stops:
        return len(common_items(owner, [other], True)) == len(owner)
    return owner.issubset(set(other))


def set_issuperset(owner, other):
    for item in other:
        if item not in owner:
            return False
    return True


def set_isdisjoint(owner, other):
    for item in other:
        if item in owner:
            return False
    return True


def count_all(owner, items, by):
    for item in items:
        owner[item] = owner[item] + by


def counter_elements(owner):
    return __hidden__("itertools.chain", counted_items(owner))


def counted_items(owner):
    for item in owner:
        for _ in range(owner[item]):
            yield item
