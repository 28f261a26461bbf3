"""Tasks on several processes: results in order, none lost, none twice, whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from heapwise.workers.crew import Crew
from heapwise.workers.pool import Lost, in_order
from tests.waiting import PATIENCE, wait_until


def squared(number: int) -> int:
    time.sleep(0.02 if number % 3 == 0 else 0)
    return number * number


def dies_once(marks: Path, number: int) -> int:
    mark = marks / str(number)
    if number % 5 == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ValueError(number)


def process(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def sleeps(mark: Path | None) -> int:
    if mark is not None:
        mark.touch()
        time.sleep(4 * PATIENCE)
    return 0


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who ends a command does not wait long for processes that a busy machine keeps from ending."""
    monkeypatch.setattr("heapwise.workers.crew.PATIENCE", PATIENCE)


@pytest.mark.usefixtures("patient")
def test_workers_that_are_replaced_end_what_they_are_at() -> None:
    before = set(threading.enumerate())
    crew: Crew[int, float, int] = Crew(process, 1)
    for key in range(3):
        crew.submit(key, 0.1)
    first = crew.next()
    assert first is not None
    crew.replace_workers()
    for key in range(3, 8):
        crew.submit(key, 0.0)
    others = dict(each for each in iter(crew.next, None))
    assert {first[0], *others} == set(range(8)), "none is lost"
    assert len({first[1], *others.values()}) == 2, "new ones do the rest"
    assert crew._leaving == []
    assert isinstance(first[1], int)
    replaced = Path(f"/proc/{first[1]}")
    wait_until(lambda: not replaced.exists())
    crew.close()
    assert set(threading.enumerate()) <= before


@pytest.mark.usefixtures("patient")
def test_an_interrupt_reaches_workers_that_were_replaced(tmp_path: Path) -> None:
    """Nobody waits for what they are at."""
    crew: Crew[int, Path | None, int] = Crew(sleeps, 1)
    crew.submit(0, None)
    assert crew.next() is not None
    crew.submit(1, tmp_path / "begun")
    wait_until((tmp_path / "begun").exists)
    crew.replace_workers()
    started = time.monotonic()
    assert [key for key, _ in crew.interrupted()] == [1]
    assert time.monotonic() - started < PATIENCE / 2
    crew.close()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.1, 0.15, 0.2, 0.3])
def test_an_interrupt_while_workers_start_says_nothing(
    seconds: float, capfd: pytest.CaptureFixture[str]
) -> None:
    crew: Crew[int, float, int] = Crew(process, 2)
    for key in range(16):
        crew.submit(key, 0.01)
    time.sleep(seconds)
    assert sorted(key for key, _ in crew.interrupted()) == list(range(16))
    crew.close()
    assert capfd.readouterr().err == ""


_tasks_done = 0


def numbered(task: int) -> tuple[int, int]:
    """In a worker: how many tasks it has done."""
    global _tasks_done
    _tasks_done += 1
    return task, _tasks_done


def test_a_task_whose_worker_is_full_is_done_by_a_new_one() -> None:
    """Also those that waited for it. One that fills a new worker too is given back as it is."""
    found = list(
        in_order(
            numbered,
            range(12),
            1,
            is_full=lambda each: not isinstance(each, Lost) and (each[1] > 3 or each[0] == 5),
        )
    )
    assert [each[0] for each in found if not isinstance(each, Lost)] == list(range(12))
    assert sum(each[1] == 1 for each in found if not isinstance(each, Lost)) > 1
    assert max(each[1] for each in found if not isinstance(each, Lost)) < 12


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(in_order(squared, range(30), 2)) == [number * number for number in range(30)]


@pytest.mark.usefixtures("patient")
def test_nothing_of_a_pool_is_left_when_its_results_are_there() -> None:
    """Else the end of Python, which wakes such threads up, may meet one that is just ending."""
    before = set(threading.enumerate())
    list(in_order(squared, range(3), 2))
    results = in_order(squared, range(30), 2)
    next(results)
    results.close()
    assert set(threading.enumerate()) <= before


def test_what_a_worker_was_at_when_it_died_is_done_again(tmp_path: Path) -> None:
    assert list(in_order(partial(dies_once, tmp_path), range(12), 2)) == list(range(12))


def test_a_task_at_which_workers_die_is_lost_alone() -> None:
    first, second, third, lost, *others = in_order(dies_at_three, range(8), 2)
    assert isinstance(lost, Lost) and "died" in lost.why
    assert [first, second, third, *others] == [0, 1, 2, 4, 5, 6, 7]


def test_an_error_of_a_task_is_that_of_the_caller() -> None:
    with pytest.raises(ValueError, match=r"^[01]$"):
        list(in_order(fails, range(2), 2))


INTERRUPTIBLE = """
import pathlib, signal, time
from heapwise.workers import crew
from heapwise.workers.pool import INTERRUPTED, in_order

crew.PATIENCE = 200.0

def once_it_waits(number, frame):
    \"\"\"An interrupt while this process prints is none of `in_order`: it is put off.\"\"\"
    waits = frame
    while waits is not None and waits.f_code is not in_order.__code__:
        waits = waits.f_back
    if waits is None:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    else:
        raise KeyboardInterrupt

def work(number):
    if number < 2:
        return f"done {number}"
    try:
        pathlib.Path(f"begun {number}").touch()
        while True:
            time.sleep(0.01)
    except KeyboardInterrupt:
        return f"part of {number}"

if __name__ == "__main__":
    signal.signal(signal.SIGINT, once_it_waits)
    signal.signal(signal.SIGALRM, once_it_waits)
    try:
        for result in in_order(work, range(9), 2):
            print("not reached" if result == INTERRUPTED else result, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_an_interrupt_keeps_what_tasks_give_back(tmp_path: Path) -> None:
    script = tmp_path / "interruptible.py"
    script.write_text(textwrap.dedent(INTERRUPTIBLE))
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as run:
        assert run.stdout is not None
        lines = [run.stdout.readline().strip() for _ in range(2)]
        wait_until((tmp_path / "begun 2").exists)
        run.send_signal(signal.SIGINT)
        lines += run.stdout.read().split("\n")
    assert lines[:3] == ["done 0", "done 1", "part of 2"]
    assert set(lines[3:-2]) <= {"part of 3", "not reached"}
    assert lines[-2] == "interrupted"


PIDS = """
import os, time
from heapwise.workers.pool import in_order

def work(number):
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    list(in_order(work, range(2), 2))
"""


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(PIDS)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert all(run.stdout.readline().strip().isdigit() for _ in range(2))
        run.kill()
        # The pipe is closed when the last process that could write to it has ended.
        assert run.stdout.read() == ""
