"""`check` and `tests` with every technique for invariants: on Python, Java and a small language."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from heapwise.checking import suites
from heapwise.checking.check import CheckOptions, check
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.test_options import TestOptions
from heapwise.program import InputError
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport
from heapwise.structure.run.preconditions import PRECONDITIONS

CLASSES = Path(__file__).parents[2] / "programs_java" / "classes"
ROOT = Path(__file__).parents[3]
USING_INVARIANTS = [each.name for each in PRECONDITIONS.values() if each.uses_invariant]
PYTHON = """
    from __future__ import annotations

    class Node:
        value: int
        next: Node | None

    class Chain:
        head: Node | None
        size: int

        def rep_ok(self) -> bool:
            seen = 0
            node = self.head
            while node is not None:
                seen += 1
                if seen > 3:
                    return False
                node = node.next
            return seen == self.size

        def second(self) -> int:
            return self.head.next.value if self.size > 1 else 0

        def forgets(self) -> None:
            self.size = 7

    def inverse(x: int) -> int:
        return 1 // x
"""


def checked(target: str, precondition: str) -> FunctionReport:
    options = CheckOptions(seconds=1200, max_objects=2, precondition=precondition)
    (report,) = check(target, options)
    return report


def targets(folder: Path) -> list[str]:
    file = folder / "chains.py"
    file.write_text(textwrap.dedent(PYTHON))
    java = [] if find_jdk() is None else [f"{CLASSES}:checked.Chain."]
    return [f"{file}:Chain.", *java]


@pytest.mark.parametrize("precondition", USING_INVARIANTS)
def test_a_broken_invariant_is_found_with_every_technique(
    tmp_path: Path, precondition: str
) -> None:
    for target in targets(tmp_path):
        report = checked(f"{target}forgets", precondition)
        (finding,) = report.findings
        assert finding.kind == "contract" and finding.replayed, target


@pytest.mark.parametrize("precondition", USING_INVARIANTS)
def test_no_finding_has_an_input_that_is_not_valid(tmp_path: Path, precondition: str) -> None:
    """`hybrid` keeps paths that no valid input takes: of those, nothing is said."""
    for target in targets(tmp_path):
        report = checked(f"{target}second", precondition)
        assert not report.findings, target
        undecided = precondition == "hybrid"
        assert report.verdict is (Verdict.UNDECIDED if undecided else Verdict.CLEAN), target


@pytest.mark.parametrize("precondition", USING_INVARIANTS)
def test_what_has_no_invariant_is_checked_without_one(tmp_path: Path, precondition: str) -> None:
    for target in targets(tmp_path):
        inverse = f"{target}inverse" if "checked" in target else f"{tmp_path}/chains.py:inverse"
        assert checked(inverse, precondition).verdict is Verdict.VIOLATED
    report = checked(str(ROOT / "examples" / "list.tiny"), precondition)
    assert report.verdict is Verdict.VIOLATED


@pytest.mark.parametrize("precondition", ["symsolve", "compiled", "assume"])
def test_tests_take_techniques(tmp_path: Path, precondition: str) -> None:
    options = TestOptions(max_objects=2, max_length=2, precondition=precondition)
    file = tmp_path / "chains.py"
    file.write_text(textwrap.dedent(PYTHON))
    (made,) = suites.tests(f"{file}:Chain.second", options)
    assert made.cases and not made.violated
    small = ROOT / "benchmarks" / "lissa" / "tree_map.tiny"
    (made,) = suites.tests(small, TestOptions(max_objects=1, precondition=precondition))
    assert made.cases and not made.violated


def test_what_cannot_be_done_for_a_function_is_no_fault() -> None:
    options = TestOptions(precondition="driver:nosuch")
    (made,) = suites.tests(ROOT / "examples" / "list.tiny", options)
    ((message, _),) = made.account.unsupported
    assert message == "`List` has no method `nosuch` for a driver to call"
    assert not made.account.failures


@pytest.mark.parametrize(
    ("strategy", "precondition", "message"),
    [
        ("fieldmaps", "symsolve", "looks at structures as they are materialised"),
        (None, "symsolve:references", "keeps inputs that are not valid"),
    ],
)
def test_choices_that_do_not_go_together_are_refused(
    strategy: str | None, precondition: str, message: str
) -> None:
    options = CheckOptions(strategy=strategy, precondition=precondition)
    with pytest.raises(InputError, match=message):
        options.plan("list.tiny", Bounds())
