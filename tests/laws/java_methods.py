"""Methods in bytecode that use every instruction, with values at the borders.

`tables` take no input and return an array with the results of one instruction on many operands;
`symbolic` are single instructions on inputs, with a question about the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from heapwise.frontends.java.classfile.assembler import Instruction, MethodText

INTS = (
    *(-(2**31), -(2**31) + 1, -(2**16) - 1, -(2**15) - 1, -129, -33, -2, -1, 0, 1, 2, 3, 31, 32),
    *(33, 63, 64, 127, 128, 255, 2**15, 2**16 - 1, 2**16, 2**24 + 1, 2**31 - 2, 2**31 - 1),
)
LONGS = (
    *(-(2**63), -(2**63) + 1, -(2**32) - 1, -(2**31) - 1, -(2**31), -129, -1, 0, 1, 2, 63, 64, 255),
    *(2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**62, 2**63 - 1),
)
FLOATS = (
    *(math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-3, 2.0**-149),
    *(2.0**-126, 3.4028234663852886e38, -(2.0**31), 2.0**31, 2.0**63, -(2.0**63), 16777216.0),
)
DOUBLES = (
    *(*FLOATS, 0.1, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 2147483647.5),
    *(-2147483648.9, 9.223372036854775e18, 1e-40),
)
VALUES: dict[str, Sequence[int | float]] = {"I": INTS, "J": LONGS, "F": FLOATS, "D": DOUBLES}
ARRAYS = {"I": "int", "J": "long", "F": "float", "D": "double"}
LETTER = {"I": "i", "J": "l", "F": "f", "D": "d"}
SIZE = {"I": 1, "J": 2, "F": 1, "D": 2}

BINARY: dict[str, tuple[str, str, str]] = {
    **{f"{LETTER[k]}{op}": (k, k, k) for k in "IJFD" for op in ("add", "sub", "mul", "div", "rem")},
    **{f"{LETTER[k]}{op}": (k, k, k) for k in "IJ" for op in ("and", "or", "xor")},
    **{f"{LETTER[k]}{op}": (k, "I", k) for k in "IJ" for op in ("shl", "shr", "ushr")},
    "lcmp": ("J", "J", "I"),
    **{op: (op[0].upper(), op[0].upper(), "I") for op in ("fcmpl", "fcmpg", "dcmpl", "dcmpg")},
}
UNARY: dict[str, tuple[str, str]] = {
    **{f"{LETTER[k]}neg": (k, k) for k in "IJFD"},
    **{f"{LETTER[a]}2{LETTER[b]}": (a, b) for a, b in product("IJFD", "IJFD") if a != b},
    **dict.fromkeys(("i2b", "i2c", "i2s"), ("I", "I")),
}
ZERO_BRANCHES = ("ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle")
INT_BRANCHES = tuple(f"if_icmp{relation}" for relation in ("eq", "ne", "lt", "ge", "gt", "le"))


def push(kind: str, value: int | float) -> Instruction:
    if kind == "I":
        return ("ldc_w", ("int", value))
    if kind == "J":
        return ("ldc2_w", ("long", value))
    return ("ldc_w", ("float", value)) if kind == "F" else ("ldc2_w", ("double", value))


def _table(name: str, kind: str, rows: Sequence[Sequence[Instruction]]) -> MethodText:
    """A method that returns an array of what the rows leave on the stack."""
    code: list[Instruction] = [("sipush", len(rows)), ("newarray", ARRAYS[kind]), ("astore_0",)]
    for index, row in enumerate(rows):
        code += [("aload_0",), ("sipush", index), *row, (f"{LETTER[kind]}astore",)]
    return MethodText(f"{name}_table", f"()[{kind}", [*code, ("aload_0",), ("areturn",)])


def tables() -> Iterator[MethodText]:
    for name, (left, right, result) in BINARY.items():
        divides = name in ("idiv", "irem", "ldiv", "lrem")
        yield _table(
            name,
            result,
            [
                (push(left, a), push(right, b), (name,))
                for a, b in product(VALUES[left], VALUES[right])
                if not (divides and b == 0)
            ],
        )
    for name, (kind, result) in UNARY.items():
        yield _table(name, result, [(push(kind, a), (name,)) for a in VALUES[kind]])
    for name in ZERO_BRANCHES:
        yield _table(name, "I", [decided((push("I", a),), name, n) for n, a in enumerate(INTS)])
    for name in INT_BRANCHES:
        pairs = list(product(INTS[::3], INTS[::3]))
        rows = [decided((push("I", a), push("I", b)), name, n) for n, (a, b) in enumerate(pairs)]
        yield _table(name, "I", rows)


def decided(operands: Sequence[Instruction], branch: str, number: int) -> list[Instruction]:
    """1 if the branch is taken, else 0."""
    yes, end = f"yes{number}", f"end{number}"
    return [
        *operands,
        (branch, yes),
        ("iconst_0",),
        ("goto", end),
        ("label", yes),
        ("iconst_1",),
        ("label", end),
    ]


def _load(kind: str, slot: int) -> Instruction:
    return (f"{LETTER[kind]}load", slot)


def symbolic() -> Iterator[MethodText]:
    """One instruction on inputs, and a question about its result that few inputs answer."""
    for name, (left, right, result) in BINARY.items():
        if name in ("frem", "drem", "ldiv", "lrem", "lmul"):
            continue  # exact, but hard for the solver
        goal: int | float = {"I": 7, "J": 7, "F": 1.5, "D": 1.5}[result]
        if "cmp" in name:
            goal = -1
        code = [_load(left, 0), _load(right, SIZE[left]), (name,), *_equals(result, goal)]
        yield MethodText(f"{name}_symbolic", f"({left}{right})I", code)
    for name, (kind, result) in UNARY.items():
        goal = {"I": 7, "J": 7, "F": 2.0, "D": 2.0}[result]
        code = [_load(kind, 0), (name,), *_equals(result, goal)]
        yield MethodText(f"{name}_symbolic", f"({kind})I", code)
    for name in ZERO_BRANCHES:
        yield MethodText(
            f"{name}_symbolic", "(I)I", [*decided([("iload_0",)], name, 0), ("ireturn",)]
        )
    for name in INT_BRANCHES:
        pair: list[Instruction] = [("iload_0",), ("iload_1",)]
        yield MethodText(f"{name}_symbolic", "(II)I", [*decided(pair, name, 0), ("ireturn",)])
    references: list[tuple[str, list[Instruction]]] = [
        ("if_acmpeq", [("aload_0",), ("aload_1",)]),
        ("if_acmpne", [("aload_0",), ("aload_1",)]),
        ("ifnull", [("aload_0",)]),
        ("ifnonnull", [("aload_0",)]),
    ]
    for name, operands in references:
        descriptor = "(Lgen/Cell;Lgen/Cell;)I"
        yield MethodText(
            f"{name}_symbolic", descriptor, [*decided(operands, name, 0), ("ireturn",)]
        )


def _equals(kind: str, goal: int | float) -> list[Instruction]:
    if kind == "I":
        return [*decided([push("I", goal)], "if_icmpeq", 0), ("ireturn",)]
    compare: Instruction = {"J": ("lcmp",), "F": ("fcmpl",), "D": ("dcmpl",)}[kind]
    return [*decided([push(kind, goal), compare], "ifeq", 0), ("ireturn",)]
