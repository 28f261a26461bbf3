from __future__ import annotations

import struct

import pytest

from heapwise.frontends.java.classfile.annotations import (
    Annotation,
    ArrayElement,
    ClassElement,
    EnumElement,
    NumberElement,
)
from heapwise.frontends.java.classfile.attributes import (
    AnnotationDefault,
    MethodParameters,
    ParameterAnnotations,
    UnknownAttribute,
    find,
)
from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classfile.constants import (
    DoubleConst,
    FloatConst,
    IntegerConst,
    LongConst,
    StringConst,
)
from tests.unit.frontends.java.samples import (
    NAMES,
    PoolBuilder,
    attribute,
    class_bytes,
    method,
    method_bytes,
    sample,
    sample_bytes,
    u2,
)


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_read_under_its_own_name(name: str) -> None:
    cls = sample(name)
    assert cls.name == name
    assert cls.release == 17


def test_members_have_names_types_and_flags() -> None:
    tree = sample("pkg/Tree")
    assert tree.superclass == "java/lang/Object"
    assert tree.is_public and not tree.is_interface
    limit = tree.field("LIMIT")
    assert limit is not None and limit.is_static and limit.is_final
    assert limit.constant == IntegerConst(7)
    size = tree.field("size", "I")
    assert size is not None and size.is_protected and str(size) == "pkg.Tree.size"
    assert tree.field("size", "J") is None
    insert = method(tree, "insert")
    assert str(insert) == "pkg.Tree.insert(java.lang.Comparable)"
    assert insert.signature == "(TT;)Z"
    assert [m.is_varargs for m in tree.methods_named("pick")].count(True) == 1


def test_code_knows_lines_and_local_variables() -> None:
    code = method(sample("pkg/Tree"), "insert").code
    assert code is not None
    assert code.line_at(0) == 29
    assert code.line_at(len(code.data) - 1) == 49
    found = code.variable_at(1, 0)
    assert found is not None and (found.name, found.type) == ("value", "Ljava/lang/Comparable;")
    assert code.variable_at(3, 0) is None


def test_handlers_say_what_they_cover_and_catch() -> None:
    code = method(sample("pkg/Opcodes"), "handlers").code
    assert code is not None
    assert "java/lang/NullPointerException" in {h.catches for h in code.handlers}
    assert None in {h.catches for h in code.handlers}
    assert all(h.start < h.end <= len(code.data) for h in code.handlers)


def test_strings_hold_null_characters_and_surrogates() -> None:
    field = sample("pkg/Modern").field("STRANGE")
    assert field is not None
    assert field.constant == StringConst("nul \0 astral \U0001f600 lone \ud800 é")


def test_constants_keep_their_bits() -> None:
    modern = sample("pkg/Modern")
    constants = {field.name: field.constant for field in modern.fields}
    assert constants["NOT_A_NUMBER"] == FloatConst(0x7FC00000)
    assert constants["LARGE"] == LongConst(-(1 << 63))
    tenth = constants["TENTH"]
    assert isinstance(tenth, DoubleConst) and tenth.value == 0.1


def test_records_enums_and_sealed_types_are_known_as_such() -> None:
    modern, point = sample("pkg/Modern"), sample("pkg/Modern$Point")
    assert modern.permitted_subclasses == ("pkg/Modern$Point", "pkg/Modern$Colour")
    assert point.permitted_subclasses is None
    assert point.record_components is not None
    assert [(c.name, c.descriptor) for c in point.record_components] == [
        ("x", "I"),
        ("names", "Ljava/util/List;"),
    ]
    colour = sample("pkg/Modern$Colour")
    assert colour.is_enum and colour.record_components is None
    assert [f.name for f in colour.fields if f.is_enum_constant] == ["RED", "GREEN"]


def test_nested_classes_know_their_nest_and_their_surroundings() -> None:
    modern, local = sample("pkg/Modern"), sample("pkg/Modern$1Local")
    assert local.nest_host == "pkg/Modern" and modern.nest_host == "pkg/Modern"
    assert "pkg/Modern$1Local" in modern.nest_members
    assert local.enclosing_method is not None and local.enclosing_method.method is not None
    assert local.enclosing_method.method.name == "annotated"
    (row,) = [c for c in local.inner_classes if c.inner == "pkg/Modern$1Local"]
    assert row.outer is None and row.name == "Local"


def test_annotations_keep_every_kind_of_value() -> None:
    annotated = method(sample("pkg/Modern"), "annotated")
    (found,) = annotated.annotations
    assert found.class_name == "pkg/Modern$Requires"
    assert found.element("value") == "n >= 0"
    assert found.element("numbers") == ArrayElement((NumberElement("I", IntegerConst(3)),))
    assert found.element("type") == ClassElement("Ljava/lang/String;")
    assert found.element("element") == EnumElement("Ljava/lang/annotation/ElementType;", "METHOD")
    assert found.element("missing") is None
    parameters = find(annotated.attributes, ParameterAnnotations)
    assert parameters is not None and parameters.visible
    assert [len(p) for p in parameters.parameters] == [1, 0]
    assert annotated.throws == ("java/io/IOException",)
    names = find(annotated.attributes, MethodParameters)
    assert names is not None and [p.name for p in names.parameters] == ["n", "m"]


def test_defaults_of_annotations_are_read() -> None:
    requires = sample("pkg/Modern$Requires")
    defaults = {
        m.name: found.value
        for m in requires.methods
        if (found := find(m.attributes, AnnotationDefault)) is not None
    }
    assert defaults["ratio"] == NumberElement("D", DoubleConst(0x3FE0000000000000))
    assert defaults["big"] == NumberElement("J", LongConst(5))
    assert defaults["small"] == NumberElement("F", FloatConst(0x3E800000))
    assert defaults["on"] == NumberElement("Z", IntegerConst(1))
    nested = defaults["nested"]
    assert isinstance(nested, Annotation) and nested.element("since") == "1"


def test_bootstrap_methods_carry_their_arguments() -> None:
    opcodes = sample("pkg/Opcodes")
    owners = {b.handle.reference.owner for b in opcodes.bootstrap_methods}
    assert owners == {"java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory"}
    assert StringConst("a=\x01\x01\x01") in [
        argument for b in opcodes.bootstrap_methods for argument in b.arguments
    ]


@pytest.mark.parametrize("major", range(45, 70))
def test_versions_up_to_java_25_are_understood(major: int) -> None:
    data = bytearray(sample_bytes("pkg/Tree"))
    data[4:8] = struct.pack(">HH", 3, major)
    assert parse_class(bytes(data), "Tree.class").major == major


def test_a_preview_of_java_25_is_understood() -> None:
    data = class_bytes(PoolBuilder(), major=69, minor=0xFFFF)
    assert parse_class(data, "T.class").release == 25


@pytest.mark.parametrize(("major", "hint"), [(70, "--release 25"), (44, "oldest")])
def test_other_versions_are_refused_with_a_way_out(major: int, hint: str) -> None:
    with pytest.raises(ClassFormatError, match=hint):
        parse_class(class_bytes(PoolBuilder(), major=major), "T.class")


def test_class_files_before_45_3_have_short_counts_in_their_code() -> None:
    pool = PoolBuilder()
    content = bytes([1, 2]) + u2(1) + b"\xb1" + u2(0, 0)
    built = u2(0x9, pool.utf8("m"), pool.utf8("()V"), 1) + attribute(pool.utf8("Code"), content)
    code = parse_class(class_bytes(pool, major=45, minor=2, methods=(built,)), "T.class").methods[0]
    assert code.code is not None and (code.code.max_locals, code.code.data) == (2, b"\xb1")


def test_every_tag_of_the_constant_pool_is_read() -> None:
    pool = PoolBuilder()
    field = pool.member(9, "A", "f", "I")
    pool.member(10, "A", "m", "()V")
    interface = pool.member(11, "A", "m", "()V")
    pool.raw(15, bytes([1]) + u2(field))
    pool.raw(15, bytes([9]) + u2(interface))
    pool.raw(16, u2(pool.utf8("(I)V")))
    pool.raw(17, u2(0, pool.name_and_type("d", "I")))
    pool.raw(18, u2(0, pool.name_and_type("i", "()I")))
    pool.raw(19, u2(pool.utf8("java.base")))
    pool.raw(20, u2(pool.utf8("java/util")))
    pool.raw(8, u2(pool.utf8("text")))
    for tag, size in ((3, 4), (4, 4), (5, 8), (6, 8)):
        pool.raw(tag, bytes(size))
    cls = parse_class(class_bytes(pool), "T.class")
    kinds = {type(entry).__name__ for entry in cls.pool.entries}
    assert kinds == {
        "NoneType", "str", "IntegerConst", "FloatConst", "LongConst", "DoubleConst", "ClassRef",
        "StringConst", "FieldRef", "MethodRef", "NameAndType", "MethodHandle", "MethodTypeConst",
        "DynamicConst", "InvokeDynamicConst", "ModuleRef", "PackageRef",
    }  # fmt: skip


def test_unknown_attributes_are_kept_as_they_are() -> None:
    pool = PoolBuilder()
    own = attribute(pool.utf8("Custom"), b"\x01\x02\x03")
    cls = parse_class(class_bytes(pool, attributes=(own,)), "T.class")
    assert cls.attributes == (UnknownAttribute("Custom", b"\x01\x02\x03"),)


def test_a_module_descriptor_is_a_class_without_superclass() -> None:
    data = class_bytes(PoolBuilder(), name="module-info", superclass=None, access=0x8000)
    cls = parse_class(data, "module-info.class")
    assert cls.is_module and cls.superclass is None


def test_a_native_method_has_no_code_and_another_must_have_some() -> None:
    pool = PoolBuilder()
    native = u2(0x109, pool.utf8("m"), pool.utf8("()V"), 0)
    assert parse_class(class_bytes(pool, methods=(native,)), "T").methods[0].code is None
    pool = PoolBuilder()
    bare = u2(0x9, pool.utf8("m"), pool.utf8("()V"), 0)
    with pytest.raises(ClassFormatError, match="neither native nor abstract"):
        parse_class(class_bytes(pool, methods=(bare,)), "T")


def test_synthetic_members_are_known_by_flag_or_attribute() -> None:
    pool = PoolBuilder()
    marked = u2(0, pool.utf8("f"), pool.utf8("I"), 1) + attribute(pool.utf8("Synthetic"), b"")
    flagged = u2(0x1000, pool.utf8("g"), pool.utf8("I"), 0)
    cls = parse_class(class_bytes(pool, fields=(marked, flagged)), "T")
    assert all(f.is_synthetic for f in cls.fields)


def test_code_inside_a_built_class_can_be_asked_for_its_source_line() -> None:
    pool = PoolBuilder()
    lines = attribute(pool.utf8("LineNumberTable"), u2(2, 1, 20, 0, 10))
    built = method_bytes(pool, b"\x00\xb1", inside=(lines,))
    code = parse_class(class_bytes(pool, methods=(built,)), "T").methods[0].code
    assert code is not None
    assert [code.line_at(0), code.line_at(1)] == [10, 20]
