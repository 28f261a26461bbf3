"""What a compiled invariant costs: `python benchmarks/structure.py [scope …]`.

The subject is a red-black map with parents, keys, colours and a size. For each scope: the time to
compile its invariant, the mean and the worst time of a question about a random partial structure,
and all of `put` under the default strategy. Times are CPU seconds.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from heapwise import Bounds, explore
from heapwise.frontends.tiny import load_program
from heapwise.heaps.cells import field_kind
from heapwise.structure.compiled import CompiledInvariant, compile_invariant
from heapwise.structure.precondition import roots_of, scope_of
from heapwise.terms import NULL, Scalar, Term, eq, lt, not_

SUBJECT = Path(__file__).parent.parent / "tests" / "programs_compiled" / "red_black.tiny"
QUESTIONS = 150


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


def measure(scope: int) -> str:
    program = load_program(SUBJECT)
    roots = roots_of(program)
    started = time.process_time()
    invariant = compile_invariant(program, roots, scope_of(program, roots, scope, {}))
    compiling = time.process_time() - started
    chosen = random.Random(1)
    times = []
    for _ in range(QUESTIONS):
        conditions = question(invariant, chosen)
        started = time.process_time()
        invariant.check(conditions)
        times.append(1000 * (time.process_time() - started))
    times = times[5:]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "put.tiny"
        target.write_text(SUBJECT.read_text().replace("(Y0 . has [X0])", "(Y0 . put [X0])"))
        started = time.process_time()
        run = explore(target, precondition="compiled", bounds=Bounds(max_objects=scope))
        summary = run.count()
        exploring = time.process_time() - started
    return (
        f"{scope:5}  {compiling:9.2f}  {sum(times) / len(times):8.2f}  {max(times):8.2f}  "
        f"{summary.counts.paths:6}{'' if summary.exhaustive else '+'}  {exploring:8.2f}"
    )


def main(scopes: list[int]) -> None:
    print("scope  compile s   mean ms    max ms  put paths  put s")
    for scope in scopes:
        print(measure(scope), flush=True)


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [3, 5, 7, 9])
