"""What a Java method promises, as a claim about all inputs of a scope (`formula.proving`)."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.contracts import Condition, JavaContract
from heapwise.frontends.java.invariants.preparing import plan_of
from heapwise.frontends.java.main_code import MainWriter
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.runtime_api import Mac
from heapwise.merging.demand import PROMISES
from heapwise.program import code as ir
from heapwise.structure.formula.compiled import Main
from heapwise.structure.formula.proving import Claim
from heapwise.structure.run.compiled_run import Plan


def java_claim(
    program: JavaProgram, contract: JavaContract, kept: Sequence[Condition], bounds: Bounds
) -> tuple[Claim, Plan]:
    """The claim that a method keeps its contract and these invariants, and the plan of a run on
    inputs that satisfy the precondition."""
    plan = plan_of(program, bounds, any_roots=False)
    roots = list(plan.roots)
    if contract.requires:
        integers = 2 * len(program.parameters)
        roots.append(Main(_writer(program).precondition(contract.requires), integers))
    plan = plan._replace(roots=roots)
    body = _writer(program).claim(contract, kept)
    return Claim(program, roots, body, plan.scope, plan.length), plan


def _writer(program: JavaProgram) -> _Writer:
    runtime = program.runtime
    assert isinstance(runtime, JavaRuntime)
    receiver = program.universe.decl(program.found.cls.name)
    return _Writer(runtime, receiver, program.found.method, program.parameters)


class _Writer(MainWriter):
    """A condition that throws ends the run, and does not hold."""

    def precondition(self, conditions: Sequence[Condition]) -> ir.Code:
        """Whether these hold of the inputs."""
        self._begin()
        return self._end("precondition", conditions)

    def claim(self, contract: JavaContract, kept: Sequence[Condition]) -> ir.Code:
        """Whether the method keeps its promises."""
        self._begin()
        if contract.old is not None:
            self._perform(self._scratch, set_promised, (), (True,))
            self.remember_old(contract)
            self._perform(self._scratch, set_promised, (), (False,))
        self._call()
        self._perform(self._scratch, set_promised, (), (True,))
        return self._end("claim", [*kept, *contract.ensures])

    def _begin(self) -> None:
        self._initialise(self._receiver.file.name)
        for index, each in enumerate(self._parameters):
            self._input(index, each)

    def _end(self, name: str, conditions: Sequence[Condition]) -> ir.Code:
        for condition in conditions:
            self._condition(condition, name)
        at, truth = self._at, self._scratch
        self._code += [ir.Constant(truth, True, at=at), ir.Return(truth, at=at)]
        return ir.Code(name, tuple(self._code), self._registers, library=True)

    def _ask(self, condition: Condition, promised: str | None, value: int | None = None) -> None:
        code, at, truth = self._code, self._at, self._scratch
        arguments = tuple(self._places[name] for name in condition.arguments)
        self._initialise(condition.method.owner)
        method = self._runtime.universe.method(condition.method)
        code.append(ir.Invoke(truth if value is None else value, method, arguments, at=at))
        if value is not None:
            return
        here = len(code)
        code += [
            ir.Branch(truth, here + 3, here + 1, "", "", at=at),
            ir.Constant(truth, False, at=at),
            ir.Return(truth, at=at),
        ]


def set_promised(m: Mac, truth: bool) -> int:
    """From here on it is what is promised that runs, or not."""
    m.put(PROMISES, truth)
    return 0
