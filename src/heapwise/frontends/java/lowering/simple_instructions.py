"""Lowers bytecode that needs no heap: constants, local variables, the stack, arithmetic, jumps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from heapwise.frontends.java.classfile.bytecode import (
    Increment,
    Instruction,
    Jump,
    Local,
    Push,
    Switch,
)
from heapwise.frontends.java.classfile.descriptors import (
    BOOLEAN,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    PrimitiveType,
)
from heapwise.frontends.java.lowering.builder import (
    Builder,
    Label,
    LocalVariable,
    LoweringError,
    Operand,
    constant,
)
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.identity import may_be_box, same_object
from heapwise.frontends.java.semantics.jump_conditions import (
    COMPARISONS,
    GREATER_IF_NAN,
    LESS_IF_NAN,
    WITH_ZERO,
    is_zero,
)
from heapwise.frontends.java.universe.scalars import int_of_bool
from heapwise.program import code as ir
from heapwise.terms import Scalar, eq, or_

_BY_LETTER = {"i": INT, "l": LONG, "f": FLOAT, "d": DOUBLE}


def _push(b: Builder, ins: Push) -> None:
    b.push(constant(ins.value, ins.type), ins.type.slots)


def _load(b: Builder, ins: Local) -> None:
    slots = 2 if ins.kind[0] in "ld" else 1
    known = b.locals.get(ins.slot)
    type_ = known.type if known is not None else _BY_LETTER.get(ins.kind[0])
    nonnull = known is not None and known.nonnull
    b.push_register(b.slot(ins.slot), type_, slots, nonnull)


def _store(b: Builder, ins: Local) -> None:
    operand = b.pop(2 if ins.kind[0] in "ld" else 1)
    target = b.slot(ins.slot)
    b.free(target)
    value = b.value(operand)
    if value != target and not _redirected(b, operand, value, target):
        b.emit(ir.Move(target, value, at=b.at))
    type_ = INT if operand.type is BOOLEAN or operand.compared else operand.type
    b.locals[ins.slot] = LocalVariable(type_, operand.nonnull)


def _redirected(b: Builder, operand: Operand, value: int, target: int) -> bool:
    """Let the last instruction write to the local variable itself, if that is where its result goes
    and nowhere else."""
    if not b.instructions or not b.home <= value:
        return False
    if len(b.instructions) == b.marked:
        return False
    last = b.instructions[-1]
    if not isinstance(last, ir.GetField | ir.ArrayLoad | ir.Constant | ir.Compute | ir.NewObject):
        return False
    if last.target != value or any(
        word is not None and (word.register == value or (word.compared and value in word.compared))
        for word in b.stack
    ):
        return False
    b.instructions[-1] = replace(last, target=target)
    return True


def _increment(b: Builder, ins: Increment) -> None:
    register = b.slot(ins.slot)
    b.free(register)
    delta = b.load_constant(ins.delta)
    b.compute(register, b.runtime.arithmetic("iadd"), register, delta)
    b.locals[ins.slot] = LocalVariable(INT)


# -- the stack


def _pop(b: Builder, ins: Instruction) -> None:
    _drop(b, 1)


def _pop2(b: Builder, ins: Instruction) -> None:
    _drop(b, 2)


def _drop(b: Builder, count: int) -> None:
    if len(b.stack) < count:
        raise LoweringError("the operand stack is empty")
    del b.stack[len(b.stack) - count :]


def _dup(words: int, below: int) -> Callable[[Builder, Instruction], None]:
    """Copy the top `words`, and put the copy under the `below` words under them."""

    def lower(b: Builder, ins: Instruction) -> None:
        if len(b.stack) < words + below:
            raise LoweringError("the operand stack is empty")
        for index in range(len(b.stack) - words, len(b.stack)):
            word = b.stack[index]
            if word is not None and word.compared is not None:
                b.stack[index] = Operand(b.value(word), INT)
        top = b.stack[len(b.stack) - words :]
        at = len(b.stack) - words - below
        b.stack[at:at] = top

    return lower


def _swap(b: Builder, ins: Instruction) -> None:
    if len(b.stack) < 2:
        raise LoweringError("the operand stack is empty")
    b.stack[-1], b.stack[-2] = b.stack[-2], b.stack[-1]


# -- arithmetic


def _binary(b: Builder, ins: Instruction) -> None:
    name = ins.operation
    type_ = _BY_LETTER[name[0]]
    is_shift = name[1:] in ("shl", "shr", "ushr")
    right = b.pop(1 if is_shift else type_.slots)
    left = b.pop(type_.slots)
    if _logical(b, name, left, right):
        return
    a, c = b.value(left), b.value(right)
    if name in ("idiv", "ldiv", "irem", "lrem"):
        _check_divisor(b, right, c)
    target = b.target()
    b.compute(target, b.runtime.arithmetic(name), a, c)
    b.push_register(target, type_, type_.slots)


def _logical(b: Builder, name: str, left: Operand, right: Operand) -> bool:
    """Operations on two truth values give a truth value."""
    functions: dict[str, Callable[..., Scalar]] = {
        "iand": operations.both,
        "ior": or_,
        "ixor": operations.differ,
    }
    if name not in functions or BOOLEAN not in (left.type, right.type):
        return False
    for operand in (left, right):
        if operand.type is not BOOLEAN and not (operand.is_constant and operand.constant in (0, 1)):
            return False
    a, c = b.boolean(left), b.boolean(right)
    target = b.target()
    b.compute(target, functions[name], a, c)
    b.push_register(target, BOOLEAN)
    return True


def _check_divisor(b: Builder, operand: Operand, register: int) -> None:
    if operand.is_constant and operand.constant != 0:
        return
    condition = b.compute(b.register(), is_zero, register)
    throws, goes_on = b.label(), b.label()
    b.branch(condition, throws, goes_on)
    b.mark(throws)
    b.perform(b.scratch, operations.throw_new, (), "java/lang/ArithmeticException", "/ by zero")
    b.mark(goes_on)


def _unary(b: Builder, ins: Instruction) -> None:
    """Negation and conversions."""
    name = ins.operation
    if name[1] == "2":
        source, result = _BY_LETTER[name[0]], _BY_LETTER.get(name[2], INT)
    else:
        source = result = _BY_LETTER[name[0]]
    operand = b.pop(source.slots)
    a = b.value(operand)
    function = b.runtime.arithmetic(name)
    target = b.target()
    b.compute(target, function, a)
    b.push_register(target, result, result.slots)


def _compare(b: Builder, ins: Instruction) -> None:
    """`lcmp`, `fcmpl` …: what uses the result decides how to compare."""
    type_: PrimitiveType = _BY_LETTER[ins.operation[0]]
    right = b.pop_value(type_.slots)
    left = b.pop_value(type_.slots)
    b.push(Operand(-1, INT, compared=(ins.operation, left, right)))


# -- jumps


def _decide(b: Builder, condition: int, ins: Jump) -> None:
    events = (f"{b.place} {ins.kind} yes", f"{b.place} {ins.kind} no")
    otherwise = b.label()
    b.branch(condition, ins.target, otherwise, *events)
    b.mark(otherwise)


def _if_zero(b: Builder, ins: Jump) -> None:
    operand = b.pop()
    if operand.type is BOOLEAN and ins.kind in ("ifeq", "ifne"):
        condition = b.boolean(operand)
        if ins.kind == "ifeq":
            condition = b.negated(condition)
    elif operand.compared is not None:
        kind, left, right = operand.compared
        tables = {"l": LESS_IF_NAN, "g": GREATER_IF_NAN}
        table = COMPARISONS if kind == "lcmp" else tables[kind[-1]]
        condition = b.compute(b.register(), table[ins.kind[2:]], left, right)
    else:
        condition = b.compute(b.register(), WITH_ZERO[ins.kind], b.value(operand))
    _decide(b, condition, ins)


def _if_compare(b: Builder, ins: Jump) -> None:
    right, left = b.pop(), b.pop()
    kind = ins.kind.removeprefix("if_icmp")
    if kind in ("eq", "ne") and left.type is BOOLEAN and right.type is BOOLEAN:
        registers = b.boolean(left), b.boolean(right)
    else:
        registers = b.value(left), b.value(right)
    _decide(b, b.compute(b.register(), COMPARISONS[kind], *registers), ins)


def _if_same(b: Builder, ins: Jump) -> None:
    right, left = b.pop(), b.pop()
    _decide_same(b, left, right, ins.kind == "if_acmpeq", ins)


def _if_null(b: Builder, ins: Jump) -> None:
    _decide_same(b, b.pop(), constant(None, None), ins.kind == "ifnull", ins)


def _decide_same(b: Builder, left: Operand, right: Operand, same: bool, ins: Jump) -> None:
    condition = b.register()
    constants = left.is_constant or right.is_constant
    if constants or not (may_be_box(left.type) and may_be_box(right.type)):
        b.emit(ir.RefEquals(condition, b.value(left), b.value(right), at=b.at))
    else:
        b.perform(condition, same_object, (b.value(left), b.value(right)))
    _decide(b, condition if same else b.negated(condition), ins)


def _switch(b: Builder, ins: Switch) -> None:
    """One test for each target, whatever leads there."""
    register = b.pop_value()
    keys: dict[int, list[int]] = {}
    for key, target in ins.cases:
        if target != ins.default:
            keys.setdefault(target, []).append(key)
    for target, members in keys.items():
        condition = b.compute(b.register(), _OneOf(tuple(members)), register)
        chosen, otherwise = b.label(), b.label()
        b.branch(condition, chosen, otherwise)
        b.mark(chosen)
        _leave(b, target, f"case {members[0]}")
        b.mark(otherwise)
    _leave(b, ins.default, "default")


def _leave(b: Builder, to: Label, outcome: str) -> None:
    b.emit(ir.Note(f"{b.place} switch {outcome}", at=b.at))
    b.jump(to)


class _OneOf:
    """The test that a number is one of these."""

    __name__ = "one_of"

    def __init__(self, keys: tuple[int, ...]) -> None:
        self._keys = frozenset(keys)
        self._sorted = keys

    def __call__(self, number: Scalar) -> Scalar:
        if type(number) is int:
            return number in self._keys
        return or_(*(eq(number, key) for key in self._sorted))


# -- returns


def _return(b: Builder, ins: Instruction) -> None:
    result = b.method.type.result
    if ins.operation == "return":
        b.emit(ir.Constant(b.scratch, None, at=b.at))
        b.emit(ir.Return(b.scratch, at=b.at))
        return
    register = b.converted(b.pop(result.slots or 1), result)
    b.emit(ir.Return(register, at=b.at))


def _nop(b: Builder, ins: Instruction) -> None:
    return None


_PUSHES = (
    *("iconst_m1", "iconst_0", "iconst_1", "iconst_2", "iconst_3", "iconst_4", "iconst_5"),
    *("lconst_0", "lconst_1", "fconst_0", "fconst_1", "fconst_2", "dconst_0", "dconst_1"),
    *("bipush", "sipush"),
)
_BINARY = ("add", "sub", "mul", "div", "rem")
_BITS = ("shl", "shr", "ushr", "and", "or", "xor")
_CONVERSIONS = (
    *("i2l", "i2f", "i2d", "l2i", "l2f", "l2d", "f2i", "f2l", "f2d", "d2i", "d2l", "d2f"),
    *("i2b", "i2c", "i2s"),
)

# Each handler takes its own type of instruction, which no type for a table can express.
HANDLERS: dict[str, Callable[..., None]] = {
    "nop": _nop,
    **dict.fromkeys(_PUSHES, _push),
    **dict.fromkeys([f"{letter}load" for letter in "ilfda"], _load),
    **dict.fromkeys([f"{letter}store" for letter in "ilfda"], _store),
    "iinc": _increment,
    "pop": _pop,
    "pop2": _pop2,
    "dup": _dup(1, 0),
    "dup_x1": _dup(1, 1),
    "dup_x2": _dup(1, 2),
    "dup2": _dup(2, 0),
    "dup2_x1": _dup(2, 1),
    "dup2_x2": _dup(2, 2),
    "swap": _swap,
    **dict.fromkeys([f"{letter}{name}" for letter in "ilfd" for name in _BINARY], _binary),
    **dict.fromkeys([f"{letter}{name}" for letter in "il" for name in _BITS], _binary),
    **dict.fromkeys([f"{letter}neg" for letter in "ilfd"], _unary),
    **dict.fromkeys(_CONVERSIONS, _unary),
    **dict.fromkeys(("lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"), _compare),
    **dict.fromkeys(WITH_ZERO, _if_zero),
    **dict.fromkeys([f"if_icmp{name}" for name in COMPARISONS], _if_compare),
    "if_acmpeq": _if_same,
    "if_acmpne": _if_same,
    "ifnull": _if_null,
    "ifnonnull": _if_null,
    "tableswitch": _switch,
    "lookupswitch": _switch,
    **dict.fromkeys(("ireturn", "lreturn", "freturn", "dreturn", "areturn", "return"), _return),
}

__all__ = ["HANDLERS", "int_of_bool"]
