"""CPython is only asked about functions that do nothing to the world."""

from __future__ import annotations

import builtins

import pytest

from heapwise.frontends.python.semantics.core import refused_calls


@pytest.mark.parametrize("name", ["input", "open", "print", "exit", "eval", "exec", "breakpoint"])
def test_nothing_is_tried_that_reads_writes_or_runs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def called(*_: object, **__: object) -> None:
        raise AssertionError("it was called")

    monkeypatch.setattr(builtins, name, called, raising=False)
    for arguments in ([], [1], [1, 2]):
        refused_calls.refuse_number(name, arguments, {})
