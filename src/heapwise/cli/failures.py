"""What a command ends with: an exit code for every way it can go, and one line for a failure."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NoReturn

import typer

from heapwise.cli.exitcodes import EXIT_CODES, ExitCode
from heapwise.frontends.registry import need_target
from heapwise.program.source import InputError

__all__ = ["EXIT_CODES", "ExitCode", "chosen", "run_command"]

TRACEBACK_VARIABLE = "HEAPWISE_TRACEBACK"


def run_command(command: Callable[[], ExitCode], target: str | None = None) -> NoReturn:
    """Run a command to its exit code. Whatever goes wrong is one line on standard error. A target
    that nobody claims is told before the command imports anything."""
    try:
        if target is not None:
            need_target(target)
        code = command()
        # Here, where a closed pipe can still be handled, not when the interpreter shuts down.
        sys.stdout.flush()
    except InputError as error:
        code = _fail(str(error) if error.at else f"heapwise: {error}", ExitCode.BAD_INPUT)
    except BrokenPipeError:
        # The reader, say `head`, has seen enough. What is still buffered must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = ExitCode.STOPPED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        code = _fail(f"heapwise: {where}{error.strerror or error}", ExitCode.BAD_INPUT)
    except Exception as error:
        code = _internal_error(error)
    raise typer.Exit(int(code))


def _internal_error(error: Exception) -> ExitCode:
    if os.environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(error)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _fail(
        f"heapwise: internal error: {what}, please report; "
        f"run with {TRACEBACK_VARIABLE}=1 for details",
        ExitCode.INTERNAL_ERROR,
    )


def _fail(line: str, code: ExitCode) -> ExitCode:
    print(line, file=sys.stderr)
    return code


def chosen(what: str, name: str, valid: Sequence[str]) -> str:
    """The name if it is valid; otherwise an error that lists the valid ones and the closest."""
    if name in valid:
        return name
    close = get_close_matches(name.lower(), valid, n=1, cutoff=0.5)
    hint = f"; did you mean `{close[0]}`?" if close else ";"
    raise InputError(f"unknown {what} `{name}`{hint} valid: {', '.join(valid)}")
