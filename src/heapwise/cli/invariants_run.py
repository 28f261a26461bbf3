"""What `heapwise invariants` does."""

from __future__ import annotations

import json as json_format
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict

from heapwise.checking.invariant_search import FoundInvariant, find_invariant
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import stdout_console
from heapwise.reports.wording import counted
from heapwise.results.schema import document

_MOST_TOLD = 12


def run(target: str, most: int, seconds: float, json: str | None, quiet: bool) -> ExitCode:
    """The exit code says whether the whole class could be explored."""
    console = stdout_console()
    with ExitStack() as stack:
        destination = open_if_named(stack, "--json", json, target)
        console.quiet = destination is not None and destination.is_stdout
        found = find_invariant(target, most, seconds)
        if destination is not None:
            body = {"target": target, **asdict(found)}
            text = json_format.dumps(document("invariants", body), indent=1)
            destination.begin().write(f"{text}\n")
        for line in _lines(found, quiet):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    return ExitCode.DONE if found.scope and not found.open_methods else ExitCode.STOPPED


def _lines(found: FoundInvariant, quiet: bool) -> Iterator[str]:
    if found.text and not quiet:
        yield found.text
        yield ""
    explored = len(found.methods) - len(found.open_methods)
    methods = counted(explored, "method")
    if found.open_methods:
        methods = f"{explored} of {counted(len(found.methods), 'method')}"
    if not found.kept:
        yield f"{found.class_name}: no candidate is left"
    elif found.scope:
        objects = counted(found.scope, "object")
        claim = f"established and preserved by {methods}, with at most {objects} of each class"
        yield f"{found.class_name}: {claim}"
    else:
        yield f"{found.class_name}: holds of all objects that were built; not proved, no time left"
    for name in found.open_methods:
        yield f"    not fully explored: {name}"
    for method, text, calls in found.breaks:
        yield f"    ✗ `{method}` alone breaks `{text}`: {calls}"
    for text, method in found.dropped.items():
        yield f"    not preserved by {method}: {text}"
    if not quiet:
        for text, calls in list(found.refuted.items())[:_MOST_TOLD]:
            yield f"    refuted by {calls}: {text}"
        if len(found.refuted) > _MOST_TOLD:
            yield f"    and {len(found.refuted) - _MOST_TOLD} more that calls refute"
    if found.own:
        yield f"    the class states its own: {', '.join(found.own)}"
    total = len(found.kept) + len(found.dropped) + len(found.refuted)
    yield f"{len(found.kept)} of {total} candidates kept · {found.seconds:.1f} s"
