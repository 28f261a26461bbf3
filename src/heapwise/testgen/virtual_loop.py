"""An event loop of asyncio whose time is not real, inside the worker process.

Where nothing is ready it does not wait: its time is that of the next timer. Everything else is
CPython's own loop, unless a witness has a schedule: then it says which task runs next.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import math
import selectors
from collections.abc import AsyncIterable, Callable, Iterator, Sequence
from typing import Any

_TASK: Any = asyncio.tasks._PyTask  # type: ignore[attr-defined]
"""Tasks in Python: their callbacks are methods, by which they are told from others."""


_DAY = 24 * 3600


class _NoWaiting(selectors.SelectSelector):
    """Nothing comes from outside. `next_timer` is the time of the loop's next."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.next_timer: Callable[[], float] = lambda: math.inf

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("waiting in an event loop for what never happens")
        self.now += max(timeout, 0)
        if timeout >= _DAY:  # a loop waits for a day at most, and then for the next
            self.now = self.next_timer()
        if self.now == math.inf:
            raise RuntimeError("waiting in an event loop for what never happens")
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """`schedule` has a number for each time that several tasks are ready; None is CPython's way."""

    _ready: Any
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, schedule: Sequence[int] | None) -> None:
        self._waiting = _NoWaiting()
        super().__init__(self._waiting)
        self._waiting.next_timer = lambda: self._scheduled[0].when()
        self._schedule = None if schedule is None else list(schedule)
        if schedule is not None:
            self.set_task_factory(lambda loop, coro, **given: _TASK(coro, loop=loop, **given))

    def time(self) -> float:
        self._waiting.now += 1e-12
        return self._waiting.now

    @property
    def _clock_resolution(self) -> float:
        """Timers that were set at the same time go off together, in this order."""
        return max(1e-6, math.ulp(self._waiting.now))

    @_clock_resolution.setter
    def _clock_resolution(self, seconds: float) -> None:
        """That of a real clock does not matter."""

    def _run_once(self) -> None:
        ready = list(self._ready)
        if self._schedule is None or not ready:
            super()._run_once()  # type: ignore[misc]
            return
        chosen = ready.pop(self._next(ready))
        self._ready.clear()
        self._ready.append(chosen)
        super()._run_once()  # type: ignore[misc]
        self._ready.extendleft(reversed(ready))

    def _next(self, ready: Sequence[Any]) -> int:
        assert self._schedule is not None
        for index, handle in enumerate(ready):
            if not isinstance(getattr(handle._callback, "__self__", None), _TASK):
                return index
        return self._schedule.pop(0) if len(ready) > 1 and self._schedule else 0


@contextlib.contextmanager
def installed(schedule: Sequence[int] | None = None) -> Iterator[None]:
    """Every event loop that is made in the meantime is virtual. What was there before is there
    again afterwards: a self-check runs programs in a process that has loops of its own."""

    class Policy(asyncio.DefaultEventLoopPolicy):
        def new_event_loop(self) -> asyncio.AbstractEventLoop:
            return VirtualLoop(schedule)

    before = asyncio.get_event_loop_policy()
    asyncio.set_event_loop_policy(Policy())
    try:
        yield
    finally:
        asyncio.set_event_loop_policy(before)


def finished(result: object, schedule: Sequence[int] | None = None) -> object:
    """What a coroutine comes to, or the items of an asynchronous generator; any other result is
    given back."""
    if inspect.isasyncgen(result):
        result = _items(result)
    if not inspect.iscoroutine(result):
        return result
    with installed(schedule):
        return asyncio.run(result)


async def _items(generator: AsyncIterable[object]) -> list[object]:
    return [item async for item in generator]
