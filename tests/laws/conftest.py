"""Tests of one program, or of one table of operations, go to one worker, one after the other: they
look at the same runs, which are made once per process (`checks.runs`, `python_checks`)."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        name = _program(item) or _table(item)
        if name is not None:
            item.add_marker(pytest.mark.xdist_group(name))
            groups.setdefault(name, []).append(item)
    together = [item for group in groups.values() for item in group]
    grouped = set(together)
    items[:] = [*together, *(item for item in items if item not in grouped)]


def _program(item: pytest.Item) -> str | None:
    """The program that a test of a law is about."""
    return _argument(item, "name")


def _table(item: pytest.Item) -> str | None:
    """The table of operations whose module a test loads: a process imports it but once."""
    return _argument(item, "table")


def _argument(item: pytest.Item, argument: str) -> str | None:
    call = getattr(item, "callspec", None)
    if call is None or HERE not in item.path.parents:
        return None
    value = call.params.get(argument)
    return value if isinstance(value, str) else None
