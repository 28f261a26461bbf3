"""Runs a test file with pytest, in a process of its own with limits: which of its tests pass?"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

_SECONDS = 120.0
_MEMORY = 4 << 30
_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Passing:
    """`failed` are the names of tests; `problem` says why nothing is known, if so."""

    passed: int = 0
    failed: tuple[str, ...] = ()
    problem: str = ""


def has_pytest() -> bool:
    return importlib.util.find_spec("pytest") is not None


def run_tests(
    file: Path, search: Sequence[Path] = (), hash_seed: int = 1, seconds: float = _SECONDS
) -> Passing:
    """`search` are folders in which the file may import. The order of sets of strings depends on
    the seed, which is 0 in replays: with another one, a test that relies on it may fail."""
    if not has_pytest():
        return Passing(problem="pytest is not installed")
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder:
        report = Path(folder) / "report.xml"
        # Whatever the project has configured (parallel runs, coverage) is not about this run.
        configuration = Path(folder) / "pytest.ini"
        configuration.write_text("[pytest]\n")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider"]
        command += ["-c", str(configuration), f"--rootdir={folder}", f"--junitxml={report}"]
        command += ["--noconftest", str(file.resolve())]
        environment = {
            **os.environ,
            "PYTHONHASHSEED": str(hash_seed),
            "PYTHONDONTWRITEBYTECODE": "1",
            # To load what is installed beside pytest takes longer than pytest itself.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        environment.pop("PYTEST_ADDOPTS", None)
        folders = [str(path) for path in search]
        environment["PYTHONPATH"] = os.pathsep.join(
            folders + [part for part in [environment.get("PYTHONPATH", "")] if part]
        )
        text, in_time = _run(command, environment, Path(folder), seconds)
        if not in_time:
            return Passing(problem=f"the tests were not finished after {seconds:g} s")
        if not report.exists():
            return Passing(problem=f"pytest did not run: {text[-_KEPT:].strip()}")
        return _read(report, text)


def _run(
    command: Sequence[str], environment: dict[str, str], folder: Path, seconds: float
) -> tuple[str, bool]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        cwd=folder,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=_limit,
    )
    try:
        text, _ = process.communicate(timeout=seconds)
        return text, True
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            return "", False
        raise


def _limit() -> None:
    import resource  # not on every system

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _read(report: Path, text: str) -> Passing:
    passed, failed = 0, []
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None:
            passed += 1
        else:
            failed.append(case.get("name") or "")
    if not passed and (not failed or any(not name.startswith("test") for name in failed)):
        return Passing(problem=f"the file cannot be run: {text[-_KEPT:].strip()}")
    return Passing(passed, tuple(failed))
