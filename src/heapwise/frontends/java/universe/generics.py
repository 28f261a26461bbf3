"""What collections of the inputs hold, by the generic signatures of the user's classes.

Bytecode has no type arguments: the elements of a `List<String>` are objects. Signatures tell. What
is found is by the name of the type variable (`E` of a list, `K` and `V` of a map): all classes that
any signature of the inputs gives to a variable of that name. So the elements of a list are what its
signature says where all lists of the inputs say the same, and one of several classes otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest

from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import DescriptorError, JavaType
from heapwise.frontends.java.classfile.signatures import (
    GenericArrayType,
    GenericClassType,
    GenericType,
    TypeArgument,
    TypeParameter,
    TypeVariable,
    Wildcard,
    class_signature,
    field_signature,
    method_signature,
    plain,
)
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import OBJECT
from heapwise.frontends.java.universe.well_known import INTEGER
from heapwise.program import InputError

_MOST_CLASSES = 500
_BOUNDS_OF_INTEGERS = (OBJECT, "java/lang/Comparable", "java/lang/Number")
_HOLD_NOTHING = ("java/util/function/", "java/util/Comparator", "java/lang/Comparable")


@dataclass
class Arguments:
    """`classes` has the internal names for each variable. `objects`: an input is declared as
    `Object` or has type arguments left out, so that it may be anything. `declared` are the classes
    of parameters and fields themselves, `given` what each class is given for its variables."""

    classes: dict[str, dict[str, None]] = field(default_factory=dict)
    declared: dict[str, None] = field(default_factory=dict)
    given: dict[tuple[str, str], dict[str, None]] = field(default_factory=dict)
    left_open: set[tuple[str, str]] = field(default_factory=set)
    """What some input is declared with that gives no class for such a variable."""
    objects: bool = False

    def of(self, variable: str) -> tuple[str, ...]:
        return tuple(self.classes.get(variable, ()))

    def answer(self, cls: str, owner: str, variable: str) -> str | None:
        """What a method of `owner` returns that is declared to return a variable of it, where an
        input is declared as `cls`; None if that is not clear."""
        found = self.given.get((owner, variable))
        if found is None:
            found = {}
            for (name, _), classes in self.given.items():
                if name == cls:
                    found.update(classes)
        return next(iter(found)) if len(found) == 1 else None

    def fixed(self, cls: str) -> dict[str, tuple[str, ...]]:
        """The classes that every input declared as a generic one is given, by its variables."""
        return {
            variable: tuple(classes)
            for (name, variable), classes in self.given.items()
            if name == cls and (name, variable) not in self.left_open
        }

    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for names in self.classes.values() for name in names))


def type_arguments(
    classes: ClassPath, user: Sequence[str], cls: ClassFile, method: Method
) -> Arguments:
    """Those of a method's parameters and of the fields of user classes that these lead to."""
    return _Search(classes, frozenset(user)).run(cls, method)


def arguments_of(classes: ClassPath, cls: ClassFile, above: str) -> dict[str, str]:
    """The classes that a class fixes for the variables of one that it extends or implements:
    `String` for `T` of `Comparable`, if it is a `Comparable<String>`."""
    waiting: list[tuple[ClassFile, dict[str, str]]] = [(cls, {})]
    seen: set[str] = set()
    while waiting:
        file, bound = waiting.pop()
        if file.name == above:
            return bound
        if file.name in seen or file.signature is None:
            continue
        seen.add(file.name)
        try:
            said = class_signature(file.signature)
        except DescriptorError:
            continue
        for each in (said.superclass, *said.interfaces):
            with suppress(InputError):
                if (found := classes.find(each.name)) is not None:
                    waiting.append((found, _bound(found, each, bound)))
    return {}


def _bound(file: ClassFile, type_: GenericClassType, outside: Mapping[str, str]) -> dict[str, str]:
    """The variables of a class, where it is named with these arguments."""
    found: dict[str, str] = {}
    for variable, argument in zip(_variables_of(file, None), type_.arguments, strict=False):
        if isinstance(argument, GenericClassType):
            found[variable.name] = argument.name
        elif isinstance(argument, TypeVariable) and argument.name in outside:
            found[variable.name] = outside[argument.name]
    return found


class _Search:
    def __init__(self, classes: ClassPath, user: frozenset[str]) -> None:
        self._classes = classes
        self._user = user
        self._found = Arguments()
        self._variables: list[tuple[str, str]] = []
        self._bounds: dict[str, str] = {}
        self._seen: dict[str, None] = {}

    def run(self, cls: ClassFile, method: Method) -> Arguments:
        if not method.is_static:
            self._seen[cls.name] = None
        for parameter in _parameters(method):
            self._type(parameter)
        self._note(_variables_of(cls, method))
        for count, name in enumerate(_growing(self._seen)):
            file = self._file(name) if count < _MOST_CLASSES else None
            if file is not None:
                self._fields(file)
        self._resolve()
        return self._found

    def _file(self, name: str) -> ClassFile | None:
        try:
            return self._classes.find(name)
        except InputError:
            return None

    def _fields(self, file: ClassFile) -> None:
        self._note(_variables_of(file, None))
        if file.superclass in self._user:
            assert file.superclass is not None
            self._seen.setdefault(file.superclass)
        for each in file.fields:
            if not each.is_static:
                self._type(_generic(each.signature, each.type))

    def _note(self, parameters: Sequence[TypeParameter]) -> None:
        for each in parameters:
            bound = each.bounds[0] if each.bounds else None
            name = bound.name if isinstance(bound, GenericClassType) else OBJECT
            self._bounds.setdefault(each.name, name)

    def _type(self, type_: GenericType) -> None:
        if isinstance(type_, GenericClassType):
            self._found.declared[type_.name] = None
        waiting: list[TypeArgument | GenericType] = [type_]
        while waiting:
            each = waiting.pop()
            if isinstance(each, GenericArrayType):
                waiting.append(each.component)
            elif isinstance(each, Wildcard) and each.bound is not None:
                waiting.append(each.bound)
            elif isinstance(each, GenericClassType):
                waiting += each.arguments
                self._class(each)

    def _class(self, type_: GenericClassType) -> None:
        if type_.name in self._user:
            self._seen.setdefault(type_.name)
        file = self._file(type_.name)
        names = [each.name for each in _variables_of(file, None)] if file is not None else []
        for name, argument in zip_longest(names, type_.arguments[: len(names)]):
            bound = argument.bound if isinstance(argument, Wildcard) else argument
            if isinstance(bound, GenericClassType):
                self._found.given.setdefault((type_.name, name), {})[bound.name] = None
            else:
                self._found.left_open.add((type_.name, name))
        if type_.name.startswith(_HOLD_NOTHING):
            return
        if type_.name == OBJECT or len(names) != len(type_.arguments):
            self._found.objects = True
            return
        for name, argument in zip(names, type_.arguments, strict=True):
            given = argument.bound if isinstance(argument, Wildcard) else argument
            if isinstance(given, GenericClassType) and given.name != OBJECT:
                self._found.classes.setdefault(name, {})[given.name] = None
            elif isinstance(given, TypeVariable):
                self._variables.append((name, given.name))
            else:
                self._found.objects = True

    def _resolve(self) -> None:
        """What is given to a variable by way of another one; that has its bound if nothing else."""
        classes = self._found.classes
        for _ in self._variables:
            before = sum(map(len, classes.values()))
            for name, given in self._variables:
                if name != given and given in classes:
                    classes.setdefault(name, {}).update(classes[given])
            if sum(map(len, classes.values())) == before:
                break
        for name, given in self._variables:
            if given not in classes and name not in classes:
                bound = self._bounds.get(given, OBJECT)
                classes[name] = {INTEGER if bound in _BOUNDS_OF_INTEGERS else bound: None}


def _growing(seen: dict[str, None]) -> Iterator[str]:
    """Its keys, with those that are added on the way."""
    done: set[str] = set()
    while len(done) < len(seen):
        for name in [each for each in seen if each not in done]:
            done.add(name)
            yield name


def _generic(signature: str | None, type_: JavaType) -> GenericType:
    try:
        return field_signature(signature) if signature is not None else plain(type_)
    except DescriptorError:
        return plain(type_)


def _parameters(method: Method) -> Sequence[GenericType]:
    if method.signature is not None:
        try:
            return method_signature(method.signature).parameters
        except DescriptorError:
            pass
    return [plain(each) for each in method.type.parameters]


def _variables_of(cls: ClassFile, method: Method | None) -> tuple[TypeParameter, ...]:
    found: tuple[TypeParameter, ...] = ()
    try:
        if cls.signature is not None:
            found = class_signature(cls.signature).type_parameters
        if method is not None and method.signature is not None:
            found += method_signature(method.signature).type_parameters
    except DescriptorError:
        pass
    return found
