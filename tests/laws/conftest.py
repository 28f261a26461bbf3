"""Tests of one program come one after the other: they look at the same runs, which are made once
per process (`checks.runs`, `python_checks`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.groups import group_of

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--programs", help="check the laws on these programs only (names with commas between)"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("--programs")
    if chosen is not None:
        wanted = (None, *chosen.split(","))
        items[:] = [item for item in items if _program(item) in wanted]
    first = {group_of(item.nodeid): number for number, item in reversed([*enumerate(items)])}
    items.sort(key=lambda item: first[group_of(item.nodeid)])


def _program(item: pytest.Item) -> str | None:
    """The program that a test of a law is about."""
    call = getattr(item, "callspec", None)
    if call is None or HERE not in item.path.parents:
        return None
    value = call.params.get("name")
    return value if isinstance(value, str) else None
