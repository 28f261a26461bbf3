"""Proofs by merged runs: none is claimed that a run of CPython refutes, and merged runs and paths
come to the same verdicts."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from brute import ROOT
from checks.every import every, in_turn
from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.levels import Level
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.frontends.protocol import Judge, Subject
from heapwise.results.checks import Finding, FunctionReport
from random_promises import program

OBJECTS = 2
NUMBERS = (-1, 0, 1, 2)
SECONDS = 20.0
_COUNT = 48
_ONCE_FAILED = (1150, 1229)
_MANY = 2_000


def merged(
    subject: Subject, count: int, judge: Judge
) -> tuple[bool, list[Finding], str, FunctionReport]:
    """Is it proved; what was found; why nothing was."""
    report = empty_report(subject)
    options = CheckOptions(seconds=SECONDS, engine="merged")
    proofs = MergedProofs(subject, options, judge, time.monotonic())
    proved = False
    for scope in range(1, count + 1):  # what is proved of fewer objects is used for more
        proved = proofs.attempt(scope, SECONDS, report)
        if not proved:
            break
    return proved, list(proofs.found.values()), proofs.reason, report


# -- generated programs, and CPython


class World:
    """All inputs of at most two nodes."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def inputs(self) -> Iterator[tuple[Any, Any, int]]:
        links = (None, 0, 1)
        values = (0, 2)
        nodes = itertools.product(values, links, links)
        for one, other in itertools.product(list(nodes), repeat=2):
            for first, second, number in itertools.product(links, links, NUMBERS):
                made = [self._module.Node(0), self._module.Node(0)]
                for node, (value, follows, another) in zip(made, (one, other), strict=True):
                    node.value = value
                    node.next = None if follows is None else made[follows]
                    node.other = None if another is None else made[another]
                self._module.COUNTS[:] = [0]
                yield (
                    None if first is None else made[first],
                    None if second is None else made[second],
                    number,
                )


def loaded(source: str, path: Path) -> ModuleType:
    path.write_text(source)
    module = ModuleType(path.stem)
    sys.modules[path.stem] = module
    exec(compile(source, str(path), "exec"), module.__dict__)  # generated above
    return module


def failing_input(module: ModuleType) -> object | None:
    """An input on which the function fails, as its docstring tells."""
    pre, post = conditions(module.target.__doc__)
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    for a, b, k in World(module).inputs():
        given = {**names, "a": a, "b": b, "k": k}
        if pre is not None and not eval(pre, {}, given):
            continue
        shown = (a and a.value, b and b.value, k, a is b)
        before = _olds(given)
        try:
            result = module.target(a, b, k)
        except (module.Refused, KeyError):  # which are raised on purpose
            continue
        except Exception:
            return shown
        scope = {**given, "_": result, **before}
        try:
            holds = eval(post, {**names}, scope)
        except Exception:
            holds = False
        if not holds:
            return shown
    return None


def conditions(text: str) -> tuple[Any, Any]:
    pre = post = None
    for line in text.strip().splitlines():
        kind, _, condition = line.strip().partition(": ")
        condition = condition.replace("__old__.a.value", "old_value")
        condition = condition.replace("values(__old__.a, 3)", "old_values")
        code = compile(condition, "<condition>", "eval")
        pre, post = (code, post) if kind == "pre" else (pre, code)
    return pre, post


def _olds(given: dict[str, Any]) -> dict[str, object]:
    """What the promises of the generator read of before."""
    a = given["a"]
    return {
        "old_value": None if a is None else a.value,
        "old_values": given["values"](a, 3),
    }


def agrees_with_cpython(seed: int, folder: Path) -> str:
    source = program(seed)
    file = folder / f"promise_{seed}.py"
    module = loaded(source, file)
    try:
        failing = failing_input(module)
    finally:
        del sys.modules[file.stem]
    (subject,) = subjects_of(f"{file}:target")
    with closing(subject.judge()) as judge:
        proved, found, reason, _ = merged(subject, OBJECTS, judge)
    assert not (proved and failing is not None), f"refuted by {failing}:\n{source}"
    for finding in found:
        assert finding.replayed, f"{finding.message}, {finding.doubt}:\n{source}"
    return "proved" if proved else "found" if found else reason


def test_what_cpython_refutes_is_not_proved(tmp_path: Path) -> None:
    ends = [agrees_with_cpython(seed, tmp_path) for seed in (*range(_COUNT), *_ONCE_FAILED)]
    assert ends.count("proved") > _COUNT // 12
    assert ends.count("found") > _COUNT // 4


@pytest.mark.slow
def test_what_cpython_refutes_is_not_proved_of_many_programs(tmp_path: Path) -> None:
    for seed in range(_COUNT, _MANY):
        agrees_with_cpython(seed, tmp_path)


# -- the programs of the other laws, and paths

PYTHON = sorted(
    [
        *(ROOT / "tests" / "programs_python").glob("*.py"),
        *(ROOT / "tests" / "programs_structures").glob("*.py"),
    ]
)
TINY = sorted((ROOT / "tests" / "programs").glob("*.tiny"))


def agrees_with_paths(subject: Subject, count: int) -> None:
    """Both replay in one JVM."""
    with closing(subject.judge()) as judge:
        proved, found, _, report = merged(subject, count, judge)
        if not proved and not found:
            return
        options = CheckOptions(seconds=SECONDS, engine="paths")
        by_paths = empty_report(subject)
        level = Level(subject, options, count, SECONDS, judge, time.monotonic())
        level.go_on(by_paths, 3.0)
        is_finished = level.is_finished
        level.close()
    if proved:
        assert not by_paths.findings
        assert report.verdict.is_good
    if found and is_finished:
        assert by_paths.findings
    assert all(finding.replayed for finding in found)


@every("file", PYTHON)
def test_merged_runs_and_paths_agree_on_python_programs(file: Path) -> None:
    for subject in subjects_of(str(file)):
        if not subject.skipped:
            (count,) = in_turn((1, 2), 1, subject.target)
            agrees_with_paths(subject, count)


@every("file", TINY)
def test_merged_runs_and_paths_agree_on_tiny_programs(file: Path) -> None:
    (subject,) = subjects_of(str(file))
    (count,) = in_turn((1, 2, 3), 1, file.name)
    agrees_with_paths(subject, count)


JAVA = ROOT / "tests" / "programs_java" / "classes"
CLASSES = [
    f"{JAVA}:{file.parent.name}.{file.stem}"
    for folder in ("contracts", "checked", "language", "structures", "lengths")
    for file in sorted((JAVA / folder).glob("*.class"))
    if "$" not in file.stem
]


@every("target", CLASSES)
def test_merged_runs_and_paths_agree_on_java_methods(target: str) -> None:
    for subject in subjects_of(target):
        if not subject.skipped:
            (count,) = in_turn((1, 2), 1, subject.target)
            agrees_with_paths(subject, count)
