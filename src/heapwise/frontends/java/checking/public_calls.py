"""What a user of Java classes can do with their objects: operations for a search for calls.

Constructors and methods: the public ones, and of a class that has none those that are not private;
fields that are not private, which may be assigned if code outside of the class does so. Arguments
are chosen from a few values of the declared types: those of the witnesses first, then small ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.checking.harmless_methods import HarmlessMethods
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import (
    ArrayType,
    ClassType,
    DescriptorError,
    JavaType,
    PrimitiveType,
)
from heapwise.frontends.java.classfile.parameter_notes import allows_null
from heapwise.frontends.java.classfile.signatures import (
    GenericArrayType,
    GenericClassType,
    GenericType,
    TypeVariable,
    Wildcard,
    method_signature,
    plain,
)
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.contracts import is_condition
from heapwise.frontends.java.main_code import names_of
from heapwise.frontends.java.witness.access import Accesses
from heapwise.program import InputError
from heapwise.results import Heap, Value
from heapwise.results.heap import value_to_json
from heapwise.structure.to_python.deriving import INVARIANTS
from heapwise.testgen.java.literals import BOXES

_MOST_OPERATIONS = 60
_MOST_OF_WITNESS = 5
_NUMBERS = (0, 1, 2, -1, 3)
_TEXTS = ("a", "b", "")
_BOXED = {name.replace(".", "/"): descriptor for name, descriptor in BOXES.items()}
_NUMBER_TYPES = ("java/lang/Object", "java/lang/Comparable", "java/lang/Number")
_LISTS = ("java/util/List", "java/util/Collection", "java/lang/Iterable", "java/util/ArrayList")
_CONTAINERS = dict.fromkeys(_LISTS, "ArrayList") | {
    "java/util/Set": "HashSet",
    "java/util/HashSet": "HashSet",
    "java/util/Queue": "ArrayDeque",
    "java/util/Deque": "ArrayDeque",
    "java/util/ArrayDeque": "ArrayDeque",
}
_MAPS = ("java/util/Map", "java/util/HashMap")
_OF_ALL = ("toString", "hashCode", "equals", "compareTo", "clone", "finalize", "main")

T = TypeVar("T", int, str, float)
Choices = list[list[Any]]
Operation = dict[str, Any]


class JavaCalls:
    """Those that may help to make objects of some classes."""

    def __init__(
        self,
        classes: ClassPath,
        writers: FieldWriters,
        accesses: Accesses,
        wanted: Iterable[str],
        witnesses: Sequence[Heap],
    ) -> None:
        """`wanted` are internal names."""
        self._classes = classes
        self._hierarchy = Hierarchy(classes)
        self._writers = writers
        self._accesses = accesses
        self._harmless = HarmlessMethods(classes, writers)
        self._wanted = [each for each in writers.around if each.name in set(wanted)]
        values = [value for heap in witnesses for value in _values(heap)]
        self._numbers = _first(_integers(values), _NUMBERS)
        self._texts = _first([v for v in values if isinstance(v, str)], _TEXTS)
        self._floats = _first([v for v in values if isinstance(v, float)], (0.0, 1.0, -1.0))

    @cached_property
    def classes(self) -> list[ClassFile]:
        """The classes whose objects matter: the wanted ones, those that have such in fields, those
        that their operations take, and what is derived from these."""
        around = self._writers.around
        names = {each.name for each in self._wanted}
        found = dict.fromkeys(names)
        for cls in around:
            if any(_names_in(field.type) & names for field in cls.fields if not field.is_static):
                found[cls.name] = None
        waiting = list(found)
        known = {each.name: each for each in around}
        while waiting:
            name = waiting.pop(0)
            more = [each.name for each in around if self.is_subclass(each.name, name)]
            for method in self._called(known[name]):
                more += [part for each in method.type.parameters for part in _names_in(each)]
            waiting += [each for each in more if each in known and each not in found]
            found.update(dict.fromkeys(each for each in more if each in known))
        return [known[name] for name in found if not known[name].is_enum]

    def is_subclass(self, name: str, of: str) -> bool:
        return self._hierarchy.is_surely_below(name, of)

    def operations(self) -> list[Operation]:
        """The most useful ones first."""
        calls = [(cls, method) for cls in self.classes for method in self._called(cls)]
        found: list[Operation] = []
        for cls, method in calls:
            if method.is_constructor and not cls.is_abstract:
                found.append(self._call("new", cls, method))
        for cls, method in calls:
            if not (method.is_constructor or method.is_static):
                found.append(self._call("method", cls, method))
        for cls, method in calls:
            if method.is_static and self._is_about_objects(method):
                found.append(self._call("function", cls, method))
        for cls in self.classes:
            found += self._fields(cls)
        return found[:_MOST_OPERATIONS]

    # ------------------------------------------------------------------ operations

    def _called(self, cls: ClassFile) -> Iterator[Method]:
        """Constructors and methods that a user calls, and that may be run unseen."""
        for group in (True, False):
            own = [each for each in cls.methods if each.is_constructor == group]
            own = [each for each in own if not each.is_private and _is_written(cls, each)]
            if any(each.is_public and each.name not in _OF_ALL for each in own):
                own = [each for each in own if each.is_public]
            for method in own:
                is_direct = self._accesses.of_method(cls, method).direct
                if is_direct and self._harmless.is_harmless(cls, method):
                    yield method

    def _is_about_objects(self, method: Method) -> bool:
        names = {each.name for each in self.classes}
        types = (*method.type.parameters, method.type.result)
        return any(_names_in(each) & names for each in types)

    def _call(self, do: str, cls: ClassFile, method: Method) -> Operation:
        choices = self.parameter_choices(method)
        access = self._accesses.of_method(cls, method)
        given = [
            {"name": name, "choices": each, "source": source}
            for name, each, source in zip(names_of(method), choices, access.parameters, strict=True)
        ]
        return {
            "do": do,
            "owner": cls.java_name,
            "name": method.name,
            "descriptor": method.descriptor,
            "parameters": given,
            "source": self._accesses.source_name(cls.name),
            "result": access.result_name,
            "overloaded": access.overloaded,
            "void": access.result == "V" and do != "new",
        }

    def _fields(self, cls: ClassFile) -> Iterator[Operation]:
        access = self._accesses.of_class(cls.java_name)
        names = {each.name for each in self.classes}
        for field in cls.fields:
            known = None if access is None else access.fields.get(field.name)
            if field.is_static or known is None or not known.direct:
                continue
            made = {
                "owner": cls.java_name,
                "name": field.name,
                "descriptor": field.descriptor,
                "result": known.source or "Object",
                "overloaded": False,
                "void": False,
            }
            if _names_in(field.type) & names:
                yield {**made, "do": "get", "parameters": []}
            if self._writers.may_be_assigned(cls, field):
                choices = self._of(plain(field.type), 2, True)
                given = [{"name": field.name, "choices": choices, "source": known.source}]
                yield {**made, "do": "set", "parameters": given}

    # ------------------------------------------------------------------ values

    def parameter_choices(self, method: Method, nulls: Collection[int] = ()) -> list[Choices]:
        """With null for objects of the program, and where it is said to be meant."""
        types: Sequence[GenericType] = [plain(each) for each in method.type.parameters]
        if method.signature is not None:
            try:
                declared = method_signature(method.signature).parameters
            except DescriptorError:
                declared = ()
            # An inner class is given the one around it, which its signature leaves out.
            types = declared if len(declared) == len(types) else types
        return [self._of(each, 2, allows_null(method, index)) for index, each in enumerate(types)]

    def receiver_choices(self, name: str) -> Choices:
        return [["of", name.replace("/", ".")]]

    def _of(self, type_: GenericType, depth: int, may_be_null: bool) -> Choices:
        if isinstance(type_, PrimitiveType):
            return self._scalars(type_.descriptor)
        found = self._objects(type_, depth)
        is_own = all(kind == "of" for kind, *_ in found)
        return [*found, ["value", None, ""]] if is_own or may_be_null else found

    def _objects(self, type_: GenericType, depth: int) -> Choices:
        match type_:
            case GenericArrayType(component):
                return [["items", "array", self._of(component, depth - 1, False)]] if depth else []
            case TypeVariable():
                return [*self._own(), *self._scalars("I"), *self._scalars("T")[:2]]
            case Wildcard(bound=bound):
                return self._objects(bound or TypeVariable("?"), depth)
            case GenericClassType(name, arguments):
                return self._of_class(name, [self._inside(each, depth) for each in arguments])
        return []

    def _inside(self, argument: object, depth: int) -> Choices:
        inner = argument.bound if isinstance(argument, Wildcard) else argument
        if depth and isinstance(inner, GenericClassType | GenericArrayType | TypeVariable):
            return self._objects(inner, depth - 1)
        return self._scalars("I")

    def _of_class(self, name: str, inside: Sequence[Choices]) -> Choices:
        if name == "java/lang/String":
            return self._scalars("T")
        if name in _BOXED:
            return self._scalars(_BOXED[name])
        first = inside[0] if inside else self._scalars("I")
        if name in _CONTAINERS:
            return [["items", _CONTAINERS[name], first]]
        if name in _MAPS:
            return [["entries", "HashMap", first, inside[1] if len(inside) > 1 else first]]
        if name in _NUMBER_TYPES:
            own = self._own() if name == "java/lang/Object" else []
            return [*self._scalars("I"), *own, *self._scalars("T")[:2]]
        file = self._find(name)
        if file is not None and file.is_enum:
            constants = [each.name for each in file.fields if each.is_enum_constant]
            return [["constant", f"{file.java_name}.{each}"] for each in constants]
        return [["of", name.replace("/", ".")]]

    def _own(self) -> Choices:
        return [["of", each.java_name] for each in self._wanted]

    def _scalars(self, descriptor: str) -> Choices:
        values: Sequence[Value] = self._numbers
        if descriptor == "Z":
            values = (False, True)
        elif descriptor == "T":
            values = self._texts
        elif descriptor in "FD":
            values = self._floats
        elif descriptor == "C":
            values = tuple(ord(each) for each in "ab ")
        elif descriptor in "BS":
            values = [each for each in self._numbers if -128 <= each < 128]
        return [["value", value_to_json(value), descriptor] for value in values]

    def _find(self, name: str) -> ClassFile | None:
        try:
            return self._classes.find(name)
        except InputError:
            return None


def _is_written(cls: ClassFile, method: Method) -> bool:
    """Is it there for users: not made by the compiler, and not for contracts?"""
    if method.is_static_initialiser or method.is_synthetic or method.is_bridge:
        return False
    is_invariant = method.name in INVARIANTS and method.descriptor == "()Z"
    return method.code is not None and not (is_invariant or is_condition(cls, method))


def _names_in(type_: JavaType) -> set[str]:
    if isinstance(type_, ArrayType):
        return _names_in(type_.element)
    return {type_.name} if isinstance(type_, ClassType) else set()


def _values(heap: Heap) -> Iterator[Value]:
    yield from heap.roots.values()
    for obj in heap.objects.values():
        yield from obj.contents()


def _integers(values: Iterable[Value]) -> list[int]:
    """Those that any integer type but the smallest has."""
    found = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
    return [each for each in found if -(2**31) <= each < 2**31]


def _first(seen: Sequence[T], usual: Sequence[T]) -> list[T]:
    known = set(seen)
    first = sorted(known, key=lambda value: (len(str(value)), str(value)))[:_MOST_OF_WITNESS]
    return first + [each for each in usual if each not in known or each not in first]
