"""Static fields and the initialisation of classes (JVMS 5.5).

A static field is an entry of the path's store; one that was never written has its default, or the
constant that its class file gives. A class is initialised on its first use, once on every path, its
superclass before it. Initialisers that do nothing a program could see are not run: those that only
ask whether assertions are enabled, and those of JDK classes whose state only models would use.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from heapwise.engine.machine import Enter, ThrownError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.bytecode import FieldAccess, decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Field
from heapwise.frontends.java.classfile.constants import (
    DoubleConst,
    FloatConst,
    IntegerConst,
    LongConst,
    StringConst,
)
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.runtime_api import Mac, runtime_of, universe_of
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.frontends.java.universe.well_known import BOXES, STRING
from heapwise.program import LinePosition
from heapwise.program import code as ir
from heapwise.terms import NULL, Scalar, Term

ASSERTIONS = "$assertionsDisabled"
_MODELLED = frozenset(
    (
        STRING,
        *BOXES,
        *(f"java/lang/{name}" for name in ("Object", "Class", "System", "Math", "StrictMath")),
        *(f"java/lang/{name}" for name in ("Thread", "Throwable", "Number", "StringBuilder")),
        *("java/lang/Error", "java/lang/Exception", "java/lang/RuntimeException"),
    )
)
_DONE, _FAILED = "done", "failed"


class StaticField(NamedTuple):
    owner: str
    name: str


def static_key(field: StaticField) -> StoreKey[Scalar]:
    """Where the store keeps a static field."""
    return StoreKey("static", field)


def _initialised(cls: JavaClass) -> StoreKey[str]:
    """Where the store keeps how far the initialisation of a class has got."""
    return StoreKey("initialised", cls.file.name)


class Statics:
    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._needed: dict[str, bool] = {}
        self._codes: dict[str, ir.Code] = {}

    def needs(self, name: str, for_fields: bool = False) -> bool:
        """Has the initialisation of a class, or of one above it, an effect? `for_fields`: also
        that of a class whose static fields nothing but models is expected to use."""
        for file in self._universe.hierarchy.line(name):
            if for_fields or file.name not in _MODELLED:
                if file.name not in self._needed:
                    self._needed[file.name] = _has_effect(file)
                if self._needed[file.name]:
                    return True
        return False

    def code(self, cls: JavaClass) -> ir.Code:
        """Marks the class as initialised, then initialises its superclass and itself."""
        found = self._codes.get(cls.file.name)
        if found is None:
            found = self._codes[cls.file.name] = self._make(cls)
        return found

    def _make(self, cls: JavaClass) -> ir.Code:
        at = LinePosition(cls.file.source_file or cls.name, 0, 0)
        instructions: list[ir.AnyInstruction] = [ir.Perform(0, _begin, (), (cls,), at=at)]
        above = cls.file.superclass
        if above is not None and self.needs(above):
            static = (self._universe.decl(above),)
            instructions.append(ir.Perform(0, initialise, (), static, at=at))
        method = cls.file.method("<clinit>", "()V")
        if method is not None and _has_effect(cls.file):
            declared = self._universe.method(method)
            instructions.append(ir.Invoke(0, declared, (), at=at))
        end = len(instructions)
        instructions.append(ir.Return(0, at=at))
        instructions.append(ir.Perform(0, _failed, (1,), (cls,), at=at))
        instructions.append(ir.Return(0, at=at))
        handlers = (ir.Handler(1, end, end + 1, 1),)
        name = f"{cls.name}.<clinit>"
        return ir.Code(name, tuple(instructions), 2, handlers, library=True)


def initialise(m: Mac, cls: JavaClass, *ignored: object) -> int | Enter:
    """Before the first use of a class."""
    state = m.load(_initialised(cls))
    if state is None:
        return Enter(runtime_of(m).statics.code(cls), ())
    if state == _FAILED:
        raise operations.throw(m, universe_of(m), "java/lang/NoClassDefFoundError")
    return 0


def _begin(m: Mac, cls: JavaClass) -> int:
    m.put(_initialised(cls), _DONE)
    return 0


def _failed(m: Mac, cls: JavaClass, thrown: Term) -> NoReturn:
    m.put(_initialised(cls), _FAILED)
    universe = universe_of(m)
    if m.decide(m.is_instance(thrown, universe.decl("java/lang/Error"))):
        raise ThrownError(thrown)
    raise operations.throw(m, universe, "java/lang/ExceptionInInitializerError")


def default_of(field: Field) -> Scalar | str:
    """What a static field holds that was never written; a text stands for a string object."""
    constant = field.constant
    if isinstance(constant, IntegerConst | LongConst | FloatConst | DoubleConst):
        return bool(constant.value) if field.descriptor == "Z" else constant.value
    if isinstance(constant, StringConst):
        return constant.value
    if field.descriptor in ("F", "D"):
        return 0.0
    if field.descriptor == "Z":
        return False
    return 0 if len(field.descriptor) == 1 else NULL


def get(m: Mac, key: StoreKey[Scalar], default: Scalar | str, is_string: bool) -> Scalar:
    found = m.load(key)
    if found is not None:
        return found
    if is_string:
        assert isinstance(default, str)
        return operations.load_string(m, default)
    return default


def put(m: Mac, key: StoreKey[Scalar], value: Scalar) -> int:
    m.put(key, value)
    return 0


def _has_effect(file: ClassFile) -> bool:
    method = file.method("<clinit>", "()V")
    if method is None or method.code is None:
        return False
    found = decode(method.code)
    if len(found) > 9:
        return True
    written = [each.field.name for each in found if isinstance(each, FieldAccess)]
    return written != [ASSERTIONS]
