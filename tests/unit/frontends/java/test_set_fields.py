"""Fields that constructors set are not null in inputs of `check`; all others may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import explore
from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.universe.set_fields import nest_of, never_null
from heapwise.results import Verdict

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"

EXPECTED = {
    "Leaks": set(),
    "Nulled": set(),
    "Param": set(),
    "Req": {"s"},
    "Two": {"a"},
    "Cond": set(),
    "Nest": set(),
    "Nest$In": {"this$0"},
    "Pass": set(),
    "Sub": {"m"},
    "Lit": {"a", "lock", "t"},
    "Taken": {"b"},
    "Outer$Inner": {"this$0"},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_what_every_constructor_sets_and_nobody_sets_to_null_is_never_null(name: str) -> None:
    classes = open_class_path([str(CLASSES)])
    cls, *above = Hierarchy(classes).line(f"checked/SetFields${name}")
    nest = map(classes.load, nest_of(cls, classes.user_classes()))
    assert never_null(cls, nest, above) == EXPECTED[name]


def test_a_check_takes_objects_that_were_constructed_and_an_exploration_any() -> None:
    (report,) = check(f"{CLASSES}:checked.SetFields$Lit.n", CheckOptions(seconds=20))
    assert report.verdict in (Verdict.PROVED, Verdict.CLEAN)
    (other,) = check(f"{CLASSES}:checked.SetFields$Nulled.n", CheckOptions(seconds=20))
    assert [each.message.partition(":")[0] for each in other.findings] == [
        "java.lang.NullPointerException"
    ]
    ends = {path.outcome.exception for path in explore(f"{CLASSES}:checked.SetFields$Lit.n")}
    assert "java.lang.NullPointerException" in ends
