from __future__ import annotations

import struct

import pytest

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classfile.bytecode import (
    FieldAccess,
    Increment,
    Instruction,
    Invoke,
    InvokeDynamic,
    Jump,
    LoadConstant,
    Local,
    MultiNewArray,
    NewArray,
    Push,
    Simple,
    Switch,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    Constant,
    FieldRef,
    IntegerConst,
    LongConst,
    MethodRef,
    StringConst,
)
from heapwise.frontends.java.classfile.descriptors import DOUBLE, FLOAT, INT, LONG
from heapwise.frontends.java.classfile.disassembly import disassemble
from heapwise.frontends.java.classfile.opcodes import MNEMONICS, OPCODES
from tests.unit.frontends.java.samples import PoolBuilder, method, method_of, sample, u2


def instructions(found: Method) -> tuple[Instruction, ...]:
    assert found.code is not None
    return decode(found.code)


def of_sample(name: str) -> tuple[Instruction, ...]:
    return instructions(method(sample("pkg/Opcodes"), name))


def test_the_table_of_opcodes_is_that_of_the_specification() -> None:
    assert len(MNEMONICS) == len(set(MNEMONICS)) == 202
    known = {
        "nop": 0, "aconst_null": 1, "bipush": 16, "ldc2_w": 20, "iload": 21, "aload_3": 45,
        "iaload": 46, "saload": 53, "istore": 54, "astore_3": 78, "iastore": 79, "sastore": 86,
        "pop": 87, "swap": 95, "iadd": 96, "dneg": 119, "ishl": 120, "lxor": 131, "iinc": 132,
        "i2l": 133, "i2s": 147, "lcmp": 148, "dcmpg": 152, "ifeq": 153, "if_acmpne": 166,
        "goto": 167, "ret": 169, "lookupswitch": 171, "return": 177, "putfield": 181,
        "invokedynamic": 186, "new": 187, "arraylength": 190, "athrow": 191, "monitorexit": 195,
        "wide": 196, "multianewarray": 197, "ifnonnull": 199, "goto_w": 200, "jsr_w": 201,
    }  # fmt: skip
    assert {name: OPCODES[name] for name in known} == known


OPERANDS: dict[str, bytes] = {
    "bipush": b"\x80",
    "sipush": b"\x80\x00",
    "iinc": b"\x01\xff",
    "newarray": b"\x0a",
    "wide": b"\x15\x01\x00",
}


# The lambdas below show `invokedynamic`, which needs a bootstrap method.
@pytest.mark.parametrize("name", [n for n in MNEMONICS if n != "invokedynamic"])
def test_every_opcode_is_decoded_and_covers_its_bytes(name: str) -> None:
    pool = PoolBuilder()
    pool.member(9, "A", "f", "I")
    field = 6
    interface = pool.member(11, "A", "m", "()V")
    array = pool.cls("[[I")
    text = pool.raw(8, u2(pool.utf8("text")))
    long = pool.raw(5, bytes(8))
    operands = dict(OPERANDS)
    operands |= {n: u2(field) for n in ("getstatic", "putstatic", "getfield", "putfield")}
    operands |= {f"invoke{n}": u2(interface) for n in ("virtual", "special", "static")}
    operands["invokeinterface"] = u2(interface) + b"\x01\x00"
    operands |= {n: u2(array) for n in ("new", "anewarray", "checkcast", "instanceof")}
    operands |= {"ldc": bytes([text]), "ldc_w": u2(text), "ldc2_w": u2(long)}
    operands["multianewarray"] = u2(array) + b"\x02"
    operands["tableswitch"] = bytes(3) + struct.pack(">5i", 0, 5, 6, 0, 0)
    operands["lookupswitch"] = bytes(3) + struct.pack(">6i", 0, 2, -1, 0, 7, 0)
    opcode = OPCODES[name]
    if name in ("goto_w", "jsr_w"):
        operands[name] = bytes(4)
    elif name.startswith(("if", "goto", "jsr")):
        operands[name] = bytes(2)
    elif name in ("iload", "lload", "fload", "dload", "aload", "ret") or (
        name.endswith("store") and opcode <= OPCODES["astore"]
    ):
        operands[name] = b"\xc8"
    code = bytes([opcode]) + operands.get(name, b"")
    (found,) = instructions(method_of(code, pool))
    assert found.size == len(code)
    assert found.mnemonic == ("iload" if name == "wide" else name)
    assert found.is_subroutine == (name in ("jsr", "jsr_w", "ret"))
    assert isinstance(found, Simple) == (name not in operands and not _is_short(name))


def _is_short(name: str) -> bool:
    return name[-2:] in ("_0", "_1", "_2", "_3", "_4", "_5", "m1") and not name.startswith("dup")


def test_short_and_wide_forms_mean_the_same_operation() -> None:
    code = b"\x1c" + b"\x15\x02" + b"\xc4\x15\x00\x02" + b"\xc8\x00\x00\x00\x00"
    *loads, jump = instructions(method_of(code))
    assert [(i.operation, i.slot, i.size) for i in loads if isinstance(i, Local)] == [
        ("iload", 2, 1),
        ("iload", 2, 2),
        ("iload", 2, 4),
    ]
    assert [i.mnemonic for i in loads] == ["iload_2", "iload", "iload"]
    assert isinstance(jump, Jump) and (jump.operation, jump.target) == ("goto", 7)


def test_constants_are_pushed_with_their_values_and_types() -> None:
    code = bytes([2, 8, 10, 13, 15]) + b"\x10\x80" + b"\x11\x80\x00"
    found = [i for i in instructions(method_of(code)) if isinstance(i, Push)]
    assert [i.value for i in found] == [-1, 5, 1, 2.0, 1.0, -128, -32768]
    assert [i.type for i in found] == [INT, INT, LONG, FLOAT, DOUBLE, INT, INT]


def test_operands_are_resolved_in_the_constant_pool() -> None:
    handlers = of_sample("handlers")
    fields = {i.field for i in handlers if isinstance(i, FieldAccess)}
    assert fields == {FieldRef("pkg/Opcodes", "own", "I"), FieldRef("pkg/Opcodes", "shared", "I")}
    invoked = {i.method for i in handlers if isinstance(i, Invoke)}
    init = MethodRef(
        "java/lang/IllegalStateException",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/Throwable;)V",
        in_interface=False,
    )
    assert invoked == {init}
    loaded = {i.constant for name in ("jumps", "longs", "handlers", "literal")
              for i in of_sample(name) if isinstance(i, LoadConstant)}  # fmt: skip
    assert {
        IntegerConst(100000),
        LongConst(1 << 40),
        StringConst("null"),
        ClassRef("[Lpkg/Opcodes;"),
    } <= loaded
    types = {i.cls.name for i in handlers if isinstance(i, TypeOperation)}
    assert types == {"java/lang/IllegalStateException"}


def test_arrays_are_made_of_primitives_classes_and_arrays() -> None:
    found = of_sample("arrays")
    elements = [str(i.element) for i in found if isinstance(i, NewArray)]
    assert elements == ["boolean", "byte", "char", "short", "int", "long", "float", "double"]
    (multi,) = [i for i in found if isinstance(i, MultiNewArray)]
    assert (multi.cls.name, multi.dimensions) == ("[[[I", 2)


def test_switches_list_their_keys_and_targets() -> None:
    (dense,) = [i for i in of_sample("dense") if isinstance(i, Switch)]
    assert [key for key, _ in dense.cases] == [-1, 0, 1, 2]
    assert dict(dense.cases)[1] == dense.default
    (sparse,) = [i for i in of_sample("sparse") if isinstance(i, Switch)]
    assert [key for key, _ in sparse.cases] == [-1000000, 0, 1000000]
    assert not sparse.falls_through and len(sparse.targets) == 4


def test_lambdas_come_with_their_bootstrap_method() -> None:
    found = [i for i in of_sample("dynamic") if isinstance(i, InvokeDynamic)]
    assert [i.call_site.name for i in found] == ["run", "get", "makeConcatWithConstants"]
    assert found[0].bootstrap.handle.kind_name == "invokeStatic"
    assert found[0].bootstrap.handle.reference.owner == "java/lang/invoke/LambdaMetafactory"


def test_many_local_variables_need_the_wide_forms() -> None:
    found = of_sample("wide")
    (increment,) = [i for i in found if isinstance(i, Increment)]
    assert (increment.slot, increment.delta, increment.size) == (259, 1000, 6)
    assert max(i.slot for i in found if isinstance(i, Local)) > 255


def test_control_leaves_where_it_must() -> None:
    ends = {i.mnemonic for i in of_sample("handlers") if not i.falls_through}
    assert ends == {"ireturn", "athrow"}
    assert all(i.falls_through for i in of_sample("jumps") if i.mnemonic.startswith("if"))


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (b"\xcb", "unknown opcode 203"),
        (b"\xca", "unknown opcode 202"),
        (b"\x10", "truncated"),
        (b"\xa7\x00\x01\x00", "jumps to 1"),
        (b"\xa7\xff\xff", "jumps to -1"),
        (b"\xc4\x60", "no wide form"),
        (b"\xbc\x03", "unknown type 3"),
        (b"\xb2\x00\x63", "no constant pool entry 99"),
        (b"\xb2\x00\x01", "Fieldref expected"),
        (b"\xaa\0\0\0" + struct.pack(">3i", 0, 1, 0), "tableswitch"),
        (b"\xaa\0\0\0" + struct.pack(">3i", 0, -(1 << 31), (1 << 31) - 1), "4294967296 cases"),
        (b"\xab\0\0\0" + struct.pack(">6i", 0, 2, 5, 0, 5, 0), "do not ascend"),
    ],
)
def test_bad_bytecode_is_refused(code: bytes, problem: str) -> None:
    found = method_of(code).code
    assert found is not None
    with pytest.raises(ClassFormatError, match=problem):
        decode(found)


def test_a_handler_must_begin_at_an_instruction() -> None:
    code = method_of(b"\x10\x00\xb1", handlers=u2(1, 0, 2, 1, 0)).code
    assert code is not None
    with pytest.raises(ClassFormatError, match="an exception handler names 1"):
        decode(code)
    with pytest.raises(ClassFormatError, match="outside the code"):
        method_of(b"\x10\x00\xb1", handlers=u2(1, 0, 9, 0, 0))


def test_a_method_is_shown_as_javap_does() -> None:
    assert disassemble(method(sample("pkg/Opcodes"), "grow")) == (
        "pkg.Opcodes.grow(long[], int): ([JI)J\n"
        "  stack=8, locals=3\n"
        "    0: aload_1\n"
        "    1: iload_2\n"
        "    2: dup2\n"
        "    3: laload\n"
        "    4: dup2_x2\n"
        "    5: lconst_1\n"
        "    6: ladd\n"
        "    7: lastore\n"
        "    8: aload_0\n"
        "    9: dup\n"
        "   10: getfield        pkg/Opcodes.own:I\n"
        "   13: iconst_2\n"
        "   14: iadd\n"
        "   15: dup_x1\n"
        "   16: putfield        pkg/Opcodes.own:I\n"
        "   19: i2l\n"
        "   20: ladd\n"
        "   21: lreturn\n"
    )


def test_switches_handlers_and_methods_without_code_are_shown() -> None:
    opcodes = sample("pkg/Opcodes")
    shown = disassemble(method(opcodes, "sparse"))
    assert "lookupswitch {\n" in shown and "1000000: " in shown and "default: " in shown
    handlers = disassemble(method(opcodes, "handlers"))
    assert "exception table:" in handlers and " java/lang/NullPointerException" in handlers
    assert "(abstract)" in disassemble(method(sample("pkg/Diamond$Top"), "bare"))


def test_equal_bytes_of_two_classes_are_told_apart() -> None:
    found: list[Constant] = []
    for number in (7, 8):
        pool = PoolBuilder()
        index = pool.raw(3, struct.pack(">i", number))
        code = bytes([OPCODES["ldc_w"]]) + u2(index) + bytes([OPCODES["pop"], OPCODES["return"]])
        same = method_of(code, pool)
        assert instructions(same) is instructions(same)
        first = instructions(same)[0]
        assert isinstance(first, LoadConstant)
        found.append(first.constant)
    assert found == [IntegerConst(7), IntegerConst(8)]
