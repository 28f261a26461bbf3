"""A fork of this process that answers lines with lines, as long as it lives."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable

_CHUNK = 1 << 16


class Fork:
    """`serve` runs in the fork, with what it reads requests from and what it writes answers to; the
    fork ends when it does."""

    def __init__(self, serve: Callable[[int, int], None]) -> None:
        asked, self._asking = os.pipe()
        self._answers, answering = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self._asking)
                os.close(self._answers)
                serve(asked, answering)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(answering)

    def ask(self, line: bytes, deadline: float) -> bytes | None:
        """The answer to a request: what was said of it if the fork has ended before it was whole,
        and None if the deadline came first."""
        with contextlib.suppress(BrokenPipeError):  # then nothing can be read either
            while line:
                line = line[os.write(self._asking, line) :]
        parts: list[bytes] = []
        while not parts or not parts[-1].endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                return None
            parts.append(os.read(self._answers, _CHUNK))
            if not parts[-1]:
                break
        return b"".join(parts)

    def end(self, by_force: bool) -> int:
        """The status with which the process has ended."""
        os.close(self._asking)
        os.close(self._answers)
        if by_force:
            os.kill(self.pid, signal.SIGKILL)
        return os.waitpid(self.pid, 0)[1]
