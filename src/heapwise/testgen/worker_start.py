"""Starts workers (`worker.py`) as forks of a process that has loaded what they need."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from heapwise.testgen import fork_server
from heapwise.testgen.json_process import JsonLines

_START = (
    "import sys, types;"
    "package = types.ModuleType('_heapwise_worker');"
    "package.__path__ = [sys.argv[1]];"
    "sys.modules['_heapwise_worker'] = package;"
    "from _heapwise_worker import fork_server, worker;"
    "fork_server.become_worker() and worker.main()"
)


def start_worker() -> WorkerProcess:
    """A worker that waits to be told what to import."""
    server = _server(os.getpid())
    if server.is_running:
        return server.start()
    _server.cache_clear()
    return _server(os.getpid()).start()


@lru_cache(maxsize=1)
def _server(pid: int) -> _ForkServer:
    """That of this process: one that was forked leaves its parent's alone."""
    return _ForkServer()


class _ForkServer:
    def __init__(self) -> None:
        self._asking, asked = socket.socketpair()
        with asked:
            self._process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-c", _START, str(Path(__file__).parent)],
                stdin=asked.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=worker_environment(),
                start_new_session=True,
            )
        self._numbers = itertools.count(1)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def start(self) -> WorkerProcess:
        number = next(self._numbers)
        asked, asking = os.pipe()
        answers, answering = os.pipe()
        worker = WorkerProcess(self, number, asking, answers)
        try:
            self.say(number, asked, answering)
        finally:
            os.close(asked)
            os.close(answering)
        return worker

    def say(self, number: int, *descriptors: int) -> None:
        data = number.to_bytes(fork_server.SIZE, sys.byteorder, signed=True)
        with contextlib.suppress(BrokenPipeError):  # its workers are gone, too, when it is
            socket.send_fds(self._asking, [data], descriptors)


class WorkerProcess(JsonLines):
    def __init__(self, server: _ForkServer, number: int, asking: int, answers: int) -> None:
        super().__init__(os.fdopen(asking, "wb"), os.fdopen(answers, "rb"))
        self._server = server
        self._number = number

    def kill(self) -> None:
        """Ends the process and whatever it has started."""
        self._server.say(-self._number)
        self.close()


def worker_environment() -> dict[str, str]:
    """Of the user's, what does not change how Python itself works; the order of a set of strings
    must be the same in every run of a witness."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    return environment | {"PYTHONHASHSEED": "0"}
