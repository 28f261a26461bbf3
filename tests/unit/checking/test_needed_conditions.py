"""What a function needs so that it does not fail, in one line."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.reports.checks import function_lines
from heapwise.results.checks import FunctionReport

SOURCE = """
from __future__ import annotations


def nth(xs: list[int], i: int) -> int:
    return xs[i]


def nth_of_some(xs: list[int], i: int) -> int:
    if i < 0:
        raise ValueError("a negative index")
    return xs[i]


def mean(xs: list[int]) -> float:
    return sum(xs) / len(xs)


def lookup(table: dict[str, int], key: str) -> int:
    return table[key]


def ratio(a: int, b: int) -> int:
    return a // (a - b)


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)

    def top_two(self) -> int:
        return self.items[-1] + self.items[-2]


def odd_one_out(n: int) -> int:
    return 1 // ((n * n - 3 * n + 2) % 7)


def asserted(n: int) -> int:
    assert n > 0, "a positive number"
    return 10 // n


def only_asserted(n: int) -> None:
    assert n > 0


def calls_asserted(n: int) -> int:
    return asserted(n)


def refuses_seven(n: int) -> int:
    return 1 // 0 if n == 7 else n


def refuses_a_word(s: str) -> int:
    return 1 // 0 if s == "stop" else len(s)


def share(counts: dict[str, int]) -> int:
    return 10 // counts["total"]


class Node:
    def __init__(self, value: int, after: Node | None = None) -> None:
        self.value = value
        self.after = after


def third(n: Node) -> int:
    return n.after.after.value


def after_next(n: Node) -> int:
    return 0 if n.after is None else n.after.after.value


def both(a: int, b: int) -> int:
    if a > 5 and b > 7:
        assert a + b < 3
    return 1


def below_one(x: float) -> float:
    return 1 / 0 if x < 1.0 else x


def no_three(xs: list[int]) -> int:
    return sum(10 // (x - 3) for x in xs)


def falls(n: int) -> int:
    assert n >= 0
    return 0 if n == 3 else falls(n - 2)
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("needs") / "what_is_needed.py"
    file.write_text(SOURCE)
    return file


@functools.cache
def checked(file: Path, name: str) -> FunctionReport:
    (report,) = check(f"{file}:{name}", CheckOptions(seconds=10.0, max_objects=2))
    return report


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("nth", ["-len(xs) <= i < len(xs)"]),
        ("nth_of_some", ["0 <= i < len(xs)"]),
        ("mean", ["len(xs) > 0"]),
        ("lookup", ["key in table"]),
        ("ratio", ["a != b"]),
        ("Stack.top_two", ["len(self.items) > 1", "len(self.items) > 1"]),
        ("odd_one_out", ["((((n * n) - (n * 3)) + 2) % 7) != 0"]),
        ("refuses_seven", ["n != 7"]),
        ("refuses_a_word", ["s != 'stop'"]),
        ("share", ["'total' in counts", "'total' in counts and counts['total'] != 0"]),
        ("third", ["n.after is not None and n.after.after is not None"]),
        ("after_next", ["n.after is None or n.after.after is not None"]),
        ("both", ["a <= 5 or b <= 7"]),
        ("below_one", ["not (x < 1.0)"]),  # nan passes
        ("no_three", [""]),  # the second item, the third, …
    ],
)
def test_the_condition_is_the_weakest_that_excludes_the_failure(
    module: Path, name: str, conditions: list[str]
) -> None:
    findings = checked(module, name).findings
    assert [finding.unless for finding in findings] == conditions
    assert all(finding.counts for finding in findings)


def test_failures_of_one_cause_are_told_together(module: Path) -> None:
    text = "\n".join(function_lines(checked(module, "Stack.top_two")))
    assert text.count("fails unless `len(self.items) > 1` (2 of 3 paths)") == 1
    assert "    also      IndexError: list index out of range" in text


def test_an_assert_at_the_beginning_is_what_callers_must_see_to(module: Path) -> None:
    report = checked(module, "asserted")
    assert report.verdict == "clean"
    assert list(report.needs) == ["`n > 0` must hold"]
    (finding,) = checked(module, "calls_asserted").findings
    assert finding.kind == "assertion"


@pytest.mark.parametrize("name", ["only_asserted", "falls"])
def test_an_assert_that_a_function_has_to_keep_is_a_finding(module: Path, name: str) -> None:
    assert checked(module, name).verdict == "violated"


TWO_CAUSES = """
import math


def pick(xs: list[int], i: int, j: int) -> int:
    return xs[i] // j


def rounded(x: float) -> int:
    return math.floor(x)


def decapitalized(text: str, keep: bool) -> str:
    return text if keep else text[0].lower() + text[1:]
"""


@pytest.mark.parametrize(
    ("name", "unless"),
    [
        ("pick", {"-len(xs) <= i < len(xs)", "j != 0"}),
        ("rounded", {"math.isfinite(x)"}),
        ("decapitalized", {"keep or len(text) > 0"}),
    ],
)
def test_each_cause_has_its_own_condition(tmp_path: Path, name: str, unless: set[str]) -> None:
    file = tmp_path / "causes.py"
    file.write_text(TWO_CAUSES)
    (report,) = check(f"{file}:{name}", CheckOptions(max_objects=2))
    assert {finding.unless for finding in report.findings} == unless


def test_what_always_fails_needs_nothing_that_is_never_true(tmp_path: Path) -> None:
    file = tmp_path / "always.py"
    file.write_text(
        "class Trie:\n"
        "    def __init__(self) -> None:\n"
        "        self.kids: dict[str, Trie] = {}\n"
        "    def depth(self) -> int:\n"
        "        return 1 + max(each.depth() for each in self.kids.values())\n"
    )
    (report,) = check(f"{file}:Trie.depth", CheckOptions(seconds=5))
    assert report.possible and not any(each.unless for each in report.findings)


def test_of_numbers_that_are_tried_one_after_the_other_not_those_alone_are_excluded_that_were(
    tmp_path: Path,
) -> None:
    """Three fails, four fails, and a bound cuts all that are larger."""
    file = tmp_path / "counted.py"
    file.write_text(
        "from collections import Counter\n"
        "def few(n: int) -> None:\n"
        "    assert sum(Counter(range(n)).values()) < 3\n"
    )
    (report,) = check(f"{file}:few", CheckOptions(seconds=1200, max_objects=3))
    (finding,) = report.findings
    assert finding.unless == ""
