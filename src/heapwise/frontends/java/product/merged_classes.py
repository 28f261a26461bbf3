"""Two versions of classes as one class path, and which code a method has in which version.

A class that both versions have must have the same superclass, interfaces and fields of objects in
both. Its methods are those of both; one that is not the same in both begins by asking which version
is running (`VersionedMethods`), whoever has called it, the JDK included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.frontends.both_versions import BEFORE, VERSION
from heapwise.frontends.java.classfile.bytecode import decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.contracts import is_condition
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.runtime_api import Mac
from heapwise.program import InputError, LinePosition
from heapwise.program import code as ir
from heapwise.structure.to_python.deriving import INVARIANTS
from heapwise.terms import Scalar

_Key = tuple[str, str, str]


class InVersion(NamedTuple):
    """A method, and the class file that has it."""

    file: ClassFile
    method: Method


class Changed(NamedTuple):
    """A method that is not the same in both versions; None where it is missing."""

    before: InVersion | None
    now: InVersion | None


class MergedClasses(ClassPath):
    """`changed` are the methods of the classes that were asked for so far."""

    def __init__(self, before: ClassPath, now: ClassPath) -> None:
        newest = max(before, now, key=lambda each: 0 if each.jdk is None else each.jdk.release)
        super().__init__((*before.sources, *now.sources), newest.platform, newest.jdk)
        self.before = before
        self.now = now
        self.changed: dict[_Key, Changed] = {}
        self._merged: dict[str, ClassFile | None] = {}

    def find(self, name: str) -> ClassFile | None:
        if name not in self._merged:
            one, other = self.before.find(name), self.now.find(name)
            both = one is not None and other is not None
            self._merged[name] = self._merge(one, other) if both and one != other else one or other
        return self._merged[name]

    def user_classes(self) -> Iterator[str]:
        yield from dict.fromkeys((*self.before.user_classes(), *self.now.user_classes()))

    def _merge(self, one: ClassFile | None, other: ClassFile | None) -> ClassFile:
        assert one is not None and other is not None
        _need_same_objects(one, other)
        mine = {(each.name, each.descriptor): each for each in one.methods}
        its = {(each.name, each.descriptor): each for each in other.methods}
        methods = []
        for key in dict.fromkeys((*mine, *its)):
            before, now = mine.get(key), its.get(key)
            if before and now and before.is_static != now.is_static:
                raise InputError(f"`{before}` is static in one version only")
            if not before or not now or not _is_same_code(before, now):
                self.changed[one.name, *key] = Changed(
                    None if before is None else InVersion(one, before),
                    None if now is None else InVersion(other, now),
                )
            methods.append(_representative(before, now))
        more = tuple(each for each in other.fields if one.field(each.name) is None)
        return replace(one, methods=tuple(methods), fields=(*one.fields, *more))


def _need_same_objects(one: ClassFile, other: ClassFile) -> None:
    kinds = [(each.superclass, sorted(each.interfaces), each.is_interface) for each in (one, other)]
    if kinds[0] != kinds[1]:
        what = "superclass or other interfaces"
        raise InputError(f"{one.java_name} has another {what} in the second version")
    mine, its = (_fields(each) for each in (one, other))
    if mine != its:
        name = min(mine.symmetric_difference(its))[0]
        raise InputError(
            f"{one.java_name} has another field `{name}` in the second version: no input of one is "
            "an input of the other"
        )


def _fields(cls: ClassFile) -> set[tuple[str, str]]:
    def of_objects(field: Field) -> bool:
        return not field.is_static

    return {(each.name, each.descriptor) for each in cls.fields if of_objects(each)}


def _is_same_code(one: Method, other: Method) -> bool:
    if one.code is None or other.code is None:
        return one.code is other.code
    same = decode(one.code) == decode(other.code)
    return same and one.code.handlers == other.code.handlers


def _representative(before: Method | None, now: Method | None) -> Method:
    """One that has code if one of them has; of two initialisers, the one that does more."""
    found = [each for each in (before, now) if each is not None]
    return max(found, key=lambda each: 0 if each.code is None else len(decode(each.code)))


class VersionedMethods:
    """Gives the code of methods that are not the same in both versions."""

    def __init__(self, runtime: JavaRuntime, classes: MergedClasses) -> None:
        self._runtime = runtime
        self._classes = classes
        self._codes: dict[tuple[_Key, str], ir.Code] = {}

    def code_of(self, method: Method) -> ir.Code | None:
        """None if it is the same in both."""
        key = method.owner, method.name, method.descriptor
        if key not in self._classes.changed:
            return None
        count = len(method.type.parameters) + (not method.is_static)
        at = LinePosition(self._classes.load(method.owner).source_file or method.owner, 0, 0)
        pick = ir.Perform(count, _pick, tuple(range(count)), (self, method), at=at)
        code = (pick, ir.Return(count, at=at))
        return ir.Code(str(method), code, count + 1, library=True)

    def in_version(self, method: Method, version: str) -> ir.Code:
        key = method.owner, method.name, method.descriptor
        if (key, version) not in self._codes:
            changed = self._classes.changed[key]
            found = changed.before if version == BEFORE else changed.now
            made = self._inherited(method) if found is None else self._runtime.code_in(*found)
            self._codes[key, version] = made
        return self._codes[key, version]

    def _inherited(self, method: Method) -> ir.Code:
        """What runs in a version that has no such method of its own."""
        file = self._classes.load(method.owner)
        at = LinePosition(file.source_file or file.name, 0, 0)
        count = len(method.type.parameters) + (not method.is_static)
        universe = self._runtime.universe
        above = None
        if not method.is_static and not method.is_constructor and file.superclass is not None:
            above = universe.hierarchy.select(file.superclass, method)
        first: ir.AnyInstruction
        if above is not None and above.code is not None:
            first = ir.Invoke(count, universe.method(above), tuple(range(count)), at=at)
        elif is_condition(file, method) or method.name in INVARIANTS:
            first = ir.Constant(count, True, at=at)
        elif method.is_static_initialiser:
            first = ir.Constant(count, 0, at=at)
        else:
            first = ir.Perform(count, _missing, (), (str(method),), at=at)
        return ir.Code(str(method), (first, ir.Return(count, at=at)), count + 1, library=True)


def _pick(m: Mac, methods: VersionedMethods, method: Method, *given: Scalar) -> Enter:
    return Enter(methods.in_version(method, m.load(VERSION) or BEFORE), given)


def _missing(m: Mac, name: str) -> Scalar:
    raise UnsupportedError(f"`{name}`, which one of the versions does not have")
