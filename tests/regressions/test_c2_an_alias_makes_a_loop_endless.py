"""Two queues that may be one: the loop that then has no end must not keep other paths waiting, and
is a finding itself."""

from __future__ import annotations

from pathlib import Path

from heapwise.checking.check import CheckOptions, check_function
from heapwise.frontends.python.checking.subjects import subjects_of

SOURCE = '''
from collections import deque
from dataclasses import dataclass, field


@dataclass
class Stack:
    main: deque[int] = field(default_factory=deque)
    temp: deque[int] = field(default_factory=deque)

    def push(self, item: int) -> None:
        """
        post: self.main[0] == item
        post: len(self.main) == 1
        """
        self.temp.append(item)
        while self.main:
            self.temp.append(self.main.popleft())
        self.main, self.temp = self.temp, self.main


def rotate(main: deque[int], temp: deque[int]) -> None:
    while main:
        temp.append(main.popleft())


def append_all(xs: list[int], ys: list[int]) -> None:
    for y in ys:
        xs.append(y)


def walk(n: int) -> int:
    while n != 0:
        n -= 1
    return n


def thousands(n: int) -> int:
    for i in range(5_000):
        n += i
    return n
'''


def checked(tmp_path: Path, name: str) -> dict[str, dict[str, object]]:
    """The inputs by the kind of the finding; all were shown by a run."""
    module = tmp_path / "queues.py"
    module.write_text(SOURCE)
    (subject,) = subjects_of(f"{module}:{name}")
    report = check_function(subject, CheckOptions(seconds=120, max_objects=2))
    assert all(finding.replayed for finding in report.findings)
    return {finding.message.split(":")[0]: dict(finding.input.roots) for finding in report.findings}


def test_both_false_postconditions_are_found(tmp_path: Path) -> None:
    module = tmp_path / "queues.py"
    module.write_text(SOURCE)
    (subject,) = subjects_of(f"{module}:Stack.push")
    report = check_function(subject, CheckOptions())
    messages = {finding.message for finding in report.findings if finding.replayed}
    assert {"post: self.main[0] == item", "post: len(self.main) == 1"} <= messages
    assert min(len(finding.input.objects) for finding in report.findings) <= 3


def test_a_queue_that_feeds_itself_does_not_end(tmp_path: Path) -> None:
    ((message, roots),) = checked(tmp_path, "rotate").items()
    assert message.startswith("does not end within")
    assert roots["main"] == roots["temp"]


def test_a_list_that_grows_while_it_is_iterated_over_does_not_end(tmp_path: Path) -> None:
    ((message, roots),) = checked(tmp_path, "append_all").items()
    assert message.startswith("does not end within")
    assert roots["xs"] == roots["ys"]


def test_a_number_that_never_gets_to_zero_does_not_end(tmp_path: Path) -> None:
    ((_, roots),) = checked(tmp_path, "walk").items()
    assert roots == {"n": -1}


def test_a_long_loop_ends(tmp_path: Path) -> None:
    assert checked(tmp_path, "thousands") == {}


def test_the_rule_can_be_switched_off(tmp_path: Path) -> None:
    module = tmp_path / "queues.py"
    module.write_text("def wait(n: int) -> int:\n    while n > 3:\n        pass\n    return n\n")
    (subject,) = subjects_of(f"{module}:wait")
    on, off = (check_function(subject, CheckOptions(endless=each)) for each in (True, False))
    assert on.verdict == "violated" and [each.kind for each in on.findings] == ["endless"]
    assert not off.findings and off.verdict == "clean"
