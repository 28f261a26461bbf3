"""Prepares a program for a precondition: what is run before it, and what prunes it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from heapwise.contracts.model import Contract
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.driving import driver_program
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.program import program_of
from heapwise.frontends.python.requirements import requirements_of
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.structures import Check, python_structure
from heapwise.program import InputError, Program
from heapwise.structure.compiled_run import CompiledRun
from heapwise.structure.deriving import Scope, structure_of
from heapwise.structure.harness import assuming, driving, invariant_roots
from heapwise.structure.precondition_runs import (
    HybridRun,
    PlainRun,
    PreconditionRun,
    SymSolveRun,
)
from heapwise.structure.preconditions import REFERENCES, Precondition
from heapwise.structure.symsolve import Structure


class Prepared(NamedTuple):
    program: Program
    run: PreconditionRun
    bounds: Bounds


def prepare(
    program: Program,
    entry: Precondition,
    argument: str | None,
    bounds: Bounds,
    contracts: bool = True,
) -> Prepared:
    """The program, with what the precondition puts before it. Raises `InputError` if it has no
    invariant, or if no scope was given where one is needed."""
    if entry.uses_scope:
        bounds = _with_scope(entry, bounds)
    if isinstance(program.runtime, PythonRuntime):
        return _prepare_python(program, program.runtime, entry, argument, bounds, contracts)
    plain = PlainRun()
    if entry.name == "none":
        return Prepared(program, plain, bounds)
    if entry.name == "driver":
        return Prepared(driving(program, argument, bounds.max_objects or 0), plain, bounds)
    if entry.name == "compiled":
        return Prepared(program, CompiledRun(program, bounds), bounds)
    roots = invariant_roots(program)
    structure = structure_of(program, roots, scope_of(bounds))
    if entry.name == "assume":
        return Prepared(assuming(program, roots), plain, bounds)
    return Prepared(program, _pruning(entry.name, program, structure, argument), bounds)


def _prepare_python(
    program: Program,
    runtime: PythonRuntime,
    entry: Precondition,
    argument: str | None,
    bounds: Bounds,
    contracts: bool,
) -> Prepared:
    target = runtime.target
    required = requirements_of(target.info, target.parameters)
    contract = replace(required.contract, keeps_invariants=False) if contracts else Contract()
    length = runtime.universe.max_length
    if entry.name == "driver":
        driven = driver_program(target, argument, bounds.max_objects or 0, length, contract)
        return Prepared(driven, PlainRun(), bounds)
    if entry.uses_invariant and not required.invariants:
        raise InputError(
            f"no input of `{target.info.qualname}` has an invariant: give its class a method "
            "`rep_ok(self) -> bool`, or use --precondition none"
        )
    first = required.invariants if entry.name == "assume" else ()
    changed = program_of(target.loaded, target.info, length, Requirements(contract, first))
    if entry.name in ("none", "assume"):
        return Prepared(changed, PlainRun(), bounds)
    if entry.name == "compiled":
        raise InputError("`compiled` cannot be used with Python yet; use --precondition symsolve")
    assert isinstance(changed.runtime, PythonRuntime)
    shapes = {name: target.parameters[name] for name, _ in required.invariants}
    checks = [Check(condition, (name,)) for name, condition in required.invariants]
    structure = python_structure(changed.runtime.universe, shapes, checks, scope_of(bounds))
    return Prepared(changed, _pruning(entry.name, changed, structure, argument), bounds)


def _pruning(
    name: str, program: Program, structure: Structure, argument: str | None
) -> PreconditionRun:
    references_only = argument == REFERENCES
    if name == "hybrid":
        return HybridRun(program, structure, references_only)
    return SymSolveRun(
        program,
        structure,
        memoise=name == "symsolve-memo",
        symmetric=name != "symsolve-nosb",
        references_only=references_only,
    )


def scope_of(bounds: Bounds) -> Scope:
    return Scope(bounds.max_objects or 0, dict(bounds.max_objects_of), bounds.max_length)


def _with_scope(entry: Precondition, bounds: Bounds) -> Bounds:
    """A general bound on objects, which valid structures are looked for within."""
    if bounds.max_objects is not None:
        return bounds
    if not bounds.max_objects_of:
        raise InputError(
            f"the precondition `{entry.name}` looks for inputs within a scope: say how many "
            "objects of each class there may be, with --max-objects N or --max-objects Class=N"
        )
    return replace(bounds, max_objects=max(bounds.max_objects_of.values()))
