"""What a signal raises must neither be lost nor break anything: an exception in the deletion of an
object only gets printed, and one in the start of a thread leaves a thread that nobody knows of."""

from __future__ import annotations

import _weakrefset
import os
import signal
import weakref
from types import FrameType

_SOON = 0.01
_WEAK = (weakref.__file__, _weakrefset.__file__)
"""Where what is called when an object goes is written."""
_THREADS = weakref.__file__.replace("weakref", "threading")


def is_delicate(frame: FrameType | None) -> bool:
    """Then the signal must come again."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "__del__" or code.co_filename in _WEAK:
            return True
        if code.co_name == "start" and code.co_filename == _THREADS:
            return True
        frame = frame.f_back
    return False


def interrupt(number: int, frame: FrameType | None) -> None:
    """A handler of SIGINT: raises KeyboardInterrupt, a little later if it would be lost now."""
    if not is_delicate(frame):
        raise KeyboardInterrupt
    from threading import Timer  # what begins quickly has no use for it

    later = Timer(_SOON, os.kill, (os.getpid(), number))
    later.daemon = True
    later.start()


def interrupt_safely() -> None:
    """On Ctrl-C, in this process; unless somebody sees to that already, or nobody wants it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
