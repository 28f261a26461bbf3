"""What a Python function promises, as a claim about all inputs of a scope (`formula.proving`)."""

from __future__ import annotations

from collections.abc import Mapping

from heapwise.contracts.contract import Condition
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.invariants.merged_values import language_of_programs
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import MainWriter, Requirements
from heapwise.frontends.python.model.values import NONE, Mac, Value
from heapwise.frontends.python.runtime import PythonRuntime
from heapwise.frontends.python.semantics.operations import truth as truth_of
from heapwise.merging.demand import PROMISES
from heapwise.program import Program
from heapwise.program.code import Code
from heapwise.structure.formula.compiled import Main
from heapwise.structure.formula.proving import Claim
from heapwise.structure.run.compiled_run import Plan


def python_claim(program: Program, plan: Plan, required: Requirements, bounds: Bounds) -> Claim:
    """The claim of a program on inputs that are as the plan says."""
    runtime = program.runtime
    assert isinstance(runtime, PythonRuntime)
    target = runtime.target
    body = _Writer(target.info, target.parameters).claim(required)
    integers = sum(root.integers for root in plan.roots if isinstance(root, Main))
    language = language_of_programs()
    limits = (integers, bounds.max_digits)
    return Claim(program, plan.roots, body, plan.scope, plan.length, language, *limits)


class _Writer(MainWriter):
    def claim(self, required: Requirements) -> Code:
        contract = required.contract
        self._inputs()
        olds = [self.olds(condition) for condition in contract.post]
        result = self._call()
        self.build.perform(begin_promises)
        for condition, values in zip(contract.post, olds, strict=True):
            self._promise(condition, {**self.bound(condition, result), **values})
        if contract.keeps_invariants:
            for condition in contract.invariants:
                self._promise(condition, self.bound(condition, result))
        self.build.position = self.info.at
        self.build.give_back(self.build.constant(True))
        return self.build.finish(generator=False)

    def _promise(self, condition: Condition, values: Mapping[str, int]) -> None:
        """Go on where it holds; one that raises does not hold."""
        self.build.position = condition.at
        value = self.evaluate(condition, condition.expression, values)
        holds = self.build.perform(truth_of.truth, value)
        go_on, fails = Label(), Label()
        self.build.branch(holds, go_on, fails)
        self.build.put(fails)
        self.build.give_back(self.build.constant(False))
        self.build.put(go_on)


def begin_promises(m: Mac) -> Value:
    m.put(PROMISES, True)
    return NONE
