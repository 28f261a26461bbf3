"""Tables 1 and 2 of the Kiasan paper (kiasan.txt §5) with our own classes and those of the JDK.

The classes are `benchmarks/java` of the repository: trees, heaps and sorting of our own, with int
keys, and invariants for those of `java.util`; the paper's figures are in `benchmarks/expected`.
Methods run as there: the invariant and the precondition are assumed, the method runs, invariant and
postcondition are asserted. `kiasan_tables` shows what was measured.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from heapwise.engine.bounds import Bounds
from heapwise.frontends.registry import made_options
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.reproduce.measuring import CpuLimit, in_order, not_measured

_CHECKOUT = Path(__file__).resolve().parents[3] / "benchmarks"
_MANY = 1_000
"""For a bound that is not the one of the table."""
_INTEGERS = "java.lang.Object=java.lang.Integer"
"""What the elements of the JDK's collections are."""
K = (1, 2, 3)
N = (5, 6, 7, 8, 9)


@dataclass(frozen=True, slots=True)
class Technique:
    """`column` is its name in the columns of the paper's Table 1."""

    name: str
    strategy: str
    precondition: str | None = None
    column: str = ""


TECHNIQUES = {
    technique.name: technique
    for technique in (
        Technique("lazier#", "lazier-sharp", column="lazier_sharp_paths"),
        Technique("lazier", "lazier", column="lazier_paths"),
        Technique("lazy", "lazy", column="lazy_paths"),
        Technique("compiled", registry.DEFAULT, "compiled"),
    )
}
"""The last is not in the paper: the default strategy with the invariant as one formula, without
postconditions."""
TABLE_1 = ("lazier#", "lazier", "lazy")
TABLE_2 = ("lazier#", "compiled")


@dataclass(frozen=True, slots=True)
class Subject:
    """A method as the paper calls it. `target` is what runs; `invariants` are those that its class
    does not have itself. `fixed` says that mathematics fixes the number of paths of lazier#: the
    valid shapes, times what a search in each of them can come to. What computes with the bits of
    integers (`on_bits`) has Java's, whatever the others have."""

    name: str
    target: str
    invariants: tuple[str, ...]
    tables: tuple[int, ...]
    fixed: bool
    on_bits: bool = False

    @property
    def cls(self) -> str:
        return self.name.partition(".")[0]


_TREES: tuple[tuple[str, str, str, str], ...] = (
    ("AATree", "AATree", "find findMax findMin insert remove", "contains isEmpty findMax findMin"),
    ("AATree", "AATree", "", "insert remove"),
    ("AvlTree", "AvlTree", "find findMax findMin insert", "find findMax findMin insert isEmpty"),
    ("BinarySearchTree", "BinarySearchTree", "find findMax findMin insert remove", "isEmpty"),
    ("BinarySearchTree", "BinarySearchTree", "", "find findMax findMin insert remove"),
    ("LeftistHeap", "LeftistHeap", "deleteMin findMin insert merge", ""),
    ("TreeMap", "RedBlackMap", "get put remove", "get isEmpty lastKey put remove"),
    ("TreeSet", "RedBlackSet", "", "add contains isEmpty remove"),
)
"""Class in the paper and here, methods in Table 1, methods in Table 2."""
_OTHERS: tuple[tuple[str, str], ...] = (
    ("GC", "mark"),
    ("Container", "swap"),
    ("BinaryHeap", "deleteMin findMin insert"),
    ("Sort", "insertionSort selectionSort shellsort"),
)
"""Only in Table 1."""
_LIBRARY: tuple[tuple[str, str, str], ...] = (
    ("ArrayDeque", "ArrayDeque", "addFirst addLast isEmpty removeFirst removeLast"),
    ("ArrayList", "ArrayList", "add(Object) get isEmpty remove(int)"),
    ("LinkedList", "LinkedList", "add(Object) contains get getFirst getLast isEmpty remove(int)"),
    ("LinkedList", "LinkedList", "removeFirst removeLast"),
    ("PriorityQueue", "PriorityQueue", "isEmpty offer peek poll"),
    ("Stack", "Vector", "isEmpty peek pop push"),
    ("Vector", "Vector", "add(Object) get isEmpty"),
    ("jdk-TreeMap", "TreeMap", "get isEmpty lastKey put(Object,Object) remove(Object)"),
    ("jdk-TreeSet", "TreeSet", "add contains isEmpty remove"),
    ("jdk-HashMap", "HashMap", "get isEmpty put(Object,Object) remove(Object)"),
)
"""Only in Table 2: class, whose invariant, methods. The last are those that stand beside
ours with int keys, and HashMap, which is not in the paper."""
_ON_BITS = ("jdk-HashMap",)
_CALLED = {"AATree.find": "contains"}


def _subjects() -> Iterator[Subject]:
    for cls, ours, first, second in _TREES:
        invariants = ("kiasan.LeftistHeap.isHeap",) if ours == "LeftistHeap" else ()
        for method in dict.fromkeys((*first.split(), *second.split())):
            tables = (1,) * (method in first.split()) + (2,) * (method in second.split())
            name = f"{cls}.{method}"
            target = f"kiasan.{ours}.{_CALLED.get(name, method)}"
            yield Subject(name, target, () if method == "merge" else invariants, tables, True)
    for cls, methods in _OTHERS:
        for method in methods.split():
            yield Subject(f"{cls}.{method}", f"kiasan.{cls}.{method}", (), (1,), False)
    for cls, invariant, methods in _LIBRARY:
        for method in methods.split():
            yield Subject(
                f"{cls}.{method.partition('(')[0]}",
                f"java.util.{cls.removeprefix('jdk-')}.{method}",
                (f"invariants.{invariant}Invariant.repOK",),
                (2,),
                False,
                cls in _ON_BITS,
            )


def _merged() -> dict[str, Subject]:
    """A method that is listed for each table on its own is one subject."""
    found: dict[str, Subject] = {}
    for each in _subjects():
        before = found.get(each.name)
        tables = (*before.tables, *each.tables) if before is not None else each.tables
        found[each.name] = replace(each, tables=tables)
    return found


SUBJECTS = _merged()


@dataclass(frozen=True, slots=True)
class Case:
    """`bound` is k (Table 1) or n (Table 2)."""

    table: int
    subject: str
    bound: int
    technique: str


@dataclass(frozen=True, slots=True)
class KiasanCell:
    """What was measured. A run that was not `complete` ran into the timeout, unless `refused` says
    why its number of paths is none of the program."""

    table: int
    subject: str
    bound: int
    technique: str
    complete: bool
    paths: int
    violated: int
    queries: int
    seconds: float
    refused: str = ""


def programs_folder(given: Path | None) -> Path:
    """Where the class files are; `InputError` if they are not there."""
    folder = _CHECKOUT / "java" / "classes" if given is None else given
    if not (folder / "kiasan").is_dir():
        raise InputError(
            f"there is no {folder / 'kiasan'}; --programs DIR names a copy of the repository's "
            "benchmarks/java/classes"
        )
    return folder


def table_1(subjects: Sequence[str], techniques: Sequence[str], most: int | None) -> list[Case]:
    return _cases(1, subjects, techniques, [k for k in K if most is None or k <= most])


def table_2(subjects: Sequence[str], techniques: Sequence[str], most: int | None) -> list[Case]:
    return _cases(2, subjects, techniques, [n for n in N if most is None or n <= most])


def _cases(
    table: int, subjects: Sequence[str], techniques: Sequence[str], bounds: Sequence[int]
) -> list[Case]:
    return [
        Case(table, name, bound, technique)
        for name in subjects
        if table in SUBJECTS[name].tables
        for technique in techniques
        for bound in bounds
    ]


def measure_all(
    cases: Iterable[Case], folder: Path, timeout: float | None, ints: str, jobs: int = 1
) -> Iterator[KiasanCell]:
    """Each cell as soon as it is known. What was cut at one bound is not tried at a larger one."""
    return in_order(
        cases,
        partial(measure, folder=folder, timeout=timeout, ints=ints),
        lambda case: (case.table, case.subject, case.technique),
        lambda cell: cell.complete,
        jobs,
    )


def measure(case: Case, folder: Path, timeout: float | None, ints: str) -> KiasanCell:
    from heapwise.api import explore

    subject, technique = SUBJECTS[case.subject], TECHNIQUES[case.technique]
    target = f"{folder}:{subject.target}"
    limit = CpuLimit(timeout)
    # The k of the paper counts the references from the receiver on, and the indexes of an array.
    bounds = Bounds(
        max_objects=_MANY if case.table == 1 else case.bound,
        max_depth=case.bound if case.table == 1 else None,
        max_length=_MANY if case.table == 1 else case.bound,
        timeout=limit.wall,
    )
    started = time.process_time()
    refused, paths, violated, queries, complete = "", 0, 0, 0, False
    run = None
    try:
        with limit:
            run = explore(
                target,
                strategy=technique.strategy,
                bounds=bounds,
                precondition=technique.precondition,
                # A postcondition that searches the whole tree has paths of its own, which forking
                # strategies have decided before and path-optimal ones have not.
                contracts=technique.precondition is None,
                language_options=made_options(
                    target,
                    ints="exact" if subject.on_bits else ints,
                    invariant=list(subject.invariants),
                    input_class=[_INTEGERS] if subject.target.startswith("java.util.") else None,
                ),
            )
            run.count()
        if run is not None:
            counts = run.summary.counts
            paths, violated, queries = counts.paths, counts.violated, counts.queries
            refused = not_measured(counts)
            complete = run.summary.stopped is None and not limit.is_up and not refused
    except InputError as error:
        refused = str(error)
    finally:
        if run is not None:
            run.close()
    return KiasanCell(
        case.table,
        case.subject,
        case.bound,
        case.technique,
        complete,
        paths,
        violated,
        queries,
        time.process_time() - started,
        refused,
    )


# ---------------------------------------------------------------------------- the paper


def printed() -> dict[tuple[int, str, int, str], int]:
    """The numbers of paths that the paper prints, by table, subject, bound and technique."""
    found: dict[tuple[int, str, int, str], int] = {}
    for row in _rows("kiasan-table1-kbound.csv"):
        for technique in TECHNIQUES.values():
            if technique.column:
                key = (1, f"{row['class']}.{row['method']}", int(row["k"]), technique.name)
                found[key] = int(row[technique.column])
    for row in _rows("kiasan-table2-nbound.csv"):
        for n in N:
            name = f"{row['class']}.{row['method']}"
            found[2, name, n, "lazier#"] = int(row[f"n{n}"])
            found[2, f"jdk-{name}", n, "lazier#"] = int(row[f"n{n}"])
    return found


def _rows(file: str) -> list[dict[str, str]]:
    path = _CHECKOUT / "expected" / file
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))
