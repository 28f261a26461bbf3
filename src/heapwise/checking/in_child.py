"""A check in a process of its own, as the command does it: nothing that was loaded before counts.

For those who run for long while files change: editors, pytest, `heapwise watch`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heapwise.program.source import InputError

_ENDS = (0, 1, 3)


def command_of(targets: Sequence[str], options: Sequence[str] = ()) -> list[str]:
    program = [sys.executable, "-m", "heapwise", "check"]
    return [*program, *targets, *options, "--format", "json", "--quiet"]


def environment() -> dict[str, str]:
    """What this process can import, the other can."""
    folders = [each for each in sys.path if each and os.path.isdir(each)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}


def document_of(code: int | None, output: str, errors: str) -> dict[str, Any]:
    """What a check has written; raises `InputError` if it could not do it."""
    if code not in _ENDS:
        told = errors.rpartition("\nError: ")[2]  # without the usage of a command nobody typed
        raise InputError(told.strip().removeprefix("heapwise: ") or f"it ended with {code}")
    found: dict[str, Any] = json.loads(output)
    return found


def checked(targets: Sequence[str], options: Sequence[str], folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        command_of(targets, options),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return document_of(done.returncode, done.stdout, done.stderr)
