"""The public API, as a user meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

import heapwise
from heapwise import Bounds, InputError, OutcomeKind, explore
from heapwise.engine.run_context import StoppedError

SWAP = """\
class Node { int val; Node next; }
if ((Y0.val) < ((Y0.next).val)) then 1 else 2
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "swap.tiny"
    path.write_text(SWAP)
    return path


def test_paths_come_one_by_one_and_are_numbered(program: Path) -> None:
    run = explore(program)
    first = next(iter(run))
    assert first.id == 1
    assert run.pending > 0
    assert run.summary.stopped is None
    assert run.summary.exhaustive is False


def test_nothing_runs_before_the_run_is_iterated(program: Path) -> None:
    run = explore(program)
    assert run.summary.counts.paths == 0
    assert run.summary.seconds == 0.0
    assert run.summary.exhaustive is False


def test_a_complete_run_is_exhaustive(program: Path) -> None:
    run = explore(program)
    paths = list(run)
    summary = run.summary
    assert [path.id for path in paths] == list(range(1, len(paths) + 1))
    assert summary.exhaustive is True
    assert summary.stopped is None
    assert summary.counts.paths == len(paths)
    assert summary.counts.returned == 2
    assert summary.counts.raised == 2
    assert (summary.target, summary.language) == (str(program), "tiny")
    assert all(path.replayed and path.confirmed for path in paths)


LOOKUP = """\
def f(names: dict[str, int], name: str) -> int:
    names[name] = 1
    return 0 if len(names) > 1 else names[name]
"""


@pytest.fixture
def lookup(tmp_path: Path) -> str:
    path = tmp_path / "looking_up.py"
    path.write_text(LOOKUP)
    return f"{path}:f"


def test_states_that_take_the_same_path_are_its_cases(lookup: str) -> None:
    run = explore(lookup, bounds=Bounds(max_objects=2, max_length=2))
    numbers = []
    for leaf in run.leaves():
        if leaf.kind is OutcomeKind.BOUNDED:
            continue
        found = run.describe(leaf)
        assert found.replayed
        numbers.append((found.id, found.case))
    counts = run.summary.counts
    run.close()
    assert counts.paths == 2
    assert counts.cases == len(numbers) > 2
    assert len({number for number, _ in numbers}) == 2
    assert len(set(numbers)) == len(numbers)
    assert len([number for number, case in numbers if case == 1]) == 2


def test_time_that_is_up_while_a_path_is_described_is_no_fault_of_ours(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(*_: object) -> None:
        raise StoppedError

    run = explore(program)
    leaf = next(iter(run.leaves()))
    with monkeypatch.context() as patched:
        patched.setattr("heapwise.path_description.PathDescriber.describe", too_late)
        found = run.describe(leaf)
    assert (found.id, found.outcome.kind, found.replayed) == (leaf.number, leaf.kind, False)
    assert found.doubt == "there was no time to look for an input"
    assert (run.account.failures, run.account.unshown) == ([], {found.doubt: 1})


def test_a_path_is_given_once(lookup: str) -> None:
    run = explore(lookup, bounds=Bounds(max_objects=2, max_length=2))
    found = [path for path in run if path.outcome.kind is not OutcomeKind.BOUNDED]
    assert len(found) == len({path.id for path in found}) == 2
    assert {path.case for path in found} == {1}
    run.close()


def test_the_bound_on_paths_does_not_count_cases(lookup: str) -> None:
    bounds = Bounds(max_objects=2, max_length=2, max_paths=2)
    counts = explore(lookup, bounds=bounds).count().counts
    assert counts.paths == 2


def test_strategies_that_fork_count_every_state(lookup: str) -> None:
    run = explore(lookup, strategy="lazy", bounds=Bounds(max_objects=2, max_length=2))
    counts = run.count().counts
    assert counts.paths == counts.cases > 2


def test_a_target_is_a_path_or_a_string(program: Path) -> None:
    assert len(list(explore(str(program)))) == len(list(explore(program)))


def test_a_txt_file_is_a_tiny_program(program: Path) -> None:
    other = program.rename(program.with_suffix(".txt"))
    assert explore(other).program.language == "tiny"


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy", "pose"])
def test_every_strategy_takes_every_option(program: Path, strategy: str) -> None:
    run = explore(
        program,
        strategy=strategy,
        bounds=Bounds(max_objects=2),
        search="bfs",
        seed=3,
        null_dereference="ignore",
    )
    assert {path.outcome.kind for path in run} == {OutcomeKind.RETURNED}
    assert run.summary.strategy == strategy
    assert run.summary.bounds["max_objects"] == 2


def test_counting_finds_the_same_paths_without_describing_them(program: Path) -> None:
    run = explore(program)
    summary = run.count(track_traces=True)
    assert summary.counts.paths == len(list(explore(program)))
    assert run.trace_digest is not None
    assert len(run.trace_digest) == summary.counts.paths
    assert explore(program).trace_digest is None


def test_strategies_agree_on_the_control_flow(program: Path) -> None:
    digests = []
    for strategy in ("fieldmaps", "lazy", "pose"):
        run = explore(program, strategy=strategy)
        run.count(track_traces=True)
        digests.append(run.trace_digest)
    assert digests[0] == digests[1] == digests[2]


def test_a_caller_may_stop_a_run(program: Path) -> None:
    run = explore(program)
    for _ in run:
        run.stop("interrupted")
        break
    assert run.summary.stopped == "interrupted"
    assert run.summary.exhaustive is False
    seconds = run.summary.seconds
    assert run.summary.seconds == seconds


def test_stopping_a_complete_run_changes_nothing(program: Path) -> None:
    run = explore(program)
    run.count()
    run.stop("interrupted")
    assert run.summary.stopped is None
    assert run.summary.exhaustive is True


def test_a_target_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match=r"missing\.tiny: no such file"):
        explore("missing.tiny")


def test_a_file_of_no_known_language_is_named(tmp_path: Path) -> None:
    path = tmp_path / "program.cobol"
    path.write_text("")
    with pytest.raises(InputError, match=r"cannot tell the language.*\.tiny"):
        explore(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "lasy"}, "unknown strategy `lasy`; did you mean `lazy`?"),
        ({"search": "dsf"}, "unknown search order `dsf`; did you mean `dfs`?"),
        ({"null_dereference": "rise"}, "did you mean `raise`?"),
        (
            {"bounds": Bounds(max_objects_of={"Nod": 1})},
            "unknown class `Nod`; did you mean `Node`?",
        ),
        ({"strategy": "x"}, "known: "),
    ],
)
def test_a_choice_that_does_not_exist_is_named_with_a_suggestion(
    program: Path, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        explore(program, **options)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_everything_public_is_there() -> None:
    assert all(hasattr(heapwise, name) for name in heapwise.__all__)
