"""Java classes, fields and methods as declarations of the IR.

A class is known to the engine by its binary name (`java.util.Map$Entry`), an array class by that of
its element (`int[]`). Invariant: every class file has one declaration, every method and field of it
too; `MethodDecl.code` is there once the method was called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import ArrayType
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Type

if TYPE_CHECKING:
    from heapwise.program import Position

Select = Callable[["JavaClass | JavaArray", str], MethodDecl | None]
"""The method that an object of a class runs when a method, named by a key, is invoked."""


class JavaMethod(MethodDecl):
    """`method` is what the class file has; without it, the method was made up here."""

    __slots__ = ("method",)

    def __init__(
        self,
        owner: ClassDecl,
        name: str,
        parameters: tuple[tuple[str, Type], ...],
        result: Type,
        method: Method | None = None,
        abstract: bool = False,
        at: Position | None = None,
    ) -> None:
        super().__init__(owner, name, parameters, result, None, abstract, at)
        self.method = method


class JavaClass(ClassDecl):
    """`file` is the class file. `is_open` says that its fields are declared with their types, as
    those of classes that inputs may have; the others are never read before they are written."""

    __slots__ = ("_fields", "_select", "_selected", "file", "is_open", "is_user")

    def __init__(
        self,
        file: ClassFile,
        superclass: ClassDecl | None,
        interfaces: tuple[ClassDecl, ...],
        select: Select,
        is_user: bool,
    ) -> None:
        # Inputs of an enum are stand-ins of this very class, whatever classes the constants have.
        abstract = file.is_interface or (file.is_abstract and not file.is_enum)
        super().__init__(file.java_name, superclass, interfaces, abstract)
        self.file = file
        self.is_open = False
        self.is_user = is_user
        self._select = select
        self._selected: dict[str, MethodDecl | None] = {}
        self._fields: dict[str, FieldDecl] | None = None

    def fields(self) -> dict[str, FieldDecl]:
        if self._fields is None:
            above = self.superclass.fields() if self.superclass is not None else {}
            self._fields = {**above, **self.own_fields}
        return self._fields

    def forget_fields(self) -> None:
        """To be called when a field was added."""
        self._fields = None

    def items(self) -> dict[str, FieldDecl]:
        return {}

    def find_field(self, name: str) -> FieldDecl | None:
        return self.fields().get(name)

    def find_method(self, name: str) -> MethodDecl | None:
        if name not in self._selected:
            self._selected[name] = self._select(self, name)
        return self._selected[name]


class JavaArray(ClassDecl):
    """Arrays of references all have their cells in common (`base`), because arrays are covariant:
    the same array is a `String[]` here and an `Object[]` there."""

    __slots__ = ("_select", "type")

    def __init__(
        self,
        type: ArrayType,
        element: Type,
        superclass: ClassDecl,
        interfaces: tuple[ClassDecl, ...],
        select: Select,
    ) -> None:
        super().__init__(str(type), superclass, interfaces, element=element)
        self.type = type
        self._select = select

    def items(self) -> dict[str, FieldDecl]:
        return {}

    def fields(self) -> dict[str, FieldDecl]:
        return self.own_fields

    def is_subclass_of(self, other: ClassDecl) -> bool:
        if isinstance(other, JavaArray):
            mine, theirs = self.element, other.element
            if isinstance(mine, ClassDecl) and isinstance(theirs, ClassDecl):
                return mine.is_subclass_of(theirs)
            return self is other
        return other in self.supertypes

    def find_method(self, name: str) -> MethodDecl | None:
        return self._select(self, name)


class ArraysBelow(JavaArray):
    """What an input is declared as that may be an array of this class, or of one whose component
    type is narrower; no object has this class itself."""

    __slots__ = ("narrower", "top")

    def __init__(self, top: JavaArray, select: Select) -> None:
        assert top.element is not None and top.superclass is not None
        super().__init__(top.type, top.element, top.superclass, top.interfaces, select)
        self.name = f"{top.name} or below"
        self.abstract = True
        self.own_fields["length"] = top.own_fields["length"]
        self.top = top
        self.narrower: tuple[JavaArray, ...] = ()


class Stub(ClassDecl):
    """Stands for all classes that could implement or extend `stubbed` (`stubs.StubClass`)."""

    __slots__ = ("stubbed",)

    stubbed: JavaClass

    def results(self) -> list[Type]:
        """The types of what its methods return."""
        raise NotImplementedError
