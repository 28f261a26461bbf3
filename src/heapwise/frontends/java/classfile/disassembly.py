"""A method printed as `javap -c` does, for debugging and for tests that read like bytecode."""

from __future__ import annotations

from heapwise.frontends.java.classfile.byte_reader import printable
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
    Switch,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    DynamicConst,
    Loadable,
    MethodHandle,
    MethodTypeConst,
    StringConst,
    kind_name,
)


def disassemble(method: Method) -> str:
    """One line for each instruction, operands resolved, then the exception table."""
    head = f"{method}: {printable(method.descriptor)}"
    if method.code is None:
        return f"{head}\n  ({'native' if method.is_native else 'abstract'})\n"
    code = method.code
    lines = [head, f"  stack={code.max_stack}, locals={code.max_locals}"]
    lines += [line for instruction in decode(code) for line in _lines(instruction)]
    if code.handlers:
        lines.append("  exception table:")
        for handler in code.handlers:
            catches = printable(handler.catches) if handler.catches else "any"
            lines.append(f"    [{handler.start}, {handler.end}) -> {handler.target} {catches}")
    return "\n".join(lines) + "\n"


def _lines(instruction: Instruction) -> list[str]:
    shown = f"{instruction.at:5}: {instruction.mnemonic}"
    if isinstance(instruction, Switch):
        rows = [f"{key:16}: {target}" for key, target in instruction.cases]
        return [f"{shown} {{", *rows, f"{'default':>16}: {instruction.default}", "       }"]
    operand = _operand(instruction)
    return [f"{shown:<22} {operand}".rstrip()]


def _operand(instruction: Instruction) -> str:
    match instruction:
        case Push(value=value):
            return str(value) if instruction.mnemonic in ("bipush", "sipush") else ""
        case LoadConstant(constant=constant):
            return show_constant(constant)
        case Local(slot=slot):
            return str(slot) if instruction.size > 1 else ""
        case Increment(slot=slot, delta=delta):
            return f"{slot}, {delta}"
        case Jump(target=target):
            return str(target)
        case FieldAccess(field=field):
            return printable(f"{field.owner}.{field.name}:{field.descriptor}")
        case Invoke(method=method):
            return printable(f"{method.owner}.{method.name}:{method.descriptor}")
        case InvokeDynamic(call_site=site):
            return printable(f"#{site.bootstrap}:{site.name}:{site.descriptor}")
        case TypeOperation(cls=cls):
            return printable(cls.name)
        case NewArray(element=element):
            return str(element)
        case MultiNewArray(cls=cls, dimensions=dimensions):
            return f"{printable(cls.name)}, {dimensions}"
    return ""


def show_constant(constant: Loadable) -> str:
    """`Integer 7`, `String hello`, `Class java/lang/Object`, …"""
    kind = kind_name(type(constant))
    match constant:
        case StringConst(value=text):
            return f"{kind} {printable(text)}"
        case ClassRef(name=name):
            return f"{kind} {printable(name)}"
        case MethodTypeConst(descriptor=descriptor):
            return f"{kind} {printable(descriptor)}"
        case MethodHandle(reference=at):
            shown = printable(f"{at.owner}.{at.name}:{at.descriptor}")
            return f"{kind} {constant.kind_name} {shown}"
        case DynamicConst(bootstrap=bootstrap, name=name, descriptor=descriptor):
            return f"{kind} #{bootstrap}:{printable(name)}:{printable(descriptor)}"
        case _:
            return f"{kind} {constant.value}"
