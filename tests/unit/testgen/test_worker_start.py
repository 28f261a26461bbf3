"""Workers are forks of one process, and nobody can tell."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from heapwise.results import Heap
from heapwise.testgen import Replayer, Status, worker_start
from tests.unit.testgen.conftest import Write
from tests.waiting import is_alive, wait_until

SEES = """
    import os, sys

    def variable(name):
        return os.environ.get(name), os.environ.get("PYTHONPATH")

    def folder():
        return os.getcwd()

    def has_group():
        return os.getsid(0) == os.getppid()

    def has_socket():
        return "socket" in sys.modules
"""
BESIDE = """
import os, sys
from heapwise.results import Heap
from heapwise.testgen import ModuleUnderTest, Replayer
from pathlib import Path

Replayer().replay(ModuleUnderTest.of_file(Path(sys.argv[1])), "nothing", Heap())
"""
STARTS = """
    import os, signal

    pids = [os.getpid(), os.fork()]
    if pids[1] == 0:
        os.closerange(0, 64)
        while True:
            signal.pause()
    with open({file!r}, "w") as file:
        print(*pids, file=file)
    {then}

    def nothing():
        pass
"""


def test_each_has_the_surroundings_of_its_start(
    module: Write, replayer: Replayer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        monkeypatch.setenv("HEAPWISE_TEST", name)
        monkeypatch.setenv("PYTHONPATH", name)
        file = module(SEES, name)
        seen = replayer.replay(file, "variable", Heap({"name": "HEAPWISE_TEST"}))
        assert str(seen.value) == str((name, None)).join(("TupleValue(items=", ")"))
        assert replayer.replay(file, "folder", Heap()).value == str(tmp_path / name)


def test_a_module_finds_nothing_of_the_server(module: Write, replayer: Replayer) -> None:
    file = module(SEES)
    assert replayer.replay(file, "has_socket", Heap()).value is False
    assert replayer.replay(file, "has_group", Heap()).value is True


def test_a_server_that_is_gone_is_replaced(module: Write, replayer: Replayer) -> None:
    assert replayer.replay(module(SEES), "has_group", Heap()).value is True
    server = worker_start._server(os.getpid())._process
    server.kill()
    server.wait()
    seen = replayer.replay(module(SEES + "    # changed"), "has_group", Heap())
    assert (seen.status, seen.value) == (Status.RETURNED, True)


def test_a_worker_ends_with_what_it_started(
    module: Write, replayer: Replayer, tmp_path: Path
) -> None:
    source = STARTS.format(file=str(tmp_path / "pids"), then="os.kill(os.getpid(), 9)")
    assert replayer.replay(module(source), "nothing", Heap()).status is Status.INVALID
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    wait_until(lambda: not any(map(is_alive, pids)))


def test_workers_end_with_the_process_that_asked_for_them(module: Write, tmp_path: Path) -> None:
    file = module(STARTS.format(file=str(tmp_path / "pids"), then="signal.pause()"))
    asking = subprocess.Popen([sys.executable, "-c", BESIDE, str(file.path)])
    wait_until(lambda: (tmp_path / "pids").exists() and (tmp_path / "pids").read_text())
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert all(map(is_alive, pids))
    asking.send_signal(signal.SIGKILL)
    asking.wait()
    wait_until(lambda: not any(map(is_alive, pids)))
