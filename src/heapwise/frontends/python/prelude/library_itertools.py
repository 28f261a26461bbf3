"""itertools, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


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
    if stop is not None and (not isinstance(stop, int) or stop < 0 or not __fits__(stop)):
        what = "Stop argument" if len(bounds) < 3 else "Indices"
        raise ValueError(f"{what} {valid}")
    if not isinstance(start, int) or start < 0 or not __fits__(start):
        raise ValueError(f"Indices {valid}")
    if not isinstance(step, int) or step < 1 or not __fits__(step):
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
    # CPython takes the items between the last one wanted and `stop` from the iterator as well.
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
    if times is not None:
        check_index(times)
    return repeat_items(object, times)


def check_index(number):
    if not __fits__(number):
        raise OverflowError("Python int too large to convert to C ssize_t")


def repeat_items(object, times):
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
        check_index(r)
    if r is not None and r < 0:
        raise ValueError("r must be non-negative")
    chosen = [()]
    for _ in range(size if r is None else r):
        chosen = [(*taken, i) for taken in chosen for i in range(size) if i not in taken]
    return iter([tuple([pool[i] for i in taken]) for taken in chosen])


def combinations(iterable, r):
    check_index(r)
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
    check_index(r)
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
    check_index(n)
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
    check_index(n)
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
