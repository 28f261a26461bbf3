"""What counts as a failure of a Python function, and how CPython is asked whether it is one.

A violated contract, a failed assertion, an exception that is neither declared nor raised on
purpose, and a loop that does not end.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heapwise.contracts import asserts_of
from heapwise.engine.state import COMES_BACK, Leaf
from heapwise.frontends.protocol import Judged, Recipes, Witnesses
from heapwise.frontends.python.checking.confirming import PRECONDITION, Confirmation
from heapwise.frontends.python.checking.constructible import declared_valid, unexplained
from heapwise.frontends.python.checking.failure_recipes import FailureRecipes
from heapwise.frontends.python.checking.guessed_types import GuessedTypes
from heapwise.frontends.python.checking.protocol_exceptions import protocol_exceptions
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.model.values import ExceptionValue, UnknownText
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo, callee_of
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.frontends.python.witness.replaying import (
    ENDLESS_STEPS,
    FULL_STACK,
    LONGEST_TEXT,
    PythonWitnesses,
    is_contract_violation,
)
from heapwise.results import Heap, OutcomeKind, PathResult
from heapwise.results.checks import Finding
from heapwise.testgen import ModuleUnderTest, read_module, snippet
from heapwise.testgen.cpython_replay import Observation

_CONTRADICTED = "CPython sees another condition fail, or none: this is a fault of Heapwise"


class PythonJudge:
    machine = "CPython"

    def __init__(
        self,
        loaded: LoadedModule,
        info: FunctionInfo,
        required: Requirements,
        parameters: Mapping[str, Shape],
    ) -> None:
        self._path = loaded.path
        self._loaded = loaded
        self._info = info
        self._contract = required.contract
        self._confirmation = Confirmation(ModuleUnderTest.of_file(loaded.path), info, required)
        self._valid = declared_valid(required)
        self._parameters = parameters
        self._asserted = _first_asserted(info)
        self._guessed = GuessedTypes(loaded, info)
        self._wanted = (*required.contract.raises, *protocol_exceptions(info))

    def begin(self, witnesses: Witnesses) -> None:
        return None

    def close(self) -> None:
        self._confirmation.close()

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        contract = self._contract
        if leaf.kind is OutcomeKind.VIOLATED:
            return True
        if leaf.kind is not OutcomeKind.RAISED:
            return False
        value = leaf.value
        if not isinstance(value, ExceptionValue):
            # An object of a class of the user, thrown by a raise statement.
            return contract.raises_only
        is_stated = contract.raises_only
        if issubclass(value.cls, contract.raises if is_stated else self._wanted):
            return False
        return not value.deliberate or contract.raises_only

    def needs(self, leaf: Leaf[Any]) -> str:
        """What the function asserts first of all: callers must see to it."""
        at = leaf.where
        if leaf.kind is not OutcomeKind.VIOLATED or at is None or is_contract_violation(leaf.value):
            return ""
        is_own = Path(at.file).resolve() == Path(self._path).resolve()
        text = self._asserted.get(at.line or 0) if is_own else None
        return f"`{text}` must hold" if text else ""

    def failure(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged:
        assert isinstance(witnesses, PythonWitnesses)
        message = path.outcome.exception or ""
        kind = "contract" if is_contract_violation(leaf.value) else "exception"
        if path.outcome.kind is OutcomeKind.VIOLATED and kind == "exception":
            kind, message = "assertion", f"assert {message}"
        if kind == "exception":
            message = _with_text(leaf, message, witnesses.last if path.replayed else None)
        differences = list(witnesses.differences)
        replayed, doubt = path.replayed, path.doubt
        if replayed and self._contract.is_stated:
            seen = self._confirmation(path.input)
            expected = message if kind == "contract" else ""
            if seen == PRECONDITION or (expected and seen != expected):
                replayed, doubt = False, _CONTRADICTED
                differences.append(f"expected {message}, but: {seen or 'nothing fails'}")
        at = path.outcome.at
        needed = self._guessed.at_fault(message, path.input) if kind == "exception" else ""
        return Judged(kind, message, at, replayed, doubt, tuple(differences), needed)

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        assert isinstance(witnesses, PythonWitnesses)
        at = path.outcome.at
        message = f"does not end: it {COMES_BACK}"
        if leaf.kind is not OutcomeKind.ENDLESS:
            if not path.replayed:
                return None
            assert witnesses.last is not None
            if witnesses.last.exception == FULL_STACK:
                if issubclass(RecursionError, self._contract.raises):
                    return None
                message = _with_text(leaf, FULL_STACK, witnesses.last)
                return Judged("exception", message, at, True)
            at = replace(witnesses.last.loops[0], column=0)
            message = f"does not end within {ENDLESS_STEPS:,} steps of a run"
        differences = tuple(witnesses.differences)
        return Judged("endless", message, at, path.replayed, path.doubt, differences)

    def snippet(self, path: PathResult, witnesses: Witnesses) -> str:
        return snippet(callee_of(self._info), path.input, read_module(self._path))

    def is_direct(self, given: Heap) -> bool:
        return not unexplained(given, self._loaded, self._valid)

    def recipes(self, findings: Sequence[Finding]) -> Recipes:
        about = (self._loaded, self._info, self._parameters)
        return FailureRecipes(*about, self._confirmation, self._guessed).of(findings)


def _first_asserted(info: FunctionInfo) -> dict[int, str]:
    """The asserts that a function begins with before it does something else, by their lines; not of
    one that calls itself, which has to keep them too."""
    found = asserts_of(info.function)
    node = info.node
    if isinstance(node, ast.Lambda) or found.stop >= len(node.body):
        return {}
    called = {each.func for each in ast.walk(node) if isinstance(each, ast.Call)}
    names = {
        each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in called
    }
    if info.name in names:
        return {}
    return {each.at.line: each.text for each in found.conditions}


def _with_text(leaf: Leaf[object], name: str, observed: Observation | None) -> str:
    """What an exception says: CPython's own words, if it was seen to raise it."""
    if observed is not None and observed.message:
        return f"{name}: {observed.message.splitlines()[0][:LONGEST_TEXT]}"
    value = leaf.value
    if isinstance(value, ExceptionValue) and len(value.args) == 1:
        argument = value.args[0]
        if isinstance(argument, UnknownText):
            argument = argument.of
        if isinstance(argument, str) and argument:
            return f"{name}: {argument}"
    return name
