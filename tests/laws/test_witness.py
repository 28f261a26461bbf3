"""Law 3: the input of every path, run by the independent interpreter, takes that very path."""

from __future__ import annotations

import pytest

from checks.every import every
from checks.programs import NAMES, subject_named
from checks.runs import explored
from checks.strategies import STRATEGIES
from checks.table import end_of
from heapwise.selfcheck.oracle.interpreter import run
from heapwise.selfcheck.oracle.same_heaps import same_up_to_new_names


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_the_witness_takes_its_path_to_the_same_end(name: str, strategy: str) -> None:
    program = subject_named(name).program
    for path in explored(name, strategy):
        given = path.result.input
        rerun = run(program, given)
        assert end_of(rerun) == path.end
        assert same_up_to_new_names(
            path.result.output, path.result.outcome.value, rerun.heap, rerun.value, given
        ), f"{path.result.condition}: {path.result.output} is not {rerun.heap}"


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_every_path_is_confirmed_and_replayed(name: str, strategy: str) -> None:
    assert explored(name, strategy)
    for path in explored(name, strategy):
        assert path.completed
        assert path.result.confirmed
        assert path.result.replayed
