"""Formulas over finite domains in a SAT solver: what `z3_finite` does, several times as fast.

The conditions of a question are assumed, so that what the solver learns holds for all later
questions too.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from threading import Timer

from pysat.process import Processor
from pysat.solvers import Solver as Sat

from heapwise.solver.api import Verdict
from heapwise.solver.finite import Definitions, Numbers
from heapwise.solver.sat_circuits import Circuits, Literal
from heapwise.solver.sat_encoding import Encoding
from heapwise.terms import BOOL, INT, Concrete, Op, Scalar, Term
from heapwise.terms.fixed_width import wrap

_ENGINE = "minisat22"
"""The fastest of those that `pysat` has on these formulas: the questions are many and easy."""

_MOST_CONFLICTS = 200_000
"""After which a question counts as undecided: some ten seconds."""

_GROWTH = 4
"""How many times as many clauses as the base may be added before they are forgotten."""


class SatSolver:
    """A `FiniteSolver` for numbers of bounded size. `domain` gives the constants that a symbol of
    sort Ref or Class can be; `names` defines symbols that stand for something.

    What was required before `settle` is the base. What later questions need to be asked is
    forgotten when it has become much larger than that: the solver would have to find a value for
    all of it, again and again, and most of it belongs to paths that are done with."""

    def __init__(
        self,
        domain: Callable[[Term], Sequence[Term]],
        numbers: Numbers,
        names: Definitions | None = None,
        engine: str = _ENGINE,
    ) -> None:
        self.domain = domain
        self.numbers = numbers
        self.queries = 0
        self.seconds = 0.0
        self._engine = engine
        self._sat = Sat(name=engine)
        self._added = 0
        self._asked = False
        self._clauses: list[list[Literal]] = []
        self._base: Encoding | None = None
        circuits = Circuits(self._add)
        self._encoding = Encoding(circuits, domain, numbers, names)

    def _add(self, clause: list[Literal]) -> None:
        self._added += 1
        self._sat.add_clause(clause)
        if self._base is None:
            self._clauses.append(clause)

    def require(self, condition: Scalar) -> None:
        """It holds from now on."""
        assert self._base is None
        parts: Sequence[Scalar] = (condition,)
        if isinstance(condition, Term) and condition.op == Op.OR:
            parts = condition.args
        self._add([self._encoding.literal(part) for part in parts])

    def settle(self) -> None:
        """Nothing more will be required."""
        self._base = self._encoding
        if self._asked:
            self._renew()
        else:
            self._forget()

    def reopen(self) -> None:
        """Something more will be required after all; what has been asked is forgotten."""
        self._renew()
        self._base = None

    def requires(self, symbol: Term) -> bool:
        """Has anything been required of a number or truth value?"""
        base = self._base or self._encoding
        return symbol in base.words or symbol in base.literals

    def variables(self) -> int:
        return self._encoding.variables()

    def _renew(self) -> None:
        assert self._base is not None
        self._sat.delete()
        self._sat = Sat(name=self._engine, bootstrap_with=self._clauses)
        self._asked = False
        self._forget()

    def _forget(self) -> None:
        assert self._base is not None
        self._added = 0
        self._encoding = self._base.copy(self._base.circuits.copy())

    def check(self, conditions: Sequence[Term], conflicts: int | None = None) -> Verdict:
        """Gives up after so many conflicts."""
        started = time.perf_counter()
        self.queries += 1
        if self._base is not None and self._added > _GROWTH * len(self._clauses):
            self._renew()
        self._asked = True
        literal = self._encoding.literal
        assumed = [literal(condition) for condition in conditions]
        self._sat.conf_budget(_MOST_CONFLICTS if conflicts is None else conflicts)
        # To expect an interrupt is to leave Ctrl-C to Python.
        answer = self._sat.solve_limited(assumptions=assumed, expect_interrupt=True)
        self.seconds += time.perf_counter() - started
        if answer is None:
            return Verdict.UNKNOWN
        if answer is False and len(assumed) == 1:
            # The solver has it only as what follows from other clauses, which it may forget.
            self._sat.add_clause([-assumed[0]])
        return Verdict.SAT if answer else Verdict.UNSAT

    def refutes(self, condition: Term, conflicts: int, seconds: float | None = None) -> bool:
        """After preprocessing, which takes a second, and saves minutes."""
        assert self._base is None
        started = time.perf_counter()
        self.queries += 1
        wanted = [self._encoding.literal(condition)]
        processor = Processor(bootstrap_with=[*self._clauses, wanted])
        clauses = processor.process().clauses
        processor.delete()
        with Sat(name=self._engine, bootstrap_with=clauses) as sat:
            sat.conf_budget(conflicts)
            left = None if seconds is None else seconds - (time.perf_counter() - started)
            alarm = None if left is None else Timer(max(0.0, left), sat.interrupt)
            if alarm is not None:
                alarm.start()
            try:
                answer = sat.solve_limited(expect_interrupt=True)
            finally:
                if alarm is not None:
                    alarm.cancel()
                    alarm.join()
        self.seconds += time.perf_counter() - started
        return answer is False

    def model(self) -> SatModel:
        """After a question that was answered with SAT."""
        return SatModel(self._encoding, self._sat.get_model())


class SatModel:
    """Values of symbols; None for a symbol that no formula has."""

    def __init__(self, encoding: Encoding, values: Sequence[Literal]) -> None:
        self._encoding = encoding
        self._values = array("i", values)

    def symbol(self, symbol: Term) -> Concrete | None:
        if symbol.sort is BOOL:
            literal = self._encoding.literals.get(symbol)
            return None if literal is None else self._truth(literal)
        if symbol.sort is INT or symbol.sort.width:
            bits = self._encoding.words.get(symbol)
            if bits is None:
                return None
            number = sum(1 << at for at, bit in enumerate(bits) if self._truth(bit))
            return wrap(len(bits), number)
        for value, literal in self._encoding.rows.get(symbol, {}).items():
            if self._truth(literal):
                assert isinstance(value.value, int)
                return value.value
        return None

    def holds(self, condition: Term) -> bool:
        return self._truth(self._encoding.literal(condition))

    def truth(self, condition: Term) -> bool | None:
        literal = self._encoding.literals.get(condition)
        if literal is None or abs(literal) > len(self._values):
            return None
        return self._truth(literal)

    def _truth(self, literal: Literal) -> bool:
        at = abs(literal) - 1
        # What came after this model, or what no clause has, may be anything: false will do.
        value = self._values[at] > 0 if at < len(self._values) else False
        return value == (literal > 0)
