"""Programs written for a model checker run as they are; strings that are only compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise import explore
from heapwise.cli.app import app
from heapwise.frontends.java.options import JavaOptions
from heapwise.heaps import registry
from heapwise.results import OutcomeKind, PathResult

_CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"


def _paths(name: str, strategy: str | None = None, **options: str) -> list[PathResult]:
    target = f"{_CLASSES}:models.{name}"
    run = explore(target, strategy=strategy, language_options=JavaOptions(**options))  # type: ignore[arg-type]
    try:
        return list(run)
    finally:
        run.close()


def _ends(name: str, **options: str) -> list[str]:
    found = _paths(name, **options)
    return sorted(str(each.outcome.value or each.outcome.kind.value) for each in found)


@pytest.mark.parametrize("strategy", registry.names())
def test_a_main_gets_no_arguments(strategy: str) -> None:
    (path,) = _paths("Opaque$Counts.main", strategy)
    assert path.replayed and path.outcome.kind is OutcomeKind.RETURNED


def test_a_main_gets_any_arguments_if_the_user_says_so() -> None:
    kinds = [each.outcome.kind for each in _paths("Opaque$Counts.main", main_arguments="any")]
    assert kinds.count(OutcomeKind.RAISED) == 2 and kinds.count(OutcomeKind.RETURNED) == 1


def test_a_main_that_looks_at_its_arguments_was_not_run_on_all_inputs() -> None:
    for name, said in (("Opaque$Counts", True), ("Opaque", False)):
        run = explore(f"{_CLASSES}:models.{name}.main")
        summary = run.count()
        run.close()
        assert ("main without arguments" in summary.account.limits.get("inputs", "")) is said


@pytest.mark.parametrize("strategy", registry.names())
def test_a_symbolic_reference_is_any_object_of_the_class_of_the_sample(strategy: str) -> None:
    found = _paths("Opaque.main", strategy)
    kinds = [each.outcome.kind for each in found]
    assert all(each.replayed for each in found)
    assert kinds.count(OutcomeKind.RAISED) == 1 and kinds.count(OutcomeKind.RETURNED) >= 2


def test_opaque_strings_are_ordered() -> None:
    assert _ends("Opaque.order", strings="opaque") == ["1", "2", "3", "raised", "raised"]
    assert "1" not in _ends("Opaque.twice", strings="opaque")


def test_known_strings_are_compared_as_the_jvm_does() -> None:
    (path,) = _paths("Opaque.known", strings="opaque")
    assert path.outcome.value == 3 + (ord("b") - ord("e")) and path.replayed


def test_whoever_looks_into_an_opaque_string_is_given_up() -> None:
    result = CliRunner().invoke(
        app, ["explore", f"{_CLASSES}:models.Opaque.looks", "--strings", "opaque"]
    )
    assert "String.length, which looks into an opaque string" in " ".join(result.output.split())
    assert "opaque strings" in result.output and result.exit_code == 3


def test_one_of_a_list_is_any_of_its_items() -> None:
    assert _ends("Choices.fromList") == ["1", "2", "3", "returned"]


def test_the_choices_of_older_versions_are_known() -> None:
    assert len(_ends("Choices.older")) == 3


def test_what_a_program_says_to_the_engine_changes_nothing_but_an_end_of_the_search_does() -> None:
    paths = _paths("Choices.talkative")
    assert {path.outcome.value for path in paths} == {2, 3} and len(paths) == 2
    assert all(path.replayed for path in paths)
