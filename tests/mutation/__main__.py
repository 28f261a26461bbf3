"""`python -m tests.mutation [--count 600] [--package heaps] [--seed 13]`: see docs/mutants.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutation.drawing import Mutant, draw
from tests.mutation.running import NOT_EXECUTED, Judgement, Log, MutantLoop
from tests.mutation.tracing import Traces
from tests.nearest import ROOT, Package, options_for, packages

HERE = Path(__file__).parent
WORK = ROOT / "build" / "mutants"


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
    parser.add_argument("--count", type=int, default=600, help="mutants to draw, of all packages")
    parser.add_argument("--package", nargs="*", help="mutate these packages of nearest.toml only")
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args(arguments)
    chosen = [each for each in packages().values() if each.name in (options.package or [each.name])]
    if not chosen:
        parser.error(f"no such package; there are {', '.join(packages())}")
    WORK.mkdir(parents=True, exist_ok=True)
    tally = WORK / "tally.json"
    totals: Counter[str] = Counter()
    for package in chosen:
        share = -(-options.count // len(chosen))
        child = os.fork()  # the code is imported anew for each package
        if child == 0:
            counts = _judge(package, share, options.seed)
            tally.write_text(json.dumps(counts))
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            return 1
        totals.update(json.loads(tally.read_text()))
    print(f"all: {_line(totals)}")
    return 0


def _judge(package: Package, count: int, seed: int) -> Counter[str]:
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
            print(f"{how}  {shown(mutant)}", flush=True)

    log = Log(WORK / f"judgements-{seed}.jsonl")
    traces = Traces(WORK / f"traces-{package.name}.json", package.files())
    loop = MutantLoop(mutants, package.judges_of, package.nearest_of, log, traces, report)
    options = ["-s", f"--basetemp={WORK / 'tmp'}", "--hypothesis-seed=0"]
    for plugin in ("cacheprovider", "xdist", "terminal"):
        options += ["-p", f"no:{plugin}"]
    tests = package.every_judge()
    if pytest.main([*options, *options_for(tests), *tests], plugins=[loop]) not in (0, 5):
        os._exit(1)
    print(f"{package.name}: {_line(counts)}; {seconds:.0f} s CPU", flush=True)
    return counts


def _line(counts: Counter[str]) -> str:
    killed = counts["killed"] + counts["timeout"]
    judged = killed + counts["survived"] + counts["crashed"]
    parts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    return f"{killed} of {judged} killed ({killed / max(judged, 1):.1%}): {parts}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
