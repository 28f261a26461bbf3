"""Constructors that do nothing but assign what they are given, and constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heapwise.frontends.java.classfile.bytecode import (
    FieldAccess,
    Invoke,
    LoadConstant,
    Local,
    Push,
    decode,
)
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.constants import (
    DoubleConst,
    FloatConst,
    IntegerConst,
    LongConst,
)
from heapwise.frontends.java.lowering.builder import parameter_slots
from heapwise.results import Value

_BASES = ("java/lang/Object", "java/lang/Record")


@dataclass(frozen=True, slots=True)
class _Given:
    """A parameter, by its slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class PlainConstructor:
    """`given` are the fields that get a parameter, each with its slot; `constants` what others get.
    Those that it does not name are null, 0 or false."""

    given: Mapping[str, int]
    constants: Mapping[str, Value]

    def differing(self, fields: Mapping[str, Value]) -> list[str]:
        """The fields that have other values than it can give them, all at once."""
        by_slot: dict[int, Value] = {}
        found = []
        for name, value in fields.items():
            if name in self.given:
                if by_slot.setdefault(self.given[name], value) != value:
                    found.append(name)
            elif name in self.constants:
                if self.constants[name] != value:
                    found.append(name)
            elif value:
                found.append(name)
        return found


def plain_constructor(cls: ClassFile, method: Method) -> PlainConstructor | None:
    """None if it does more than that. A class with a superclass of its own is not looked at."""
    if cls.superclass not in _BASES or method.code is None:
        return None
    slots = {slot for slot, _ in parameter_slots(method)}
    given: dict[str, int] = {}
    constants: dict[str, Value] = {}
    stack: list[_Given | Value] = []
    for each in decode(method.code):
        if isinstance(each, Local) and each.operation.endswith("load"):
            stack.append(_Given(each.slot))
        elif isinstance(each, Push):
            stack.append(each.value)
        elif isinstance(each, LoadConstant) and isinstance(
            each.constant, IntegerConst | LongConst | FloatConst | DoubleConst
        ):
            stack.append(each.constant.value)
        elif each.mnemonic == "aconst_null":
            stack.append(None)
        elif isinstance(each, Invoke):
            called = each.method
            if called.owner not in _BASES or called.name != "<init>" or stack != [_Given(0)]:
                return None
            stack.clear()
        elif isinstance(each, FieldAccess) and each.mnemonic == "putfield" and len(stack) == 2:
            target, value = stack
            stack.clear()
            if target != _Given(0) or each.field.owner != cls.name:
                return None
            if isinstance(value, _Given):
                if value.slot not in slots or value.slot == 0:
                    return None
                given[each.field.name] = value.slot
                constants.pop(each.field.name, None)
            else:
                is_flag = each.field.descriptor == "Z"
                constants[each.field.name] = bool(value) if is_flag else value
                given.pop(each.field.name, None)
        elif each.mnemonic == "return":
            return PlainConstructor(given, constants)
        else:
            return None
    return None
