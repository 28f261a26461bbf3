"""Whether branches are asked about one by one or together, the paths are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.structure.postponing import PostponingSolver

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"


def paths(target: Path, strategy: str) -> tuple[list[tuple[str, tuple[str, ...], str]], int, int]:
    """What the paths are, how many branches cannot be taken, and how many questions that took."""
    run = explore(
        target,
        strategy=strategy,
        precondition="compiled",
        bounds=Bounds(max_objects=4, timeout=1200),
    )
    found = sorted((path.outcome.kind.value, tuple(path.trace), path.condition) for path in run)
    counts = run.summary.counts
    return found, counts.infeasible, counts.queries


@pytest.mark.parametrize("strategy", ["fieldmaps", "pose", "summary"])
@pytest.mark.parametrize("call", ["has", "put", "remove"])
def test_conditions_are_those_of_asking_at_every_branch(
    call: str, strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PROGRAMS / "red_black.tiny").read_text()
    target = tmp_path / "subject.tiny"
    target.write_text(f"{text[: text.rindex('(Y0')]}(Y0 . {call} [X0])\n")
    together, infeasible, questions = paths(target, strategy)
    monkeypatch.setattr(PostponingSolver, "may_wait", lambda *_: False)
    one_by_one, rejected, more = paths(target, strategy)
    assert together == one_by_one
    assert infeasible == rejected
    assert questions <= more
