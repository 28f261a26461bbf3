"""`--assume-contracts` with a wrong name is an error of whoever wrote it, for every command.

`explore` said so; `check` told of each function that it was partly unsupported.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app

MODULE = '''\
def more(n: int) -> int:
    """
    post: __return__ > n
    """
    return n + 1


def twice(n: int) -> int:
    return more(more(n))
'''
TINY = "examples/list.tiny"
JAVA = "tests/programs_java/classes:regressions.Generic"


def _told(*command: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, command)
    return done.exit_code, done.stderr


@pytest.mark.parametrize(("target", "one"), [("", ":twice"), (TINY, ""), (JAVA, ".word")])
def test_a_wrong_name_is_an_error(target: str, one: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(MODULE)
    target = target or str(tmp_path / "module.py")
    checked = _told("check", target, "--assume-contracts", "absent")
    assert checked == _told("explore", target + one, "--assume-contracts", "absent")
    assert checked[0] == 2 and checked[1].count("absent:") == 1
    assert checked[1].startswith("heapwise: --assume-contracts absent:")


def test_two_names_at_once_are_told_to_be_given_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    code, told = _told("check", str(file), "--assume-contracts", "more,twice")
    assert code == 2 and "give the option once for each function" in told


def test_a_name_that_some_function_of_the_target_knows_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    assert _told("check", str(file), "--assume-contracts", "more")[0] == 0
