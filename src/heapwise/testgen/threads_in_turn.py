"""Threads that run to their end when they are started, while a witness is run.

That is one of the orders that CPython may take, and the one in which they are explored. A
self-check runs witnesses in its own process, whose threads are none of theirs: afterwards threads
are what they were.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

_POOLS = "concurrent.futures.thread"


@contextmanager
def installed() -> Iterator[None]:
    real = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        target = getattr(thread, "_target", None)
        real(thread)
        if getattr(target, "__module__", "") != _POOLS:  # which waits for work
            thread.join()

    threading.Thread.start = start  # type: ignore[method-assign,assignment]
    with ExitStack() as undone:
        undone.callback(setattr, threading.Thread, "start", real)
        if _POOLS in sys.modules:
            undone.callback(_install_pools())
        yield


def _install_pools() -> Callable[[], None]:
    """What it gives undoes it."""
    from concurrent import futures

    real_submit = futures.ThreadPoolExecutor.submit
    # Its code, not the names that stand for it: whoever imported it has another name.
    real_code = futures.as_completed.__code__

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
    futures.as_completed.__code__ = as_completed.__code__

    def undo() -> None:
        futures.ThreadPoolExecutor.submit = real_submit  # type: ignore[method-assign]
        futures.as_completed.__code__ = real_code

    return undo
