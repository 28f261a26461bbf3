from __future__ import annotations

import pytest

from heapwise.frontends.java.classfile.constants import FieldRef, MethodRef
from heapwise.frontends.java.classfile.descriptors import field_type
from heapwise.frontends.java.classpath.class_path import ClassPath, MissingClassError
from heapwise.frontends.java.classpath.hierarchy import Hierarchy, LinkageError
from tests.unit.frontends.java.platform import (
    INTERFACE,
    JAVA_BASE,
    PUBLIC,
    Memory,
    declared,
    samples_class_path,
)

D = "pkg/Diamond$"


@pytest.fixture
def classes() -> Hierarchy:
    return Hierarchy(samples_class_path())


def owner_of(found: object) -> str:
    return str(getattr(found, "owner", found))


def test_a_class_has_its_superclasses_up_to_object(classes: Hierarchy) -> None:
    assert [c.name for c in classes.superclasses(f"{D}Leaf")] == [f"{D}Both", "java/lang/Object"]
    assert [c.name for c in classes.superinterfaces(f"{D}Leaf")] == [
        f"{D}Other",
        f"{D}Left",
        f"{D}Right",
        f"{D}Top",
    ]
    assert classes.superclasses("java/lang/Object") == ()


def test_subtypes_go_through_classes_interfaces_and_arrays(classes: Hierarchy) -> None:
    def below(a: str, b: str) -> bool:
        return classes.is_subtype(field_type(a), field_type(b))

    leaf, top = f"L{D}Leaf;", f"L{D}Top;"
    assert below(leaf, top) and not below(top, leaf)
    assert below(top, "Ljava/lang/Object;")
    assert below(f"[[{leaf}", f"[[{top}") and not below(f"[[{leaf}", f"[{top}")
    assert below(f"[[{leaf}", "[Ljava/lang/Object;") and below("[[I", "[Ljava/lang/Cloneable;")
    assert below("[I", "Ljava/io/Serializable;") and not below("[I", top)
    assert below("I", "I") and not below("I", "J")
    assert not below("[I", "[J") and not below("[I", "[Ljava/lang/Object;")
    assert not below(leaf, f"[{leaf}")


def test_fields_are_found_in_interfaces_too(classes: Hierarchy) -> None:
    found = classes.resolve_field(FieldRef(f"{D}Leaf", "FIELD", "I"))
    assert found.owner == f"{D}Top"
    with pytest.raises(LinkageError, match="no field `FIELD`") as caught:
        classes.resolve_field(FieldRef(f"{D}Leaf", "FIELD", "J"))
    assert caught.value.java_error == "java/lang/NoSuchFieldError"


def test_the_most_specific_default_method_is_found(classes: Hierarchy) -> None:
    found = classes.resolve_method(MethodRef(f"{D}Leaf", "m", "()I", False))
    assert found.owner == f"{D}Left"
    specific = classes.maximally_specific(f"{D}Leaf", "m", "()I")
    assert [m.owner for m in specific] == [f"{D}Left"]
    right = classes.resolve_method(MethodRef(f"{D}Right", "m", "()I", True))
    assert right.owner == f"{D}Top"
    assert owner_of(classes.select(f"{D}Leaf", right)) == f"{D}Left"


def test_interfaces_have_the_methods_of_object(classes: Hierarchy) -> None:
    found = classes.resolve_method(MethodRef(f"{D}Top", "hashCode", "()I", True))
    assert found.owner == "java/lang/Object"


def test_arrays_have_the_methods_of_object(classes: Hierarchy) -> None:
    found = classes.resolve_method(MethodRef("[I", "clone", "()V", False))
    assert found.owner == "java/lang/Object"
    assert classes.select("[I", found) is found


def test_private_and_static_methods_of_interfaces_are_not_inherited(classes: Hierarchy) -> None:
    for name in ("secret", "fixed"):
        with pytest.raises(LinkageError, match="no method") as caught:
            classes.resolve_method(MethodRef(f"{D}Leaf", name, "()I", False))
        assert caught.value.java_error == "java/lang/NoSuchMethodError"
        assert classes.resolve_method(MethodRef(f"{D}Top", name, "()I", True)).name == name


def test_a_class_wins_over_interfaces_even_if_abstract(classes: Hierarchy) -> None:
    found = classes.resolve_method(MethodRef(f"{D}Abstract", "m", "()I", False))
    assert found.owner == f"{D}Abstract" and found.is_abstract
    assert classes.select(f"{D}Abstract", found) is None


def test_two_unrelated_defaults_select_none() -> None:
    interface = PUBLIC | INTERFACE
    both = declared("Both", interfaces=(f"{D}Left", f"{D}Unrelated"))
    more = {**JAVA_BASE, "Both": both, "Lone": declared("Lone", access=interface)}
    base = samples_class_path()
    classes = Hierarchy(ClassPath(base.sources, [Memory(more)]))
    assert len(classes.maximally_specific("Both", "m", "()I")) == 2
    resolved = classes.resolve_method(MethodRef(f"{D}Left", "m", "()I", True))
    assert classes.select("Both", resolved) is None


def test_a_reference_of_the_wrong_kind_is_a_linkage_error(classes: Hierarchy) -> None:
    for owner, in_interface in ((f"{D}Top", False), (f"{D}Leaf", True)):
        with pytest.raises(LinkageError) as caught:
            classes.resolve_method(MethodRef(owner, "m", "()I", in_interface))
        assert caught.value.java_error == "java/lang/IncompatibleClassChangeError"


def test_package_private_methods_are_overridden_in_their_package_only(classes: Hierarchy) -> None:
    base = classes.resolve_method(MethodRef("near/Base", "m", "()I", False))
    assert owner_of(classes.select("near/Base$Widened", base)) == "near/Base$Widened"
    assert owner_of(classes.select("far/Elsewhere", base)) == "near/Base"
    # Through a class of the package that makes the method public, it can be overridden after all.
    assert owner_of(classes.select("far/Elsewhere$Through", base)) == "far/Elsewhere$Through"


def test_private_methods_are_never_overridden(classes: Hierarchy) -> None:
    private = classes.resolve_method(MethodRef("near/Base", "p", "()I", False))
    assert classes.select("near/Base$Widened", private) is private


def test_super_calls_start_at_the_superclass(classes: Hierarchy) -> None:
    both = MethodRef(f"{D}Both", "m", "()I", False)
    assert owner_of(classes.special(f"{D}Leaf", both)) == f"{D}Left"
    show = MethodRef("java/lang/Object", "toString", "()Ljava/lang/String;", False)
    assert owner_of(classes.special(f"{D}Leaf", show)) == "java/lang/Object"
    init = MethodRef(f"{D}Both", "<init>", "()V", False)
    assert owner_of(classes.special(f"{D}Leaf", init)) == f"{D}Both"
    # X.super.m() runs the method of that interface, whatever the class has.
    left = MethodRef(f"{D}Left", "m", "()I", True)
    assert owner_of(classes.special(f"{D}Leaf", left)) == f"{D}Left"


def test_method_handles_take_any_descriptor(classes: Hierarchy) -> None:
    handle = "java/lang/invoke/MethodHandle"
    found = classes.resolve_method(MethodRef(handle, "invokeExact", "(IJ)V", False))
    assert found.descriptor == "([Ljava/lang/Object;)Ljava/lang/Object;"


def test_handlers_catch_subclasses(classes: Hierarchy) -> None:
    assert classes.catches(None, "java/lang/Error")
    assert classes.catches("java/lang/Throwable", "java/lang/Error")
    assert not classes.catches("java/lang/Error", "java/lang/Throwable")


@pytest.mark.parametrize("access", [PUBLIC, PUBLIC | INTERFACE])
def test_a_hierarchy_in_circles_is_an_error(access: int) -> None:
    if access == PUBLIC:
        loop = {"A": declared("A", superclass="B"), "B": declared("B", superclass="A")}
    else:
        loop = {
            "A": declared("A", access=access, interfaces=("B",)),
            "B": declared("B", access=access, interfaces=("A",)),
        }
    classes = Hierarchy(ClassPath([Memory(loop)], [Memory(JAVA_BASE)]))
    with pytest.raises(LinkageError, match="its own ancestor"):
        classes.superinterfaces("A")


def test_a_missing_superclass_is_named() -> None:
    orphan = {"A": declared("A", superclass="lost/Parent")}
    classes = Hierarchy(ClassPath([Memory(orphan)]))
    with pytest.raises(MissingClassError, match=r"`lost\.Parent` not found in memory"):
        classes.line("A")
