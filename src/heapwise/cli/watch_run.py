"""What `heapwise watch` does."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from heapwise.checking.in_child import checked
from heapwise.cli.failures import ExitCode
from heapwise.cli.needed_extras import need_extra
from heapwise.frontends.registry import need_target, suffixes
from heapwise.frontends.surroundings import files_below
from heapwise.frontends.target_folders import names_folder
from heapwise.program.source import InputError
from heapwise.reports.checks import function_lines, totals
from heapwise.results.checks import FunctionReport, report_from_json

_CONFIGURATION = ".toml"


def run(targets: Sequence[str]) -> ExitCode:
    watchfiles = need_extra("watchfiles", "watch")
    logging.getLogger("watchfiles").setLevel(logging.ERROR)  # it tells of Ctrl-C
    for target in targets:
        if not names_folder(target):
            need_target(target)
    begun = time.time()
    known = _checked(targets)
    if known is not None:
        _tell(known, {}, 0.0)
    folders = sorted({str(_folder_of(target)) for target in targets})
    edits = watchfiles.watch(
        *folders,
        watch_filter=lambda _, path: _matters(path),
        debounce=100,
        step=20,
        rust_timeout=500,
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    is_waiting = False
    for found in edits:
        if not is_waiting:
            # Only now somebody listens: there may have been an edit before.
            is_waiting = True
            print("waiting for an edit; Ctrl-C ends it", flush=True)
            found = found or _edited_since(folders, begun)
        if found:
            started = time.monotonic()
            now = _checked(targets)
            if now is not None:
                _tell(now, known or {}, time.monotonic() - started)
                known = now
    return ExitCode.DONE


def _matters(path: str) -> bool:
    suffix = Path(path).suffix
    is_read = suffix in suffixes() or suffix == _CONFIGURATION
    return is_read and ".heapwise" not in Path(path).parts


def _edited_since(folders: Sequence[str], moment: float) -> bool:
    files = (file for folder in folders for file in files_below(folder) if _matters(file))
    return any(os.path.getmtime(file) >= moment for file in files if os.path.exists(file))


def _folder_of(target: str) -> Path:
    path = Path(target.partition(":")[0])
    if names_folder(target) and path.is_dir():
        return path
    return path.parent if path.exists() else Path()


def _checked(targets: Sequence[str]) -> dict[str, FunctionReport] | None:
    """By target; None, and the reason is told, if it cannot be done: a file may be half written."""
    try:
        document: Mapping[str, Any] = checked(targets, (), Path.cwd())
    except InputError as error:
        print(f"heapwise: {error}", flush=True)
        return None
    for each in document["not_loaded"]:
        print(f"heapwise: not checked: {each['target']}: {each['reason']}", flush=True)
    found = map(report_from_json, document["functions"])
    return {f"{report.at.file}:{report.name}": report for report in found}


def _tell(
    now: Mapping[str, FunctionReport], before: Mapping[str, FunctionReport], seconds: float
) -> None:
    several = len({report.at.file for report in now.values()}) > 1
    for line in changes(now, before, several):
        print(line)
    took = f" · {seconds:.1f} s" if before else ""
    print(f"{totals(list(now.values()))}{took}", flush=True)


def changes(
    now: Mapping[str, FunctionReport], before: Mapping[str, FunctionReport], several: bool = False
) -> Iterator[str]:
    """What is told of functions whose verdict or findings are others than they were. At first, of
    those that are not good."""
    for name, report in now.items():
        was = before.get(name)
        if report.skipped or (was is not None and _told(was) == _told(report)):
            continue
        if was is None and report.verdict.is_good:
            continue
        if was is not None:
            yield f"{was.verdict.value} → {report.verdict.value}:"
        yield from function_lines(report, several)
    for name, was in before.items():
        if name not in now and not was.skipped:
            yield f"{was.name}  ·  gone (it was {was.verdict.value})"


def _told(report: FunctionReport) -> tuple[object, ...]:
    """Without the lines, which may have moved."""
    return report.verdict, [(each.rule, each.message, each.snippet) for each in report.findings]
