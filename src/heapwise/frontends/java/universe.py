"""The classes of a Java program: which there are, which inputs may have, and their methods.

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

from heapwise.frontends.java.classfile import ClassFile, Field, Method
from heapwise.frontends.java.classpath import ClassPath, MissingClassError
from heapwise.frontends.java.declarations import (
    ArraysBelow,
    JavaArray,
    JavaClass,
    JavaMethod,
    Stub,
)
from heapwise.frontends.java.descriptors import (
    VOID,
    ArrayType,
    ClassType,
    DescriptorError,
    JavaType,
    PrimitiveType,
    class_type,
)
from heapwise.frontends.java.extending import is_extensible, why_unmade
from heapwise.frontends.java.field_limits import limit_field
from heapwise.frontends.java.generics import Arguments, type_arguments
from heapwise.frontends.java.hierarchy import ARRAY_INTERFACES, OBJECT, Hierarchy
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.reaching import arrays_asked_for, tells_arrays_apart
from heapwise.frontends.java.scalars import RANGES, scalar_type
from heapwise.frontends.java.signatures import (
    GenericArrayType,
    GenericType,
    TypeParameter,
    TypeVariable,
    class_signature,
    field_signature,
    method_signature,
)
from heapwise.frontends.java.targets import find_class
from heapwise.program import INT, STR, ClassDecl, FieldDecl, InputError, MethodDecl, Program, Type

STRING = "java/lang/String"
INTEGER = "java/lang/Integer"
TEXT = "text"
"""The hidden field of a string, or of what builds one."""
_TEXTS = (STRING, "java/lang/AbstractStringBuilder")
_UNMADE = ("java/util/EnumMap",)
"""Classes whose objects know a class, which no input does."""
_BUILDERS = ("java/lang/StringBuilder", "java/lang/StringBuffer")

BOXES = {
    "java/lang/Boolean": "Z",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Short": "S",
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Float": "F",
    "java/lang/Double": "D",
}

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

_UNCOUNTED = (STRING, *BOXES, "java/lang/Number")
_OURS = ("heapwise/", "org/cprover/", "org/sosy_lab/")
_LONGEST = 2**31 - 1
"""Elements of an array."""
_MOST_NARROWER = 3
"""Classes of arrays that stand for all narrower ones."""
_MOST_SCANNED = 4_000
"""Classes on the user's class path among which subclasses are looked for."""


class HiddenFieldError(InputError):
    """A field that objects have in a JVM and not here."""


_COMPARABLE = "java/lang/Comparable"


class Universe:
    """`program` gets a class as soon as it is first asked for here."""

    def __init__(self, classes: ClassPath, options: JavaOptions, package: str) -> None:
        self.classes = classes
        self.hierarchy = Hierarchy(classes)
        self.options = options
        self.exact = options.exact
        self._package = package
        self._names: dict[str, JavaClass] = {}
        self._arrays: dict[str, JavaArray] = {}
        self._fields: dict[tuple[str, str, str], FieldDecl] = {}
        self._methods: dict[tuple[str, str, str], JavaMethod] = {}
        self._resolved: dict[str, Method] = {}
        self._inputs: dict[ClassDecl, tuple[ClassDecl, ...]] = {}
        self._input_arrays: set[JavaArray] = set()
        self._opening: list[JavaClass] = []
        self._stubs: dict[JavaClass, Stub] = {}
        self._above_inputs: set[str] | None = None
        self.left_out: dict[str, str] = {}
        """Classes that cannot be read, because one above them is missing: that one."""
        self._user = self._user_classes()
        self.tested: tuple[JavaClass, ...] = ()
        self._method: Method | None = None
        self._tested_arrays: tuple[JavaArray, ...] | None = None
        self._tells_arrays_apart = False
        self._wide: dict[JavaArray, ArraysBelow] = {}
        self.of_jdk = False
        self.receiver: JavaClass | None = None
        self.arguments = Arguments()
        self.missing: Callable[[JavaClass | JavaArray, Method], MethodDecl] | None = None
        self.body: Callable[[MethodDecl], object] | None = None
        self.stub: Callable[[JavaClass], Stub] | None = None
        self.root = JavaClass(classes.load(OBJECT), None, (), self._select, False)
        self._names[OBJECT] = self.root
        self.program: Program | None = None

    def _user_classes(self) -> tuple[str, ...]:
        found = [
            name
            for name in self.classes.user_classes()
            if not name.endswith("-info") and not name.startswith(_OURS)
        ]
        return tuple(found) if len(found) <= _MOST_SCANNED else ()

    # -- classes

    def decl(self, name: str) -> JavaClass:
        """The class of an internal name. Raises `MissingClassError` if there is none."""
        found = self._names.get(name)
        if found is None:
            above = self.hierarchy.line(name)  # finds circles, and classes that are missing
            for file in reversed(above):
                found = self._names.get(file.name) or self._declare(file)
            assert found is not None
        return found

    def _declare(self, file: ClassFile) -> JavaClass:
        interfaces = tuple(self.decl(each) for each in file.interfaces)
        above = self._names[file.superclass or OBJECT]
        is_user = not any(file.source.startswith(each.label) for each in self.classes.platform)
        cls = JavaClass(file, above, interfaces, self._select, is_user)
        cls.counted = file.name not in _UNCOUNTED
        self._names[file.name] = cls
        if file.name in _TEXTS:
            cls.own_fields[TEXT] = FieldDecl(cls, TEXT, STR)
        else:
            for field in file.fields:
                if not field.is_static:
                    self._declare_field(cls, field)
        if self.program is not None:
            self.program.add(cls)
        return cls

    def _declare_field(self, cls: JavaClass, field: Field) -> None:
        """Fields that hide one of a superclass are called by their full names."""
        name = field.name
        if name in cls.fields() or name in cls.own_fields:
            name = f"{cls.name}.{field.name}"
        type_: Type = self.root
        if isinstance(field.type, PrimitiveType):
            type_ = scalar_type(field.descriptor, self.exact)
        made = FieldDecl(cls, name, type_)
        if type_ is INT and field.descriptor in RANGES:
            made.low, made.high = RANGES[field.descriptor]
        limit_field(made, cls.name, field.name, self.options.fields)
        cls.own_fields[name] = made
        cls.forget_fields()
        self._fields[cls.file.name, field.name, field.descriptor] = made

    def field(self, field: Field) -> FieldDecl:
        self.decl(field.owner)
        found = self._fields.get((field.owner, field.name, field.descriptor))
        if found is None:
            raise HiddenFieldError(f"the field {field} is not modelled")
        return found

    def array(self, type_: ArrayType) -> JavaArray:
        found = self._arrays.get(type_.descriptor)
        if found is not None:
            return found
        component = type_.component
        element = self.type_of(component)
        base: JavaArray | None = None
        if isinstance(element, ClassDecl) and element is not self.root:
            base = self.array(ArrayType(ClassType(OBJECT), 1))
        supers = tuple(self.decl(name) for name in ("java/lang/Cloneable", "java/io/Serializable"))
        found = JavaArray(type_, element, base or self.root, supers, self._select)
        if base is not None:
            found.own_fields["length"] = base.own_fields["length"]
        else:
            length = scalar_type("I", self.exact)
            most = None if self.exact else _LONGEST
            found.own_fields["length"] = FieldDecl(found, "length", length, low=0, high=most)
        self._arrays[type_.descriptor] = found
        if self.program is not None:
            self.program.add(found)
        return found

    def class_named(self, name: str) -> ClassDecl:
        """What a CONSTANT_Class names."""
        type_ = class_type(name)
        return self.array(type_) if isinstance(type_, ArrayType) else self.decl(type_.name)

    def made(self, name: str) -> ClassDecl | None:
        """A class of the program that no class file has, by its internal name."""
        found = self.program.classes.get(name.replace("/", ".")) if self.program else None
        return None if isinstance(found, JavaClass | JavaArray) else found

    def type_of(self, type_: JavaType) -> Type:
        if isinstance(type_, PrimitiveType):
            return self.root if type_ is VOID else scalar_type(type_.descriptor, self.exact)
        return self.array(type_) if isinstance(type_, ArrayType) else self.decl(type_.name)

    def below(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        """All classes known so far that can be instantiated and are `cls`."""
        assert self.program is not None
        return tuple(
            each
            for each in self.program.by_number
            if not each.abstract and each.is_subclass_of(cls)
        )

    # -- methods

    def method(self, method: Method) -> JavaMethod:
        key = method.owner, method.name, method.descriptor
        found = self._methods.get(key)
        if found is None:
            owner = self.decl(method.owner)
            types = method.type
            name = f"{method.name}({', '.join(map(_short, types.parameters))})"
            parameters = tuple(
                (f"arg{index}", self.erased(each)) for index, each in enumerate(types.parameters)
            )
            result = self.erased(types.result)
            found = JavaMethod(owner, name, parameters, result, method, method.is_abstract)
            self._methods[key] = found
        return found

    def declared_methods(self) -> tuple[JavaMethod, ...]:
        return tuple(self._methods.values())

    def erased(self, type_: JavaType) -> Type:
        """A type as far as the engine must know it before classes are loaded."""
        if isinstance(type_, PrimitiveType) and type_ is not VOID:
            return scalar_type(type_.descriptor, self.exact)
        return self.root

    def virtual(self, resolved: Method) -> str:
        """The key under which a method can be selected."""
        key = f"{resolved.owner}.{resolved.name}{resolved.descriptor}"
        self._resolved.setdefault(key, resolved)
        return key

    def resolved(self, key: str) -> Method | None:
        """The method of a key that `virtual` has given."""
        return self._resolved.get(key)

    def _select(self, cls: JavaClass | JavaArray, key: str) -> MethodDecl | None:
        resolved = self._resolved.get(key)
        if resolved is None:
            return self._condition(cls, key)
        name = OBJECT if isinstance(cls, JavaArray) else cls.file.name
        found = self.hierarchy.select(name, resolved)
        if found is not None:
            return self.method(found)
        if not cls.is_subclass_of(self.decl(resolved.owner)):
            return None  # a cast has ruled it out before
        assert self.missing is not None
        return self.missing(cls, resolved)

    def _condition(self, cls: JavaClass | JavaArray, name: str) -> MethodDecl | None:
        """A method without parameters that says something about its object, by its plain name."""
        if isinstance(cls, JavaArray):
            return None
        name = name.removesuffix("()")
        for file in self.hierarchy.line(cls.file.name):
            found = file.method(name, "()Z")
            if found is not None and not found.is_static and found.code is not None:
                method = self.method(found)
                if method.code is None and self.body is not None:
                    self.body(method)
                return method
        return None

    # -- inputs

    def examine(self, cls: JavaClass, method: Method) -> None:
        """Before the inputs of a method are declared: what may collections hold?"""
        self.of_jdk = not cls.is_user
        self.receiver = None if method.is_static or method.is_constructor else cls
        if not self.of_jdk:
            self._method = method
            self.arguments = type_arguments(self.classes, self._user, cls.file, method)
            self._tells_arrays_apart = tells_arrays_apart(self.classes, self._user, method)

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
            and cls.file.name in self.arguments.declared
        ]
        return tuple(sorted(found))

    def restrictions(self) -> Iterator[str]:
        """In which ways inputs are fewer than their types allow, unless the user has said so."""
        if self.root in self._inputs.get(self.root, ()) and self._chosen(self.root) is None:
            yield "an Object is a plain one or of a class that other inputs have"
        for cls in self._inputs:
            if isinstance(cls, JavaClass) and cls.file.name in self.arguments.declared:
                default = DEFAULTS.get(cls.file.name)
                if default is not None and self._chosen(cls) is None:
                    yield f"a {cls.name} is a {default.replace('/', '.')}"
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
        wide = self._wide.get(cls)
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
        waiting: list[Type] = [self.decl(STRING), *types]
        while waiting or self._opening:
            if not waiting:
                cls = self._opening.pop()
                waiting += [field.type for field in cls.own_fields.values()]
                continue
            type_ = waiting.pop()
            if not isinstance(type_, ClassDecl) or type_ in seen:
                continue
            seen.add(type_)
            if isinstance(type_, JavaArray):
                assert type_.element is not None
                self._input_arrays.add(type_.top if isinstance(type_, ArraysBelow) else type_)
                waiting.append(type_.element)
            elif isinstance(type_, JavaClass) and type_ is not self.root:
                self._inputs[type_] = (self._choices(type_) or self._stub(type_)) + (
                    self._arrays_for(type_)
                )
                type_.uninhabited = not self._inputs[type_]
                waiting += [*self._stub_results(type_), *self._arrays_for(type_)]
        if self.root in seen:
            self._inputs[self.root] = self._any_class()
            arrays = [each for each in self._inputs[self.root] if isinstance(each, JavaArray)]
            fields = [field for cls in self._opening for field in cls.own_fields.values()]
            self.declared(
                [
                    *(each for each in arrays if each not in self._input_arrays),
                    *(field.type for field in fields),
                ]
            )
        self._narrow()

    def _narrow(self) -> None:
        """Fix the classes of input arrays, given those of all other inputs."""
        for each in self._wide.values():
            assert isinstance(each.element, JavaClass)
            names = [
                cls.file.name
                for cls in self.input_classes(each.element)
                if isinstance(cls, JavaClass) and cls is not each.element
            ]
            if each.element is self.root:
                names.append(STRING)
            names = list(dict.fromkeys(names))[:_MOST_NARROWER]
            each.narrower = tuple(self.array(ArrayType(ClassType(name), 1)) for name in names)
            self._input_arrays.update(each.narrower)

    def _array_or_below(self, type_: Type, plain: JavaType, generic: GenericType | None) -> Type:
        """What an array of the user's is declared as."""
        tells = self._tells_arrays_apart
        if not tells or not isinstance(plain, ArrayType) or plain.dimensions > 1:
            return type_
        if isinstance(generic, GenericArrayType) or not isinstance(type_, JavaArray):
            return type_
        element = type_.element
        if not isinstance(element, JavaClass) or element.file.is_final:
            return type_
        found = self._wide.get(type_)
        if found is None:
            found = self._wide[type_] = ArraysBelow(type_, self._select)
            if self.program is not None:
                self.program.add(found)
        return found

    def _any_class(self) -> tuple[ClassDecl, ...]:
        chosen = self._chosen(self.root)
        if chosen is not None:
            return chosen
        found: dict[ClassDecl, None] = {self.root: None}
        if self.of_jdk:
            return (self.root, *self._choices(self.decl(INTEGER)))
        held = self.arguments.all()
        for name in held:
            found.update(dict.fromkeys(self._choices(self.decl(name))))
        if held and not self.arguments.objects:
            del found[self.root]
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
            for name in arrays_asked_for(self.classes, self._user, start) if start else ():
                try:
                    cls = self.class_named(name)
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
            default = DEFAULTS.get(cls.file.name)
            if default is not None and not found:
                found.append(self.decl(default))
            if cls.file.name == COMPARATOR and COMPARATOR in self.arguments.declared:
                found += map(self.decl, _ORDERS)
        below = [each for each in self._user_subclasses(cls) if each is not cls]
        if cls.file.name == _COMPARABLE:
            # Every enum is one, but is compared with its own constants only: mixing them says
            # nothing about the program.
            below = [each for each in below if not each.file.is_enum]
        found += below
        for each in found:
            self._open(each)
        return tuple(found)

    def _stub(self, cls: JavaClass) -> tuple[ClassDecl, ...]:
        """For what nothing implements or extends, if somebody has asked for it."""
        if cls.file.name not in self.arguments.declared and cls is not self.receiver:
            return ()
        if self.stub is None or self._chosen(cls) is not None:
            return ()
        if not cls.file.is_interface:
            if not is_extensible(self.hierarchy, cls.file, cls.is_user):
                return ()
            self._open(cls)
        made = self._stubs[cls] = self.stub(cls)
        return (made,)

    def _stub_results(self, cls: JavaClass) -> list[Type]:
        stub = self._stubs.get(cls)
        return [] if stub is None else stub.results()

    def answer_type(self, stub: JavaClass, method: Method) -> Type:
        """What a method of a stub returns, by its generic type."""
        plain = method.type.result
        owner = self.classes.load(method.owner)
        try:
            text = method.signature
            generic = method_signature(text).result if text is not None else None
            variables = _class_variables(owner)
        except DescriptorError:
            generic, variables = None, {}
        if isinstance(generic, TypeVariable):
            name = self.arguments.answer(stub.file.name, method.owner, generic.name)
            if name is not None:
                return self.decl(name)
        return self._input_type(plain, generic, variables)

    def _chosen(self, cls: JavaClass) -> tuple[ClassDecl, ...] | None:
        """What the user has said that inputs of a class are."""
        names = self.options.input_classes.get(cls.name)
        if names is None:
            names = self.options.input_classes.get(cls.name.rpartition(".")[2])
        if names is None:
            return None
        found = [self.named(each) for each in names]
        for each in found:
            said = f"--input-class {cls.name}={each.name}"
            if not each.is_subclass_of(cls):
                raise InputError(f"{said}: `{each.name}` neither extends nor implements it")
            why = why_unmade(self.hierarchy, each.file, self._user)
            if why:
                raise InputError(f"{said}: no object is a `{each.name}` itself: {why}")
            self._open(each)
        return tuple(found)

    def named(self, name: str) -> JavaClass:
        """A class as the user writes it."""
        if name == "null":
            raise InputError("`null` is no class; an input that may be nothing else has no classes")
        file = find_class(self.classes, name)
        if file is None and "." not in name:
            for prefix in ("java.lang.", "java.util.", f"{self._package.replace('/', '.')}."):
                file = file or find_class(self.classes, f"{prefix}{name}")
        if file is None:
            raise InputError(f"no class `{name}` on the class path")
        return self.decl(file.name)

    def _is_data(self, cls: JavaClass) -> bool:
        """Is a class of the JDK one that inputs may have?"""
        name = cls.file.name
        if cls.is_user or name in BOXES or name in (STRING, *_BUILDERS) or name in DEFAULTS:
            return True
        if self.hierarchy.is_subclass(name, "java/lang/Throwable"):
            return True
        package = name.rpartition("/")[0]
        return package in ("java/util", self._package) and name not in _UNMADE

    def _user_subclasses(self, cls: JavaClass) -> list[JavaClass]:
        found = []
        for name in self._user:
            if _is_nameless(name):
                continue
            try:
                if self.classes.find(name) is None:
                    continue
                below = self.hierarchy.is_subclass(name, cls.file.name)
                each = self.decl(name) if below else None
            except MissingClassError as error:
                if self.hierarchy.is_surely_below(name, cls.file.name):
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
                    key = above.file.name, field.name, field.descriptor
                    if key in self._fields and not isinstance(field.type, PrimitiveType):
                        self._fields[key].type = self.field_type(above.file, field)
                self._opening.append(above)
            above = above.superclass

    def field_type(self, cls: ClassFile, field: Field) -> Type:
        """What an input object may hold in a field, by its generic type."""
        try:
            generic = field_signature(field.signature) if field.signature else None
            variables = _class_variables(cls)
        except DescriptorError:
            generic, variables = None, {}
        found = self._input_type(field.type, generic, variables)
        is_user = self.decl(cls.name).is_user
        return self._array_or_below(found, field.type, generic) if is_user else found

    def parameter_types(self, cls: ClassFile, method: Method) -> list[Type]:
        parameters = method.type.parameters
        generic: Sequence[GenericType | None] = [None] * len(parameters)
        variables: dict[str, TypeParameter] = {}
        try:
            variables = _class_variables(cls)
            if method.signature is not None:
                signature = method_signature(method.signature)
                variables.update((each.name, each) for each in signature.type_parameters)
                hidden = [None] * (len(parameters) - len(signature.parameters))
                generic = [*hidden, *signature.parameters][: len(parameters)]
        except DescriptorError:
            pass
        for plain in parameters:
            self.type_of(plain)  # nothing can be made up for a class that is not there
        return [
            self._array_or_below(self._input_type(plain, each, variables), plain, each)
            for plain, each in zip(parameters, generic, strict=True)
        ]

    def _input_type(
        self, plain: JavaType, generic: GenericType | None, variables: dict[str, TypeParameter]
    ) -> Type:
        if isinstance(generic, GenericArrayType) and isinstance(plain, ArrayType):
            # The array itself has its erased class; only what it holds is said more precisely.
            return self.type_of(plain)
        if not isinstance(generic, TypeVariable):
            try:
                return self.type_of(plain)
            except InputError:
                return self.root
        names = self.options.input_classes.get(generic.name)
        if names is not None and len(names) == 1:
            return self.named(names[0])
        assert isinstance(plain, ClassType)
        held = self.arguments.of(generic.name) if names is None else ()
        if held:
            fits = len(held) == 1 and self.hierarchy.is_subclass(held[0], plain.name)
            return self.decl(held[0] if fits else plain.name)
        if names is None and self.hierarchy.is_subclass(INTEGER, plain.name):
            return self.decl(INTEGER)
        return self.decl(plain.name)


def _class_variables(cls: ClassFile) -> dict[str, TypeParameter]:
    if cls.signature is None:
        return {}
    return {each.name: each for each in class_signature(cls.signature).type_parameters}


def _has_objects(cls: JavaClass) -> bool:
    """May an input be of exactly this class? Inputs of an enum stand for its constants, whatever
    classes those have."""
    if cls.file.is_enum:
        return any(field.is_enum_constant for field in cls.file.fields)
    return not cls.abstract


def _is_nameless(name: str) -> bool:
    """Anonymous and local classes: `Outer$1`, `Outer$1Local`."""
    return any(part[:1].isdigit() for part in name.rpartition("/")[2].split("$")[1:])


def _short(type_: JavaType) -> str:
    return str(type_).rpartition(".")[2]
