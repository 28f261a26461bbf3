"""`tests/nearest.toml` and the list of equivalent mutants name what there is, also after a move."""

from __future__ import annotations

import tomllib

import pytest

from tests.nearest import ROOT, SOURCES, Package, packages

PACKAGES = packages()
EQUIVALENT = tomllib.loads((ROOT / "tests/mutation/equivalent.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", PACKAGES.values(), ids=PACKAGES)
def test_what_is_mutated_and_what_judges_it_is_there(package: Package) -> None:
    assert [glob for glob in package.modules if not list(SOURCES.glob(glob))] == []
    stems = {module.rpartition("/")[2].removesuffix(".py") for module in package.files()}
    assert set(package.nearest) - stems == set()
    tests = {*package.every_test(), *package.every_judge()}
    assert [test for test in sorted(tests) if not (ROOT / test).exists()] == []


def test_equivalent_mutants_are_of_lines_that_are_there() -> None:
    stale = []
    for entry in EQUIVALENT["mutant"]:
        module = ROOT / entry["module"]
        lines = module.read_text(encoding="utf-8").splitlines() if module.exists() else []
        text = "\n".join(line.strip() for line in lines)
        if f"\n{entry['was']}\n" not in f"\n{text}\n":
            stale.append((entry["module"], entry["was"]))
    assert stale == []
