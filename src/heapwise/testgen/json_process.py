"""A child process that is asked and answers in lines of JSON, through pipes."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_CHUNK = 1 << 16


class JsonProcess:
    """Lines that are no JSON object are skipped: a program may find a way to the real output."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path | None = None
    ) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            cwd=folder,
            start_new_session=True,
        )
        self._buffer = bytearray()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def write_lines(self, messages: Sequence[Mapping[str, object]]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # the next read says that the process is gone
            for message in messages:
                self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def read_line(self, seconds: float) -> dict[str, object] | None:
        """The next answer, or None if the process is gone or silent for too long."""
        deadline = time.monotonic() + seconds
        while (line := self._line(deadline)) is not None:
            with contextlib.suppress(ValueError):
                answer = json.loads(line)
                if isinstance(answer, dict):
                    return answer
        return None

    def _line(self, deadline: float) -> bytes | None:
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                return None
            part = os.read(descriptor, _CHUNK)
            if not part:
                return None
            self._buffer += part
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def kill(self) -> None:
        """Ends the process and whatever it has started: they are a process group of their own."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
