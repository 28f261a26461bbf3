"""What inputs of Java methods hold to begin with: `--field`, and finitizations in Korat's style."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise import Bounds, enumerate_inputs, explore
from heapwise.cli.app import app
from heapwise.frontends.input_limits import limit_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import load_program
from heapwise.heaps import registry
from heapwise.program import InputError

_CLASSES = Path(__file__).parents[4] / "benchmarks" / "java" / "classes"


def _paths(
    target: str,
    strategy: str = "lazy",
    fields: Mapping[str, str] | None = None,
    finitization: str | None = None,
    precondition: str = "none",
    scope: int = 2,
) -> tuple[int, int]:
    """Completed paths, and those that a bound has cut."""
    run = explore(
        f"{_CLASSES}:lissa.{target}",
        strategy=strategy,
        bounds=Bounds(max_objects=scope),
        precondition=precondition,
        contracts=False,
        language_options=JavaOptions(ints="math", fields=fields or {}, finitization=finitization),
    )
    try:
        counts = run.count().counts
        return counts.paths, counts.bounded
    finally:
        run.close()


_HAS_NULL = "DataSetMap.hasNull(int)"


@pytest.mark.parametrize("strategy", registry.names())
def test_a_field_that_is_no_input_is_null_under_every_strategy(strategy: str) -> None:
    one = {"Entry.next": "null"}
    some, _ = _paths(_HAS_NULL, strategy, one)
    none, _ = _paths(_HAS_NULL, strategy, {**one, "DataSetMap$Entry.value": "null"})
    object_, _ = _paths(_HAS_NULL, strategy, {**one, "DataSetMap$Entry.value": "not-null"})
    assert none < some and object_ < some


@pytest.mark.parametrize("strategy", registry.names())
def test_a_number_that_is_no_input_is_0_and_a_truth_value_false(strategy: str) -> None:
    empty = {f"Schedule.prio_{number}": "not-null" for number in (1, 2, 3)}
    some, _ = _paths(
        "Schedule.quantumExpire", strategy, {**empty, "JobList.mem_count": "0..1"}, scope=1
    )
    none, _ = _paths(
        "Schedule.quantumExpire", strategy, {**empty, "JobList.mem_count": "null"}, scope=1
    )
    zero, _ = _paths(
        "Schedule.quantumExpire", strategy, {**empty, "JobList.mem_count": "0"}, scope=1
    )
    assert none == zero < some


@pytest.mark.parametrize(
    ("field", "complaint"),
    [
        ({"HashMap$Entry.next": "0..1"}, "holds null, not-null"),
        ({"HashMap$Entry.key": "not-null"}, r"holds null, a number, LOW\.\.HIGH"),
        ({"HashMap$Entry.key": "few"}, r"holds null, a number, LOW\.\.HIGH"),
        ({"HashMap$Entry.keys": "null"}, "has no field `keys`"),
        ({"Nowhere.key": "null"}, "no class `Nowhere`"),
    ],
)
def test_what_a_field_cannot_hold_is_refused(field: dict[str, str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        _paths("HashMap.put(int)", fields=field)


def test_a_finitization_says_how_many_objects_there_are_and_which_fields_lead_to_them() -> None:
    options = JavaOptions(finitization="finCombatantStatistic(3)", contracts=False)
    program = load_program(f"{_CLASSES}:lissa.CombatantStatistic.ensureTypExists", options)
    told = program.universe.options
    assert told.finitization is None
    assert told.objects["lissa.CombatantStatistic"] == 1
    assert told.objects["lissa.DataSetMap$Entry"] == 3
    assert told.objects["lissa.LinkedList$Entry"] == 9
    without = JavaOptions(finitization="finWithoutLists(3)", contracts=False)
    program = load_program(f"{_CLASSES}:lissa.CombatantStatistic.ensureTypExists", without)
    assert program.universe.options.fields["lissa.ListMap$Entry.value"] == "null"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("finHashMap", r"METHOD\(N\)"),
        ("nowhere(3)", "nowhere"),
        ("put(3)", "is not static"),
        ("made(3)", "is no finitization"),
    ],
)
def test_a_finitization_that_is_none_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        _paths("HashMap.put(int)", finitization=text)


def test_symsolve_looks_within_its_scope_and_cuts_nothing() -> None:
    """16 buckets, and in each at most one entry: another hash, another key, the key."""
    found = _paths(
        "HashMap.put(int)",
        finitization="finHashMap(1)",
        precondition="symsolve:references",
        scope=1,
    )
    assert found == (64, 0)


def test_structures_are_enumerated_within_a_finitization() -> None:
    options = JavaOptions(finitization="finTreeMap(4)")
    trees = enumerate_inputs(
        f"{_CLASSES}:lissa.TreeMap", 4, complete=False, language_options=options
    )
    assert trees.count() == 1 + 1 + 2 + 2 + 4


def test_no_object_of_a_class_leaves_null() -> None:
    run = explore(
        f"{_CLASSES}:lissa.HashMap.put(int)",
        strategy="lazy",
        bounds=Bounds(max_objects=2, max_objects_of={"HashMap$Entry": 0}),
        precondition="symsolve:references",
        contracts=False,
        language_options=JavaOptions(ints="math", fields={"HashMap$Entry.value": "null"}),
    )
    try:
        assert run.count().counts.paths == 16
    finally:
        run.close()


def _look(**bounds: object) -> list[object]:
    run = explore(
        f"{_CLASSES}:lissa.HashMap.remove(int)",
        bounds=Bounds(**bounds),  # type: ignore[arg-type]
        precondition="compiled",
    )
    try:
        return [path.outcome.value for path in run]
    finally:
        run.close()


def test_that_there_is_nothing_of_one_class_says_nothing_of_the_receiver() -> None:
    found = _look(max_objects_of={"HashMap$Entry": 0}, max_length=2)
    assert found and set(found) == {None}


def test_a_compiled_invariant_of_no_objects_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="the domain of `this` is empty"):
        _look(max_objects=2, max_objects_of={"lissa.HashMap": 0})


def test_a_nested_class_may_be_called_as_in_source_code() -> None:
    for name in ("Entry", "HashMap.Entry", "lissa.HashMap.Entry", "lissa.HashMap$Entry"):
        assert limit_of("lissa.HashMap$Entry", "next", {f"{name}.next": "null"}) == "null"
    assert limit_of("lissa.HashMap$Entry", "next", {"Map.Entry.next": "null"}) is None


def test_the_header_shows_what_was_said_of_fields() -> None:
    target = f"{_CLASSES}:lissa.LinkedList.add(int)"
    options = ["--max-objects", "LinkedList$Entry=1", "--field", "LinkedList$Entry.element=0..3"]
    shown = CliRunner().invoke(app, ["explore", target, *options]).output
    assert "at most 1 lissa.LinkedList$Entry object" in shown
    assert "LinkedList$Entry.element = 0..3" in " ".join(shown.split())
    assert "not exhaustive" in shown


def test_what_was_said_of_fields_is_a_limit_of_the_run() -> None:
    """One path, and yet not for every list."""
    run = explore(
        f"{_CLASSES}:lissa.LinkedList.add(int)",
        contracts=False,
        language_options=JavaOptions(fields={"LinkedList.header": "null"}),
    )
    try:
        summary = run.count()
        assert summary.counts.paths == 1 and not summary.exhaustive
    finally:
        run.close()
