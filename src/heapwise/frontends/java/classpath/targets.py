"""Targets: what the user calls a Java method, and the method that it is.

    build/classes:pkg.Tree.insert     app.jar:pkg.C.m(int)     jdk:java.util.TreeMap.put
    Tree.class:insert                 a.jar:lib.jar:pkg.Outer.Inner.m(int, Map.Entry)

Everything before the last colon is a class path. Overloads are told apart by the types of their
parameters (simple or full names, or the first few of them), or by a descriptor. Without
parameters, the overload with the widest access is meant if there is only one such.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import DescriptorError, is_method_descriptor
from heapwise.frontends.java.classfile.signatures import (
    GenericArrayType,
    TypeVariable,
    method_signature,
)
from heapwise.frontends.java.classpath.class_path import ClassPath, open_class_path
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.classpath.sources import SingleFile
from heapwise.program import InputError

_NAME = re.compile(r"(?P<path>[^()]*)(?:\((?P<parameters>[^()]*)\)(?P<result>[^()]*))?")


@dataclass(frozen=True)
class JavaTarget:
    """A method and the classes around it. `cls` is the class that the user named; the method may
    be inherited, then `method.owner` says from where."""

    classes: ClassPath
    cls: ClassFile
    method: Method


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The name in a target, taken apart: `path` is class and method, `parameters` is None if the
    user gave no parentheses."""

    text: str
    path: str
    parameters: str | None
    result: str


def load_target(
    target: str,
    class_path: Sequence[str] = (),
    jdk: str | None = None,
    release: int | None = None,
) -> JavaTarget:
    """The method that `target` names; raises `InputError` with what there is instead.
    `class_path` adds locations that its classes need."""
    location, colon, name = target.rpartition(":")
    if not colon:
        location, name = target, ""
        if Path(target).is_dir():
            raise InputError(
                f"{target} is a folder: name a method of the classes in it, as in "
                f"{target}:pkg.Class.method"
            )
    locations = [part for part in location.split(os.pathsep) if part]
    if not locations:
        raise InputError(f"{target}: no class path before the colon; use `FOLDER:pkg.Class.method`")
    classes = open_for_class([*locations, *class_path], name.partition("(")[0], jdk, release)
    match = _NAME.fullmatch(name.strip())
    if match is None:
        raise InputError(f"{target}: unbalanced parentheses; use `pkg.Class.method(int, String)`")
    wanted = _Wanted(target, match["path"].strip(), match["parameters"], match["result"] or "")
    cls, method = _split(classes, wanted)
    return JavaTarget(classes, cls, _find_method(Hierarchy(classes), cls, method, wanted))


def open_for_class(
    locations: Sequence[str], name: str, jdk: str | None, release: int | None = None
) -> ClassPath:
    """The class path on which `name`, a class or one of its methods, is looked for, with a JDK that
    runs the class if one is installed: else no witness could be run."""
    classes = open_class_path(locations, jdk, release)
    name = name.strip()
    cls = find_class(classes, name) or find_class(classes, name.rpartition(".")[0])
    first = classes.sources[0] if classes.sources else None
    if cls is None and isinstance(first, SingleFile):
        cls = first.cls
    if cls is not None and classes.jdk is not None and cls.release > classes.jdk.release:
        return open_class_path(locations, jdk, release, cls.release)
    return classes


def find_method(hierarchy: Hierarchy, cls: ClassFile, name: str) -> Method:
    """The method that `name` (`insert`, `pick(int)`, …) means in a class; raises `InputError` if
    none or several do."""
    match = _NAME.fullmatch(name.strip())
    if match is None:
        raise InputError(f"{name}: unbalanced parentheses; use `method(int, String)`")
    wanted = _Wanted(name, match["path"].strip(), match["parameters"], match["result"] or "")
    return _find_method(hierarchy, cls, wanted.path, wanted)


def find_class(classes: ClassPath, name: str) -> ClassFile | None:
    """The class of a name as Java writes it (`pkg.Outer.Inner`) or as the JVM does
    (`pkg.Outer$Inner`, `pkg/Outer$Inner`)."""
    parts = name.replace("/", ".").split(".")
    if not all(parts):
        return None
    for nested in range(len(parts)):
        outer = len(parts) - nested
        found = classes.find("$".join(("/".join(parts[:outer]), *parts[outer:])))
        if found is not None:
            return found
    return None


def _split(classes: ClassPath, wanted: _Wanted) -> tuple[ClassFile, str]:
    """The class and the name of the method."""
    first = classes.sources[0] if classes.sources else None
    path, _, method = wanted.path.rpartition(".")
    if isinstance(first, SingleFile) and not path:
        cls = classes.load(first.cls.name)
        if not method:
            raise InputError(f"{wanted.text}: which method? {_list_methods(cls)}")
        return cls, method
    cls_found = find_class(classes, path) if path else None
    if cls_found is not None and method:
        return cls_found, method
    whole = find_class(classes, wanted.path) if wanted.path else None
    if whole is not None:
        raise InputError(f"{wanted.text}: this is a class; which method? {_list_methods(whole)}")
    if not path:
        raise InputError(
            f"{wanted.text}: `{printable(wanted.path)}` names no method; use `pkg.Class.method`"
        )
    # By convention, classes have capitals: `pkg.Tre` may well be a class without a method.
    missing = wanted.path if method[:1].isupper() else path
    similar = classes.similar(missing)
    hint = f"; did you mean `{printable(similar)}`?" if similar else ""
    raise InputError(f"{wanted.text}: no class `{printable(missing)}`{hint}")


def _find_method(hierarchy: Hierarchy, cls: ClassFile, name: str, wanted: _Wanted) -> Method:
    """Looks in the class, then in its ancestors, for the first that has a fitting method."""
    overloads: list[Method] = []
    for above in _ancestors(hierarchy, cls, name):
        own = above.methods_named(name)
        overloads += [m for m in own if not any(_same(m, o) for o in overloads)]
        fitting = _fitting(overloads, wanted)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            listed = _list(fitting)
            raise InputError(f"{wanted.text}: `{printable(name)}` has overloads; which? {listed}")
    if overloads:
        raise InputError(
            f"{wanted.text}: no overload of `{printable(name)}` has these parameters; there are "
            f"{_list(overloads)}"
        )
    names = sorted({m.name for c in _ancestors(hierarchy, cls, "") for m in c.methods})
    close = get_close_matches(name, names, 1)
    hint = f"did you mean `{printable(close[0])}`?" if close else _list_methods(cls)
    raise InputError(
        f"{wanted.text}: the class `{printable(cls.java_name)}` has no method "
        f"`{printable(name)}`; {hint}"
    )


def _ancestors(hierarchy: Hierarchy, cls: ClassFile, name: str) -> list[ClassFile]:
    """Where to look, in this order. Constructors are not inherited; ancestors that are missing
    (no JDK) end the search."""
    found = [cls]
    if name.startswith("<"):
        return found
    try:
        found += hierarchy.superclasses(cls.name)
        found += hierarchy.superinterfaces(cls.name)
    except InputError:
        pass
    return found


def _fitting(overloads: Sequence[Method], wanted: _Wanted) -> list[Method]:
    """The best matches: an exact list of types before a longer one, methods that were written
    before those that the compiler added."""
    if wanted.result or (wanted.parameters and ";" in wanted.parameters):
        return [m for m in overloads if _has_descriptor(m, wanted)]
    written = [m for m in overloads if not (m.is_synthetic or m.is_bridge)] or list(overloads)
    if wanted.parameters is None:
        return _widest_access(written)
    texts = [text for text in _plain(wanted.parameters).split(",") if text]
    fitting = [m for m in written if _starts_with(m, texts)]
    exact = [m for m in fitting if len(m.type.parameters) == len(texts)]
    return exact or fitting or [m for m in overloads if _has_descriptor(m, wanted)]


def _widest_access(overloads: list[Method]) -> list[Method]:
    """`TreeMap.put` is the public one, although there is a private `put` with three parameters."""
    best = min(map(_access_rank, overloads), default=0)
    widest = [m for m in overloads if _access_rank(m) == best]
    return widest if len(widest) == 1 else overloads


def _access_rank(method: Method) -> int:
    if method.is_public:
        return 0
    return 1 if method.is_protected else 3 if method.is_private else 2


def _has_descriptor(method: Method, wanted: _Wanted) -> bool:
    text = f"({wanted.parameters or ''})"
    if wanted.result:
        return method.descriptor == text + wanted.result
    return is_method_descriptor(f"{text}V") and method.descriptor.startswith(text)


def _starts_with(method: Method, texts: Sequence[str]) -> bool:
    parameters = method.type.parameters
    if len(texts) > len(parameters):
        return False
    variables = _type_variables(method)
    return all(
        text == variable or _names_type(text, str(parameter))
        for text, parameter, variable in zip(texts, parameters, variables, strict=False)
    )


def _type_variables(method: Method) -> list[str]:
    """For each parameter, the type variable that it was declared with (`K`, `T[]`), or nothing."""
    count = len(method.type.parameters)
    if method.signature is None:
        return [""] * count
    try:
        generic = method_signature(method.signature).parameters
    except DescriptorError:
        return [""] * count
    # Constructors of inner classes have parameters that their signature does not show.
    hidden = [""] * max(0, count - len(generic))
    shown = [str(g) if isinstance(g, TypeVariable | GenericArrayType) else "" for g in generic]
    return hidden + shown[:count]


def _plain(text: str) -> str:
    """Types without type arguments, varargs and blanks: `Map<K, V>, T...` is `Map,T[]`."""
    while (shorter := re.sub(r"<[^<>]*>", "", text)) != text:
        text = shorter
    return re.sub(r"\s", "", text).replace("...", "[]").replace("/", ".")


def _names_type(text: str, full: str) -> bool:
    """Whether the user's `Entry`, `Map.Entry`, `Map$Entry` or `java.util.Map.Entry` is a type."""
    wanted, dotted = text.replace("$", "."), full.replace("$", ".")
    return dotted == wanted or dotted.endswith(f".{wanted}")


def _same(method: Method, other: Method) -> bool:
    return method.name == other.name and method.descriptor == other.descriptor


def _list(methods: Sequence[Method]) -> str:
    shown = [f"{m.name}{m.type}" for m in methods if not m.is_synthetic] or [
        f"{m.name}{m.descriptor}" for m in methods
    ]
    if len(set(shown)) < len(shown):
        shown = [f"{m.name}{m.descriptor}" for m in methods]
    return ", ".join(f"`{printable(text)}`" for text in shown)


def _list_methods(cls: ClassFile) -> str:
    own = [m for m in cls.methods if not (m.is_synthetic or m.is_static_initialiser)]
    return f"it has {_list(own)}" if own else "it has none"
