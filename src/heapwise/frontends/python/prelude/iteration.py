"""Builtin functions that iterate, sort, or call back for each item.

What has a place of its own in the trace of a program — a call of `__iter__`, `__len__`, `__lt__` or
of a key — happens as often here as in CPython, and in the same order.
"""
# mypy: ignore-errors
# ruff: noqa: F821, B904, SIM105, SIM110

from __future__ import annotations

from heapwise.frontends.python.prelude.syntax_operations import collect

# -- aggregates


def sum_up(items, start):
    total = start
    for item in items:
        total = total + item
    return total


def any_of(items):
    for item in items:
        if item:
            return True
    return False


def all_of(items):
    for item in items:
        if not item:
            return False
    return True


def extreme(items, key, largest, given, default, problem):
    best = None
    best_key = None
    first = True
    for item in items:
        by = item if key is None else key(item)
        if first:
            first = False
            best = item
            best_key = by
        else:
            best, best_key = __better__(item, by, best, best_key, largest)
    if first:
        if given:
            return default
        raise ValueError(problem)
    return best


def better_by_method(item, by, best, best_key, largest):
    if (by > best_key) if largest else (by < best_key):
        return (item, by)
    return (best, best_key)


# -- sorting


def sorted_by(items, key, reverse):
    whole = collect(items)
    keys = whole if key is None else [key(item) for item in whole]
    __sort_by_keys__(whole, keys, reverse)
    return whole


def sort_in_place(whole, key, reverse):
    """Meanwhile the list is empty. If an exception ends it, it stays as it is by then."""
    items = whole[:]
    whole.clear()
    try:
        keys = items if key is None else [key(item) for item in items]
        __sort_by_keys__(items, keys, reverse)
        if whole:
            raise ValueError("list modified during sort")
    finally:
        whole[:] = items


def sort_pairs(items, keys, reverse, runs_of_equals):
    """In place, for items of which CPython would sort as many without merging."""
    if len(items) >= 64:
        __unsupported__("sorting 64 or more objects by their own __lt__")
    keys = keys[::-1] if reverse else keys[:]
    if reverse:
        items.reverse()
    try:
        sort_pairs_upwards(items, keys, runs_of_equals)
    finally:
        if reverse:
            items.reverse()


def sort_pairs_upwards(items, keys, runs_of_equals):
    """Asks for the comparisons that CPython asks for: a run at the start, then insertion by
    bisection. From version 3.13 on, equal items do not end a run that descends."""
    total = len(keys)
    if runs_of_equals:
        start = sorted_prefix_with_equals(items, keys, total)
    else:
        start = sorted_prefix(items, keys, total)
    while start < total:
        pivot = keys[start]
        low = 0
        high = start
        while low < high:
            middle = (low + high) // 2
            if pivot < keys[middle]:
                high = middle
            else:
                low = middle + 1
        keys.insert(low, keys.pop(start))
        items.insert(low, items.pop(start))
        start += 1


def sorted_prefix(items, keys, total):
    """The length of the run at the start, which is turned round if it descends."""
    if total < 2:
        return total
    end = 2
    if keys[1] < keys[0]:
        while end < total and keys[end] < keys[end - 1]:
            end += 1
        items[:end] = items[:end][::-1]
        keys[:end] = keys[:end][::-1]
        return end
    while end < total and not keys[end] < keys[end - 1]:
        end += 1
    return end


def sorted_prefix_with_equals(items, keys, total):
    end = 1
    while end < total and not keys[end] < keys[end - 1]:
        end += 1
    if end >= total:
        return total
    if end > 1:
        if keys[0] < keys[end - 1]:
            return end
        turn_round(items, keys, 0, end)
    end += 1
    equal = 0
    while end < total:
        if keys[end] < keys[end - 1]:
            turn_round(items, keys, end - equal - 1, end)
            equal = 0
        elif keys[end - 1] < keys[end]:
            break
        else:
            equal += 1
        end += 1
    turn_round(items, keys, end - equal - 1, end)
    turn_round(items, keys, 0, end)
    while end < total and not keys[end] < keys[end - 1]:
        end += 1
    return end


def turn_round(items, keys, start, end):
    items[start:end] = items[start:end][::-1]
    keys[start:end] = keys[start:end][::-1]


# -- iterators
#
# Each is a function that gives the next item, or raises: what is raised while an item is made does
# not end an iterator of CPython, which goes on with the next one.


def step_or_exhausted(step):
    try:
        return step()
    except StopIteration:
        return __exhausted__()


def enumerate_any(items, start):
    iterator = iter(items)

    def step():
        nonlocal start
        item = next(iterator)
        start += 1
        return (start - 1, item)

    return __steps__("enumerate", step)


def zip_any(strict, *sources):
    iterators = [iter(source) for source in sources]

    def step():
        if not iterators:
            raise StopIteration
        return tuple([next(iterator) for iterator in iterators])

    def step_strict():
        if not iterators:
            raise StopIteration
        return zip_strict(iterators)

    return __steps__("zip", step_strict if strict else step)


def zip_problem(number, what):
    others = "argument 1" if number == 1 else f"arguments 1-{number}"
    return f"zip() argument {number + 1} is {what} than {others}"


def zip_strict(iterators):
    together = []
    for iterator in iterators:
        try:
            together.append(next(iterator))
        except StopIteration:
            if together:
                raise ValueError(zip_problem(len(together), "shorter")) from None
            for number in range(1, len(iterators)):
                try:
                    next(iterators[number])
                except StopIteration:
                    continue
                raise ValueError(zip_problem(number, "longer"))
            raise
    return tuple(together)


def map_one(function, items):
    iterator = iter(items)

    def step():
        return function(next(iterator))

    return __steps__("map", step)


def map_several(function, *sources):
    iterators = [iter(source) for source in sources]

    def step():
        return function(*[next(iterator) for iterator in iterators])

    return __steps__("map", step)


def filter_true(items):
    iterator = iter(items)

    def step():
        while True:
            item = next(iterator)
            if item:
                return item

    return __steps__("filter", step)


def filter_by(function, items):
    iterator = iter(items)

    def step():
        while True:
            item = next(iterator)
            if function(item):
                return item

    return __steps__("filter", step)


def reversed_any(owner):
    position = len(owner)

    def step():
        nonlocal position
        at, position = position - 1, 0
        if at < 0:
            raise StopIteration
        try:
            item = owner[at]
        except IndexError:
            raise StopIteration from None
        position = at
        return item

    return __through__(__steps__("reversed", step), owner)


def call_until(function, sentinel):
    if not callable(function):
        raise TypeError("iter(v, w): v must be callable")
    ended = False

    def step():
        nonlocal ended
        if ended:
            raise StopIteration
        try:
            item = function()
        except StopIteration:
            ended = True
            raise
        if sentinel is item or sentinel == item:
            ended = True
            raise StopIteration
        return item

    return __steps__("callable_iterator", step)


def abandon(generator):
    """What is raised when a generator goes is told to nobody."""
    try:
        generator.close()
    except BaseException:
        pass


def close_and_raise(generator, exception):
    generator.close()
    raise exception


def close_generator(generator):
    try:
        generator.throw(GeneratorExit())
    except (GeneratorExit, StopIteration):
        return
    raise RuntimeError("generator ignored GeneratorExit")
