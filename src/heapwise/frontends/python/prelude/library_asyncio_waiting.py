"""asyncio: what tasks wait for. Locks, events, semaphores and queues, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import asyncio

from heapwise.frontends.python.prelude.library_asyncio import (
    future_await,
    future_cancel,
    future_cancelled,
    future_new,
    future_set_result,
)

# -- locks, events and semaphores


def async_waiting(name, prefix):
    made = __object__(name, prefix)
    __state__(made)["waiters"] = []
    return made


def async_wake_one(state):
    for waiter in state["waiters"]:
        if not __state__(waiter)["finished"]:
            future_set_result(waiter, True)
            return True
    return False


def async_wait_in(state):
    waiter = future_new("Future")
    state["waiters"].append(waiter)
    try:
        yield from future_await(waiter)
    finally:
        state["waiters"].remove(waiter)


def async_lock():
    lock = async_waiting("Lock", "asynclock")
    __state__(lock)["held"] = False
    return lock


def asynclock_locked(lock):
    return __state__(lock)["held"]


def asynclock_acquire(lock):
    state = __state__(lock)
    if not state["held"] and all(future_cancelled(each) for each in state["waiters"]):
        state["held"] = True
        return True
    try:
        yield from async_wait_in(state)
    except asyncio.CancelledError:
        if not state["held"]:
            async_wake_one(state)
        raise
    state["held"] = True
    return True


def asynclock_release(lock):
    state = __state__(lock)
    if not state["held"]:
        raise RuntimeError("Lock is not acquired.")
    state["held"] = False
    async_wake_one(state)


def asynclock_aenter(lock):
    yield from asynclock_acquire(lock)
    return None


def asynclock_aexit(lock, kind, error, trace):
    asynclock_release(lock)
    return None
    yield


def async_event():
    event = async_waiting("Event", "asyncevent")
    __state__(event)["set"] = False
    return event


def asyncevent_is_set(event):
    return __state__(event)["set"]


def asyncevent_set(event):
    state = __state__(event)
    if not state["set"]:
        state["set"] = True
        for waiter in state["waiters"]:
            if not __state__(waiter)["finished"]:
                future_set_result(waiter, True)


def asyncevent_clear(event):
    __state__(event)["set"] = False


def asyncevent_wait(event):
    state = __state__(event)
    if state["set"]:
        return True
    yield from async_wait_in(state)
    return True


def async_semaphore(value=1):
    return async_new_semaphore("Semaphore", value)


def async_bounded_semaphore(value=1):
    return async_new_semaphore("BoundedSemaphore", value)


def async_new_semaphore(name, value):
    if value < 0:
        raise ValueError("Semaphore initial value must be >= 0")
    semaphore = async_waiting(name, "semaphore")
    state = __state__(semaphore)
    state["value"] = value
    state["most"] = value if name == "BoundedSemaphore" else None
    return semaphore


def semaphore_locked(semaphore):
    state = __state__(semaphore)
    return state["value"] == 0 or any(not future_cancelled(each) for each in state["waiters"])


def semaphore_acquire(semaphore):
    state = __state__(semaphore)
    if not semaphore_locked(semaphore):
        state["value"] -= 1
        return True
    waiter = future_new("Future")
    state["waiters"].append(waiter)
    try:
        try:
            yield from future_await(waiter)
        finally:
            state["waiters"].remove(waiter)
    except asyncio.CancelledError:
        if __state__(waiter)["finished"] and not future_cancelled(waiter):
            state["value"] += 1
        raise
    finally:
        while state["value"] > 0:
            if not semaphore_wake(state):
                break
    return True


def semaphore_wake(state):
    for waiter in state["waiters"]:
        if not __state__(waiter)["finished"]:
            state["value"] -= 1
            future_set_result(waiter, True)
            return True
    return False


def semaphore_release(semaphore):
    state = __state__(semaphore)
    if state["most"] is not None and state["value"] >= state["most"]:
        raise ValueError("BoundedSemaphore released too many times")
    state["value"] += 1
    semaphore_wake(state)


def semaphore_aenter(semaphore):
    yield from semaphore_acquire(semaphore)
    return None


def semaphore_aexit(semaphore, kind, error, trace):
    semaphore_release(semaphore)
    return None
    yield


# -- queues


def async_queue(maxsize=0):
    return async_new_queue("Queue", maxsize)


def async_lifo_queue(maxsize=0):
    return async_new_queue("LifoQueue", maxsize)


def async_new_queue(name, maxsize):
    queue = __object__(name, "asyncqueue")
    state = __state__(queue)
    state["maxsize"] = maxsize
    state["items"] = []
    state["last"] = name == "LifoQueue"
    state["open"] = 0
    state["getting"] = []
    state["putting"] = []
    state["finished"] = async_event()
    asyncevent_set(state["finished"])
    return queue


def asyncqueue_wake(waiters):
    while waiters:
        waiter = waiters.pop(0)
        if not __state__(waiter)["finished"]:
            future_set_result(waiter, None)
            return


def asyncqueue_wait(waiters, again):
    waiter = future_new("Future")
    waiters.append(waiter)
    try:
        yield from future_await(waiter)
    except BaseException:
        future_cancel(waiter)
        if waiter in waiters:
            waiters.remove(waiter)
        if again() and not future_cancelled(waiter):
            asyncqueue_wake(waiters)
        raise


def asyncqueue_qsize(queue):
    return len(__state__(queue)["items"])


def asyncqueue_empty(queue):
    return not __state__(queue)["items"]


def asyncqueue_full(queue):
    state = __state__(queue)
    return 0 < state["maxsize"] <= len(state["items"])


def asyncqueue_put(queue, item):
    while asyncqueue_full(queue):
        yield from asyncqueue_wait(__state__(queue)["putting"], lambda: not asyncqueue_full(queue))
    return asyncqueue_put_nowait(queue, item)


def asyncqueue_put_nowait(queue, item):
    if asyncqueue_full(queue):
        raise asyncio.QueueFull
    state = __state__(queue)
    state["items"].append(item)
    state["open"] += 1
    asyncevent_clear(state["finished"])
    asyncqueue_wake(state["getting"])


def asyncqueue_get(queue):
    while asyncqueue_empty(queue):
        yield from asyncqueue_wait(__state__(queue)["getting"], lambda: not asyncqueue_empty(queue))
    return asyncqueue_get_nowait(queue)


def asyncqueue_get_nowait(queue):
    if asyncqueue_empty(queue):
        raise asyncio.QueueEmpty
    state = __state__(queue)
    item = state["items"].pop(-1 if state["last"] else 0)
    asyncqueue_wake(state["putting"])
    return item


def asyncqueue_task_done(queue):
    state = __state__(queue)
    if state["open"] <= 0:
        raise ValueError("task_done() called too many times")
    state["open"] -= 1
    if state["open"] == 0:
        asyncevent_set(state["finished"])


def asyncqueue_join(queue):
    state = __state__(queue)
    if state["open"] > 0:
        yield from asyncevent_wait(state["finished"])
