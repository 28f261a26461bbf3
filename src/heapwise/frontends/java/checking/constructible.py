"""Which Java witnesses can be written down as they are: constructors and assignments to fields.

An object can if a constructor sets nothing but what it is given (`plain_constructors`), and every
other field that differs may be assigned by users of the class (`field_writers`).
"""

from __future__ import annotations

from collections.abc import Collection

from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.classfile.attributes import InnerClasses, find
from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.classfile.flags import PRIVATE
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.contracts import JavaContract
from heapwise.frontends.java.witness.plain_constructors import plain_constructor
from heapwise.program import InputError
from heapwise.results import Heap, HeapObject, Ref
from heapwise.results.heap import reached

_MADE_BY_OTHERS = ("java/lang/Throwable", "java/lang/Enum")


def declared_valid(contract: JavaContract) -> frozenset[str]:
    """The inputs of which somebody has said which are meant: those that have an invariant, and
    those that a precondition is about."""
    stated = [each for each in contract.invariants if each.is_stated]
    conditions = (*stated, *contract.requires)
    return frozenset(name for each in conditions for name in each.arguments)


class Constructible:
    def __init__(self, classes: ClassPath, writers: FieldWriters) -> None:
        self._classes = classes
        self._hierarchy = Hierarchy(classes)
        self._writers = writers
        self._user = frozenset(classes.user_classes())

    def unexplained(self, heap: Heap, valid: Collection[str]) -> list[Ref]:
        """Objects of the program that cannot be written down, but for what the `valid` roots lead
        to."""
        known = reached(heap, [heap.roots.get(name) for name in valid])
        return [
            ref
            for ref, obj in heap.objects.items()
            if ref not in known and not self._is_explained(obj)
        ]

    def _is_explained(self, obj: HeapObject) -> bool:
        name = obj.class_name.replace(".", "/")
        if name not in self._user:
            return True  # of the JDK, an array, or what stands for any implementation
        cls = self._classes.load(name)
        try:
            above = {each.name for each in self._hierarchy.line(name)}
        except InputError:
            return True
        if not above.isdisjoint(_MADE_BY_OTHERS):
            return True
        if is_private_class(cls):
            return False  # nobody else can make one: calls of the classes around it do
        for method in cls.methods_named("<init>"):
            plain = None if method.is_private else plain_constructor(cls, method)
            if plain is not None and self._may_be_assigned(cls, plain.differing(obj.fields)):
                return True
        return False

    def _may_be_assigned(self, cls: ClassFile, names: Collection[str]) -> bool:
        fields = {each.name: each for each in cls.fields}
        return all(
            name in fields and self._writers.may_be_assigned(cls, fields[name]) for name in names
        )


def is_private_class(cls: ClassFile) -> bool:
    """Is it nested, for the class around it alone?"""
    inner = find(cls.attributes, InnerClasses)
    own = [each for each in inner.classes if each.inner == cls.name] if inner else []
    return any(each.access & PRIVATE for each in own)
