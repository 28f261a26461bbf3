"""What an exploration does with invariants if nobody says: compile them, and say why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.program import InputError

SOURCE = """
from __future__ import annotations


class Cell:
    value: int
    below: Cell | None


class Stack:
    top: Cell | None
    size: int

    def rep_ok(self) -> bool:
        seen = []
        cell = self.top
        while cell is not None:
            if cell in seen:
                return False
            seen.append(cell)
            cell = cell.below
        return len(seen) == self.size

    def is_empty(self) -> bool:
        if self.size == 0:
            if self.top is None:
                return True
            raise ValueError
        return False

    def parity(self) -> int:
        return 1 if self.size % 2 == 0 else 2


class Counted:
    top: Cell | None
    size: int

    def rep_ok(self) -> bool:
        cell = self.top
        count = 0
        while cell is not None and count <= self.size:
            count += 1
            cell = cell.below
        return count == self.size

    def is_empty(self) -> bool:
        return True if self.size == 0 else False


class Words:
    text: str

    def rep_ok(self) -> bool:
        return self.text.startswith("a")

    def is_long(self) -> bool:
        return True if len(self.text) > 2 else False


class Impossible:
    size: int

    def rep_ok(self) -> bool:
        return self.size != self.size

    def get(self) -> int:
        return self.size


class Labelled:
    name: str
    size: int

    def rep_ok(self) -> bool:
        return 0 <= self.size <= 2

    def is_named(self) -> bool:
        if self.name == "x":
            return self.size > 0
        return False


def plain(number: int) -> int:
    return 1 if number > 0 else 0
"""
BOUNDS = Bounds(max_objects=2)


OTHERS = """
from __future__ import annotations


class Cell:
    value: int
    below: Cell | None


def is_last(cell: Cell) -> bool:
    return cell.below is None


def others(cell: Cell, other: Cell | None) -> int:
    \"\"\"pre: is_last(cell)\"\"\"
    if cell.value > 0:
        return 3
    if other is not None and other is not cell:
        return 2
    return 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "stacks.py"
    found.write_text(SOURCE)
    return found


def test_an_invariant_is_compiled_and_paths_are_those_of_valid_inputs(file: Path) -> None:
    run = explore(f"{file}:Stack.is_empty", bounds=BOUNDS)
    paths = list(run)
    assert (run.precondition, run.strategy, run.remark) == ("compiled", "fieldmaps", None)
    assert [path.outcome.value for path in paths] in ([False, True], [True, False])
    assert all(path.replayed for path in paths)


def test_without_an_invariant_nothing_changes(file: Path) -> None:
    run = explore(f"{file}:plain", bounds=BOUNDS)
    assert (run.precondition, run.remark) == ("none", None)
    assert run.count().counts.paths == 2


def test_a_strategy_that_decides_references_assumes_invariants_as_before(file: Path) -> None:
    run = explore(f"{file}:Stack.is_empty", strategy="lazy", bounds=BOUNDS)
    assert (run.precondition, run.strategy) == ("none", "lazy")


def test_contracts_can_be_left_out(file: Path) -> None:
    run = explore(f"{file}:Stack.is_empty", contracts=False, bounds=BOUNDS)
    assert run.precondition == "none"
    assert run.count().counts.paths > 2


def test_an_invariant_without_an_end_in_the_scope_is_left_to_symsolve(file: Path) -> None:
    run = explore(f"{file}:Counted.is_empty", bounds=BOUNDS)
    assert (run.precondition, run.strategy) == ("symsolve", "lazy")
    assert run.remark is not None
    assert "a loop goes round more than" in run.remark
    assert f"{file}:" in run.remark
    assert run.remark.endswith("using symsolve")
    assert {path.outcome.value for path in run} == {False, True}


def test_with_a_strategy_that_was_asked_for_it_is_assumed(file: Path) -> None:
    run = explore(f"{file}:Counted.is_empty", strategy="fieldmaps", bounds=BOUNDS)
    assert (run.precondition, run.strategy) == ("assume", "fieldmaps")
    assert run.remark is not None
    assert run.remark.endswith("using assume")


def test_an_invariant_about_strings_is_assumed(file: Path) -> None:
    run = explore(f"{file}:Words.is_long", bounds=BOUNDS)
    assert run.precondition == "assume"
    assert {path.outcome.value for path in run} == {False, True}


def test_a_program_may_divide_where_its_invariant_does_not(file: Path) -> None:
    run = explore(f"{file}:Stack.parity", bounds=BOUNDS)
    paths = list(run)
    assert run.precondition == "compiled"
    assert {path.outcome.value for path in paths} == {1, 2}
    assert all(path.replayed for path in paths)


@pytest.mark.parametrize("strategy", ["fieldmaps", "pose", "summary"])
def test_a_program_may_look_at_strings_that_its_invariant_does_not_read(
    file: Path, strategy: str
) -> None:
    run = explore(f"{file}:Labelled.is_named", strategy=strategy, bounds=BOUNDS)
    paths = list(run)
    assert run.precondition == "compiled"
    assert len(paths) == 2
    assert all(path.replayed for path in paths)


def test_an_invariant_that_nothing_satisfies_is_reported(file: Path) -> None:
    run = explore(f"{file}:Impossible.get", precondition="compiled", bounds=BOUNDS)
    with pytest.raises(InputError, match="no input within the scope satisfies the invariant"):
        list(run)


def test_in_the_small_languages_a_scope_makes_the_difference() -> None:
    program = Path(__file__).parents[2] / "programs_compiled" / "stack.tiny"
    assert explore(program).precondition == "none"
    assert explore(program, bounds=BOUNDS).precondition == "compiled"
    assert explore(program, bounds=BOUNDS, automatic=False).precondition == "none"


CONDITIONS = """
from __future__ import annotations


class Cell:
    value: int
    below: Cell | None


def ends(cell: Cell | None) -> bool:
    seen = []
    while cell is not None:
        if cell in seen:
            return False
        seen.append(cell)
        cell = cell.below
    return True


def depth(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell)
    post: _ >= 0 and ends(cell)
    \"\"\"
    return 0 if cell is None else 1 + depth(cell.below)


def negative(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell)
    post: cell is None or cell.value >= 0
    \"\"\"
    return 0


def compared(one: Cell, other: Cell) -> int:
    \"\"\"
    pre: one.value < other.value
    \"\"\"
    return other.value - one.value


def named(cell: Cell | None, name: str) -> int:
    \"\"\"
    pre: ends(cell) and name == "x"
    \"\"\"
    return 0
"""


@pytest.fixture(scope="module")
def conditions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("conditions") / "conditions.py"
    path.write_text(CONDITIONS)
    return path


def test_a_precondition_is_compiled_and_promises_that_are_proved_add_no_paths(
    conditions: Path,
) -> None:
    run = explore(f"{conditions}:depth", bounds=Bounds(max_objects=4))
    assert run.precondition == "compiled"
    assert run.remark is not None and "no path asks" in run.remark
    assert run.count().counts.paths == 5


def test_promises_that_do_not_hold_are_asked_on_paths(conditions: Path) -> None:
    run = explore(f"{conditions}:negative", bounds=Bounds(max_objects=2))
    assert run.remark is None
    assert run.count().account.violated == 1


def test_what_only_compares_is_run_first_and_has_no_scope(conditions: Path) -> None:
    run = explore(f"{conditions}:compared", bounds=Bounds(max_objects=2))
    assert run.precondition == "none"
    assert run.count().exhaustive


def test_a_precondition_that_cannot_be_compiled_is_run_first(conditions: Path) -> None:
    run = explore(f"{conditions}:named", bounds=Bounds(max_objects=2))
    assert run.precondition == "none"
    assert run.remark is not None and "run first" in run.remark


def test_inputs_that_no_question_was_about_are_within_the_scope(tmp_path: Path) -> None:
    """Of the only object that there is, nothing can be another one."""
    file = tmp_path / "others.py"
    file.write_text(OTHERS)
    bounds = Bounds(max_objects=1)
    found = list(explore(f"{file}:others", bounds=bounds, precondition="compiled"))
    assert sorted(str(each.outcome.value) for each in found) == ["1", "1", "3"]
