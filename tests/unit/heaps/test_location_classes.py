"""Which input objects a reference may denote, and what narrowing that implies."""

from __future__ import annotations

from heapwise.heaps.strategies.partition.location_classes import LocationClasses
from heapwise.program import ClassDecl
from heapwise.terms import NULL, REF, location, symbol

BASE = ClassDecl("Base", None)
LEFT = ClassDecl("Left", BASE)
RIGHT = ClassDecl("Right", BASE)
ANY = (BASE, LEFT, RIGHT)

A, B, C, D = (symbol(name, REF) for name in "abcd")


def introduced(**types: tuple[ClassDecl, ...]) -> LocationClasses:
    classes = LocationClasses()
    for name, each in types.items():
        classes = classes.introduce(symbol(name, REF), each, 0)
    return classes


def some(classes: LocationClasses | None) -> LocationClasses:
    assert classes is not None
    return classes


def test_a_new_reference_may_be_every_known_location_or_a_new_one() -> None:
    classes = introduced(a=ANY, b=ANY, c=ANY)
    assert classes.members(A) == {A}
    assert classes.members(C) == {A, B, C}


def test_a_location_of_another_type_is_no_member() -> None:
    classes = introduced(a=(LEFT,), b=(RIGHT,), c=ANY)
    assert classes.members(B) == {B}
    assert classes.members(C) == {A, B, C}
    assert not classes.may_be_same(A, B)


def test_equal_references_share_the_intersection_and_the_earlier_one_represents_them() -> None:
    classes = some(introduced(a=ANY, b=ANY, c=ANY).identified(C, B))
    assert classes.at(C) is B
    assert classes.members(C) == classes.members(B) == {A, B}


def test_a_reference_that_equals_another_is_nobodys_location() -> None:
    classes = some(introduced(a=ANY, b=ANY, c=ANY, d=ANY).identified(B, C))
    assert classes.members(D) == {A, B, D}


def test_equality_is_transitive() -> None:
    classes = introduced(a=ANY, b=ANY, c=ANY)
    classes = some(some(classes.identified(C, B)).identified(C, A))
    assert classes.at(B) is A
    assert classes.members(B) == {A}


def test_unequal_references_lose_each_others_location_only() -> None:
    classes = some(introduced(a=ANY, b=ANY, c=ANY).told_apart(C, [B]))
    assert classes.members(C) == {A, C}
    assert classes.members(B) == {A, B}
    assert classes.may_be_same(A, C)


def test_what_was_told_apart_from_the_only_candidate_can_no_longer_be_it() -> None:
    classes = some(introduced(a=ANY, b=ANY).told_apart(A, [B]))
    assert not classes.may_be_same(A, B)
    assert classes.identified(A, B) is None


def test_a_reference_among_others_is_no_new_location() -> None:
    classes = some(introduced(a=ANY, b=ANY, c=ANY, d=ANY).is_among(C, [A, B]))
    assert classes.members(C) == {A, B}
    assert classes.members(D) == {A, B, D}


def test_a_reference_with_one_member_left_is_that_member() -> None:
    classes = introduced(a=ANY, b=ANY, c=ANY)
    classes = some(classes.is_among(C, [A, B]))
    classes = some(classes.told_apart(C, [B]))
    assert classes.at(C) is A


def test_members_of_other_types_go() -> None:
    classes = introduced(a=(LEFT,), b=(RIGHT,), c=ANY)
    classes = some(classes.of_types(C, (LEFT, BASE)))
    assert classes.members(C) == {A, C}
    assert classes.types(C) == {LEFT, BASE}


def test_a_location_that_is_found_to_be_of_another_type_leaves_the_classes() -> None:
    classes = introduced(a=ANY, b=(LEFT,))
    assert classes.members(B) == {A, B}
    assert some(classes.of_types(A, (RIGHT,))).members(B) == {B}


def test_the_last_member_gets_the_types_of_what_it_was_found_to_be() -> None:
    classes = introduced(a=ANY, b=(LEFT, RIGHT), c=(LEFT,))
    classes = some(classes.identified(C, B))
    classes = some(classes.identified(B, A))
    assert classes.types(A) == {LEFT}


def test_a_contradiction_is_noticed() -> None:
    classes = introduced(a=(LEFT,), b=ANY)
    equal = some(classes.identified(A, B))
    assert equal.told_apart(A, [B]) is None
    assert equal.of_types(B, (RIGHT,)) is None
    assert classes.is_among(B, [A]) is not None
    assert some(classes.told_apart(A, [B])).is_among(B, [A]) is None


def test_null_and_allocated_objects_equal_no_reference() -> None:
    classes = introduced(a=ANY)
    assert not classes.may_be_same(A, NULL)
    assert not classes.may_be_same(location(-1), A)
    assert classes.may_be_same(location(-1), location(-1))
