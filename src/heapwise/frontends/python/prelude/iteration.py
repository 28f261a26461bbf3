"""Builtin functions that iterate, sort, or call back for each item.

What has a place of its own in the trace of a program — a call of `__iter__`, `__len__`, `__lt__` or
of a key — happens as often here as in CPython, and in the same order.
"""
# mypy: ignore-errors
# ruff: noqa: F821, B904, B905, SIM105, SIM110

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
    return __sort_by_keys__(whole, keys, reverse)


def sort_in_place(whole, key, reverse):
    whole[:] = sorted_by(whole, key, reverse)


def sort_pairs(items, keys, reverse, runs_of_equals):
    """Asks for the comparisons that CPython asks for: a run at the start, then insertion by
    bisection. For as many items as CPython would sort without merging. From version 3.13 on, equal
    items do not end a run that descends."""
    if len(items) >= 64:
        __unsupported__("sorting 64 or more objects by their own __lt__")
    items = items[::-1] if reverse else items[:]
    keys = keys[::-1] if reverse else keys[:]
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
    return items[::-1] if reverse else items


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


def enumerate_any(items, start):
    return enumerate_items(iter(items), start)


def enumerate_items(items, start):
    for item in __through__(items):
        yield (start, item)
        start += 1


def zip_any(strict, *sources):
    iterators = [iter(source) for source in sources]
    return zip_strict(iterators) if strict else zip_items(iterators)


def zip_items(iterators):
    while iterators:
        together = []
        for iterator in iterators:
            try:
                together.append(next(iterator))
            except StopIteration:
                return
        yield tuple(together)


def zip_problem(number, what):
    others = "argument 1" if number == 1 else f"arguments 1-{number}"
    return f"zip() argument {number + 1} is {what} than {others}"


def zip_strict(iterators):
    while iterators:
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
                return
        yield tuple(together)


def map_one(function, items):
    return map_items(function, iter(items))


def map_items(function, items):
    for item in __through__(items):
        try:
            result = function(item)
        except StopIteration:
            return
        yield result


def map_several(function, *sources):
    return map_together(function, zip(*sources))


def map_together(function, items):
    for item in items:
        try:
            result = function(*item)
        except StopIteration:
            return
        yield result


def filter_true(items):
    return filter_true_items(iter(items))


def filter_true_items(items):
    for item in __through__(items):
        if item:
            yield item


def filter_by(function, items):
    return filter_items(function, iter(items))


def filter_items(function, items):
    for item in __through__(items):
        try:
            kept = function(item)
        except StopIteration:
            return
        if kept:
            yield item


def reversed_any(owner):
    return __through__(reversed_items(owner, len(owner)), owner)


def reversed_items(owner, position):
    while position > 0:
        position -= 1
        yield owner[position]


def call_until(function, sentinel):
    return call_until_items(function, sentinel)


def call_until_items(function, sentinel):
    while True:
        try:
            item = function()
        except StopIteration:
            return
        if sentinel is item or sentinel == item:
            return
        yield item


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
