"""The instruction set (JVMS 6.5): names by opcode."""

from __future__ import annotations

_INSTRUCTION_SET = """
    nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0
    lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w
    iload lload fload dload aload
    iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3
    dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3
    iaload laload faload daload aaload baload caload saload
    istore lstore fstore dstore astore
    istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3
    fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3
    astore_0 astore_1 astore_2 astore_3
    iastore lastore fastore dastore aastore bastore castore sastore
    pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
    iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv
    irem lrem frem drem ineg lneg fneg dneg
    ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc
    i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s
    lcmp fcmpl fcmpg dcmpl dcmpg
    ifeq ifne iflt ifge ifgt ifle
    if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne
    goto jsr ret tableswitch lookupswitch
    ireturn lreturn freturn dreturn areturn return
    getstatic putstatic getfield putfield
    invokevirtual invokespecial invokestatic invokeinterface invokedynamic
    new newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit
    wide multianewarray ifnull ifnonnull goto_w jsr_w
"""

MNEMONICS: tuple[str, ...] = tuple(_INSTRUCTION_SET.split())
"""Mnemonics by opcode, 0 to 201; the reserved opcodes above stand in no class file."""

OPCODES = {name: opcode for opcode, name in enumerate(MNEMONICS)}

WIDE = OPCODES["wide"]
TABLESWITCH = OPCODES["tableswitch"]
LOOKUPSWITCH = OPCODES["lookupswitch"]


def _range(first: str, last: str) -> range:
    return range(OPCODES[first], OPCODES[last] + 1)


LOCAL_ACCESSES = {
    opcode: MNEMONICS[opcode]
    for opcode in (*_range("iload", "aload"), *_range("istore", "astore"), OPCODES["ret"])
}
"""Loads, stores and `ret` whose slot is an operand."""

SHORT_ACCESSES = {
    opcode: (MNEMONICS[opcode][:-2], int(MNEMONICS[opcode][-1]))
    for opcode in (*_range("iload_0", "aload_3"), *_range("istore_0", "astore_3"))
}
"""`aload_0` and the like: the operation and the slot."""

SHORT_CONSTANTS: dict[int, int | float] = {
    **{opcode: opcode - 3 for opcode in _range("iconst_m1", "iconst_5")},
    **{opcode: opcode - 9 for opcode in _range("lconst_0", "lconst_1")},
    **{opcode: float(opcode - 11) for opcode in _range("fconst_0", "fconst_2")},
    **{opcode: float(opcode - 14) for opcode in _range("dconst_0", "dconst_1")},
}
"""What `iconst_1` and the like push."""

JUMPS = {
    **{opcode: MNEMONICS[opcode] for opcode in _range("ifeq", "jsr")},
    **{opcode: MNEMONICS[opcode] for opcode in _range("ifnull", "ifnonnull")},
}
WIDE_JUMPS = {OPCODES["goto_w"]: "goto", OPCODES["jsr_w"]: "jsr"}

FIELD_ACCESSES = frozenset(_range("getstatic", "putfield"))
INVOKES = frozenset(_range("invokevirtual", "invokeinterface"))
TYPE_OPERATIONS = frozenset(
    OPCODES[name] for name in ("new", "anewarray", "checkcast", "instanceof")
)
SUBROUTINES = frozenset(OPCODES[name] for name in ("jsr", "ret", "jsr_w"))
RETURNS = frozenset(_range("ireturn", "return"))
