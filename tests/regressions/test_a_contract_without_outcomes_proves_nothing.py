"""A call whose contract nothing satisfies ends its path; that is no proof for the inputs on it."""

from __future__ import annotations

from pathlib import Path

from heapwise.checking.check import CheckOptions, check
from heapwise.results.account import Verdict

SOURCE = '''
def between(n: int) -> int:
    """post: n < __return__ < n + 1"""
    return n


def late(n: int) -> int:
    if n > 3:
        between(n)
        return 1 // 0
    return n


def always(n: int) -> int:
    return between(n)


def never(n: int) -> int:
    return n
'''


def test_paths_that_an_approximation_has_ended_are_in_the_account(tmp_path: Path) -> None:
    file = tmp_path / "contracts.py"
    file.write_text(SOURCE)
    options = CheckOptions(by_contract=("between",))
    reports = {each.name: each for each in check(str(file), options)}
    for name in ("late", "always"):
        assert reports[name].verdict is Verdict.CLEAN
        assert reports[name].account.approximations == ("between() as its contract says",)
    assert reports["never"].verdict is Verdict.PROVED
