"""What `heapwise check` does.

What only a check needs is imported when there is something that the cache does not know."""

from __future__ import annotations

import json as json_format
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from heapwise.checking.check_options import Planned
from heapwise.checking.remembering import CachedVerdicts, Memory
from heapwise.checking.silence import (
    Known,
    baseline_text,
    next_baseline,
    unneeded,
    unneeded_known,
)
from heapwise.cli.configuration import is_configuration, said_in
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import TEXT, Files, open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.verdict_codes import exit_code
from heapwise.frontends.registry import is_text
from heapwise.program.source import InputError, NothingToCheckError
from heapwise.reports.checks import function_lines, totals
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport, report_to_json
from heapwise.results.rules import not_needed
from heapwise.results.schema import document
from heapwise.results.source_files import SeveralSources, SourceFiles, Sources
from heapwise.workers.cache import Cache, opened


@dataclass(frozen=True, slots=True)
class How:
    """What is the same for all targets. `named` is what the user calls them. With `cached`,
    verdicts that still hold are not found again. With `changed_since`, only what a change since
    that commit can affect is checked. If it `fails_on_open`, what is not decided has an exit code
    of its own."""

    named: str
    files: Files = field(default_factory=Files)
    quiet: bool = False
    jobs: int | None = 1
    cluster: str | None = None
    cached: bool = False
    changed_since: str | None = None
    config: Path | None = None
    baseline: Path | None = None
    known: tuple[Known, ...] = ()
    write_baseline: bool = False
    format: str = TEXT
    output: str = STDOUT
    fails_on_open: bool = True


def run(planned: Sequence[Planned], how: How) -> ExitCode:
    """If all verdicts about a target still hold, nothing of it is loaded. A target that cannot be
    loaded keeps none of the others from being checked; alone it is an error, unless only
    violations are to be."""
    cache = opened() if how.cached else None
    is_taken = how.format != TEXT and how.output == STDOUT
    shown = Shown(how.files, how.quiet, len(planned) > 1, is_taken)
    whole = Told()
    check = Checking(how, shown, cache)
    is_needed = len(planned) == 1 and how.fails_on_open
    for one in planned:
        try:
            told = check.told_of(one)
        except NothingToCheckError:
            if is_needed:
                raise
        except InputError as error:
            if is_needed:
                raise
            whole.not_loaded[one.target] = str(error)
            shown.not_loaded(one.target, str(error))
        else:
            whole.add(told)
            if told.not_reached:
                break
    _look_for_unneeded(planned, how, whole)
    _write(planned, how, whole)
    shown.end(whole)
    if cache is not None:
        cache.close()
        if cache.trouble:
            print(f"heapwise: the cache is not used: {cache.trouble}", file=sys.stderr)
    is_open = [Verdict.UNFINISHED] * (whole.not_reached + len(whole.not_loaded))
    code = exit_code([*(report.verdict for report in whole.reports), *is_open])
    if code is ExitCode.STOPPED and not how.fails_on_open:
        return ExitCode.DONE
    return code


@dataclass(slots=True)
class Told:
    """`functions` is how many there are, `cached` how many reports are from the cache, `unaffected`
    how many were not looked at because of `--changed-since`. `not_loaded` says of targets why."""

    reports: list[FunctionReport] = field(default_factory=list)
    functions: int = 0
    cached: int = 0
    unaffected: int = 0
    not_loaded: dict[str, str] = field(default_factory=dict)
    unneeded: list[tuple[str, int, str]] = field(default_factory=list)
    unneeded_known: int = 0

    @property
    def not_reached(self) -> int:
        return self.functions - len(self.reports)

    def add(self, more: Told) -> None:
        self.reports += more.reports
        self.functions += more.functions
        self.cached += more.cached
        self.unaffected += more.unaffected


class Shown:
    """What is written on the terminal; of `several` targets, files are called by their paths."""

    def __init__(
        self, files: Files, quiet: bool, several: bool = False, is_taken: bool = False
    ) -> None:
        """With `is_taken`, standard output is for something else."""
        self.quiet = quiet
        self._console = stdout_console()
        self._to_stdout = is_taken or STDOUT in (files.json, files.html)
        self._listed = not (self._to_stdout or quiet)
        self._several = several

    def add(self, report: FunctionReport, functions: int) -> None:
        if self._listed and (not report.skipped or (functions == 1 and not self._several)):
            for line in function_lines(report, self._several):
                self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def not_loaded(self, target: str, why: str) -> None:
        text = why if why.startswith(target) else f"{target}: {why}"
        print(f"heapwise: not checked: {text}", file=sys.stderr)

    def end(self, told: Told) -> None:
        if self._to_stdout:
            return
        for line in end_lines(told, self._listed):
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)


def end_lines(told: Told, is_listed: bool) -> Iterator[str]:
    """What is told after the functions, if these were listed, and the summary."""
    for file, line, rule in told.unneeded if is_listed else ():
        yield f"{file}:{line}  HW901  {not_needed(rule)}"
    total = totals(told.reports, told.not_reached, told.cached)
    if told.unaffected:
        total += f" {counted(told.unaffected, 'function')} not affected by the change."
    if told.unneeded_known:
        entries = counted(told.unneeded_known, "finding")
        total += f" {entries} of the baseline no longer there: --write-baseline."
    if told.not_loaded:
        total += f" {counted(len(told.not_loaded), 'target')} not loaded."
    yield f"\n{total}" if is_listed else total


class Checking:
    """Checks one target after the other; workers and changes are asked for once."""

    def __init__(self, how: How, shown: Shown, cache: Cache | None) -> None:
        self._how = how
        self._shown = shown
        self._cache = cache
        self._changes = None
        self._says_else = False
        """Has the project changed what it says about checks? That affects all functions."""
        if how.changed_since is not None:
            from heapwise.checking.changes import changes_since

            self._changes = changes_since(how.changed_since)
            files = {each for each in self._changes.changed if is_configuration(each)}
            own = (each for each in (how.config, how.baseline) if each is not None)
            files.update({os.path.realpath(each) for each in own} & self._changes.changed)
            self._says_else = any(self._changes.says_else(each, said_in) for each in files)

    def told_of(self, one: Planned) -> Told:
        if any("\ud800" <= each <= "\udfff" for each in one.target):
            raise InputError(f"{one.target}: its name is not UTF-8; rename it")
        verdicts = None if self._cache is None else CachedVerdicts(self._cache, *one)
        if verdicts is not None and self._changes is None:
            known = verdicts.all()
            if known is not None:
                for report in known:
                    self._shown.add(report, len(known))
                return Told(known, len(known), len(known))
        return self._checked(one, verdicts)

    def _checked(self, one: Planned, verdicts: CachedVerdicts | None) -> Told:
        from heapwise.checking.check import subjects_of
        from heapwise.checking.on_workers import reports_of
        from heapwise.frontends.registry import claiming
        from heapwise.workers.clusters import workforce

        workers = workforce(self._how.cluster, self._how.jobs)
        subjects = subjects_of(*one)
        dependencies = None
        if verdicts is not None or self._changes is not None:
            dependencies = claiming(one.target).dependencies(subjects)
        if verdicts is not None:
            verdicts.begin(subjects, dependencies)
        memory = verdicts or Memory()
        unaffected = 0
        if self._changes is not None:
            affected = [True] * len(subjects)
            if not self._says_else:
                affected = self._changes.affected(len(subjects), dependencies)
            unaffected = affected.count(False)
            if not any(affected):
                return Told(unaffected=unaffected)
            memory.leave_out(index for index, is_it in enumerate(affected) if not is_it)
        running = Running(len(subjects) - unaffected)
        reports: list[FunctionReport] = []
        with (
            suppress(KeyboardInterrupt),
            Progress(running.status, enabled=not self._shown.quiet, timed=True) as progress,
        ):
            target, settings, private = one
            for report in reports_of(
                target, subjects, settings, private, workers, running.begin, memory
            ):
                reports.append(report)
                running.done += 1
                with progress.hidden():
                    self._shown.add(report, len(subjects))
        if verdicts is not None:
            verdicts.end()
        return Told(reports, len(subjects) - unaffected, len(memory.known), unaffected)


def _look_for_unneeded(planned: Sequence[Planned], how: How, told: Told) -> None:
    """In files that were checked as a whole, to the end."""
    if how.changed_since is not None or told.not_reached:
        return
    whole = {each.target for each in planned if os.path.isfile(each.target)}
    files = dict.fromkeys(report.at.file for report in told.reports if report.at.file in whole)
    plain = SourceFiles()
    texts = {file: text for file in files if (text := plain.text(file)) is not None}
    told.unneeded = unneeded(told.reports, texts)
    told.unneeded_known = unneeded_known(how.known, told.reports)


def _sources(planned: Sequence[Planned], told: Told) -> SeveralSources:
    """The texts of everything that was checked; what needs no program is not loaded for that."""
    texts: list[Sources] = [SourceFiles()]
    reports = {report.target.rpartition(":")[0] or report.target: report for report in told.reports}
    for one in planned:
        if os.path.isfile(one.target) and is_text(one.target):
            continue
        if one.target not in told.not_loaded and reports:
            from heapwise.checking.check import subjects_of

            with suppress(NothingToCheckError):
                texts.append(subjects_of(*one)[0].sources())
    return SeveralSources(texts)


def _write(planned: Sequence[Planned], how: How, told: Told) -> None:
    files = how.files
    if how.write_baseline and how.baseline is not None:
        found = next_baseline(how.known, told.reports, _sources(planned, told))
        how.baseline.write_text(baseline_text(found), encoding="utf-8")
        told_of = f"{counted(len(found), 'finding')} in {how.baseline}"
        print(f"heapwise: {told_of}; --baseline {how.baseline} silences", file=sys.stderr)
    sources = [each.target.partition(":")[0] for each in planned]
    wanted = [("--json", "json", files.json), ("--html", "html", files.html)]
    if how.format != TEXT or how.output != STDOUT:
        wanted.append(("--output", how.format, how.output))
    with ExitStack() as stack:
        for option, form, where in wanted:
            if where is not None:
                destination = open_output(stack, option, where, *sources)
                destination.begin().write(_written(form, planned, how, told))


def _written(form: str, planned: Sequence[Planned], how: How, told: Told) -> str:
    if form == "json":
        return _as_json(how.named, planned, told)
    if form == TEXT:
        shown = [each for each in told.reports if not each.skipped]
        several = len(planned) > 1
        lines = [line for each in shown for line in function_lines(each, several)]
        return "\n".join([*lines, *end_lines(told, True)]) + "\n"
    sources = _sources(planned, told)
    if form == "html":
        from heapwise.reports.html.list_pages import check_page

        return check_page(how.named, told.reports, sources)
    from heapwise.reports.check_document import CheckDocument
    from heapwise.reports.ci_texts import github_text, junit_text
    from heapwise.reports.sarif import sarif_text

    forms = {"sarif": sarif_text, "github": github_text, "junit": junit_text}
    document = CheckDocument(how.named, told.reports, sources, told.unneeded, told.not_loaded)
    return forms[form](document)


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


def _as_json(named: str, planned: Sequence[Planned], told: Told) -> str:
    data = {
        "target": named,
        "targets": [each.target for each in planned],
        "unneeded": [
            {"file": file, "line": line, "rule": rule} for file, line, rule in told.unneeded
        ],
        "not_loaded": [{"target": one, "reason": why} for one, why in told.not_loaded.items()],
        "functions": [report_to_json(report) for report in told.reports],
    }
    return json_format.dumps(document("check", data), indent=1) + "\n"
