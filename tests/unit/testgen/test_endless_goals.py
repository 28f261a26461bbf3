"""Calls that are to show a loop without an end go round in that loop, and in no other."""

from __future__ import annotations

from heapwise.testgen.call_search import _frames, _meets
from heapwise.testgen.harmless import OverdueError


def _alarm() -> None:
    raise OverdueError


def _first() -> None:
    while True:
        _alarm()


def _second() -> None:
    while True:
        _alarm()


def _both(of_first: bool) -> None:
    (_first if of_first else _second)()


def _meets_loop_of_first(of_first: bool) -> bool:
    head = _first.__code__.co_firstlineno + 1
    try:
        _both(of_first)
    except OverdueError as late:
        ended = {"overdue": True, "within": list(_frames(late))}
        return _meets({"endless": True, "place": [__file__, head]}, ended, None)
    raise AssertionError


def test_a_run_shows_the_loop_that_it_was_in() -> None:
    assert _meets_loop_of_first(True)


def test_a_later_loop_of_the_file_is_another_one() -> None:
    assert not _meets_loop_of_first(False)
