"""D8: violations come first and are drawn, cut paths last and in one line; the header says what was
assumed of the inputs and within which bounds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = '''
from __future__ import annotations


class Node:
    value: int
    next: Node | None


class Bag:
    head: Node | None
    size: int

    def rep_ok(self) -> bool:
        return self.size >= 0

    def last(self, limit: int) -> int:
        """
        pre: limit > 0
        """
        node = self.head
        if node is None:
            return 0
        while node.next is not None:
            node = node.next
        assert node.value != limit
        return node.value

    def grow(self, by: int) -> None:
        assert self.size != by
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bag.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def explored(folder: Path, method: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-m", "heapwise", "explore", f"bag.py:Bag.{method}", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    return run.stdout.splitlines()


def test_violations_are_drawn_before_everything_else_and_cuts_are_one_line(folder: Path) -> None:
    lines = explored(folder, "last", "--precondition", "assume", "--json", "out.json")
    header, empty, first, *_ = lines
    assert header.startswith("strategy fieldmaps · precondition ")
    assert "rep_ok" in header and "(run first)" in header and "limit > 0 (run first)" in header
    assert "at most 3 objects of each class" in header and "≤" not in header
    assert empty == ""
    assert first.split(maxsplit=2)[2].startswith("violated ") and first.endswith(" at bag.py:26")
    assert any("┐" in line or "────►" in line for line in lines[3:8])  # its input is drawn
    table = next(n for n, line in enumerate(lines) if line.split()[:2] == ["#", "outcome"])
    rows = [line.split() for line in lines[table + 1 :]]
    kinds = [row[1] for row in rows if len(row) > 3 and row[0].isdigit()][:-2]
    assert kinds == sorted(kinds, key=lambda kind: kind != "violated") and "returned" in kinds
    assert not any("bounded max" in line for line in lines)
    report = json.loads((folder / "out.json").read_text())
    cuts = report["account"]["cuts"]
    assert cuts
    number = sum(cuts.values())
    parts = ", ".join(f"{count} {name}" for name, count in cuts.items())
    noun = "path" if number == 1 else "paths"
    assert f"{number} {noun} bounded: {parts}; -v shows them" in lines
    assert any("limit > 0" in text for text in report["assumed"])


def test_what_is_folded_is_drawn_on_demand(folder: Path) -> None:
    lines = explored(folder, "last", "--precondition", "assume", "-v")
    heads = [line for line in lines if line.startswith("path ")]
    kinds = [line.split()[2] for line in heads]
    order = {"violated": 0, "endless": 1, "returned": 1, "raised": 1, "bounded": 2}
    assert [order[kind] for kind in kinds] == sorted(order[kind] for kind in kinds)
    assert {"violated", "returned", "bounded"} <= set(kinds)
    assert not any("-v shows them" in line for line in lines)


def test_a_compiled_invariant_is_named_with_its_way(folder: Path) -> None:
    lines = explored(folder, "grow")
    assert "rep_ok" in lines[0] and "(compiled)" in lines[0]
