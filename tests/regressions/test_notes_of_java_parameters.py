"""`@NotNull`, `@Min` and the like say which arguments a Java method is called with."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import explore

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


def _raised(method: str, contracts: bool = True) -> list[tuple[str, object]]:
    run = explore(f"{CLASSES}:regressions.Noted.{method}", contracts=contracts)
    found = [(path.outcome.exception or "", path.input.roots) for path in run]
    run.close()
    return [each for each in found if each[0]]


@pytest.mark.parametrize("method", ["length", "ofType", "divided", "positive"])
def test_what_annotations_refuse_is_no_input(method: str) -> None:
    assert _raised(method) == []


@pytest.mark.parametrize(
    ("method", "exceptions"), [("length", 1), ("ofType", 1), ("divided", 2), ("positive", 1)]
)
def test_without_contracts_all_arguments_are_inputs(method: str, exceptions: int) -> None:
    assert len(_raised(method, contracts=False)) == exceptions


def test_what_they_allow_is_an_input() -> None:
    assert _raised("wrong") == [("java.lang.ArithmeticException", {"by": 0})]


def test_the_header_names_them() -> None:
    run = explore(f"{CLASSES}:regressions.Noted.divided")
    run.count()
    assert run.program.assumed == ("@Min(1) by", "@Max(10) n")
