"""What a signal raises must not be lost: an exception in the deletion of an object only gets
printed."""

from __future__ import annotations

import _weakrefset
import os
import signal
import weakref
from types import FrameType

_SOON = 0.01
_WEAK = (weakref.__file__, _weakrefset.__file__)
"""Where what is called when an object goes is written."""


def is_deleting(frame: FrameType | None) -> bool:
    """Then the signal must come again."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code.co_filename in _WEAK:
            return True
        frame = frame.f_back
    return False


def interrupt(number: int, frame: FrameType | None) -> None:
    """A handler of SIGINT: raises KeyboardInterrupt, a little later if it would be lost now."""
    if not is_deleting(frame):
        raise KeyboardInterrupt
    from threading import Timer  # what begins quickly has no use for it

    later = Timer(_SOON, os.kill, (os.getpid(), number))
    later.daemon = True
    later.start()


def interrupt_safely() -> None:
    """On Ctrl-C, in this process; unless somebody sees to that already, or nobody wants it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
