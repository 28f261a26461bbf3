"""Processes that work for the server: they are told things and say things in lines of JSON.

A child leads a process group of its own. It ends when its server does, for then its input ends.
What it has started itself (replays, a JVM) is in further groups: `kill_all` ends all of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

_START = (
    "import json, sys;"
    "sys.path[:] = json.loads(sys.argv[1]);"
    "from importlib import import_module;"
    "import_module(sys.argv[2]).main()"
)
_LAST_BREATH = 2.0
"""Seconds between the last that a process says and its end."""
_PROCESSES = Path("/proc")


class Child:
    """Runs `main` of a module in a folder. Its first line of input is what it is `told`."""

    def __init__(self, module: str, told: Mapping[str, object], folder: Path | None = None) -> None:
        search = [os.path.abspath(entry) for entry in sys.path]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(search), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            start_new_session=True,
        )
        self._writing = threading.Lock()
        self.tell(told)

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, message: Mapping[str, object]) -> None:
        """Without effect if it is gone."""
        assert self._process.stdin is not None
        with self._writing, contextlib.suppress(BrokenPipeError, ValueError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def lines(self) -> Iterator[bytes]:
        """What it says, until it has ended."""
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # it was closed by who has ended it
            yield from self._process.stdout
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_BREATH)

    def end(self) -> str:
        """Kill it and all that it has started; how it had ended, if it had."""
        code = self._process.poll()
        if code is None:
            kill_all(self.pid)
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(BrokenPipeError, ValueError):
                if pipe is not None:
                    pipe.close()
        if code is None or code == 0:
            return ""
        if code > 0:
            return f"exit code {code}"
        return f"signal {-code} ({signal.Signals(-code).name})"


def kill_all(pid: int) -> None:
    """A process that was started by us and not yet waited for, and all that it has started."""
    below = descendants(pid)
    _kill(pid)
    for each in below:
        _kill(each)


def _kill(pid: int) -> None:
    """With its group, if it leads one: it may be starting another process just now."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """The children of a process, theirs, and so on. Where the system does not list processes, none:
    they end by themselves then when their input does."""
    children: dict[int, list[int]] = {}
    for each in _PROCESSES.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name of the program is in parentheses, and may have any characters.
            parent = int(each.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(each.parent.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


# -- in a child


class Server:
    """What a child sees of it. Nothing else may be written to the standard output."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        # Not `sys.stdin`: an interpreter that ends wants to have that for itself.
        self._in = os.fdopen(0, "rb", closefd=False)
        self.told: dict[str, Any] = json.loads(self._in.readline())
        self._commands: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> NoReturn:
        for line in self._in:
            self._commands.put(json.loads(line))
        # Nobody is there any more.
        for each in descendants(os.getpid()):
            _kill(each)
        os._exit(1)

    def say(self, **message: object) -> None:
        self._out.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._out.flush()

    def command(self, waits: bool) -> dict[str, Any] | None:
        """The next one; None if there is none and nobody `waits`."""
        try:
            return self._commands.get(block=waits)
        except queue.Empty:
            return None
