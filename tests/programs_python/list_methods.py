"""append, extend, insert, pop, remove, index, count, reverse, sort, copy, and aliased lists."""


def target(a: list[int], b: list[int], item: int) -> int:
    copy = a.copy()
    b.append(item)
    if a != copy:
        return 0 if a is b else -1
    a.extend([item, 1])
    a.insert(1, 0)
    if a.count(item) > 1:
        a.remove(item)
        return a.index(item)
    a.reverse()
    last = a.pop(0)
    b.sort()
    return last if b[0] == item else b[0]
