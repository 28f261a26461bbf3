"""Table 1 of the POSE paper (pose.txt §4) under every strategy, and with raised bounds.

Path-optimal strategies run with null dereferences ignored, the others with them counted, which is
how the paper counts. `pose` can also run with the solvers that count queries as the paper does.
The programs are `benchmarks/pose` of the repository; `pose_tables` shows what was measured.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.engine.bounds import Bounds
from heapwise.heaps.registry import traits_of
from heapwise.program.source import InputError
from heapwise.reproduce.measuring import CpuLimit, in_order, not_measured
from heapwise.solver.modes import MODES

if TYPE_CHECKING:
    from heapwise.program import Program

"""Strategies with one path per control-flow path: the paper's POSE columns are about them."""
PRINTED_AS = "lazy"
"""The one that the paper's other columns are about."""
DEFAULT_SOLVER = "default"
COUNTING = ("paper", "plain", "unwind")
"""The solver of the paper's column POSE, one that concludes more, and that of POSE-unwind."""

RAISED = (
    ("fig_1c_max10", 40),
    ("dll_indexOf", 20),
    ("dll_indexOf", 40),
    ("avl_find", 8),
    ("avl_maxElement", 3),
    ("avl_balanced", 4),
    ("treemap_put", 2),
    ("avl_insertElem", 3),
)
_BOUND = re.compile(r"(?<![\w.])\d+(?=\s*\]\s*\)\s*\Z)")
"""The number that ends the arguments of the last call of a program."""
RIVALS = ("fieldmaps", "pose")
"""What the table of raised bounds compares unless the strategies are named."""

SURPLUS, OUR_PROGRAM, OTHER_SOURCE, UNEXPLAINED = "a", "b", "c", "?"
REASONS = {
    SURPLUS: "printed surplus: the authors' own files have fewer feasible paths (insertElem 546,"
    " add 2, get 1, remove 2, put 44); the rest of what is printed is infeasible or duplicate"
    " traces",
    OUR_PROGRAM: "the program: the paper gives neither the text nor the bound of this subject, and"
    " that of benchmarks/pose is our own",
    OTHER_SOURCE: "the printed lazy figures were measured on Java versions that differ from these"
    " programs",
    UNEXPLAINED: "differs for no reason that we know",
}
_WHY_OPTIMAL_DIFFERS = {
    "avl_balanced": OUR_PROGRAM,
    "avl_insertElem": SURPLUS + OUR_PROGRAM,
    "avl_maxElement": OUR_PROGRAM,
    "avl_minElement": OUR_PROGRAM,
    "dll_add": SURPLUS,
    "dll_get": SURPLUS,
    "dll_remove": SURPLUS,
    "treemap_put": SURPLUS + OUR_PROGRAM,
}
_IN_CHECKOUT = Path(__file__).resolve().parents[3] / "benchmarks" / "pose"
_SECONDS_PER_QUESTION = 10.0


@dataclass(frozen=True, slots=True)
class Printed:
    """A row of the paper's table."""

    pose_traces: int
    pose_queries: int
    unwind_queries: int
    lazy_traces: int
    lazy_queries: int


PAPER = {
    "fig_1a": Printed(2, 2, 2, 21, 27),
    "fig_1b": Printed(1, 0, 0, 23, 30),
    "fig_1c_max4": Printed(6, 10, 10, 21, 25),
    "fig_1c_max10": Printed(12, 22, 22, 78, 88),
    "avl_balanced": Printed(89, 225, 1_325, 18_876, 37_867),
    "avl_find": Printed(190, 378, 590, 896, 1_952),
    "avl_findMax": Printed(13, 25, 25, 92, 104),
    "avl_findMin": Printed(13, 25, 25, 92, 104),
    "avl_insertElem": Printed(549, 2_814, 14_099, 7_033, 35_659),
    "avl_maxElement": Printed(51, 92, 92, 72_230_358, 85_641_133),
    "avl_minElement": Printed(51, 92, 92, 72_230_358, 85_641_133),
    "dll_add": Printed(7, 12, 12, 312, 490),
    "dll_get": Printed(6, 10, 10, 116, 138),
    "dll_getFirst": Printed(2, 2, 2, 12, 16),
    "dll_getLast": Printed(2, 2, 2, 12, 16),
    "dll_indexOf": Printed(42, 74, 74, 332_856, 379_774),
    "dll_remove": Printed(10, 15, 15, 949, 1_089),
    "dll_removeFirst": Printed(2, 2, 2, 91, 119),
    "dll_removeLast": Printed(2, 2, 2, 91, 119),
    "ncll_add": Printed(2, 2, 2, 108, 156),
    "treemap_put": Printed(55, 183, 265, 350, 533),
}
"""The figures as printed, the same as in `benchmarks/expected/pose-table1.csv`."""


@dataclass(frozen=True, slots=True)
class Case:
    """What to measure for which table; without a bound, the subject's own."""

    table: str
    subject: str
    strategy: str
    bound: int | None = None
    solver: str = DEFAULT_SOLVER


@dataclass(frozen=True, slots=True)
class PoseCell:
    """What was measured. A run that was not `complete` ran into the timeout, unless `refused` says
    why its numbers are none of the program; `cut` counts the paths that one of Heapwise's own
    bounds cut off and `unknown` the questions that the solver gave up: there should be none."""

    table: str
    subject: str
    bound: int | None
    strategy: str
    null_dereference: str
    solver: str
    complete: bool
    paths: int
    cut: int
    queries: int
    assumption_queries: int
    not_unwound: int
    unknown: int
    cpu_seconds: float
    refused: str = ""


# ---------------------------------------------------------------------------- programs


def programs_folder(given: Path | None, subjects: Iterable[str]) -> Path:
    """Where the programs of these subjects are; `InputError` if they are not there."""
    folder = _IN_CHECKOUT if given is None else given
    missing = [name for name in subjects if not _file(folder, name).is_file()]
    if not missing:
        return folder
    others = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    what = f"{folder} has no {_file(folder, missing[0]).name}{others}"
    if not folder.is_dir():
        what = f"there is no folder {folder}"
    raise InputError(f"{what}; --programs DIR names a copy of the repository's benchmarks/pose")


def subjects_in(folder: Path) -> tuple[str, ...]:
    """The subjects whose programs are there."""
    return tuple(name for name in PAPER if _file(folder, name).is_file())


def with_bounds(folder: Path, subjects: Iterable[str]) -> tuple[str, ...]:
    """Those whose bound can be raised: it is the last argument of the call."""
    return tuple(name for name in subjects if _BOUND.search(_file(folder, name).read_text()))


def subject(folder: Path, name: str, bound: int | None = None) -> Program:
    """The program of a subject; with a bound, that is what its call passes as last argument."""
    from heapwise.reproduce.programs import load_program, program_of

    path = _file(folder, name)
    if bound is None:
        return load_program(path)
    text, found = _BOUND.subn(str(bound), path.read_text())
    if not found:
        raise InputError(f"{path}: the last argument of the call is no bound")
    return program_of(text, path.name)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.tiny"


# ---------------------------------------------------------------------------- measuring


def paper_cases(subjects: Iterable[str], strategies: Sequence[str]) -> tuple[Case, ...]:
    return tuple(
        Case("paper", name, strategy, None) for name in subjects for strategy in strategies
    )


def query_cases(subjects: Iterable[str]) -> tuple[Case, ...]:
    return tuple(
        Case("queries", name, "pose", solver=solver) for name in subjects for solver in COUNTING
    )


def raised_cases(subjects: Iterable[str], strategies: Sequence[str]) -> tuple[Case, ...]:
    wanted = set(subjects)
    return tuple(
        Case("raised", name, strategy, bound)
        for name, bound in RAISED
        if name in wanted
        for strategy in strategies
    )


def need_counting_solvers() -> None:
    """Raises `InputError` if one of them is not installed: better now than after minutes."""
    for mode in COUNTING:
        MODES[mode](_SECONDS_PER_QUESTION)


def measure_all(
    cases: Iterable[Case], folder: Path, timeout: float | None, jobs: int = 1
) -> Iterator[PoseCell]:
    """Each cell as soon as it is known. What was cut at one bound is not tried at a higher one."""
    return in_order(
        cases,
        partial(measure, folder=folder, timeout=timeout),
        lambda case: (case.table, case.subject, case.strategy, case.solver),
        lambda cell: cell.complete,
        jobs,
    )


def measure(case: Case, folder: Path, timeout: float | None) -> PoseCell:
    from heapwise.api import Exploration

    program = subject(folder, case.subject, case.bound)
    ignore_null = traits_of(case.strategy).path_optimal
    # A question must not keep a cell going long after its time.
    solver = MODES[case.solver](min(_SECONDS_PER_QUESTION, timeout or _SECONDS_PER_QUESTION))
    limit = CpuLimit(timeout)
    run = Exploration(
        program,
        case.strategy,
        Bounds(timeout=limit.wall),
        ignore_null_dereference=ignore_null,
        solvers=lambda: solver,
    )
    started = time.process_time()
    with limit:
        run.count()
    summary = run.summary
    seconds = time.process_time() - started
    counts = summary.counts
    refused = not_measured(counts)
    return PoseCell(
        table=case.table,
        subject=case.subject,
        bound=case.bound,
        strategy=case.strategy,
        null_dereference="ignore" if ignore_null else "raise",
        solver=case.solver,
        complete=summary.stopped is None and not limit.is_up and not refused,
        paths=counts.paths,
        cut=counts.bounded,
        queries=counts.queries,
        assumption_queries=solver.statistics.assumption_queries,
        not_unwound=counts.answered.get("not unwound", 0),
        unknown=counts.unknown,
        cpu_seconds=seconds,
        refused=refused,
    )


def reasons(cell: PoseCell) -> str:
    """The footnotes that say why a number of paths differs from the paper; none if it agrees."""
    is_optimal = traits_of(cell.strategy).path_optimal
    if not is_optimal and cell.strategy != PRINTED_AS:
        return ""
    printed = PAPER[cell.subject]
    expected = printed.pose_traces if is_optimal else printed.lazy_traces
    undecided = not cell.complete and cell.paths <= expected
    if cell.paths == expected or undecided:
        return ""
    return reason(cell.subject, cell.strategy)


def reason(subject: str, strategy: str) -> str:
    """The footnotes for a number of paths that differs from the paper."""
    if traits_of(strategy).path_optimal:
        return _WHY_OPTIMAL_DIFFERS.get(subject, UNEXPLAINED)
    return OTHER_SOURCE
