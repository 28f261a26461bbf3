"""Who works: processes of this machine, a Dask cluster, or an executor of another package.

What `--cluster` says is an address of a Dask scheduler (`tcp://…`, `tls://…`), `local` for one that
is started here, or the name of an entry point `heapwise.executors`: a function that makes a
`concurrent.futures.Executor` for so many workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from heapwise.installed import installed
from heapwise.program.source import InputError
from heapwise.workers.crew import Executors, processes
from heapwise.workers.pool import available

R = TypeVar("R")

_GROUP = "heapwise.executors"
_MISSING = "--cluster needs Dask: pip install 'heapwise[cluster]'"
_SECONDS = 20
"""To wait for a scheduler that does not answer."""
_ABANDONED = 120
"""Seconds without any worker after which none is waited for any more."""


class Workforce(NamedTuple):
    jobs: int
    executors: Executors


def workforce(cluster: str | None, jobs: int | None) -> Workforce:
    """Who works, and how many they are. Raises `InputError` if there is no such cluster."""
    if cluster is None:
        return Workforce(jobs or available(), processes)
    if cluster == "local":
        several = jobs or available()
        return Workforce(several, partial(_dask, None))
    if "://" in cluster:
        executor = _dask(cluster, 1)
        try:
            several = jobs or executor.threads
        finally:
            executor.shutdown()
        if not several:
            raise InputError(f"{cluster}: the scheduler has no workers")
        return Workforce(several, partial(_dask, cluster))
    found = {each.name: each for each in installed(_GROUP)}
    if cluster not in found:
        known = ", ".join(["local", "tcp://HOST:PORT", *sorted(found)])
        raise InputError(f"unknown cluster `{cluster}` (known: {known})")
    return Workforce(jobs or available(), found[cluster].load())


class DaskExecutor(Executor):
    """The workers of a Dask scheduler. It sees itself to those that die; of a task at which several
    have died it raises one of `died`."""

    def __init__(self, client: Any, cluster: Any, died: tuple[type[Exception], ...]) -> None:
        self._client = client
        self._cluster = cluster
        self._executor = client.get_executor()
        self.died = died
        self._gone: float | None = None
        """Since when nobody has been seen who works. Who gives it more to do has seen somebody."""

    @property
    def is_abandoned(self) -> bool:
        """Has there been no worker for a while? It may come again: a new one may be on its way."""
        try:
            is_there = bool(self.threads)
        except OSError:  # nor is there a scheduler
            is_there = False
        now = time.monotonic()
        self._gone = None if is_there else self._gone or now
        return self._gone is not None and now - self._gone > _ABANDONED

    @property
    def threads(self) -> int:
        return sum(self._client.nthreads().values())

    def submit(self, call: Callable[..., R], /, *args: Any, **named: Any) -> Future[R]:
        self._gone = None
        future: Future[R] = self._executor.submit(call, *args, **named)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _dask(address: str | None, jobs: int) -> DaskExecutor:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise InputError(_MISSING) from None
    cluster = None
    if address is None:
        cluster = distributed.LocalCluster(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None
        )
    try:
        client = distributed.Client(cluster or address, timeout=_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(f"{address}: there is no Dask scheduler ({error})") from None
    return DaskExecutor(client, cluster, (distributed.KilledWorker,))
