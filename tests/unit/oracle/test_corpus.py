"""The programs of the law tests end on every enumerated heap, and keep what they promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.corpus import Subject, subject, subjects
from checks.table import ends
from heapwise.frontends.tiny.parser import parse
from heapwise.selfcheck.oracle.interpreter import run

SUBJECTS = subjects()


def named(name: str) -> Subject:
    return next(each for each in SUBJECTS if each.name == name)


def test_there_are_enough_programs_and_each_makes_a_claim() -> None:
    assert len(SUBJECTS) >= 40
    assert all(each.claim for each in SUBJECTS)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_every_heap_comes_to_an_end_and_never_reaches_what_is_called_never(
    subject: Subject,
) -> None:
    count = 0
    for heap in subject.heaps():
        result = run(subject.program, heap, max_calls=100)
        assert result.kind != "bounded"
        assert "@never" not in result.trace
        count += 1
    assert 0 < count <= 20_000


@pytest.mark.parametrize(
    ("name", "returned"), [("fig_1a", 2), ("fig_1b", 1), ("fig_1c", 6), ("fig_1c_max_10", 12)]
)
def test_the_figures_of_the_pose_paper_have_as_many_paths_as_it_says(
    name: str, returned: int
) -> None:
    found = ends(named(name), named(name).heaps())[1]
    assert sum(kind == "returned" for _, kind, _, _ in found) == returned


def test_only_three_aliases_violate_the_assertion_of_figure_3() -> None:
    subject = named("fig_3_p2_assert")
    for heap in subject.heaps():
        values = set(heap.roots.values())
        all_aliases = len(values) == 1 and None not in values
        assert (run(subject.program, heap).kind == "violated") == all_aliases


def test_the_second_line_of_a_program_says_how_far_to_go(tmp_path: Path) -> None:
    path = tmp_path / "one.tiny"
    path.write_text("// A claim\n// heaps: max_objects=5 ints=-1,7 partial\n(1 + 2)\n")
    found = subject(path)
    assert (found.max_objects, found.ints, found.partial) == (5, (-1, 7), True)
    assert found.program == parse("(1 + 2)", "one.tiny")
