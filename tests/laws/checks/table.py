"""Prints, for every program of the law tests, how many input heaps it has and how many different
ends they lead to: `python -m oracle.table [--wider]`.

`--wider` enumerates one object and two ints more, where that is feasible, and shows the paths that
only those heaps take: a program where that is not 0 must be marked `partial`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from checks.corpus import Subject, subjects
from heapwise.results import Heap
from heapwise.selfcheck.oracle.interpreter import Run, run

WIDEST = 150_000

End = tuple[tuple[str, ...], str, str | None, str | None]


def end_of(result: Run) -> End:
    return result.trace, result.kind, result.exception, result.at


def ends(subject: Subject, heaps: Iterable[Heap]) -> tuple[int, set[End]]:
    """How many heaps there are, and the ends of those that meet the assumptions."""
    count, found = 0, set()
    for heap in heaps:
        result = run(subject.program, heap)
        count += 1
        if result.kind != "assumed":
            found.add(end_of(result))
    return count, found


def wider(subject: Subject) -> Subject:
    ints = (min(subject.ints) - 1, *subject.ints, max(subject.ints) + 1)
    return replace(subject, max_objects=subject.max_objects + 1, ints=ints)


def main(arguments: list[str]) -> None:
    header = ("program", "heaps", "paths", "with place", "returned", "raised", "violated", "wider")
    print("{:28}{:>8}{:>7}{:>12}{:>10}{:>8}{:>10}{:>8} seconds".format(*header))
    for subject in subjects():
        started = time.perf_counter()
        count, found = ends(subject, subject.heaps())
        seconds = time.perf_counter() - started
        extra = "-"
        if "--wider" in arguments:
            more, beyond = ends(subject, islice(wider(subject).heaps(), WIDEST))
            extra = f"{len(beyond - found)}{'+' if more == WIDEST else ''}"
        kinds = [kind for _, kind, _, _ in found]
        columns = (subject.name, count, len({end[:3] for end in found}), len(found))
        parts = tuple(kinds.count(kind) for kind in ("returned", "raised", "violated"))
        mark = "  partial" if subject.partial else ""
        print(
            "{:28}{:>8}{:>7}{:>12}{:>10}{:>8}{:>10}{:>8}".format(*columns, *parts, extra),
            f"{seconds:7.2f}{mark}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
