from __future__ import annotations

import time
from pathlib import Path

import pytest

from heapwise.frontends.java.claims import names_java
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.targets import (
    JavaTarget,
    find_class,
    find_method,
    load_target,
)
from heapwise.program import InputError
from tests.unit.frontends.java.platform import build_jdk, samples_class_path
from tests.unit.frontends.java.samples import CLASSES


@pytest.fixture(scope="module")
def jdk(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_jdk(tmp_path_factory.mktemp("home") / "jdk"))


def load(name: str, jdk: str) -> JavaTarget:
    return load_target(f"{CLASSES}:{name}", jdk=jdk)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("pkg.Tree.insert", "insert(Ljava/lang/Comparable;)Z"),
        ("pkg/Tree.insert", "insert(Ljava/lang/Comparable;)Z"),
        ("pkg.Tree.pick(int)", "pick(I)I"),
        ("pkg.Tree.pick(int, String)", "pick(ILjava/lang/String;)I"),
        ("pkg.Tree.pick(int,java.lang.String)", "pick(ILjava/lang/String;)I"),
        ("pkg.Tree.pick(Entry)", "pick(Ljava/util/Map$Entry;)I"),
        ("pkg.Tree.pick(Map.Entry<String, T>)", "pick(Ljava/util/Map$Entry;)I"),
        ("pkg.Tree.pick(Map$Entry)", "pick(Ljava/util/Map$Entry;)I"),
        ("pkg.Tree.pick(long[][])", "pick([[J[Ljava/lang/Comparable;)I"),
        ("pkg.Tree.pick(long[][], T...)", "pick([[J[Ljava/lang/Comparable;)I"),
        ("pkg.Tree.pick(long[][], Comparable[])", "pick([[J[Ljava/lang/Comparable;)I"),
        ("pkg.Tree.pick(I)", "pick(I)I"),
        ("pkg.Tree.pick(ILjava/lang/String;)", "pick(ILjava/lang/String;)I"),
        ("pkg.Tree.pick(I)I", "pick(I)I"),
        ("pkg.Tree.only", "only(Ljava/lang/Object;)I"),
        ("pkg.Tree.only(Object, boolean)", "only(Ljava/lang/Object;Z)I"),
        ("pkg.Tree.<init>", "<init>()V"),
        ("pkg.Tree.Cursor.<init>", "<init>(Lpkg/Tree;I)V"),
        ("pkg.Tree.Node.Deep.depth", "depth()I"),
        ("pkg.Tree$Node$Deep.depth", "depth()I"),
        ("pkg.Tree.Node$Deep.depth()", "depth()I"),
    ],
)
def test_a_method_is_named_in_many_ways(name: str, meant: str, jdk: str) -> None:
    found = load(name, jdk).method
    assert found.name + found.descriptor == meant


def test_inherited_methods_are_found_where_they_are_declared(jdk: str) -> None:
    found = load("pkg.Diamond.Leaf.m", jdk)
    assert (found.cls.name, found.method.owner) == ("pkg/Diamond$Leaf", "pkg/Diamond$Left")
    assert load("pkg.Tree.hashCode", jdk).method.owner == "java/lang/Object"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("pkg.Tree.pick", r"`pick` has overloads; which\? `pick\(int\)`, `pick\(int, java.lang"),
        ("pkg.Tree.only(Object", "unbalanced parentheses"),
        ("pkg.Tree.pick(double)", r"no overload of `pick` has these parameters; there are `pick"),
        ("pkg.Tree.pick(J)J", "no overload of `pick`"),
        ("pkg.Tree.inset", r"`pkg.Tree` has no method `inset`; did you mean `insert`\?"),
        ("pkg.Tree.zzz", r"has no method `zzz`; it has `<init>\(\)`, `insert\("),
        ("pkg.Tre.insert", r"no class `pkg.Tre`; did you mean `pkg.Tree`\?"),
        ("Tree.insert", r"no class `Tree`; did you mean `pkg.Tree`\?"),
        ("pkg.Tree.Nod.x", "no class `pkg.Tree.Nod`"),
        ("pkg.Nope", "no class `pkg.Nope`"),
        ("pkg.Tree", r"this is a class; which method\? it has `<init>\(\)`, `insert"),
        ("insert", "names no method; use"),
        ("", "names no method"),
        ("pkg..Tree.insert", "no class"),
        ("pkg.Tree.\ud800", r"no method `\\ud800`"),
    ],
)
def test_a_bad_name_gets_a_helpful_answer(name: str, problem: str, jdk: str) -> None:
    with pytest.raises(InputError, match=problem):
        load(name, jdk)


def test_a_class_file_needs_the_method_only(jdk: str) -> None:
    file = CLASSES / "pkg" / "Tree.class"
    assert load_target(f"{file}:insert", jdk=jdk).method.name == "insert"
    assert load_target(f"{file}:pick(int)", jdk=jdk).method.descriptor == "(I)I"
    assert load_target(f"{file}:pkg.Tree.insert", jdk=jdk).method.name == "insert"
    for target in (str(file), f"{file}:"):
        with pytest.raises(InputError, match="which method"):
            load_target(target, jdk=jdk)


def test_several_locations_make_a_class_path(jdk: str, tmp_path: Path) -> None:
    found = load_target(f"{tmp_path}:{CLASSES}:far.Elsewhere.m", jdk=jdk)
    assert found.method.owner == "far/Elsewhere"
    found = load_target(f"{tmp_path}:near.Base.m", class_path=[str(CLASSES)], jdk=jdk)
    assert found.method.owner == "near/Base"


def test_the_jdk_is_a_location_of_its_own(jdk: str) -> None:
    found = load_target("jdk:java.lang.Object.hashCode", jdk=jdk)
    assert found.cls.source.endswith("lib/modules!/java.base/java/lang/Object.class")


def test_a_class_is_found_by_either_name() -> None:
    classes = samples_class_path()
    for name in ("pkg.Tree.Node", "pkg.Tree$Node", "pkg/Tree$Node"):
        found = find_class(classes, name)
        assert found is not None and found.name == "pkg/Tree$Node"
    assert find_class(classes, "pkg.Nothing") is None and find_class(classes, "") is None


def test_a_method_is_found_within_a_class() -> None:
    classes = samples_class_path()
    found = find_method(Hierarchy(classes), classes.load("pkg/Tree"), "pick(int)")
    assert found.descriptor == "(I)I"


def test_java_targets_are_told_from_others(tmp_path: Path) -> None:
    for target in (
        "jdk:java.util.TreeMap.put",
        "a.jar:C.m",
        "C.class",
        f"{tmp_path}:C.m",
        "x.jmod:C.m",
    ):
        assert names_java(target)
    for target in ("module.py:f", "package.module:f", "a.tiny", str(tmp_path), f"{tmp_path}:"):
        assert not names_java(target)


INSTALLED = find_jdk()


@pytest.mark.skipif(INSTALLED is None, reason="no JDK on this machine")
class TestInstalledJdk:
    """The same on the real thing, where there is one."""

    def test_tree_map_is_loaded_in_no_time(self) -> None:
        started = time.process_time()
        target = load_target("jdk:java.util.TreeMap.put")
        ancestors = Hierarchy(target.classes).superinterfaces("java/util/TreeMap")
        assert time.process_time() - started < 5
        assert str(target.method) == "java.util.TreeMap.put(java.lang.Object, java.lang.Object)"
        assert {c.java_name for c in ancestors} >= {"java.util.NavigableMap", "java.util.Map"}
        assert len(target.classes.parsed()) < 20

    def test_default_methods_of_the_collections_are_selected(self) -> None:
        target = load_target("jdk:java.util.LinkedList.spliterator")
        assert target.method.owner == "java/util/LinkedList"
        remove_if = load_target("jdk:java.util.LinkedList.removeIf")
        assert remove_if.method.owner == "java/util/Collection"
        classes = Hierarchy(remove_if.classes)
        selected = classes.select("java/util/ArrayList", remove_if.method)
        assert selected is not None and selected.owner == "java/util/ArrayList"
