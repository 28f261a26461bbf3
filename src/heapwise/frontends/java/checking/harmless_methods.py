"""Methods that may be run unseen: nothing that they lead to has an effect outside.

What a search for calls runs was not explored before, and a JVM cannot be kept from writing a file.
So a method is left out if its code, or that of any method of the program which it may lead to, uses
a part of the JDK that may: files, sockets, processes, reflection, native code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.classfile.bytecode import (
    FieldAccess,
    Instruction,
    Invoke,
    InvokeDynamic,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.constants import MethodHandle, MethodRef
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.program import InputError

_KNOWN = re.compile(
    r"java/(lang|util|math|text|time)/[A-Z]\w*(\$\w+)*"
    r"|java/lang/(annotation|invoke|ref|constant)/\w+(\$\w+)*"
    r"|java/lang/runtime/\w+"
    r"|java/util/(function|stream|regex|concurrent|concurrent/atomic|concurrent/locks)/[\w$]+"
    r"|java/(time|text)/\w+/[\w$]+"
    r"|java/io/(Serializable|IOException|UncheckedIOException|Closeable|PrintStream|StringReader"
    r"|StringWriter|ByteArray\w+|ObjectInputStream|ObjectOutputStream|NotSerializableException"
    r"|InvalidObjectException|InputStream|OutputStream|Reader|Writer|EOFException)"
)
_REFUSED = re.compile(
    r"java/lang/(Process\w*|Runtime|ClassLoader|Module\w*|SecurityManager|Thread\w*|Shutdown)"
    r"|java/util/(Scanner|Formatter|Timer\w*|ServiceLoader)"
)
_CALLS = re.compile(
    r"java/lang/System\.(exit|load\w*|set\w+|gc|runFinalization|inheritedChannel|clearProperty)"
    r"|java/lang/Class\.(forName|newInstance|get\w*(Method|Constructor|Field|Resource)\w*)"
    r"|java/lang/Object\.(wait|notify\w*)"
    r"|java/io/PrintStream\.<init>|java/util/Locale\.setDefault"
    r"|java/lang/invoke/MethodHandles\$Lookup\.(find|unreflect|define|reveal)\w*"
)
_INITIALISER = ("<clinit>", "()V")


class HarmlessMethods:
    def __init__(self, classes: ClassPath, writers: FieldWriters) -> None:
        self._classes = classes
        self._hierarchy = Hierarchy(classes)
        self._writers = writers
        self._user = frozenset(classes.user_classes())
        self._harmless: set[tuple[str, str, str]] = set()

    def is_harmless(self, cls: ClassFile, method: Method) -> bool:
        start = (cls.name, method.name, method.descriptor)
        met, waiting = set[tuple[str, str, str]](), [start, (cls.name, *_INITIALISER)]
        try:
            while waiting:
                called = waiting.pop()
                if called in met or called in self._harmless:
                    continue
                met.add(called)
                for each in self._bodies(*called):
                    if each.is_native or (each.code is None and not each.is_abstract):
                        return False
                    for instruction in decode(each.code) if each.code is not None else ():
                        waiting += self._led_to(instruction)
        except (_EffectError, InputError):
            return False
        self._harmless |= met  # whatever a harmless method leads to is harmless
        return True

    def _bodies(self, owner: str, name: str, descriptor: str) -> Iterator[Method]:
        """What a call may run: inherited, or overridden in a class around."""
        above = (*self._hierarchy.line(owner), *self._hierarchy.superinterfaces(owner))
        found = [each for file in above if (each := file.method(name, descriptor)) is not None]
        yield from (each for each in found[:1] if each.owner in self._user)
        if name in ("<init>", "<clinit>"):
            return
        for cls in self._writers.around:
            if cls.name != owner and self._hierarchy.is_surely_below(cls.name, owner):
                below = cls.method(name, descriptor)
                if below is not None:
                    yield below

    def _led_to(self, each: Instruction) -> Iterator[tuple[str, str, str]]:
        """The methods of the program; raises if it leads outside."""
        if isinstance(each, Invoke):
            yield from self._called(each.method)
        elif isinstance(each, FieldAccess):
            yield from self._touched(each.field.owner)
        elif isinstance(each, InvokeDynamic):
            for argument in each.bootstrap.arguments:
                if isinstance(argument, MethodHandle) and isinstance(argument.reference, MethodRef):
                    yield from self._called(argument.reference)
        elif isinstance(each, TypeOperation) and each.mnemonic == "new":
            yield from self._touched(each.cls.name)
            yield from self._called_back(each.cls.name)

    def _called(self, method: MethodRef) -> Iterator[tuple[str, str, str]]:
        yield from self._touched(method.owner)
        if method.owner in self._user:
            yield method.owner, method.name, method.descriptor
        elif _CALLS.fullmatch(f"{method.owner}.{method.name}"):
            raise _EffectError

    def _touched(self, name: str) -> Iterator[tuple[str, str, str]]:
        """Of a class that is used: it is initialised."""
        if name in self._user:
            if self._classes.load(name).method(*_INITIALISER) is not None:
                yield name, *_INITIALISER
        elif not name.startswith("[") and (not _KNOWN.fullmatch(name) or _REFUSED.fullmatch(name)):
            raise _EffectError

    def _called_back(self, name: str) -> Iterator[tuple[str, str, str]]:
        """What the JDK may call of an object: what overrides methods of its own."""
        if name not in self._user:
            return
        line = self._hierarchy.line(name)
        above = (*line, *self._hierarchy.superinterfaces(name))
        known = {
            (each.name, each.descriptor)
            for file in above
            if file.name not in self._user
            for each in file.methods
        }
        for file in line:
            for each in file.methods if file.name in self._user else ():
                if each.is_bridge or (each.name, each.descriptor) in known:
                    yield name, each.name, each.descriptor


class _EffectError(Exception):
    """Something outside may change."""
