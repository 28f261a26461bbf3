"""The hooks that an instrumented module calls (see `instrument.py`), and the list they write.

Runs inside the worker process only. Each hook takes the truth of a value exactly once and gives
back what the original code would have used. Nothing is recorded while the recorder is off: when
the module is imported, and when heaps are built and read.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Iterator

from . import instrument as hooks  # relative: the worker has no package `heapwise`


class Recorder:
    """`events` in order, at most `limit` of them; `cut` says that there were more."""

    def __init__(self, limit: int = 200_000) -> None:
        self.events: list[str] = []
        self.on = False
        self.cut = False
        self._limit = limit
        self._stack: list[object] = []

    def install(self) -> None:
        for name, hook in (
            (hooks.DECIDE, self._decide),
            (hooks.KEEP_TRUE, self._keep_true),
            (hooks.KEEP_FALSE, self._keep_false),
            (hooks.TAKE, self._stack.pop),
            (hooks.PUT, self._put),
            (hooks.CHAIN, self._chain),
            (hooks.CHAIN_DROP, self._chain_drop),
            (hooks.ITERATE, self._iterate),
            (hooks.MATCHED, self._matched),
            (hooks.FAILED, self._failed),
        ):
            setattr(builtins, name, hook)

    def restart(self, limit: int) -> None:
        self.events.clear()
        self._limit = limit
        self.cut = False

    def _note(self, name: str, truth: bool) -> None:
        if not self.on:
            return
        if len(self.events) >= self._limit:
            self.cut = True
            return
        self.events.append(name + ("true" if truth else "false"))

    def _decide(self, name: str, value: object) -> bool:
        truth = bool(value)
        self._note(name, truth)
        return truth

    def _keep_true(self, value: object) -> bool:
        truth = bool(value)
        if truth:
            self._stack.append(value)
        return truth

    def _keep_false(self, value: object) -> bool:
        truth = bool(value)
        if not truth:
            self._stack.append(value)
        return truth

    def _put(self, value: object) -> object:
        self._stack.append(value)
        return value

    def _chain(self, name: str, value: object) -> bool:
        """If the chain ends here, its value takes the place of the operand on the stack."""
        truth = self._decide(name, value)
        if not truth:
            self._stack[-1] = value
        return truth

    def _chain_drop(self, name: str, value: object) -> bool:
        truth = self._decide(name, value)
        if not truth:
            self._stack.pop()
        return truth

    def _iterate(self, name: str, iterable: object) -> Iterator[object]:
        def item(value: object) -> object:
            self._note(name, True)
            return value

        # Of C functions only, so that no frame of ours is open while the program's own iterator
        # runs: recursion through iterators goes as deep as it does without us.
        items = map(item, iterable)  # type: ignore[call-overload]
        return itertools.chain(items, _End(self, name))

    def _matched(self, name: str) -> None:
        self._note(name, True)

    def _failed(self, name: str) -> bool:
        self._note(name, False)
        return False

    def note_end(self, name: str) -> None:
        self._note(name, False)


class _End:
    """An empty iterator that says when it is asked."""

    def __init__(self, recorder: Recorder, name: str) -> None:
        self._recorder = recorder
        self._name = name

    def __iter__(self) -> _End:
        return self

    def __next__(self) -> object:
        self._recorder.note_end(self._name)
        raise StopIteration
