"""Report files named on the command line, opened before any work is done."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT, Destination, open_destination


@dataclass(frozen=True, slots=True)
class Files:
    """Where reports of a run go, each if it is wanted."""

    json: str | None = None
    html: str | None = None
    dot: str | None = None
    mermaid: str | None = None


TEXT = "text"
FORMATS = (TEXT, "json", "sarif", "github", "junit", "html")
_OURS = "written by heapwise"


def open_output(stack: ExitStack, option: str, where: str, *targets: str) -> Destination:
    """Open until the stack unwinds; an error says which option named the file."""
    if where != STDOUT and any(_is_same_file(where, target) for target in targets):
        raise InputError(f"{option} {where} would overwrite the program itself")
    try:
        return stack.enter_context(open_destination(where))
    except OSError as error:
        raise InputError(f"{option}: cannot write {where}: {error.strerror or error}") from error


def open_if_named(
    stack: ExitStack, option: str, where: str | None, target: str
) -> Destination | None:
    return open_output(stack, option, where, target) if where else None


def refuse_two_on_stdout(**files: str | None) -> None:
    """By the name of the option."""
    taken = [f"--{name} -" for name, where in files.items() if where == STDOUT]
    if len(taken) > 1:
        raise InputError(f"{' and '.join(taken)} cannot share standard output")


def destination_of(output: str, target: str, force: bool) -> Path | None:
    """Where to write; what somebody has written by hand is not overwritten."""
    if output == STDOUT:
        return None
    path = Path(output)
    if path.is_dir():
        raise InputError(f"-o {output}: this is a directory; name a file, as in test_module.py")
    if not path.resolve().parent.is_dir():
        raise InputError(f"-o {output}: there is no directory {path.resolve().parent}")
    if path.exists():
        source = Path(target.partition(":")[0])
        if source.exists() and path.samefile(source):
            raise InputError(f"-o {output} would overwrite the program itself")
        if not force and path.stat().st_size and _OURS not in path.read_text(errors="replace"):
            raise InputError(
                f"-o {output}: the file exists and heapwise has not written it; "
                "choose another name or add --force"
            )
    return path


def _is_same_file(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:
        return False
