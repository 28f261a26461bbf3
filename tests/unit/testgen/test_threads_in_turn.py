"""Threads run to their end when they are started, and only while a call is run."""

from __future__ import annotations

import sys
import threading
from concurrent import futures
from types import ModuleType

import pytest

from heapwise.testgen.worker_calls import Call

SOURCE = """
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

def target(n):
    out = []
    thread = threading.Thread(target=lambda: out.append(n))
    thread.start()
    with ThreadPoolExecutor() as pool:
        later = [pool.submit(abs, -each) for each in range(n, n + 9)]
        out += [each.result() for each in in_turn[0](reversed(later))]
    return out

in_turn = [as_completed]
"""


class _Untouched(ModuleType):
    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"{name} of a module that the call has nothing to do with")


def test_threads_are_what_they_were_after_a_call() -> None:
    module = ModuleType("subject_of_threads")
    exec(SOURCE, vars(module))
    before = _real()
    for n in (1, 2):
        assert Call(module, "target", {"n": n}).run(10) == [n, *reversed(range(n, n + 9))]
    assert before == _real()


def _real() -> tuple[object, ...]:
    return (
        threading.Thread.start,
        futures.ThreadPoolExecutor.submit,
        futures.as_completed,
        futures.as_completed.__code__,
    )


def test_no_call_goes_through_the_modules_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A self-check makes many calls, in a process with a thousand modules or two."""
    module = ModuleType("subject_of_threads")
    exec(SOURCE, vars(module))
    call = Call(module, "target", {"n": 0})
    monkeypatch.setitem(sys.modules, "untouched_by_calls", _Untouched("untouched_by_calls"))
    assert len(call.run(10)) == 10  # type: ignore[arg-type]
