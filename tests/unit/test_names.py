"""A name that stood for several things stands for one module at most."""

from __future__ import annotations

from pathlib import Path

import pytest

_SOURCE = Path(__file__).parents[2] / "src" / "heapwise"


@pytest.mark.parametrize("name", ["values", "decorators", "reading", "cells", "environment"])
def test_a_vague_name_is_used_once(name: str) -> None:
    assert len(list(_SOURCE.rglob(f"{name}.py"))) <= 1


@pytest.mark.parametrize(
    ("name", "home"),
    [("model", "solver/model.py"), ("operations", "frontends/java/semantics/operations.py")],
)
def test_other_modules_have_names_of_their_own(name: str, home: str) -> None:
    assert list(_SOURCE.rglob(f"{name}.py")) == [_SOURCE / home]
