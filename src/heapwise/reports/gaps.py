"""What an account leaves open, as text: what was covered within which bounds, and what was not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from heapwise.reports.wording import counted, number
from heapwise.results import Account
from heapwise.results.named_bounds import NAMED
from heapwise.results.place import Place

_BOUNDS = {each.option: each for each in NAMED if not each.ends_run}
"""By what cuts a path."""


def bound_text(name: str, bounds: Mapping[str, object]) -> str:
    """What lies within a bound that has cut: `at most 3 objects of each class`."""
    bound = _BOUNDS[name]
    limit = bounds.get(bound.name)
    if bound.name == "max_objects":
        return _objects(limit, bounds.get("max_objects_of"), bound.within)
    if isinstance(limit, int):
        return bound.within.format(counted(limit, bound.noun))
    return f"the bound {name}"


def _objects(limit: object, single: object, text: str) -> str:
    parts = [text.format(counted(limit, "object"))] if isinstance(limit, int) else []
    if isinstance(single, Mapping):
        parts += [f"at most {counted(most, f'{name} object')}" for name, most in single.items()]
    return ", ".join(parts) or "the bound max-objects"


def coverage(account: Account, bounds: Mapping[str, object]) -> str:
    """The inputs that were covered: `all inputs`, or those within the bounds that have cut, but for
    paths that were not followed."""
    parts = [bound_text(name, bounds) for name in account.cuts if name in _BOUNDS]
    parts += account.limits.values()
    parts += account.approximations
    found = f"any input with {', '.join(dict.fromkeys(parts))}" if parts else "any input"
    others = [name for name in account.cuts if name not in _BOUNDS]
    if others:
        found = f"{found}, up to: {'; '.join(others)}"
    elif not parts:
        found = "all inputs"
    lost = sum(account.undecided.values()) + sum(account.unsupported.values())
    return f"{found} but for {counted(lost, 'path')}" if lost else found


def bounded_line(account: Account) -> str:
    """`35 paths bounded: 30 max-objects, 5 max-length`; empty if no bound has cut."""
    if not account.cuts:
        return ""
    parts = ", ".join(f"{number(paths)} {name}" for name, paths in account.cuts.items())
    return f"{counted(sum(account.cuts.values()), 'path')} bounded: {parts}"


def gap_lines(account: Account) -> Iterator[str]:
    """What was not followed to its end, a line each."""
    for (what, at), paths in account.unsupported.items():
        yield f"    {counted(paths, 'path')} unsupported: {what} at {short_place(at)}"
    for (what, at), paths in account.undecided.items():
        place = f" at {short_place(at)}" if at else ""
        yield f"    {counted(paths, 'path')} undecided by the solver: {what}{place}"
    for why, paths in account.violations.items():
        if why:
            yield f"    {counted(paths, 'violation')} not reproduced: {why}"
    for failure in account.failures:
        place = f" at {short_place(failure.at)}" if failure.at else ""
        if failure.origin:
            yield f"    internal error {failure.report}{place}: {failure.what}"
            yield f"        in {failure.origin}; please report it with this number"
        else:
            yield f"    a fault of Heapwise{place}, please report it: {failure.what}"


def short_place(at: Place | None) -> str:
    """`file:line`, without folders and column. Where there is no column, it is that already."""
    if at is None:
        return ""
    return str(at) if at.column is None else f"{short_name(at.file)}:{at.line}"


def short_name(file: str) -> str:
    """The name of a file, with its folder where that is the name of the package."""
    path = PurePath(file)
    return "/".join(path.parts[-2:]) if path.name == "__init__.py" else path.name
