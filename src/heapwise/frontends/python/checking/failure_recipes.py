"""Calls of public functions that lead to the same failure as a witness does, seen by CPython."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from heapwise.frontends.protocol import Rebuilt, Recipes
from heapwise.frontends.python.checking.confirming import Confirmation
from heapwise.frontends.python.checking.guessed_types import GuessedTypes
from heapwise.frontends.python.checking.recipes import RecipeSearch
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo, callee_of
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.frontends.python.witness.replaying import FULL_STACK, LONGEST_TEXT, PROVED_LIMITS
from heapwise.results.checks import Finding
from heapwise.results.heap import heap_to_json
from heapwise.testgen import ModuleUnderTest, Replayer, Status, read_module
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.recipe import Recipe


class FailureRecipes:
    def __init__(
        self,
        loaded: LoadedModule,
        info: FunctionInfo,
        parameters: Mapping[str, Shape],
        confirmation: Confirmation,
        guessed: GuessedTypes,
    ) -> None:
        self._module = ModuleUnderTest.of_file(Path(loaded.path))
        self._target = callee_of(info)
        self._search = RecipeSearch(loaded, info, parameters)
        self._confirmation = confirmation
        self._guessed = guessed
        self._replayer = Replayer()

    def of(self, findings: Sequence[Finding]) -> Recipes:
        goals = [self._goal(finding) for finding in findings]
        code = self._confirmation.code if any("text" in goal for goal in goals) else ""
        searched = self._search.search(goals, [each.input for each in findings], code)
        facts = read_module(self._module.path)
        found = {}
        for number, recipe in searched.found.items():
            finding = findings[number]
            seen = self._shown(finding, recipe)
            if seen is not None:
                message = _worded(finding, seen)
                snippet = recipe.snippet(facts)
                needed = self._needed(finding, message, recipe)
                found[number] = Rebuilt(
                    recipe.given, seen.output, seen.value, message, snippet, needed
                )
        return Recipes(found, searched.calls)

    def _needed(self, finding: Finding, message: str, recipe: Recipe) -> str:
        """The calls may have put what it does not take where nobody has declared a type."""
        if finding.kind == "endless" or message.startswith("RecursionError"):
            return self._guessed.led_back(
                recipe.given, recipe.statements, set(recipe.names.values())
            )
        if finding.kind == "exception":
            return self._guessed.at_fault(message, recipe.given)
        return ""

    def _goal(self, finding: Finding) -> dict[str, object]:
        if finding.kind == "endless":
            return {"endless": True, **self._place(finding)}
        if finding.kind == "contract":
            return {"text": finding.message}
        exception = _exception_of(finding)
        goal: dict[str, object] = {"exception": exception}
        goal["witness"] = heap_to_json(finding.input)
        return goal if exception == FULL_STACK else goal | self._place(finding)

    def _place(self, finding: Finding) -> dict[str, object]:
        at = finding.at
        if at is None:
            return {}
        file = self._module.path if Path(at.file).name == self._module.path.name else at.file
        return {"place": [str(Path(file).resolve()), at.line]}

    def _shown(self, finding: Finding, recipe: Recipe) -> Observation | None:
        """What a replay of the input does, if it is the failure."""
        limits = PROVED_LIMITS if finding.kind == "endless" else None
        seen = self._replayer.replay(self._module, self._target, recipe.given, limits)
        if finding.kind == "endless":
            is_it = seen.status is Status.ENDLESS
        elif finding.kind == "contract":
            is_it = self._confirmation(recipe.given) == finding.message
        else:
            is_it = seen.exception == _exception_of(finding)
        return seen if is_it else None


def _exception_of(finding: Finding) -> str:
    is_assertion = finding.kind == "assertion"
    return "AssertionError" if is_assertion else finding.message.partition(":")[0]


def _worded(finding: Finding, seen: Observation) -> str:
    if finding.kind != "exception" or not seen.message:
        return finding.message
    return f"{seen.exception}: {seen.message.splitlines()[0][:LONGEST_TEXT]}"
