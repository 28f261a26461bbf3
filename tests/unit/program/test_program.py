"""The class hierarchy: numbers, subtypes, families, inherited members."""

from __future__ import annotations

from heapwise.program import INT, ClassDecl, FieldDecl, InputError, MethodDecl, Position, Program

OBJECT = "Object"


def hierarchy() -> Program:
    """Object > A > (B > D, C);  Object > E"""
    root = ClassDecl(OBJECT, None)
    a = ClassDecl("A", root)
    b, c = ClassDecl("B", a), ClassDecl("C", a, abstract=True)
    return Program("ir", "made", root, [a, b, c, ClassDecl("D", b), ClassDecl("E", root)])


def names(classes: object) -> list[str]:
    return [cls.name for cls in classes]  # type: ignore[attr-defined]


def test_subclasses_are_reflexive_and_transitive() -> None:
    classes = hierarchy().classes
    assert classes["A"].is_subclass_of(classes["A"])
    assert classes["D"].is_subclass_of(classes["A"])
    assert classes["D"].is_subclass_of(classes[OBJECT])
    assert not classes["A"].is_subclass_of(classes["D"])
    assert not classes["C"].is_subclass_of(classes["B"])
    assert not classes["E"].is_subclass_of(classes["A"])


def test_numbers_are_in_preorder() -> None:
    program = hierarchy()
    assert names(program.by_number) == [OBJECT, "A", "B", "D", "C", "E"]
    assert [cls.number for cls in program.by_number] == list(range(6))


def test_subtypes_are_those_that_have_instances() -> None:
    program = hierarchy()
    assert names(program.subtypes(program.classes["A"])) == ["A", "B", "D"]
    assert names(program.subtypes(program.classes["C"])) == []


def test_an_interface_has_the_subtypes_of_the_classes_that_implement_it() -> None:
    root = ClassDecl(OBJECT, None)
    shape = ClassDecl("Shape", root, abstract=True)
    box = ClassDecl("Box", root, (shape,))
    program = Program("ir", "made", root, [shape, box, ClassDecl("Cube", box)])
    assert names(program.subtypes(shape)) == ["Box", "Cube"]
    assert program.classes["Cube"].is_subclass_of(shape)


def test_compatible_types_may_alias() -> None:
    program = hierarchy()
    classes = program.classes
    assert program.are_compatible(classes["A"], classes["D"])
    assert program.are_compatible(classes["D"], classes["A"])
    assert not program.are_compatible(classes["B"], classes["E"])


def test_a_family_is_what_hangs_below_the_root() -> None:
    program = hierarchy()
    assert program.family(program.classes["D"]).name == "A"
    assert program.family(program.classes["A"]).name == "A"
    assert program.family(program.root).name == OBJECT


def test_array_classes_are_made_once_and_numbered() -> None:
    program = hierarchy()
    numbers = program.array_class(INT)
    assert program.array_class(INT) is numbers
    assert numbers.name == "int[]"
    assert numbers.is_subclass_of(program.root)
    assert program.array_class(numbers).name == "int[][]"
    assert list(numbers.fields()) == ["length"]
    assert program.by_number[numbers.number] is numbers


def test_members_are_inherited_and_overridden() -> None:
    classes = hierarchy().classes
    a, b = classes["A"], classes["B"]
    a.own_fields["x"] = FieldDecl(a, "x", INT)
    b.own_fields["y"] = FieldDecl(b, "y", INT)
    a.own_methods["m"] = MethodDecl(a, "m", (), INT)
    b.own_methods["m"] = MethodDecl(b, "m", (), INT)
    assert list(classes["D"].fields()) == ["x", "y"]
    assert str(classes["D"].find_method("m")) == "B.m"
    assert str(classes["C"].find_method("m")) == "A.m"
    assert a.find_field("y") is None
    assert classes["E"].find_method("m") is None


def test_positions_print_and_compare_like_places_in_a_file() -> None:
    assert str(Position("list.tiny", 3, 14)) == "list.tiny:3:14"
    assert Position("list.tiny", 3, 14) < Position("list.tiny", 10, 1)
    assert str(InputError("no", Position("list.tiny", 3, 14))) == "list.tiny:3:14: no"
    assert str(InputError("no")) == "no"
