"""The process that workers are forks of: what every worker needs is loaded once, and another worker
costs a fork.

It reads numbers from the socket that is its standard input. A positive one starts the worker of
that number and brings two descriptors along, its input and output; a negative one ends a worker and
whatever that has started. Nothing is answered, so that a side that is interrupted in between has
missed nothing. All workers end when the socket is closed.

What is loaded here is loaded in every worker, where a program may mean something else by the name
of a module: the socket is taken from C.
"""

from __future__ import annotations

import _socket
import contextlib
import gc
import os
import signal
import sys

SIZE = 8
"""Bytes of a number."""
_DESCRIPTOR = 4


def become_worker() -> bool:
    """True in a worker, which then reads and writes its own pipes; False when all is over."""
    asked = _socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    gc.freeze()
    workers: dict[int, int] = {}
    while True:
        data, beside, _, _ = asked.recvmsg(SIZE, _socket.CMSG_SPACE(2 * _DESCRIPTOR))
        number = int.from_bytes(data, sys.byteorder, signed=True)
        if number > 0:
            given = [int.from_bytes(part, sys.byteorder) for part in _descriptors(beside)]
            pid = os.fork()
            if pid == 0:
                asked.close()
                os.setsid()
                for descriptor, own in enumerate(given):
                    os.dup2(own, descriptor)
                    os.close(own)
                return True
            workers[number] = pid
            for descriptor in given:
                os.close(descriptor)
        elif number < 0:
            _end(workers.pop(-number))
        else:
            for pid in workers.values():
                _end(pid)
            return False


def _descriptors(beside: list[tuple[int, int, bytes]]) -> list[bytes]:
    sent = b"".join(data for _, _, data in beside)
    return [sent[at : at + _DESCRIPTOR] for at in range(0, len(sent), _DESCRIPTOR)]


def _end(pid: int) -> None:
    """It may not have come so far as to lead a group."""
    for kill in (os.kill, os.killpg):
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
