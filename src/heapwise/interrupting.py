"""What a signal raises must neither be lost nor break anything: an exception in the deletion of an
object only gets printed, and one in the start of a thread leaves a thread that nobody knows of.

Python handles a signal when its first thread is back from what is written in C. Other threads can
tell that one has come (`has_come`), and end that.
"""

from __future__ import annotations

import _weakrefset
import os
import select
import signal
import weakref
from types import FrameType

_SOON = 0.01
_WEAK = (weakref.__file__, _weakrefset.__file__)
"""Where what is called when an object goes is written."""
_THREADS = weakref.__file__.replace("weakref", "threading")


_ends: list[int] = []
"""Of a pipe into which Python writes as soon as a signal comes."""


def tell_other_threads() -> None:
    """From now on they know."""
    if not _ends:
        _ends.extend(os.pipe())
        for end in _ends:
            os.set_blocking(end, False)
        os.register_at_fork(after_in_child=_in_child)
    signal.set_wakeup_fd(_ends[1], warn_on_full_buffer=False)


def _in_child() -> None:
    """Its signals are not those of its parent."""
    signal.set_wakeup_fd(-1)


def forget() -> None:
    """Signals that have come until now are seen to, or will be before anything else is done."""
    while has_come():
        os.read(_ends[0], 4096)


def has_come() -> bool:
    """A signal that is not forgotten."""
    return bool(_ends) and bool(select.select(_ends[:1], [], [], 0)[0])


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
        tell_other_threads()
