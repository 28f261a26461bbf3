"""What `heapwise tests` says about the functions it made tests of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwise.frontends.function_tests import FunctionTests, Written
from heapwise.reports.gaps import gap_lines
from heapwise.reports.wording import counted
from heapwise.results.account import FOUND_INVARIANTS

_MOST_FAULTS = 3


def function_line(found: FunctionTests, width: int) -> str:
    head = f"{found.file}:{found.line:<4} {found.name:<{width}}"
    if found.skipped:
        return f"{head}  –  {found.skipped}"
    parts = [counted(len(found.cases), "test"), f"of {counted(found.paths, 'path')}"]
    if found.coverage.total:
        parts.append(f"· {found.coverage}")
    return f"{head}  {' '.join(parts)}"


def notes(found: FunctionTests, machine: str) -> Iterator[str]:
    """`machine` is what has run the function."""
    account = found.account
    if found.skipped:
        return
    if account.stopped:
        yield f"    stopped: {account.stopped}; tests of the paths found until then"
    if FOUND_INVARIANTS in account.limits:
        yield f"    of objects with {account.limits[FOUND_INVARIANTS]}"
    if found.coverage.missing:
        missing = ", ".join(_missing(event, found.file) for event in found.coverage.missing)
        why = "no input within the bounds does it" if found.is_settled else "not found"
        yield f"    not reached ({why}): {missing}"
    yield from gap_lines(account)
    for text in found.broken:
        yield f"    some paths get no test, because they break the contract: {text}"
        yield "    heapwise check shows an input that does"
    if found.unreached:
        paths = counted(found.unreached, "path")
        yield f"    {paths} left out: the public methods were not seen to build their objects"
        yield "    (--inputs any makes tests of them too)"
    for text in found.remarks:
        yield f"    {text}"
    if found.unstable:
        yield f"    {counted(found.unstable, 'path')} left out: no two runs do the same"
    for text, difference in found.faults[:_MOST_FAULTS]:
        yield f"    a fault of Heapwise, please report it: {machine} does not do as predicted for"
        yield f"        {text}"
        yield f"        {difference}"
    if len(found.faults) > _MOST_FAULTS:
        yield f"    and {counted(len(found.faults) - _MOST_FAULTS, 'path')} more like that"


def totals(functions: Sequence[FunctionTests], written: Written | None, where: str) -> str:
    tested = [function for function in functions if not function.skipped]
    skipped = [function for function in functions if function.skipped]
    reached = sum(function.coverage.reached for function in tested)
    total = sum(function.coverage.total for function in tested)
    untested = sum(function.coverage.total for function in skipped)
    made = sum(bool(function.cases) for function in functions)
    tests = 0 if written is None else written.tests
    parts = [f"{counted(tests, 'test')} of {counted(made, 'function')}"]
    if total:
        parts.append(f"{reached} of {total} branches")
    if skipped:
        more = f" with {counted(untested, 'branch')}" if untested else ""
        parts.append(f"{counted(len(skipped), 'function')} skipped{more}")
    unsupported = sum(sum(function.account.unsupported.values()) for function in functions)
    if unsupported:
        parts.append(f"{counted(unsupported, 'path')} unsupported")
    parts.append(where)
    parts.append(_passing(written))
    return " · ".join(part for part in parts if part)


def _passing(written: Written | None) -> str:
    if written is None or not written.tests:
        return ""
    if written.passing is None:
        return f"not run: {written.not_run}"
    if written.passing.problem:
        return f"not known to pass: {written.passing.problem}"
    return "all pass"


def _missing(event: str, file: str) -> str:
    """`12:7 if true` as a reader wants it."""
    place, kind, truth = event.split(" ")
    line = place.split(":")[0]
    if kind in ("for", "item"):
        return f"{file}:{line} {kind} {'with an item' if truth == 'true' else 'to its end'}"
    return f"{file}:{line} {kind} {truth}"
