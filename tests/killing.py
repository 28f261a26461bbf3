"""Executors whose workers are killed, as by `kill -9`, at random moments of what they are at."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from threading import Timer
from typing import Any

from heapwise.workers.clusters import DaskExecutor
from heapwise.workers.crew import Executors, Processes

_SOON = 0.02
"""Seconds of a task, during which its worker may die."""


class Deaths:
    """So many in all, whoever dies. They are files in a folder: who takes one away dies."""

    def __init__(self, folder: Path, number: int, seed: int = 0) -> None:
        folder.mkdir()
        self._folder, self._number, self._seed = folder, number, seed
        for each in range(number):
            (folder / str(each)).touch()

    @property
    def happened(self) -> int:
        return self._number - len(list(self._folder.iterdir()))

    def executors(self) -> Executors:
        """Processes of this machine."""
        return lambda jobs: _Dying(jobs, self)

    def on(self, executors: Executors) -> Executors:
        """Those of a Dask cluster."""

        def dying(jobs: int) -> Executor:
            executor = executors(jobs)
            assert isinstance(executor, DaskExecutor)
            submit = executor.submit
            executor.submit = lambda call, *args: submit(self._task(call), *args)  # type: ignore[method-assign]
            return executor

        return dying

    def _task(self, call: Callable[..., Any]) -> Mortal:
        return Mortal(call, str(self._folder), self._seed)


class Mortal:
    """A call that is perhaps the last of its process."""

    def __init__(self, call: Callable[..., Any], folder: str, seed: int) -> None:
        self._call, self._folder, self._seed = call, folder, seed

    def __call__(self, *args: Any) -> Any:
        left = sorted(os.listdir(self._folder))
        chance = random.Random(f"{self._seed} {len(left)} {args}")
        if not left or chance.random() < 0.5:
            return self._call(*args)
        try:
            os.unlink(f"{self._folder}/{left[0]}")
        except FileNotFoundError:
            return self._call(*args)
        moment = chance.randrange(3)
        if moment == 1:
            later = Timer(chance.random() * _SOON, _die)
            later.daemon = True
            later.start()
        if moment == 0:
            _die()
        result = self._call(*args)
        if moment == 2:
            _die()  # with all that it has found
        return result


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class _Dying(Processes):
    def __init__(self, jobs: int, deaths: Deaths) -> None:
        super().__init__(jobs)
        self._deaths = deaths

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        return super().submit(self._deaths._task(call), *args, **named)
