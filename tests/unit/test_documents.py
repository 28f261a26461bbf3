"""Documents name files, headings and modules that exist, and the tour stays a tour."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "heapwise"
FOLDERS = ("src", "tests", "docs", "benchmarks", "examples")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
MODULES = sorted(PACKAGE.rglob("*.py"))

FILE = re.compile(r"`([\w./-]+\.(?:py|md|toml|txt|tiny))`")
FOLDER = re.compile(r"`([a-z_]+(?:/[a-z_]+)+)/?`")
IMPORT = re.compile(r"^\s*from (heapwise[\w.]*) import ", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

INVENTED = {"file.py", "heapwise.toml", "mark.tiny", "noxfile.py", "setup.py"}
"""Files of users, in examples."""
PAST = {"CHANGELOG.md"}
"""Documents that speak of files as they were."""


def endings() -> frozenset[str]:
    """All that a file or folder of the repository may be called: its path, from any folder on."""
    found: set[str] = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            if "__pycache__" not in parts:
                found.update("/".join(parts[start:]) for start in range(len(parts)))
    return frozenset(found) | {path.name for path in ROOT.iterdir()}


ENDINGS = endings()
ROOMS = {path.name for path in PACKAGE.rglob("*") if path.is_dir()} | set(FOLDERS)


def missing(text: str) -> Iterator[str]:
    for name in FILE.findall(text):
        if name not in ENDINGS and name not in INVENTED:
            yield name
    for name in FOLDER.findall(text):
        if name.split("/")[0] in ROOMS and name not in ENDINGS:
            yield name


def is_module(name: str) -> bool:
    path = ROOT.joinpath("src", *name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def anchors(document: Path) -> set[str]:
    """The headings, as they are called in links."""
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_a_document_names_files_that_exist(document: Path) -> None:
    if document.name not in PAST:
        text = document.read_text(encoding="utf-8")
        assert not list(missing(text))
        assert all(map(is_module, IMPORT.findall(text)))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_links_lead_somewhere(document: Path) -> None:
    lost: list[str] = []
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        if "://" in name:
            continue
        target = document.parent / name if name else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert not lost


def test_modules_say_what_they_are_for_and_name_modules_that_exist() -> None:
    wrong: list[str] = []
    for path in MODULES:
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        name = path.relative_to(PACKAGE).as_posix()
        if not docstring:
            wrong.append(f"{name} has no docstring")
        else:
            wrong += [f"{name} speaks of {lost}" for lost in missing(docstring)]
    assert not wrong


def test_the_tour_takes_ten_minutes() -> None:
    tour = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert len(tour.split()) <= 1800
