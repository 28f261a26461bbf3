"""Proofs by merged runs against paths: CPU seconds for each scope, and how they grow.

    python -m benchmarks.proofs [--seconds 20] [--most 12] [FUNCTION …]

For each function of `proofs_subjects` and each number of objects, what `check` needs to say that
nothing within that scope fails: by one merged run, and by all paths. A way that has not come to its
end in time is not tried for larger scopes.
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

FILE = Path(__file__).with_name("proofs_subjects.py")
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
)
_WIDTH = 40


def merged(subject: Subject, judge: Judge, objects: int, seconds: float) -> bool:
    options = CheckOptions(seconds=seconds, engine="merged")
    proofs = MergedProofs(subject, options, judge, time.monotonic())
    return proofs.attempt(objects, seconds, empty_report(subject))


def by_paths(subject: Subject, judge: Judge, objects: int, seconds: float) -> bool:
    options = CheckOptions(seconds=seconds, engine="paths")
    report = empty_report(subject)
    level = Level(subject, options, objects, seconds, judge, time.monotonic())
    with closing(level):
        level.go_on(report, seconds)
        return level.is_finished and not report.findings


WAYS: dict[str, Callable[[Subject, Judge, int, float], bool]] = {
    "merged": merged,
    "paths": by_paths,
}


def measured(subject: Subject, most: int, seconds: float) -> None:
    print(f"\n{subject.name}")
    for way, run in WAYS.items():
        before: float | None = None
        for objects in range(1, most + 1):
            with closing(subject.judge()) as judge:
                started = time.process_time()
                done = run(subject, judge, objects, seconds)
                taken = time.process_time() - started
            growth = f"× {taken / before:.1f}" if before else ""
            bar = "█" * max(1, round(_WIDTH * taken / seconds))
            end = "" if done else "  not in time"
            print(f"  {way:7}{objects:3}  {taken:7.2f} s  {growth:7} {bar}{end}", flush=True)
            if not done or taken > seconds / 2:
                break
            before = taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("names", nargs="*", default=NAMES)
    given = parser.parse_args()
    for subject in subjects_of(FILE):
        if subject.name in given.names:
            measured(subject, given.most, given.seconds)


if __name__ == "__main__":
    main()
