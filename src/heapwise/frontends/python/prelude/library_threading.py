"""Threads and pools of them, in one of their orders: each runs to its end when it is started.

The verdict says so, and replays start threads in the same way (`testgen/threads_in_turn.py`). Where
a thread would wait for another one, it waits for ever.
"""
# mypy: ignore-errors
# ruff: noqa: F821, SIM105

from __future__ import annotations


def new_thread(group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
    if group is not None:
        raise AssertionError("group argument must be None for now")
    thread = __object__("Thread", "thread")
    state = __state__(thread)
    state["call"] = (target, args, {} if kwargs is None else kwargs)
    state["name"] = __some_text__("the name of a thread") if name is None else str(name)
    state["daemon"] = bool(daemon)
    state["started"] = False
    return thread


def thread_start(thread):
    state = __state__(thread)
    if state["started"]:
        raise RuntimeError("threads can only be started once")
    state["started"] = True
    __approximate__("threads that run to their end when they are started")
    try:
        thread_run(thread)
    except BaseException:
        pass  # it is written to standard error


def thread_run(thread):
    state = __state__(thread)
    target, args, kwargs = state["call"]
    state["call"] = (None, (), {})
    if target:
        target(*args, **kwargs)


def thread_join(thread, timeout=None):
    if not __state__(thread)["started"]:
        raise RuntimeError("cannot join thread before it is started")


def thread_is_alive(thread):
    return False


# -- events and semaphores


def new_event():
    event = __object__("Event", "threadevent")
    __state__(event)["set"] = False
    return event


def threadevent_is_set(event):
    return __state__(event)["set"]


def threadevent_set(event):
    __state__(event)["set"] = True


def threadevent_clear(event):
    __state__(event)["set"] = False


def threadevent_wait(event, timeout=None):
    if not __state__(event)["set"] and timeout is None:
        __cut__("wait() for an event that nobody sets, which waits for ever")
    return __state__(event)["set"]


def new_semaphore(value=1):
    return semaphore_of_threads("Semaphore", value)


def new_bounded_semaphore(value=1):
    return semaphore_of_threads("BoundedSemaphore", value)


def semaphore_of_threads(name, value):
    if value < 0:
        raise ValueError("semaphore initial value must be >= 0")
    semaphore = __object__(name, "threadsemaphore")
    state = __state__(semaphore)
    state["value"] = value
    state["most"] = value if name == "BoundedSemaphore" else None
    return semaphore


def threadsemaphore_acquire(semaphore, blocking=True, timeout=None):
    if not blocking and timeout is not None:
        raise ValueError("can't specify timeout for non-blocking acquire")
    state = __state__(semaphore)
    if state["value"] == 0:
        if blocking and timeout is None:
            __cut__("acquire() of a semaphore that nobody releases, which waits for ever")
        return False
    state["value"] -= 1
    return True


def threadsemaphore_release(semaphore, n=1):
    if n < 1:
        raise ValueError("n must be one or more")
    state = __state__(semaphore)
    if state["most"] is not None and state["value"] + n > state["most"]:
        raise ValueError("Semaphore released too many times")
    state["value"] += n


def threadsemaphore_enter(semaphore):
    return threadsemaphore_acquire(semaphore)


def threadsemaphore_exit(semaphore, kind, error, trace):
    threadsemaphore_release(semaphore)


# -- pools


def new_pool(max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
    if max_workers is not None and max_workers <= 0:
        raise ValueError("max_workers must be greater than 0")
    if initializer is not None:
        __unsupported__("ThreadPoolExecutor() with an initializer")
    pool = __object__("ThreadPoolExecutor", "pool")
    __state__(pool)["ended"] = False
    return pool


def pool_submit(pool, fn, /, *args, **kwargs):
    if __state__(pool)["ended"]:
        raise RuntimeError("cannot schedule new futures after shutdown")
    __approximate__("threads that run to their end when they are started")
    future = __object__("Future", "poolfuture")
    state = __state__(future)
    state["value"] = None
    state["error"] = None
    try:
        state["value"] = fn(*args, **kwargs)
    except BaseException as error:
        state["error"] = error
    return future


def pool_map(pool, fn, *iterables, timeout=None, chunksize=1):
    futures = [pool_submit(pool, fn, *args) for args in zip(*iterables, strict=False)]
    return pool_results(futures)


def pool_results(futures):
    for future in futures:
        yield poolfuture_result(future)


def pool_shutdown(pool, wait=True, *, cancel_futures=False):
    __state__(pool)["ended"] = True


def pool_enter(pool):
    return pool


def pool_exit(pool, kind, error, trace):
    __state__(pool)["ended"] = True
    return False


def poolfuture_result(future, timeout=None):
    state = __state__(future)
    if state["error"] is not None:
        raise state["error"]
    return state["value"]


def poolfuture_exception(future, timeout=None):
    return __state__(future)["error"]


def poolfuture_done(future):
    return True


def poolfuture_running(future):
    return False


def poolfuture_cancelled(future):
    return False


def poolfuture_cancel(future):
    return False


def poolfuture_add_done_callback(future, fn):
    try:
        fn(future)
    except Exception:
        pass  # it is logged


def futures_as_completed(fs, timeout=None):
    __approximate__("threads that run to their end when they are started")
    yield from dict.fromkeys(fs)
