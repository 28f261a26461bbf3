"""Tables 1 and 2 of the LISSA paper (lissa.txt §4) with our own versions of its structures.

The programs are `benchmarks/lissa` of the repository, with the fields and the invariants of the
paper; its figures are `benchmarks/expected/lissa-*.csv`. The paper's techniques look at references
only, so they run with that restriction here (`symsolve:references`); beside them stands what
Heapwise does without it. `lissa_tables` shows what was measured.
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TextIO

from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.program import InputError

_CHECKOUT = Path(__file__).resolve().parents[3] / "benchmarks"
_STEPS_IN_CIRCLES = 20_000
"""What LIHybrid keeps includes cycles that a program walks round for ever."""
STRATEGY = "lazy"
"""The paper's engine initialises lazily."""
RED_BLACK = (1, 1, 2, 2, 4, 8, 16, 33, 56, 90, 168, 286, 534)
"""Red-black trees by size."""


@dataclass(frozen=True, slots=True)
class Technique:
    """`column` is its name in the columns of the paper's figures."""

    name: str
    precondition: str
    column: str = ""


TECHNIQUES = {
    technique.name: technique
    for technique in (
        Technique("LIHybrid", "hybrid:references", "lihybrid"),
        Technique("Driver", "driver", "driver"),
        Technique("IFrepOK", "assume", "ifrepok"),
        Technique("LISSA", "symsolve:references", "lissa"),
        Technique("LISSA-M", "symsolve-memo:references", "lissa_m"),
        Technique("LISSA-NoSB", "symsolve-nosb:references", "nosb"),
        Technique("exact", "symsolve-memo"),
    )
}
TABLE_1: tuple[str, ...] = ("LIHybrid", "Driver", "IFrepOK", "LISSA", "LISSA-M", "exact")
TABLE_2 = ("LISSA-NoSB", "LISSA")


def _one_to_one(scope: int) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Subject:
    """A method, the scopes to try, and what mathematics says about the number of its paths, by
    technique. `lengths` bounds lists, and `objects` the objects of single classes."""

    cls: str
    method: str
    target: str
    scopes: tuple[int, ...]
    printed_as: str = ""
    operation: str = ""
    lengths: int | None = None
    objects: Callable[[int], Mapping[str, int]] = _one_to_one
    known: Mapping[str, Callable[[int], int | None]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.cls}.{self.method}"


def _whole_trees(scope: int) -> int | None:
    """Paths of a search in every red-black tree: each entry, and each gap between them."""
    if scope >= len(RED_BLACK):
        return None
    return sum(trees * (2 * size + 1) for size, trees in enumerate(RED_BLACK[: scope + 1]))


def _chains(scope: int) -> int:
    """A bucket, and for each entry of its chain: another hash, or the same and another key, or
    the key."""
    return 16 * (3 * (1 << scope) - 2)


_SEARCH = {"IFrepOK": _whole_trees}
_ADD = {"IFrepOK": lambda n: n, "LISSA": lambda n: 2 if n > 1 else 1, "Driver": lambda n: n + 1}
_REMOVE = {
    "IFrepOK": lambda n: n * (n + 1) // 2,
    "LISSA": lambda n: 3 * (n - 1) if n > 1 else 1,
    "Driver": lambda n: (n + 1) * (n + 2) // 2,
}

SUBJECTS = {
    subject.name: subject
    for subject in (
        Subject("LinkedList", "add", "linked_list.py:LinkedList.add", (5, 20, 50), known=_ADD),
        Subject(
            "LinkedList",
            "remove",
            "linked_list.py:LinkedList.remove",
            (3, 5, 10, 50),
            known=_REMOVE,
        ),
        Subject("TreeMap", "put", "tree_map.py:TreeMap.put", (3, 5, 7, 9), known=_SEARCH),
        Subject("TreeMap", "remove", "tree_map.py:TreeMap.remove", (3, 4, 7, 9), known=_SEARCH),
        Subject("TreeSet", "add", "tree_set.py:TreeSet.add", (3, 5, 7, 9), known=_SEARCH),
        Subject("TreeSet", "remove", "tree_set.py:TreeSet.remove", (3, 4, 7, 9), known=_SEARCH),
        Subject(
            "HashMap",
            "put",
            "hash_map.py:HashMap.put",
            (1, 2, 3, 4),
            lengths=16,
            known={"LISSA": _chains},
        ),
        Subject("HashMap", "remove", "hash_map.py:HashMap.remove", (2, 3, 4, 6), lengths=16),
        Subject("AvlTree", "insert", "avl_tree.py:AvlTree.insert", (3, 4, 5, 7)),
        Subject(
            "AvlTree", "remove", "avl_tree.py:AvlTree.remove", (3, 4, 5, 7), operation="insert"
        ),
        Subject(
            "TransportStats",
            "bytesWritten",
            "transport_stats.py:TransportStats.bytes_written",
            (3, 4, 5, 8),
            operation="bytes_written",
        ),
    )
}
SYMMETRY = {
    "TreeMap.put": (5, 6, 7, 8, 9),
    "TreeSet.remove": (5, 6, 7, 8),
    "HashMap.remove": (3, 4, 5, 6),
    "AvlTree.insert": (4, 5, 6, 7),
}
"""Scopes of Table 2."""


@dataclass(frozen=True, slots=True)
class Case:
    table: int
    subject: str
    scope: int
    technique: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What was measured; `solving` are the seconds that SymSolve took, and `spurious` counts paths
    that no valid input takes. A run that was not `complete` ran into the timeout."""

    table: int
    subject: str
    scope: int
    technique: str
    complete: bool
    paths: int
    spurious: int
    seconds: float
    solving: float
    structure_queries: int
    candidates: int
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """What the paper prints for a cell: a time, or TO; paths where it has them."""

    seconds: str
    paths: int | None = None
    spurious: int | None = None


def programs_folder(given: Path | None, subjects: Iterable[str]) -> Path:
    """Where the programs are; `InputError` if they are not there."""
    folder = _CHECKOUT / "lissa" if given is None else given
    for name in subjects:
        file = folder / SUBJECTS[name].target.partition(":")[0]
        if not file.is_file():
            raise InputError(
                f"there is no {file}; --programs DIR names a copy of the repository's "
                "benchmarks/lissa"
            )
    return folder


def table_1(subjects: Sequence[str], techniques: Sequence[str], most: int | None) -> list[Case]:
    return [
        Case(1, name, scope, technique)
        for name in subjects
        for technique in techniques
        for scope in SUBJECTS[name].scopes
        if most is None or scope <= most
    ]


def table_2(subjects: Sequence[str], most: int | None) -> list[Case]:
    return [
        Case(2, name, scope, technique)
        for name in subjects
        for technique in TABLE_2
        for scope in SYMMETRY.get(name, ())
        if most is None or scope <= most
    ]


def measure_all(cases: Iterable[Case], folder: Path, timeout: float | None) -> Iterator[Cell]:
    """Each cell as soon as it is known. What was cut at one scope is not tried at a larger one."""
    unfinished: set[tuple[int, str, str]] = set()
    for case in cases:
        kind = (case.table, case.subject, case.technique)
        if kind in unfinished:
            continue
        cell = measure(case, folder, timeout)
        if not cell.complete:
            unfinished.add(kind)
        yield cell


def measure(case: Case, folder: Path, timeout: float | None) -> Cell:
    subject, technique = SUBJECTS[case.subject], TECHNIQUES[case.technique]
    bounds = Bounds(
        max_objects=case.scope,
        max_objects_of=subject.objects(case.scope),
        max_depth=None,
        max_length=subject.lengths,
        max_steps=_STEPS_IN_CIRCLES if case.technique == "LIHybrid" else Bounds().max_steps,
        timeout=timeout,
    )
    precondition = technique.precondition
    if precondition == "driver" and subject.operation:
        precondition = f"driver:{subject.operation}"
    started = time.perf_counter()
    run = explore(
        str(folder / subject.target),
        strategy=STRATEGY,
        bounds=bounds,
        precondition=precondition,
        contracts=False,
    )
    try:
        summary = run.count()
    finally:
        run.close()
    notes = run.notes
    known = subject.known.get("LISSA" if case.technique == "LISSA-M" else case.technique)
    return Cell(
        table=case.table,
        subject=case.subject,
        scope=case.scope,
        technique=case.technique,
        complete=summary.stopped is None,
        paths=summary.counts.paths,
        spurious=int(notes.get("spurious", 0)),
        seconds=time.perf_counter() - started,
        solving=notes.get("structure_seconds", 0.0),
        structure_queries=int(notes.get("structure_queries", 0)),
        candidates=int(notes.get("candidates", 0)),
        known=known(case.scope) if known is not None else None,
    )


# ---------------------------------------------------------------------------- the paper


def printed() -> dict[tuple[int, str, int, str], Printed]:
    """The figures of the paper, by table, subject, scope and technique."""
    found: dict[tuple[int, str, int, str], Printed] = {}
    for table, file in ((1, "lissa-table1.csv"), (2, "lissa-table2-symmetry.csv")):
        path = _CHECKOUT / "expected" / file
        if not path.is_file():
            continue
        with path.open(encoding="utf-8") as lines:
            rows = csv.DictReader(line for line in lines if not line.startswith("#"))
            for row in rows:
                name, scope = f"{row['class']}.{row['method']}", int(row["scope"])
                for technique in TECHNIQUES.values():
                    seconds = row.get(f"{technique.column}_s")
                    if technique.column and seconds:
                        found[table, name, scope, technique.name] = Printed(
                            seconds,
                            _whole(row.get(f"{technique.column}_paths")),
                            _whole(row.get(f"{technique.column}_spurious")),
                        )
    return found


def _whole(text: str | None) -> int | None:
    return int(text) if text else None


# ---------------------------------------------------------------------------- files


def write_csv(cells: Iterable[Cell], file: TextIO) -> None:
    writer = csv.DictWriter(file, [each.name for each in fields(Cell)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(cell) for cell in cells)


def write_json(cells: Iterable[Cell], file: TextIO) -> None:
    json.dump([asdict(cell) for cell in cells], file, indent=1)
    file.write("\n")
