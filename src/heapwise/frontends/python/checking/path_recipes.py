"""Calls of public functions that take the same path as a witness does, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from heapwise.frontends.python.checking.constructible import declared_valid, unexplained
from heapwise.frontends.python.checking.recipes import RecipeSearch
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.results import Heap
from heapwise.testgen import Observation, TestCase
from heapwise.testgen.alike import holds


class PathRecipes:
    def __init__(
        self,
        loaded: LoadedModule,
        info: FunctionInfo,
        parameters: Mapping[str, Shape],
        required: Requirements,
    ) -> None:
        self._loaded = loaded
        self._search = RecipeSearch(loaded, info, parameters)
        self._valid = declared_valid(required)

    def _needs_calls(self, case: TestCase) -> bool:
        return bool(unexplained(case.given, self._loaded, self._valid))

    def needless(self, cases: Sequence[TestCase]) -> list[TestCase]:
        """Those whose input can be written down as it is."""
        return [case for case in cases if not self._needs_calls(case)]

    def of(
        self,
        cases: Sequence[TestCase],
        observe: Callable[[Heap], Observation],
        is_stable: Callable[[Heap, Observation], bool],
    ) -> list[TestCase]:
        """The cases whose input can be made, those that need it with the calls that do."""
        open_ones = [index for index, case in enumerate(cases) if self._needs_calls(case)]
        if not open_ones:
            return list(cases)
        goals = [
            {"exception": cases[i].observed.exception, "trace": list(cases[i].observed.trace)}
            for i in open_ones
        ]
        searched = self._search.search(goals, [cases[index].given for index in open_ones])
        kept: dict[int, TestCase] = {i: each for i, each in enumerate(cases) if i not in open_ones}
        for number, recipe in searched.found.items():
            case = cases[open_ones[number]]
            seen = observe(recipe.given)
            same = (seen.status, seen.exception, seen.trace)
            wanted = (case.observed.status, case.observed.exception, case.observed.trace)
            if same == wanted and is_stable(recipe.given, seen):
                when = case.condition if holds(case.condition, recipe.given) else ""
                made = replace(case, given=recipe.given, observed=seen, condition=when)
                kept[open_ones[number]] = replace(made, recipe=recipe)
        return [kept[index] for index in sorted(kept)]
