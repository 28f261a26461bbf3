from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classfile.declared_methods import declared_methods
from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.targets import load_target
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.universe.reaching import samples_asked_for
from heapwise.frontends.loading import load
from tests.unit.frontends.java.samples import NAMES, sample_bytes

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"
FILES = sorted(CLASSES.rglob("*.class"))


def test_they_are_those_of_the_parsed_class() -> None:
    for data in [*map(sample_bytes, NAMES), *(path.read_bytes() for path in FILES)]:
        parsed = parse_class(data, "sample.class").methods
        assert declared_methods(data) == tuple(
            (method.name, method.descriptor) for method in parsed
        )


def test_whatever_the_bytes_there_are_no_others_and_no_error() -> None:
    data = sample_bytes("pkg/Tree")
    declared = set(declared_methods(data))
    for end in range(len(data)):
        assert set(declared_methods(data[:end])) <= declared
    for at in range(8, len(data)):
        declared_methods(bytes((*data[:at], data[at] ^ 0xFF, *data[at + 1 :])))


def test_a_class_path_knows_who_declares_a_method_without_parsing_anything() -> None:
    classes = open_class_path([str(CLASSES)])
    assert classes.declaring("isSame", "(Ljava/lang/Object;Ljava/lang/Object;)Z") == [
        "ordinary/Arrayed"
    ]
    assert classes.declaring("isSame", "()Z") == []
    assert classes.parsed() == ()


@pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")
def test_constructors_of_other_classes_are_not_reached() -> None:
    """Each class has one without arguments, and there are hundreds of classes in the folder."""
    found = load_target(f"{CLASSES}:tasks.Cells.main")
    user = tuple(found.classes.user_classes())
    assert samples_asked_for(found.classes, user, found.method) == ()
    own = set(user) & set(found.classes.parsed())
    assert own and all(name.startswith("tasks/Cells") for name in own), own


@pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")
def test_no_class_is_parsed_to_look_for_one_below_a_final_class() -> None:
    program = load(f"{CLASSES}:tasks.Cells.main", None)  # of an array of `String`s
    assert isinstance(program, JavaProgram)
    own = {
        name for name in program.universe.classes.parsed() if (CLASSES / f"{name}.class").exists()
    }
    assert own and all(name.startswith(("tasks/Cells", "org/sosy_lab")) for name in own), own
