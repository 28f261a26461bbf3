"""Imports a user's module; as a script, in a process of its own that only tells how that went.

The script is run before the tool imports the module itself, so that a module that hangs, exits or
crashes the interpreter does it there. It stands alone: it imports nothing of the tool.

    python -P probe.py REPORT NAME FILE PATH…

REPORT is the file for the outcome (JSON), FILE may be empty (NAME is a dotted module then), PATH…
is what `sys.path` has to be.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import json
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from types import ModuleType, TracebackType

MEMORY_LIMIT = 4 * 1024**3
SECONDS = 10
"""Of CPU time, so that a busy machine changes no verdict."""
PATIENCE = 4
"""How many times as long an import may take that waits, or that others keep waiting."""


def import_module(name: str, file: str, path: Sequence[str]) -> ModuleType:
    """The module `name`, from `file` unless that is empty, imported with `path` as `sys.path`.

    Whatever it prints is dropped, it finds no input and no arguments, and what it does to the
    interpreter's settings is undone. A module that fails to load leaves nothing behind under its
    name.
    """
    with _neutral_surroundings(file or name, path):
        if not file:
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise ImportError(f"{file} is not a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return sys.modules.get(name, module)


@contextmanager
def _neutral_surroundings(program: str, path: Sequence[str]) -> Iterator[None]:
    saved = (sys.argv, list(sys.path), sys.stdin, sys.dont_write_bytecode, sys.getrecursionlimit())
    here, importing = os.getcwd(), threading.current_thread()
    is_daemon = importing.daemon
    # Threads that the module starts are no reason for this process to go on when it is through.
    # What they inherit has no public name that could be set now.
    vars(importing)["_daemonic"] = True
    sys.argv = [program]
    sys.path[:] = path
    sys.stdin = io.StringIO()
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            yield
    finally:
        sys.argv, sys.path[:], sys.stdin, sys.dont_write_bytecode, recursion_limit = saved
        sys.setrecursionlimit(recursion_limit)
        vars(importing)["_daemonic"] = is_daemon
        os.chdir(here)


def describe_failure(error: BaseException, own_file: str) -> dict[str, object]:
    """The last line of the traceback, and the place in the user's code that it speaks of."""
    text = type(error).__name__
    try:
        details = str(error)
    except Exception:
        details = ""
    if isinstance(error, SyntaxError) and error.filename:
        column = error.offset or 1
        return {
            "error": f"{text}: {error.msg}",
            "file": error.filename,
            "line": error.lineno or 1,
            "column": max(column, 1),
        }
    file, line = _place(error.__traceback__, own_file)
    return {
        "error": f"{text}: {details}" if details else text,
        "file": file,
        "line": line,
        "column": 1,
    }


def _place(traceback: TracebackType | None, own_file: str) -> tuple[str, int]:
    """The innermost frame in the user's own file, or else the innermost that has a file."""
    own, anywhere = ("", 0), ("", 0)
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file and os.path.exists(file) and os.path.realpath(file) == os.path.realpath(own_file):
            own = (file, traceback.tb_lineno)
        elif not file.startswith("<") and file != __file__:
            anywhere = (file, traceback.tb_lineno)
        traceback = traceback.tb_next
    return own if own[1] else anywhere


def main(arguments: Sequence[str]) -> None:
    report, name, file, *path = arguments
    _limit_resources()
    try:
        module = import_module(name, file, path)
        outcome: dict[str, object] = {"origin": getattr(module, "__file__", None)}
    except BaseException as error:
        outcome = describe_failure(error, file)
    with open(report, "w", encoding="utf-8") as out:
        json.dump(outcome, out)
    # Threads and exit handlers that the module left must not keep the process.
    os._exit(0)


def _limit_resources() -> None:
    try:
        import resource
    except ImportError:  # not on this platform: the time limit has to do
        return
    for kind, limit in (
        (resource.RLIMIT_AS, MEMORY_LIMIT),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or hard > limit:
            resource.setrlimit(kind, (limit, hard))


if __name__ == "__main__":
    main(sys.argv[1:])
