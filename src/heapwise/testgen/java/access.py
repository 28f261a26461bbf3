"""What a test may touch of the classes under test, as plain data.

A front end fills it in; the writer of tests uses what can be named and falls back on reflection for
the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from heapwise.results import Heap, Named, Value


@dataclass(frozen=True, slots=True)
class FieldAccess:
    """`owner` declares it; `source` is how the test names its type, or None if it cannot. `direct`
    says that the test can read and write it as `object.name`."""

    owner: str
    name: str
    descriptor: str
    source: str | None
    direct: bool


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A method that a subclass has to have, as source code: `modifier` ends with a space if there
    is one, `result` and `parameters` are types."""

    modifier: str
    result: str
    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extension:
    """What a class must have that extends an abstract one: `arguments` are expressions that some
    constructor of it takes."""

    arguments: tuple[str, ...]
    methods: tuple[Unwritten, ...]


@dataclass(frozen=True, slots=True)
class PlainCall:
    """A constructor that assigns each of its arguments to a field, and `constants` to others;
    `fields` are in the order of the arguments. If `others` has one too, null needs a type."""

    fields: tuple[str, ...]
    constants: Mapping[str, Value]
    others: bool

    def differing(self, values: Mapping[str, Value]) -> list[str]:
        """The fields that have other values than those that it gives them."""
        return [
            name
            for name, value in values.items()
            if name not in self.fields
            and (value != self.constants[name] if name in self.constants else bool(value))
        ]


@dataclass(frozen=True, slots=True)
class ClassAccess:
    """`source` is how the test names the class, or None if it cannot. `constructor` says that
    `new C()` compiles; `is_enum` that objects are constants. A record has its components, in order:
    its fields cannot be set later. An abstract class has an `extension` if the test can extend
    it. `plain` constructors do nothing but assign."""

    name: str
    source: str | None
    constructor: bool = False
    is_enum: bool = False
    components: tuple[str, ...] | None = None
    fields: Mapping[str, FieldAccess] = field(default_factory=dict)
    is_interface: bool = False
    extension: Extension | None = None
    plain: tuple[PlainCall, ...] = ()


@dataclass(frozen=True, slots=True)
class MethodAccess:
    """`owner` and `parameters` are how source code names the types, None where it cannot;
    `parameter_names` are the binary names of the latter, for reflection. `result` is the descriptor
    of the result, `result_name` how source code names its type. If it is `overloaded`, arguments
    must tell which is meant."""

    owner: str | None
    parameters: tuple[str | None, ...]
    parameter_names: tuple[str, ...]
    descriptors: tuple[str, ...]
    result: str
    result_name: str
    direct: bool
    overloaded: bool = True


def classes_named(
    heaps: Iterable[Heap], answers: Sequence[tuple[Value, str]] = (), value: Value = None
) -> Iterator[str]:
    """All classes of objects, and those that constants, stubs and arrays belong to."""
    values = [value, *(answer for answer, _ in answers)]
    for heap in heaps:
        values += heap.roots.values()
        for obj in heap.objects.values():
            yield obj.class_name.replace("[]", "")
            yield obj.class_name.replace("[]", "").rpartition("$")[0]
            values += obj.contents()
    for each in values:
        if isinstance(each, Named):
            yield each.text.rpartition(".")[0]
