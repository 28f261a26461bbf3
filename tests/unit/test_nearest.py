"""`tests/nearest.toml` and the list of equivalent mutants name what there is, also after a move."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.mutation.tracing import digest_of_test
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


@pytest.mark.parametrize("helper", ["helper.py", "tables/rows.py"])
def test_a_test_is_another_one_when_what_it_imports_has_changed(
    tmp_path: Path, helper: str
) -> None:
    """What has passed before is not run again: it must be what there was."""
    file, beside = tmp_path / "test_it.py", tmp_path / helper
    beside.parent.mkdir(exist_ok=True)
    for each in (file, beside, tmp_path / "test_other.py"):
        each.write_text("")
    before = digest_of_test.__wrapped__(file)
    (tmp_path / "test_other.py").write_text("1")
    assert digest_of_test.__wrapped__(file) == before
    beside.write_text("1")
    assert digest_of_test.__wrapped__(file) != before
