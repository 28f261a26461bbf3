"""Which methods of a class, a folder or a jar are checked or tested."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from heapwise.frontends.java.checking.constructible import is_private_class
from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.checking.judging import JavaJudge
from heapwise.frontends.java.classfile.class_file import ClassFile, Method, is_made_for_enum
from heapwise.frontends.java.classfile.descriptors import ClassType
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.source_texts import JavaSources
from heapwise.frontends.java.classpath.sources import SingleFile
from heapwise.frontends.java.classpath.targets import (
    JavaTarget,
    find_class,
    load_target,
    open_for_class,
)
from heapwise.frontends.java.contracts import is_condition, named_invariant
from heapwise.frontends.java.main_code import line_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import JavaProgram, program_of
from heapwise.frontends.java.universe.set_fields import nest_of
from heapwise.frontends.protocol import Loading
from heapwise.frontends.protocol import Subject as AnySubject
from heapwise.frontends.surroundings import Dependencies, Surroundings
from heapwise.program import InputError, NothingToCheckError
from heapwise.results import Heap
from heapwise.results.place import Place
from heapwise.structure.to_python.deriving import INVARIANTS
from heapwise.testgen.java.jvm import CLASSES

_SYNTHETIC = 0x1000


@dataclass(frozen=True, slots=True)
class JavaSubject:
    """A method to check or test; `target` names it in full."""

    target: str
    classes: ClassPath
    cls: ClassFile
    method: Method
    options: JavaOptions
    skipped: str = ""

    @property
    def name(self) -> str:
        return f"{self.cls.java_name.rpartition('.')[2]}.{self.method.name}{self.method.type}"

    @property
    def language(self) -> str:
        return "java"

    @property
    def at(self) -> Place:
        return line_of(self.cls, self.method).place

    def program(self, how: Loading) -> JavaProgram:
        found = JavaTarget(self.classes, self.cls, self.method)
        options = replace(
            self.options,
            contracts=how.contracts,
            by_contract=how.by_contract,
            constructed=True,
        )
        return program_of(self.target, found, options)

    def conditions(self, failing: Sequence[Heap], passing: Sequence[Heap]) -> Sequence[str]:
        return ()

    def requiring(self, condition: str) -> AnySubject | None:
        return None

    def without_invariant(self) -> list[tuple[str, Hashable]]:
        """Classes of this package whose objects it takes."""
        types = [each for each in self.method.type.parameters if isinstance(each, ClassType)]
        names = [each.name for each in types]
        if not (self.method.is_static or self.method.is_constructor):
            names.insert(0, self.cls.name)
        location = self.target.rpartition(":")[0] or self.target
        around = {each.name: each for each in FieldWriters(self.classes, self.cls.package).around}
        return [
            (f"{location}:{around[name].java_name}", self._code_of(around[name]))
            for name in dict.fromkeys(names)
            if name in around
            if not any(around[name].method(each, "()Z") for each in INVARIANTS)
        ]

    def _code_of(self, cls: ClassFile) -> Hashable:
        """With all that is nested in it, or around it."""
        nest = (cls.name, *sorted(nest_of(cls, set(self.classes.user_classes()))))
        return tuple(map(self.classes.bytes_of, nest))

    def judge(self) -> JavaJudge:
        return JavaJudge(self.classes, self.cls, self.method)

    def as_named(self, at: Place) -> Place:
        return at

    def sources(self) -> JavaSources:
        return JavaSources(self.classes, self.cls, self.options.source_path)

    def file_of(self, code: str, file: str) -> str | None:
        owner = code.rpartition(".")[0]
        return self.sources().file_of_class(owner.replace(".", "/")) or None


def subjects_of(target: str, options: JavaOptions, private: bool = False) -> list[JavaSubject]:
    """The method that the target names; or those of the class, of the classes of the package, or of
    all classes in the folder or jar."""
    location, colon, name = target.rpartition(":")
    if not colon:
        location, name = target, ""
    parts = [part for part in location.split(os.pathsep) if part]
    # The libraries of verification benchmarks, whose methods have models, are ours to give.
    path = [*parts, *options.class_path, str(CLASSES)]
    classes = open_for_class(path, name, options.jdk)
    cls = find_class(classes, name) if name else None
    if cls is not None:
        found = [(cls, name)]
        if cls.name in classes.user_classes():
            inside = _inside(classes, len(parts), f"{cls.name}$")
            found += [(each, each.java_name) for each in inside]
    else:
        package = f"{name.replace('.', '/')}/" if name else ""
        found = [(each, each.java_name) for each in _inside(classes, len(parts), package)]
    if not found:
        named = load_target(target, [*options.class_path, str(CLASSES)], options.jdk)
        _need_invariants(named.classes, options, [named.cls])
        return [JavaSubject(target, named.classes, named.cls, named.method, options)]
    _need_invariants(classes, options, [each for each, _ in found])
    subjects = [
        JavaSubject(
            f"{location}:{called}.{method.name}{method.descriptor}",
            classes,
            each,
            method,
            options,
            _why_skipped(each, method, private),
        )
        for each, called in found
        for method in each.methods
        if not _is_made_up(each, method)
    ]
    if not subjects:
        raise NothingToCheckError(f"{target}: there is no method in it")
    return subjects


def _need_invariants(classes: ClassPath, options: JavaOptions, tested: Sequence[ClassFile]) -> None:
    """Raises `InputError` if there is nothing in any of these classes that the user can mean."""
    for text in options.invariants:
        problems: list[InputError] = []
        for cls in tested:
            try:
                named_invariant(classes, text, cls)
            except InputError as error:
                problems.append(error)
        if len(problems) == len(tested):
            raise problems[0]


def _inside(classes: ClassPath, locations: int, prefix: str) -> Iterator[ClassFile]:
    """The classes that somebody has written and named, in the first locations of a class path, if
    their internal names begin so."""
    for source in classes.sources[:locations]:
        if isinstance(source, SingleFile):
            if not prefix:
                yield classes.load(source.cls.name)
            continue
        for name in sorted(source.names()):
            is_named = not re.search(r"\$\d", name) and not name.endswith("-info")
            if name.startswith(prefix) and is_named:
                cls = classes.find(name)
                if cls is not None and not cls.access & _SYNTHETIC:
                    yield cls


def _is_made_up(cls: ClassFile, method: Method) -> bool:
    """Did the compiler write it, or has it no code?"""
    has_none = method.is_static_initialiser or method.code is None
    is_written = not (method.is_synthetic or method.is_bridge or is_made_for_enum(cls, method))
    return has_none or not is_written


def _why_skipped(cls: ClassFile, method: Method, private: bool) -> str:
    if method.name in INVARIANTS and method.descriptor.endswith(")Z"):
        return "it is the invariant"
    if is_condition(cls, method):
        return "contracts use it"
    if method.name == "main" and method.is_static:
        return "the start of a program: name it to check it"
    is_private = method.is_private or is_private_class(cls)
    return "private: checked where it is called" if is_private and not private else ""


def dependencies_of(subjects: Sequence[JavaSubject]) -> Dependencies:
    """All of the class path, because a class that is added may be that of an input; and the JDK,
    which is looked for on the PATH."""
    trees: set[str] = set()
    large: set[str] = set()
    folders = [os.path.abspath(each) for each in os.environ.get("PATH", "").split(os.pathsep)]
    for classes in {id(subject.classes): subject.classes for subject in subjects}.values():
        for source in classes.sources:
            root = source.root if isinstance(source, SingleFile) else None
            trees |= {os.path.abspath(each) for each in (source.label, root or source.label)}
        if classes.jdk is not None:
            home = classes.jdk.home
            large |= {str(home / each) for each in ("release", "lib/modules", "bin/java")}
            large |= {source.label for source in classes.platform}
    found = Surroundings(
        large_files=frozenset(large),
        trees=frozenset(trees),
        folders=frozenset(folders),
        names=frozenset({"java", "javac"}),
        variables=frozenset({"JAVA_HOME", "PATH", "CLASSPATH", "JAVA_TOOL_OPTIONS"}),
    )
    return Dependencies(found)
