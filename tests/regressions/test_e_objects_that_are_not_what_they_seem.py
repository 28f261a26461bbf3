"""E: proxies that say they have another class, and objects with attributes for each thread."""

from __future__ import annotations

from pathlib import Path

from tests.unit.frontends.python.exploring import explore, results

PROXIES = """
import threading

class Proxy:
    def __init__(self, shown: type) -> None:
        self.shown = shown

    @property
    def __class__(self):
        return self.shown

class Context(threading.local):
    size: int

PROXY, LAZY = Proxy(dict), Proxy(type)

def target(context: Context) -> int:
    if PROXY is LAZY:
        return 0
    return 1 if context.size > 3 else 2
"""


def test_proxies_are_no_classes_and_thread_locals_have_their_attributes(tmp_path: Path) -> None:
    assert results(explore(tmp_path, PROXIES)) == {1, 2}


def test_a_text_of_the_input_is_the_constant_that_it_is_equal_to(tmp_path: Path) -> None:
    source = """
    WAITS = "pending"
    def target(status: str) -> int:
        return 1 if status is WAITS else 2
    """
    assert results(explore(tmp_path, source)) == {1, 2}
