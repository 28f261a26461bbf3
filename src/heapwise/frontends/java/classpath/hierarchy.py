"""The class hierarchy and the JVM's lookup rules (JVMS 5.4.3 to 5.4.6).

Invariant: classes are loaded only as far as a question needs them, and a hierarchy that goes in
circles is an error, never a loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classfile.constants import FieldRef, MethodRef
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType, JavaType, class_type
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.program import InputError

OBJECT = "java/lang/Object"
ARRAY_INTERFACES = frozenset({"java/lang/Cloneable", "java/io/Serializable"})
_POLYMORPHIC = frozenset({"java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"})


class LinkageError(InputError):
    """A field, method or class that does not resolve. `java_error` is the class of the error that
    a JVM throws where the reference is used."""

    def __init__(self, java_error: str, message: str) -> None:
        super().__init__(message)
        self.java_error = java_error


class Hierarchy:
    """Questions about the classes of a class path; answers about ancestors are kept."""

    def __init__(self, classes: ClassPath) -> None:
        self.classes = classes
        self._lines: dict[str, tuple[ClassFile, ...]] = {}
        self._interfaces: dict[str, tuple[ClassFile, ...]] = {}

    # -- ancestors

    def is_surely_below(self, name: str, above: str) -> bool:
        """Does a class extend or implement another, as far as the classes are there?"""
        waiting, seen = [name], set[str]()
        while waiting:
            current = waiting.pop()
            if current == above:
                return True
            file = self.classes.find(current) if current not in seen else None
            seen.add(current)
            if file is not None:
                waiting += [*file.interfaces, *([file.superclass] if file.superclass else [])]
        return False

    def line(self, name: str) -> tuple[ClassFile, ...]:
        """The class and its superclasses, from itself up to Object."""
        if name not in self._lines:
            found = [self.classes.load(name)]
            seen = {name}
            while (above := found[-1].superclass) is not None:
                if above in seen:
                    raise _circular(found[0])
                seen.add(above)
                found.append(self.classes.load(above))
            self._lines[name] = tuple(found)
        return self._lines[name]

    def superclasses(self, name: str) -> tuple[ClassFile, ...]:
        """The proper superclasses, nearest first."""
        return self.line(name)[1:]

    def superinterfaces(self, name: str) -> tuple[ClassFile, ...]:
        """All superinterfaces, direct and indirect, each once: those of a class before those of
        its superclass, nearest first."""
        if name not in self._interfaces:
            found: dict[str, ClassFile] = {}
            queue = [above for cls in self.line(name) for above in cls.interfaces]
            for above in queue:  # grows while it is walked
                if above == name:
                    raise _circular(self.classes.load(name))
                if above not in found:
                    found[above] = self.classes.load(above)
                    queue.extend(found[above].interfaces)
            self._interfaces[name] = tuple(found.values())
        return self._interfaces[name]

    def is_subclass(self, name: str, of: str) -> bool:
        """Whether a class or interface is `of`, extends or implements it."""
        if of in (name, OBJECT):
            return True
        ancestors = (*self.superclasses(name), *self.superinterfaces(name))
        return any(cls.name == of for cls in ancestors)

    def is_subtype(self, type: JavaType, of: JavaType) -> bool:
        """Whether a value of reference type `type` may be used as an `of` (arrays are covariant);
        primitive types are subtypes of themselves only."""
        while isinstance(type, ArrayType) and isinstance(of, ArrayType):
            type, of = type.component, of.component
        if isinstance(type, ArrayType):
            return isinstance(of, ClassType) and (of.name == OBJECT or of.name in ARRAY_INTERFACES)
        if isinstance(type, ClassType) and isinstance(of, ClassType):
            return self.is_subclass(type.name, of.name)
        return type == of

    # -- resolution

    def resolve_field(self, reference: FieldRef) -> Field:
        """JVMS 5.4.3.2: the class itself, its superinterfaces, then its superclass likewise."""
        owner = OBJECT if reference.owner.startswith("[") else reference.owner
        for cls in self.line(owner):
            found = cls.field(reference.name, reference.descriptor)
            if found is not None:
                return found
            for above in self.superinterfaces(cls.name):
                found = above.field(reference.name, reference.descriptor)
                if found is not None:
                    return found
        raise LinkageError(
            "java/lang/NoSuchFieldError",
            f"no field `{printable(reference.name)}` of type `{printable(reference.descriptor)}` "
            f"in `{_shown(reference.owner)}`: compiled against another version of that class?",
        )

    def resolve_method(self, reference: MethodRef) -> Method:
        """JVMS 5.4.3.3 and 5.4.3.4: what a reference to a method of a class or interface names."""
        owner = OBJECT if reference.owner.startswith("[") else reference.owner
        cls = self.classes.load(owner)
        if cls.is_interface != reference.in_interface:
            kinds = ("an interface", "a class")
            is_now, was = kinds if cls.is_interface else kinds[::-1]
            raise LinkageError(
                "java/lang/IncompatibleClassChangeError",
                f"`{_shown(owner)}` is {is_now} and was {was} when its user was compiled",
            )
        found = self._declared(cls, reference) or self._inherited(owner, reference)
        if found is None:
            raise LinkageError(
                "java/lang/NoSuchMethodError",
                f"no method `{printable(reference.name)}{printable(reference.descriptor)}` in "
                f"`{_shown(owner)}`: compiled against another version of that class?",
            )
        return found

    def _declared(self, cls: ClassFile, reference: MethodRef) -> Method | None:
        """In the class or a superclass; in an interface or in Object's public methods."""
        name, descriptor = reference.name, reference.descriptor
        if cls.is_interface:
            found = cls.method(name, descriptor)
            if found is None:
                found = self.classes.load(OBJECT).method(name, descriptor)
                return found if found and found.is_public and not found.is_static else None
            return found
        for above in self.line(cls.name):
            found = _polymorphic(above, name) or above.method(name, descriptor)
            if found is not None:
                return found
        return None

    def _inherited(self, owner: str, reference: MethodRef) -> Method | None:
        best = self._only_default(owner, reference.name, reference.descriptor)
        if best is not None:
            return best
        for above in self.superinterfaces(owner):
            found = above.method(reference.name, reference.descriptor)
            if found is not None and not (found.is_private or found.is_static):
                return found
        return None

    def maximally_specific(self, owner: str, name: str, descriptor: str) -> tuple[Method, ...]:
        """JVMS 5.4.3.3: the superinterfaces' methods that no other such method overrides."""
        found: dict[str, Method] = {}
        for above in self.superinterfaces(owner):
            method = above.method(name, descriptor)
            if method is not None and not (method.is_private or method.is_static):
                found[above.name] = method
        hidden = {above.name for declaring in found for above in self.superinterfaces(declaring)}
        return tuple(method for declaring, method in found.items() if declaring not in hidden)

    def _only_default(self, owner: str, name: str, descriptor: str) -> Method | None:
        candidates = self.maximally_specific(owner, name, descriptor)
        bodies = [method for method in candidates if not method.is_abstract]
        return bodies[0] if len(bodies) == 1 else None

    # -- selection

    def select(self, cls: str, resolved: Method) -> Method | None:
        """JVMS 5.4.6: the method that runs when `resolved` is invoked virtually on an object of
        class `cls` (an array's name stands for Object); None where a JVM throws
        AbstractMethodError or IncompatibleClassChangeError."""
        if resolved.is_private:
            return resolved
        name = OBJECT if cls.startswith("[") else cls
        for above in self.line(name):
            found = above.method(resolved.name, resolved.descriptor)
            if found is not None and self.overrides(found, resolved):
                return None if found.is_abstract else found
        return self._only_default(name, resolved.name, resolved.descriptor)

    def overrides(self, method: Method, other: Method) -> bool:
        """JVMS 5.4.5: whether `method`, of the same name and descriptor, can override `other` of
        an ancestor (or is the same). Package-private methods are overridden within their package,
        or through a chain of classes that widen the access step by step."""
        if method.owner == other.owner:
            return True
        if method.is_private or method.is_static or other.is_private:
            return False
        if other.is_public or other.is_protected:
            return True
        overriding = [other]
        for cls in reversed(list(self._between(method.owner, other.owner))):
            found = cls.method(method.name, method.descriptor)
            if found is None or found.is_private or found.is_static:
                continue
            if any(_directly(found, below) for below in overriding):
                overriding.append(found)
        return any(found.owner == method.owner for found in overriding)

    def _between(self, low: str, high: str) -> Iterator[ClassFile]:
        """The superclass line from `low` up to, but without, `high`."""
        for cls in self.line(low):
            if cls.name == high:
                return
            yield cls

    def special(self, caller: str, reference: MethodRef) -> Method | None:
        """What `invokespecial` in class `caller` runs (JVMS 6.5): constructors and private methods
        as resolved, `super.m()` looked up from the direct superclass of the caller."""
        resolved = self.resolve_method(reference)
        owner = reference.owner
        cls = self.classes.load(caller)
        target = self.classes.load(resolved.owner if owner.startswith("[") else owner)
        if (
            resolved.is_constructor
            or target.is_interface
            or owner == caller
            or not self.is_subclass(caller, owner)
        ):
            start = target.name
        else:
            start = cls.superclass or OBJECT
        if resolved.is_constructor or resolved.is_private:
            return resolved
        for above in self.line(start):
            found = above.method(resolved.name, resolved.descriptor)
            if found is not None and not found.is_static:
                return None if found.is_abstract else found
        if target.is_interface:
            found = self.classes.load(OBJECT).method(resolved.name, resolved.descriptor)
            if found is not None and found.is_public and not found.is_static:
                return found
        return self._only_default(start, resolved.name, resolved.descriptor)

    def catches(self, handler: str | None, thrown: str) -> bool:
        """Whether a handler for a class (None for any) catches an exception of another."""
        return handler is None or self.is_subtype(class_type(thrown), class_type(handler))


def _directly(method: Method, other: Method) -> bool:
    if other.is_public or other.is_protected:
        return True
    return _package(method.owner) == _package(other.owner)


def _package(name: str) -> str:
    return name.rpartition("/")[0]


def _polymorphic(cls: ClassFile, name: str) -> Method | None:
    """JVMS 2.9.3: MethodHandle.invokeExact and the like take whatever the caller passes."""
    if cls.name not in _POLYMORPHIC:
        return None
    found = cls.methods_named(name)
    if len(found) == 1 and found[0].is_varargs and found[0].is_native:
        return found[0]
    return None


def _circular(cls: ClassFile) -> LinkageError:
    return LinkageError(
        "java/lang/ClassCircularityError",
        f"{cls.source}: the class `{printable(cls.java_name)}` is its own ancestor",
    )


def _shown(name: str) -> str:
    return printable(name.replace("/", "."))
