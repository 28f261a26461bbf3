"""What `heapwise doctor` does: looks whether everything is there that Heapwise needs."""

from __future__ import annotations

import importlib
import importlib.util
import json as json_format
import locale
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import stdout_console
from heapwise.frontends import registry
from heapwise.frontends.needs import Need
from heapwise.results import Heap
from heapwise.results.schema import document
from heapwise.solver import PathCondition, Verdict, default_solver
from heapwise.terms import INT, Term, and_, eq, lt, mul, symbol
from heapwise.testgen import ModuleUnderTest, Replayer, Status

_OLDEST, _NEWEST = (3, 11), (3, 13)
_LITTLE_MEMORY = 1 << 30


def run(json: bool, quiet: bool) -> ExitCode:
    checks = list(examine())
    good = all(check.good for check in checks if check.needed)
    if json:
        data = {"good": good, "checks": [asdict(check) for check in checks]}
        print(json_format.dumps(document("doctor", data), indent=1))
    else:
        _print(checks, good, quiet)
    return ExitCode.DONE if good else ExitCode.BAD_INPUT


def _print(checks: list[Need], good: bool, quiet: bool) -> None:
    console = stdout_console()
    width = max(len(check.name) for check in checks)
    for check in checks if not quiet else ():
        mark = "✓" if check.good else "✗" if check.needed else "–"
        console.print(f"{mark} {check.name:<{width}}  {check.found}", soft_wrap=True)
        if check.advice and not check.good:
            console.print(f"  {'':<{width}}  → {check.advice}", soft_wrap=True)
    missing = sum(check.needed and not check.good for check in checks)
    verdict = "Everything that is needed is there." if good else f"{missing} needed, but missing."
    console.print(verdict if quiet else f"\n{verdict}")


def examine() -> Iterator[Need]:
    yield _python()
    yield from _packages()
    yield _guarded("solver", _solver)
    yield _processes()
    yield _guarded("replay", _replay)
    yield _tests()
    yield _encoding()
    yield _machine()
    yield _crosshair()
    for entry in registry.entries():
        if entry.needs:
            yield from importlib.import_module(entry.needs).needs()


def _guarded(name: str, check: Callable[[], Need]) -> Need:
    try:
        return check()
    except Exception as error:
        return Need(name, False, f"{type(error).__name__}: {error}", advice="please report this")


def _python() -> Need:
    oldest, newest = (".".join(map(str, each)) for each in (_OLDEST, _NEWEST))
    return Need(
        "Python",
        _OLDEST <= sys.version_info[:2] <= _NEWEST,
        f"{platform.python_implementation()} {platform.python_version()} at {sys.executable}",
        advice=f"use Python {oldest} to {newest}: make PYTHON=python{newest} demo",
    )


def _packages() -> Iterator[Need]:
    known = (
        ("z3-solver", "z3", True, "pip install z3-solver"),
        ("python-sat", "pysat", True, "pip install python-sat"),
        ("typer", "typer", True, "pip install typer"),
        ("rich", "rich", True, "pip install rich"),
        ("dd", "dd", False, "for --solver-mode unwind: pip install 'heapwise[unwind]'"),
        ("matplotlib", "matplotlib", False, "for plots: pip install 'heapwise[plots]'"),
        ("pygraphviz", "pygraphviz", False, "for better drawings: pip install 'heapwise[web]'"),
    )
    for name, module, needed, advice in known:
        good = importlib.util.find_spec(module) is not None
        yield Need(name, good, _version(name) if good else "not installed", needed, advice)


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "version unknown"


def _solver() -> Need:
    """A question with a yes and one with a no."""
    started = time.monotonic()
    x = symbol("x", INT)
    solver = default_solver()
    yes, no = and_(lt(3, x), eq(mul(x, x), 25)), and_(lt(x, 3), lt(3, x))
    assert isinstance(yes, Term)
    assert isinstance(no, Term)
    answer = solver.check(PathCondition(), yes)
    value = None if answer.model is None else answer.model.evaluate(x)
    refuted = solver.check(PathCondition(), no).verdict is Verdict.UNSAT
    took = (time.monotonic() - started) * 1000
    good = value == 5 and refuted
    text = f"answers in {took:.0f} ms" if good else f"answers wrongly: {value}, {refuted}"
    return Need("solver", good, text, advice="reinstall z3-solver: pip install -U z3-solver")


def _processes() -> Need:
    missing = [
        name
        for name, there in (
            ("fork", hasattr(os, "fork")),
            ("memory limits", importlib.util.find_spec("resource") is not None),
        )
        if not there
    ]
    return Need(
        "processes",
        not missing,
        f"without {' and '.join(missing)}" if missing else "fork and limits",
        advice="run on Linux or macOS, or in WSL: witnesses are replayed in forked processes",
    )


def _replay() -> Need:
    """The whole way: a module, a worker, a fork, an answer."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder, Replayer() as replayer:
        path = Path(folder) / "heapwise_doctor.py"
        path.write_text("def twice(n):\n    return n * 2 if n else 0\n")
        module = ModuleUnderTest.of_file(path)
        seen = replayer.replay(module, "twice", Heap(roots={"n": 21}))
    took = time.monotonic() - started
    good = seen.status is Status.RETURNED and seen.value == 42 and bool(seen.trace)
    text = f"a program ran in a process of its own in {took:.1f} s" if good else seen.why
    return Need("replay", good, text, advice="is the folder for temporary files writable?")


def _tests() -> Need:
    good = importlib.util.find_spec("pytest") is not None
    return Need(
        "pytest",
        good,
        _version("pytest") if good else "not installed",
        needed=False,
        advice="to run the files that `heapwise tests` writes: pip install pytest",
    )


def _encoding() -> Need:
    encoding = getattr(sys.stdout, "encoding", None) or locale.getpreferredencoding(False)
    try:
        "─►└┐✓✗".encode(encoding)
        good = True
    except (LookupError, UnicodeEncodeError):
        good = False
    return Need(
        "terminal",
        good,
        f"{encoding}" if good else f"{encoding} cannot show the drawings",
        needed=False,
        advice="export PYTHONIOENCODING=utf-8, or a UTF-8 locale such as LANG=C.UTF-8",
    )


def _machine() -> Need:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = _memory()
    size = f"{memory / (1 << 30):.1f} GiB of memory" if memory else "memory unknown"
    return Need(
        "machine",
        memory is None or memory >= _LITTLE_MEMORY,
        f"{cores} cores, {size}, {platform.system()} {platform.machine()}",
        needed=False,
        advice="less than 1 GiB: choose small bounds (--max-objects 2)",
    )


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _crosshair() -> Need:
    good = (
        shutil.which("crosshair") is not None or importlib.util.find_spec("crosshair") is not None
    )
    return Need(
        "crosshair",
        good,
        _version("crosshair-tool") if good else "not installed",
        needed=False,
        advice="only to compare with it in benchmarks; it gets an environment of its own",
    )
