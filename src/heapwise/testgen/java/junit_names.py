"""What a JUnit test calls things: its variables, and types, fields and values as it may write them.

A type or a field that the test may not name is looked up at run time, by one of the helpers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.testgen.java.access import ClassAccess, FieldAccess
from heapwise.testgen.java.literals import BOXES, literal
from heapwise.testgen.java.recipe import stem_of

STUB = "$any"
PRIMITIVES = {
    "boolean": "Z",
    "byte": "B",
    "char": "C",
    "short": "S",
    "int": "I",
    "long": "J",
    "float": "F",
    "double": "D",
}


class UnwritableError(Exception):
    """A heap that no Java code builds."""


class JavaNames:
    """`variables` are the names of objects; `inline` those whose value is as good. `helpers` are
    those that were needed so far, `opened` the packages of the JDK that these look into."""

    def __init__(self, given: Heap, classes: Mapping[str, ClassAccess]) -> None:
        self.given = given
        self._classes = classes
        self.variables: dict[Ref, str] = {}
        self.inline: set[Ref] = set()
        self._counts: dict[str, int] = {}
        self.helpers: set[str] = set()
        self.opened: set[str] = set()

    def take(self, variables: Mapping[Ref, str], counts: Mapping[str, int]) -> None:
        """These are declared already."""
        self.variables.update(variables)
        self._counts.update(counts)

    def reflects(self, helper: str, owner: str) -> None:
        self.helpers.add(helper)
        if owner.startswith("java."):
            self.opened.add(owner.rpartition(".")[0])

    def name(self, ref: Ref, body: HeapObject) -> str:
        stem = stem_of(body.class_name.removesuffix(STUB))
        self._counts[stem] = self._counts.get(stem, 0) + 1
        self.variables[ref] = f"{stem}{self._counts[stem]}"
        return self.variables[ref]

    def source(self, cls: str) -> str | None:
        """How the test names a type, if it can."""
        element = cls.replace("[]", "")
        if element in PRIMITIVES:
            return cls
        access = self._classes.get(element)
        source = access.source if access is not None else None
        return None if source is None else source + cls[len(element) :]

    def type_name(self, cls: str) -> str:
        return self.source(cls.removesuffix(STUB)) or "Object"

    def type(self, cls: str) -> str:
        """The class object, found by name."""
        self.helpers.add("type")
        dimensions = cls.count("[]")
        element = cls.replace("[]", "")
        if dimensions:
            letter = PRIMITIVES.get(element, f"L{element};")
            return f'type("{"[" * dimensions}{letter}")'
        return f'type("{cls}")'

    def field(self, cls: str, key: str) -> FieldAccess:
        access = self._classes.get(cls)
        found = access.fields.get(key) if access is not None else None
        assert found is not None, f"no field {key} in {cls}"
        return found

    def place(self, name: str, cls: str, key: str) -> str:
        field = self.field(cls, key)
        if field.owner == cls or key == field.name:
            return f"{name}.{field.name}"
        return f"(({self.source(field.owner)}) {name}).{field.name}"

    def cast(self, value: Value, source: str) -> str:
        """Before a variable whose class the test cannot name: it is declared as `Object`."""
        if not isinstance(value, Ref) or source == "Object":
            return ""
        cls = self.given.objects[value].class_name.removesuffix(STUB)
        return "" if self.source(cls) is not None else f"({source}) "

    def boxed(self, value: Value) -> str:
        """A box that the compiler must not take for a number; empty if it is none."""
        if not isinstance(value, Ref) or value not in self.inline:
            return ""
        cls = self.given.objects[value].class_name
        name = cls.rpartition(".")[2]
        return f"{name}.valueOf({self.variables[value]})" if cls in BOXES else ""

    def constant(self, access: ClassAccess, ordinal: Value) -> str:
        # A constant with a body of its own has a class of its own.
        family = re.sub(r"\$\d+$", "", access.name)
        named = self._classes.get(family)
        if named is not None and named.source is not None:
            return f"{named.source}.values()[{ordinal}]"
        return f"{self.type(family)}.getEnumConstants()[{ordinal}]"

    def value(self, value: Value, descriptor: str) -> str:
        if len(descriptor) == 1:
            return literal(value, descriptor)
        if value is None:
            return "null"
        if isinstance(value, Ref):
            return self.variables[value]
        assert isinstance(value, Named)
        if value.text.endswith(".class"):
            cls = value.text.removesuffix(".class")
            if cls.endswith(STUB):
                raise UnwritableError("the class of a stub")
            source = self.source(cls)
            return f"{source}.class" if source is not None else self.type(cls)
        owner, _, name = value.text.rpartition(".")
        source = self.source(owner)
        if source is not None:
            return f"{source}.{name}"
        self.reflects("get", owner)
        return f'get(null, "{owner}", "{name}")'
