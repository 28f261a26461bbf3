"""functools and operator: what calls back into the program, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from heapwise.frontends.python.prelude.syntax_operations import find_by_hash

# -- functools


def reduce(function, iterable, /, *initial):
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial:
        total = initial[0]
    else:
        total = next(iterator, __nothing__)
        if __ended__(total):
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in iterator:
        total = function(total, item)
    return total


def partial(function, /, *arguments, **keywords):
    if not callable(function):
        raise TypeError("the first argument must be callable")

    def call(*more, **others):
        merged = {**keywords, **others}
        return function(*arguments, *more, **merged)

    return call


def call_partial(function, arguments, keywords, /, *more, **others):
    """Of one that a module has made."""
    merged = {**keywords, **others}
    return function(*arguments, *more, **merged)


def cached_call(cache, function, /, *arguments, **keywords):
    """A single int or str stands for itself, and so is another key than an equal bool or float."""
    key = (arguments, tuple(keywords.items()))
    if len(arguments) == 1 and not keywords and type(arguments[0]) in (int, str):
        key = arguments[0]
    if __has_own_hash__(key):
        return cached_by_own_hash(cache, key, function, arguments, keywords)
    if key in cache:
        return cache[key]
    result = function(*arguments, **keywords)
    cache[key] = result
    return result


def cached_typed_call(cache, function, /, *arguments, **keywords):
    """With `typed=True`, arguments of different types are different keys."""
    types = tuple([type(each) for each in (*arguments, *keywords.values())])
    key = (arguments, tuple(keywords.items()), types)
    if __has_own_hash__(key):
        return cached_by_own_hash(cache, key, function, arguments, keywords)
    if key in cache:
        return cache[key]
    result = function(*arguments, **keywords)
    cache[key] = result
    return result


def cached_by_own_hash(cache, key, function, arguments, keywords):
    """The key is hashed once, however often it is looked for: caches of several kinds differ in
    how often they compare it with others of the same hash when they have a result."""
    wanted = hash(key)
    __remember_hash__(key, wanted)
    at = find_by_hash(cache, key, wanted)
    if at >= 0:
        return __value_at__(cache, at)
    result = function(*arguments, **keywords)
    for other in __keys__(cache):
        if __has_hash__(cache, other, wanted):
            __cut__("different keys with equal hashes")
    __append_new__(cache, key, result)
    return result


def cached_attribute(cache, getter, owner):
    """Of a cached property: once for each object."""
    key = id(owner)
    if key in cache:
        return cache[key]
    result = getter(owner)
    cache[key] = result
    return result


def compared_lt(left, right):
    return __compared_by__(left, right) < 0


def compared_le(left, right):
    return __compared_by__(left, right) <= 0


def compared_gt(left, right):
    return __compared_by__(left, right) > 0


def compared_ge(left, right):
    return __compared_by__(left, right) >= 0


def compared_eq(left, right):
    return __compared_by__(left, right) == 0


# -- operator


def itemgetter(*keys):
    def get(owner):
        if len(keys) == 1:
            return owner[keys[0]]
        return tuple([owner[key] for key in keys])

    return get


def attrgetter(*names):
    for name in names:
        if not isinstance(name, str):
            raise TypeError("attribute name must be a string")

    def follow(owner, path):
        for name in path.split("."):
            owner = getattr(owner, name)
        return owner

    def get(owner):
        if len(names) == 1:
            return follow(owner, names[0])
        return tuple([follow(owner, name) for name in names])

    return get


def methodcaller(name, /, *arguments, **keywords):
    if not isinstance(name, str):
        raise TypeError("method name must be a string")

    def call(owner):
        return getattr(owner, name)(*arguments, **keywords)

    return call


def logical_not(value):
    return not value


def is_true(value):
    return bool(value)


def count_of(whole, wanted):
    found = 0
    for item in whole:
        if item is wanted or item == wanted:
            found += 1
    return found


def index_of(whole, wanted):
    for at, item in enumerate(whole):
        if item is wanted or item == wanted:
            return at
    raise ValueError("sequence.index(x): x not in sequence")
