"""Proofs by merged runs against paths: CPU seconds for each scope, and how they grow.

    python -m benchmarks.proofs [--seconds 20] [--most 12] [--bugs] [FUNCTION …]

For each function of `proofs_subjects` and `proofs_structures` and each number of objects, what
`check` needs to say that nothing within that scope fails: by one merged run, and by all paths. A
way that has not come to its end in time is not tried for larger scopes. `--bugs` has those of
`proofs_bugs` instead, and ends with the scope that shows what is wrong.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from heapwise.checking.check import empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.levels import Level
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.frontends.protocol import Judge, Subject

FOLDER = Path(__file__).parent
FILES = ("proofs_subjects.py", "proofs_structures.py")
BUGS = ("proofs_bugs.py",)
NAMES = (
    "tree_find",
    "tree_insert",
    "tree_remove",
    "tree_keeps_order",
    "avl_insert",
    "list_insert",
    "list_merge",
    "list_reverse",
    "chain_remove",
    "heap_push",
    "union",
    "red_black_insert",
    "heap_pop",
    "cache_put",
    "enqueue",
    "dequeue",
    "Tree.remove",
    "remove_that_loses",
    "rotation_that_loses",
    "red_black_insert_that_loses",
)
DONE, FOUND = "", "it fails"
_WIDTH = 40


def merged(
    subject: Subject, judge: Judge, proofs: MergedProofs, objects: int, seconds: float
) -> str:
    """What was proved for fewer objects is known."""
    if proofs.attempt(objects, seconds, empty_report(subject)):
        return DONE
    return FOUND if proofs.found else "not in time"


def by_paths(
    subject: Subject, judge: Judge, proofs: MergedProofs, objects: int, seconds: float
) -> str:
    options = CheckOptions(seconds=seconds, engine="paths")
    report = empty_report(subject)
    level = Level(subject, options, objects, seconds, judge, time.monotonic())
    with closing(level):
        level.go_on(report, seconds)
        if report.findings:
            return FOUND
        return DONE if level.is_finished else "not in time"


WAYS: dict[str, Callable[[Subject, Judge, MergedProofs, int, float], str]] = {
    "merged": merged,
    "paths": by_paths,
}


def measured(subject: Subject, most: int, seconds: float) -> None:
    print(f"\n{subject.name}")
    for way, run in WAYS.items():
        before: float | None = None
        options = CheckOptions(seconds=seconds, engine="merged")
        with closing(subject.judge()) as judge:
            proofs = MergedProofs(subject, options, judge, time.monotonic())
            for objects in range(1, most + 1):
                started = time.process_time()
                end = run(subject, judge, proofs, objects, seconds)
                taken = time.process_time() - started
                growth = f"× {taken / before:.1f}" if before else ""
                bar = "█" * max(1, round(_WIDTH * taken / seconds))
                print(f"  {way:7}{objects:3}  {taken:7.2f} s  {growth:7} {bar}  {end}", flush=True)
                if end != DONE or taken > seconds / 2:
                    break
                before = taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--bugs", action="store_true")
    parser.add_argument("names", nargs="*", default=NAMES)
    given = parser.parse_args()
    for file in BUGS if given.bugs else FILES:
        for subject in subjects_of(FOLDER / file):
            if subject.name in given.names:
                measured(subject, given.most, given.seconds)


if __name__ == "__main__":
    main()
