"""Prepares a program for a precondition: what is run before it, and what prunes it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from heapwise.contracts.model import Contract
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java import preparing as java
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.python.compiling import python_plan
from heapwise.frontends.python.driving import driver_program
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.program import program_of
from heapwise.frontends.python.requirements import requirements_of
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.structures import Check, python_structure
from heapwise.program import InputError, Program
from heapwise.structure.compiled_run import STRATEGIES as COMPILED_STRATEGIES
from heapwise.structure.compiled_run import CompiledRun, plan_of
from heapwise.structure.deriving import Scope, structure_of
from heapwise.structure.harness import assuming, driving, invariant_roots
from heapwise.structure.precondition_runs import (
    HybridRun,
    PlainRun,
    PreconditionRun,
    SymSolveRun,
)
from heapwise.structure.preconditions import (
    PRECONDITIONS,
    REFERENCES,
    Precondition,
    strategy_for,
)
from heapwise.structure.symsolve import Structure


class Prepared(NamedTuple):
    """`conditions` are what the run sees to besides what the program itself runs first."""

    program: Program
    run: PreconditionRun
    bounds: Bounds
    conditions: tuple[str, ...] = ()


class Default(NamedTuple):
    """What an exploration does with invariants if nobody says. `remark` tells why it is not what
    it would be otherwise."""

    prepared: Prepared
    precondition: str
    strategy: str
    remark: str | None = None


_WITH_LENGTHS = ("python", "java")
"""Languages whose containers and arrays have a bound on their lengths in a scope."""
_COMPILING_SECONDS = 20.0
"""After so long, an invariant that need not be compiled is not."""


def prepare_default(
    program: Program, strategy: str | None, default: str, bounds: Bounds, contracts: bool
) -> Default | None:
    """Compiled, if there is an invariant and the strategy allows it; if it cannot be compiled, the
    way that comes next. None if nothing needs to be done: there is no invariant, no scope, or the
    strategy is one that somebody asked for and that decides references itself."""
    if strategy is not None and strategy not in COMPILED_STRATEGIES:
        return None
    if not contracts or not _has_invariant(program, bounds):
        return None
    try:
        prepared = prepare(program, PRECONDITIONS["compiled"], None, bounds)
        assert isinstance(prepared.run, CompiledRun)
        seconds = _COMPILING_SECONDS
        prepared.run.compile_now(min(seconds, bounds.timeout or seconds))
    except InputError as error:
        return _instead(program, strategy, default, bounds, str(error))
    return Default(prepared, "compiled", strategy or default)


def _has_invariant(program: Program, bounds: Bounds) -> bool:
    """Of an input, and a scope to look for valid inputs in."""
    if isinstance(program.runtime, PythonRuntime):
        target = program.runtime.target
        return bool(requirements_of(target.info, target.parameters).invariants)
    if isinstance(program, JavaProgram):
        return False
    has_scope = bounds.max_objects is not None or bool(bounds.max_objects_of)
    return has_scope and bool(invariant_roots(program))


def _instead(
    program: Program, strategy: str | None, default: str, bounds: Bounds, reason: str
) -> Default:
    """With SymSolve, if no strategy was asked for; else by running the invariant first."""
    remark = f"the invariant is not compiled: {reason}"
    entry = PRECONDITIONS["symsolve"]
    if strategy is None:
        try:
            prepared = prepare(program, entry, None, bounds)
        except InputError as error:
            remark += f"; SymSolve cannot be used: {error}"
        else:
            if not _tries_a_few(prepared.run):
                chosen = strategy_for(entry, None, default)
                return Default(prepared, entry.name, chosen, f"{remark}; using {entry.name}")
    prepared = prepare(program, PRECONDITIONS["assume"], None, bounds)
    return Default(prepared, "assume", strategy or default, f"{remark}; using assume")


def _tries_a_few(run: PreconditionRun) -> bool:
    """Would SymSolve have to do with a few of very many values?"""
    assert isinstance(run, SymSolveRun)
    return any(
        isinstance(value, str | float)
        for _, domain in run.structure.finitization.domains()
        for value in domain.values
    )


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
        if bounds.max_length is None and program.language in _WITH_LENGTHS:
            raise InputError(
                f"the precondition `{entry.name}` looks for inputs within a scope: say how long "
                "containers and arrays may be, with --max-length N"
            )
    if isinstance(program, JavaProgram):
        return _prepare_java(program, entry, argument, bounds, contracts)
    if isinstance(program.runtime, PythonRuntime):
        return _prepare_python(program, program.runtime, entry, argument, bounds, contracts)
    plain = PlainRun()
    if entry.name == "none":
        return Prepared(program, plain, bounds)
    if entry.name == "driver":
        driven = driving(program, argument, bounds.max_objects or 0)
        return Prepared(driven, _driven(bounds), bounds)
    roots = invariant_roots(program)
    names = tuple(dict.fromkeys(f"{root.type}.{root.method.name}" for root in roots))
    if entry.name == "compiled":
        compiled = CompiledRun(program, plan_of(program, bounds))
        return Prepared(program, compiled, bounds, names)
    structure = structure_of(program, roots, scope_of(bounds))
    if entry.name == "assume":
        changed = assuming(program, roots)
        changed.assumed = names
        return Prepared(changed, plain, bounds)
    return Prepared(program, _pruning(entry.name, program, structure, argument), bounds, names)


def _prepare_java(
    program: JavaProgram,
    entry: Precondition,
    argument: str | None,
    bounds: Bounds,
    contracts: bool,
) -> Prepared:
    if entry.name == "driver":
        driven = java.driver_program(program, argument, bounds.max_objects or 0, contracts)
        return Prepared(driven, _driven(bounds), bounds)
    changed = java.with_contract(program, contracts, entry.name == "assume")
    if entry.name == "none":
        return Prepared(changed, PlainRun(), bounds)
    java.roots_of(changed)
    if entry.name == "assume":
        return Prepared(changed, PlainRun(), bounds)
    names = replace(changed.contract, requires=()).assumed
    if entry.name == "compiled":
        compiled = CompiledRun(changed, java.plan_of(changed, bounds))
        return Prepared(changed, compiled, bounds, names)
    structure = java.structure_of(changed, scope_of(bounds))
    return Prepared(changed, _pruning(entry.name, changed, structure, argument), bounds, names)


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
        return Prepared(driven, _driven(bounds), bounds)
    if entry.uses_invariant and not required.invariants:
        raise InputError(
            f"no input of `{target.info.qualname}` has an invariant: give its class a method "
            "`rep_ok(self) -> bool`, or use --precondition none"
        )
    first = required.invariants if entry.name == "assume" else ()
    changed = program_of(target.loaded, target.info, length, Requirements(contract, first))
    if entry.name == "assume":  # one path after another of the invariant is what it is for
        changed.library_decides = False
    if entry.name in ("none", "assume"):
        return Prepared(changed, PlainRun(), bounds)
    if entry.name == "compiled":
        without = replace(contract, pre=(), inherited_pre=())
        plain = program_of(target.loaded, target.info, length, Requirements(without))
        seen_to = Requirements(contract, required.invariants)
        plan = python_plan(plain, seen_to, bounds)
        return Prepared(plain, CompiledRun(plain, plan), bounds, seen_to.texts)
    assert isinstance(changed.runtime, PythonRuntime)
    shapes = {name: target.parameters[name] for name, _ in required.invariants}
    checks = [Check(condition, (name,)) for name, condition in required.invariants]
    structure = python_structure(changed.runtime.universe, shapes, checks, scope_of(bounds))
    names = Requirements(Contract(), required.invariants).texts
    return Prepared(changed, _pruning(entry.name, changed, structure, argument), bounds, names)


def _driven(bounds: Bounds) -> PreconditionRun:
    calls = f"inputs that a constructor and at most {bounds.max_objects or 0} calls make"
    return PlainRun({"driver": calls})


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
