"""A recursion over numbers that misses its end is found, with the smallest number that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check, check_function
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.results.checks import Finding

SOURCE = """
from __future__ import annotations


def factorial(n: int) -> int:
    return 1 if n == 0 else n * factorial(n - 1)


def fibonacci(n: int) -> int:
    return 1 if n == 1 or n == 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


def expected(n: int) -> int:
    'raises: RecursionError'
    return 0 if n == 0 else expected(n - 1)


def caught(n: int) -> int:
    try:
        return factorial(n)
    except RecursionError:
        return -1


class Node:
    def __init__(self, value: int, next: Node | None) -> None:
        self.value = value
        self.next = next


def total(node: Node | None) -> int:
    return 0 if node is None else node.value + total(node.next)
"""


def findings(tmp_path: Path, name: str) -> list[Finding]:
    module = tmp_path / "recursions.py"
    module.write_text(SOURCE)
    (subject,) = subjects_of(f"{module}:{name}")
    return list(check_function(subject, CheckOptions(seconds=20)).findings)


@pytest.mark.parametrize(
    ("name", "smallest"), [("factorial", -1), ("fibonacci", 0), ("even", -1), ("odd", -1)]
)
def test_numbers_that_never_reach_the_end(tmp_path: Path, name: str, smallest: int) -> None:
    (finding,) = findings(tmp_path, name)
    assert finding.message == "RecursionError: maximum recursion depth exceeded"
    assert finding.kind == "exception" and finding.replayed
    assert finding.input.roots == {"n": smallest}


@pytest.mark.parametrize("name", ["caught", "expected"])
def test_a_full_stack_that_is_caught_or_stated_is_no_finding(tmp_path: Path, name: str) -> None:
    assert not findings(tmp_path, name)


def test_a_cycle_of_one_object_is_the_smallest(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "total")
    assert finding.message.startswith("RecursionError") and finding.objects == 1


CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"


@pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")
@pytest.mark.parametrize(
    ("method", "message", "numbers"),
    [
        ("factorial", "java.lang.StackOverflowError", {-1}),
        ("even", "java.lang.StackOverflowError", {-1}),
        (
            "sum",
            "java.lang.ArrayIndexOutOfBoundsException",
            {-1, 1},
        ),  # one is as small as the other
    ],
)
def test_the_same_in_java(method: str, message: str, numbers: set[int]) -> None:
    (report,) = check(f"{CLASSES}:regressions.Recursions.{method}", CheckOptions(seconds=60))
    (finding,) = report.findings
    assert finding.message.startswith(message) and finding.replayed
    assert finding.input.roots["n"] in numbers
