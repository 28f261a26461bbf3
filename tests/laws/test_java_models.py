"""Models of the JDK: whatever they predict, a JVM does.

`programs_java/models` has a method for each group of methods that have models, on symbolic
arguments where that makes sense.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, explore
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.testgen.java import JvmReplayer

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
BOUNDS = Bounds(max_objects=2, max_length=3, max_loops=20, timeout=1200)
DONE = (OutcomeKind.RETURNED, OutcomeKind.RAISED, OutcomeKind.VIOLATED)


def _methods() -> list[str]:
    found: list[str] = []
    for name in ("Texts", "Library", "Numbers", "Choices"):
        data = (CLASSES / "models" / f"{name}.class").read_bytes()
        for method in parse_class(data, name).methods:
            if not (method.is_synthetic or method.name.startswith("<")):
                found.append(f"models.{name}.{method.name}{method.descriptor}")
    return found


@pytest.fixture(scope="module")
def jvm() -> JvmReplayer:
    assert HOME is not None
    return JvmReplayer(HOME.home)


@pytest.mark.parametrize("method", _methods())
def test_a_jvm_confirms_every_path(jvm: JvmReplayer, method: str) -> None:
    run = explore(f"{CLASSES}:{method}", bounds=BOUNDS, language_options=JavaOptions())
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    paths = 0
    for path in run:
        where = f"{path.condition} → {path.outcome}"
        assert path.outcome.kind is not OutcomeKind.UNSUPPORTED, where
        if path.outcome.kind in DONE:
            assert path.replayed, f"{where}: {run.witnesses.differences}"
            paths += 1
    assert paths
