"""Which functions of a module are checked, and what is assumed of their inputs."""

from __future__ import annotations

import ast
import math
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from heapwise.contracts import contract_of
from heapwise.contracts.contract import Condition, Contract
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.protocol import Loading
from heapwise.frontends.python.checking.judging import PythonJudge
from heapwise.frontends.python.checking.offered_conditions import separating
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.program import parameters_of, program_of
from heapwise.frontends.python.requirements import is_invariant, requirements_of
from heapwise.frontends.python.source.modules import LoadedModule, load_module
from heapwise.frontends.python.source.suggestions import inside_package
from heapwise.frontends.python.source.target import find_named, parse_target
from heapwise.frontends.python.typing.functions import (
    FunctionInfo,
    function_named,
    functions_of,
    name_of,
)
from heapwise.frontends.python.typing.shapes import (
    LeftOutShape,
    Shape,
    UnknownShape,
    alternatives,
    classes_in,
)
from heapwise.program import NothingToCheckError, Program
from heapwise.results import Heap
from heapwise.results.place import Place
from heapwise.results.source_files import SourceFiles, Sources


@dataclass(frozen=True)
class Subject:
    """A function to check. `skipped` says why it is not, if so. `assumed` are conditions on
    parameters that were found: they narrow the inputs, but nobody has stated them."""

    loaded: LoadedModule
    info: FunctionInfo
    required: Requirements
    parameters: dict[str, Shape]
    skipped: str = ""
    assumed: tuple[tuple[str, Condition], ...] = ()
    language: ClassVar[str] = "python"

    @property
    def target(self) -> str:
        return f"{self.loaded.path}:{self.info.qualname}"

    @property
    def name(self) -> str:
        return name_of(self.info)

    @property
    def at(self) -> Place:
        return Place(self.info.at.file, self.info.at.line)

    def program(self, how: Loading) -> Program:
        required = self.required if how.contracts else None
        if self.assumed:
            stated = required or Requirements(Contract())
            required = replace(stated, invariants=(*stated.invariants, *self.assumed))
        leading = how.leading_asserts
        limits = how.options
        assert limits is None or isinstance(limits, InputLimits)
        return program_of(
            self.loaded, self.info, how.max_length, required, how.by_contract, leading, limits
        )

    def without_invariant(self) -> list[tuple[str, int]]:
        """Classes of this module whose objects it takes."""
        known = {name for name, _ in self.required.invariants}
        classes = {
            cls: None
            for name, shape in self.parameters.items()
            for cls in classes_in(shape)
            if name not in known and cls.__module__ == self.loaded.module.__name__
        }
        changed = os.stat(self.loaded.path).st_mtime_ns
        return [(f"{self.loaded.path}:{cls.__qualname__}", changed) for cls in classes]

    def judge(self) -> PythonJudge:
        return PythonJudge(self.loaded, self.info, self.required, self.parameters)

    def conditions(self, failing: Sequence[Heap], passing: Sequence[Heap]) -> Sequence[str]:
        return separating(self.parameters, failing, passing)

    def requiring(self, condition: str) -> Subject | None:
        """In addition to what the contract asks; not if one that it inherits asks for less."""
        contract = self.required.contract
        if contract.inherited_pre:
            return None
        names = {name: name for name in self.parameters}
        scope = {"math": math, **vars(self.loaded.module)}
        tree = ast.parse(condition, mode="eval").body
        asked = Condition("pre", tree, names, condition, self.info.at, scope)
        more = replace(contract, pre=(*contract.pre, asked))
        return replace(self, required=replace(self.required, contract=more))

    def as_named(self, at: Place) -> Place:
        is_own = at.file == str(Path(self.loaded.path).resolve())
        return replace(at, file=self.info.at.file) if is_own else at

    def sources(self) -> Sources:
        return SourceFiles(Path(self.at.file))

    def file_of(self, code: str, file: str) -> str | None:
        is_own = Path(file).resolve() == Path(self.loaded.path).resolve()
        return self.at.file if is_own else None


def subjects_of(target: str, private: bool = False, leading_asserts: bool = False) -> list[Subject]:
    """The functions that a target names: one, those of a class, or those of a module."""
    parsed = parse_target(target)
    loaded = load_module(parsed)
    everything = functions_of(loaded)
    if not everything and parsed.qualname is None:
        hint = inside_package(loaded.module.__name__, Path(loaded.path))
        raise NothingToCheckError(f"{target}: there is no function in it{hint}")
    if parsed.qualname is not None:
        named = find_named(parsed, loaded.module)
        if not isinstance(named, type):
            info = function_named(loaded, parsed.qualname)
            return [_subject(loaded, info, leading_asserts)]
        prefix = parsed.qualname + "."
        everything = [info for info in everything if info.qualname.startswith(prefix)]
    used = _used_by_contracts(everything)
    unlisted = _unlisted(loaded.module, everything)
    found = []
    for info in everything:
        subject = _subject(loaded, info, leading_asserts)
        why = _why_skipped(info, subject, used, unlisted, private)
        found.append(replace(subject, skipped=why) if why and not subject.skipped else subject)
    return found


def _subject(loaded: LoadedModule, info: FunctionInfo, leading_asserts: bool) -> Subject:
    parameters = parameters_of(info)
    required = requirements_of(info, parameters, leading_asserts)
    missing = [
        f"`{name}` has no usable hint: {part.reason}"
        for name, shape in parameters.items()
        for part in alternatives(shape)
        if isinstance(part, UnknownShape) and not isinstance(part, LeftOutShape)
    ]
    return Subject(loaded, info, required, parameters, missing[0] if missing else "")


def _why_skipped(
    info: FunctionInfo, subject: Subject, used: set[str], unlisted: set[str], private: bool
) -> str:
    if is_invariant(info):
        return "it is the invariant"
    contract = subject.required.contract
    if info.name in used and not (contract.pre or contract.post):
        return "contracts use it"
    if private or contract.pre:
        return ""
    if any(part.startswith("_") and not part.endswith("__") for part in info.qualname.split(".")):
        return "private: checked where it is called"
    if _outermost(info) in unlisted:
        return "private: not in `__all__`, checked where it is called"
    return ""


def _unlisted(module: ModuleType, infos: Sequence[FunctionInfo]) -> set[str]:
    """What the module has for itself: it says in `__all__` what it offers. What that is derived
    from is offered with it, and so is what a package around the module takes from it."""
    own = {name: vars(module).get(name) for name in {_outermost(info) for info in infos}}
    listed = own.keys() & set(getattr(module, "__all__", ()))
    if not listed:
        return set()
    offered = {
        id(each) for name in listed for each in (own[name], *getattr(own[name], "__mro__", ()))
    }
    package = module.__name__.rpartition(".")[0]
    while package:
        around = vars(sys.modules[package]) if package in sys.modules else {}
        offered |= {id(value) for value in around.values()}
        package = package.rpartition(".")[0]
    return {name for name, value in own.items() if id(value) not in offered}


def _outermost(info: FunctionInfo) -> str:
    return info.qualname.partition(".")[0]


def _used_by_contracts(infos: list[FunctionInfo]) -> set[str]:
    """Functions that conditions call, or that those call: they are part of the specification."""
    used: set[str] = set()
    for info in infos:
        contract = contract_of(info.function, info.owner)
        for condition in (*contract.pre, *contract.post, *contract.invariants):
            used.update(_called_in(condition.expression))
    by_name: dict[str, list[FunctionInfo]] = {}
    for info in infos:
        by_name.setdefault(info.name, []).append(info)
    waiting = list(used)
    while waiting:
        for info in by_name.get(waiting.pop(), ()):
            contract = contract_of(info.function, info.owner)
            if not (contract.pre or contract.post):
                more = set(_called_in(info.node)) - used
                used |= more
                waiting += more
    return used


def _called_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                yield called.id
            elif isinstance(called, ast.Attribute):
                yield called.attr
