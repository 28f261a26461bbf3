"""What is not there of files in Java is told as unsupported, by its name: a path said that a class
of the JDK cannot be initialised, which a run contradicted."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import OutcomeKind, explore
from heapwise.frontends.java.classpath.jdk import find_jdk

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
pytestmark = pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")


def test_a_file_that_is_written_is_unsupported() -> None:
    ends = {
        (path.outcome.kind, path.outcome.exception)
        for path in explore(f"{CLASSES}:regressions.Writes.to")
    }
    assert not {name for kind, name in ends if kind is OutcomeKind.RAISED and name} - {
        "java.lang.NullPointerException"
    }
    assert [name for kind, name in ends if kind is OutcomeKind.UNSUPPORTED]
