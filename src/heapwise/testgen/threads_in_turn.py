"""Threads that run to their end when they are started, inside the worker process.

That is one of the orders that CPython may take, and the one in which they are explored.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .draws import replace_everywhere

_POOLS = "concurrent.futures.thread"


def install() -> None:
    """For the rest of the process."""
    real = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        target = getattr(thread, "_target", None)
        real(thread)
        if getattr(target, "__module__", "") != _POOLS:  # which waits for work
            thread.join()

    threading.Thread.start = start  # type: ignore[method-assign,assignment]
    if _POOLS in sys.modules:
        _install_pools()


def _install_pools() -> None:
    from concurrent import futures

    def submit(
        pool: Any, fn: Callable[..., object], /, *args: object, **keywords: object
    ) -> futures.Future[object]:
        if pool._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: futures.Future[object] = futures.Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **keywords))
        except BaseException as error:
            future.set_exception(error)
        return future

    def as_completed(fs: Iterable[object], timeout: float | None = None) -> Iterator[object]:
        yield from dict.fromkeys(fs)

    futures.ThreadPoolExecutor.submit = submit  # type: ignore[method-assign,assignment]
    replace_everywhere(futures.as_completed, as_completed)
