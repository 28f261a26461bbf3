"""An invariant means the same under every technique: it must only look, and if it raises or has no
end, it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import explore
from heapwise.checking.check import CheckOptions, check_function
from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.program import InputError

TECHNIQUES = ("assume", "compiled", "symsolve", "hybrid")

SOURCE = """
from __future__ import annotations


class Writing:
    next: Writing | None
    value: int

    def rep_ok(self) -> bool:
        self.value = 5
        return True


def written(one: Writing) -> str:
    return "five" if one.value == 5 else "other"


class Appending:
    items: list[int]

    def rep_ok(self) -> bool:
        self.items.append(1)
        return True


def appended(one: Appending) -> int:
    return len(one.items)


class Raising:
    next: Raising | None
    value: int

    def rep_ok(self) -> bool:
        return self.next.value >= 0


def raised(one: Raising) -> str:
    return "none" if one.next is None else "some"


class Memory:
    next: Memory | None

    def rep_ok(self) -> bool:
        seen: set[Memory] = set()
        node: Memory | None = self
        while node is not None:
            if node in seen:
                return False
            seen.add(node)
            node = node.next
        return True


def remembered(one: Memory) -> str:
    return "self" if one.next is one else "other"


class Endless:
    next: Endless | None

    def rep_ok(self) -> bool:
        node = self
        while node.next is not None:
            node = node.next
        return True


def endless(one: Endless) -> str:
    return "self" if one.next is one else "other"
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "meanings.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("name", ["written", "appended"])
def test_an_invariant_that_writes_is_refused(module: Path, technique: str, name: str) -> None:
    why = "must only look" if name == "written" else "must only look|can be compiled"
    with pytest.raises(InputError, match=why) as refused:
        explore(f"{module}:{name}", precondition=technique).count()
    assert "``" not in str(refused.value)


def test_check_refuses_it_for_that_function_alone(module: Path) -> None:
    options = CheckOptions(max_objects=2)
    reports = {
        subject.info.name: check_function(subject, options)
        for subject in subjects_of(str(module))
        if not subject.skipped
    }
    assert reports["written"].verdict == "partial"
    ((what, at),) = reports["written"].account.unsupported
    assert "must only look" in what and str(at).endswith("meanings.py:10:9")
    assert reports["remembered"].verdict == "clean"


def test_enumeration_refuses_it_too(module: Path) -> None:
    with pytest.raises(InputError, match="must only look"):
        enumerate_inputs(f"{module}:written", 2).count()


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_an_invariant_that_raises_does_not_hold(module: Path, technique: str) -> None:
    run = explore(f"{module}:raised", precondition=technique)
    assert {path.outcome.value for path in run} == {"some"}


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_objects_of_its_own_may_be_changed(module: Path, technique: str) -> None:
    run = explore(f"{module}:remembered", precondition=technique)
    valid = {path.outcome.value for path in run if path.confirmed and path.replayed}
    assert valid == {"other"}


def test_an_invariant_without_an_end_does_not_hold(module: Path) -> None:
    run = explore(f"{module}:endless", precondition="assume")
    assert {path.outcome.value for path in run if path.replayed} == {"other"}
    assert run.account.endless == 0
