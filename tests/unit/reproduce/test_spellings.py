"""The prototype of the POSE paper looks at no type that a method declares: whatever stands there,
the subjects have as many paths as before."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from heapwise.reproduce import pose_experiment
from heapwise.reproduce.pose_experiment import Case, measure

FOLDER = pose_experiment.programs_folder(None, pose_experiment.PAPER)
SUBJECTS = ("treemap_put", "ncll_add", "dll_remove", "avl_maxElement", "fig_1a", "fig_1c_max4")
_HEAD = re.compile(r"^(  )(\w+)( \w+\()([^)]*)(\) :=)", re.MULTILINE)
_FIELD = re.compile(r"^(  )(\w+)( \w+;)", re.MULTILINE)
_WRAPPED = {"int": "Integer", "bool": "Boolean"}


def heads(text: str, result: str | None, parameter: str | None) -> str:
    """With other types in front of methods and of their parameters."""

    def spelled(found: re.Match[str]) -> str:
        pairs = [each.split() for each in found[4].split(",") if each.strip()]
        listed = ", ".join(f"{parameter or type_} {name}" for type_, name in pairs)
        return f"{found[1]}{result or found[2]}{found[3]}{listed}{found[5]}"

    return _HEAD.sub(spelled, text)


def fields(text: str, spelling: Callable[[str], str]) -> str:
    return _FIELD.sub(lambda found: f"{found[1]}{spelling(found[2])}{found[3]}", text)


def wrapped(name: str) -> str:
    return _WRAPPED.get(name, name)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "boolean": lambda text: re.sub(r"\bbool\b", "boolean", text),
    "Integer and Boolean fields": lambda text: fields(text, wrapped),
    "fields of no known class": lambda text: fields(
        text, lambda name: name if name in _WRAPPED else "Ref"
    ),
    "void": lambda text: heads(text, "void", None),
    "Object returned": lambda text: heads(text, "Object", None),
    "int returned": lambda text: heads(text, "int", None),
    "Object passed": lambda text: heads(text, None, "Object"),
    "int passed": lambda text: heads(text, None, "int"),
    "nothing known": lambda text: fields(heads(text, "R", "T"), wrapped),
}


def paths(folder: Path) -> dict[str, int]:
    cases = (Case("paper", name, "fieldmaps") for name in SUBJECTS)
    return {case.subject: measure(case, folder, 60).paths for case in cases}


@pytest.fixture(scope="module")
def expected() -> dict[str, int]:
    return paths(FOLDER)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_subjects_have_the_same_paths(
    tmp_path: Path, spelling: str, expected: dict[str, int]
) -> None:
    changed = 0
    for file in FOLDER.glob("*.tiny"):
        before = file.read_text(encoding="utf-8")
        text = SPELLINGS[spelling](before)
        changed += text != before
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    assert changed >= 3
    assert paths(tmp_path) == expected
