"""CPython keeps indexes and counts in variables of C, and refuses integers that do not fit; `check`
and `explore` gave them a result, which was even called proved. Nor do all integers fit a float, and
texts the memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.frontends.python.semantics.core.large_integers import (
    ADDED,
    CODE_POINTS,
    FLOATS,
    INDEXES,
    TEXT,
)
from heapwise.results.account import Verdict

HEADER = """\
import bisect
import itertools
import re
from collections import deque


class Sized:
    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size


"""

REFUSED = {
    "pop": ("xs: list[int], n: int", "xs.pop(n)"),
    "insert": ("xs: list[int], n: int", "xs.insert(n, 0)"),
    "deque.insert": ("d: deque[int], n: int", "d.insert(n, 0)"),
    "full deque": ("n: int", "deque([1], 1).insert(n, 0)"),
    "rotate": ("d: deque[int], n: int", "d.rotate(n)"),
    "rotate nothing": ("n: int", "deque().rotate(n)"),
    "maxlen": ("n: int", "deque([], n)"),
    "ljust": ("s: str, n: int", "s.ljust(n)"),
    "zfill": ("s: str, n: int", "s.zfill(n)"),
    "split": ("s: str, n: int", "s.split(',', n)"),
    "rsplit": ("s: str, n: int", "s.rsplit(',', n)"),
    "replace": ("s: str, n: int", "s.replace('a', 'b', n)"),
    "bytes.replace": ("s: bytes, n: int", "s.replace(b'a', b'b', n)"),
    "text *": ("s: str, n: int", "s * n"),
    "* list": ("n: int", "n * [0]"),
    "bytes *": ("n: int", "b'' * n"),
    "tuple *": ("n: int", "(1,) * n"),
    "len of a range": ("n: int", "len(range(n))"),
    "__len__": ("sized: Sized", "len(sized)"),
    "repeat": ("n: int", "itertools.repeat(0, n)"),
    "combinations": ("n: int", "itertools.combinations([1, 2], n)"),
    "permutations": ("n: int", "itertools.permutations([1, 2], n)"),
    "product": ("n: int", "itertools.product([1], repeat=n)"),
    "bisect": ("xs: list[int], n: int", "bisect.bisect_left(xs, 0, 0, n)"),
    "pos": ("s: str, n: int", "re.compile('a').match(s, n)"),
    "endpos": ("s: str, n: int", "re.compile('a').search(s, 0, n)"),
    "re.sub": ("s: str, n: int", "re.sub('a', '', s, count=n)"),
    "re.split": ("s: str, n: int", "re.split('a', s, maxsplit=n)"),
    "float": ("n: int", "float(n)"),
    "times a float": ("n: int", "n * 0.5"),
}
TAKEN = {
    "find": ("s: str, n: int", "s.find('a', n)"),
    "startswith": ("s: str, n: int", "s.startswith('a', n)"),
    "a slice": ("xs: list[int], n: int", "xs[n:]"),
    "a range": ("n: int", "n in range(n)"),
    "insert at the end": ("xs: list[int]", "xs.insert(len(xs), 0)"),
    "pop twice the length": ("xs: list[int]", "xs.pop(2 * len(xs))"),
    "length of a text": ("s: str", "s.ljust(len(s) + 2)"),
    "length in a text": ("s: str", "f'{s}: {len(s)} characters'"),
    "length and more": ("s: str, n: int", "str(len(s) + n)"),
    "a string and its line": ("s: str", "s + '-' * len(s)"),
}


(REFUSED if sys.version_info < (3, 13) else TAKEN)["chr"] = ("n: int", "chr(n)")
"""Newer ones say of all code points that they are not in range."""
CASES = list({**REFUSED, **TAKEN}.items())


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """By the names of cases: functions of one module, which one process replays."""
    path = tmp_path_factory.mktemp("cases") / "subject.py"
    functions = [
        f"def f{number}({parameters}) -> object:\n    return {body}\n"
        for number, (_, (parameters, body)) in enumerate(CASES)
    ]
    path.write_text("\n\n".join([HEADER, *functions]))
    return {name: f"{path}:f{number}" for number, (name, _) in enumerate(CASES)}


def written(folder: Path, parameters: str, body: str) -> str:
    path = folder / "subject.py"
    path.write_text(f"{HEADER}def f({parameters}) -> object:\n    return {body}\n")
    return f"{path}:f"


def raised(target: str) -> dict[str, object]:
    """The exceptions of all paths, each shown by a run, with an input."""
    run = explore(target, bounds=Bounds(max_objects=1, max_length=1, max_loops=2))
    found: dict[str, object] = {}
    for path in run:
        assert path.outcome.kind not in (OutcomeKind.FAILED, OutcomeKind.UNDECIDED)
        if path.outcome.kind is OutcomeKind.RAISED:
            assert path.replayed, path.outcome
            found[str(path.outcome.exception)] = path.input.roots.get("n")
    run.close()
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_they_are_refused(targets: dict[str, str], name: str) -> None:
    assert "OverflowError" in raised(targets[name])


@pytest.mark.parametrize("name", TAKEN)
def test_they_are_taken_here(targets: dict[str, str], name: str) -> None:
    """An operation that cuts an index to what there is; lengths, which always fit."""
    assert "OverflowError" not in raised(targets[name])


@pytest.mark.parametrize("name", REFUSED)
def test_check_takes_it_for_a_bound_unless_asked(targets: dict[str, str], name: str) -> None:
    target = targets[name]
    (report,) = check(target, CheckOptions(max_objects=1))
    assert {INDEXES, CODE_POINTS, FLOATS} & set(report.account.cuts)
    assert report.verdict in (Verdict.CLEAN, Verdict.VIOLATED)
    assert not any(each.message.startswith("OverflowError") for each in report.findings)
    (asked,) = check(target, CheckOptions(max_objects=1, digits=True))
    assert any(each.message.startswith("OverflowError") for each in asked.findings)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("xs.pop(10**30)", "OverflowError: Python int too large to convert to C ssize_t"),
        ("xs[10**30]", "IndexError: cannot fit 'int' into an index-sized integer"),
        ("xs * -10**30", "OverflowError: cannot fit 'int' into an index-sized integer"),
        ("chr(2**31)", None),
        ("'a'.ljust(2**63)", "OverflowError: Python int too large to convert to C ssize_t"),
    ],
)
def test_integers_of_the_program_itself_are_findings(
    tmp_path: Path, body: str, message: str | None
) -> None:
    (report,) = check(written(tmp_path, "xs: list[int]", body), CheckOptions(max_objects=1))
    (finding,) = report.findings
    assert finding.replayed and message in (None, finding.message)


@pytest.mark.parametrize(
    "body",
    ["'a' * 10**12", "[0] * 10**12", "'a'.ljust(10**12)", "f'{1:100000000000}'", "s.zfill(n)"],
)
def test_whether_there_is_memory_is_not_said(tmp_path: Path, body: str) -> None:
    (report,) = check(written(tmp_path, "s: str, n: int", body), CheckOptions(max_objects=1))
    assert report.verdict is Verdict.CLEAN
    assert {TEXT, "max-steps"} & set(report.account.cuts)


def test_texts_that_no_memory_holds_are_not_made(tmp_path: Path) -> None:
    (report,) = check(written(tmp_path, "s: str", "len(s) > 10**15"), CheckOptions(max_objects=1))
    assert not report.account.failures


def test_lengths_of_texts_are_no_bound(tmp_path: Path) -> None:
    """Whether a text can be as long as that is nothing to ask a solver: it took all of the time."""
    (report,) = check(written(tmp_path, "s: str", "f'{s}: {len(s)} characters'"))
    assert report.verdict is Verdict.PROVED
    (report,) = check(written(tmp_path, "s: str, n: int", "str(len(s) + n)"))
    assert report.verdict is Verdict.CLEAN
    assert report.account.approximations == (ADDED,)
