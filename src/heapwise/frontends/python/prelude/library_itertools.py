"""itertools, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def chain(*iterables):
    return chain_from_iterable(iterables)


def chain_from_iterable(iterables):
    source = iter(iterables)
    ended = False
    active = None

    def step():
        nonlocal active, ended
        while not ended:
            if active is None:
                ended = True
                active = iter(next(source))
                ended = False
            item = next(active, __nothing__)
            if not __ended__(item):
                return item
            active = None
        raise StopIteration

    return __steps__("itertools.chain", step)


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
    for bound in bounds:
        if __special__(bound, "__index__") is not None:
            __unsupported__("islice() with a bound that an __index__ computes")
    valid = "for islice() must be None or an integer: 0 <= x <= sys.maxsize."
    if stop is not None and (not isinstance(stop, int) or stop == -1 or not __fits__(stop)):
        raise ValueError(f"Stop argument {valid}")
    if stop is not None and stop < 0:
        raise ValueError(f"Indices {valid}")
    if not isinstance(start, int) or start < 0 or not __fits__(start):
        raise ValueError(f"Indices {valid}")
    if not isinstance(step, int) or step < 1 or not __fits__(step):
        raise ValueError("Step for islice() must be a positive integer or None.")
    return __hidden__("itertools.islice", islice_items(iter(iterable), start, stop, step))


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
    # CPython takes the items between the last one wanted and `stop` from the iterator as well.
    while stop is not None and at < stop:
        if __ended__(next(iterator, __nothing__)):
            return
        at += 1


def count_from(start=0, step=1):
    if not __is_number__(start) or not __is_number__(step):
        raise TypeError("a number is required")
    return __hidden__("itertools.count", counted(start, step))


def counted(start, step):
    while True:
        following = start + step  # before the number is handed out, as CPython does
        yield start
        start = following


def cycle(iterable):
    iterator = iter(iterable)
    saved = []
    at = 0
    ended = False

    def step():
        nonlocal at, ended
        if not ended:
            item = next(iterator, __nothing__)
            if not __ended__(item):
                saved.append(item)
                return item
            ended = True
        if not saved:
            raise StopIteration
        item = saved[at]
        at = at + 1 if at + 1 < len(saved) else 0
        return item

    return __steps__("itertools.cycle", step)


def repeat(object, *times, **named):
    if named:
        times = (named["times"],)
    if not times:
        return __hidden__("itertools.repeat", repeat_for_ever(object))
    number = __index__(times[0])
    check_index(number)
    return __hidden__("itertools.repeat", repeat_items(object, number))


def check_index(number):
    if not __fits__(number):
        raise OverflowError("Python int too large to convert to C ssize_t")


def repeat_for_ever(object):
    while True:
        yield object


def repeat_items(object, times):
    while times > 0:
        yield object
        times -= 1


def accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    total = __nothing__

    def step():
        nonlocal total, initial
        if initial is not None:
            total, initial = initial, None
            return total
        item = next(iterator)
        if not __ended__(total):
            item = total + item if func is None else func(total, item)
        total = item
        return total

    return __steps__("itertools.accumulate", step)


def cartesian_product(*iterables, repeat=1):
    repeat = __index__(repeat)
    check_index(repeat)
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    chosen = [()]
    for pool in [list(iterable) for iterable in iterables] * repeat:
        chosen = [(*items, item) for items in chosen for item in pool]
    return iter(chosen)


def permutations(iterable, r=None):
    pool = list(iterable)
    size = __known__(len(pool))
    if r is not None:
        if not isinstance(r, int):
            raise TypeError("Expected int as r")
        check_index(r)
    if r is not None and r < 0:
        raise ValueError("r must be non-negative")
    chosen = [()]
    for _ in range(size if r is None else r):
        chosen = [(*taken, i) for taken in chosen for i in range(size) if i not in taken]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def combinations(iterable, r):
    r = __index__(r)
    check_index(r)
    pool = list(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    size = __known__(len(pool))
    chosen = [()]
    for _ in range(r):
        chosen = [
            (*taken, i) for taken in chosen for i in range(taken[-1] + 1 if taken else 0, size)
        ]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def combinations_with_replacement(iterable, r):
    r = __index__(r)
    check_index(r)
    pool = list(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    size = __known__(len(pool))
    chosen = [()]
    for _ in range(r):
        chosen = [(*taken, i) for taken in chosen for i in range(taken[-1] if taken else 0, size)]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def groupby(iterable, key=None):
    iterator = iter(iterable)
    item = label = wanted = __nothing__
    serial = 0

    def advance():
        nonlocal item, label
        found = next(iterator)
        label = found if key is None else key(found)
        item = found

    def group(wanted, mine):
        def member():
            nonlocal item, label
            if serial != mine:
                raise StopIteration
            if __ended__(item):
                advance()
            if not (wanted is label or wanted == label):
                raise StopIteration
            found = item
            item = label = __nothing__
            return found

        return __steps__("itertools._grouper", member)

    def step():
        nonlocal wanted, serial
        serial += 1
        while __ended__(label) or not (
            __ended__(wanted) or not (wanted is label or wanted == label)
        ):
            advance()
        wanted = label
        return label, group(label, serial)

    return __steps__("itertools.groupby", step)


def takewhile(predicate, iterable):
    iterator = iter(iterable)
    ended = False

    def step():
        nonlocal ended
        if ended:
            raise StopIteration
        item = next(iterator)
        if predicate(item):
            return item
        ended = True
        raise StopIteration

    return __steps__("itertools.takewhile", step)


def dropwhile(predicate, iterable):
    iterator = iter(iterable)
    dropping = True

    def step():
        nonlocal dropping
        item = next(iterator)
        while dropping and predicate(item):
            item = next(iterator)
        dropping = False
        return item

    return __steps__("itertools.dropwhile", step)


def filterfalse(predicate, iterable):
    iterator = iter(iterable)

    def step():
        while True:
            item = next(iterator)
            if not (item if predicate is None else predicate(item)):
                return item

    return __steps__("itertools.filterfalse", step)


def compress(data, selectors):
    iterator = iter(data)
    choices = iter(selectors)

    def step():
        while True:
            item = next(iterator)
            if next(choices):
                return item

    return __steps__("itertools.compress", step)


def starmap(function, iterable):
    iterator = iter(iterable)

    def step():
        return function(*next(iterator))

    return __steps__("itertools.starmap", step)


def pairwise(iterable):
    return __hidden__("itertools.pairwise", pairs_of(iter(iterable)))


def pairs_of(iterator):
    before = next(iterator, __nothing__)
    if __ended__(before):
        return
    item = next(iterator, __nothing__)
    while not __ended__(item):
        yield before, item
        before = item
        item = next(iterator, __nothing__)


def zip_longest(*iterables, fillvalue=None):
    iterators = [iter(iterable) for iterable in iterables]
    return __hidden__("itertools.zip_longest", zip_to_the_longest(iterators, fillvalue))


def zip_to_the_longest(iterators, fillvalue):
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
    n = __index__(n)
    check_index(n)
    if n < 1:
        raise ValueError("n must be at least one")
    return __hidden__("itertools.batched", batches(iter(iterable), n, strict))


def batches(iterator, n, strict):
    batch = list(islice(iterator, n))
    while batch:
        if strict and len(batch) != n:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)
        batch = list(islice(iterator, n))


def tee(iterable, n=2):
    n = __index__(n)
    check_index(n)
    if n < 0:
        raise ValueError("n must be >= 0")
    if n == 0:
        return ()
    iterator = iter(iterable)
    seen = []

    def reader():
        at = 0

        def step():
            nonlocal at
            if at == len(seen):
                seen.append(next(iterator))
            at += 1
            return seen[at - 1]

        return __steps__("itertools._tee", step)

    return tuple([reader() for _ in range(n)])
