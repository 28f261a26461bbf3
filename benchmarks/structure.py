"""What structural preconditions cost: `python -m benchmarks.structure [--quick] [--plot FOLDER]`.

Four tables, all in CPU seconds:

* questions about random partial red-black maps (aliases, colours, order of keys) to the compiled
  invariant, by scope, with the time to compile it; beside them the times of the authors' SymSolve
  (Java, warm) on such maps without keys;
* whole explorations under the default strategy and `compiled`, beside the time they may take;
* candidates per second of Korat's search, in pure Python, on binary trees.

`--plot` draws the first table. What takes longer than `--timeout` is marked with `+`.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from benchmarks.symsolve import AUTHORS, binary_trees
from heapwise import Bounds, explore
from heapwise.frontends.tiny import load_program
from heapwise.heaps.shared.cells import field_kind
from heapwise.program import InputError
from heapwise.structure.formula.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import NULL, Scalar, Term, eq, lt, not_

PROGRAMS = Path(__file__).resolve().parent.parent / "tests" / "programs_compiled"
QUESTIONS = 150
WARM_UP = 5
ALLOWED = {10: 5.0, 20: 25.0, 30: 80.0}
"""Milliseconds that a question may take on average, by scope."""


class Operation(NamedTuple):
    structure: str
    name: str
    scope: int
    allowed: float
    """Seconds."""


OPERATIONS = (
    Operation("red_black", "put", 12, 15),
    Operation("red_black", "remove", 12, 60),
    Operation("avl", "insert", 12, 60),
    Operation("avl", "remove", 12, 60),
    Operation("doubly_linked", "remove", 50, 5),
    Operation("red_black_recursive", "put", 12, 15),
    Operation("red_black_recursive", "put", 30, 600),
)
"""`red_black_recursive` is the same map. Its invariant goes through it by recursion, not by a
queue, and is compiled by places for that reason: that pays where structures are large."""

QUICK = (
    Operation("red_black", "put", 6, 15),
    Operation("red_black", "remove", 6, 60),
    Operation("avl", "insert", 6, 60),
    Operation("avl", "remove", 6, 60),
    Operation("doubly_linked", "remove", 15, 5),
    Operation("red_black_recursive", "put", 6, 15),
)


class Questions(NamedTuple):
    scope: int
    compiling: float
    mean: float
    worst: float


def question(invariant: CompiledInvariant, chosen: random.Random) -> list[Term]:
    """Some fields of some entries are what they are: aliases, colours and the order of keys."""
    universe = invariant.universe
    entry = universe.program.classes["Entry"]
    kinds = {name: field_kind(field) for name, field in entry.fields().items()}
    objects = universe.members[entry]
    near = objects[: max(2, len(objects) // 2)]
    found: list[Term] = []
    for _ in range(chosen.randint(1, min(8, len(objects)))):
        name = chosen.choice(("left", "right", "parent", "black", "key"))
        cell = universe.initial(kinds[name], chosen.choice(near))
        condition: Scalar
        if name == "black":
            condition = cell if chosen.random() < 0.5 else not_(cell)
        elif name == "key":
            condition = lt(cell, universe.initial(kinds["key"], chosen.choice(objects)))
        else:
            condition = eq(cell, chosen.choice((NULL, *objects)))
            condition = not_(condition) if chosen.random() < 0.4 else condition
        if isinstance(condition, Term):
            found.append(condition)
    return found


def questions(scope: int, timeout: float) -> Questions | None:
    program = load_program(PROGRAMS / "red_black.tiny")
    roots = roots_of(program)
    started = time.process_time()
    try:
        sizes = scope_of(program, roots, scope, {})
        invariant = compile_invariant(program, roots, sizes, timeout=timeout)
    except InputError:
        return None
    compiling = time.process_time() - started
    chosen = random.Random(1)
    times = []
    for _ in range(QUESTIONS):
        conditions = question(invariant, chosen)
        started = time.process_time()
        invariant.check(conditions)
        times.append(1000 * (time.process_time() - started))
    times = times[WARM_UP:]
    return Questions(scope, compiling, sum(times) / len(times), max(times))


def show_questions(scopes: Iterable[int], timeout: float) -> list[Questions]:
    print("scope  compile s   mean ms    max ms  allowed  SymSolve (Java)")
    found = []
    for scope in scopes:
        row = questions(scope, timeout)
        if row is None:
            print(f"{scope:5}  {timeout:8.0f}+", flush=True)
            break
        found.append(row)
        allowed = f"{ALLOWED[scope]:.0f}" if scope in ALLOWED else "–"
        theirs = f"{AUTHORS[scope]:g}" if scope in AUTHORS else "–"
        print(
            f"{scope:5}  {row.compiling:9.2f}  {row.mean:8.2f}  {row.worst:8.2f}  {allowed:>7}  "
            f"{theirs:>15}",
            flush=True,
        )
    return found


def show_operations(operations: Iterable[Operation], timeout: float) -> None:
    print("\noperation                     scope   paths   seconds  allowed")
    for each in operations:
        with tempfile.TemporaryDirectory() as folder:
            text = (PROGRAMS / f"{each.structure}.tiny").read_text()
            target = Path(folder) / "subject.tiny"
            target.write_text(f"{text[: text.rindex('(Y0')]}(Y0 . {each.name} [X0])\n")
            started = time.process_time()
            bounds = Bounds(max_objects=each.scope, timeout=timeout)
            summary = explore(target, precondition="compiled", bounds=bounds).count()
            seconds = time.process_time() - started
        more = " " if summary.exhaustive else "+"
        print(
            f"{each.structure + '.' + each.name:28}  {each.scope:5}  {summary.counts.paths:6}{more}"
            f"  {seconds:8.2f}  {each.allowed:7.0f}",
            flush=True,
        )


def show_candidates(sizes: Iterable[int]) -> None:
    print("\nbinary trees  trees  candidates  per second (50000 at least)")
    for size in sizes:
        trees, candidates, speed = binary_trees(size)
        print(f"{size:12}  {trees:5}  {candidates:10}  {speed:10.0f}", flush=True)


def plot(rows: list[Questions], folder: Path) -> str:
    """The scaling curve; tells where it is."""
    if find_spec("matplotlib") is None:
        return "plots need matplotlib, which is not installed: pip install 'heapwise[plots]'"
    from matplotlib.figure import Figure  # an optional dependency, and slow to import

    figure = Figure(figsize=(6.4, 4.2))
    axes = figure.add_subplot()
    axes.plot([row.scope for row in rows], [row.mean for row in rows], "o-", label="compiled")
    axes.plot(list(AUTHORS), list(AUTHORS.values()), "s--", label="SymSolve (Java), without keys")
    axes.plot(list(ALLOWED), list(ALLOWED.values()), "k_", markersize=14, label="allowed")
    axes.set_yscale("log")
    axes.set_xlabel("scope: entries of a red-black map")
    axes.set_ylabel("ms per question")
    axes.legend()
    figure.tight_layout()
    folder.mkdir(parents=True, exist_ok=True)
    names = [folder / f"structure.{suffix}" for suffix in ("png", "svg")]
    for name in names:
        figure.savefig(name)
    return f"drawn: {', '.join(map(str, names))}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small scopes only")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds per cell")
    parser.add_argument("--plot", type=Path, help="a folder for the scaling curve")
    parser.add_argument("--scopes", help="of the questions: 5,10,20")
    options = parser.parse_args()
    scopes = [3, 5, 7] if options.quick else [5, 8, 10, 12, 15, 20, 30]
    if options.scopes:
        scopes = [int(text) for text in options.scopes.split(",")]
    rows = show_questions(scopes, options.timeout)
    show_operations(QUICK if options.quick else OPERATIONS, options.timeout)
    show_candidates((8,) if options.quick else (8, 9))
    if options.plot is not None:
        print(plot(rows, options.plot))


if __name__ == "__main__":
    main()
