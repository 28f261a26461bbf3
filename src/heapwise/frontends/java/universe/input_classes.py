"""Which classes the inputs of a Java program may have.

Classes of inputs are fixed before anything runs: those that the types of the parameters lead to,
through the fields of what they may be. A type may be

* the class itself, if it can be instantiated, and every class on the user's class path that extends
  or implements it (no anonymous or local ones); an input of an enum is one of its constants;
* for the JDK's collections, numbers and texts that are abstract: `DEFAULTS`;
* for `java.lang.Object`, if only collections have such cells, what their signatures say; else
  a plain object, any class of the universe but arrays, enums and `String`, and whatever classes the
  class under test casts to or asks for; in a class of the JDK, a plain object or an `Integer`;
* for `Object`, `Cloneable` and `Serializable`, also the arrays that the user's code which the
  method reaches casts to or asks for (`reaching`);
* for a type variable, what signatures of the inputs give it (`generics`); else `Integer` if its
  bound allows that, and else the bound;
* for other classes of the JDK outside `java.util` and the package under test: nothing but null;
* for an interface or abstract class that the user's code declares and nothing implements or
  extends, a stub (`stubs`).

All of it can be said otherwise (`JavaOptions.input_classes`). An input array has the class that it
is declared with; where the code could tell, also that of an array of a narrower class
(`ArraysBelow`), unless it is declared by a type variable or in a class of the JDK. Classes that the
program meets later are added when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType, PrimitiveType
from heapwise.frontends.java.classpath.class_path import ClassPath, MissingClassError
from heapwise.frontends.java.classpath.hierarchy import ARRAY_INTERFACES
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import ArraysBelow, JavaArray, JavaClass, Stub
from heapwise.frontends.java.universe.extending import is_extensible, why_unmade
from heapwise.frontends.java.universe.generics import arguments_of, type_arguments
from heapwise.frontends.java.universe.input_types import InputTypes
from heapwise.frontends.java.universe.reaching import (
    arrays_asked_for,
    samples_asked_for,
    tells_arrays_apart,
)
from heapwise.frontends.java.universe.well_known import BOXES, INTEGER, STRING
from heapwise.program import ClassDecl, InputError, Type

_UNMADE = ("java/util/EnumMap",)
"""Classes whose objects know a class, which no input does."""
_BUILDERS = ("java/lang/StringBuilder", "java/lang/StringBuffer")

DEFAULTS = {
    "java/lang/Comparable": INTEGER,
    "java/lang/Number": INTEGER,
    "java/lang/CharSequence": STRING,
    "java/lang/Iterable": "java/util/ArrayList",
    "java/util/Collection": "java/util/ArrayList",
    "java/util/List": "java/util/ArrayList",
    "java/util/AbstractList": "java/util/ArrayList",
    "java/util/AbstractCollection": "java/util/ArrayList",
    "java/util/Set": "java/util/HashSet",
    "java/util/SortedSet": "java/util/TreeSet",
    "java/util/NavigableSet": "java/util/TreeSet",
    "java/util/Map": "java/util/HashMap",
    "java/util/AbstractMap": "java/util/HashMap",
    "java/util/SortedMap": "java/util/TreeMap",
    "java/util/NavigableMap": "java/util/TreeMap",
    "java/util/Queue": "java/util/LinkedList",
    "java/util/Deque": "java/util/ArrayDeque",
}
"""What an input is that is declared as one of the JDK's abstract types."""

COMPARATOR = "java/util/Comparator"
_ORDERS = (
    "java/util/Comparators$NaturalOrderComparator",
    "java/util/Collections$ReverseComparator",
)
"""What a comparator is that the user's code declares; those within collections are null."""

_LINKED = (
    ("java/util/LinkedHashSet", "java/util/HashMap", "java/util/LinkedHashMap"),
    ("java/util/LinkedHashMap", "java/util/HashMap$Node", "java/util/LinkedHashMap$Entry"),
)
"""Where objects of the first class are inputs, what is declared as the second may be the third."""

_OURS = ("heapwise/", "org/cprover/", "org/sosy_lab/")
_MOST_NARROWER = 3
"""Classes of arrays that stand for all narrower ones."""
_MOST_SCANNED = 4_000
"""Classes on the user's class path among which subclasses are looked for."""
_COMPARABLE = "java/lang/Comparable"


class InputClasses:
    """`types` are what inputs are declared as; `tested` the classes that the class under test casts
    to or asks for; `stub` makes one. If the method under test is `of_jdk`, nothing is taken for
    granted of the JDK's classes."""

    def __init__(self, universe: Universe, package: str) -> None:
        self._universe = universe
        self._package = package
        self.types = InputTypes(universe, package)
        self._inputs: dict[ClassDecl, tuple[ClassDecl, ...]] = {}
        self._input_arrays: set[JavaArray] = set()
        self._opening: list[JavaClass] = []
        self._stubs: dict[JavaClass, Stub] = {}
        self._above_inputs: set[str] | None = None
        self.left_out: dict[str, str] = {}
        """Classes that cannot be read, because one above them is missing: that one."""
        self._user = _user_classes(universe.classes)
        self.tested: tuple[JavaClass, ...] = ()
        self._method: Method | None = None
        self._sampled: tuple[str, ...] = ()
        self._tested_arrays: tuple[JavaArray, ...] | None = None
        self.of_jdk = False
        self._receiver: JavaClass | None = None
        self.stub: Callable[[JavaClass], Stub] | None = None

    def examine(
        self,
        cls: JavaClass,
        method: Method,
        others: Sequence[tuple[ClassPath, Method]] = (),
    ) -> None:
        """Before the inputs of a method are declared: what may collections hold? There may be
        `others` that get the same inputs, other versions of it perhaps."""
        self.of_jdk = not cls.is_user
        self._receiver = None if method.is_static or method.is_constructor else cls
        if not self.of_jdk:
            self._method = method
            self.types.arguments = type_arguments(
                self._universe.classes, self._user, cls.file, method
            )
            run = [(self._universe.classes, method), *others]
            asked = [samples_asked_for(classes, self._user, each) for classes, each in run]
            self._sampled = tuple(dict.fromkeys(name for names in asked for name in names))
            # Looked for once, and only if an input is an array.
            self.types.tells_arrays_apart = cache(
                lambda: any(tells_arrays_apart(classes, self._user, each) for classes, each in run)
            )

    def input_classes(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        """The classes that an input may have that is declared as `cls`."""
        if isinstance(cls, ArraysBelow):
            return (cls.top, *cls.narrower)
        if isinstance(cls, JavaArray):
            return (cls,)
        found = self._inputs.get(cls)
        return found if found is not None else ()

    def enums_among(self, cls: ClassDecl) -> tuple[JavaClass, ...]:
        """The enum classes that an input may have that is declared as `cls`."""
        found = self.input_classes(cls)
        return tuple(each for each in found if isinstance(each, JavaClass) and each.file.is_enum)

    def unimplemented(self) -> tuple[str, ...]:
        """The types of the user's inputs that no class is known for: such inputs are null."""
        found = [
            cls.name
            for cls, classes in self._inputs.items()
            if not classes
            and isinstance(cls, JavaClass)
            and cls.file.name in self.types.arguments.declared
        ]
        return tuple(sorted(found))

    def restrictions(self) -> Iterator[str]:
        """In which ways inputs are fewer than their types allow, unless the user has said so."""
        if (
            self._universe.root in self._inputs.get(self._universe.root, ())
            and self._chosen(self._universe.root) is None
        ):
            yield "an Object is a plain one or of a class that other inputs have"
        for cls in self._inputs:
            if isinstance(cls, JavaClass) and cls.file.name in self.types.arguments.declared:
                defaults = " or ".join(self._defaults(cls)).replace("/", ".")
                if defaults and self._chosen(cls) is None:
                    yield f"a {cls.name} is a {defaults}"
        tables = any(cls.name == "java.util.HashMap" for cls in self.all_input_classes())
        if tables and self.of_jdk:
            yield "a HashMap has all its entries in one place of its table"
        elif tables:
            yield "a HashMap goes through its entries in any order, and through new ones last"
        for name in self.unimplemented():
            yield f"a {name} is null"
        for name in self.stubs():
            yield f"methods of a {name} return, and do nothing else"
        for name in self.left_out:
            yield f"no input is a {name}"

    def has_narrower_arrays(self, cls: JavaArray) -> bool:
        """May an input that is used as an array of this class be of a class below it?"""
        return any(each is not cls and each.is_subclass_of(cls) for each in self._input_arrays)

    def is_widest(self, cls: JavaArray, among: Sequence[ClassDecl]) -> bool:
        """Are these the classes that an input of this array class may have?"""
        wide = self.types.wide.get(cls)
        return wide is not None and set(among) <= {cls, *wide.narrower}

    def stubs(self) -> tuple[str, ...]:
        """The interfaces and abstract classes that inputs have stubs for."""
        found = [each.stubbed.name for each in self._stubs.values()]
        return tuple(sorted(found))

    def may_be_input(self, name: str) -> bool:
        """May an input be an object of this class, or of one below it?"""
        if self._above_inputs is None:
            self._above_inputs = {
                above.file.name
                for cls in self.all_input_classes()
                for above in cls.ancestors()
                if isinstance(above, JavaClass)
            }
        return name in self._above_inputs

    def all_input_classes(self) -> set[ClassDecl]:
        found: set[ClassDecl] = set(self._input_arrays)
        for classes in self._inputs.values():
            found.update(classes)
        return found

    def declared(self, types: Sequence[Type]) -> None:
        """Fix the classes of inputs, given the types of the parameters."""
        self._above_inputs = None
        seen: set[ClassDecl] = set()
        waiting: list[Type] = [self._universe.decl(STRING), *types, *self._samples()]
        while waiting or self._opening:
            if not waiting:
                cls = self._opening.pop()
                waiting += [each.type for each in cls.own_fields.values() if not each.absent]
                continue
            type_ = waiting.pop()
            if not isinstance(type_, ClassDecl) or type_ in seen:
                continue
            seen.add(type_)
            if isinstance(type_, JavaArray):
                assert type_.element is not None
                self._input_arrays.add(type_.top if isinstance(type_, ArraysBelow) else type_)
                waiting.append(type_.element)
            elif isinstance(type_, JavaClass) and type_ is not self._universe.root:
                self._inputs[type_] = (self._choices(type_) or self._stub(type_)) + (
                    self._arrays_for(type_)
                )
                type_.uninhabited = not self._inputs[type_]
                waiting += [*self._stub_results(type_), *self._arrays_for(type_)]
        if self._universe.root in seen:
            self._inputs[self._universe.root] = self._any_class()
            arrays = [
                each for each in self._inputs[self._universe.root] if isinstance(each, JavaArray)
            ]
            fields = [
                field
                for cls in self._opening
                for field in cls.own_fields.values()
                if not field.absent
            ]
            self.declared(
                [
                    *(each for each in arrays if each not in self._input_arrays),
                    *(field.type for field in fields),
                ]
            )
        self._add_linked()
        self._narrow()

    def _add_linked(self) -> None:
        """Linked maps and sets of the JDK consist of objects of classes below those declared."""
        for owner, declared, held in _LINKED:
            inputs = self._inputs
            is_there = any(
                isinstance(each, JavaClass) and each.file.name == owner
                for each in self.all_input_classes()
            )
            for cls in [*inputs] if is_there else []:
                if isinstance(cls, JavaClass) and cls.file.name == declared:
                    below = self._universe.decl(held)
                    if below not in inputs[cls]:
                        inputs[cls] = (*inputs[cls], below)
                        self.declared([below])

    def _samples(self) -> Iterator[JavaClass]:
        """The classes of inputs that the program asks for by giving an object as a sample."""
        for name in self._sampled:
            with suppress(InputError):  # a class that is not there is told where it is needed
                yield self._universe.decl(name)

    def _narrow(self) -> None:
        """Fix the classes of input arrays, given those of all other inputs."""
        for each in self.types.wide.values():
            assert isinstance(each.element, JavaClass)
            names = [
                cls.file.name
                for cls in self.input_classes(each.element)
                if isinstance(cls, JavaClass) and cls is not each.element
            ]
            if each.element is self._universe.root:
                names.append(STRING)
            names = list(dict.fromkeys(names))[:_MOST_NARROWER]
            each.narrower = tuple(
                self._universe.array(ArrayType(ClassType(name), 1)) for name in names
            )
            self._input_arrays.update(each.narrower)

    def _any_class(self) -> tuple[ClassDecl, ...]:
        chosen = self._chosen(self._universe.root)
        if chosen is not None:
            return chosen
        found: dict[ClassDecl, None] = {self._universe.root: None}
        if self.of_jdk:
            return (self._universe.root, *self._choices(self._universe.decl(INTEGER)))
        held = self.types.arguments.all()
        for name in held:
            found.update(dict.fromkeys(self._choices(self._universe.decl(name))))
        if held and not self.types.arguments.objects:
            del found[self._universe.root]
            return tuple(found)
        for cls in self.tested:
            if self._is_data(cls) and not cls.file.is_enum:
                found.update(dict.fromkeys(self._choices(cls)))
        for classes in list(self._inputs.values()):
            found.update(dict.fromkeys(each for each in classes if self._is_any(each)))
        return (*found, *self._arrays_asked_for())

    def _arrays_for(self, cls: JavaClass) -> tuple[ClassDecl, ...]:
        """The classes of arrays that an input declared as one of their interfaces may have."""
        if cls.file.name not in ARRAY_INTERFACES or self._chosen(cls) is not None:
            return ()
        return self._arrays_asked_for()

    def _arrays_asked_for(self) -> tuple[JavaArray, ...]:
        if self._tested_arrays is None:
            found: list[JavaArray] = []
            start = self._method
            for name in (
                arrays_asked_for(self._universe.classes, self._user, start) if start else ()
            ):
                try:
                    cls = self._universe.class_named(name)
                except InputError:
                    continue  # of a class that is not there
                assert isinstance(cls, JavaArray)
                found.append(cls)
            self._tested_arrays = tuple(found)
        return self._tested_arrays

    def _is_any(self, cls: ClassDecl) -> bool:
        """Is it one of the classes of an object of which nothing is known?"""
        return isinstance(cls, JavaClass) and cls.file.name != STRING and not cls.file.is_enum

    def _choices(self, cls: JavaClass) -> tuple[ClassDecl, ...]:
        chosen = self._chosen(cls)
        if chosen is not None:
            return chosen
        found: list[JavaClass] = []
        if self._is_data(cls):
            if _has_objects(cls):
                found.append(cls)
            if not found:
                found += map(self._universe.decl, self._defaults(cls))
            if cls.file.name == COMPARATOR and COMPARATOR in self.types.arguments.declared:
                found += map(self._universe.decl, _ORDERS)
        below = [
            each
            for each in self._user_subclasses(cls)
            if each is not cls and each not in found and self._has_arguments_of(each, cls)
        ]
        if cls.file.name == _COMPARABLE:
            # Every enum is one, but is compared with its own constants only: mixing them says
            # nothing about the program.
            below = [each for each in below if not each.file.is_enum]
        found += below
        for each in found:
            self._note_arguments(each)
        for each in found:
            self._open(each)
        return tuple(found)

    def _note_arguments(self, cls: JavaClass) -> None:
        """What a class gives to the variables of those that it extends, whose fields it has."""
        above = cls.superclass
        while isinstance(above, JavaClass) and above.is_user:
            given = arguments_of(self._universe.classes, cls.file, above.file.name)
            for variable, name in given.items():
                self.types.arguments.classes.setdefault(variable, {})[name] = None
            above = above.superclass

    def _defaults(self, cls: JavaClass) -> Sequence[str]:
        """What an abstract type of the JDK stands for: a `Comparable<X>` for an `X`."""
        given = self.types.arguments.fixed(cls.file.name) if cls.file.name == _COMPARABLE else {}
        compared = [
            name
            for names in given.values()
            for name in names
            if self._universe.hierarchy.is_subclass(name, _COMPARABLE)
            and _has_objects(self._universe.decl(name))
        ]
        default = DEFAULTS.get(cls.file.name)
        return compared or ([default] if default is not None else [])

    def _has_arguments_of(self, cls: JavaClass, declared: JavaClass) -> bool:
        """May an object of a class be meant where inputs are declared as a generic one above it?
        A `Comparable<String>` is no object that is compared with integers."""
        fixed = self.types.arguments.fixed(declared.file.name)
        own = arguments_of(self._universe.classes, cls.file, declared.file.name) if fixed else {}
        related = self._universe.hierarchy.is_subclass
        return all(
            any(related(own[variable], name) or related(name, own[variable]) for name in names)
            for variable, names in fixed.items()
            if variable in own
        )

    def _stub(self, cls: JavaClass) -> tuple[ClassDecl, ...]:
        """For what nothing implements or extends, if somebody has asked for it."""
        if cls.file.name not in self.types.arguments.declared and cls is not self._receiver:
            return ()
        if self.stub is None or self._chosen(cls) is not None:
            return ()
        if not cls.file.is_interface:
            if not is_extensible(self._universe.hierarchy, cls.file, cls.is_user):
                return ()
            self._open(cls)
        made = self._stubs[cls] = self.stub(cls)
        return (made,)

    def _stub_results(self, cls: JavaClass) -> list[Type]:
        stub = self._stubs.get(cls)
        return [] if stub is None else stub.results()

    def _chosen(self, cls: JavaClass) -> tuple[ClassDecl, ...] | None:
        """What the user has said that inputs of a class are."""
        names = self._universe.options.input_classes.get(cls.name)
        if names is None:
            names = self._universe.options.input_classes.get(cls.name.rpartition(".")[2])
        if names is None:
            return None
        found = [self.types.named(each) for each in names]
        for each in found:
            said = f"--input-class {cls.name}={each.name}"
            if not each.is_subclass_of(cls):
                raise InputError(f"{said}: `{each.name}` neither extends nor implements it")
            why = why_unmade(self._universe.hierarchy, each.file, self._user)
            if why:
                raise InputError(f"{said}: no object is a `{each.name}` itself: {why}")
            self._open(each)
        return tuple(found)

    def _is_data(self, cls: JavaClass) -> bool:
        """Is a class of the JDK one that inputs may have?"""
        name = cls.file.name
        if cls.is_user or name in BOXES or name in (STRING, *_BUILDERS) or name in DEFAULTS:
            return True
        if self._universe.hierarchy.is_subclass(name, "java/lang/Throwable"):
            return True
        package = name.rpartition("/")[0]
        return package in ("java/util", self._package) and name not in _UNMADE

    def _user_subclasses(self, cls: JavaClass) -> list[JavaClass]:
        if cls.file.is_final:
            return []  # to look for some, all classes of the user would be parsed
        found = []
        for name in self._user:
            if _is_nameless(name):
                continue
            try:
                if self._universe.classes.find(name) is None:
                    continue
                below = self._universe.hierarchy.is_subclass(name, cls.file.name)
                each = self._universe.decl(name) if below else None
            except MissingClassError as error:
                if self._universe.hierarchy.is_surely_below(name, cls.file.name):
                    self.left_out[name.replace("/", ".")] = error.name.replace("/", ".")
                continue
            except InputError:
                continue  # malformed
            if each is not None and _has_objects(each):
                found.append(each)
        return found

    def _open(self, cls: JavaClass) -> None:
        """Declare the fields of a class and of those above it with their types."""
        above: ClassDecl | None = cls
        while isinstance(above, JavaClass):
            if not above.is_open:
                above.is_open = True
                for field in above.file.fields:
                    known = self._universe.known_field(above, field)
                    if known is not None and not isinstance(field.type, PrimitiveType):
                        known.type = self.types.field_type(above.file, field)
                self._opening.append(above)
            above = above.superclass


def _user_classes(classes: ClassPath) -> tuple[str, ...]:
    found = [
        name
        for name in classes.user_classes()
        if not name.endswith("-info") and not name.startswith(_OURS)
    ]
    return tuple(found) if len(found) <= _MOST_SCANNED else ()


def _has_objects(cls: JavaClass) -> bool:
    """May an input be of exactly this class? Inputs of an enum stand for its constants, whatever
    classes those have."""
    if cls.file.is_enum:
        return any(field.is_enum_constant for field in cls.file.fields)
    return not cls.abstract


def _is_nameless(name: str) -> bool:
    """Anonymous and local classes: `Outer$1`, `Outer$1Local`."""
    return any(part[:1].isdigit() for part in name.rpartition("/")[2].split("$")[1:])
