"""Measures the units of all papers within a time, the small ones first.

There are rounds: in each, a unit has more CPU time than in the one before. So what is quick is
known soon, and what is slow has what time is left. A unit is measured in a process of its own: what
one leaves behind in memory is no concern of the next.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from threading import Thread

from heapwise.reproduce.table_cells import Cell, Measured, State, Store, Unit
from heapwise.workers.crew import end_with_parent

ROUNDS = (5.0, 20.0, 60.0, 200.0, 600.0, 2000.0, 7200.0)
"""Seconds of CPU time for a unit. To read the classes of a Java program takes about one."""
_CAN_FORK = "fork" in multiprocessing.get_all_start_methods()


def measured_within(
    cells: Sequence[Cell], store: Store, seconds: float, jobs: int = 1
) -> Iterator[Measured]:
    """What is measured now, each as soon as it is known and kept. Ends when the time is up or
    nothing is left."""
    until = time.monotonic() + seconds
    under_way: dict[Connection, _Apart] = {}
    try:
        for limit in ROUNDS:
            while time.monotonic() < until:
                begun = {each.cell.unit for each in under_way.values()}
                for cell in waiting(cells, store, limit):
                    if len(under_way) == jobs:
                        break
                    if not _CAN_FORK:
                        found = cell.measure(limit)
                        store.keep(found)
                        yield found
                    elif cell.unit not in begun:
                        apart = _Apart(cell, limit)
                        under_way[apart.receiving] = apart
                if not under_way:
                    break
                for done in wait(list(under_way), max(0.0, until - time.monotonic())):
                    assert isinstance(done, Connection)
                    found = under_way.pop(done).result()
                    store.keep(found)
                    yield found
    finally:
        for each in under_way.values():
            each.end()


def waiting(cells: Sequence[Cell], store: Store, limit: float) -> Iterator[Cell]:
    """The units that have not had so much time yet, unless a smaller one of the kind was cut."""
    for cell, smaller in _by_size(cells):
        own = store.found.get(cell.unit)
        if own is not None and (own.state is not State.CUT or (own.limit or limit) >= limit):
            continue
        before = [store.found.get(each) for each in smaller]
        if all(each is not None and each.state is State.DONE for each in before):
            yield cell


def _by_size(cells: Iterable[Cell]) -> list[tuple[Cell, list[Unit]]]:
    """Each with the smaller ones of its kind; the smallest of all kinds go first, and the papers
    take turns."""
    kinds: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        kinds.setdefault(cell.unit.kind, []).append(cell)
    found: list[tuple[int, int, Cell, list[Unit]]] = []
    turns: Counter[tuple[str, int]] = Counter()
    for kind in kinds.values():
        ordered = sorted(kind, key=lambda cell: cell.unit.scope)
        for rank, cell in enumerate(ordered):
            turn = turns[cell.unit.paper, rank]
            turns[cell.unit.paper, rank] += 1
            found.append((rank, turn, cell, [each.unit for each in ordered[:rank]]))
    found.sort(key=lambda each: each[:2])
    return [(cell, smaller) for _, _, cell, smaller in found]


class _Apart:
    """A process that measures a unit."""

    def __init__(self, cell: Cell, limit: float) -> None:
        self.cell = cell
        self._limit = limit
        # Not `spawn`: the cells are functions that cannot be sent.
        context = multiprocessing.get_context("fork")
        self.receiving, sending = context.Pipe(duplex=False)
        self._process = context.Process(target=_send, args=(cell, limit, sending), daemon=True)
        self._process.start()
        sending.close()

    def result(self) -> Measured:
        try:
            found: Measured = self.receiving.recv()
        except EOFError:
            self._process.join()
            note = f"its process ended with exit code {self._process.exitcode}"
            found = Measured(self.cell.unit, State.REFUSED, 0, 0.0, limit=self._limit, note=note)
        finally:
            self.end()
        return found

    def end(self) -> None:
        self._process.terminate()
        self._process.join()
        self.receiving.close()


def _send(cell: Cell, limit: float, to: Connection) -> None:
    # Ctrl-C is for the parent, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()
    to.send(cell.measure(limit))
    to.close()
