"""What a test in a package can name of the classes on a class path (`testgen.java.access`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from heapwise.frontends.java.classfile.attributes import InnerClass, InnerClasses, Record, find
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classfile.descriptors import (
    ArrayType,
    DescriptorError,
    JavaType,
    PrimitiveType,
)
from heapwise.frontends.java.classfile.signatures import class_signature
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.lowering.builder import parameter_slots
from heapwise.frontends.java.universe.extending import abstract_methods
from heapwise.frontends.java.witness.plain_constructors import plain_constructor
from heapwise.program import InputError
from heapwise.testgen.java.access import (
    ClassAccess,
    Extension,
    FieldAccess,
    MethodAccess,
    PlainCall,
    Unwritten,
)

_PUBLIC, _PRIVATE, _STATIC, _FINAL, _VARARGS = 0x1, 0x2, 0x8, 0x10, 0x80
_THROWABLE = "java/lang/Throwable"
_LANG = "java.lang."


class Accesses:
    """`package` is that of the test, with dots; empty for none."""

    def __init__(self, classes: ClassPath, package: str) -> None:
        self._classes = classes
        self._hierarchy = Hierarchy(classes)
        self._package = package

    def of_class(self, name: str) -> ClassAccess | None:
        """A class by its binary name, or None if there is no such."""
        file = self._classes.find(name.replace(".", "/"))
        if file is None:
            return None
        line = self._line(file)
        fields: dict[str, FieldAccess] = {}
        for cls in line:
            if cls.name == _THROWABLE:
                continue
            for field in cls.fields:
                if not field.is_static:
                    hidden = field.name in fields
                    key = f"{cls.java_name}.{field.name}" if hidden else field.name
                    fields[key] = self._field(cls, field)
        record = find(file.attributes, Record)
        return ClassAccess(
            file.java_name,
            self.source_name(file.name),
            self._has_constructor(file),
            any(cls.name == "java/lang/Enum" for cls in line),
            None if record is None else tuple(each.name for each in record.components),
            fields,
            file.is_interface,
            self._extension(file),
            tuple(self._plain(file)),
        )

    def of_method(self, cls: ClassFile, method: Method) -> MethodAccess:
        owner = self.source_name(cls.name)
        types = method.type
        result = method.type.result
        is_constructor = method.is_constructor
        return MethodAccess(
            owner,
            tuple(self._type_source(each) for each in types.parameters),
            tuple(str(each) for each in types.parameters),
            tuple(each.descriptor for each in types.parameters),
            result.descriptor,
            (owner if is_constructor else self._type_source(result)) or "Object",
            owner is not None
            and self._reaches(self._classes.load(method.owner), method.access)
            and (self.source_name(method.owner) is not None or method.is_public)
            and None not in [self._type_source(each) for each in types.parameters]
            and not (is_constructor and cls.is_abstract)
            and self._is_static_nested(cls)
            # The compiler would have to find out what its type variables are.
            and not (method.signature or "").startswith("<"),
            self._is_overloaded(cls, method),
        )

    def _is_overloaded(self, cls: ClassFile, method: Method) -> bool:
        """Has another method its name, or may it be called with any number of arguments?"""
        above: Sequence[ClassFile] = ()
        if not method.is_constructor:
            with suppress(InputError):  # a class that is missing from the class path
                above = [*self._line(cls), *self._hierarchy.superinterfaces(cls.name)]
        found = {
            each.descriptor.partition(")")[0]
            for file in (cls, *above)
            for each in file.methods_named(method.name)
        }
        return len(found) > 1 or bool(method.access & _VARARGS)

    # -- names

    def source_name(self, name: str) -> str | None:
        """How the test names a class of this internal name: all classes around it must be visible,
        and it must have a name."""
        rows = self._nesting(name)
        if rows is None:
            return None
        outermost = rows[0].outer if rows else name
        file = self._classes.find(outermost or name)
        if file is None:
            return None
        package, _, simple = file.java_name.rpartition(".")
        if package != self._package and not file.access & _PUBLIC:
            return None
        for row in rows:
            if row.access & _PRIVATE or (package != self._package and not row.access & _PUBLIC):
                return None
            simple += f".{row.name}"
        is_imported = package in ("", self._package) or f"{package}." == _LANG
        return simple if is_imported else f"{package}.{simple}"

    def _nesting(self, name: str) -> list[InnerClass] | None:
        """The rows about a nested class and those around it, outermost first; None for a local or
        anonymous class."""
        found: list[InnerClass] = []
        current: str | None = name
        seen: set[str] = set()
        while current is not None and current not in seen:
            seen.add(current)
            row = self._row(current)
            if row is None:
                return found
            if row.outer is None or row.name is None:
                return None
            found.insert(0, row)
            current = row.outer
        return found

    def _row(self, name: str) -> InnerClass | None:
        file = self._classes.find(name)
        table = find(file.attributes, InnerClasses) if file is not None else None
        rows = table.classes if table is not None else ()
        return next((row for row in rows if row.inner == name), None)

    def _is_static_nested(self, cls: ClassFile) -> bool:
        row = self._row(cls.name)
        return row is None or bool(row.access & _STATIC)

    def _type_source(self, type_: JavaType) -> str | None:
        if isinstance(type_, PrimitiveType):
            return type_.name
        if isinstance(type_, ArrayType):
            element = self._type_source(type_.element)
            return None if element is None else element + "[]" * type_.dimensions
        return self.source_name(type_.name)

    # -- members

    def _line(self, file: ClassFile) -> tuple[ClassFile, ...]:
        try:
            return self._hierarchy.line(file.name)
        except InputError:
            return (file,)

    def _field(self, cls: ClassFile, field: Field) -> FieldAccess:
        reached = self._reaches(cls, field.access) and self.source_name(cls.name) is not None
        return FieldAccess(
            cls.java_name,
            field.name,
            field.descriptor,
            self._type_source(field.type),
            # The compiler would put in what a final field was initialised with.
            reached and not field.is_synthetic and not field.access & _FINAL,
        )

    def _has_constructor(self, file: ClassFile) -> bool:
        """One without parameters that does nothing: the fields get their values one by one."""
        if file.is_abstract or file.is_interface or not self._is_static_nested(file):
            return False
        found = file.method("<init>", "()V")
        return found is not None and self._reaches(file, found.access)

    def _plain(self, file: ClassFile) -> Iterator[PlainCall]:
        if file.is_abstract or not self._is_static_nested(file) or find(file.attributes, Record):
            return
        constructors = file.methods_named("<init>")
        for method in constructors:
            types = method.type.parameters
            found = plain_constructor(file, method) if self._reaches(file, method.access) else None
            if found is None or None in [self._type_source(each) for each in types]:
                continue
            slots = [slot for slot, _ in parameter_slots(method)][1:]
            fields = {slot: name for name, slot in found.given.items()}
            if len(found.given) == len(slots) and all(slot in fields for slot in slots):
                in_order = tuple(fields[slot] for slot in slots)
                yield PlainCall(in_order, found.constants, len(constructors) > 1)

    def _extension(self, file: ClassFile) -> Extension | None:
        """Without generics: a class with type parameters is extended as a raw one."""
        if file.is_interface or not file.is_abstract or not self._is_static_nested(file):
            return None
        arguments = next(
            (
                found
                for each in file.methods_named("<init>")
                if (found := self._defaults(each)) is not None
            ),
            None,
        )
        if arguments is None:
            return None
        methods: list[Unwritten] = []
        try:
            for method in abstract_methods(self._hierarchy, file.name):
                owner = self._classes.load(method.owner)
                if method.signature is not None and _is_generic(owner) and not _is_generic(file):
                    return None  # its types are not those of the descriptor
                written = self._unwritten(method)
                if written is None:
                    return None
                methods.append(written)
        except (InputError, DescriptorError):
            return None
        return Extension(arguments, tuple(methods))

    def _unwritten(self, method: Method) -> Unwritten | None:
        result = self._type_source(method.type.result)
        parameters = [self._type_source(each) for each in method.type.parameters]
        known = [each for each in parameters if each is not None]
        if result is None or len(known) < len(parameters) or not self._inherits(method):
            return None
        modifier = "public " if method.is_public else "protected " if method.is_protected else ""
        return Unwritten(modifier, result, method.name, tuple(known))

    def _defaults(self, constructor: Method) -> tuple[str, ...] | None:
        """What the constructor might be called with, if a class of the test may call it."""
        sources = [self._type_source(each) for each in constructor.type.parameters]
        if None in sources or not self._inherits(constructor):
            return None
        return tuple(
            "false"
            if each.descriptor == "Z"
            else f"({source}) 0"
            if isinstance(each, PrimitiveType)
            else f"({source}) null"
            for each, source in zip(constructor.type.parameters, sources, strict=True)
        )

    def _inherits(self, method: Method) -> bool:
        owner = self._classes.load(method.owner)
        return method.is_protected or self._reaches(owner, method.access)

    def _reaches(self, cls: ClassFile, access: int) -> bool:
        if access & _PRIVATE:
            return False
        return bool(access & _PUBLIC) or cls.java_name.rpartition(".")[0] == self._package


def _is_generic(file: ClassFile) -> bool:
    return file.signature is not None and bool(class_signature(file.signature).type_parameters)
