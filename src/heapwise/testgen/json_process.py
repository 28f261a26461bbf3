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
from typing import IO

_CHUNK = 1 << 16


class JsonLines:
    """Requests that are written and answers that are read. Lines that are no JSON object are
    skipped: a program may find a way to the real output."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes]) -> None:
        self._requests = requests
        self._answers = answers
        self._buffer = bytearray()

    def write_lines(self, messages: Sequence[Mapping[str, object]]) -> None:
        with contextlib.suppress(BrokenPipeError):  # the next read says that the process is gone
            for message in messages:
                self._requests.write(_encoded(message))
            self._requests.flush()

    def write_at_once(self, message: Mapping[str, object]) -> bool:
        """If a pipe that nobody reads has a place for it; else nothing is written."""
        line = _encoded(message)
        if len(line) > select.PIPE_BUF:
            return False
        with contextlib.suppress(BrokenPipeError):
            self._requests.write(line)
            self._requests.flush()
        return True

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
        descriptor = self._answers.fileno()
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

    def close(self) -> None:
        for pipe in (self._requests, self._answers):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def _encoded(message: Mapping[str, object]) -> bytes:
    return json.dumps(message).encode() + b"\n"


class JsonProcess(JsonLines):
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
        assert self._process.stdin is not None and self._process.stdout is not None
        super().__init__(self._process.stdin, self._process.stdout)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Ends the process and whatever it has started: they are a process group of their own."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.close()
