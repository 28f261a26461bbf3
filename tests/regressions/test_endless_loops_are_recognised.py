"""A loop that comes back to where it was has no end: that is an outcome of its own, with an input
on which a real run goes on and on."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration, explore
from heapwise.checking.check import CheckOptions, check
from heapwise.engine.bounds import Bounds
from heapwise.results import OutcomeKind
from heapwise.results.input_choice import ANY_INPUT

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
SOURCE = """
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Node:
    value: int
    next: Node | None = None


def length(node: Node | None) -> int:
    count = 0
    while node is not None:
        count += 1
        node = node.next
    return count


def total(node: Node | None) -> int:
    total = 0
    while node:
        total = total + node.value
        node = node.next
    return total


def bounded_length(node: Node | None) -> int:
    count = 0
    while node is not None and count < 9:
        count += 1
        node = node.next
    return count


def stuck(n: int) -> int:
    while n > 3:
        pass
    return n


def doubled(n: int) -> str:
    text = ""
    while n != 0:
        text += "x"
    return text


def searched(numbers: list[int], wanted: int) -> int:
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < wanted:
            low = middle
        else:
            high = middle
    return low


def recursive(node: Node | None) -> int:
    return 0 if node is None else 1 + recursive(node.next)
"""


def explored(tmp_path: Path, name: str) -> Exploration:
    module = tmp_path / "nodes.py"
    module.write_text(SOURCE)
    return explore(f"{module}:{name}", bounds=Bounds(max_objects=2, max_length=2, max_loops=40))


@pytest.mark.parametrize("name", ["length", "total", "stuck", "searched"])
def test_python_loops_that_only_count_are_endless_and_shown_to_be(
    tmp_path: Path, name: str
) -> None:
    run = explored(tmp_path, name)
    found = [path for path in run if path.outcome.kind is OutcomeKind.ENDLESS]
    run.close()
    assert found
    assert all(path.replayed for path in found), found
    assert run.summary.counts.endless == len(found) == run.account.endless
    assert "max-loops" not in run.account.cuts


@pytest.mark.parametrize("name", ["bounded_length", "recursive"])
def test_what_ends_is_not_endless(tmp_path: Path, name: str) -> None:
    """A count that the loop looks at matters; a recursion ends by an error of the language."""
    run = explored(tmp_path, name)
    counts = run.count().counts
    run.close()
    assert counts.endless == 0
    assert counts.raised == (name == "recursive")


def test_what_is_no_counting_of_integers_is_not_left_out_of_account(tmp_path: Path) -> None:
    """`+=` of strings may do more than count: it is cut by a bound, not said to be endless."""
    run = explored(tmp_path, "doubled")
    kinds = {leaf.kind for leaf in run.leaves()}
    run.close()
    assert OutcomeKind.ENDLESS not in kinds


def test_a_cyclic_list_in_java_has_no_length() -> None:
    run = explore(f"{CLASSES}/rounds/Rounds.class:length", bounds=Bounds(max_objects=1))
    found = [path for path in run if path.outcome.kind is OutcomeKind.ENDLESS]
    run.close()
    assert len(found) == 1
    assert found[0].replayed
    assert found[0].input.roots["cell"] in found[0].input.objects


def test_a_state_that_comes_back_is_known_by_other_terms_too() -> None:
    """Every turn computes the bounds anew, by larger terms that have the same values."""
    target = f"{CLASSES}/rounds/Rounds.class:searched"
    run = explore(target, bounds=Bounds(max_length=1, max_loops=4))
    found = [path for path in run if path.outcome.kind is OutcomeKind.ENDLESS]
    run.close()
    assert found and all(path.replayed for path in found)
    assert "max-loops" not in run.account.cuts


def test_one_of_many_inputs_that_go_on_is_seen_to_come_back() -> None:
    """No turn is like the one before for all inputs of the path, but for 0 all are."""
    (report,) = check(f"{CLASSES}/rounds/Rounds.class:halvings", CheckOptions(max_objects=2))
    (finding,) = report.findings
    assert finding.kind == "endless" and finding.replayed
    assert finding.input.roots["number"] == 0


def test_a_way_round_that_is_left_is_not_endless() -> None:
    run = explore(f"{CLASSES}/rounds/Rounds.class:lengthOfOneRound")
    assert run.count().counts.endless == 0
    run.close()


@pytest.mark.parametrize("change", ["xs.extend(xs)", "xs += xs", "xs *= 2"])
def test_a_list_that_is_doubled_in_a_loop_over_itself_is_cut(change: str, tmp_path: Path) -> None:
    """It grows faster than turns of the loop can be counted."""
    path = tmp_path / "subject.py"
    path.write_text(
        f"def double(n: int) -> None:\n    xs = [n]\n    for _ in xs:\n        {change}\n"
    )
    result = explore(f"{path}:double", bounds=Bounds(timeout=1200))
    list(result)
    assert result.summary.account.cuts == {"max-steps": 1}


def test_a_loop_is_told_once_wherever_in_it_paths_were_cut(tmp_path: Path) -> None:
    file = tmp_path / "queues.py"
    file.write_text(
        "class Queue:\n"
        "    def __init__(self, front: list[int], back: list[int]) -> None:\n"
        "        self.front, self.back = front, back\n"
        "    def size(self) -> int:\n"
        "        return len(self.front) + len(self.back)\n"
        "    def pop(self) -> int:\n"
        "        if not self.back:\n"
        "            while self.front:\n"
        "                self.back.append(self.front.pop())\n"
        "        return self.back.pop()\n"
        "    def drain_into(self, other: 'Queue') -> None:\n"
        "        while self.size():\n"
        "            other.front.append(self.pop())\n"
    )
    (report,) = check(f"{file}:Queue.drain_into", CheckOptions(seconds=10))
    places = [each.at for each in report.findings if each.kind == "endless"]
    assert len(places) == len(set(places)) and places


def test_a_loop_that_a_run_has_shown_and_a_proof_as_well_is_told_once(tmp_path: Path) -> None:
    """With one object, the path is cut before it comes back to the same state, and a run shows the
    loop; with two, that is proved. The run knows the line alone."""
    file = tmp_path / "nodes.py"
    file.write_text(
        "from __future__ import annotations\n"
        "class Node:\n"
        "    next: Node | None\n"
        "    def length(self) -> int:\n"
        "        n, node = 0, self\n"
        "        while node is not None:\n"
        "            n += 1\n"
        "            node = node.next\n"
        "        return n\n"
    )
    options = CheckOptions(seconds=1200, max_objects=2, inputs=ANY_INPUT)
    (report,) = check(f"{file}:Node.length", options)
    (finding,) = report.findings
    assert (finding.line, finding.objects) == (6, 1)
