"""One worker for all replays of a test session, and modules written where a test says."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heapwise.testgen import ModuleUnderTest, Replayer

Write = Callable[..., ModuleUnderTest]


@pytest.fixture(scope="module")
def replayer() -> Iterator[Replayer]:
    with Replayer() as replayer:
        yield replayer


@pytest.fixture
def module(tmp_path: Path) -> Write:
    def write(source: str, name: str = "sample") -> ModuleUnderTest:
        path = tmp_path / f"{name}.py"
        path.write_text(textwrap.dedent(source).lstrip("\n"), encoding="utf-8")
        return ModuleUnderTest.of_file(path)

    return write
