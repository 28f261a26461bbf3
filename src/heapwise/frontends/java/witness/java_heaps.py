"""Heaps of the engine as a JVM has them, in the form of `testgen.java`.

Arrays have items, chars are unsigned, class objects are named constants, strings are their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwise.engine.state import Store
from heapwise.frontends.java.classfile.descriptors import field_type
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.semantics.lambdas import LambdaClass
from heapwise.frontends.java.semantics.operations import class_type, in_characters
from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass
from heapwise.frontends.java.universe.scalars import WIDTHS
from heapwise.frontends.java.universe.well_known import TEXT
from heapwise.program import ClassDecl, Type
from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.terms import location
from heapwise.testgen.java.set_values import entries_of_sets, with_set_values

CLASS = "java.lang.Class"
_THROWABLE = "java.lang.Throwable"
TEXTS = ("java.lang.String", "java.lang.StringBuilder", "java.lang.StringBuffer")
"""Classes whose objects are their text."""

_DEFAULTS: Mapping[str, Value] = {
    **dict.fromkeys("BCSIJ", 0),
    **dict.fromkeys("FD", 0.0),
    "Z": False,
}
"""What elements hold that nothing was written to, where that is not null."""


class Shown:
    """Heaps of the engine in the form of `testgen.java`."""

    def __init__(self, program: JavaProgram, inputs: Mapping[str, Type], store: Store) -> None:
        self._program = program
        self._inputs = inputs
        self._store = store
        self._classes: dict[str, Mapping[str, tuple[str, str]] | None] = {}

    def heap(self, heap: Heap, before: Iterable[Ref] = ()) -> Heap:
        """Entries of sets that were there `before` may have been taken out since."""
        roots = {name: self._root(name, value) for name, value in heap.roots.items()}
        objects = {
            ref: self._object(body)
            for ref, body in heap.objects.items()
            if body.class_name != CLASS
        }
        found = Heap(roots, objects)
        return with_set_values(found, {*entries_of_sets(found), *before})

    def _root(self, name: str, value: Value) -> Value:
        program = self._program
        for parameter in program.parameters:
            if parameter.name == name:
                return self.value(self.scalar(value, parameter.java.descriptor))
        return self.value(value)

    def value(self, value: Value) -> Value:
        """Class objects are constants."""
        if isinstance(value, Ref) and value.name.startswith(f"{CLASS}@"):
            loc = location(-int(value.name.rpartition("@")[2]))
            descriptor = class_type(loc).of(self._store)
            if descriptor is not None:
                return Named(f"{field_type(descriptor)}.class")
        return value

    def scalar(self, value: Value, descriptor: str) -> Value:
        """As Java has a value of this type: chars are not negative, and 0 is no float."""
        if descriptor == "C" and isinstance(value, int):
            return value & 0xFFFF if self._program.universe.exact else value
        if descriptor in WIDTHS and isinstance(value, bool):
            return int(value)
        if descriptor == "V":
            return None
        return self.value(value)

    def _object(self, body: HeapObject) -> HeapObject:
        cls = self._program.classes[body.class_name]
        if isinstance(cls, LambdaClass):
            return HeapObject(cls.shown, {})
        if isinstance(cls, JavaArray):
            component = cls.type.component.descriptor
            fields = dict(body.fields)
            length = fields.pop("length")
            items = tuple(self.scalar(value, component) for value in fields.values())
            assert isinstance(length, int)
            rest = length - len(items)  # of a very long array, the first are listed
            return HeapObject(body.class_name, {}, items + rest * (_DEFAULTS.get(component),))
        text = body.fields.get(TEXT)
        if cls.name in TEXTS and isinstance(text, str):
            return HeapObject(body.class_name, {TEXT: in_characters(text)})
        names = self.names(cls)
        return HeapObject(
            body.class_name,
            {
                names[key][0]: self.scalar(value, names[key][1])
                for key, value in body.fields.items()
                if key in names
            },
        )

    def names(self, cls: ClassDecl) -> Mapping[str, tuple[str, str]]:
        """What each field is called and its descriptor; those of Throwable are left out."""
        found = self._classes.get(cls.name)
        if found is None:
            found = {}
            latest: dict[str, str] = {}
            for key, field in cls.fields().items():
                owner = field.owner
                plain = key.rpartition(".")[2]
                if owner.name == _THROWABLE:
                    continue
                descriptor = _descriptor(owner, plain)
                if plain in latest:  # it is hidden by this one
                    hidden = latest[plain]
                    above = cls.fields()[hidden].owner
                    found[hidden] = (f"{above.name}.{plain}", found[hidden][1])
                latest[plain] = key
                found[key] = (plain, descriptor)
            self._classes[cls.name] = found
        return found


def _descriptor(owner: ClassDecl, name: str) -> str:
    if isinstance(owner, JavaClass):
        field = owner.file.field(name)
        if field is not None:
            return field.descriptor
    return ""
