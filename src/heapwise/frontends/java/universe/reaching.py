"""The classes of arrays that a method asks for, itself or in the user's code that it calls.

An input declared as `Object`, `Cloneable` or `Serializable` may be an array of such a class. Those
that nobody asks for make no difference that could be seen but by reflection, so they are left out.
Calls are followed by name and descriptor, whatever the receiver: too many methods do no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from heapwise.frontends.java.classfile.bytecode import (
    Instruction,
    Invoke,
    InvokeDynamic,
    TypeOperation,
    decode,
)
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.constants import MethodHandle, MethodRef
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.program import InputError

_MOST_METHODS = 2_000
_TELLING = frozenset(
    ("arraycopy", "fill", "getClass", "parallelPrefix", "parallelSetAll", "setAll", "toArray")
)
"""Methods of the JDK that store objects in an array which they are given, or ask for its class."""

_SAMPLED = frozenset(("makeSymbolicRef", "nondetWithNull", "nondetWithoutNull"))
"""Methods of verification libraries that give an object of the class of a sample."""


def arrays_asked_for(classes: ClassPath, user: Sequence[str], start: Method) -> tuple[str, ...]:
    """The internal names of the array classes (`[I`), in the order in which they are met. `user`
    are the classes whose code is looked at."""
    found: dict[str, None] = {}
    for method in _reached(classes, user, start):
        before: Instruction | None = None
        for each in _instructions(method):
            if isinstance(each, TypeOperation) and each.operation in ("checkcast", "instanceof"):
                # What `clone` of an array returns is cast by the compiler: nobody has asked.
                is_clone = isinstance(before, Invoke) and before.method.owner.startswith("[")
                if each.cls.name.startswith("[") and not is_clone:
                    found[each.cls.name] = None
            before = each
    return tuple(found)


def samples_asked_for(classes: ClassPath, user: Sequence[str], start: Method) -> tuple[str, ...]:
    """The internal names of the classes that methods name which ask for an object of the class of
    a sample: what they make, and what they cast to."""
    found: dict[str, None] = {}
    for method in _reached(classes, user, start):
        own = list(_instructions(method))
        if any(isinstance(each, Invoke) and each.method.name in _SAMPLED for each in own):
            for each in own:
                if isinstance(each, TypeOperation) and not each.cls.name.startswith("["):
                    found[each.cls.name] = None
    return tuple(found)


def tells_arrays_apart(classes: ClassPath, user: Sequence[str], start: Method) -> bool:
    """May the code see of which class an array of objects is? It does where it stores an object
    in one, asks for the class, or has the JDK do so; sorting only moves what is there."""
    return any(
        each.operation == "aastore" or (isinstance(each, Invoke) and each.method.name in _TELLING)
        for method in _reached(classes, user, start)
        for each in _instructions(method)
    )


def _reached(classes: ClassPath, user: Sequence[str], start: Method) -> Iterator[Method]:
    """The methods of the user that may run, by the names and descriptors that are called."""
    own = frozenset(user)
    waiting = {(start.owner, start.name, start.descriptor): start}
    asked: set[tuple[str | None, str, str]] = set()
    for count, method in enumerate(_growing(waiting)):
        if count >= _MOST_METHODS:
            break
        yield method
        for each in _instructions(method):
            for called in _called(each):
                # A constructor is that of the class that is named, and of no other.
                owner = called.owner if called.name == "<init>" else None
                key = (owner, called.name, called.descriptor)
                if key not in asked:
                    asked.add(key)
                    for other in _declared(classes, own, *key):
                        waiting.setdefault((other.owner, other.name, other.descriptor), other)


def _declared(
    classes: ClassPath, user: frozenset[str], owner: str | None, name: str, descriptor: str
) -> Iterator[Method]:
    """What the user's classes declare, or one of them that is the `owner`."""
    declaring = classes.declaring(name, descriptor) if owner is None else (owner,)
    for each in declaring:
        if each in user:
            with suppress(InputError):  # malformed: whoever uses it will hear of it
                file = classes.find(each)
                method = file.method(name, descriptor) if file is not None else None
                if method is not None:
                    yield method


def _instructions(method: Method) -> tuple[Instruction, ...]:
    try:
        return decode(method.code) if method.code is not None else ()
    except InputError:
        return ()


def _called(each: Instruction) -> Iterator[MethodRef]:
    if isinstance(each, Invoke):
        yield each.method
    elif isinstance(each, InvokeDynamic):
        for argument in each.bootstrap.arguments:
            if isinstance(argument, MethodHandle) and isinstance(argument.reference, MethodRef):
                yield argument.reference


def _growing(methods: dict[tuple[str, str, str], Method]) -> Iterator[Method]:
    """All of them, also those that are added meanwhile."""
    seen: set[tuple[str, str, str]] = set()
    while len(seen) < len(methods):
        for key in [each for each in methods if each not in seen]:
            seen.add(key)
            yield methods[key]
