"""Notes what modules ask of the machine while they are imported, besides the files they open.

That is whether files are there, which variables the environment has, and what is another answer
every time: the clock, and chance. Python tells of every call through a profile function; what C
code calls by itself is not seen.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import BuiltinFunctionType, FrameType
from typing import Any

from heapwise.frontends.noted_reads import Reads
from heapwise.frontends.surroundings import ALL

_STATUS = frozenset(("stat", "lstat", "access", "readlink"))
_CLOCKS = frozenset(
    (
        *("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
        *("process_time", "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime"),
        *("localtime", "gmtime", "ctime", "strftime"),
    )
)
_DATES = frozenset(("now", "utcnow", "today"))
_CHANCE = frozenset(("random", "getrandbits", "urandom", "getrandom", "getpid", "getppid"))
_SYSTEM = ("posix", "nt")
_ONE_VARIABLE = "__getitem__"
_ALL_VARIABLES = ("__iter__", "__len__", "copy", "__or__", "__ror__")


@contextmanager
def watched(reads: Reads) -> Iterator[None]:
    """What is asked meanwhile is added to `reads`. Not if somebody else listens to calls."""
    if sys.getprofile() is not None:
        yield
        return
    sys.setprofile(_Watch(reads).hear)
    try:
        yield
    finally:
        sys.setprofile(None)


class _Watch:
    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        environment = vars(type(os.environ))
        self._one = environment[_ONE_VARIABLE].__code__
        self._all = {name: environment[name].__code__ for name in _ALL_VARIABLES}

    def hear(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            name = getattr(called, "__name__", "")
            if name in _STATUS and called.__module__ in _SYSTEM:
                self._note_status(frame)
            elif _changes(name, called) and _is_for_the_user(frame):
                self._reads.outside = name
        elif event == "call":
            code = frame.f_code
            if code is self._one:
                name = frame.f_locals["key"]
                text = os.fsdecode(name) if isinstance(name, str | bytes) else ALL
                self._reads.variables.add(text)
            elif code is self._all.get(code.co_name):
                self._reads.variables.add(ALL)

    def _note_status(self, frame: FrameType) -> None:
        """Functions of the library that ask for it have the path among their arguments. Where it is
        not known, nobody can tell what the module depends on. Python looks for modules itself."""
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib"):
            return
        local = frame.f_locals
        given = [local.get(name) for name in code.co_varnames[: code.co_argcount]]
        paths = [each for each in given if isinstance(each, str | bytes | os.PathLike)]
        if paths and not _is_own(code.co_filename):
            for each in paths:
                with suppress(Exception):
                    self._reads.asked.add(os.path.abspath(os.fsdecode(each)))
        elif _is_own(code.co_filename):
            self._reads.outside = "stat"


def _changes(name: str, called: BuiltinFunctionType) -> bool:
    """Is the answer another one every time?"""
    if name in _CLOCKS:
        return called.__module__ == "time"
    if name in _DATES:
        return getattr(called.__self__, "__module__", "") == "datetime"
    if name in _CHANCE:
        shared = getattr(sys.modules.get("random"), "_inst", None)
        return called.__module__ in _SYSTEM or (
            shared is not None and called.__self__ is shared  # not one with a seed of its own
        )
    return False


def _is_for_the_user(frame: FrameType | None) -> bool:
    """Does code of the user's ask, or what it calls? Not if a library asks when it is imported."""
    while frame is not None:
        code = frame.f_code
        if _is_own(code.co_filename):
            return True
        if code.co_name == "<module>":
            return False
        frame = frame.f_back
    return False


@cache
def _is_own(file: str) -> bool:
    if "site-packages" in file or "dist-packages" in file or file.startswith("<frozen"):
        return False
    return not os.path.realpath(file).startswith(_homes())


@cache
def _homes() -> tuple[str, ...]:
    """Of the standard library, and of Heapwise."""
    library = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    homes = [*library, os.path.dirname(os.path.abspath(__file__)).rpartition("frontends")[0]]
    return tuple(f"{os.path.realpath(each)}{os.sep}" for each in homes)
