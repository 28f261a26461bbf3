"""The nearest tests of a package, for `make test-fast` and `make mutants`: `nearest.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "heapwise"


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    judges: tuple[str, ...]
    nearest: dict[str, list[str]] = field(default_factory=dict)

    def files(self) -> list[str]:
        """The modules that are mutated."""
        found = [path for glob in self.modules for path in SOURCES.glob(glob)]
        return sorted({str(path.relative_to(ROOT)) for path in found})

    def nearest_of(self, module: str) -> tuple[str, ...]:
        return tuple(self.nearest.get(Path(module).stem, ()))

    def judges_of(self, module: str) -> tuple[str, ...]:
        return (*self.nearest_of(module), *self.judges)

    def every_test(self) -> list[str]:
        return self._with_nearest(self.tests)

    def every_judge(self) -> list[str]:
        return self._with_nearest(self.judges)

    def _with_nearest(self, tests: Iterable[str]) -> list[str]:
        return sorted({*tests, *(each for near in self.nearest.values() for each in near)})


def packages() -> dict[str, Package]:
    return {
        name: Package(
            name,
            tuple(it["modules"]),
            tuple(it["tests"]),
            tuple(it.get("judges", it["tests"])),
            it.get("nearest", {}),
        )
        for name, it in _table()["package"].items()
    }


def options_for(tests: Iterable[str]) -> list[str]:
    """For pytest: of the law tests, those on few programs."""
    if not any(test.startswith("tests/laws/") for test in tests):
        return []
    return ["--programs", ",".join(_table()["laws"]["programs"])]


def _table() -> dict[str, Any]:
    return tomllib.loads((ROOT / "tests" / "nearest.toml").read_text(encoding="utf-8"))
