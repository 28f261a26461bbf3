"""Z3 behind the solver interface. The only module that imports z3.

One incremental solver holds the conditions of one path at a time, a scope per condition, and
moves to another path by popping to the longest common prefix: any search order is cheap. Terms
are translated through Z3's C interface, which is several times faster than the Python classes;
translations are cached per term.

Encoding: references and classes are integers. The initial contents of a map are an uninterpreted
function; a read over writes becomes a chain of if-then-else over it, built once per read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import z3
from z3 import z3core as api
from z3.z3types import Ast

from heapwise.solver.api import UNKNOWN, UNSAT, Answer, SolverStatistics, Verdict
from heapwise.solver.model import MapInterpretation, Model
from heapwise.solver.path import PathCondition
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Sort,
    Term,
    initial_map,
    is_initial_reference,
    keys_equal,
    le,
    raw_select,
    subterms,
    written_map,
)

_CACHE_LIMIT = 300_000
_SAT = 1
_UNSAT = -1
_RECURSION = 100
_RENUMBERED = 10**9


class Z3Solver:
    """`timeout` is in seconds, per question."""

    def __init__(self, timeout: float = 10.0) -> None:
        self.statistics = SolverStatistics()
        self._context = z3.Context()
        self._translate = Translator(self._context)
        self._ref = self._context.ref()
        self._solver = api.Z3_mk_simple_solver(self._ref)
        api.Z3_solver_inc_ref(self._ref, self._solver)
        parameters = z3.ParamsRef(self._context)
        parameters.set("timeout", max(1, int(timeout * 1000)))
        parameters.set("ctrl_c", False)  # an interrupt is the user's, not an undecided question
        api.Z3_solver_set_params(self._ref, self._solver, parameters.params)
        self._held: list[Term] = []
        self._axioms: list[list[Term]] = []
        self._assured: set[Term] = set()

    def __del__(self) -> None:
        # Z3 takes minutes to delete a context full of formulas that are still referenced.
        if self._context.ref() is not None:  # the context may be collected first
            api.Z3_solver_dec_ref(self._ref, self._solver)
            self._translate.forget()

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
        self._hold(wanted)
        answer = self._verdict(api.Z3_solver_check(self._ref, self._solver))
        self.statistics.seconds += time.perf_counter() - started
        return answer

    def _verdict(self, result: int) -> Answer:
        if result == _SAT:
            return Answer(Verdict.SAT, Model(Z3Model(self._context, self._solver, self._translate)))
        if result == _UNSAT:
            return UNSAT
        self.statistics.unknown += 1
        return UNKNOWN

    def _hold(self, wanted: list[Term]) -> None:
        """Make the solver hold exactly these conditions."""
        common = 0
        for held, term in zip(self._held, wanted, strict=False):
            if held is not term:
                break
            common += 1
        if common < len(self._held):
            api.Z3_solver_pop(self._ref, self._solver, len(self._held) - common)
            del self._held[common:]
            for added in self._axioms[common:]:
                self._assured.difference_update(added)
            del self._axioms[common:]
        for term in wanted[common:]:
            self._assert(term)
            self._held.append(term)

    def _assert(self, term: Term) -> None:
        """In a scope of its own. Where a condition speaks of allocated locations, its initial
        references are told apart from them: they are not negative."""
        formula = self._translate(term)
        api.Z3_solver_push(self._ref, self._solver)
        api.Z3_solver_assert(self._ref, self._solver, formula)
        added: list[Term] = []
        if term.mentions_allocated:
            for reference in _initial_references(term):
                if reference not in self._assured:
                    self._assured.add(reference)
                    added.append(reference)
                    axiom = self._translate.not_negative(reference)
                    api.Z3_solver_assert(self._ref, self._solver, axiom)
        self._axioms.append(added)


class Z3Model:
    """A `Backing` over a model of Z3, read symbol by symbol."""

    def __init__(self, context: z3.Context, solver: object, translator: Translator) -> None:
        self._context = context
        self._translator = translator
        self._ref = context.ref()
        self._model = api.Z3_solver_get_model(self._ref, solver)
        api.Z3_model_inc_ref(self._ref, self._model)

    def __del__(self) -> None:
        if self._context.ref() is not None:
            api.Z3_model_dec_ref(self._ref, self._model)

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
            result.cells[tuple(min(key, _RENUMBERED - key) for key in keys)] = value
            api.Z3_func_entry_dec_ref(ref, entry)
        result.otherwise = self._value(api.Z3_func_interp_get_else(ref, table), sort.value)
        api.Z3_func_interp_dec_ref(ref, table)
        return result

    def _value(self, ast: object, sort: Sort) -> Concrete:
        if sort is BOOL:
            return bool(api.Z3_get_bool_value(self._ref, ast) == 1)
        number = int(api.Z3_get_numeral_string(self._ref, ast))
        # Z3 may number a reference that was never compared with an allocated one as it likes.
        return _RENUMBERED - number if sort is REF and number < 0 else number


class Translator:
    """Terms to Z3 formulas. Formulas are kept alive by the cache, which is emptied when full."""

    def __init__(self, context: z3.Context) -> None:
        self._ref = context.ref()
        self._cache: dict[Term, Ast] = {}
        self._declarations: dict[Term, Ast] = {}
        self._int = api.Z3_mk_int_sort(self._ref)
        self._bool = api.Z3_mk_bool_sort(self._ref)
        for sort in (self._int, self._bool):
            api.Z3_inc_ref(self._ref, api.Z3_sort_to_ast(self._ref, sort))
        self._true = self._keep(api.Z3_mk_true(self._ref))
        self._false = self._keep(api.Z3_mk_false(self._ref))
        self._numbers: dict[int, Ast] = {}

    def __call__(self, term: Term) -> Ast:
        found = self._cache.get(term)
        if found is not None:
            return found
        if len(self._cache) > _CACHE_LIMIT:
            self.forget()
        if term.depth > _RECURSION:
            for node in subterms(term):
                if not isinstance(node.sort, MapSort):
                    self._formula(node)
        return self._formula(term)

    def forget(self) -> None:
        """Let go of all translations; Z3 keeps those that it still needs."""
        for formula in reversed(self._cache.values()):
            api.Z3_dec_ref(self._ref, formula)
        self._cache.clear()

    def not_negative(self, reference: Term) -> Ast:
        return self._formula(le(NULL, reference))

    def declared(self, symbol: Term) -> Ast | None:
        return self._declarations.get(symbol)

    def _formula(self, term: Scalar) -> Ast:
        if not isinstance(term, Term):
            if type(term) is bool:
                return self._true if term else self._false
            return self._number(term)
        found = self._cache.get(term)
        if found is None:
            found = self._keep(self._build(term))
            self._cache[term] = found
        return found

    def _build(self, term: Term) -> Ast:
        ref, op = self._ref, term.op
        if op == Op.SYMBOL:
            return api.Z3_mk_app(ref, self._declaration(term), 0, _NO_ARGUMENTS)
        if op == Op.CONST:
            assert isinstance(term.value, int)
            return self._number(term.value)
        if op == Op.SELECT:
            return self._build_select(term)
        args = [self._formula(arg) for arg in term.args]
        if op == Op.EQ:
            return api.Z3_mk_eq(ref, args[0], args[1])
        if op == Op.NOT:
            return api.Z3_mk_not(ref, args[0])
        if op == Op.ITE:
            return api.Z3_mk_ite(ref, args[0], args[1], args[2])
        if op == Op.LT:
            return api.Z3_mk_lt(ref, args[0], args[1])
        return _VARIADIC[op](ref, len(args), (Ast * len(args))(*args))

    def _build_select(self, term: Term) -> Ast:
        """Peel off the writes, newest first; a read below them may be shared with other terms."""
        map_term, keys = term.args[0], term.args[1:]
        assert isinstance(map_term, Term)
        writes: list[tuple[Scalar, Scalar, Term]] = []
        bottom: Ast | None = None
        while map_term.op == Op.STORE:
            here = raw_select(map_term, keys)
            bottom = self._cache.get(here)
            if bottom is not None:
                break
            same = keys_equal(map_term.args[1:-1], keys)
            if same is True:
                bottom = self._formula(map_term.args[-1])
                break
            if same is not False:
                writes.append((same, map_term.args[-1], here))
            map_term = written_map(map_term)
        if bottom is None and map_term.op == Op.FILLED:
            bottom = self._formula(map_term.args[0])
        elif bottom is None:
            args = [self._formula(key) for key in keys]
            declaration = self._declaration(map_term)
            bottom = api.Z3_mk_app(self._ref, declaration, len(args), (Ast * len(args))(*args))
            if writes:
                # Z3 may drop a formula that nobody holds when the next one is made.
                self._cache[raw_select(map_term, keys)] = self._keep(bottom)
        for same, value, here in reversed(writes):
            condition, written = self._formula(same), self._formula(value)
            bottom = api.Z3_mk_ite(self._ref, condition, written, bottom)
            if here is not term:
                self._cache[here] = self._keep(bottom)
        return bottom

    def _declaration(self, symbol: Term) -> Ast:
        found = self._declarations.get(symbol)
        if found is None:
            name = api.Z3_mk_string_symbol(self._ref, f"{symbol.value}:{symbol.sort}")
            domain: tuple[Sort, ...] = ()
            value: Sort = symbol.sort
            if isinstance(symbol.sort, MapSort):
                domain, value = symbol.sort.keys, symbol.sort.value
            sorts = (api.Sort * len(domain))(*(self._sort(sort) for sort in domain))
            found = api.Z3_mk_func_decl(self._ref, name, len(domain), sorts, self._sort(value))
            api.Z3_inc_ref(self._ref, api.Z3_func_decl_to_ast(self._ref, found))
            self._declarations[symbol] = found
        return found

    def _sort(self, sort: Sort) -> Ast:
        return self._bool if sort is BOOL else self._int

    def _number(self, value: int) -> Ast:
        found = self._numbers.get(value)
        if found is None:
            found = self._keep(api.Z3_mk_numeral(self._ref, str(value), self._int))
            self._numbers[value] = found
        return found

    def _keep(self, ast: Ast) -> Ast:
        api.Z3_inc_ref(self._ref, ast)
        return ast


def _initial_references(term: Term) -> Iterator[Term]:
    """Symbols and reads of initial contents, those at the bottom of a chain of writes included."""
    for node in subterms(term):
        if node.sort is not REF:
            continue
        if is_initial_reference(node) and node.op != Op.CONST:
            yield node
        elif node.op == Op.SELECT:
            written = node.args[0]
            assert isinstance(written, Term)
            bottom = initial_map(written)
            if bottom.op == Op.SYMBOL:
                yield raw_select(bottom, node.args[1:])


_NO_ARGUMENTS = (Ast * 0)()
_VARIADIC: dict[str, Callable[..., Ast]] = {
    Op.AND: api.Z3_mk_and,
    Op.OR: api.Z3_mk_or,
    Op.ADD: api.Z3_mk_add,
    Op.SUB: api.Z3_mk_sub,
    Op.MUL: api.Z3_mk_mul,
}
