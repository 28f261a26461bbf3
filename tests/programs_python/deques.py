"""collections.deque: both ends, rotation, a bounded queue; Counter and defaultdict."""

from collections import Counter, defaultdict, deque


def target(queue: deque[int], n: int) -> int:
    queue.appendleft(n)
    groups: defaultdict[bool, list[int]] = defaultdict(list)
    while queue:
        item = queue.popleft() if n > 0 else queue.pop()
        if item == 2:
            queue.clear()
        groups[item < 0].append(item)
    counts = Counter(groups[False])
    if counts[n] > 1:
        return counts[n]
    return -len(groups[True])
