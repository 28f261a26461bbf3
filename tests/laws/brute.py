"""Processes that run programs on all small inputs, each started once for all the tests of a worker:
a line of JSON with a request goes in, a line with the answer comes out."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Brute:
    """Runs a module of this folder that has a `main` for requests."""

    def __init__(self, module: str) -> None:
        folders = [ROOT, ROOT / "src", ROOT / "tests" / "laws"]
        environment = dict(os.environ, PYTHONHASHSEED="0")
        environment["PYTHONPATH"] = os.pathsep.join(str(folder) for folder in folders)
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        atexit.register(self._process.kill)

    def answer(self, request: Mapping[str, object]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@cache
def brute(module: str) -> Brute:
    return Brute(module)
