"""Can an abstract class be extended, what would that take, and can a class have objects?

Invariant: where `is_extensible` says yes, a JVM links a class in the same package (for a class of
the JDK: in any package) that has nothing but the `abstract_methods`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.classfile.bytecode import TypeOperation, decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classpath.hierarchy import OBJECT, Hierarchy
from heapwise.program import InputError

_MADE_BY_COMPILERS = ("java/lang/Enum", "java/lang/Record")


def abstract_methods(hierarchy: Hierarchy, name: str) -> tuple[Method, ...]:
    """What has no body in a class or interface and those above it, each name and descriptor
    once."""
    found: dict[tuple[str, str], Method] = {}
    cls = hierarchy.classes.load(name)
    of_all = hierarchy.classes.load(OBJECT)
    for file in (*hierarchy.line(name), *hierarchy.superinterfaces(name)):
        for method in file.methods:
            key = method.name, method.descriptor
            if not method.is_abstract or key in found:
                continue
            if cls.is_interface and of_all.method(*key) is not None:
                continue
            if hierarchy.select(name, method) is None:
                found[key] = method
    return tuple(found.values())


def is_extensible(hierarchy: Hierarchy, cls: ClassFile, is_user: bool) -> bool:
    """May somebody write a class that extends an abstract class, and make an object of it? Of the
    JDK's classes only those without fields count: what is in the others is their own business."""
    if cls.is_interface or not cls.is_abstract or cls.is_enum or cls.name in _MADE_BY_COMPILERS:
        return False
    if cls.permitted_subclasses is not None:
        return False
    if all(method.is_private for method in cls.methods_named("<init>")):
        return False
    if not is_user:
        fields = (field for file in hierarchy.line(cls.name) for field in file.fields)
        if not cls.is_public or not all(field.is_static for field in fields):
            return False
        if not any(_is_inherited(each) for each in cls.methods_named("<init>")):
            return False
    package = cls.package if is_user else None
    return all(
        _is_inherited(method) or hierarchy.classes.load(method.owner).package == package
        for method in abstract_methods(hierarchy, cls.name)
    )


def _is_inherited(method: Method) -> bool:
    """By classes of other packages too."""
    return method.is_public or method.is_protected


def why_unmade(hierarchy: Hierarchy, cls: ClassFile, known: Sequence[str]) -> str:
    """Why no object can have exactly this class; empty if some can. `known` are the classes among
    which those are that may call its private constructors."""
    if cls.is_enum:
        return ""
    if cls.is_interface:
        return "it is an interface; name classes that implement it"
    if cls.is_abstract:
        return "it is abstract; name classes that extend it"
    constructors = cls.methods_named("<init>")
    if cls.name == OBJECT or not all(each.is_private for each in constructors):
        return ""
    outermost = cls.name.partition("$")[0]
    for name in dict.fromkeys((cls.name, *known)):
        if name.partition("$")[0] == outermost and _makes(hierarchy, name, cls.name):
            return ""
    return "its constructors are private, and nobody calls them"


def _makes(hierarchy: Hierarchy, name: str, made: str) -> bool:
    """Does a class make objects of another one?"""
    try:
        file = hierarchy.classes.find(name)
    except InputError:
        return False
    return file is not None and any(
        isinstance(each, TypeOperation) and each.operation == "new" and each.cls.name == made
        for method in file.methods
        if method.code is not None
        for each in decode(method.code)
    )
