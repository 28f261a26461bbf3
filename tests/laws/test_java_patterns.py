"""Pattern switches, which need Java 21: every path does in such a JVM what was predicted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.testgen.java import JvmReplayer
from java_paths import PATTERNS, java_21

BOUNDS = Bounds(max_objects=2, max_length=2, max_depth=3, max_loops=20, timeout=1200)


HOME = java_21()
pytestmark = pytest.mark.skipif(HOME is None, reason="there is no JVM of Java 21 or later")


def _methods() -> list[str]:
    data = (PATTERNS / "patterns" / "Patterns.class").read_bytes()
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
    target = f"{PATTERNS}:patterns.Patterns.{method}"
    run = explore(target, bounds=BOUNDS, language_options=JavaOptions(jdk=str(HOME.home)))
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    paths = list(run)
    for path in paths:
        assert path.outcome.kind in (OutcomeKind.RETURNED, OutcomeKind.RAISED), path.outcome
        assert path.replayed, run.witnesses.differences
    assert sum(path.outcome.kind is OutcomeKind.RETURNED for path in paths) > 1
