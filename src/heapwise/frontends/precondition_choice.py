"""Chooses the precondition of an exploration, and has the front end prepare the program for it.

This is the part that is the same for all languages.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Leaf
from heapwise.frontends.protocol import Prepared
from heapwise.frontends.registry import front_end_of
from heapwise.heaps import registry
from heapwise.program import InputError, NoInvariantError, Program
from heapwise.structure.run.precondition_runs import PlainRun, PreconditionRun, SymSolveRun
from heapwise.structure.run.preconditions import PRECONDITIONS, Precondition, strategy_for


class Default(NamedTuple):
    """What an exploration does with invariants if nobody says. `remark` tells why it is not what
    it would be otherwise."""

    prepared: Prepared
    precondition: str
    strategy: str
    remark: str | None = None


_PROVED = "what is promised holds for all inputs within the scope, as one question: no path asks"
_PROVING_STEPS = 3_000
"""Instructions of a merged run after which promises are left to paths: some seconds. Not a time:
all processes that explore a program must come to the same."""
_COMPILING_SECONDS = 20.0
"""After so long, an invariant that need not be compiled is not."""


def prepare_default(
    program: Program, strategy: str | None, default: str, bounds: Bounds, contracts: bool
) -> Default | None:
    """Compiled, if there is an invariant and the strategy allows it; if it cannot be compiled, the
    way that comes next. None if nothing needs to be done: there is no invariant, no scope, or the
    strategy is one that somebody asked for and that decides references itself."""
    if strategy is not None and not registry.traits_of(strategy).names_cells:
        return None
    if not contracts or not front_end_of(program).compiles_unasked(program, bounds):
        return None
    runs_contracts = front_end_of(program).runs_contracts
    try:
        entry = PRECONDITIONS["compiled"]
        prepared = prepare(program, entry, None, bounds, keeps_invariants=runs_contracts)
        from heapwise.structure.run.compiled_run import CompiledRun

        assert isinstance(prepared.run, CompiledRun)
        seconds = min(_COMPILING_SECONDS, bounds.timeout or _COMPILING_SECONDS)
        prepared.run.compile_now(seconds)
    except InputError as error:
        if runs_contracts:
            return _run_first(program, strategy or default, bounds, str(error))
        return _instead(program, strategy, default, bounds, str(error))
    silent = _promises_proved(program, bounds)
    if silent is None:
        return Default(prepared, "compiled", strategy or default)
    return Default(silent, "compiled", strategy or default, _PROVED)


def _promises_proved(program: Program, bounds: Bounds) -> Prepared | None:
    """The program without what it promises, if that holds for all inputs within the scope: then
    paths need not ask."""
    from heapwise.structure.formula.proving import RefutedError, UnprovedError, prove

    try:
        front_end = front_end_of(program)
        bounds = _with_scope(PRECONDITIONS["compiled"], bounds)
        claimed = front_end.claim(program, bounds, front_end.runs_contracts)
        if claimed is None or claimed.silent is None:
            return None
        prove(claimed.claim._replace(max_steps=_PROVING_STEPS), _nothing_fails)
    except (InputError, RefutedError, UnprovedError):
        return None
    return claimed.silent


def _nothing_fails(leaf: Leaf[Any]) -> bool:
    """How a program ends is what paths show."""
    return False


def _instead(
    program: Program, strategy: str | None, default: str, bounds: Bounds, reason: str
) -> Default:
    """With SymSolve, if no strategy was asked for; else by running the invariant first."""
    remark = f"the invariant is not compiled: {reason}"
    entry = PRECONDITIONS["symsolve"]
    if strategy is None:
        try:
            prepared = prepare(program, entry, None, bounds)
        except NoInvariantError:
            return _run_first(program, strategy or default, bounds, reason)
        except InputError as error:
            remark += f"; SymSolve cannot be used: {error}"
        else:
            if not _tries_a_few(prepared.run):
                chosen = strategy_for(entry, None, default)
                return Default(prepared, entry.name, chosen, f"{remark}; using {entry.name}")
    try:
        prepared = prepare(program, PRECONDITIONS["assume"], None, bounds)
    except NoInvariantError:
        return _run_first(program, strategy or default, bounds, reason)
    return Default(prepared, "assume", strategy or default, f"{remark}; using assume")


def _run_first(program: Program, strategy: str, bounds: Bounds, reason: str) -> Default:
    """Conditions that are no invariants are run by the program itself."""
    remark = f"the precondition is not compiled but run first: {reason}"
    return Default(Prepared(program, PlainRun(), bounds), "none", strategy, remark)


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
    keeps_invariants: bool = False,
) -> Prepared:
    """The program, with what the precondition puts before it. Raises `InputError` if it has no
    invariant, or if no scope was given where one is needed."""
    front_end = front_end_of(program)
    if entry.uses_scope:
        bounds = _with_scope(entry, bounds)
        if bounds.max_length is None and front_end.has_lengths:
            raise InputError(
                f"the precondition `{entry.name}` looks for inputs within a scope: say how long "
                "containers and arrays may be, with --max-length N"
            )
    return front_end.prepare(program, entry, argument, bounds, contracts, keeps_invariants)


def _with_scope(entry: Precondition, bounds: Bounds) -> Bounds:
    """A general bound on objects, which valid structures are looked for within."""
    if bounds.max_objects is not None:
        return bounds
    if not bounds.max_objects_of:
        raise InputError(
            f"the precondition `{entry.name}` looks for inputs within a scope: say how many "
            "objects of each class there may be, with --max-objects N or --max-objects Class=N"
        )
    # That there is nothing of one class says nothing of the others.
    return replace(bounds, max_objects=max(1, *bounds.max_objects_of.values()))
