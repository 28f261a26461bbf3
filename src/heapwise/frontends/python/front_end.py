"""Python as a front end.

What only some commands need (tests, drivers, compiled invariants) is imported when it is asked
for."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.contracts import invariants_of
from heapwise.contracts.contract import Contract
from heapwise.engine.bounds import Bounds, small_by_default
from heapwise.frontends.input_limits import all_in_words, with_full_names
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.protocol import (
    BuiltPaths,
    Claimed,
    Loading,
    Prepared,
    Selection,
    Subject,
    ValidInputs,
    Witnesses,
)
from heapwise.frontends.python.finitising import finitised
from heapwise.frontends.python.invariants.finitizations import Check, python_structure
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.model.field_limits import limit_layouts
from heapwise.frontends.python.model.universe import Universe, classes_in_module
from heapwise.frontends.python.options import PythonOptions
from heapwise.frontends.python.program import load_program, parameters_of, program_of
from heapwise.frontends.python.requirements import requirements_of
from heapwise.frontends.python.runtime import PythonRuntime, PythonTarget
from heapwise.frontends.python.source.modules import load_module
from heapwise.frontends.python.source.target import find_named, parse_target
from heapwise.frontends.python.typing.functions import function_named
from heapwise.frontends.python.typing.shapes import ClassShape, Shape, classes_in
from heapwise.frontends.python.witness.replaying import PythonWitnesses
from heapwise.frontends.surroundings import Dependencies
from heapwise.frontends.test_options import TestOptions
from heapwise.program import InputError, NoInvariantError, Program
from heapwise.results.words import PYTHON
from heapwise.structure.run.precondition_runs import PlainRun, driven, pruning
from heapwise.structure.run.preconditions import Precondition
from heapwise.structure.to_python.deriving import Scope

if TYPE_CHECKING:
    from heapwise.frontends.python.checking.invariant_trial import PythonInvariantTrial
    from heapwise.frontends.python.checking.subjects import Subject as PythonSubject
    from heapwise.frontends.python.checking.suite import PythonSuite
    from heapwise.results import PathResult
    from heapwise.structure.run.compiled_run import Plan

_SELF = "self"
_SIMPLE = frozenset(("abs", "bool", "isinstance", "len", "max", "min"))
"""Functions that look at what they are given, and no further."""


class PythonFrontEnd:
    name = "python"
    words = PYTHON
    has_lengths = True
    runs_contracts = False
    options_type = PythonOptions

    def load(self, target: str, how: Loading) -> Program:
        return load_program(
            target,
            how.max_length,
            how.contracts,
            how.leading_asserts,
            how.by_contract,
            _limits(how.options),
        )

    def default_bounds(self, bounds: Bounds) -> Bounds:
        return small_by_default(bounds)

    def with_full_names(self, program: Program, bounds: Bounds) -> Bounds:
        return with_full_names(program, bounds)

    def remark(self, program: Program) -> str | None:
        return None

    def compiles_unasked(self, program: Program, bounds: Bounds) -> bool:
        target = _runtime(program).target
        required = requirements_of(target.info, target.parameters, target.leading_asserts)
        return bool(required.invariants) or _is_about_objects(required.contract, target.parameters)

    def prepare(
        self,
        program: Program,
        entry: Precondition,
        argument: str | None,
        bounds: Bounds,
        contracts: bool,
        keeps_invariants: bool,
    ) -> Prepared:
        runtime = _runtime(program)
        target = runtime.target
        required = requirements_of(target.info, target.parameters, target.leading_asserts)
        contract = required.contract if contracts else Contract()
        if not keeps_invariants:
            contract = replace(contract, keeps_invariants=False)
        length = runtime.universe.max_length
        if entry.name == "driver":
            from heapwise.frontends.python.driver_program import driver_program, maker_of

            made = driver_program(target, argument, bounds.max_objects or 0, length, contract)
            return Prepared(made, driven(bounds, maker_of(made)), bounds)
        is_compiled = entry.name == "compiled" and contract.pre
        if entry.uses_invariant and not required.invariants and not is_compiled:
            raise NoInvariantError(
                f"no input of `{target.info.qualname}` has an invariant: give its class a method "
                "`rep_ok(self) -> bool`, or use --precondition none"
            )
        first = required.invariants if entry.name == "assume" else ()
        changed = _again(target, length, Requirements(contract, first))
        if entry.name == "assume":  # one path after another of the invariant is what it is for
            changed.library_decides = False
        if entry.name in ("none", "assume"):
            return Prepared(changed, PlainRun(), bounds)
        if entry.name == "compiled":
            from heapwise.frontends.python.invariants.compiled_preconditions import python_plan
            from heapwise.structure.run.compiled_run import CompiledRun

            without = replace(contract, pre=(), inherited_pre=())
            plain = _again(target, length, Requirements(without))
            seen_to = Requirements(contract, required.invariants)
            plan = python_plan(plain, seen_to, bounds)
            return Prepared(plain, CompiledRun(plain, plan), bounds, seen_to.texts)
        shapes = {name: target.parameters[name] for name, _ in required.invariants}
        checks = [Check(condition, (name,)) for name, condition in required.invariants]
        universe = _runtime(changed).universe
        structure = python_structure(universe, shapes, checks, Scope.of(bounds))
        names = Requirements(Contract(), required.invariants).texts
        return Prepared(changed, pruning(entry.name, changed, structure, argument), bounds, names)

    def claim(
        self, program: Program, bounds: Bounds, keeps_invariants: bool = True
    ) -> Claimed | None:
        from heapwise.frontends.python.invariants.claims import python_claim
        from heapwise.frontends.python.invariants.compiled_preconditions import python_plan
        from heapwise.structure.run.compiled_run import CompiledRun

        runtime = _runtime(program)
        target = runtime.target
        if target.by_contract:
            raise InputError("calls are replaced by contracts")
        required = requirements_of(target.info, target.parameters, target.leading_asserts)
        contract = required.contract
        if not keeps_invariants:
            contract = replace(contract, keeps_invariants=False)
            required = replace(required, contract=contract)
        length = runtime.universe.max_length

        def prepared(left: Contract) -> tuple[Program, Plan]:
            made = _again(target, length, Requirements(left))
            return made, python_plan(made, required, bounds)

        without = replace(contract, pre=(), inherited_pre=())
        plain, plan = prepared(without)
        claim = python_claim(plain, plan, required, bounds)
        silent = None
        if contract.post or (contract.keeps_invariants and contract.invariants):
            left, other = prepared(replace(without, post=(), keeps_invariants=False))
            silent = Prepared(left, CompiledRun(left, other), bounds, required.texts)
        run = Prepared(plain, CompiledRun(plain, plan), bounds, required.texts)
        return Claimed(claim, run, silent)

    def witnesses(self, program: Program, max_calls: int | None) -> Witnesses:
        runtime = _runtime(program)
        if runtime.driver is not None:
            from heapwise.frontends.python.witness.driver_witness import DrivenWitnesses

            return DrivenWitnesses(runtime, runtime.driver)
        return PythonWitnesses(runtime)

    def valid_inputs(self, target: str, scope: Scope, options: object | None) -> ValidInputs:
        from heapwise.testgen.input_file import write_inputs

        parsed = parse_target(target)
        loaded = load_module(parsed)
        if parsed.qualname is None:
            raise InputError(f"{target}: name a class, as in {target}:Class")
        named = find_named(parsed, loaded.module)
        roots: Mapping[str, Shape]
        if isinstance(named, type):
            roots = {_SELF: ClassShape(named)}
            checks = [Check(condition, (_SELF,)) for condition in invariants_of(named)]
            if not checks:
                raise InputError(
                    f"`{parsed.qualname}` has no invariant: give it a method `rep_ok(self) -> bool`"
                )
            owners = [named]
        else:
            info = function_named(loaded, parsed.qualname)
            roots = parameters_of(info)
            required = requirements_of(info, roots)
            checks = [Check(condition, (name,)) for name, condition in required.invariants]
            checks += [
                Check(condition, tuple(condition.names.values()), is_invariant=False)
                for condition in required.contract.pre
            ]
            owners = [] if info.owner is None else [info.owner]
        classes = [*classes_in_module(loaded.module), *owners]
        universe = Universe(classes, list(roots.values()), scope.longest)
        told = finitised(loaded, owners[0] if owners else None, _limits(options))
        limit_layouts(universe, told.fields)
        scope = scope._replace(objects_of={**told.objects, **scope.objects_of})
        universe.program(target)
        file, _, name = target.rpartition(":")
        return ValidInputs(
            python_structure(universe, roots, checks, scope),
            as_tests=partial(write_inputs, name, Path(file)),
            limits=all_in_words(told),
        )

    def subjects(self, target: str, wanted: Selection) -> Sequence[Subject]:
        from heapwise.frontends.python.checking.subjects import subjects_of

        return subjects_of(target, wanted.private, wanted.leading_asserts)

    def dependencies(self, subjects: Sequence[PythonSubject]) -> Dependencies | None:
        from heapwise.frontends.python.checking.dependencies import dependencies_of

        return dependencies_of(subjects)

    def built_paths(self, target: str, paths: Sequence[PathResult]) -> BuiltPaths:
        from heapwise.frontends.python.checking.reachable_paths import built_paths

        return built_paths(target, paths)

    def invariant_trial(self, target: str) -> PythonInvariantTrial:
        from heapwise.frontends.python.checking.invariant_trial import PythonInvariantTrial

        return PythonInvariantTrial(target)

    def suite(
        self, subjects: Sequence[Subject], options: TestOptions, destination: Path | None
    ) -> PythonSuite:
        from heapwise.frontends.python.checking.suite import PythonSuite

        return PythonSuite(options, len(subjects) > 1)


def _is_about_objects(contract: Contract, parameters: Mapping[str, Shape]) -> bool:
    """Does a precondition walk through objects? Where it only compares what it is given, running it
    first is as good, and has no scope."""
    return any(
        _walks(condition.expression)
        and any(
            classes_in(parameters[name]) for name in condition.names.values() if name in parameters
        )
        for condition in contract.pre
    )


def _walks(expression: ast.expr) -> bool:
    """May it go round, or call something that does?"""
    return any(
        isinstance(node, ast.comprehension)
        or (
            isinstance(node, ast.Call)
            and not (isinstance(node.func, ast.Name) and node.func.id in _SIMPLE)
        )
        for node in ast.walk(expression)
    )


def _again(target: PythonTarget, length: int | None, required: Requirements) -> Program:
    """The program of a target with other requirements."""
    return program_of(
        target.loaded, target.info, length, required, target.by_contract, limits=target.limits
    )


def _limits(given: object | None) -> InputLimits:
    assert given is None or isinstance(given, InputLimits)
    return given or InputLimits()


def _runtime(program: Program) -> PythonRuntime:
    assert isinstance(program.runtime, PythonRuntime)
    return program.runtime


FRONT_END = PythonFrontEnd()
