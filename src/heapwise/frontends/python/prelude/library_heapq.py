"""heapq and bisect, written in Python.

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


def check_heap(heap, what):
    if not isinstance(heap, list):
        name = "None" if heap is None else type(heap).__name__
        raise TypeError(f"{what} must be list, not {name}")


def heappush(heap, item):
    check_heap(heap, "heappush() argument 1")
    heap.append(item)
    sift_towards_root(heap, 0, __known__(len(heap)) - 1)


def heappop(heap):
    check_heap(heap, "heappop() argument")
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
    check_heap(heap, "heapreplace() argument 1")
    if not heap:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    sift_towards_leaves(heap, 0, __known__(len(heap)))
    return first


def heappushpop(heap, item):
    check_heap(heap, "heappushpop() argument 1")
    size = __known__(len(heap))
    if size > 0 and heap[0] < item:
        item, heap[0] = heap[0], item
        sift_towards_leaves(heap, 0, size)
    return item


def heapify(heap):
    check_heap(heap, "heapify() argument")
    size = __known__(len(heap))
    position = size // 2 - 1
    while position >= 0:
        sift_towards_leaves(heap, position, size)
        position -= 1


def nlargest(n, iterable, key=None):
    if n == 1:
        found = max(iter(iterable), default=__nothing__, key=key)
        return [] if __ended__(found) else [found]
    if n >= length_if_known(iterable, n + 1):
        return sorted(iterable, key=key, reverse=True)[:n]
    return sorted(iter(iterable), key=key, reverse=True)[:n] if n > 0 else iterated([], iterable)


def nsmallest(n, iterable, key=None):
    if n == 1:
        found = min(iter(iterable), default=__nothing__, key=key)
        return [] if __ended__(found) else [found]
    if n >= length_if_known(iterable, n + 1):
        return sorted(iterable, key=key)[:n]
    return sorted(iter(iterable), key=key)[:n] if n > 0 else iterated([], iterable)


def length_if_known(iterable, otherwise):
    try:
        return len(iterable)
    except (TypeError, AttributeError):
        return otherwise


def iterated(result, iterable):
    """Items are asked for, and none is taken."""
    iter(iterable)
    return result


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


def check_bounds(lo, hi):
    if not __fits__(lo) or (hi is not None and not __fits__(hi)):
        raise OverflowError("Python int too large to convert to C ssize_t")


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    check_bounds(lo, hi)
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
    check_bounds(lo, hi)
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
    at = bisect_right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    at = bisect_left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)
