"""Operations of Java on symbolic arguments say what a JVM says, for all arguments of a small range.

Every row of `java_operations` is explored once. Every combination of small arguments must be
accepted by exactly one path, and value, exception, message and what became of the arguments must be
what the JVM shows: nothing is lost, nothing is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from heapwise.frontends.java.classfile.bytecode import Invoke, decode
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.models import table
from heapwise.frontends.java.models.library_model import NATIVE
from heapwise.testgen.java import JvmReplayer
from java_operations.comparing import CLASSES, disagreements
from java_operations.rows import GROUPS
from java_operations.source import FOLDER, sources
from java_operations.table import Operation
from java_operations.uncovered import UNCOVERED

HOME = find_jdk()
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
ROWS = [row for group in GROUPS for row in group.rows]


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


@needs_jvm
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.group}.{row.name}")
def test_a_jvm_says_the_same(jvm: JvmReplayer, row: Operation) -> None:
    assert list(disagreements(row, jvm)) == []


def test_the_classes_are_made_of_the_table() -> None:
    assert {each.name: each.read_text() for each in FOLDER.iterdir()} == sources(GROUPS)
    for group in GROUPS:
        file = parse_class((CLASSES / f"{group.name}.class").read_bytes(), group.name)
        assert {row.name for row in group.rows} <= {method.name for method in file.methods}


def test_there_are_many_operations() -> None:
    assert len(ROWS) >= 250


def _called() -> Iterator[tuple[str, str]]:
    """The models that methods of rows call by name: class, and name in the table."""
    for group in GROUPS:
        file = parse_class((CLASSES / f"{group.name}.class").read_bytes(), group.name)
        for method in file.methods:
            for each in decode(method.code) if method.code is not None else ():
                if isinstance(each, Invoke):
                    owner, name = each.method.owner, each.method.name
                    for key in (f"{name}{each.method.descriptor}", name, f"{NATIVE}{name}"):
                        if key in table().get(owner, {}):
                            yield owner, key


def test_every_model_has_a_row_or_a_reason() -> None:
    called = set(_called())
    missing = {
        f"{owner}.{key}"
        for owner, models in table().items()
        for key in models
        if (owner, key) not in called
    }
    reasons = {name: [p for p in UNCOVERED if fnmatchcase(name, p)] for name in missing}
    assert [name for name, found in reasons.items() if not found] == []
    used = {pattern for found in reasons.values() for pattern in found}
    assert set(UNCOVERED) - used == set()  # nothing is listed in vain
