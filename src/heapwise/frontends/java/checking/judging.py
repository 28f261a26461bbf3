"""What counts as a failure of a Java method, and the code that shows it.

A violated contract, a failed assertion, an exception that is neither declared nor thrown on
purpose, and a loop that does not end. A NullPointerException of a call with null for an argument
only shows that the method needs another, unless the parameter is said to be nullable.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from heapwise.engine.state import COMES_BACK, Leaf, is_allocated
from heapwise.frontends.java.checking.constructible import Constructible, declared_valid
from heapwise.frontends.java.checking.failure_recipes import JavaFailureRecipes
from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.checking.recipes import JavaRecipeSearch
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.parameter_notes import allows_null
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.hierarchy import Hierarchy
from heapwise.frontends.java.contracts import JavaContract
from heapwise.frontends.java.main_code import names_of
from heapwise.frontends.java.semantics.operations import BY_CODE, BY_DECLARATION, worded
from heapwise.frontends.java.witness.java_code import snippet
from heapwise.frontends.java.witness.witnesses import FULL_STACK, VIOLATIONS, JavaWitnesses
from heapwise.frontends.protocol import Judged, Recipes, Witnesses
from heapwise.program import InputError
from heapwise.results import Heap, OutcomeKind, PathResult
from heapwise.results.checks import Finding
from heapwise.solver import Kind
from heapwise.terms import Term, show
from heapwise.terms.printing import conjuncts
from heapwise.testgen.java import JavaMethod, JvmReplayer

_NULL_POINTER = "java.lang.NullPointerException"
_ON_PURPOSE = ("Objects.java", "Preconditions.java")
"""Whose methods in the JDK are called to throw if an argument is wrong."""


class JavaJudge:
    def __init__(self, classes: ClassPath, cls: ClassFile, method: Method) -> None:
        self._classes = classes
        self._hierarchy = Hierarchy(classes)
        self._cls = cls
        self._method = method
        self._replayer: JvmReplayer | None = None
        self._called: JavaMethod | None = None
        self._contract = JavaContract()
        self._writers = FieldWriters(classes, cls.package)
        self._only_null: frozenset[str] = frozenset()
        names = names_of(method)
        self._needed = [
            name
            for index, name in enumerate(names)
            if len(method.type.parameters[index].descriptor) > 1 and not allows_null(method, index)
        ]

    @property
    def machine(self) -> str:
        return "Heapwise itself: there is no JVM" if self._replayer is None else "a JVM"

    def begin(self, witnesses: Witnesses) -> None:
        """All explorations of the method share one JVM."""
        assert isinstance(witnesses, JavaWitnesses)
        self._only_null = witnesses.only_null()
        self._called, self._contract = witnesses.method(), witnesses.contract
        if self._replayer is None:
            self._replayer = witnesses.new_replayer()
        if self._replayer is not None:
            witnesses.share(self._replayer)

    def close(self) -> None:
        if self._replayer is not None:
            self._replayer.close()

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        if leaf.kind is OutcomeKind.VIOLATED:
            return True
        if leaf.kind is not OutcomeKind.RAISED:
            return False
        return not (self._is_declared(leaf.detail or "") or _is_on_purpose(leaf))

    def _is_declared(self, name: str) -> bool:
        """Is it in the `throws` clause?"""
        above = {name.replace(".", "/")}
        with suppress(InputError):  # a class that is missing from the class path
            above |= {each.name for each in self._hierarchy.superclasses(name.replace(".", "/"))}
        return not above.isdisjoint(self._method.throws)

    def needs(self, leaf: Leaf[Any]) -> str:
        if leaf.detail != _NULL_POINTER:
            return ""
        known = {
            show(part, null="null")
            for term, kind in leaf.path.entries()
            if kind is not Kind.FACT
            for part in conjuncts(term)
        }
        missing = [
            name for name in self._needed if name in self._only_null or f"{name} == null" in known
        ]
        return f"`{missing[0]}` must not be null" if missing else ""

    def failure(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged:
        assert isinstance(witnesses, JavaWitnesses)
        message = path.outcome.exception or ""
        kind = "exception"
        if leaf.kind is OutcomeKind.VIOLATED:
            kind = "contract" if message.startswith(VIOLATIONS) else "assertion"
        seen = witnesses.last
        if kind != "contract" and path.replayed and seen is not None and seen.message:
            message = f"{message}: {seen.message.splitlines()[0]}"
        return self._judged(kind, message, path, witnesses)

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        assert isinstance(witnesses, JavaWitnesses)
        if leaf.kind is not OutcomeKind.ENDLESS:
            if not path.replayed:
                return None
            if witnesses.last is not None and witnesses.last.exception == FULL_STACK:
                if self._is_declared(FULL_STACK):
                    return None
                return self._judged("exception", FULL_STACK, path, witnesses)
        return self._judged("endless", f"does not end: it {COMES_BACK}", path, witnesses)

    def _judged(
        self, kind: str, message: str, path: PathResult, witnesses: JavaWitnesses
    ) -> Judged:
        # Where a replay cannot show the path, what it did instead is no fault of ours.
        is_known = path.replayed or witnesses.beyond
        differences = () if is_known else tuple(witnesses.differences)
        return Judged(kind, message, path.outcome.at, path.replayed, path.doubt, differences)

    def snippet(self, path: PathResult, witnesses: Witnesses) -> str:
        """As `java_code.snippet` writes it."""
        assert isinstance(witnesses, JavaWitnesses)
        called = witnesses.method()
        place = self._classes, self._cls, self._method
        given = witnesses.as_written(path.input) if path.replayed else path.input
        return snippet(*place, called, given, witnesses.answers)

    def is_direct(self, given: Heap) -> bool:
        if self._called is None or self._replayer is None:
            return True  # there is nothing to look for calls with
        valid = declared_valid(self._contract)
        return not Constructible(self._classes, self._writers).unexplained(given, valid)

    def recipes(self, findings: Sequence[Finding]) -> Recipes:
        if self._called is None or self._replayer is None:
            return Recipes({}, 0)
        place = self._classes, self._cls, self._method
        search = JavaRecipeSearch(*place, self._writers)
        told = self._called, self._contract, self._replayer
        return JavaFailureRecipes(place, search, *told).of(findings)


def _is_on_purpose(leaf: Leaf[Any]) -> bool:
    """Has code of the program made and thrown it, asked the JDK to look at an argument, or declared
    it in a contract that stands for a call?"""
    value = leaf.value
    if not isinstance(value, Term) or not is_allocated(value):
        return True  # an input that is thrown
    who = worded(value).of(leaf.store)
    if who == BY_DECLARATION:
        return True
    if leaf.where is not None and leaf.where.inside is not None:
        return leaf.where.inside.file in _ON_PURPOSE
    return who == BY_CODE
