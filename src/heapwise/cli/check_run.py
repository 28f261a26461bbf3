"""What `heapwise check` does.

What only a check needs is imported when there is something that the cache does not know."""

from __future__ import annotations

import json as json_format
import sys
import time
from contextlib import ExitStack, suppress
from typing import NamedTuple

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.remembering import NOTHING, CachedVerdicts
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import Files, open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.verdict_codes import exit_code
from heapwise.reports.checks import function_lines, totals
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport, report_to_json
from heapwise.results.schema import document
from heapwise.workers.cache import opened


def run(
    target: str,
    settings: CheckOptions,
    private: bool,
    files: Files,
    quiet: bool,
    jobs: int | None = 1,
    cluster: str | None = None,
    cached: bool = False,
) -> ExitCode:
    """With `cached`, verdicts that still hold are not found again: if all of them do, nothing is
    loaded at all."""
    cache = opened() if cached else None
    verdicts = None if cache is None else CachedVerdicts(cache, target, settings, private)
    known = None if verdicts is None else verdicts.all()
    shown = Shown(files, quiet)
    if known is not None:
        for report in known:
            shown.add(report, len(known))
        told = Told(known, len(known), len(known))
    else:
        told = _checked(target, settings, private, jobs, cluster, shown, verdicts)
    _write(target, settings, private, files, told.reports)
    shown.end(told)
    if cache is not None:
        cache.close()
        if cache.trouble:
            print(f"heapwise: the cache is not used: {cache.trouble}", file=sys.stderr)
    open_ones = [Verdict.UNFINISHED] * told.not_reached
    return exit_code([*(report.verdict for report in told.reports), *open_ones])


class Told(NamedTuple):
    """`functions` is how many there are, `cached` how many reports are from the cache."""

    reports: list[FunctionReport]
    functions: int
    cached: int

    @property
    def not_reached(self) -> int:
        return self.functions - len(self.reports)


class Shown:
    """What is written on the terminal."""

    def __init__(self, files: Files, quiet: bool) -> None:
        self.quiet = quiet
        self._console = stdout_console()
        self._to_stdout = STDOUT in (files.json, files.html)
        self._listed = not (self._to_stdout or quiet)

    def add(self, report: FunctionReport, functions: int) -> None:
        if self._listed and (not report.skipped or functions == 1):
            for line in function_lines(report):
                self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def end(self, told: Told) -> None:
        if self._to_stdout:
            return
        total = totals(told.reports, told.not_reached, told.cached)
        self._console.print(f"\n{total}" if self._listed else total, markup=False, highlight=False)


def _checked(
    target: str,
    settings: CheckOptions,
    private: bool,
    jobs: int | None,
    cluster: str | None,
    shown: Shown,
    verdicts: CachedVerdicts | None,
) -> Told:
    from heapwise.checking.check import subjects_of
    from heapwise.checking.on_workers import reports_of
    from heapwise.frontends.registry import claiming
    from heapwise.workers.clusters import workforce

    workers = workforce(cluster, jobs)
    subjects = subjects_of(target, settings, private)
    if verdicts is not None:
        verdicts.begin(subjects, claiming(target).dependencies(subjects))
    running = Running(len(subjects))
    reports: list[FunctionReport] = []
    with (
        suppress(KeyboardInterrupt),
        Progress(running.status, enabled=not shown.quiet, timed=True) as progress,
    ):
        found = reports_of(
            target, subjects, settings, private, workers, running.begin, verdicts or NOTHING
        )
        for report in found:
            reports.append(report)
            running.done += 1
            with progress.hidden():
                shown.add(report, len(subjects))
    if verdicts is None:
        return Told(reports, len(subjects), 0)
    verdicts.end()
    return Told(reports, len(subjects), len(verdicts.known))


def _write(
    target: str,
    settings: CheckOptions,
    private: bool,
    files: Files,
    reports: list[FunctionReport],
) -> None:
    source = target.partition(":")[0]
    with ExitStack() as stack:
        if files.json is not None:
            destination = open_output(stack, "--json", files.json, source)
            destination.begin().write(_as_json(target, reports))
        if files.html is not None:
            from heapwise.checking.check import subjects_of
            from heapwise.reports.html.list_pages import check_page

            destination = open_output(stack, "--html", files.html, source)
            sources = subjects_of(target, settings, private)[0].sources()
            destination.begin().write(check_page(target, reports, sources))


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
