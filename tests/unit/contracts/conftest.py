"""Modules under test are written to files, because contracts are read from their source."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from tests.unit.contracts.evaluation import Load


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    def imported(source: str) -> ModuleType:
        name = f"subject_{len(list(tmp_path.iterdir()))}"
        file = tmp_path / f"{name}.py"
        file.write_text(dedent(source), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return imported


def _decorator(name: str, package: str) -> Callable[..., object]:
    def decorate(*arguments: object, **options: object) -> object:
        bare = len(arguments) == 1 and not options and name in ("safe", "pure")
        return arguments[0] if bare else lambda subject: subject

    decorate.__name__, decorate.__module__ = name, package
    return decorate


_OFFERED = {
    "icontract": ("require", "ensure", "snapshot", "invariant"),
    "deal": ("pre", "post", "ensure", "inv", "raises", "safe", "pure", "has", "chain", "reason"),
}


_INSTALLED = all(importlib.util.find_spec(package) for package in _OFFERED)


@pytest.fixture(params=["stand-in", "real"] if _INSTALLED else ["stand-in"])
def libraries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """icontract and deal: decorators of those names that do nothing, then the real packages."""
    if request.param == "real":
        return
    for package, names in _OFFERED.items():
        module = ModuleType(package)
        for name in names:
            setattr(module, name, _decorator(name, package))
        monkeypatch.setitem(sys.modules, package, module)
