"""For all tests: a fault of ours is an error, not the end of one path."""

from __future__ import annotations

import os

from heapwise.engine.faults import STRICT

os.environ.setdefault(STRICT, "1")
