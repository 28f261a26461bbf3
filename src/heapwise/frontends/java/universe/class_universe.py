"""The classes of a Java program, with fields and methods: declared when they are first asked for.

Which of them inputs may have, is said in `input_classes`.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.input_limits import limit_field, limit_of
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classfile.descriptors import (
    VOID,
    ArrayType,
    ClassType,
    JavaType,
    PrimitiveType,
    class_type,
)
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import OBJECT, Hierarchy
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass, JavaMethod
from heapwise.frontends.java.universe.scalars import RANGES, scalar_type
from heapwise.frontends.java.universe.set_fields import nest_of, never_null
from heapwise.frontends.java.universe.well_known import BOXES, OURS, STRING, TEXT, VIEWS
from heapwise.program import INT, STR, ClassDecl, FieldDecl, InputError, MethodDecl, Program, Type

_TEXTS = (STRING, "java/lang/AbstractStringBuilder")
_UNCOUNTED = (STRING, *BOXES, "java/lang/Number")
_LONGEST = 2**31 - 1
"""Elements of an array."""


class HiddenFieldError(InputError):
    """A field that objects have in a JVM and not here."""


class Universe:
    """`program` gets a class as soon as it is first asked for here. `missing` stands for a method
    that a class should have and has not, `body` makes the code of a method."""

    def __init__(self, classes: ClassPath, options: JavaOptions) -> None:
        self.classes = classes
        self.hierarchy = Hierarchy(classes)
        self.options = options
        self.exact = options.exact
        self._names: dict[str, JavaClass] = {}
        self._arrays: dict[str, JavaArray] = {}
        self._fields: dict[tuple[str, str, str], FieldDecl] = {}
        self._methods: dict[tuple[str, str, str], JavaMethod] = {}
        self._resolved: dict[str, Method] = {}
        self._set: dict[str, frozenset[str]] = {}
        self.missing: Callable[[JavaClass | JavaArray, Method], MethodDecl] | None = None
        self.body: Callable[[MethodDecl], object] | None = None
        self.root = JavaClass(classes.load(OBJECT), None, (), self.select, False)
        self._names[OBJECT] = self.root
        self.program: Program | None = None

    # -- classes

    def decl(self, name: str) -> JavaClass:
        """The class of an internal name. Raises `MissingClassError` if there is none."""
        found = self._names.get(name)
        if found is None:
            above = self.hierarchy.line(name)  # finds circles, and classes that are missing
            for file in reversed(above):
                found = self._names.get(file.name) or self._declare(file)
            assert found is not None
        return found

    def _declare(self, file: ClassFile) -> JavaClass:
        interfaces = tuple(self.decl(each) for each in file.interfaces)
        above = self._names[file.superclass or OBJECT]
        is_user = not (
            file.name.startswith(OURS)
            or any(file.source.startswith(each.label) for each in self.classes.platform)
        )
        cls = JavaClass(file, above, interfaces, self.select, is_user)
        cls.counted = file.name not in _UNCOUNTED
        self._names[file.name] = cls
        if file.name in _TEXTS:
            cls.own_fields[TEXT] = FieldDecl(cls, TEXT, STR)
        else:
            for field in file.fields:
                if not field.is_static:
                    self._declare_field(cls, field)
        if self.program is not None:
            self.program.add(cls)
        return cls

    def _declare_field(self, cls: JavaClass, field: Field) -> None:
        """Fields that hide one of a superclass are called by their full names."""
        name = field.name
        if name in cls.fields() or name in cls.own_fields:
            name = f"{cls.name}.{field.name}"
        type_: Type = self.root
        if isinstance(field.type, PrimitiveType):
            type_ = scalar_type(field.descriptor, self.exact)
        made = FieldDecl(cls, name, type_)
        if type_ is INT and field.descriptor in RANGES:
            made.low, made.high = RANGES[field.descriptor]
        made.absent = (cls.file.name, field.name) in VIEWS
        made.nullable = field.name not in self._set_fields(cls)
        limit_field(made, limit_of(cls.name, field.name, self.options.fields))
        cls.own_fields[name] = made
        cls.forget_fields()
        self._fields[cls.file.name, field.name, field.descriptor] = made

    def _set_fields(self, cls: JavaClass) -> frozenset[str]:
        """Of classes of the user, those that no constructed object has null in."""
        if not (self.options.constructed and cls.is_user):
            return frozenset()
        if cls.name not in self._set:
            nest = nest_of(cls.file, self.classes.user_classes())
            _, *above = self.hierarchy.line(cls.file.name)
            self._set[cls.name] = never_null(cls.file, map(self.classes.load, nest), above)
        return self._set[cls.name]

    def field(self, field: Field) -> FieldDecl:
        self.decl(field.owner)
        found = self._fields.get((field.owner, field.name, field.descriptor))
        if found is None:
            raise HiddenFieldError(f"the field {field} is not modelled")
        return found

    def known_field(self, cls: JavaClass, field: Field) -> FieldDecl | None:
        """None if objects do not have it here."""
        return self._fields.get((cls.file.name, field.name, field.descriptor))

    def array(self, type_: ArrayType) -> JavaArray:
        found = self._arrays.get(type_.descriptor)
        if found is not None:
            return found
        component = type_.component
        element = self.type_of(component)
        base: JavaArray | None = None
        if isinstance(element, ClassDecl) and element is not self.root:
            base = self.array(ArrayType(ClassType(OBJECT), 1))
        supers = tuple(self.decl(name) for name in ("java/lang/Cloneable", "java/io/Serializable"))
        found = JavaArray(type_, element, base or self.root, supers, self.select)
        if base is not None:
            found.own_fields["length"] = base.own_fields["length"]
        else:
            length = scalar_type("I", self.exact)
            most = None if self.exact else _LONGEST
            found.own_fields["length"] = FieldDecl(found, "length", length, low=0, high=most)
        self._arrays[type_.descriptor] = found
        if self.program is not None:
            self.program.add(found)
        return found

    def class_named(self, name: str) -> ClassDecl:
        """What a CONSTANT_Class names."""
        type_ = class_type(name)
        return self.array(type_) if isinstance(type_, ArrayType) else self.decl(type_.name)

    def made(self, name: str) -> ClassDecl | None:
        """A class of the program that no class file has, by its internal name."""
        found = self.program.classes.get(name.replace("/", ".")) if self.program else None
        return None if isinstance(found, JavaClass | JavaArray) else found

    def type_of(self, type_: JavaType) -> Type:
        if isinstance(type_, PrimitiveType):
            return self.root if type_ is VOID else scalar_type(type_.descriptor, self.exact)
        return self.array(type_) if isinstance(type_, ArrayType) else self.decl(type_.name)

    def below(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        """All classes known so far that can be instantiated and are `cls`."""
        assert self.program is not None
        return tuple(
            each
            for each in self.program.by_number
            if not each.abstract and each.is_subclass_of(cls)
        )

    # -- methods

    def method(self, method: Method) -> JavaMethod:
        key = method.owner, method.name, method.descriptor
        found = self._methods.get(key)
        if found is None:
            owner = self.decl(method.owner)
            types = method.type
            name = f"{method.name}({', '.join(map(_short, types.parameters))})"
            parameters = tuple(
                (f"arg{index}", self.erased(each)) for index, each in enumerate(types.parameters)
            )
            result = self.erased(types.result)
            found = JavaMethod(owner, name, parameters, result, method, method.is_abstract)
            self._methods[key] = found
        return found

    def declared_methods(self) -> tuple[JavaMethod, ...]:
        return tuple(self._methods.values())

    def erased(self, type_: JavaType) -> Type:
        """A type as far as the engine must know it before classes are loaded."""
        if isinstance(type_, PrimitiveType) and type_ is not VOID:
            return scalar_type(type_.descriptor, self.exact)
        return self.root

    def virtual(self, resolved: Method) -> str:
        """The key under which a method can be selected."""
        key = f"{resolved.owner}.{resolved.name}{resolved.descriptor}"
        self._resolved.setdefault(key, resolved)
        return key

    def resolved(self, key: str) -> Method | None:
        """The method of a key that `virtual` has given."""
        return self._resolved.get(key)

    def select(self, cls: JavaClass | JavaArray, key: str) -> MethodDecl | None:
        """The method that an object of a class runs when the one of a key is invoked."""
        resolved = self._resolved.get(key)
        if resolved is None:
            return self._condition(cls, key)
        name = OBJECT if isinstance(cls, JavaArray) else cls.file.name
        found = self.hierarchy.select(name, resolved)
        if found is not None:
            return self.method(found)
        if not cls.is_subclass_of(self.decl(resolved.owner)):
            return None  # a cast has ruled it out before
        assert self.missing is not None
        return self.missing(cls, resolved)

    def _condition(self, cls: JavaClass | JavaArray, name: str) -> MethodDecl | None:
        """A method without parameters that says something about its object, by its plain name."""
        if isinstance(cls, JavaArray):
            return None
        name = name.removesuffix("()")
        for file in self.hierarchy.line(cls.file.name):
            found = file.method(name, "()Z")
            if found is not None and not found.is_static and found.code is not None:
                method = self.method(found)
                if method.code is None and self.body is not None:
                    self.body(method)
                return method
        return None


def _short(type_: JavaType) -> str:
    return str(type_).rpartition(".")[2]
