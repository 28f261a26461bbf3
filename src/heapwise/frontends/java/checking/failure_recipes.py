"""Calls of public Java methods that lead to the same failure as a witness does, seen by a JVM."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.checking.recipes import JavaRecipeSearch, condition_texts
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.contracts import JavaContract
from heapwise.frontends.java.witness.heap_names import Shortened
from heapwise.frontends.java.witness.java_code import snippet
from heapwise.frontends.java.witness.witnesses import FULL_STACK
from heapwise.frontends.protocol import Rebuilt, Recipes
from heapwise.results.checks import Finding
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.recipe import JavaRecipe

_ENDLESS_SECONDS = 0.3


class JavaFailureRecipes:
    def __init__(
        self,
        place: tuple[ClassPath, ClassFile, Method],
        search: JavaRecipeSearch,
        called: JavaMethod,
        contract: JavaContract,
        replayer: JvmReplayer,
    ) -> None:
        self._place = place
        self._search = search
        self._called = called
        self._contract = contract
        self._replayer = replayer

    def of(self, findings: Sequence[Finding]) -> Recipes:
        texts = condition_texts(self._contract)
        goals = [_goal(finding, texts) for finding in findings]
        searched = self._search.search(
            goals,
            [finding.input for finding in findings],
            self._called,
            self._contract,
            self._replayer,
        )
        found = {}
        for number, recipe in searched.found.items():
            seen = self._shown(findings[number], recipe)
            if seen is not None:
                message = _worded(findings[number], seen)
                code = snippet(*self._place, self._called, recipe.given, (), recipe)
                short = Shortened((recipe.given, seen.output))
                shown = short.heap(recipe.given), short.heap(seen.output), short.value(seen.value)
                found[number] = Rebuilt(*shown, message, code)
        return Recipes(found, searched.calls)

    def _shown(self, finding: Finding, recipe: JavaRecipe) -> Observation | None:
        """What a replay of the input does, if it is the failure."""
        seconds = _ENDLESS_SECONDS if finding.kind == "endless" else None
        seen = self._replayer.replay(self._called, recipe.given, (), seconds)
        if finding.kind == "endless":
            is_it = seen.status is Status.TIMEOUT
        elif finding.kind == "contract":
            is_it = seen.status is Status.RETURNED
        else:
            is_it = seen.exception == _exception_of(finding)
        return seen if is_it else None


def _goal(finding: Finding, texts: Sequence[str]) -> dict[str, object]:
    if finding.kind == "endless":
        return {"endless": True}
    if finding.kind == "contract":
        return {"violated": texts.index(finding.message) if finding.message in texts else None}
    exception = _exception_of(finding)
    goal: dict[str, object] = {"exception": exception}
    if finding.at is not None and exception != FULL_STACK:
        goal["place"] = f"{finding.at.file.rpartition('/')[2]}:{finding.at.line}"
    return goal


def _exception_of(finding: Finding) -> str:
    return finding.message.partition(":")[0]


def _worded(finding: Finding, seen: Observation) -> str:
    if finding.kind == "contract" or not seen.message:
        return finding.message
    return f"{seen.exception}: {seen.message.splitlines()[0]}"
