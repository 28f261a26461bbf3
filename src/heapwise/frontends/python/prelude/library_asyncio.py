"""asyncio, written in Python: an event loop that runs what is ready in CPython's order.

Time is not real: when nothing is ready, it is the time of the next timer. A task or a future is an
object of the kind `future`; what is ready is a list of functions with their arguments.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import asyncio
import sys


def async_next(iterator):
    try:
        return (yield from __awaitable__(__anext__(iterator)))
    except StopAsyncIteration:
        return __nothing__


def async_generator_next(generator, thrown=None):
    """On to its next item, through all that it waits for."""
    try:
        out = __send__(generator, None) if thrown is None else __throw__(generator, thrown)
        while not __is_async_item__(out):
            try:
                yield out
            except BaseException as error:
                out = __throw__(generator, error)
            else:
                out = __send__(generator, None)
    except StopIteration:
        raise StopAsyncIteration from None
    return out[1]


def async_generator_close(generator):
    try:
        yield from async_generator_next(generator, GeneratorExit())
    except (GeneratorExit, StopAsyncIteration):
        return
    raise RuntimeError("async generator ignored GeneratorExit")


def async_abandon(generator):
    """A loop that runs closes it in a task of its own."""
    if __world__("asyncio"):
        async_soon(async_task, async_generator_close(generator))


def async_close_generators():
    generators = __open_async_generators__()
    if generators:
        closing = [async_generator_close(each) for each in generators]
        yield from future_await(async_gather(*closing, return_exceptions=True))
    return None


def async_collected(generator):
    items = []
    while True:
        item = yield from async_next(generator)
        if __ended__(item):
            return items
        items.append(item)


def async_run_collecting(generator):
    return async_run(async_collected(generator))


# -- the loop


def async_loop():
    loop = __world__("asyncio")
    if not loop:
        raise RuntimeError("no running event loop")
    return loop


def async_soon(function, argument, is_task=False):
    async_loop()["ready"].append((function, argument, is_task))


def async_run(main, *, debug=None, loop_factory=None):
    loop = __world__("asyncio")
    if loop:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    if not __is_coroutine__(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    loop["ready"] = []
    loop["timers"] = []
    loop["tasks"] = []
    loop["time"] = 0
    loop["made"] = 0
    loop["current"] = None
    loop["left"] = 0
    try:
        task = async_task(main)
        async_run_until(loop, task)
        others = [other for other in loop["tasks"] if not __state__(other)["finished"]]
        for other in others:
            future_cancel(other)
        if others:
            async_run_until(loop, async_gather(*others, return_exceptions=True))
        if loop["ready"] or __open_async_generators__():
            async_run_until(loop, async_task(async_close_generators()))
        if loop["ready"]:  # CPython ends its threads
            async_run_until(loop, async_task(async_nothing()))
    finally:
        loop.clear()
    return future_result(task)


def async_nothing():
    return None
    yield


def async_run_until(loop, future):
    """What CPython calls `run_until_complete`: it is a callback of the future that stops the loop,
    which then ends the round that it is in."""
    stopped = []
    future_add_done_callback(future, stopped.append)
    while not stopped or loop["left"]:
        async_turn(loop)


def async_turn(loop):
    """A round runs what is ready when it begins."""
    ready = loop["ready"]
    if ready:
        if not loop["left"]:
            loop["left"] = __round__(len(ready))
        loop["left"] -= 1
        function, argument, _ = ready.pop(__schedule__([is_task for _, _, is_task in ready]))
        function(argument)
        return
    timers = loop["timers"]
    if not timers:
        __cut__("waiting in an event loop for what never happens")
    first = 0
    for index in range(1, len(timers)):
        if timers[index][0] < timers[first][0]:
            first = index
    when = timers[first][0]
    if when > sys.float_info.max:
        __cut__("waiting in an event loop for what never happens")
    loop["time"] = when
    loop["timers"] = [timer for timer in timers if timer[0] != when]
    for timer in timers:
        if timer[0] == when and not __state__(timer[1])["finished"]:
            future_set_result(timer[1], None)


# -- futures and tasks


def future_new(name):
    future = __object__(name, "future")
    state = __state__(future)
    state["finished"] = False
    state["value"] = None
    state["error"] = None
    state["stopped"] = False
    state["callbacks"] = []
    state["coroutine"] = None
    state["waiting"] = None
    state["stopping"] = False
    state["children"] = None
    return future


def future_finish(future):
    state = __state__(future)
    state["finished"] = True
    callbacks = state["callbacks"]
    state["callbacks"] = []
    for callback, is_task in callbacks:
        async_soon(callback, future, is_task)


def future_add_done_callback(future, callback, *, context=None, is_task=False):
    state = __state__(future)
    if state["finished"]:
        async_soon(callback, future, is_task)
    else:
        state["callbacks"].append((callback, is_task))


def future_set_result(future, value):
    state = __state__(future)
    if state["finished"]:
        raise asyncio.InvalidStateError("invalid state")
    state["value"] = value
    future_finish(future)


def future_set_exception(future, error):
    state = __state__(future)
    if state["finished"]:
        raise asyncio.InvalidStateError("invalid state")
    state["error"] = error() if isinstance(error, type) else error
    future_finish(future)


def future_done(future):
    return __state__(future)["finished"]


def future_cancelled(future):
    return __state__(future)["stopped"]


def future_exception(future):
    state = __state__(future)
    if not state["finished"]:
        raise asyncio.InvalidStateError("Exception is not set.")
    if state["stopped"]:
        raise asyncio.CancelledError()
    return state["error"]


def future_result(future):
    state = __state__(future)
    if not state["finished"]:
        raise asyncio.InvalidStateError("Result is not set.")
    if state["stopped"]:
        raise asyncio.CancelledError()
    if state["error"] is not None:
        raise state["error"]
    return state["value"]


def future_cancel(future, msg=None):
    state = __state__(future)
    if state["finished"]:
        return False
    if state["children"] is not None:
        asked = False
        for child in state["children"]:
            asked = future_cancel(child) or asked
        return asked
    if state["coroutine"] is None:
        state["stopped"] = True
        future_finish(future)
        return True
    if state["waiting"] is not None and future_cancel(state["waiting"]):
        return True
    state["stopping"] = True
    return True


def future_await(future):
    if not __state__(future)["finished"]:
        yield future
    return future_result(future)


def future_get_name(future):
    return __some_text__("the name of a task")


def async_task(coroutine, *, name=None, context=None):
    loop = async_loop()
    if not __is_coroutine__(coroutine):
        raise TypeError(f"a coroutine was expected, got {coroutine!r}")
    task = future_new("Task")
    __state__(task)["coroutine"] = coroutine
    loop["tasks"].append(task)
    async_soon(task_step, task, True)
    return task


def task_step(task):
    state = __state__(task)
    loop = async_loop()
    stopping = state["stopping"]
    state["stopping"] = False
    state["waiting"] = None
    loop["current"] = task
    try:
        if stopping:
            out = state["coroutine"].throw(asyncio.CancelledError())
        else:
            out = state["coroutine"].send(None)
    except StopIteration as stop:
        if state["stopping"]:
            state["stopped"] = True
        state["value"] = stop.value
        future_finish(task)
    except asyncio.CancelledError:
        state["stopped"] = True
        future_finish(task)
    except BaseException as error:
        state["error"] = error
        future_finish(task)
    else:
        if out is None:
            async_soon(task_step, task, True)
        else:
            state["waiting"] = out

            def wake(done):
                task_step(task)

            future_add_done_callback(out, wake, is_task=True)
            if state["stopping"] and future_cancel(out):
                state["stopping"] = False
    loop["current"] = None


def async_current_task(loop=None):
    return async_loop()["current"]


def async_ensure(awaitable):
    if __is_modelled__(awaitable, "future"):
        return awaitable
    if __is_coroutine__(awaitable):
        return async_task(awaitable)
    if not hasattr(awaitable, "__await__"):
        raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
    return async_task(async_wrapped(awaitable))


def async_wrapped(awaitable):
    return (yield from __awaitable__(awaitable))


def async_sleep(delay, result=None):
    if delay <= 0:
        yield None
        return result
    if sys.version_info >= (3, 13) and delay != delay:
        raise ValueError("Invalid delay: NaN (not a number)")
    future = future_new("Future")
    async_set_timer(delay, future)
    yield from future_await(future)
    return result


def async_set_timer(delay, future):
    """What the loop of CPython counts in are floats."""
    0.0 + delay
    if delay != delay:
        __cut__("a timer of an event loop at a time that is no number")
    loop = async_loop()
    loop["timers"].append((loop["time"] + delay, future))


def async_gather(*awaitables, return_exceptions=False):
    outer = future_new("_GatheringFuture")
    if not awaitables:
        future_set_result(outer, [])
        return outer
    children = []
    seen = []
    finished = []

    def done(child):
        finished.append(child)
        if __state__(outer)["finished"]:
            return
        if not return_exceptions:
            state = __state__(child)
            if state["stopped"]:
                future_set_exception(outer, asyncio.CancelledError())
                return
            if state["error"] is not None:
                future_set_exception(outer, state["error"])
                return
        if len(finished) == len(seen):
            future_set_result(outer, [async_outcome(each) for each in children])

    for awaitable in awaitables:
        child = async_ensure(awaitable)
        if child not in seen:
            seen.append(child)
            future_add_done_callback(child, done)
        children.append(child)
    __state__(outer)["children"] = seen
    return outer


def async_outcome(child):
    state = __state__(child)
    if state["stopped"]:
        return asyncio.CancelledError()
    return state["value"] if state["error"] is None else state["error"]


def async_wait_for(awaitable, timeout):
    if timeout is None:
        return (yield from __awaitable__(awaitable))
    child = async_ensure(awaitable)
    waiter = future_new("Future")

    def release(done):
        if not __state__(waiter)["finished"]:
            future_set_result(waiter, None)

    if not timeout <= 0:
        async_set_timer(timeout, waiter)
        future_add_done_callback(child, release)
        try:
            yield from future_await(waiter)
        except asyncio.CancelledError:
            future_cancel(child)
            raise
    if __state__(child)["finished"]:
        return future_result(child)
    stopped = future_new("Future")

    def ended(done):
        if not __state__(stopped)["finished"]:
            future_set_result(stopped, None)

    future_add_done_callback(child, ended)
    future_cancel(child)
    yield from future_await(stopped)
    try:
        return future_result(child)
    except asyncio.CancelledError:
        raise TimeoutError from None


def async_new_future():
    async_loop()
    return future_new("Future")


# -- groups of tasks


def async_task_group():
    group = __object__("TaskGroup", "taskgroup")
    state = __state__(group)
    state["tasks"] = []
    state["errors"] = []
    state["waiter"] = None
    state["parent"] = None
    state["aborting"] = False
    state["asked"] = False
    return group


def taskgroup_aenter(group):
    __state__(group)["parent"] = async_current_task()
    return group
    yield


def taskgroup_create_task(group, coroutine, *, name=None, context=None):
    state = __state__(group)
    task = async_task(coroutine)
    state["tasks"].append(task)

    def done(finished):
        state["tasks"].remove(finished)
        waiter = state["waiter"]
        if waiter is not None and not state["tasks"] and not __state__(waiter)["finished"]:
            future_set_result(waiter, True)
        told = __state__(finished)
        if told["stopped"] or told["error"] is None:
            return
        state["errors"].append(told["error"])
        if not state["aborting"]:
            taskgroup_abort(state)
            if state["waiter"] is None:
                state["asked"] = True
                future_cancel(state["parent"])

    future_add_done_callback(task, done)
    return task


def taskgroup_abort(state):
    state["aborting"] = True
    for task in list(state["tasks"]):
        if not __state__(task)["finished"]:
            future_cancel(task)


def taskgroup_aexit(group, kind, error, trace):
    state = __state__(group)
    cancelled = error if isinstance(error, asyncio.CancelledError) else None
    if error is not None and not state["aborting"]:
        taskgroup_abort(state)
    while state["tasks"]:
        if state["waiter"] is None:
            state["waiter"] = future_new("Future")
        try:
            yield from future_await(state["waiter"])
        except asyncio.CancelledError as again:
            if not state["aborting"]:
                cancelled = again
                taskgroup_abort(state)
        state["waiter"] = None
    if cancelled is not None and not state["asked"] and not state["errors"]:
        raise cancelled
    if error is not None and cancelled is None:
        state["errors"].append(error)
    if state["errors"] and all(isinstance(each, Exception) for each in state["errors"]):
        raise ExceptionGroup("unhandled errors in a TaskGroup", state["errors"])
    if state["errors"]:
        raise BaseExceptionGroup("unhandled errors in a TaskGroup", state["errors"])
    return None
