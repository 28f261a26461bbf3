"""For all tests: a fault of ours is an error, not the end of one path, and Ctrl-C is heard."""

from __future__ import annotations

import os
import signal

from heapwise.engine.faults import STRICT

os.environ.setdefault(STRICT, "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is behind `make test &`; processes that tests start, and interrupt, would not hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
