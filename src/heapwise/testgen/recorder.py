"""The hooks that an instrumented module calls (see `instrument.py`), and the list they write.

Runs inside the worker process only. Each hook takes the truth of a value exactly once and gives
back what the original code would have used. Nothing is recorded while the recorder is off: when
the module is imported, and when heaps are built and read.
"""

from __future__ import annotations

import builtins
import itertools
import sys
from collections.abc import Callable, Iterator

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
            (hooks.CAUGHT, self._caught),
            (hooks.MANAGED, self._managed),
        ):
            setattr(builtins, name, hook)

    def restart(self, limit: int) -> None:
        self.events.clear()
        self._stack.clear()
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

    def _caught(self, name: str) -> None:
        if not isinstance(sys.exc_info()[1], GeneratorExit):
            self._note(name, True)

    def _managed(self, name: str, manager: object) -> _Managed:
        return _Managed(self, name, manager)

    def note_end(self, name: str) -> None:
        self._note(name, False)

    def note_exit(self, name: str, swallowed: bool) -> None:
        self._note(name, swallowed)


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


class _Managed:
    """A context manager in the place of the program's own, which it asks for everything. What the
    manager lacks is found missing when the statement begins, as in the original."""

    def __init__(self, recorder: Recorder, name: str, manager: object) -> None:
        self._recorder = recorder
        self._name = name
        self._enter = _special(manager, "__enter__", "")
        self._exit = _special(manager, "__exit__", " (missed __exit__ method)")

    def __enter__(self) -> object:
        return self._enter()

    def __exit__(self, *error: object) -> bool:
        result = self._exit(*error)
        if error[1] is None:
            return False
        swallowed = bool(result)
        if not isinstance(error[1], GeneratorExit):
            self._recorder.note_exit(self._name, swallowed)
        return swallowed


def _special(manager: object, name: str, missing: str) -> Callable[..., object]:
    """A method as statements look it up: in the class, past the attributes of the object."""
    cls = type(manager)
    for base in cls.__mro__:
        if name in vars(base):
            method = vars(base)[name]
            bind = getattr(type(method), "__get__", None)
            found: Callable[..., object] = method if bind is None else bind(method, manager, cls)
            return found
    raise TypeError(
        f"{cls.__name__!r} object does not support the context manager protocol{missing}"
    )
