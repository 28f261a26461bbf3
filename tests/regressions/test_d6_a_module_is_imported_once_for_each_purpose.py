"""D6: effects of an import happen in the probe, in the tool and in the process that replays, and
once in each, however many functions, levels and contracts there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = '''
import os

with open("imports.txt", "a") as log:
    log.write(f"{os.getpid()} {os.getppid()}\\n")


class Account:
    balance: int

    def take(self, other: "Account") -> int:
        """
        pre: other.balance >= 0
        post: self.balance == __old__.self.balance + __old__.other.balance
        """
        self.balance += other.balance
        other.balance = 0
        return 1 // self.balance


def inverse(n: int) -> int:
    """
    post: __return__ > 0
    """
    return 10 // n


def plain(n: int) -> int:
    assert n != 3
    return n
'''


@pytest.mark.parametrize("command", ["check subject.py", "explore subject.py:inverse"])
def test_imports(tmp_path: Path, command: str) -> None:
    (tmp_path / "subject.py").write_text(SOURCE, encoding="utf-8")
    tool = subprocess.Popen(
        [sys.executable, "-m", "heapwise", *command.split(), "--json", "out.json"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
    )
    assert tool.wait() == 1
    lines = (tmp_path / "imports.txt").read_text().split("\n")[:-1]
    processes = [int(line.split()[0]) for line in lines]
    assert processes.count(tool.pid) == 1
    assert len(processes) == len(set(processes)) == 3
    assert '"violated"' in (tmp_path / "out.json").read_text()
