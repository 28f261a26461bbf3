"""Tables 1 and 2 of the LISSA paper (lissa.txt §4): all its methods, from bytecode.

The programs are `benchmarks/java/source/lissa` of the repository, written after a description of
the paper's subjects; its figures are `benchmarks/expected/lissa-*.csv`. The paper's techniques look
at references only, so they run with that restriction here (`symsolve:references`); beside them
stands `compiled` under the default strategy. `lissa_subjects` has the methods and what mathematics
says about them, `lissa_tables` shows what was measured.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from heapwise.engine.bounds import Bounds
from heapwise.frontends.registry import made_options
from heapwise.program.source import InputError
from heapwise.reproduce.lissa_subjects import SUBJECTS, Subject
from heapwise.reproduce.measuring import CpuLimit, in_order, not_measured

_CHECKOUT = Path(__file__).resolve().parents[3] / "benchmarks"
_CLASSES = _CHECKOUT / "java" / "classes"
_STEPS_IN_CIRCLES = 20_000
"""What LIHybrid keeps includes cycles that a program walks round for ever."""
_DRIVER = "made"


@dataclass(frozen=True, slots=True)
class Technique:
    """`column` is its name in the columns of the paper's figures. The paper's engine initialises
    lazily, and so does every technique but our own."""

    name: str
    precondition: str
    column: str = ""
    strategy: str | None = "lazy"


TECHNIQUES = {
    technique.name: technique
    for technique in (
        Technique("LIHybrid", "hybrid:references", "lihybrid"),
        Technique("Driver", f"driver:{_DRIVER}", "driver"),
        Technique("IFrepOK", "assume", "ifrepok"),
        Technique("LISSA", "symsolve:references", "lissa"),
        Technique("LISSA-M", "symsolve-memo:references", "lissa_m"),
        Technique("LISSA-NoSB", "symsolve-nosb:references", "nosb"),
        Technique("exact", "symsolve-memo"),
        Technique("compiled", "compiled", strategy=None),
    )
}
TABLE_1: tuple[str, ...] = ("LIHybrid", "Driver", "IFrepOK", "LISSA", "LISSA-M", "compiled")
TABLE_2 = ("LISSA-NoSB", "LISSA")


@dataclass(frozen=True, slots=True)
class Case:
    table: int
    subject: str
    scope: int
    technique: str


@dataclass(frozen=True, slots=True)
class LissaCell:
    """What was measured; `solving` are the seconds that SymSolve took, and `spurious` counts paths
    that no valid input takes; as in the paper, such paths do not count if they throw. A run that
    was not `complete` ran into the timeout, or could not be begun: `refused` says why."""

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
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the paper prints for a cell: a time, or TO; paths where it has them."""

    seconds: str
    paths: int | None = None
    spurious: int | None = None


def programs_folder(given: Path | None) -> Path:
    """Where the class files are; `InputError` if they are not there."""
    folder = _CLASSES if given is None else given
    if not (folder / "lissa").is_dir():
        raise InputError(
            f"there is no {folder / 'lissa'}; --programs DIR names a copy of the repository's "
            "benchmarks/java/classes"
        )
    return folder


def table_1(
    subjects: Sequence[str], techniques: Sequence[str], most: int | None, full: bool = False
) -> list[Case]:
    """The scopes of the paper, up to those that take long unless all are wanted; `most` itself if
    the paper has none so small."""
    return [
        Case(1, name, scope, technique)
        for name in subjects
        for technique in techniques
        for scope in _scopes(1, SUBJECTS[name], most, full)
    ]


def table_2(subjects: Sequence[str], most: int | None, full: bool = False) -> list[Case]:
    return [
        Case(2, name, scope, technique)
        for name in subjects
        for technique in TABLE_2
        for scope in _scopes(2, SUBJECTS[name], most, full)
    ]


def _scopes(table: int, subject: Subject, most: int | None, full: bool) -> list[int]:
    own = (table, subject.name)
    found = sorted({scope for where, name, scope, _ in printed() if (where, name) == own})
    if not found:
        return []
    if not full:
        found = [scope for scope in found if scope <= max(subject.quick, found[0])]
    if most is None:
        return found
    return [scope for scope in found if scope <= most] or [most]


def measure_all(
    cases: Iterable[Case], folder: Path, timeout: float | None, jobs: int = 1
) -> Iterator[LissaCell]:
    """Each cell as soon as it is known. What was cut at one scope is not tried at a larger one."""
    return in_order(
        cases,
        partial(measure, folder=folder, timeout=timeout),
        lambda case: (case.table, case.subject, case.technique),
        lambda cell: cell.complete,
        jobs,
    )


def known(case: Case) -> int | None:
    """What mathematics says, if it does."""
    same = "LISSA" if case.technique in ("LISSA-M", "LISSA-NoSB") else case.technique
    formula = SUBJECTS[case.subject].known.get(same)
    return None if formula is None else formula(case.scope)


def measure(case: Case, folder: Path, timeout: float | None) -> LissaCell:
    from heapwise.api import explore

    subject, technique = SUBJECTS[case.subject], TECHNIQUES[case.technique]
    limit = CpuLimit(timeout)
    bounds = Bounds(
        max_objects=case.scope,
        max_depth=None,
        max_length=case.scope,
        max_steps=_STEPS_IN_CIRCLES if case.technique == "LIHybrid" else Bounds().max_steps,
        timeout=limit.wall,
    )
    cell = LissaCell(
        case.table,
        case.subject,
        case.scope,
        case.technique,
        complete=False,
        paths=0,
        spurious=0,
        seconds=0.0,
        solving=0.0,
        structure_queries=0,
        candidates=0,
        known=known(case),
    )
    target = f"{folder}:lissa.{subject.target}"
    started = time.process_time()
    run = None
    try:
        with limit:
            run = explore(
                target,
                strategy=technique.strategy,
                bounds=bounds,
                precondition=technique.precondition,
                contracts=False,
                language_options=made_options(
                    target, ints="math", finitization=f"{subject.finitization}({case.scope})"
                ),
            )
            run.count()
    except InputError as error:
        return replace(cell, seconds=time.process_time() - started, refused=str(error))
    finally:
        if run is not None:
            run.close()
    if run is None:
        return replace(cell, seconds=time.process_time() - started)
    summary, notes = run.summary, run.notes
    uncounted = int(notes.get("spurious_throwing", 0))
    broken = not_measured(summary.counts)
    return replace(
        cell,
        complete=summary.stopped is None and not limit.is_up and not broken,
        refused=broken,
        paths=summary.counts.paths - uncounted,
        spurious=int(notes.get("spurious", 0)) - uncounted,
        seconds=time.process_time() - started,
        solving=notes.get("structure_seconds", 0.0),
        structure_queries=int(notes.get("structure_queries", 0)),
        candidates=int(notes.get("candidates", 0)),
    )


# ---------------------------------------------------------------------------- the paper


@cache
def printed() -> Mapping[tuple[int, str, int, str], Printed]:
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
