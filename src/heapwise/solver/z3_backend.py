"""Z3 behind the solver interface. Only the modules named `z3_...` here import z3.

One incremental solver holds the conditions of one path at a time, a scope per condition, and
moves to another path by popping to the longest common prefix: any search order is cheap.

Floats are slow in Z3, which turns every operation into gates. So a question about floats is first
asked about real numbers instead. If the answer is a model that, rounded to floats, satisfies the
conditions when they are evaluated exactly, it is a model of the question. Anything else says
nothing, and the question is put as it is. Bit-vectors are integers first, likewise (`z3_numbers`).
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable
from functools import cached_property, partial, reduce
from operator import or_

import z3
from z3 import z3core as api

from heapwise.solver.api import UNKNOWN, UNSAT, Answer, SolverStatistics, Verdict
from heapwise.solver.model import MapInterpretation, Model
from heapwise.solver.path import PathCondition, slice_of
from heapwise.solver.spelled import Ask, SpelledQuestions
from heapwise.solver.z3_context import Context
from heapwise.solver.z3_limits import Alarm, limit
from heapwise.solver.z3_numbers import NumberTranslator, Wrapping
from heapwise.solver.z3_theories import Reals, Theories, UntranslatableError
from heapwise.solver.z3_translator import Translator, initial_references
from heapwise.terms import (
    BITS,
    BOOL,
    FLOAT,
    FLOAT32,
    FLOATS,
    REF,
    STR,
    STRINGS,
    Concrete,
    MapSort,
    Sort,
    Term,
)
from heapwise.terms.computing import int_of_str
from heapwise.terms.fixed_width import wrap

_SAT = 1
_UNSAT = -1
_RENUMBERED = 10**9
_MOST_DIGITS = 600
"""Python may refuse to convert longer numbers at once."""
_FOR_REALS = 0.25
"""The part of the time for a question that the attempt with real numbers may take."""

_LEAST = 1.0
"""Seconds that a question about sequences gets, however many were not answered before."""
_BRIEF = 0.1
"""Seconds that it gets if only long texts are left: those may be out of bounds anyway."""
_MOST_KEPT = 10_000
"""Conditions on floats of which it is known whether their neighbours refute them."""


class Z3Solver:
    """`timeout` is in seconds, per question."""

    def __init__(self, timeout: float = 10.0) -> None:
        self.statistics = SolverStatistics()
        self._timeout = timeout
        self._real: Assertions | None = None
        self._numbers: Assertions | None = None
        self._wraps = Wrapping()
        self._spelled: SpelledQuestions | None = None
        self._doubts = 0
        self._alone: dict[tuple[Term, ...], bool | None] = {}

    @cached_property
    def _context(self) -> Context:
        """Made when something is asked: layers in front of the backend answer most questions."""
        return Context()

    @cached_property
    def _exact(self) -> Assertions:
        return Assertions(self._context, Theories(self._context.ref()), self._timeout)

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        return self._ask(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        if path.asserted == 0:
            return Model()
        self.statistics.witness_queries += 1
        return self._ask(path, None).model

    def _ask(self, path: PathCondition, condition: Term | None) -> Answer:
        """The condition stays asserted: the path that is asked about next often goes on from it."""
        started = time.perf_counter()
        wanted = path.asserted_terms()
        if condition is not None:
            wanted.append(condition)
        theories = _theories(wanted)
        before = None if condition is None else path.model
        rest: Model | None = None
        symbols: frozenset[Term] = frozenset()
        if theories & FLOATS and condition is not None and path.confirmed and path.model:
            # Every object of a class that has a float brings a condition on it along, and most
            # questions are about something else.
            own, symbols = slice_of(path, condition)
            rest, theories = path.model, _theories(own)
            wanted = [term for term in wanted if term in own]
        try:
            answer = UNKNOWN
            if theories & STRINGS:
                answer = self._ask_about_strings(path, condition, wanted)
            if answer.verdict is Verdict.UNKNOWN:
                timeout = self._timeout if answer.excluded < 0 else min(self._timeout, _BRIEF)
                found = self._ask_about(wanted, theories, timeout, before)
                answer = found if found.verdict is not Verdict.UNKNOWN else answer
        except UntranslatableError:
            answer = UNKNOWN
        if (
            theories & (FLOATS | STRINGS)
            and answer.model is not None
            and not _is_model(answer.model, wanted)
        ):
            answer = UNKNOWN
        if answer.verdict is Verdict.UNKNOWN:
            self.statistics.unknown += 1
        if rest is not None and answer.model is not None:
            answer = Answer(answer.verdict, rest.overlay(symbols, answer.model))
        self.statistics.seconds += time.perf_counter() - started
        return answer

    def _ask_about(
        self, wanted: list[Term], theories: int, timeout: float, before: Model | None
    ) -> Answer:
        """`before` is a model of all but the last, if one is known."""
        if theories & FLOATS:
            return self._ask_about_floats(wanted, theories, timeout, before)
        if theories & STRINGS:
            return self._ask_about_sequences(wanted, timeout)
        return self._ask_about_bits(wanted) if theories & BITS else self._exact.ask(wanted)

    def _ask_about_sequences(self, wanted: list[Term], timeout: float) -> Answer:
        """What numbers do not answer, sequences often do not either; the more often they have not,
        the less time they get."""
        least = max(self._timeout / (1 + self._doubts), _LEAST)
        answer = self._exact.ask_anew(None, wanted, min(timeout, least))
        if answer.verdict is Verdict.UNKNOWN:
            self._doubts += 1
        else:
            self._doubts = max(0, self._doubts - 1)
        return answer

    def _ask_about_strings(
        self, path: PathCondition, condition: Term | None, wanted: list[Term]
    ) -> Answer:
        """The question as one about numbers."""
        if self._spelled is None:
            self._spelled = SpelledQuestions(self._asking(), self._asking())
        return self._spelled.ask(wanted, None if condition is None else path.model)

    def _asking(self) -> Ask:
        """A way to ask about anything but strings, with a solver of its own for plain numbers."""
        theories = Theories(self._context.ref())
        integers = Assertions(self._context, theories, self._timeout * _FOR_REALS)
        # In no cycle: the context, which is large, goes as soon as nobody has the solver any more.
        solver: Z3Solver = weakref.proxy(self)

        def ask(wanted: list[Term]) -> Answer:
            mentioned = _theories(wanted)
            if mentioned:
                return solver._ask_about(wanted, mentioned, solver._timeout, None)
            return integers.ask(wanted)

        return ask

    def _ask_about_bits(self, wanted: list[Term]) -> Answer:
        if self._numbers is None:
            theories = Theories(self._context.ref())
            translate = NumberTranslator(self._context, theories)
            self._numbers = Assertions(
                self._context, theories, self._timeout * _FOR_REALS, translate
            )
        try:
            found = self._numbers.ask(wanted)
        except UntranslatableError:
            return self._exact.ask(wanted)
        if found.verdict is Verdict.UNSAT and not any(map(self._wraps, wanted)):
            return found
        if found.model is not None and _is_model(found.model, wanted):
            return found
        return self._exact.ask(wanted)

    def _ask_about_floats(
        self, wanted: list[Term], theories: int, timeout: float, before: Model | None
    ) -> Answer:
        answer = self._ask_without_floats(wanted, timeout, before)
        if answer.verdict is not Verdict.UNKNOWN:
            return answer
        found = self._rounded_model(wanted)
        if found is not None:
            return Answer(Verdict.SAT, found)
        if self._is_refuted_alone(wanted, theories, timeout):
            return UNSAT
        logic = None if theories & STRINGS else "QF_FP"
        return self._exact.ask_anew(logic, wanted, timeout * (1 - _FOR_REALS))

    def _ask_without_floats(
        self, wanted: list[Term], timeout: float, before: Model | None
    ) -> Answer:
        """Do the conditions without floats contradict each other? If not, their model may do with
        the floats of the model before. Worth asking if the last condition, which is new, is among
        them. Sequences take too long for that."""
        others = [term for term in wanted if not term.theories & FLOATS]
        theories = _theories(others)
        if not others or wanted[-1].theories & FLOATS or theories & STRINGS:
            return UNKNOWN
        answer = self._ask_about(others, theories, timeout, None)
        if answer.model is None or before is None:
            return UNSAT if answer.verdict is Verdict.UNSAT else UNKNOWN
        symbols = frozenset(symbol for term in others for symbol in term.symbols)
        guess = before.overlay(symbols, answer.model)
        return Answer(Verdict.SAT, guess) if _is_model(guess, wanted) else UNKNOWN

    def _is_refuted_alone(self, wanted: list[Term], theories: int, timeout: float) -> bool:
        """Is the last condition, if it has floats, refuted by those that speak of nothing else?
        Many paths have the same of these, and differ in the rest: asked where they are met for the
        second time."""
        last = wanted[-1]
        if theories & STRINGS or not last.theories & FLOATS:
            return False
        near = tuple(term for term in wanted if term.symbols <= last.symbols)
        if len(near) == len(wanted):
            return False
        if near not in self._alone:
            if len(self._alone) >= _MOST_KEPT:
                self._alone.clear()
            self._alone[near] = None
            return False
        found = self._alone[near]
        if found is None:
            answer = self._exact.ask_anew("QF_FP", [*near], timeout * _FOR_REALS)
            found = self._alone[near] = answer.verdict is Verdict.UNSAT
        return found

    def _rounded_model(self, wanted: list[Term]) -> Model | None:
        """A model over the real numbers, if it is one over floats too."""
        if self._real is None:
            real = Reals(self._context.ref())
            self._real = Assertions(self._context, real, self._timeout * _FOR_REALS)
        try:
            model = self._real.ask(wanted).model
        except UntranslatableError:
            return None
        return model if model is not None and _is_model(model, wanted) else None


def _theories(terms: Iterable[Term]) -> int:
    return reduce(or_, (term.theories for term in terms), 0)


def _is_model(model: Model, wanted: list[Term]) -> bool:
    return all(map(model.satisfies, wanted))


class Assertions:
    """An incremental solver and the conditions that it holds."""

    def __init__(
        self,
        context: Context,
        theories: Theories,
        timeout: float,
        translate: Translator | None = None,
    ) -> None:
        self._context = context
        self._ref = context.ref()
        self._translate = translate or Translator(context, theories)
        self._solver = api.Z3_mk_simple_solver(self._ref)
        api.Z3_solver_inc_ref(self._ref, self._solver)
        context.releases.append(
            partial(_release, self._ref, self._solver, self._translate.release())
        )
        limit(context, self._solver, timeout)
        self._timeout = timeout
        self._held: list[Term] = []
        self._axioms: list[list[Term]] = []
        self._assured: set[Term] = set()
        self._is_torn = False
        """Did an interrupt come while conditions were put in or taken out?"""

    def ask(self, wanted: list[Term]) -> Answer:
        """Raises `UntranslatableError`."""
        self._hold(wanted)
        return self._verdict(self._solver, self._timeout)

    def ask_anew(self, logic: str | None, wanted: list[Term], timeout: float) -> Answer:
        """Ask a solver made for a logic, which has nothing to do with the incremental one. Raises
        `UntranslatableError`."""
        formulas = [self._translate(term) for term in wanted]
        for term in wanted:
            if term.mentions_allocated:
                formulas += map(self._translate.not_negative, initial_references(term))
        if logic is None:
            solver = api.Z3_mk_simple_solver(self._ref)
        else:
            name = api.Z3_mk_string_symbol(self._ref, logic)
            solver = api.Z3_mk_solver_for_logic(self._ref, name)
        api.Z3_solver_inc_ref(self._ref, solver)
        limit(self._context, solver, timeout)
        try:
            with Alarm(self._context, timeout):
                for formula in formulas:
                    api.Z3_solver_assert(self._ref, solver, formula)
                return self._verdict(solver, timeout)
        except z3.Z3Exception:
            return UNKNOWN
        finally:
            api.Z3_solver_dec_ref(self._ref, solver)

    def _verdict(self, solver: object, seconds: float) -> Answer:
        result = self._context.check(solver, seconds)
        if result == _SAT:
            return Answer(Verdict.SAT, Model(Z3Model(self._context, solver, self._translate)))
        return UNSAT if result == _UNSAT else UNKNOWN

    def _hold(self, wanted: list[Term]) -> None:
        """Make the solver hold exactly these conditions."""
        if self._is_torn:
            api.Z3_solver_reset(self._ref, self._solver)
            self._held, self._axioms, self._assured = [], [], set()
        common = 0
        for held, term in zip(self._held, wanted, strict=False):
            if held is not term:
                break
            common += 1
        if common < len(self._held):
            self._is_torn = True
            api.Z3_solver_pop(self._ref, self._solver, len(self._held) - common)
            del self._held[common:]
            for added in self._axioms[common:]:
                self._assured.difference_update(added)
            del self._axioms[common:]
        self._is_torn = False
        for term in wanted[common:]:
            self._assert(term)

    def _assert(self, term: Term) -> None:
        """In a scope of its own. Where a condition speaks of allocated locations, its initial
        references are told apart from them: they are not negative."""
        formula = self._translate(term)
        self._is_torn = True
        api.Z3_solver_push(self._ref, self._solver)
        api.Z3_solver_assert(self._ref, self._solver, formula)
        added: list[Term] = []
        if term.mentions_allocated:
            for reference in initial_references(term):
                if reference not in self._assured:
                    self._assured.add(reference)
                    added.append(reference)
                    axiom = self._translate.not_negative(reference)
                    api.Z3_solver_assert(self._ref, self._solver, axiom)
        self._axioms.append(added)
        self._held.append(term)
        self._is_torn = False


def _release(context: object, solver: object, formulas: Callable[[], None]) -> None:
    api.Z3_solver_dec_ref(context, solver)
    formulas()


class Z3Model:
    """A `Backing` over a model of Z3, read symbol by symbol."""

    def __init__(self, context: Context, solver: object, translator: Translator) -> None:
        self._context = context
        self._translator = translator
        self._ref = context.ref()
        model = api.Z3_solver_get_model(self._ref, solver)
        api.Z3_model_inc_ref(self._ref, model)
        self._model = model

    def __del__(self) -> None:
        # An interrupt may come before there is a model.
        if hasattr(self, "_model"):
            self._context.note_unused(self._model)

    def symbol(self, symbol: Term) -> Concrete | None:
        declaration = self._translator.declared(symbol)
        if declaration is None:
            return None
        value = api.Z3_model_get_const_interp(self._ref, self._model, declaration)
        return None if not value else self._value(value, symbol.sort)

    def map(self, symbol: Term) -> MapInterpretation | None:
        declaration = self._translator.declared(symbol)
        if declaration is None:
            return None
        table = api.Z3_model_get_func_interp(self._ref, self._model, declaration)
        if not table:
            return None
        assert isinstance(symbol.sort, MapSort)
        sort = symbol.sort
        ref = self._ref
        api.Z3_func_interp_inc_ref(ref, table)
        result = MapInterpretation()
        for index in range(api.Z3_func_interp_get_num_entries(ref, table)):
            entry = api.Z3_func_interp_get_entry(ref, table, index)
            api.Z3_func_entry_inc_ref(ref, entry)
            keys = tuple(
                self._value(api.Z3_func_entry_get_arg(ref, entry, position), key)
                for position, key in enumerate(sort.keys)
            )
            value = self._value(api.Z3_func_entry_get_value(ref, entry), sort.value)
            result.cells[keys] = value
            # A negative key may be an allocated location, which keeps its number.
            result.cells[tuple(map(_original, keys, sort.keys))] = value
            api.Z3_func_entry_dec_ref(ref, entry)
        result.otherwise = self._value(api.Z3_func_interp_get_else(ref, table), sort.value)
        api.Z3_func_interp_dec_ref(ref, table)
        return result

    def _value(self, ast: object, sort: Sort) -> Concrete:
        if sort is BOOL:
            return bool(api.Z3_get_bool_value(self._ref, ast) == 1)
        if sort is FLOAT:
            return self._translator.theories.float_value(ast)
        if sort is STR:
            return self._translator.theories.str_value(ast)
        if sort is FLOAT32:
            return self._translator.theories.single_value(ast)
        digits = api.Z3_get_numeral_string(self._ref, ast)
        number = int(digits) if len(digits) < _MOST_DIGITS else _long_number(digits)
        if sort.width:
            return wrap(sort.width, number)
        # Z3 may number a reference that was never compared with an allocated one as it likes.
        return _RENUMBERED - number if sort is REF and number < 0 else number


def _long_number(digits: str) -> int:
    magnitude = int_of_str(digits.removeprefix("-"))
    return -magnitude if digits.startswith("-") else magnitude


def _original(key: Concrete, sort: Sort) -> Concrete:
    renumbered = sort is REF and isinstance(key, int) and key > _RENUMBERED
    return _RENUMBERED - key if renumbered else key  # type: ignore[operator]  # an int
