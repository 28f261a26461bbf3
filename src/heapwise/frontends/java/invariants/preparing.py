"""A Java program under a precondition: which invariants there are, and what is made of them."""

from __future__ import annotations

from dataclasses import replace

from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.contracts import RESULT, JavaContract
from heapwise.frontends.java.invariants.driver_program import driver_program
from heapwise.frontends.java.invariants.merged_tables import merging_language
from heapwise.frontends.java.invariants.structures import java_structure
from heapwise.frontends.java.main_code import main_code
from heapwise.frontends.java.program import JavaProgram, noted_of, program_of
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.asked_inputs import begin_condition, end_condition
from heapwise.program import ClassDecl, LinePosition, NoInvariantError
from heapwise.program import code as ir
from heapwise.structure.formula.compiled import Root
from heapwise.structure.run.compiled_run import Plan, inputs_with_null
from heapwise.structure.run.compiled_solver import scope_of
from heapwise.structure.search.scope_limits import bound_lengths, program_limits
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.to_python.deriving import InvariantRoot, Scope

__all__ = ["driver_program", "plan_of", "roots_of", "structure_of", "with_contract"]


def with_contract(
    program: JavaProgram,
    contracts: bool,
    assumes: bool,
    keeps_invariants: bool = False,
    promises: bool = True,
) -> JavaProgram:
    """The program with what its contract says besides invariants, which are assumed or not, and
    checked at the end or not; without `promises` nothing is."""
    options = replace(program.universe.options, contracts=True)
    changed = program_of(program.target, program.found, options)
    contract = changed.contract
    if not contracts:
        contract = JavaContract(contract.invariants)
    changed.contract = contract
    run_first = contract if assumes else replace(contract, invariants=())
    if not promises:
        run_first = replace(run_first, ensures=(), old=None)
    changed.assumed = (*run_first.assumed, *noted_of(changed))
    runtime = changed.runtime
    assert isinstance(runtime, JavaRuntime)
    changed.main = main_code(
        runtime,
        changed.universe.decl(changed.found.cls.name),
        changed.found.method,
        changed.parameters,
        run_first,
        changed.contract.kept if keeps_invariants and contracts else (),
    )
    return changed


def roots_of(program: JavaProgram, needed: bool = True) -> list[InvariantRoot]:
    """The inputs that have an invariant, in the order of the parameters; one is `needed`."""
    found: list[InvariantRoot] = []
    for condition in program.contract.invariants:
        (name,) = condition.arguments
        if name == RESULT:
            continue
        parameter = next(each for each in program.parameters if each.name == name)
        assert isinstance(parameter.type, ClassDecl)
        method = program.universe.method(condition.method)
        found.append(InvariantRoot(name, parameter.type, parameter.nullable, method))
    if not found and needed:
        raise NoInvariantError(
            f"{program.target}: no input has an invariant: give its class a method "
            "`boolean repOK()`, or name one with --invariant"
        )
    return found


def structure_of(program: JavaProgram, scope: Scope) -> Structure:
    """What the inputs that have an invariant may be."""
    names = {each.name for each in roots_of(program)}
    parameters = [each for each in program.parameters if each.name in names]
    conditions = [each for each in program.contract.invariants if each.arguments[0] in names]
    return java_structure(program, parameters, conditions, scope)


def plan_of(program: JavaProgram, bounds: Bounds, any_roots: bool = True) -> Plan:
    """What is compiled; there must be something, unless that does not matter."""
    runtime = program.runtime
    assert isinstance(runtime, JavaRuntime)
    roots = [
        Root(each.name, each.type, each.nullable, _root_code(program, runtime, each))
        for each in roots_of(program, any_roots)
    ]
    limit = bounds.max_objects if bounds.max_objects is not None else 0
    scope = scope_of(program, roots, limit, bounds.max_objects_of)
    possible = program.inputs.all_input_classes()
    scope = {cls: limit for cls, limit in scope.items() if cls in possible}
    length = bounds.max_length
    assert length is not None, "a scope has a bound on lengths"
    inputs = inputs_with_null(program)
    bound_lengths(program, length)
    limits = program_limits(program, [each for each, _ in inputs.values()], scope, length)
    return Plan(roots, scope, inputs, length, merging_language(), limits)


def _root_code(program: JavaProgram, runtime: JavaRuntime, root: InvariantRoot) -> ir.Code:
    """The code of an invariant. What stubs answer it is named apart from what they answer the
    method."""
    if not program.inputs.stubs():
        return runtime.code_of(root.method)
    at = LinePosition(program.target, 0, 0)
    label = f"{root.method.name.partition('(')[0]}({root.name})"
    code = (
        ir.Perform(1, begin_condition, (), (label,), at=at),
        ir.Invoke(2, root.method, (0,), at=at),
        ir.Perform(1, end_condition, (), (), at=at),
        ir.Return(2, at=at),
    )
    return ir.Code(str(root.method), code, 3, library=True)
