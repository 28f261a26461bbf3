"""Which fields of a class its users may assign: those that code outside of the class assigns too.

And those that nobody assigns, or of a class without methods: they are there to be assigned to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from heapwise.frontends.java.classfile.bytecode import FieldAccess, decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Field
from heapwise.frontends.java.classfile.constants import FieldRef
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.program import InputError


class FieldWriters:
    """Among the classes of a package, and those that are nested in them."""

    def __init__(self, classes: ClassPath, package: str) -> None:
        self._classes = classes
        self._package = package

    @cached_property
    def around(self) -> list[ClassFile]:
        """The classes of the package."""
        found = []
        for name in sorted(set(self._classes.user_classes())):
            if name.rpartition("/")[0] == self._package:
                try:
                    cls = self._classes.find(name)
                except InputError:
                    continue
                if cls is not None:
                    found.append(cls)
        return found

    def may_be_assigned(self, cls: ClassFile, field: Field) -> bool:
        if field.is_private or field.is_final or field.is_static or field.is_synthetic:
            return False
        if all(each.is_constructor or each.is_static_initialiser for each in cls.methods):
            return True
        writers = self._writers.get((cls.name, field.name), set())
        return not writers or writers != {cls.name}

    @cached_property
    def _writers(self) -> dict[tuple[str, str], set[str]]:
        found: dict[tuple[str, str], set[str]] = {}
        for cls in self.around:
            for owner, name in _assigned(cls):
                found.setdefault((owner, name), set()).add(cls.name)
        return found


def _assigned(cls: ClassFile) -> Iterator[tuple[str, str]]:
    if not any(isinstance(each, FieldRef) for each in cls.pool.entries):
        return
    for method in cls.methods:
        for each in decode(method.code) if method.code is not None else ():
            if isinstance(each, FieldAccess) and each.mnemonic == "putfield":
                yield each.field.owner, each.field.name
