"""What `heapwise check` does."""

from __future__ import annotations

import json as json_format
import time
from contextlib import ExitStack, suppress

from heapwise.checking.check import subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.on_workers import reports_of
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import Files, open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.verdict_codes import exit_code
from heapwise.reports.checks import function_lines, totals
from heapwise.reports.destination import STDOUT
from heapwise.reports.html.list_pages import check_page
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport, report_to_json
from heapwise.results.schema import document
from heapwise.workers.clusters import workforce


def run(
    target: str,
    settings: CheckOptions,
    private: bool,
    files: Files,
    quiet: bool,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> ExitCode:
    workers = workforce(cluster, jobs)
    subjects = subjects_of(target, settings, private)
    console = stdout_console()
    to_stdout = STDOUT in (files.json, files.html)
    listed = not (to_stdout or quiet)
    running = Running(len(subjects))
    reports: list[FunctionReport] = []
    with (
        suppress(KeyboardInterrupt),
        Progress(running.status, enabled=not quiet, timed=True) as progress,
    ):
        for report in reports_of(target, subjects, settings, private, workers, running.begin):
            reports.append(report)
            running.done += 1
            if listed and (not report.skipped or len(subjects) == 1):
                with progress.hidden():
                    for line in function_lines(report):
                        console.print(line, markup=False, highlight=False, soft_wrap=True)
    not_reached = len(subjects) - len(reports)
    with ExitStack() as stack:
        source = target.partition(":")[0]
        if files.json is not None:
            destination = open_output(stack, "--json", files.json, source)
            destination.begin().write(_as_json(target, reports))
        if files.html is not None:
            destination = open_output(stack, "--html", files.html, source)
            destination.begin().write(check_page(target, reports))
    if not to_stdout:
        total = totals(reports, not_reached)
        console.print(f"\n{total}" if listed else total, markup=False, highlight=False)
    open_ones = [Verdict.UNFINISHED] * not_reached
    return exit_code([*(report.verdict for report in reports), *open_ones])


class Running:
    """The function that is being checked, in a line: `3 of 17 · Tree.insert · at most 2 objects of
    each class · 131 paths · 4 s`."""

    def __init__(self, functions: int) -> None:
        self.done = 0
        self._functions = functions
        self._report: FunctionReport | None = None
        self._since = 0.0

    def begin(self, report: FunctionReport) -> None:
        self._report, self._since = report, time.monotonic()

    def status(self) -> str:
        report = self._report
        if report is None:
            return counted(self._functions, "function")
        seconds = time.monotonic() - self._since
        parts = [f"{min(self.done + 1, self._functions)} of {self._functions}", report.name]
        parts += [f"{report.scope} objects of each class"] if report.scope else []
        return " · ".join([*parts, counted(report.paths, "path"), f"{seconds:.0f} s"])


def _as_json(target: str, reports: list[FunctionReport]) -> str:
    data = {"target": target, "functions": [report_to_json(report) for report in reports]}
    return json_format.dumps(document("check", data), indent=1) + "\n"
