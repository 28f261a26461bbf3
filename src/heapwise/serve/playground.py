"""Programs that were written in a page: each is compared under all strategies by a limited process.

The process has a folder of its own with nothing but the program in it, so many seconds and so much
memory; it ends with who waits for it.
"""

from __future__ import annotations

import json
import queue
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from heapwise.program.source import InputError
from heapwise.serve.children import Child

MOST_TEXT = 100_000
"""Characters of a program."""
_MOST_OBJECTS = 100
_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Allowed:
    """To one program. `seconds` are for each strategy, `whole_seconds` for all of them; `memory` is
    in bytes, of each process that is at it."""

    seconds: float = 6.0
    whole_seconds: float = 60.0
    memory: int = 2 << 30


class Playground:
    def __init__(self, allowed: Allowed | None = None, at_once: int = 2) -> None:
        self._allowed = allowed or Allowed()
        self._free = threading.Semaphore(at_once)
        self._plays: set[Play] = set()

    @contextmanager
    def play(self, wanted: Mapping[str, object]) -> Iterator[Play]:
        """Raises `InputError` if what is wanted makes no sense, or too many play already."""
        told, text = _checked(wanted, self._allowed)
        if not self._free.acquire(blocking=False):
            raise InputError("other programs are being compared: wait until they are through")
        folder = Path(tempfile.mkdtemp(prefix="heapwise-"))
        play: Play | None = None
        try:
            (folder / str(told["file"])).write_text(text, encoding="utf-8")
            play = Play(Child("heapwise.serve.comparing_process", told, folder), self._allowed)
            self._plays.add(play)
            yield play
        finally:
            if play is not None:
                self._plays.discard(play)
                play.end()
            shutil.rmtree(folder, ignore_errors=True)
            self._free.release()

    def close(self) -> None:
        for each in list(self._plays):
            each.end()


class Play:
    """A program that is being compared."""

    def __init__(self, child: Child, allowed: Allowed) -> None:
        self._child = child
        self._allowed = allowed
        self._until = time.monotonic() + allowed.whole_seconds
        self._is_over = False
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def lines(self, seconds: float) -> list[bytes] | None:
        """What it has said since, or in so many seconds from now; None if that was all."""
        if self._is_over:
            return None
        if time.monotonic() > self._until:
            self._is_over = True
            most = f"{self._allowed.whole_seconds:g}"
            return [_message(f"stopped after {most} s: this is all that a program has here")]
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            return []
        if line is not None:
            return [line]
        self._is_over = True
        how = self._child.end()
        return [_message(f"the process has died, perhaps out of memory: {how}")] if how else []

    def _listen(self) -> None:
        for line in self._child.lines():
            self._said.put(line)
        self._said.put(None)

    def end(self) -> None:
        self._child.end()


def languages() -> dict[str, str]:
    """An example for each, by the suffix of its files."""
    folder = files(__package__).joinpath("examples")
    found = {Path(each.name).suffix: each for each in folder.iterdir() if each.is_file()}
    return {suffix: found[suffix].read_text(encoding="utf-8") for suffix in sorted(found)}


def _message(text: str) -> bytes:
    return json.dumps({"error": {"message": text}}).encode() + b"\n"


def _checked(wanted: Mapping[str, object], allowed: Allowed) -> tuple[dict[str, object], str]:
    suffix, text = wanted.get("language"), wanted.get("text")
    name, objects = wanted.get("name") or "", wanted.get("max_objects")
    if suffix not in tuple(languages()):
        raise InputError(f"known languages are {', '.join(languages())}")
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise InputError(f"a program is a text of at most {MOST_TEXT:,} characters")
    if not isinstance(name, str) or (name and not _NAME.fullmatch(name)):
        raise InputError("the name of a function or a method is expected, such as `Account.close`")
    is_number = isinstance(objects, int) and not isinstance(objects, bool)
    if objects is not None and not (is_number and 0 < int(str(objects)) <= _MOST_OBJECTS):
        raise InputError(f"objects of a class are a number from 1 to {_MOST_OBJECTS}")
    told = {
        "file": f"program{suffix}",
        "name": name,
        "max_objects": objects,
        "seconds": allowed.seconds,
        "whole_seconds": allowed.whole_seconds,
        "memory": allowed.memory,
    }
    return told, text
