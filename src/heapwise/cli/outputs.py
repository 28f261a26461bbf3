"""Report files named on the command line, opened before any work is done."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT, Destination, open_destination


def open_output(stack: ExitStack, option: str, where: str, target: str) -> Destination:
    """Open until the stack unwinds; an error says which option named the file."""
    if where != STDOUT and _is_same_file(where, target):
        raise InputError(f"{option} {where} would overwrite the program itself")
    try:
        return stack.enter_context(open_destination(where))
    except OSError as error:
        raise InputError(f"{option}: cannot write {where}: {error.strerror or error}") from error


def _is_same_file(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:
        return False
