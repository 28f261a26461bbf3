"""Calls of public Java methods that take the same path as a witness does, for tests and listings.

A JVM does not tell which path a run takes. So the engine runs what calls have made and what comes
to the same end, on the concrete heap.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.checking.constructible import Constructible, declared_valid
from heapwise.frontends.java.checking.field_writers import FieldWriters
from heapwise.frontends.java.checking.recipes import JavaRecipeSearch, Searched
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.jdk import HOW_TO_GET_ONE
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import JavaProgram, load_program
from heapwise.frontends.java.witness.java_code import snippet
from heapwise.frontends.java.witness.witnesses import VIOLATIONS, JavaWitnesses
from heapwise.frontends.protocol import BuiltPaths
from heapwise.program import InputError
from heapwise.results import Heap, PathResult
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.recipe import JavaRecipe

_MOST_RUNS = 300
"""Of the engine, which takes much longer than a JVM."""


class JavaPathRecipes:
    def __init__(
        self, program: JavaProgram, witnesses: JavaWitnesses, replayer: JvmReplayer
    ) -> None:
        found = program.found
        self._writers = FieldWriters(found.classes, found.cls.package)
        self._constructible = Constructible(found.classes, self._writers)
        self._valid = declared_valid(witnesses.contract)
        self._search = JavaRecipeSearch(found.classes, found.cls, found.method, self._writers)
        self._witnesses = witnesses
        self._replayer = replayer
        self._runs = 0
        self._is_driven = program.driver is not None

    def are_needed(self, given: Heap) -> bool:
        """Can the input not be written down as it is?"""
        is_built = self._is_driven  # by calls already
        return not is_built and bool(self._constructible.unexplained(given, self._valid))

    def of(self, paths: Sequence[PathResult]) -> Searched:
        """By their numbers in this list."""
        self._runs = 0
        goals = [{"exception": _raised(path), "trace": list(path.trace_texts)} for path in paths]
        return self._search.search(
            goals,
            [path.input for path in paths],
            self._witnesses.method(),
            self._witnesses.contract,
            self._replayer,
            self._trace_of,
        )

    def _trace_of(self, given: Heap) -> Sequence[str] | None:
        self._runs += 1
        return self._witnesses.trace_of(given) if self._runs <= _MOST_RUNS else None


def _raised(path: PathResult) -> str | None:
    """What a run of the path ends with."""
    exception = path.outcome.exception or ""
    return None if exception.startswith(VIOLATIONS) else exception or None


def built_paths(target: str, paths: Sequence[PathResult]) -> BuiltPaths:
    """The calls must take the same path to the same end."""
    program = load_program(target, JavaOptions())
    witnesses = JavaWitnesses(program, None)
    replayer = witnesses.new_replayer()
    if replayer is None:
        raise InputError(f"calls are run in a JVM, and there is none: {HOW_TO_GET_ONE}")
    with replayer:
        witnesses.share(replayer)
        recipes = JavaPathRecipes(program, witnesses, replayer)
        waiting = [path for path in paths if recipes.are_needed(path.input)]
        if not waiting:
            return BuiltPaths({}, (), 0)
        searched = recipes.of(waiting)
    place = program.found.classes, program.found.cls, program.found.method
    made = {
        waiting[number].id: " ".join(_statements(place, witnesses.method(), recipe))
        for number, recipe in searched.found.items()
    }
    unseen = tuple(path.id for path in waiting if path.id not in made)
    return BuiltPaths(made, unseen, searched.calls)


def _statements(
    place: tuple[ClassPath, ClassFile, Method], called: JavaMethod, recipe: JavaRecipe
) -> list[str]:
    """Without the helpers behind them."""
    return snippet(*place, called, recipe.given, (), recipe).partition("\n\n")[0].splitlines()
