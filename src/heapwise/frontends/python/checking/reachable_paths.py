"""Which paths of a function have inputs that can be made: as they are written, or by calls."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.protocol import BuiltPaths
from heapwise.frontends.python.checking.constructible import declared_valid, unexplained
from heapwise.frontends.python.checking.recipes import RecipeSearch
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.program import InputError
from heapwise.results import PathResult
from heapwise.testgen import read_module


def built_paths(target: str, paths: Sequence[PathResult]) -> BuiltPaths:
    """The calls must take the same path to the same end, seen by CPython."""
    subjects = subjects_of(target)
    if len(subjects) != 1:
        raise InputError(f"{target}: name one function")
    (subject,) = subjects
    loaded, valid = subject.loaded, declared_valid(subject.required)
    waiting = [path for path in paths if unexplained(path.input, loaded, valid)]
    if not waiting:
        return BuiltPaths({}, (), 0)
    goals = [{"exception": _raised(path), "trace": list(path.trace_texts)} for path in waiting]
    search = RecipeSearch(loaded, subject.info, subject.parameters)
    try:
        searched = search.search(goals, [path.input for path in waiting])
    finally:
        search.close()
    facts = read_module(loaded.path)
    made = {waiting[number].id: recipe.snippet(facts) for number, recipe in searched.found.items()}
    unseen = tuple(path.id for path in waiting if path.id not in made)
    return BuiltPaths(made, unseen, searched.calls)


def _raised(path: PathResult) -> str | None:
    """What a run of the path ends with."""
    if path.outcome.kind.value == "violated":
        return "AssertionError"
    return path.outcome.exception if path.outcome.kind.value == "raised" else None
