from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.targets import load_target
from heapwise.frontends.java.universe.extending import abstract_methods, is_extensible

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"
EXTENDED = "ordinary/Extended$"
needs_jdk = pytest.mark.skipif(find_jdk() is None, reason="there is no JDK")


@pytest.fixture(scope="module")
def hierarchy() -> Hierarchy:
    return Hierarchy(load_target(f"{CLASSES}:ordinary.Extended.area").classes)


@needs_jdk
def test_what_is_abstract_is_listed_once_wherever_it_was_declared(hierarchy: Hierarchy) -> None:
    found = abstract_methods(hierarchy, f"{EXTENDED}Maker")
    assert sorted(method.name for method in found) == ["compareTo", "get", "toString"]


@needs_jdk
def test_what_every_object_has_is_not_abstract_in_an_interface(hierarchy: Hierarchy) -> None:
    assert [each.name for each in abstract_methods(hierarchy, "java/util/Comparator")] == [
        "compare"
    ]


@needs_jdk
@pytest.mark.parametrize(
    ("name", "is_user", "answer"),
    [
        (f"{EXTENDED}Shape", True, True),
        (f"{EXTENDED}Closed", True, False),  # private constructors
        ("ordinary/Extended", True, False),  # not abstract
        ("java/lang/Runnable", False, False),  # an interface
        ("java/io/InputStream", False, True),
        ("java/io/Reader", False, False),  # it has fields
        ("java/lang/Record", False, False),
    ],
)
def test_a_class_is_extensible_if_others_could_extend_it(
    hierarchy: Hierarchy, name: str, is_user: bool, answer: bool
) -> None:
    assert is_extensible(hierarchy, hierarchy.classes.load(name), is_user) is answer
