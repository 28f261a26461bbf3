"""Operations of syntax that call back into the program, written in Python and lowered like it.

None of this is ever run by the interpreter that runs us: it is read as source. Names that are
neither Python's nor defined here are models of `semantics.builtins`.
"""
# mypy: ignore-errors
# ruff: noqa: F821, SIM110, SIM113

from __future__ import annotations


def next_or_exhausted(iterator):
    try:
        return iterator.__next__()
    except StopIteration as stop:
        return __exhausted__(stop.value)


def iterate_by_index(owner):
    index = 0
    ended = False

    def step():
        nonlocal index, ended
        if ended:
            raise StopIteration
        try:
            item = owner[index]
        except (IndexError, StopIteration):
            ended = True
            raise StopIteration from None
        index += 1
        return item

    return __steps__("iterator", step)


def iterator_or_none(items):
    """None instead of a TypeError, whoever has raised it: those who ask say themselves what they
    wanted the items for."""
    try:
        return iter(items)
    except TypeError:
        return None


def contains(item, whole):
    iterator = iterator_or_none(whole)
    if iterator is None:
        raise TypeError(f"argument of type '{type(whole).__name__}' is not iterable")
    for other in __through__(iterator):
        if item is other or other == item:
            return True
    return False


def contains_key(item, whole):
    return find_key(whole, item) >= 0


def contains_entry(key, value, whole):
    """Is the pair among the items of a dict?"""
    at = find_key(whole, key)
    if at < 0:
        return False
    found = __value_at__(whole, at)
    return found is value or bool(found == value)


def equal(left, right):
    """Of two containers with items that have methods of their own."""
    if isinstance(left, (set, frozenset)):
        return isinstance(right, (set, frozenset)) and same_items(left, right)
    if isinstance(left, dict):
        return isinstance(right, dict) and same_entries(left, right)
    if type(left) is not type(right) or len(left) != len(right):
        return False
    if isinstance(left, (list, tuple)):
        at = first_difference(left, right)
        return (at >= len(left) or at >= len(right)) and len(left) == len(right)
    pair = differing_items(left, right)
    return True if pair is None else bool(pair[0] == pair[1])


def same_items(left, right):
    return len(left) == len(right) and is_subset(left, right, False)


def same_entries(left, right):
    if len(left) != len(right):
        return False
    for key, value in left.items():
        at = find_stored(right, key)
        if at < 0:
            return False
        other = __value_at__(right, at)
        if not (value is other or value == other):
            return False
    return True


def equal_view(view, other):
    return len(view) == len(other) and is_subset_of_view(view, other, False)


def is_subset(left, right, strict):
    if len(left) > len(right) or (strict and len(left) == len(right)):
        return False
    for item in left:
        if find_stored(right, item) < 0:
            return False
    return True


def is_subset_of_view(left, right, strict):
    if len(left) > len(right) or (strict and len(left) == len(right)):
        return False
    for item in left:
        if item not in right:
            return False
    return True


def checked(name, method, owner):
    return __check__(name, owner, method(owner))


def checked_with(name, method, owner, other):
    return __check__(name, owner, method(owner, other))


def checked_length(name, method, owner):
    return __check__(name, owner, __index__(method(owner)))


def hinted_length(owner, length, hint):
    """What a list that is made of something asks first; a TypeError means that it cannot say."""
    if length is not None:
        try:
            checked_length("__len__", length, owner)
            return
        except TypeError:
            pass
    if hint is not None:
        try:
            result = hint(owner)
        except TypeError:
            return
        __check__("__length_hint__", owner, result)


def item_by_index(owner, key):
    return owner[__index__(key)]


def put_by_index(owner, key, value):
    owner[__index__(key)] = value


def delete_by_index(owner, key):
    del owner[__index__(key)]


def first_that_knows(method, left, right, reflected, problem):
    """The result of a binary operator with a method on either side."""
    result = method(left, right)
    if result is NotImplemented:
        result = reflected(right, left)
        if result is NotImplemented:
            raise TypeError(problem)
    return result


def changed_or_combined(op, method, left, right):
    """`left op= right` where the class of `left` has a method for it."""
    result = method(left, right)
    return __combined__(op, left, right) if result is NotImplemented else result


def equal_by_methods(method, left, right, reflected, same):
    result = method(left, right)
    if result is NotImplemented and reflected is not None:
        result = reflected(right, left)
    return same if result is NotImplemented else result


def differs(method, left, right, reflected, same):
    """`left != right` where the class has no `__ne__`."""
    result = method(left, right)
    if result is NotImplemented and reflected is not None:
        result = reflected(right, left)
    return not same if result is NotImplemented else not result


def first_difference(left, right):
    """Where two lists or tuples differ, or the shorter one ends; an `__eq__` may change them."""
    at = 0
    while at < len(left) and at < len(right):
        item, other = left[at], right[at]
        if not (item is other or item == other):
            break
        at += 1
    return at


def order_lt(left, right):
    at = first_difference(left, right)
    if at >= len(left) or at >= len(right):
        return len(left) < len(right)
    return left[at] < right[at]


def order_lte(left, right):
    at = first_difference(left, right)
    if at >= len(left) or at >= len(right):
        return len(left) <= len(right)
    return left[at] <= right[at]


def order_gt(left, right):
    at = first_difference(left, right)
    if at >= len(left) or at >= len(right):
        return len(left) > len(right)
    return left[at] > right[at]


def order_gte(left, right):
    at = first_difference(left, right)
    if at >= len(left) or at >= len(right):
        return len(left) >= len(right)
    return left[at] >= right[at]


def differing_items(left, right):
    """The first two items of deques that differ; while they are looked for, no deque may change."""
    others = iter(right)
    for item in left:
        for other in others:
            if not (item is other or item == other):
                return (item, other)
            break
        else:
            return None
    for _ in others:
        break
    return None


def order_deques_lt(left, right):
    pair = differing_items(left, right)
    return len(left) < len(right) if pair is None else bool(pair[0] < pair[1])


def order_deques_lte(left, right):
    pair = differing_items(left, right)
    return len(left) <= len(right) if pair is None else bool(pair[0] <= pair[1])


def order_deques_gt(left, right):
    pair = differing_items(left, right)
    return len(left) > len(right) if pair is None else bool(pair[0] > pair[1])


def order_deques_gte(left, right):
    pair = differing_items(left, right)
    return len(left) >= len(right) if pair is None else bool(pair[0] >= pair[1])


def make_default(owner, key, factory):
    value = factory()
    owner[key] = value
    return value


def extend(whole, items):
    iterator = iter(items)
    if isinstance(whole, list):
        __length_hint__(items)
    for item in __through__(iterator):
        whole.append(item)
    return whole


def extend_left(whole, items):
    for item in items:
        whole.appendleft(item)


def collect(items):
    """What `list(items)` makes of any iterable; it asks for the length, and does not need it."""
    iterator = iter(items)
    __length_hint__(items)
    whole = []
    for item in __through__(iterator):
        whole.append(item)
    return whole


def collect_tuple(items):
    return tuple(collect(items))


def is_class(thing):
    """`inspect.isclass`."""
    return isinstance(thing, type)


def as_sequence(items, problem):
    """A list of what has to be a sequence: it is the iterator that is asked for a length."""
    iterator = iterator_or_none(items)
    if iterator is None:
        raise TypeError(problem)
    return collect(iterator)


def assign_slice(owner, key, items, problem):
    owner[key] = as_sequence(items, problem)


def as_pair(items, problem):
    return tuple(as_sequence(items, problem))


# -- methods of lists whose items have an __eq__ of their own


def list_index(whole, item, start, stop):
    length = len(whole)
    for position in range(length)[start:stop]:
        if position >= len(whole):
            break
        other = whole[position]
        if other is item or other == item:
            return position
        unchanged_deque(whole, length)
    if isinstance(whole, tuple):
        raise ValueError("tuple.index(x): x not in tuple")
    raise ValueError(f"{item!r} is not in {type(whole).__name__}")


def unchanged_deque(whole, length):
    """Lists may change while they are searched."""
    if not isinstance(whole, (list, tuple)) and len(whole) != length:
        raise RuntimeError("deque mutated during iteration")


def list_remove(whole, item):
    position = 0
    length = len(whole)
    while position < len(whole):
        other = whole[position]
        found = other is item or other == item
        if isinstance(whole, list):
            if found:
                del whole[position : position + 1]
                return
        elif len(whole) != length:
            raise IndexError("deque mutated during remove().")
        elif found:
            del whole[position]
            return
        position += 1
    if isinstance(whole, list):
        raise ValueError("list.remove(x): x not in list")
    raise ValueError(f"{item!r} is not in {type(whole).__name__}")


def list_count(whole, item):
    total = 0
    for other in whole:
        if other is item or other == item:
            total += 1
    return total


# -- enums


def missing_member(method, cls, value):
    """`cls(value)` of a value that no member has, where the program says what becomes of it."""
    found = method(cls, value)
    if isinstance(found, cls):
        return found
    if found is None:
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
    instead = f"returned {found!r} instead of None or a valid member"
    raise TypeError(f"error in {cls.__name__}._missing_: {instead}")


# -- dicts and sets whose keys have an __eq__ of their own


def find_key(owner, key):
    wanted = hash(key)
    __remember_hash__(key, wanted)
    return find_by_hash(owner, key, wanted)


def find_by_hash(owner, key, wanted):
    position = 0
    for other in __keys__(owner):
        if other is key:
            if __is_found__(owner, other, wanted):
                return position
        elif __has_hash__(owner, other, wanted):
            if other == key:
                return position
            # A larger hash makes CPython look at the same place several times.
            if not __is_small_hash__(wanted):
                __cut__("different keys with equal hashes")
        position += 1
    return -1


def find_stored(owner, item):
    return find_by_hash(owner, item, __stored_hash__(item))


# -- attributes


def has_attribute(owner, name):
    try:
        getattr(owner, name)
    except AttributeError:
        return False
    return True


def attribute_or_default(owner, name, default):
    try:
        return getattr(owner, name)
    except AttributeError:
        return default


def attribute_or_fallback(method, arguments, fallback, owner, name):
    try:
        return method(*arguments)
    except AttributeError:
        pass
    return fallback(owner, name)


def constructed(cls, new, positional, keywords):
    made = new(cls, *positional, **keywords)
    if isinstance(made, cls):
        __check__("__init__", made, type(made).__init__(made, *positional, **keywords))
    return made


def hash_items(items):
    return __hash_of_hashes__(*[hash(item) for item in items])
