"""How relevant findings are: `python -m benchmarks.relevance FILE… [--keep FILE] [--list]`.

Checks Python files (say, of packages that `pip install --target` has put somewhere) and counts:
functions that were finished, skipped or met something unsupported; failures that count, of how many
causes, with a condition that excludes them, with inputs made by public calls; failures of objects
that nobody was seen to build, and of types that nobody has declared. `--list` prints each finding
in a line, to be judged by hand. With `--keep`, the report of each function is kept in a file as
soon as it is there, and a run goes on where the last one was ended. Before and after is the same
corpus with two versions, or with `--inputs any` and without.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from heapwise.checking.check import CheckOptions, check_function, subjects_of
from heapwise.program import InputError
from heapwise.results import Verdict
from heapwise.results.checks import (
    BY_CALLS,
    Finding,
    FunctionReport,
    report_from_json,
    report_to_json,
)
from heapwise.results.input_choice import INPUTS, REACHABLE

_LEFT_OUT = ("private", "it is the invariant", "contracts use it")


def count(report: FunctionReport, counts: Counter[str]) -> None:
    if report.skipped.startswith(_LEFT_OUT):
        return
    counts["functions"] += 1
    counts["skipped"] += bool(report.skipped)
    counts["unsupported"] += bool(report.account.unsupported)
    counts["finished"] += report.verdict in (Verdict.PROVED, Verdict.CLEAN, Verdict.UNREACHED)
    counts["violated"] += report.verdict is Verdict.VIOLATED
    counted = [finding for finding in report.findings if finding.counts]
    counts["findings that count"] += len(counted)
    counts["causes"] += len(causes(counted))
    counts["with a condition"] += sum(bool(finding.unless) for finding in counted)
    counts["made by calls"] += sum(finding.built == BY_CALLS for finding in counted)
    counts["of objects nobody builds"] += sum(not each.can_happen for each in report.findings)
    counts["of what is asked of arguments"] += len(report.needs)


def causes(findings: list[Finding]) -> list[Finding]:
    """One finding for each: those that one condition excludes have one cause."""
    return list({each.unless or str(number): each for number, each in enumerate(findings)}.values())


def reports(
    files: list[Path], options: CheckOptions, keep: Path | None
) -> Iterator[FunctionReport]:
    known: dict[str, FunctionReport] = {}
    if keep is not None and keep.exists():
        for line in keep.read_text(encoding="utf-8").splitlines():
            report = report_from_json(json.loads(line))
            known[f"{report.target}:{report.line}"] = report
    for file in files:
        try:
            subjects = subjects_of(file, options)
        except InputError as error:
            print(f"{file}: {error}")
            continue
        for subject in subjects:
            key = f"{subject.target}:{subject.at.line}"
            if key not in known:
                known[key] = check_function(subject, options)
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as kept:
                        kept.write(json.dumps(report_to_json(known[key])) + "\n")
            yield known[key]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--inputs", choices=INPUTS, default=REACHABLE)
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--keep", type=Path, help="what is known by now, a report in a line")
    parser.add_argument("--list", action="store_true")
    chosen = parser.parse_args()
    options = CheckOptions(seconds=chosen.timeout, max_objects=2, inputs=chosen.inputs)
    counts: Counter[str] = Counter()
    began = time.process_time()
    for report in reports(chosen.files, options, chosen.keep):
        count(report, counts)
        counted = [each for each in report.findings if each.counts]
        for finding in causes(counted) if chosen.list else ():
            need = f"  unless {finding.unless}" if finding.unless else ""
            print(f"{report.name}  {finding.message}{need}  | {finding.snippet}")
    for name, number in counts.items():
        print(f"{number:6}  {name}")
    print(f"{time.process_time() - began:6.0f}  s CPU")


if __name__ == "__main__":
    main()
