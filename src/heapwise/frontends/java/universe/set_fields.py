"""Which fields hold an object as soon as their own object is constructed: no input has null there.

A field counts if nobody but the class and its nest can write it (private or final), every
constructor writes it before anybody else can see the new object, and whatever is ever written to it
has just been made (`items = new ArrayList<>()`). What is not seen to be so is not said: null stays
an input then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from heapwise.frontends.java.classfile.bytecode import (
    FieldAccess,
    Instruction,
    Invoke,
    InvokeDynamic,
    LoadConstant,
    Local,
    MultiNewArray,
    NewArray,
    Push,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.classfile.descriptors import VOID, PrimitiveType, method_type

_CONSTRUCTOR = "<init>"
_HARMLESS_BASES = ("java/lang/Object", "java/lang/Record", "java/lang/Enum")
"""Their constructors show the new object to nobody."""
_OUTER = re.compile(r"this\$\d+")
_FACTORIES = re.compile(
    r"java/util/(List|Set|Map)\.(of|copyOf|ofEntries)"
    r"|java/util/Collections\.(empty|unmodifiable|synchronized|singleton)\w*"
    r"|java/util/Arrays\.(asList|copyOf|copyOfRange)"
    r"|java/util/Objects\.requireNonNull(Else|ElseGet)?"
    r"|java/util/Optional\w*\.(empty|of|ofNullable)"
    r"|java/lang/(Byte|Short|Integer|Long|Float|Double|Character|Boolean|String)\.valueOf"
    r"|java/util/(EnumSet|stream/\w+)\.\w+"
)
"""Static methods that give an object, or raise."""


_PUSHING = ("aconst_null", "new", "getstatic")
_TAKING = {"pop": 1, "putstatic": 1, "aastore": 3, "iastore": 3, "bastore": 3, "castore": 3}
_TAKING |= {"lastore": 3, "fastore": 3, "dastore": 3, "sastore": 3}
_ONE_FOR_ONE = ("getfield", "checkcast", "instanceof", "newarray", "anewarray", "arraylength")


def never_null(
    cls: ClassFile, nest: Iterable[ClassFile], above: Sequence[ClassFile]
) -> frozenset[str]:
    """The names of such fields of the class; `nest` are the other classes that may write its
    private fields, `above` its superclasses."""
    candidates = [each for each in cls.fields if _is_candidate(each)]
    outer = {each.name for each in cls.fields if each.is_synthetic and _OUTER.fullmatch(each.name)}
    if not candidates or not all(map(_shows_nobody, above)):
        return frozenset(outer)
    constructors = [each for each in cls.methods if each.name == _CONSTRUCTOR]
    written = _written((cls, *nest), cls.name)
    found = {
        each.name
        for each in candidates
        if each.name not in written
        and all(_is_set(cls, method, each.name) for method in constructors)
    }
    return frozenset(found | outer)


def _is_candidate(field: Field) -> bool:
    is_closed = field.is_private or field.is_final
    return is_closed and not field.is_static and not isinstance(field.type, PrimitiveType)


def _written(classes: Iterable[ClassFile], owner: str) -> frozenset[str]:
    """The fields to which something is written that may be null."""
    found = set()
    for cls in classes:
        for method in cls.methods:
            code = decode(method.code) if method.code is not None else ()
            targets = {target for each in code for target in each.targets}
            for index, each in enumerate(code):
                if _writes(each, owner) and not _is_new(code, index, targets):
                    assert isinstance(each, FieldAccess)
                    found.add(each.field.name)
    return frozenset(found)


def _writes(instruction: Instruction, owner: str) -> bool:
    return (
        isinstance(instruction, FieldAccess)
        and instruction.mnemonic == "putfield"
        and instruction.field.owner == owner
    )


def _is_new(code: Sequence[Instruction], index: int, targets: set[int]) -> bool:
    """Has what is on top of the stack just been made? What branches lead to may be anything."""
    at = index
    while at > 0:
        if code[at].at in targets:
            return False
        at -= 1
        if not (isinstance(code[at], TypeOperation) and code[at].mnemonic == "checkcast"):
            break
    made = code[at]
    if isinstance(made, NewArray | MultiNewArray | InvokeDynamic):
        return True
    if isinstance(made, LoadConstant):
        return made.bootstrap is None
    if isinstance(made, TypeOperation):
        return made.mnemonic == "anewarray"
    if isinstance(made, Invoke):
        method = made.method
        if made.mnemonic == "invokespecial":
            return method.name == _CONSTRUCTOR
        return made.mnemonic == "invokestatic" and bool(
            _FACTORIES.fullmatch(f"{method.owner}.{method.name}")
        )
    if made.mnemonic.endswith("astore") and not isinstance(made, Local):
        # The last item of an array that is written down; other assignments copy the item first.
        return at > 0 and not code[at - 1].mnemonic.startswith("dup")
    return False


def _is_set(cls: ClassFile, constructor: Method, name: str) -> bool:
    """Does the constructor write the field, or leave that to another one, before it branches or
    lets somebody see the object?"""
    try:
        return constructor.code is not None and _writes_first(cls, decode(constructor.code), name)
    except IndexError:  # no code that a JVM would run
        return False


def _shows_nobody(cls: ClassFile) -> bool:
    """Is an object that its constructors are at known to nobody else until they end?"""
    if cls.name in _HARMLESS_BASES:
        return True
    for method in cls.methods:
        if method.name == _CONSTRUCTOR:
            try:
                if method.code is None or not _is_quiet(decode(method.code)):
                    return False
            except IndexError:
                return False
    return True


def _is_quiet(code: Iterable[Instruction]) -> bool:
    stack = _Stack()
    for each in code:
        if isinstance(each, FieldAccess) and each.mnemonic == "putfield":
            if stack.pop():
                return False  # another object leads to it
            stack.pop()
        elif each.mnemonic == "return":
            return True
        elif isinstance(each, Invoke) and stack.calls_on_itself(each.method):
            continue
        elif not stack.does(each):
            return False
    return False


def _writes_first(cls: ClassFile, code: Iterable[Instruction], name: str) -> bool:
    stack = _Stack()
    for each in code:
        if isinstance(each, FieldAccess) and each.mnemonic == "putfield":
            value, target = stack.pop(), stack.pop()
            if value:
                return False
            if target and each.field.owner == cls.name and each.field.name == name:
                return True
        elif isinstance(each, Invoke) and stack.calls_on_itself(each.method):
            if each.method.owner == cls.name:
                return True  # this(…): the other constructor does it
        elif not stack.does(each):
            return False
    return False


class _Stack:
    """Which values on it are the object that is constructed. Values of 64 bits are one."""

    def __init__(self) -> None:
        self._values: list[bool] = []

    def pop(self) -> bool:
        return self._values.pop()

    def calls_on_itself(self, method: MethodRef) -> bool:
        """Is it `this(…)` or `super(…)`, with other values for arguments? Then it is called."""
        count = len(method_type(method.descriptor).parameters)
        taken = self._values[-count - 1 :]
        found = method.name == _CONSTRUCTOR and taken[0] and not any(taken[1:])
        if found:
            del self._values[-count - 1 :]
        return found

    def does(self, instruction: Instruction) -> bool:
        """False if it may branch, shows the object to somebody, or is none that is known here."""
        if isinstance(instruction, Local):
            if instruction.operation.endswith("load"):
                self._values.append(instruction.operation == "aload" and instruction.slot == 0)
                return True
            return instruction.operation.endswith("store") and not self.pop()
        if isinstance(instruction, Push | LoadConstant) or instruction.mnemonic in _PUSHING:
            self._values.append(False)
        elif instruction.mnemonic == "dup":
            self._values.append(self._values[-1])
        elif isinstance(instruction, Invoke | InvokeDynamic):
            return self._calls(instruction)
        elif instruction.mnemonic in _TAKING:
            if any(self.pop() for _ in range(_TAKING[instruction.mnemonic])):
                return instruction.mnemonic == "pop"
        elif instruction.mnemonic in _ONE_FOR_ONE:
            if self.pop() and instruction.mnemonic != "getfield":
                return False
            self._values.append(False)
        else:
            return False
        return True

    def _calls(self, call: Invoke | InvokeDynamic) -> bool:
        called = call.method if isinstance(call, Invoke) else call.call_site
        type_ = method_type(called.descriptor)
        has_receiver = call.mnemonic not in ("invokestatic", "invokedynamic")
        taken = [self.pop() for _ in range(len(type_.parameters) + has_receiver)]
        if type_.result is not VOID:
            self._values.append(False)
        return not any(taken)


def nest_of(cls: ClassFile, names: Iterable[str]) -> Iterator[str]:
    """Of these names of classes, those of the same nest."""
    outermost = cls.name.partition("$")[0]
    for name in names:
        if name != cls.name and name.partition("$")[0] == outermost:
            yield name
