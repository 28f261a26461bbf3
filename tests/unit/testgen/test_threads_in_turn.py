"""Threads run to their end when they are started, and only while a call is run."""

from __future__ import annotations

import threading
from concurrent import futures
from types import ModuleType

from heapwise.testgen.worker_calls import Call

SOURCE = """
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

def target(n):
    out = []
    thread = threading.Thread(target=lambda: out.append(n))
    thread.start()
    with ThreadPoolExecutor() as pool:
        out += [each.result() for each in as_completed([pool.submit(abs, -n)])]
    return out
"""


def test_threads_are_what_they_were_after_a_call() -> None:
    module = ModuleType("subject_of_threads")
    exec(SOURCE, vars(module))
    start = threading.Thread.start
    before = start, futures.ThreadPoolExecutor.submit, futures.as_completed
    for n in (1, 2):
        assert Call(module, "target", {"n": n}).run(10) == [n, n]
    assert before == (
        threading.Thread.start,
        futures.ThreadPoolExecutor.submit,
        futures.as_completed,
    )
