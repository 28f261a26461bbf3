"""Invariants of Java classes that are found, and the `repOK` that is printed."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from shutil import which

import pytest

from heapwise.checking.invariant_search import FoundInvariant, find_invariant

PROGRAMS = Path(__file__).parents[3] / "programs_java"
SOURCE = PROGRAMS / "source" / "found" / "Lists.java"


@cache
def _found(name: str) -> FoundInvariant:
    return find_invariant(f"{PROGRAMS / 'classes'}:found.Lists${name}", 2, 60.0)


def test_a_stack_in_an_array() -> None:
    found = _found("Stack")
    assert found.kept == [
        "items != null",
        "count >= 0",
        "count <= items.length",
        "items[i] == null for count <= i < items.length",
    ]
    assert found.scope == 2 and not found.open_methods


def test_a_doubly_linked_list() -> None:
    found = _found("Chain")
    assert {
        "size >= 0",
        "nodes from first along next come to an end",
        "size == number of nodes from first along next",
        "last is the last of nodes from first along next",
        "previous leads back where next leads on, from first",
    } <= {*found.kept}
    assert "value <= next value along next from first" in found.dropped


def test_what_a_method_breaks_is_told_with_the_method() -> None:
    found = _found("Forgetful")
    assert found.dropped["size == number of nodes from first along next"].startswith(
        "Lists$Forgetful.clear"
    )
    assert "last is the last of nodes from first along next" in found.kept


def test_a_search_tree_with_parents() -> None:
    tree = "a tree from root along left and right"
    assert {
        tree,
        f"size == number of nodes of {tree}",
        f"parent is the parent in {tree}",
        f"key in order in {tree}",
    } <= {*_found("Tree").kept}


@pytest.mark.skipif(which("javac") is None, reason="there is no compiler")
def test_what_is_printed_compiles(tmp_path: Path) -> None:
    text = SOURCE.read_text()
    for name in ("Stack", "Chain", "Tree"):
        start = f"public static class {name} {{"
        assert start in text
        text = text.replace(start, f"{start}\n{_found(name).text}\n")
    file = tmp_path / "Lists.java"
    file.write_text(text)
    subprocess.run(["javac", "-d", str(tmp_path), str(file)], check=True)
