"""How relevant findings are: `python -m benchmarks.relevance FILE… [--inputs any] [--timeout 5]`.

Checks Python files (say, of packages that `pip install --target` has put somewhere) and counts:
functions that were finished, skipped or met something unsupported; failures that count, of how many
causes, with a condition that excludes them, with inputs made by public calls; failures of objects
that nobody was seen to build. `--list` prints each finding in a line, to be judged by hand. Before
and after is the same corpus with `--inputs any` and without.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from heapwise.checking.check import CheckOptions, check
from heapwise.program import InputError
from heapwise.results import Verdict
from heapwise.results.checks import BY_CALLS, FunctionReport
from heapwise.results.input_choice import INPUTS, REACHABLE


def count(report: FunctionReport, counts: Counter[str]) -> None:
    if report.skipped.startswith(("private", "it is the invariant", "contracts use it")):
        return
    counts["functions"] += 1
    counts["skipped"] += bool(report.skipped)
    counts["unsupported"] += bool(report.account.unsupported)
    counts["finished"] += report.verdict in (Verdict.PROVED, Verdict.CLEAN, Verdict.UNREACHED)
    counts["violated"] += report.verdict is Verdict.VIOLATED
    counted = [finding for finding in report.findings if finding.counts]
    counts["findings that count"] += len(counted)
    counts["causes"] += len({finding.unless or id(finding) for finding in counted})
    counts["with a condition"] += sum(bool(finding.unless) for finding in counted)
    counts["made by calls"] += sum(finding.built == BY_CALLS for finding in counted)
    counts["of objects nobody builds"] += sum(not each.can_happen for each in report.findings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--inputs", choices=INPUTS, default=REACHABLE)
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--list", action="store_true")
    chosen = parser.parse_args()
    options = CheckOptions(seconds=chosen.timeout, max_objects=2, inputs=chosen.inputs)
    counts: Counter[str] = Counter()
    began = time.process_time()
    for file in chosen.files:
        try:
            for report in check(file, options):
                count(report, counts)
                for finding in report.findings if chosen.list else ():
                    if finding.counts:
                        need = f" unless {finding.unless}" if finding.unless else ""
                        print(f"{report.name}  {finding.message}{need}  {finding.snippet}")
        except InputError as error:
            print(f"{file}: {error}")
    for name, number in counts.items():
        print(f"{number:6}  {name}")
    print(f"{time.process_time() - began:6.0f}  s CPU")


if __name__ == "__main__":
    main()
