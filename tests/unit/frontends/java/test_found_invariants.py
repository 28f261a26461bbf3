"""Invariants of Java classes that are found, and the `repOK` that is printed."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from shutil import which

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.checking.invariant_search import FoundInvariant, find_invariant
from heapwise.frontends.java.classpath.sources import SingleFile
from heapwise.results import Verdict
from heapwise.results.account import FOUND_INVARIANTS
from heapwise.results.checks import BY_CALLS

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


LEDGER = """
package ledger;
public class Ledger {
    static class Entry { int amount; Entry next; Entry(int amount) { this.amount = amount; } }
    private Entry first;
    private int count;
    public void add(int amount) {
        Entry made = new Entry(amount);
        made.next = first;
        first = made;
        count++;
    }
    public boolean remove(int amount) {
        if (first == null || first.amount != amount) return false;
        first = first.next;
        return true;
    }
    public int latest() { return count == 0 ? 0 : first.amount; }
    public int sum() {
        int sum = 0;
        for (Entry each = first; each != null; each = each.next) sum += each.amount;
        return sum;
    }
}
"""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if which("javac") is None:
        pytest.skip("there is no compiler")
    folder = tmp_path_factory.mktemp("ledger")
    (folder / "Ledger.java").write_text(LEDGER)
    command = ["javac", "-d", str(folder), str(folder / "Ledger.java")]
    subprocess.run(command, check=True)
    return folder / "ledger" / "Ledger.class"


def test_what_only_impossible_objects_do_is_left_out_by_an_invariant(ledger: Path) -> None:
    """A cycle never ends: this is known long before all that small inputs do is."""
    options = CheckOptions(max_objects=2, seconds=60.0)
    (report,) = check(f"{ledger}:ledger.Ledger.sum()", options)
    assert report.verdict is Verdict.CLEAN and not report.findings
    assumed = report.account.limits[FOUND_INVARIANTS]
    assert "`nodes from first along next come to an end`" in assumed
    assert "1 failure of other objects" in report.remarks[-1]


def test_classes_beside_a_class_file_are_known(ledger: Path) -> None:
    """Without them, whoever adds an entry could not be called unseen."""
    (report,) = check(f"{ledger}:ledger.Ledger.latest()", CheckOptions(max_objects=1))
    (finding,) = report.possible
    assert finding.built == BY_CALLS and ".remove(" in finding.snippet
    assert {*SingleFile(ledger).names()} == {"ledger/Ledger", "ledger/Ledger$Entry"}


def test_what_was_found_is_assumed_and_not_promised() -> None:
    target = f"{PROGRAMS / 'classes'}:found.Lists$Stack.pop()"
    (report,) = check(target, CheckOptions(max_objects=2, seconds=60.0))
    assert report.verdict in (Verdict.PROVED, Verdict.CLEAN)
    assert "count <= items.length" in report.account.limits[FOUND_INVARIANTS]
    assert not report.account.violations
