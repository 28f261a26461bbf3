"""Makes the world around a replay what its witness says it is, inside the worker process.

A fork has a process of its own, so variables, arguments and what is typed are simply set.
"""

from __future__ import annotations

import datetime
import errno
import io
import os
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import Any

from .draws import Draws, replace_everywhere

WORLD = "world"
"""The class of what is known of it in witnesses."""


DIRECTORY, FORBIDDEN = ("a directory",), ("not permitted",)
"""What is told of files that are no text. Of one that is none there, None; others are not UTF-8."""


_OF_PATHS = (
    *(os.stat, os.lstat, os.mkdir, os.unlink, os.remove, os.listdir, os.rename, os.replace),
    os.chmod,
)


class PreparedWorld:
    def __init__(self) -> None:
        self.facts: list[tuple[object, object]] = []

    @property
    def schedule(self) -> list[int] | None:
        """Which task runs next, each time that several are ready."""
        chosen = [int(str(answer)) for _, answer in self._about("schedule")]
        return chosen or None

    def install(self) -> None:
        """For the rest of the process."""
        arguments = [str(answer) for _, answer in self._about("argv")]
        if arguments:
            sys.argv[:] = arguments
        for name, value in self._about("environ"):
            if value is None:
                os.environ.pop(str(name), None)
            else:
                os.environ[str(name)] = str(value)
        self._make_files()
        typed = "".join(f"{answer}\n" for _, answer in self._about("input"))
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")

    def _make_files(self) -> None:
        files = {str(path): told for path, told in self._about("file")}
        if not files:
            return
        root = folder_of(os.getpid())
        here = os.path.join(root, "here")
        os.makedirs(here)
        os.chdir(here)
        paths = MappedPaths(root)
        for path, told in files.items():
            paths.make(path, told)
        paths.install()

    def _about(self, kind: str) -> Iterable[tuple[object, object]]:
        for asked, answer in self.facts:
            assert isinstance(asked, tuple)
            if asked[0] == kind:
                yield asked[1], answer


def folder_of(process: int) -> str:
    """Where the files of a fork are."""
    return os.path.join(tempfile.gettempdir(), f"heapwise-replay-{process}")


class MappedPaths:
    """Files of a witness below a folder. Absolute paths are there, too: functions that take such a
    path get another, and what they say is about the first."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._moved: set[str] = set()
        self._forbidden: set[str] = set()

    def make(self, path: str, told: object) -> None:
        place = path
        if os.path.isabs(path):
            place = self._root + path
            self._moved.add(path)
        if told is None:
            return
        above = os.path.dirname(place)
        if above:
            os.makedirs(above, exist_ok=True)
        if told == DIRECTORY:
            os.makedirs(place, exist_ok=True)
            return
        if told == FORBIDDEN:
            self._forbidden.add(path)
        with open(place, "wb") as file:
            file.write(told.encode() if isinstance(told, str) else b"\xff")

    def install(self) -> None:
        for function in _OF_PATHS:
            replace_everywhere(function, self._mapped(function))
        replace_everywhere(io.open, self._mapped(io.open, opens=True))

    def _mapped(self, function: Callable[..., object], opens: bool = False) -> object:
        def mapped(path: object, *args: object, **keywords: object) -> object:
            given = os.fspath(path) if hasattr(path, "__fspath__") else path
            if not isinstance(given, str):
                return function(path, *args, **keywords)
            plain = os.path.normpath(given) if given else given
            if opens and plain in self._forbidden:
                raise PermissionError(errno.EACCES, "Permission denied", path)
            if two and args:
                args = (self._place(args[0]), *args[1:])
            if plain not in self._moved:
                return function(path, *args, **keywords)
            try:
                return function(self._root + plain, *args, **keywords)
            except OSError as error:
                error.filename = path
                raise

        two = function in (os.rename, os.replace)
        return mapped

    def _place(self, path: object) -> object:
        given = os.fspath(path) if hasattr(path, "__fspath__") else path
        plain = os.path.normpath(given) if isinstance(given, str) and given else given
        return f"{self._root}{plain}" if plain in self._moved else path


class _NoInstances(type):
    """Of a class that stands for another."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.__mro__[1])


def install_dates(draws: Draws) -> Callable[[], None]:
    """The numbers are those that `frontends/python/prelude/world_answers.py` asks for. Whoever
    looks at classes afterwards calls what is given back: then all is as before."""
    real, real_date = datetime.datetime, datetime.date

    def now(tz: datetime.tzinfo | None = None) -> datetime.datetime:
        year, month, day, second, micro = (draws.next_integer() for _ in range(5))
        moment = (second // 3600, second // 60 % 60, second % 60, micro)
        return real(1970 + year, 1 + month, 1 + day, *moment, tz)

    class Datetime(real, metaclass=_NoInstances):  # type: ignore[misc, valid-type]
        def __new__(cls, *args: Any, **keywords: Any) -> Any:
            return real(*args, **keywords)

    class Date(real_date, metaclass=_NoInstances):  # type: ignore[misc, valid-type]
        def __new__(cls, *args: Any, **keywords: Any) -> Any:
            return real_date(*args, **keywords)

    for name in ("now", "today", "utcnow"):
        setattr(Datetime, name, staticmethod(now))
    Date.today = staticmethod(lambda: now().date())
    replace_everywhere(real, Datetime)
    replace_everywhere(real_date, Date)

    def undo() -> None:
        replace_everywhere(Datetime, real)
        replace_everywhere(Date, real_date)

    return undo


def install_secrets(draws: Draws) -> None:
    """Generators and secrets get their numbers as the functions of `random` do."""

    real = random.Random

    class Random(random.Random):
        def __init__(self, x: int | float | str | bytes | bytearray | None = None) -> None:
            real(x)  # which may refuse the seed

    for name in ("random", "uniform", "randint", "randrange", "getrandbits", "choice", "shuffle"):
        setattr(Random, name, staticmethod(getattr(draws, name)))
    for name in ("sample", "seed"):
        setattr(Random, name, staticmethod(getattr(draws, name)))
    replace_everywhere(real, Random)
    replace_everywhere(secrets.randbelow, draws.below)
    replace_everywhere(secrets.choice, draws.choice)
    replace_everywhere(secrets.randbits, draws.getrandbits)
