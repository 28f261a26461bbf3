"""Functions of the standard library that call back into the program, or that are easier to tell
in Python.

Where the order of comparisons shows in the result (heaps), it is that of the library.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

# -- heapq


def sift_towards_root(heap, start, position):
    item = heap[position]
    while position > start:
        above = (position - 1) // 2
        parent = heap[above]
        if not item < parent:
            break
        heap[position] = parent
        position = above
    heap[position] = item


def sift_towards_leaves(heap, position, end):
    start = position
    item = heap[position]
    child = 2 * position + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    heap[position] = item
    sift_towards_root(heap, start, position)


def heappush(heap, item):
    heap.append(item)
    sift_towards_root(heap, 0, __known__(len(heap)) - 1)


def heappop(heap):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    size = __known__(len(heap))
    if size == 0:
        return last
    first = heap[0]
    heap[0] = last
    sift_towards_leaves(heap, 0, size)
    return first


def heapreplace(heap, item):
    if not heap:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    sift_towards_leaves(heap, 0, __known__(len(heap)))
    return first


def heappushpop(heap, item):
    size = __known__(len(heap))
    if size > 0 and heap[0] < item:
        item, heap[0] = heap[0], item
        sift_towards_leaves(heap, 0, size)
    return item


def heapify(heap):
    size = __known__(len(heap))
    position = size // 2 - 1
    while position >= 0:
        sift_towards_leaves(heap, position, size)
        position -= 1


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[: max(n, 0)]


def heap_merge(*iterables, key=None, reverse=False):
    heads = []
    for iterable in iterables:
        iterator = iter(iterable)
        item = next(iterator, __nothing__)
        if not __ended__(item):
            heads.append([item if key is None else key(item), item, iterator])
    while heads:
        at = 0
        for index in range(1, len(heads)):
            if reverse:
                if heads[at][0] < heads[index][0]:
                    at = index
            elif heads[index][0] < heads[at][0]:
                at = index
        head = heads[at]
        yield head[1]
        item = next(head[2], __nothing__)
        if __ended__(item):
            del heads[at]
        else:
            head[0] = item if key is None else key(item)
            head[1] = item


# -- bisect


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    # The C code takes -1 for no bound.
    if hi is None or hi == -1:
        hi = __known__(len(a))
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if x < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    # The C code takes -1 for no bound.
    if hi is None or hi == -1:
        hi = __known__(len(a))
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


# -- itertools


def chain(*iterables):
    for iterable in iterables:
        yield from iterable


def chain_from_iterable(iterables):
    for iterable in iterables:
        yield from iterable


def islice(iterable, *bounds):
    start, step = 0, 1
    if len(bounds) == 1:
        stop = bounds[0]
    elif len(bounds) == 2:
        start, stop = bounds
    elif len(bounds) == 3:
        start, stop, step = bounds
    else:
        raise TypeError("islice expected 2 to 4 arguments")
    start = 0 if start is None else start
    step = 1 if step is None else step
    valid = "for islice() must be None or an integer: 0 <= x <= sys.maxsize."
    if stop is not None and stop < 0:
        what = "Stop argument" if len(bounds) < 3 else "Indices"
        raise ValueError(f"{what} {valid}")
    if start < 0:
        raise ValueError(f"Indices {valid}")
    if step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return islice_items(iter(iterable), start, stop, step)


def islice_items(iterator, start, stop, step):
    at = 0
    wanted = start
    while stop is None or wanted < stop:
        while at <= wanted:
            item = next(iterator, __nothing__)
            if __ended__(item):
                return
            at += 1
        yield item
        wanted += step
    # What is left out before the end is taken as well.
    while stop is not None and at < stop:
        if __ended__(next(iterator, __nothing__)):
            return
        at += 1


def count_from(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    while times > 0:
        yield object
        times -= 1


def accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    total = initial
    if initial is None:
        total = next(iterator, __nothing__)
        if __ended__(total):
            return
    yield total
    for item in iterator:
        total = total + item if func is None else func(total, item)
        yield total


def cartesian_product(*iterables, repeat=1):
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    chosen = [()]
    for pool in [list(iterable) for iterable in iterables] * repeat:
        chosen = [(*items, item) for items in chosen for item in pool]
    return iter(chosen)


def permutations(iterable, r=None):
    pool = list(iterable)
    size = __known__(len(pool))
    if r is not None and r < 0:
        raise ValueError("r must be non-negative")
    chosen = [()]
    for _ in range(size if r is None else r):
        chosen = [(*taken, i) for taken in chosen for i in range(size) if i not in taken]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def combinations(iterable, r):
    if r < 0:
        raise ValueError("r must be non-negative")
    pool = list(iterable)
    size = __known__(len(pool))
    chosen = [()]
    for _ in range(r):
        chosen = [
            (*taken, i) for taken in chosen for i in range(taken[-1] + 1 if taken else 0, size)
        ]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def combinations_with_replacement(iterable, r):
    if r < 0:
        raise ValueError("r must be non-negative")
    pool = list(iterable)
    size = __known__(len(pool))
    chosen = [()]
    for _ in range(r):
        chosen = [(*taken, i) for taken in chosen for i in range(taken[-1] if taken else 0, size)]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def groupby(iterable, key=None):
    iterator = iter(iterable)
    item = next(iterator, __nothing__)
    label = None
    if not __ended__(item):
        label = item if key is None else key(item)
    serial = 0

    def step():
        nonlocal item, label
        item = next(iterator, __nothing__)
        if not __ended__(item):
            label = item if key is None else key(item)

    def group(wanted, mine):
        while not __ended__(item) and (label is wanted or label == wanted):
            yield item
            if serial != mine:
                return
            step()

    while not __ended__(item):
        current = label
        yield current, group(current, serial)
        serial += 1
        while not __ended__(item) and (label is current or label == current):
            step()


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def compress(data, selectors):
    iterator = iter(selectors)
    for item in data:
        selected = next(iterator, __nothing__)
        if __ended__(selected):
            return
        if selected:
            yield item


def starmap(function, iterable):
    for arguments in iterable:
        yield function(*arguments)


def pairwise(iterable):
    iterator = iter(iterable)
    before = next(iterator, __nothing__)
    if __ended__(before):
        return
    for item in iterator:
        yield before, item
        before = item


def zip_longest(*iterables, fillvalue=None):
    iterators = [iter(iterable) for iterable in iterables]
    active = len(iterators)
    ended = [False for _ in iterators]
    while active:
        items = []
        for index in range(len(iterators)):
            item = fillvalue
            if not ended[index]:
                item = next(iterators[index], __nothing__)
                if __ended__(item):
                    ended[index] = True
                    active -= 1
                    if not active:
                        return
                    item = fillvalue
            items.append(item)
        yield tuple(items)


def batched(iterable, n, *, strict=False):
    if n < 1:
        raise ValueError("n must be at least one")
    iterator = iter(iterable)
    batch = list(islice(iterator, n))
    while batch:
        if strict and len(batch) != n:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)
        batch = list(islice(iterator, n))


def tee(iterable, n=2):
    if n < 0:
        raise ValueError("n must be >= 0")
    iterator = iter(iterable)
    seen = []

    def reader():
        at = 0
        while True:
            if at == len(seen):
                item = next(iterator, __nothing__)
                if __ended__(item):
                    return
                seen.append(item)
            yield seen[at]
            at += 1

    return tuple([reader() for _ in range(n)])


# -- functools


def reduce(function, iterable, /, *initial):
    iterator = iter(iterable)
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
    def call(*more, **others):
        merged = {**keywords, **others}
        return function(*arguments, *more, **merged)

    return call


def call_partial(function, arguments, keywords, /, *more, **others):
    """Of one that a module has made."""
    merged = {**keywords, **others}
    return function(*arguments, *more, **merged)


def cached_call(cache, function, /, *arguments, **keywords):
    key = (arguments, tuple(keywords.items()))
    if key in cache:
        return cache[key]
    result = function(*arguments, **keywords)
    cache[key] = result
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


def same_function(function):
    return function


# -- operator


def itemgetter(*keys):
    def get(owner):
        if len(keys) == 1:
            return owner[keys[0]]
        return tuple([owner[key] for key in keys])

    return get


def attrgetter(*names):
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


# -- copy


def shallow_copy(value):
    if hasattr(value, "__copy__"):
        return value.__copy__()
    return __clone__(value)


def deep_copy(value, memo=None):
    if __is_atomic__(value):
        return value
    if memo is None:
        memo = {}
    key = id(value)
    if key in memo:
        return memo[key]
    if hasattr(value, "__deepcopy__"):
        made = value.__deepcopy__(memo)
    elif __is_tuple__(value):
        items = [deep_copy(item, memo) for item in value]
        if key in memo:
            return memo[key]
        made = __tuple_like__(value, items)
    else:
        made = __empty_like__(value)
        memo[key] = made
        if isinstance(value, dict):
            for entry in value.items():
                made[deep_copy(entry[0], memo)] = deep_copy(entry[1], memo)
        elif isinstance(value, (set, frozenset)):
            __fill_set__(made, [deep_copy(item, memo) for item in value])
        elif __is_list__(value):
            for item in value:
                made.append(deep_copy(item, memo))
        else:
            for name in __attributes__(value):
                __assign__(made, name, deep_copy(__attribute__(value, name), memo))
    memo[key] = made
    return made


# -- contextlib


def managed(function, /, *arguments, **keywords):
    """What a function decorated with `contextmanager` gives."""
    generator = function(*arguments, **keywords)

    def enter():
        item = next(generator, __nothing__)
        if __ended__(item):
            raise RuntimeError("generator didn't yield")
        return item

    def leave(kind, error, trace):
        if error is None:
            if not __ended__(next(generator, __nothing__)):
                raise RuntimeError("generator didn't stop")
            return False
        try:
            __throw_into__(generator, error)
        except StopIteration as stop:
            return stop is not error
        except BaseException as other:
            if other is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

    return __context__("_GeneratorContextManager", enter, leave)


def suppress(*classes):
    def enter():
        return None

    def leave(kind, error, trace):
        return error is not None and issubclass(kind, classes)

    return __context__("suppress", enter, leave)


def nullcontext(enter_result=None):
    def enter():
        return enter_result

    def leave(kind, error, trace):
        return None

    return __context__("nullcontext", enter, leave)


def closing(thing):
    def enter():
        return thing

    def leave(kind, error, trace):
        thing.close()

    return __context__("closing", enter, leave)


def lock():
    def enter():
        return True

    def leave(kind, error, trace):
        return None

    return __context__("lock", enter, leave)


# -- dataclasses


def dataclass_asdict(obj, *, dict_factory=None):
    if not __is_dataclass_object__(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return dataclass_plain(obj, True, dict_factory)


def dataclass_astuple(obj, *, tuple_factory=None):
    if not __is_dataclass_object__(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return dataclass_plain(obj, False, tuple_factory)


def dataclass_plain(value, named, factory):
    if __is_dataclass_object__(value):
        entries = [
            (name, dataclass_plain(getattr(value, name), named, factory))
            for name in __dataclass_names__(value)
        ]
        if named:
            return dict(entries) if factory is None else factory(entries)
        items = [entry[1] for entry in entries]
        return tuple(items) if factory is None else factory(items)
    if __is_tuple__(value):
        return __tuple_like__(value, [dataclass_plain(item, named, factory) for item in value])
    if isinstance(value, list):
        return [dataclass_plain(item, named, factory) for item in value]
    if isinstance(value, dict):
        return {
            dataclass_plain(entry[0], named, factory): dataclass_plain(entry[1], named, factory)
            for entry in value.items()
        }
    return deep_copy(value)


# -- pprint, as if all of it fitted on one line


def pretty(object, indent=1, width=80, depth=None, **options):
    repr(object)
    return __some_text__("pprint.pformat()")


def pretty_print(object, *arguments, **options):
    repr(object)
