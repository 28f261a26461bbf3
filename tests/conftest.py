"""For all tests: a fault of ours is an error, not the end of one path; Ctrl-C is heard; and tests
are no garbage."""

from __future__ import annotations

import gc
import os
import signal

from heapwise.engine.faults import STRICT

os.environ.setdefault(STRICT, "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is behind `make test &`; processes that tests start, and interrupt, would not hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Some ten thousand tests stay until the end: the garbage collector need not go through them
    again and again, which is a twelfth of the time."""
    gc.collect()
    gc.freeze()
