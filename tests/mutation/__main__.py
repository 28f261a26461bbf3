"""`python -m tests.mutation [--package heaps] [--count 100] [-j 2]`: see docs/mutants.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from heapwise.workers.pool import available
from tests.mutation.drawing import Mutant, draw
from tests.mutation.progress import live
from tests.mutation.running import NOT_EXECUTED, Judgement, Log, MutantLoop
from tests.mutation.tracing import Traces
from tests.nearest import ROOT, Package, options_for, packages

HERE = Path(__file__).parent
WORK = ROOT / "build" / "mutants"
COUNT = 600


def equivalents() -> set[tuple[str, str, str]]:
    table = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))
    entries = table.get("mutant", [])
    assert all(entry["why"] for entry in entries)
    return {(entry["module"], entry["was"], entry["now"]) for entry in entries}


def shown(mutant: Mutant) -> str:
    at = mutant.candidate
    lines = [f"{at.module}:{at.line}  {at.operator}"]
    lines += [f"    - {line}" for line in mutant.was.splitlines()]
    lines += [f"    + {line}" for line in mutant.now.splitlines()]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument(
        "--count",
        type=int,
        help=f"mutants to draw of all chosen packages; default: of each its share of {COUNT}",
    )
    parser.add_argument("--package", nargs="*", help="mutate these packages of nearest.toml only")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument(
        "-j", "--jobs", type=int, default=available(), help="packages at once; default: the cores"
    )
    options = parser.parse_args(arguments)
    every = packages()
    unknown = set(options.package or ()) - set(every)
    if unknown:
        parser.error(f"no such package: {', '.join(unknown)}; there are {', '.join(every)}")
    chosen = [every[name] for name in options.package or every]
    among = len(every) if options.count is None else len(chosen)
    share = -(-(options.count or COUNT) // among)
    WORK.mkdir(parents=True, exist_ok=True)
    failed = _in_processes(chosen, options.jobs, partial(_judge, count=share, seed=options.seed))
    totals: Counter[str] = Counter()
    for package in chosen:
        if package.name not in failed:
            totals.update(json.loads(_tally(package).read_text()))
    print(f"all: {_line(totals)}")
    if failed:
        print(f"not finished: {', '.join(failed)}. What was judged is kept: start again to go on")
    return 1 if failed else 0


def _in_processes(
    chosen: Sequence[Package], jobs: int, judge: Callable[[Package], None]
) -> list[str]:
    """A process for each package, so that the code is imported anew: those that did not end well.

    Ctrl-C ends all of them, since the terminal tells each."""
    waiting, running = list(chosen), dict[int, str]()
    failed: list[str] = []
    while waiting or running:
        try:
            if waiting and len(running) < max(jobs, 1):
                package = waiting.pop(0)
                child = os.fork()
                if child == 0:
                    judge(package)
                    os._exit(0)
                running[child] = package.name
                continue
            child, status = os.wait()
        except KeyboardInterrupt:
            failed += [package.name for package in waiting]
            waiting.clear()
            continue
        name = running.pop(child)
        if status:
            failed.append(name)
    return failed


def _tally(package: Package) -> Path:
    return WORK / f"tally-{package.name}.json"


def _judge(package: Package, count: int, seed: int) -> None:
    """Draw mutants of the package, run them, and say what became of them."""
    known = equivalents()
    counts: Counter[str] = Counter()
    seconds = 0.0
    mutants = []
    drawn = WORK / f"drawn-{package.name}.json"
    for mutant in draw(ROOT, package.files(), count, seed, drawn):
        if (mutant.candidate.module, mutant.was, mutant.now) in known:
            counts["equivalent"] += 1
        else:
            mutants.append(mutant)

    def report(mutant: Mutant, judgement: Judgement) -> None:
        nonlocal seconds
        counts[judgement.verdict] += 1
        seconds += judgement.cpu
        if judgement.verdict in ("survived", "crashed"):
            how = judgement.by if judgement.by == NOT_EXECUTED else judgement.verdict
            live("")
            print(f"{how}  {shown(mutant)}", flush=True)
        done = sum(counts.values()) - counts["equivalent"]
        live(f"{package.name}: {done} of {len(mutants)} mutants, {_line(counts)}")

    log = Log(WORK / f"judgements-{seed}.jsonl")
    traces = Traces(WORK / f"traces-{package.name}.json", package.files())
    loop = MutantLoop(mutants, package.judges_of, package.nearest_of, log, traces, report)
    options = ["-s", f"--basetemp={WORK / f'tmp-{package.name}'}", "--hypothesis-seed=0"]
    for plugin in ("cacheprovider", "xdist", "terminal"):
        options += ["-p", f"no:{plugin}"]
    tests = package.every_judge()
    ended = pytest.main([*options, *options_for(tests), *tests], plugins=[loop])
    live("")
    print(f"{package.name}: {_line(counts)}; {seconds:.0f} s CPU", flush=True)
    if ended not in (0, 5):
        os._exit(1)
    _tally(package).write_text(json.dumps(counts))


def _line(counts: Counter[str]) -> str:
    killed = counts["killed"] + counts["timeout"]
    judged = killed + counts["survived"] + counts["crashed"]
    parts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    return f"{killed} of {judged} killed ({killed / max(judged, 1):.1%}): {parts}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
