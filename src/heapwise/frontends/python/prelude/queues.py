"""The queues of the module `queue`, for one thread: where one would wait, it waits for ever.

The state of a queue is its items, a deque or a list, its size, and the name of its class.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import queue

from heapwise.frontends.python.prelude.library_heapq import heappop, heappush


def queue_put(state, item, block=True, timeout=None):
    items, most, name = state
    if 0 < most <= len(items):
        if block and timeout is None:
            __cut__("put() into a full queue, which waits for ever")
        raise queue.Full
    if name == "PriorityQueue":
        heappush(items, item)
    else:
        items.append(item)


def queue_get(state, block=True, timeout=None):
    items, _, name = state
    if not items:
        if block and timeout is None:
            __cut__("get() from an empty queue, which waits for ever")
        raise queue.Empty
    if name == "PriorityQueue":
        return heappop(items)
    return items.pop() if name == "LifoQueue" else items.popleft()


def queue_put_nowait(state, item):
    return queue_put(state, item, False)


def queue_get_nowait(state):
    return queue_get(state, False)


def queue_qsize(state):
    return len(state[0])


def queue_empty(state):
    return not state[0]


def queue_full(state):
    return 0 < state[1] <= len(state[0])


def queue_task_done(state):
    pass
