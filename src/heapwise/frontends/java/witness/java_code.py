"""Java code that builds the input of a path and calls the method: a snippet, or tests of JUnit."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.witness.access import Accesses
from heapwise.results import Heap
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java.access import ClassAccess, classes_named
from heapwise.testgen.java.junit_body import Answers, Body
from heapwise.testgen.java.junit_file import JavaCase, write_junit
from heapwise.testgen.java.junit_helpers import HELPERS, IMPORTS, opening
from heapwise.testgen.java.junit_names import UnwritableError
from heapwise.testgen.java.jvm import JavaMethod
from heapwise.testgen.java.recipe import JavaRecipe


def package_of(cls: ClassFile) -> str:
    """That of a class, if others may put classes there."""
    package = cls.java_name.rpartition(".")[0]
    return "" if package.startswith(("java.", "javax.", "jdk.", "sun.")) else package


def junit_name(cls: ClassFile) -> str:
    """What a class with tests of another one is called."""
    return f"{cls.java_name.rpartition('.')[2].rpartition('$')[2]}Test"


def snippet(
    classes: ClassPath,
    cls: ClassFile,
    method: Method,
    called: JavaMethod,
    given: Heap,
    answers: Answers,
    recipe: JavaRecipe | None = None,
) -> str:
    """Statements for a class in the same package, and after an empty line the helpers that they
    call; empty if Java cannot say it. With a `recipe`, the input is made as that does."""
    accesses = Accesses(classes, package_of(cls))
    named: dict[str, ClassAccess] = {}
    for name in classes_named([given], answers):
        access = accesses.of_class(name)
        if access is not None:
            named[name] = access
    nothing = Observation(Status.RETURNED, output=Heap())
    try:
        body = Body(called, accesses.of_method(cls, method), given, nothing, named, answers, recipe)
        lines = body.statements()
    except UnwritableError:
        return ""
    helpers = [text.rstrip("\n") for key, text in HELPERS.items() if key in body.names.helpers]
    helpers += ["\n".join(each) for each in body.members.values()]
    needed = sorted({each for key in body.names.helpers for each in IMPORTS.get(key, ())})
    head = [f"import {each};" for each in needed]
    if body.names.opened:
        head.append(f"// java {opening(body.names.opened)}")
    return "\n\n".join(["\n".join(lines), *(["\n".join(head)] if head else []), *helpers])


def junit_text(classes: ClassPath, cls: ClassFile, cases: Sequence[JavaCase], name: str) -> str:
    """The file of tests: a class `name` in the package of the class under test."""
    package = package_of(cls)
    accesses = Accesses(classes, package)
    named: dict[str, ClassAccess] = {}
    for case in cases:
        heaps = (case.given, case.observed.output)
        for class_name in classes_named(heaps, case.answers, case.observed.value):
            access = accesses.of_class(class_name)
            if access is not None:
                named[class_name] = access
    return write_junit(cases, package, name, named)
