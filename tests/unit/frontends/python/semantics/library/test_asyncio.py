"""Asynchronous code: tasks run in CPython's order. Each case writes down what happens when, and
every replay, on CPython's own loop, must have written the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from heapwise.frontends.python.options import PythonOptions
from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import explore

SOURCE = """
import asyncio


async def halved(n: int) -> int:
    await asyncio.sleep(0)
    return 8 // n


async def speak(said: list, name: str, delay: int = 0, turns: int = 2) -> str:
    for turn in range(turns):
        said.append(f"{name}{turn}")
        await asyncio.sleep(delay)
    return name


async def numbers(n: int):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


class Ticket:
    def __init__(self, n: int) -> None:
        self.n = n

    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return self.n

    async def __aenter__(self) -> int:
        return await self

    async def __aexit__(self, kind, error, trace) -> bool:
        await asyncio.sleep(0)
        return kind is KeyError

    def __aiter__(self):
        return self

    async def __anext__(self) -> int:
        await asyncio.sleep(0)
        self.n -= 1
        if self.n < 0:
            raise StopAsyncIteration
        return self.n


def run(n: int) -> int:
    return asyncio.run(halved(n))


async def gathered(n: int, m: int) -> list[object]:
    said: list[object] = []
    said += await asyncio.gather(speak(said, "a"), speak(said, "b", n), speak(said, "c", m))
    return said


async def gathered_errors(n: int) -> object:
    results = await asyncio.gather(halved(n), halved(2), return_exceptions=True)
    return [type(each).__name__ for each in results]


async def first_error(n: int) -> object:
    said: list[object] = []
    try:
        await asyncio.gather(halved(n), speak(said, "a", 0, 4))
    except ZeroDivisionError:
        said.append("error")
    await asyncio.sleep(1)
    return said


async def tasks(n: int) -> object:
    said: list[object] = []
    one = asyncio.create_task(speak(said, "a"))
    two = asyncio.create_task(speak(said, "b"))
    said.append(one.done())
    if n > 0:
        await two
    else:
        await one
    return [*said, one.done(), two.done()]


async def generated(n: int) -> object:
    if n > 3:
        return None
    return [i async for i in numbers(n) if i != 1], {i: i async for i in Ticket(n)}


async def items(n: int):
    if n < 2:
        yield n
        await asyncio.sleep(1)
    yield 2


async def managed(n: int) -> object:
    async with Ticket(n) as got:
        if n == 1:
            raise KeyError
        if n == 2:
            raise IndexError
        return got
    return -1


async def locked(n: int) -> object:
    said: list[object] = []
    lock = asyncio.Lock()

    async def enter(name: str) -> None:
        async with lock:
            await speak(said, name)

    await asyncio.gather(enter("a"), enter("b"), speak(said, "c"))
    return said, lock.locked(), n


async def queued(n: int) -> object:
    said: list[object] = []
    queue: asyncio.Queue[int] = asyncio.Queue(1)

    async def put() -> None:
        for i in range(3):
            await queue.put(i)
            said.append(f"put {i}")

    async def take() -> None:
        while True:
            said.append(await queue.get())
            queue.task_done()

    taking = asyncio.create_task(take())
    await put()
    await queue.join()
    taking.cancel()
    try:
        queue.get_nowait()
    except asyncio.QueueEmpty:
        said.append("empty")
    return said, n


async def limited(n: int) -> object:
    said: list[object] = []
    semaphore = asyncio.Semaphore(2)

    async def enter(name: str) -> None:
        async with semaphore:
            await speak(said, name)

    await asyncio.gather(*(enter(name) for name in "abc"))
    return said, n


async def told(n: int) -> object:
    event = asyncio.Event()
    said: list[object] = []

    async def wait() -> None:
        await event.wait()
        said.append("woken")

    waiting = [asyncio.create_task(wait()) for _ in range(2)]
    await asyncio.sleep(n)
    said.append("set")
    event.set()
    await asyncio.gather(*waiting)
    return said, event.is_set()


async def in_time(n: int) -> object:
    try:
        return await asyncio.wait_for(speak([], "a", n, 1), 3)
    except asyncio.TimeoutError:
        return "late"


async def cancelled(n: int) -> object:
    said: list[object] = []

    async def work() -> None:
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            said.append("cancelled")
            raise
        finally:
            said.append("left")

    task = asyncio.create_task(work())
    await asyncio.sleep(n)
    said.append(task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        said.append(task.cancelled())
    return said


async def grouped(n: int) -> object:
    said: list[object] = []
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(speak(said, "a", 1, 3))
            group.create_task(halved(n))
    except ExceptionGroup as error:
        said.append(len(error.exceptions))
    return said


async def not_awaitable(n: int) -> object:
    return await n


async def spoken(n: int) -> object:
    said: list[object] = []
    await asyncio.gather(speak(said, "a"), speak(said, "b"))
    return "".join(said)


async def shared(n: int) -> object:
    found: dict[str, int] = {}

    async def fill() -> None:
        found["x"] = n

    async def use() -> int:
        return found["x"]

    filling, using = asyncio.create_task(fill()), asyncio.create_task(use())
    await filling
    return await using


def not_running(n: int) -> object:
    return asyncio.create_task(None)
"""
CASES = {
    "run": {"returned": 1, "ZeroDivisionError": 1},
    "gathered": {"returned": 10, "OverflowError": 5},
    "gathered_errors": {"returned": 2},
    "first_error": {"returned": 2},
    "tasks": {"returned": 2},
    "generated": {"returned": 5},
    "items": {"returned": 2},
    "managed": {"returned": 2, "IndexError": 1},
    "locked": {"returned": 1},
    "queued": {"returned": 1},
    "limited": {"returned": 1},
    "told": {"returned": 2, "OverflowError": 1},
    "in_time": {"returned": 4, "OverflowError": 1},
    "cancelled": {"returned": 4, "OverflowError": 1},
    "grouped": {"returned": 2},
    "spoken": {"returned": 1},
    "shared": {"returned": 1},
    "not_awaitable": {"TypeError": 1},
    "not_running": {"RuntimeError": 1},
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("asynchronous")


@pytest.mark.parametrize("case", CASES)
def test_tasks_run_in_the_order_of_cpython(directory: Path, case: str) -> None:
    found = explore(directory, SOURCE, case)
    ended = [path for path in found if path.kind is not OutcomeKind.BOUNDED]
    assert dict(Counter(path.detail or str(path.kind.value) for path in ended)) == CASES[case]


EVERY = PythonOptions(schedules="all")


def test_every_order_in_which_tasks_can_take_turns_is_explored(directory: Path) -> None:
    found = explore(directory, SOURCE, "spoken", options=EVERY)
    orders = ("a0a1b0b1", "a0b0a1b1", "a0b0b1a1", "b0a0a1b1", "b0a0b1a1", "b0b1a0a1")
    assert {path.result for path in found} == set(orders)


def test_a_race_is_a_path_with_its_schedule(directory: Path) -> None:
    found = explore(directory, SOURCE, "shared", options=EVERY)
    assert {path.detail for path in found} == {None, "KeyError"}
