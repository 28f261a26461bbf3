"""How fast SymSolve is: candidates per second on binary trees, and the mean time of a question on a
partial TreeMap. Run with `python -m benchmarks.symsolve`.

For scale: the authors' solver (Java, warm) tries 1 to 3.5 million candidates per second, and takes
0.05, 0.9, 4.4 and 22 ms for such a question at scopes 5, 8, 9 and 10.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.structure.search.field_domains import one_of

_HERE = Path(__file__).resolve().parent
_TREES = _HERE.parent / "tests" / "unit" / "structure" / "subjects_korat.py"
PUBLISHED = {8: 54_418, 9: 210_444, 10: 815_100}
"""Candidates that Korat tries for binary trees of so many nodes."""
AUTHORS = {5: 0.05, 8: 0.9, 9: 4.4, 10: 22.0}
"""Milliseconds per question, Java."""


def binary_trees(size: int) -> tuple[int, int, float]:
    """Trees, candidates, and candidates per second."""
    found = enumerate_inputs(
        f"{_TREES}:BinaryTree",
        size,
        objects_of={"BinaryTree": 1},
        domains={"BinaryTree.size": one_of(size)},
    )
    trees = found.count()
    return (
        trees,
        found.statistics.candidates,
        found.statistics.candidates / found.statistics.seconds,
    )


def questions(scope: int, timeout: float) -> tuple[int, float, bool]:
    """Questions about partial TreeMaps, their mean milliseconds, and whether all were asked."""
    bounds = Bounds(max_objects=scope, max_depth=None, timeout=timeout)
    run = explore(
        str(_HERE / "lissa" / "tree_map.py") + ":TreeMap.put",
        precondition="symsolve:references",
        bounds=bounds,
        contracts=False,
    )
    summary = run.count()
    run.close()
    asked = int(run.notes["structure_queries"])
    return asked, 1000 * run.notes["structure_seconds"] / max(1, asked), summary.stopped is None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds per scope")
    parser.add_argument("--scopes", default="5,6,7,8", help="of the TreeMap")
    options = parser.parse_args()
    print("binary trees      trees  candidates  published  candidates/s")
    for size, published in PUBLISHED.items():
        trees, candidates, rate = binary_trees(size)
        print(f"{size:>12} {trees:>10,} {candidates:>11,} {published:>10,} {rate:>13,.0f}")
    print("\nTreeMap.put, scope  questions  mean ms  authors' ms (Java)")
    for scope in map(int, options.scopes.split(",")):
        asked, mean, is_complete = questions(scope, options.timeout)
        mark = " " if is_complete else "*"
        print(f"{scope:>18}{mark} {asked:>9,} {mean:>8.2f} {AUTHORS.get(scope, '–'):>10}")
    print("* stopped by the time limit")


if __name__ == "__main__":
    main()
