"""Java as a front end.

What only some commands need (tests, drivers, compiled invariants) is imported when it is asked
for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.engine.bounds import Bounds, small_by_default
from heapwise.frontends.input_limits import all_in_words, with_full_names
from heapwise.frontends.java.invariants import preparing
from heapwise.frontends.java.invariants.enumerating import java_inputs
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import JavaProgram, load_program
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.frontends.protocol import (
    BuiltPaths,
    Claimed,
    InvariantTrial,
    Loading,
    Prepared,
    Selection,
    Subject,
    ValidInputs,
    Witnesses,
)
from heapwise.frontends.surroundings import Dependencies
from heapwise.frontends.test_options import TestOptions
from heapwise.program import InputError, Program
from heapwise.results import PathResult
from heapwise.results.words import SMALL_LANGUAGES
from heapwise.structure.run.precondition_runs import PlainRun, driven, pruning
from heapwise.structure.run.preconditions import Precondition
from heapwise.structure.to_python.deriving import Scope

if TYPE_CHECKING:
    from heapwise.frontends.java.checking.subjects import JavaSubject
    from heapwise.frontends.java.checking.suite import JavaSuite


class JavaFrontEnd:
    name = "java"
    words = SMALL_LANGUAGES
    has_lengths = True
    runs_contracts = True
    options_type = JavaOptions

    def load(self, target: str, how: Loading) -> Program:
        options = replace(
            _options(how.options), contracts=how.contracts, by_contract=how.by_contract
        )
        return load_program(target, options)

    def default_bounds(self, bounds: Bounds) -> Bounds:
        return small_by_default(bounds)

    def with_full_names(self, program: Program, bounds: Bounds) -> Bounds:
        return with_full_names(program, bounds)

    def remark(self, program: Program) -> str | None:
        return _java(program).remark()

    def compiles_unasked(self, program: Program, bounds: Bounds) -> bool:
        java = _java(program)
        return not java.inputs.stubs() and bool(preparing.roots_of(java, needed=False))

    def prepare(
        self,
        program: Program,
        entry: Precondition,
        argument: str | None,
        bounds: Bounds,
        contracts: bool,
        keeps_invariants: bool,
    ) -> Prepared:
        java = _java(program)
        if entry.name == "driver":
            made = preparing.driver_program(java, argument, bounds.max_objects or 0, contracts)
            return Prepared(made, driven(bounds), bounds)
        assumes = entry.name == "assume"
        changed = preparing.with_contract(java, contracts, assumes, keeps_invariants)
        if entry.name == "none":
            return Prepared(changed, PlainRun(), bounds)
        preparing.roots_of(changed)
        if entry.name == "assume":
            return Prepared(changed, PlainRun(), bounds)
        names = replace(changed.contract, requires=()).assumed
        if entry.name == "compiled":
            from heapwise.structure.run.compiled_run import CompiledRun

            compiled = CompiledRun(changed, preparing.plan_of(changed, bounds))
            return Prepared(changed, compiled, bounds, names)
        structure = preparing.structure_of(changed, Scope.of(bounds))
        return Prepared(changed, pruning(entry.name, changed, structure, argument), bounds, names)

    def claim(
        self, program: Program, bounds: Bounds, keeps_invariants: bool = True
    ) -> Claimed | None:
        from heapwise.frontends.java.invariants.claims import java_claim
        from heapwise.structure.run.compiled_run import CompiledRun

        java = _java(program)
        if java.inputs.stubs():
            raise InputError("inputs of classes that are made up answer what they like")
        if java.universe.options.by_contract:
            raise InputError("calls are replaced by contracts")
        contracts = java.contract.is_stated
        changed = preparing.with_contract(java, contracts, False, keeps_invariants)
        contract = changed.contract
        kept = contract.kept if keeps_invariants else ()
        claim, plan = java_claim(changed, contract, kept, bounds)
        run = Prepared(changed, CompiledRun(changed, plan), bounds, contract.assumed)
        silent = None
        if contract.ensures or kept:
            left = preparing.with_contract(java, contracts, False, promises=False)
            other = preparing.plan_of(left, bounds, any_roots=False)
            names = replace(contract, requires=()).assumed
            silent = Prepared(left, CompiledRun(left, other), bounds, names)
        return Claimed(claim, run, silent)

    def witnesses(self, program: Program, max_calls: int | None) -> Witnesses:
        java = _java(program)
        if java.driver is not None:
            from heapwise.frontends.java.witness.driver_witness import DrivenJavaWitnesses

            return DrivenJavaWitnesses(java, java.driver, max_calls)
        return JavaWitnesses(java, max_calls)

    def built_paths(self, target: str, paths: Sequence[PathResult]) -> BuiltPaths:
        from heapwise.frontends.java.checking.path_recipes import built_paths

        return built_paths(target, paths)

    def valid_inputs(self, target: str, scope: Scope, options: object | None) -> ValidInputs:
        found = java_inputs(target, scope, _options(options))
        limits = all_in_words(found.program.universe.options)
        return ValidInputs(found.structure, found.shown, found.full_name, limits=limits)

    def subjects(self, target: str, wanted: Selection) -> Sequence[Subject]:
        from heapwise.frontends.java.checking.subjects import subjects_of

        return subjects_of(target, _options(wanted.options), wanted.private)

    def dependencies(self, subjects: Sequence[JavaSubject]) -> Dependencies | None:
        from heapwise.frontends.java.checking.subjects import dependencies_of

        return dependencies_of(subjects)

    def invariant_trial(self, target: str) -> InvariantTrial:
        from heapwise.frontends.java.checking.invariant_trial import JavaInvariantTrial

        return JavaInvariantTrial(target)

    def suite(
        self, subjects: Sequence[Subject], options: TestOptions, destination: Path | None
    ) -> JavaSuite:
        from heapwise.frontends.java.checking.subjects import JavaSubject
        from heapwise.frontends.java.checking.suite import suite_of

        own = [subject for subject in subjects if isinstance(subject, JavaSubject)]
        return suite_of(own, options, destination)


def _java(program: Program) -> JavaProgram:
    assert isinstance(program, JavaProgram)
    return program


def _options(given: object | None) -> JavaOptions:
    assert given is None or isinstance(given, JavaOptions)
    return given or JavaOptions()


FRONT_END = JavaFrontEnd()
