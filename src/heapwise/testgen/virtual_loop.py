"""An event loop of asyncio whose time is not real, inside the worker process.

Where nothing is ready it does not wait: its time is that of the next timer. Everything else is
CPython's own loop.
"""

from __future__ import annotations

import asyncio
import inspect
import selectors
from collections.abc import AsyncIterable


class _NoWaiting(selectors.SelectSelector):
    """Nothing comes from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("waiting in an event loop for what never happens")
        self.now += max(timeout, 0)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._waiting = _NoWaiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.now


class _Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return VirtualLoop()


def install() -> None:
    """For the rest of the process."""
    asyncio.set_event_loop_policy(_Policy())


def finished(result: object) -> object:
    """What a coroutine comes to, or the items of an asynchronous generator; any other result is
    given back."""
    if inspect.iscoroutine(result):
        install()
        return asyncio.run(result)
    if inspect.isasyncgen(result):
        install()
        return asyncio.run(_items(result))
    return result


async def _items(generator: AsyncIterable[object]) -> list[object]:
    return [item async for item in generator]
