"""What a program that is all IR promises, as a claim about all inputs of a scope.

It promises that no assertion fails, and whatever else its judge says of the way in which it ends.
Like an exploration of its paths, it assumes no invariant that nobody has chosen.
"""

from __future__ import annotations

from dataclasses import replace

from heapwise.engine.bounds import Bounds
from heapwise.program import Program
from heapwise.program import code as ir
from heapwise.structure.formula.proving import Claim
from heapwise.structure.run.compiled_run import Plan, inputs_with_null
from heapwise.structure.run.compiled_solver import scope_of
from heapwise.structure.search.scope_limits import program_limits


def claim_of(program: Program, bounds: Bounds) -> tuple[Claim, Plan]:
    """The claim, and the plan of a run on inputs that satisfy the precondition."""
    assert program.main is not None
    scope = scope_of(program, [], bounds.max_objects or 0, bounds.max_objects_of)
    inputs = inputs_with_null(program)
    length = Plan._field_defaults["length"] if bounds.max_length is None else bounds.max_length
    limits = program_limits(program, [each for each, _ in inputs.values()], scope, length)
    plan = Plan((), scope, inputs, length, limits=limits)
    return Claim(program, (), ending_true(program.main), scope, length), plan


def ending_true(code: ir.Code) -> ir.Code:
    """The same, but it returns true whatever it has returned before."""
    end, truth = len(code.instructions), code.registers
    at = code.instructions[-1].at
    instructions = [
        ir.Jump(end, at=each.at) if isinstance(each, ir.Return) else each
        for each in code.instructions
    ]
    instructions += [ir.Constant(truth, True, at=at), ir.Return(truth, at=at)]
    return replace(code, instructions=tuple(instructions), registers=truth + 1)
