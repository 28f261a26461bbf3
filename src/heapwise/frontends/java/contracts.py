"""What is demanded of a Java method, and what it promises: invariants, pre- and postconditions.

All of them are methods that return a boolean:

* `repOK()` or `invariant()` of a class, for every input of that class; or a static method named by
  the user (`--invariant`), for every input that it takes; for collections of the JDK, if one of its
  methods is under test, ours (`KNOWN_INVARIANTS`);
* `m_pre` and `m_post` beside the method `m`; methods that `@Requires("name")` and
  `@Ensures("name")` name, whatever package these annotations are of; methods named by the user.
  `@Modifies` lists what a call writes: parameters (`this` is one), or fields of them (`this.size`).

A condition takes the receiver (if it is an instance method, or its first parameter), all arguments
or none of them, and a postcondition also the result, in this order. What `m_old` returns, which is
called before `m` with what a precondition takes, a postcondition may take after all that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from heapwise.frontends.java.classfile.annotations import Annotation, ArrayElement
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import BOOLEAN, ClassType, JavaType
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.classpath.targets import find_class
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.semantics.collection_rules import KNOWN_INVARIANTS
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.input_classes import DEFAULTS
from heapwise.program import InputError
from heapwise.structure.to_python.deriving import INVARIANTS

RESULT = "result"
OLD = "old"
_PRE, _POST, _OLD = "_pre", "_post", "_old"
_REQUIRES, _ENSURES, _MODIFIES = "Requires", "Ensures", "Modifies"


class Condition(NamedTuple):
    """A method, and the inputs (or `result`) that it is called with. An invariant is of the first
    of them, and is not asked where that is null; it is asked again in the end if it is `kept`. What
    is not `stated` is assumed of inputs, but does not say which are meant."""

    method: Method
    arguments: tuple[str, ...]
    is_invariant: bool = False
    is_kept: bool = True
    is_stated: bool = True

    @property
    def name(self) -> str:
        return f"{self.method.owner.rpartition('/')[2].replace('$', '.')}.{self.method.name}"


@dataclass(frozen=True)
class JavaContract:
    """`invariants` are of one input each, the first argument; `modifies` is what a call writes,
    None if nothing is said. `old` is called before the method, for postconditions to compare."""

    invariants: tuple[Condition, ...] = ()
    requires: tuple[Condition, ...] = ()
    ensures: tuple[Condition, ...] = ()
    modifies: tuple[str, ...] | None = None
    old: Condition | None = None

    @property
    def is_stated(self) -> bool:
        return bool(self.invariants or self.requires or self.ensures)

    @property
    def kept(self) -> tuple[Condition, ...]:
        """The invariants that must hold in the end."""
        return tuple(each for each in self.invariants if each.is_kept)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What inputs have to satisfy, by name."""
        of_inputs = [each for each in self.invariants if RESULT not in each.arguments]
        return tuple(dict.fromkeys(each.name for each in (*of_inputs, *self.requires)))


class Offered(NamedTuple):
    """An input that conditions may speak of."""

    name: str
    java: JavaType


def contract_of(
    universe: Universe,
    cls: ClassFile,
    method: Method,
    inputs: Sequence[Offered],
    options: JavaOptions | None = None,
) -> JavaContract:
    """`inputs` are the receiver, if there is one, and the arguments; `options` are those of the
    universe unless others are given. Raises `InputError` if a method that was named does not exist
    or takes something else."""
    chosen = options or universe.options
    is_user = universe.decl(cls.name).is_user
    reader = _Reader(universe.hierarchy, chosen, cls, method, tuple(inputs), is_user)
    ensures = tuple(reader.conditions(_POST, _ENSURES, chosen.ensures, True))
    return JavaContract(
        tuple(reader.invariants()),
        tuple(reader.conditions(_PRE, _REQUIRES, chosen.requires, False)),
        ensures,
        reader.modifies(),
        reader.old if any(OLD in each.arguments for each in ensures) else None,
    )


def is_condition(cls: ClassFile, method: Method) -> bool:
    """Is it there for the contract of another method? `m_old` is, if there is an `m_post`."""
    if method.name.endswith((_PRE, _POST)):
        return True
    name = method.name.removesuffix(_OLD)
    return name != method.name and bool(cls.methods_named(f"{name}{_POST}"))


def named_invariant(classes: ClassPath, text: str, tested: ClassFile) -> Method:
    """A static method with one parameter, `Class.method`, or one of the class under test. Raises
    `InputError` if there is none."""
    owner, _, name = text.rpartition(".")
    cls = find_class(classes, owner) if owner else tested
    if cls is None:
        raise InputError(f"--invariant {text}: no class `{owner}` on the class path")
    for method in cls.methods_named(name):
        types = method.type
        if method.is_static and len(types.parameters) == 1 and types.result is BOOLEAN:
            return method
    raise InputError(
        f"--invariant {text}: `{cls.java_name}` has no method `static boolean {name}(SomeClass)`"
    )


class _Reader:
    def __init__(
        self,
        hierarchy: Hierarchy,
        options: JavaOptions,
        cls: ClassFile,
        method: Method,
        inputs: tuple[Offered, ...],
        is_user: bool,
    ) -> None:
        self._hierarchy = hierarchy
        self._is_user = is_user
        self._options = options
        self._cls = cls
        self._method = method
        self._inputs = inputs
        self._result = Offered(RESULT, method.type.result)
        if method.is_constructor:
            self._result = Offered(RESULT, ClassType(cls.name))
        self.old: Condition | None = None
        self.old = self._find_old()

    def _find_old(self) -> Condition | None:
        """What gives the old value: the method that takes the most of what it is offered."""
        fitting = [
            Condition(method, arguments)
            for method in self._cls.methods_named(f"{self._method.name}{_OLD}")
            if method.type.result.slots and method.code is not None
            if (arguments := self._offered_to(method, False)) is not None
        ]
        return max(fitting, key=self._exactness, default=None)

    # -- invariants

    def invariants(self) -> Iterator[Condition]:
        classes = self._hierarchy.classes
        named, found = (
            [named_invariant(classes, text, self._cls) for text in texts]
            for texts in (self._options.invariants, self._options.found_invariants)
        )
        subjects = list(self._inputs)
        if self._method.is_constructor:
            subjects.insert(0, self._result)
        for each in subjects:
            if not isinstance(each.java, ClassType):
                continue
            own = self._own_invariant(each.java)
            if own is not None and not self._is_itself(own):
                yield Condition(own, (each.name,), True)
            others = [
                method for method in named if self._accepts(method.type.parameters[0], each.java)
            ]
            for method in others:
                yield Condition(method, (each.name,), True)
            for method in found if each.name != RESULT else ():
                if self._accepts(method.type.parameters[0], each.java):
                    yield Condition(method, (each.name,), True, False, False)
            if not (self._is_user or others):
                yield from self._known(each, each.java)

    def _known(self, offered: Offered, type_: ClassType) -> Iterator[Condition]:
        """What is known of collections of the JDK, where one of its methods is under test."""
        name = DEFAULTS.get(type_.name, type_.name)
        known = KNOWN_INVARIANTS.get(name)
        if known is not None and (known.is_kept or offered.name != RESULT):
            (method,) = self._hierarchy.classes.load(known.owner).methods_named(known.name)
            yield Condition(method, (offered.name,), True, known.is_kept)

    def _own_invariant(self, type_: ClassType) -> Method | None:
        try:
            line = self._hierarchy.line(type_.name)
        except InputError:
            return None
        for name in INVARIANTS:
            for file in line:
                found = file.method(name, "()Z")
                if found is not None and not (found.is_static or found.is_abstract):
                    return found
        return None

    def _is_itself(self, method: Method) -> bool:
        return (method.owner, method.name) == (self._method.owner, self._method.name)

    # -- pre- and postconditions

    def conditions(
        self, suffix: str, annotation: str, named: Sequence[str], has_result: bool
    ) -> Iterator[Condition]:
        fitting = [
            Condition(method, arguments)
            for method in self._cls.methods_named(f"{self._method.name}{suffix}")
            if (arguments := self._arguments(method, has_result)) is not None
        ]
        if fitting:
            yield max(fitting, key=self._exactness)
        for text in (*self._annotated(annotation), *named):
            yield self._chosen(text, has_result)

    def modifies(self) -> tuple[str, ...] | None:
        return tuple(self._annotated(_MODIFIES)) if self._notes(_MODIFIES) else None

    def _notes(self, name: str) -> list[Annotation]:
        """The annotations of a name, whatever package they are of."""
        return [
            each
            for each in self._method.annotations
            if each.class_name.rpartition("/")[2].rpartition("$")[2] == name
        ]

    def _annotated(self, name: str) -> Iterator[str]:
        for each in self._notes(name):
            value = each.element("value")
            values = value.values if isinstance(value, ArrayElement) else (value,)
            yield from (text for text in values if isinstance(text, str))

    def _chosen(self, text: str, has_result: bool) -> Condition:
        owner, _, name = text.rpartition(".")
        cls = find_class(self._hierarchy.classes, owner) if owner else self._cls
        if cls is None:
            raise InputError(f"condition `{text}`: no class `{owner}` on the class path")
        found: list[Method] = []
        for file in self._hierarchy.line(cls.name):
            found += file.methods_named(name)
        for method in found:
            arguments = self._arguments(method, has_result)
            if arguments is not None:
                return Condition(method, arguments)
        if found:
            raise InputError(
                f"condition `{text}`: `{found[0]}` must return a boolean and take the receiver "
                f"or the arguments of `{self._method}`{' and the result' if has_result else ''}"
            )
        raise InputError(f"condition `{text}`: `{cls.java_name}` has no method `{name}`")

    def _arguments(self, method: Method, has_result: bool) -> tuple[str, ...] | None:
        """What to call a condition with, receiver first; None if nothing fits."""
        if method.type.result is not BOOLEAN or method.code is None:
            return None
        found = self._offered_to(method, has_result)
        if found is None and has_result and self.old is not None:
            found = self._offered_to(method, True, [Offered(OLD, self.old.method.type.result)])
        return found

    def _offered_to(
        self, method: Method, has_result: bool, last: Sequence[Offered] = ()
    ) -> tuple[str, ...] | None:
        wanted: list[JavaType] = list(method.type.parameters)
        if not method.is_static:
            wanted.insert(0, ClassType(method.owner))
        own = [each for each in self._inputs if each.name != "this"]
        this = [each for each in self._inputs if each.name == "this"]
        result = [self._result] if has_result and self._result.java.slots else []
        for first in (
            [*this, *own, *result],
            [*this, *own],
            [*own, *result],
            own,
            [*this, *result],
            [*result, *own],
            this,
            result,
            [],
        ):
            offered = [*first, *last]
            if len(offered) == len(wanted) and all(
                self._accepts(type_, each.java) for type_, each in zip(wanted, offered, strict=True)
            ):
                return tuple(each.name for each in offered)
        return None

    def _exactness(self, condition: Condition) -> int:
        """How many parameters of a condition have the very types of what it gets: overloads of the
        method under test may have conditions of their own."""
        types = {each.name: each.java for each in (*self._inputs, self._result)}
        if self.old is not None:
            types[OLD] = self.old.method.type.result
        taken = condition.method.type.parameters
        given = condition.arguments[len(condition.arguments) - len(taken) :]
        return sum(types[name] == each for name, each in zip(given, taken, strict=True))

    def _accepts(self, wanted: JavaType, given: JavaType) -> bool:
        try:
            return self._hierarchy.is_subtype(given, wanted)
        except InputError:
            return False
