"""Z3 for formulas over finite domains: the SAT core, with references as rows of Booleans.

A formula here is Boolean structure over three kinds of atoms: Boolean symbols, `symbol = constant`
for a symbol of sort Ref or Class (a Boolean of its own; for each symbol exactly one of its row is
true), and comparisons of integers. Integers are bit-vectors. That loses nothing: a Boolean
combination of comparisons `x + c < y` with k variables and constants up to C has a solution if it
has one with numbers up to (k + 1)(C + 1), and the width is chosen so that these fit. A formula
outside of that fragment, or with larger constants than were announced, raises `RangeError`; then
a range without a largest constant must do, for which integers are Z3's own. (That is what this
solver is for: where numbers are bounded, `sat_finite` is faster.)

Conditions that always hold are asserted once (`require`). The conditions of a question are assumed
under names of their own, which is faster if they come again; or, if not `assuming`, they are held
for the time being, and the next question keeps those that it begins with too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from z3 import z3core as api
from z3.z3types import Ast

from heapwise.solver.api import Verdict
from heapwise.solver.finite import Definitions, Numbers, RangeError
from heapwise.solver.z3_context import Context
from heapwise.solver.z3_limits import limit
from heapwise.solver.z3_machine import Machine, is_bitwise
from heapwise.solver.z3_theories import Theories
from heapwise.terms import BOOL, CLASS, INT, REF, Concrete, Op, Scalar, Term, sort_of, subterms
from heapwise.terms.fixed_width import wrap

_RECURSION = 200
_UNLIMITED = (1 << 32) - 1


class _Number(NamedTuple):
    """`constant` is the largest sum of constants in the term."""

    ast: Ast
    constant: int


class Z3FiniteSolver:
    """`domain` gives the constants that a symbol of sort Ref or Class can be; `meaning` defines
    Boolean symbols that are names for conditions. A definition is asserted with the first formula
    that needs it."""

    def __init__(
        self,
        domain: Callable[[Term], Sequence[Term]],
        numbers: Numbers,
        names: Definitions | None = None,
        timeout: float = 10.0,
    ) -> None:
        self._names = names
        self.domain = domain
        self.numbers = numbers
        self._kept: list[Ast] = []
        self._used: list[object] = []
        self._context = Context()
        self._ref = self._context.ref()
        self._context.releases.append(partial(_release, self._ref, self._used, self._kept))
        self._timeout = timeout
        logic = "QF_FD" if numbers.constant is not None else "QF_LIA"
        name = api.Z3_mk_string_symbol(self._ref, logic)
        self._use(api.Z3_mk_solver_for_logic(self._ref, name))
        self._bool = self._sort(api.Z3_mk_bool_sort(self._ref))
        if numbers.constant is None:
            self._int = self._sort(api.Z3_mk_int_sort(self._ref))
        else:
            # A term is a variable and constants; one bit more for the sign, one to be safe.
            width = (numbers.largest + numbers.constant + 1).bit_length() + 2
            self._int = self._sort(api.Z3_mk_bv_sort(self._ref, width))
        self._formulas: dict[Term, Ast] = {}
        self._numbers: dict[Scalar, _Number] = {}
        self._rows: dict[Term, dict[Term, Ast]] = {}
        self._symbols: dict[Term, Ast] = {}
        self._words: dict[Term, Ast] = {}
        self._made: Machine | None = None
        self._base: list[Ast] = []
        self._asserted: list[Ast] = []
        self._literals: dict[Term, Ast] = {}
        self.assuming = True
        self._conflicts: int | None = None
        self._held: list[Term] = []
        self.queries = 0
        self.seconds = 0.0

    def _use(self, solver: object) -> None:
        self._solver = solver
        api.Z3_solver_inc_ref(self._ref, solver)
        self._used.append(solver)
        limit(self._context, solver, self._timeout)

    def _use_all_theories(self) -> None:
        """A solver for mathematical integers takes words for something that it knows nothing of."""
        api.Z3_solver_dec_ref(self._ref, self._used.pop())
        self._use(api.Z3_mk_simple_solver(self._ref))
        for formula in self._asserted:
            api.Z3_solver_assert(self._ref, self._solver, formula)
        self._held.clear()
        self._conflicts = None

    def require(self, condition: Scalar) -> None:
        """It holds from now on."""
        if condition is True:
            return
        self._let_go(0)
        self._assert(self._formula(condition))
        self._flush()

    def settle(self) -> None:
        """Nothing more will be required."""

    def reopen(self) -> None:
        """Something more will be required after all."""

    def requires(self, symbol: Term) -> bool:
        """It is not kept; perhaps it has."""
        return True

    def variables(self) -> int:
        """It does not matter: numbers have any size, or are as large as was announced."""
        return 0

    def refutes(self, condition: Term, conflicts: int, seconds: float | None = None) -> bool:
        return self.check([condition], conflicts) is Verdict.UNSAT

    def check(self, conditions: Sequence[Term], conflicts: int | None = None) -> Verdict:
        """Gives up after so many conflicts."""
        started = time.perf_counter()
        self._limit(conflicts)
        self.queries += 1
        if self.assuming:
            literals = [self._literal(condition) for condition in conditions]
            self._flush()
            result = self._context.check(self._solver, self._timeout, literals)
        else:
            self._hold(conditions)
            result = self._context.check(self._solver, self._timeout)
        self.seconds += time.perf_counter() - started
        return _VERDICTS.get(result, Verdict.UNKNOWN)

    def model(self) -> Z3FiniteModel:
        """After a question that was answered with SAT."""
        return Z3FiniteModel(self)

    def _limit(self, conflicts: int | None) -> None:
        if conflicts == self._conflicts:
            return
        self._conflicts = conflicts
        most = _UNLIMITED if conflicts is None else conflicts
        self._context.set(self._solver, max_conflicts=most)

    # -- asserting

    def _hold(self, conditions: Sequence[Term]) -> None:
        formulas = [self._formula(condition) for condition in conditions]
        if self._base:
            self._let_go(0)
            self._flush()
        common = 0
        for held, term in zip(self._held, conditions, strict=False):
            if held is not term:
                break
            common += 1
        self._let_go(common)
        for term, formula in zip(conditions[common:], formulas[common:], strict=True):
            api.Z3_solver_push(self._ref, self._solver)
            api.Z3_solver_assert(self._ref, self._solver, formula)
            self._held.append(term)

    def _let_go(self, kept: int) -> None:
        if kept < len(self._held):
            api.Z3_solver_pop(self._ref, self._solver, len(self._held) - kept)
            del self._held[kept:]

    def _assert(self, formula: Ast) -> None:
        self._base.append(self._keep(formula))

    def _flush(self) -> None:
        for formula in self._base:
            api.Z3_solver_assert(self._ref, self._solver, formula)
        self._asserted += self._base
        self._base.clear()

    def _literal(self, condition: Term) -> Ast:
        found = self._literals.get(condition)
        if found is None:
            formula = self._formula(condition)
            atom = condition.args[0] if condition.op == Op.NOT else condition
            assert isinstance(atom, Term)
            if atom.op == Op.SYMBOL or (atom.op == Op.EQ and _is_row(atom)):
                found = formula
            else:
                name = api.Z3_mk_string_symbol(self._ref, f"when {len(self._literals)}")
                found = self._keep(api.Z3_mk_const(self._ref, name, self._bool))
                self._assert(api.Z3_mk_eq(self._ref, found, formula))
            self._literals[condition] = found
        return found

    # -- formulas

    def _formula(self, condition: Scalar) -> Ast:
        if not isinstance(condition, Term):
            return api.Z3_mk_true(self._ref) if condition else api.Z3_mk_false(self._ref)
        found = self._formulas.get(condition)
        if found is not None:
            return found
        if condition.depth > _RECURSION:
            for node in subterms(condition):
                if node.sort is BOOL:
                    self._boolean(node)
        return self._boolean(condition)

    def _boolean(self, term: Scalar) -> Ast:
        if not isinstance(term, Term):
            return api.Z3_mk_true(self._ref) if term else api.Z3_mk_false(self._ref)
        found = self._formulas.get(term)
        if found is None:
            found = self._keep(self._build(term))
            self._formulas[term] = found
        return found

    def _build(self, term: Term) -> Ast:
        ref, op, args = self._ref, term.op, term.args
        if op == Op.SYMBOL:
            name = self._constant(term, self._bool)
            meaning = None if self._names is None else self._names.meaning_of(term)
            if meaning is not None:
                self._assert(api.Z3_mk_eq(ref, name, self._boolean(meaning)))
            return name
        if op == Op.NOT:
            return api.Z3_mk_not(ref, self._boolean(args[0]))
        if op in (Op.AND, Op.OR):
            parts = (Ast * len(args))(*(self._boolean(arg) for arg in args))
            make = api.Z3_mk_and if op == Op.AND else api.Z3_mk_or
            return make(ref, len(args), parts)
        if op == Op.ITE:
            return api.Z3_mk_ite(ref, *(self._boolean(arg) for arg in args))
        if op == Op.EQ:
            left, right = args
            assert isinstance(left, Term)
            if left.sort is BOOL:
                return api.Z3_mk_eq(ref, self._boolean(left), self._boolean(right))
            if left.sort.width:
                return api.Z3_mk_eq(ref, *(self._bits(arg, left.sort.width) for arg in args))
            if left.sort is not INT:
                if left.sort not in (REF, CLASS):
                    raise RangeError(None)
                assert isinstance(right, Term)
                if left.op == Op.CONST:
                    left, right = right, left
                assert left.op == Op.SYMBOL and right.op == Op.CONST, term
                row = self._row(left)
                return row.get(right, api.Z3_mk_false(ref))
            return self._compare(api.Z3_mk_eq, left, right)
        if op in (Op.LT, Op.BV_ULT):
            width = next(arg.sort.width for arg in args if isinstance(arg, Term))
            if width:
                less = api.Z3_mk_bvslt if op == Op.LT else api.Z3_mk_bvult
                return less(ref, *(self._bits(arg, width) for arg in args))
            unbounded = self.numbers.constant is None
            return self._compare(api.Z3_mk_lt if unbounded else api.Z3_mk_bvslt, *args)
        raise RangeError(None)

    def _row(self, symbol: Term) -> dict[Term, Ast]:
        """The Booleans `symbol = constant`; exactly one of them is true."""
        found = self._rows.get(symbol)
        if found is not None:
            return found
        ref = self._ref
        found = {}
        for constant in self.domain(symbol):
            name = api.Z3_mk_string_symbol(ref, f"{symbol.value}={constant.value}")
            found[constant] = self._keep(api.Z3_mk_const(ref, name, self._bool))
        self._rows[symbol] = found
        row = list(found.values())
        self._assert(api.Z3_mk_or(ref, len(row), (Ast * len(row))(*row)))
        refused = [self._keep(api.Z3_mk_not(ref, each)) for each in row]
        for index, one in enumerate(refused):
            for other in refused[:index]:
                self._assert(api.Z3_mk_or(ref, 2, (Ast * 2)(one, other)))
        return found

    def _constant(self, symbol: Term, sort: object) -> Ast:
        found = self._symbols.get(symbol)
        if found is None:
            name = api.Z3_mk_string_symbol(self._ref, str(symbol.value))
            found = self._keep(api.Z3_mk_const(self._ref, name, sort))
            self._symbols[symbol] = found
        return found

    # -- integers of a fixed width, which are what they are

    def _bits(self, term: Scalar, width: int) -> Ast:
        if not isinstance(term, Term):
            assert isinstance(term, int)
            return self._machine().number(term, width)
        found = self._words.get(term)
        if found is None:
            if term.depth > _RECURSION:
                for node in subterms(term):
                    if node.sort.width and node not in self._words:
                        self._words[node] = self._keep(self._build_bits(node))
            found = self._words.get(term) or self._keep(self._build_bits(term))
            self._words[term] = found
        return found

    def _build_bits(self, term: Term) -> Ast:
        op, args, width = term.op, term.args, term.sort.width
        if op == Op.SYMBOL:
            meaning = None if self._names is None else self._names.meaning_of(term)
            if meaning is not None:
                return self._bits(meaning, width)
            return self._constant(term, self._machine().bit_sort(width))
        if op == Op.ITE:
            then, otherwise = (self._bits(arg, width) for arg in args[1:])
            return api.Z3_mk_ite(self._ref, self._formula(args[0]), then, otherwise)
        if op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND, Op.TRUNCATE):
            assert isinstance(args[0], Term)
            width = args[0].sort.width
        elif not is_bitwise(op):
            raise RangeError(None)
        return self._machine().build(term, [self._bits(arg, width) for arg in args])

    def _machine(self) -> Machine:
        if self._made is None:
            if self.numbers.constant is None:
                self._use_all_theories()
            self._made = Machine(self._ref, Theories(self._ref))
        return self._made

    # -- numbers

    def _compare(self, make: Callable[..., Ast], left: Scalar, right: Scalar) -> Ast:
        a, b = self._number(left), self._number(right)
        limit = self.numbers.constant
        if limit is not None and a.constant + b.constant > limit:
            raise RangeError(a.constant + b.constant)
        return make(self._ref, a.ast, b.ast)

    def _number(self, term: Scalar) -> _Number:
        key = term if isinstance(term, Term) else int(term)
        found = self._numbers.get(key)
        if found is None:
            found = self._build_number(key)
            self._keep(found.ast)
            self._numbers[key] = found
        return found

    def _build_number(self, term: Scalar) -> _Number:
        ref = self._ref
        if not isinstance(term, Term):
            assert isinstance(term, int)
            return _Number(api.Z3_mk_numeral(ref, str(term), self._int), abs(term))
        op, args = term.op, term.args
        if op == Op.SYMBOL:
            meaning = None if self._names is None else self._names.meaning_of(term)
            if meaning is not None:
                return self._number(meaning)
            ast = self._constant(term, self._int)
            if self.numbers.constant is not None:
                for limit in (self.numbers.largest, -self.numbers.largest):
                    bound = self._keep(api.Z3_mk_numeral(ref, str(limit), self._int))
                    low, high = (ast, bound) if limit > 0 else (bound, ast)
                    self._assert(api.Z3_mk_bvsle(ref, low, high))
            return _Number(ast, 0)
        if op == Op.ITE:
            condition = self._formula(args[0])
            then, otherwise = self._number(args[1]), self._number(args[2])
            ast = api.Z3_mk_ite(ref, condition, then.ast, otherwise.ast)
            return _Number(ast, max(then.constant, otherwise.constant))
        bounded = self.numbers.constant is not None
        if op in (Op.ADD, Op.SUB):
            if bounded and all(isinstance(arg, Term) for arg in args):
                raise RangeError(None)
            left, right = self._number(args[0]), self._number(args[1])
            if bounded:
                if left.constant + right.constant > self.numbers.largest:
                    raise RangeError(left.constant + right.constant)
                build = api.Z3_mk_bvadd if op == Op.ADD else api.Z3_mk_bvsub
                ast = build(ref, left.ast, right.ast)
                if op == Op.SUB:
                    raise RangeError(None)
            else:
                many = api.Z3_mk_add if op == Op.ADD else api.Z3_mk_sub
                ast = many(ref, 2, (Ast * 2)(left.ast, right.ast))
            return _Number(ast, left.constant + right.constant)
        if op == Op.MUL and not bounded:
            left, right = self._number(args[0]), self._number(args[1])
            ast = api.Z3_mk_mul(ref, 2, (Ast * 2)(left.ast, right.ast))
            return _Number(ast, 0)
        raise RangeError(None)

    def _sort(self, sort: object) -> object:
        api.Z3_inc_ref(self._ref, api.Z3_sort_to_ast(self._ref, sort))
        return sort

    def _keep(self, ast: Ast) -> Ast:
        api.Z3_inc_ref(self._ref, ast)
        self._kept.append(ast)
        return ast


def _release(context: object, solvers: list[object], formulas: list[Ast]) -> None:
    for solver in solvers:
        api.Z3_solver_dec_ref(context, solver)
    for ast in reversed(formulas):
        api.Z3_dec_ref(context, ast)


def _is_row(equality: Term) -> bool:
    """Is it about a reference or a class?"""
    sort = sort_of(equality.args[0])
    return sort not in (INT, BOOL) and not sort.width


_VERDICTS = {1: Verdict.SAT, -1: Verdict.UNSAT}


class Z3FiniteModel:
    """Values of symbols, read one by one; None for a symbol that no formula has."""

    def __init__(self, solver: Z3FiniteSolver) -> None:
        self._solver = solver
        self._ref = solver._ref
        model = api.Z3_solver_get_model(self._ref, solver._solver)
        api.Z3_model_inc_ref(self._ref, model)
        self._model = model

    def __del__(self) -> None:
        # An interrupt may come before there is a model.
        if hasattr(self, "_model"):
            self._solver._context.note_unused(self._model)

    def symbol(self, symbol: Term) -> Concrete | None:
        if symbol.sort is BOOL:
            ast = self._solver._symbols.get(symbol)
            return None if ast is None else self._truth(ast)
        if symbol.sort is INT:
            ast = self._solver._symbols.get(symbol)
            return None if ast is None else self._integer(ast)
        if symbol.sort.width:
            ast = self._solver._symbols.get(symbol)
            return None if ast is None else self._word(ast, symbol.sort.width)
        for constant, ast in self._solver._rows.get(symbol, {}).items():
            if self._truth(ast):
                assert isinstance(constant.value, int)
                return constant.value
        return None

    def holds(self, condition: Term) -> bool:
        found = (Ast * 1)()
        formula = self._solver._formula(condition)
        api.Z3_model_eval(self._ref, self._model, formula, True, found)
        return bool(api.Z3_get_bool_value(self._ref, found[0]) == 1)

    def truth(self, condition: Term) -> bool | None:
        return None

    def _truth(self, ast: Ast) -> bool:
        declaration = api.Z3_get_app_decl(self._ref, ast)
        value = api.Z3_model_get_const_interp(self._ref, self._model, declaration)
        return bool(value) and api.Z3_get_bool_value(self._ref, value) == 1

    def _word(self, ast: Ast, width: int) -> int:
        declaration = api.Z3_get_app_decl(self._ref, ast)
        value = api.Z3_model_get_const_interp(self._ref, self._model, declaration)
        return wrap(width, int(api.Z3_get_numeral_string(self._ref, value))) if value else 0

    def _integer(self, ast: Ast) -> int | None:
        declaration = api.Z3_get_app_decl(self._ref, ast)
        value = api.Z3_model_get_const_interp(self._ref, self._model, declaration)
        if not value:
            return 0
        number = int(api.Z3_get_numeral_string(self._ref, value))
        if self._solver.numbers.constant is not None:
            width = api.Z3_get_bv_sort_size(self._ref, self._solver._int)
            if number >= 1 << (width - 1):
                number -= 1 << width
        return number
