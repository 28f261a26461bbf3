"""Faults of ours, met while a program is explored: they end one path, not the run.

With the environment variable `HEAPWISE_STRICT` set they are raised instead, which is what tests and
whoever looks for the cause want.
"""

from __future__ import annotations

import hashlib
import os
import traceback
from pathlib import Path

from heapwise.results import Failure
from heapwise.results.place import Place

STRICT = "HEAPWISE_STRICT"


def is_strict() -> bool:
    return bool(os.environ.get(STRICT))


def failure_of(error: BaseException, at: Place | None = None) -> Failure:
    """The error as plain data. The number to report depends on the place in our code alone, so
    that the same fault has the same number wherever it is met."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}heapwise{os.sep}" in frame.filename]
    origin = ""
    if own:
        last = own[-1]
        parts = Path(last.filename).parts
        inside = len(parts) - 1 - parts[::-1].index("heapwise")
        origin = f"{'/'.join(parts[inside + 1 :])}:{last.lineno} in {last.name}"
    text = " ".join(str(error).split())
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    digest = hashlib.blake2b(f"{type(error).__name__} {origin}".encode(), digest_size=4)
    return Failure(what, origin, at, digest.hexdigest())
