"""Terms to Z3 formulas, through Z3's C interface: several times faster than its Python classes.

Encoding: references and classes are integers. The initial contents of a map are an uninterpreted
function; a read over writes becomes a chain of if-then-else over it, built once per read.
Translations are cached per term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import z3
from z3 import z3core as api
from z3.z3types import Ast

from heapwise.solver.z3_machine import Machine
from heapwise.solver.z3_theories import Theories
from heapwise.terms import (
    BITS,
    BOOL,
    FLOAT,
    FLOAT32,
    FLOATS,
    NULL,
    REF,
    STR,
    BaseSort,
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
from heapwise.terms.code_points import expanded
from heapwise.terms.computing import str_of_int

_CACHE_LIMIT = 300_000
_RECURSION = 100


class Translator:
    """Formulas are kept alive by the cache, which is emptied when full."""

    def __init__(self, context: z3.Context, theories: Theories) -> None:
        self.theories = theories
        self.machine = Machine(context.ref(), theories)
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
        _forget(self._ref, self._cache)
        self.theories.forget()

    def release(self) -> Callable[[], None]:
        """What lets go of everything, without a reference to the translator or its context."""
        return partial(_release, self._ref, self._cache, self.theories.pinned)

    def not_negative(self, reference: Term) -> Ast:
        return self._formula(le(NULL, reference))

    def declared(self, symbol: Term) -> Ast | None:
        return self._declarations.get(symbol)

    def _formula(self, term: Scalar) -> Ast:
        if not isinstance(term, Term):
            return self._constant(term)
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
        if op == Op.CODE_IS:
            return self._formula(expanded(term))
        if term.theories & (BITS | FLOATS):
            args = self._sorted_arguments(term)
            if self.machine.handles(op):
                return self.machine.build(term, args)
            if op == Op.LT and _common_sort(term.args).width:
                return api.Z3_mk_bvslt(ref, args[0], args[1])
        else:
            args = [self._formula(arg) for arg in term.args]
        if op == Op.EQ:
            return api.Z3_mk_eq(ref, args[0], args[1])
        if op == Op.NOT:
            return api.Z3_mk_not(ref, args[0])
        if op == Op.ITE:
            return api.Z3_mk_ite(ref, args[0], args[1], args[2])
        if op == Op.LT:
            return api.Z3_mk_lt(ref, args[0], args[1])
        if op in _VARIADIC:
            return _VARIADIC[op](ref, len(args), (Ast * len(args))(*args))
        return self.theories.build(op, args)

    def _sorted_arguments(self, term: Term) -> list[Ast]:
        """Known numbers get the width or precision of the terms beside them."""
        args = term.args
        if term.op == Op.ITE:
            assert isinstance(term.sort, BaseSort)
            values = [self._typed(arg, term.sort) for arg in args[1:]]
            return [self._formula(args[0]), *values]
        if term.op in _JUNCTIONS or len(args) == 1:
            return [self._formula(arg) for arg in args]
        sort = _common_sort(args)
        return [self._typed(arg, sort) for arg in args]

    def _typed(self, value: Scalar, sort: BaseSort) -> Ast:
        if not isinstance(value, Term):
            if sort.width:
                assert isinstance(value, int)
                return self.machine.number(value, sort.width)
            if sort is FLOAT32:
                assert isinstance(value, float)
                return self.theories.single_constant(value)
        return self._formula(value)

    def _build_select(self, term: Term) -> Ast:
        """Peel off the writes, newest first; a read below them may be shared with other terms."""
        map_term, keys = term.args[0], term.args[1:]
        assert isinstance(map_term, Term) and isinstance(map_term.sort, MapSort)
        held = map_term.sort.value
        writes: list[tuple[Scalar, Scalar, Term]] = []
        bottom: Ast | None = None
        while map_term.op == Op.STORE:
            here = raw_select(map_term, keys)
            bottom = self._cache.get(here)
            if bottom is not None:
                break
            same = keys_equal(map_term.args[1:-1], keys)
            if same is True:
                bottom = self._typed(map_term.args[-1], held)
                break
            if same is not False:
                writes.append((same, map_term.args[-1], here))
            map_term = written_map(map_term)
        if bottom is None and map_term.op == Op.FILLED:
            bottom = self._typed(map_term.args[0], held)
        elif bottom is None:
            assert isinstance(map_term.sort, MapSort)
            args = list(map(self._typed, keys, map_term.sort.keys))
            declaration = self._declaration(map_term)
            bottom = api.Z3_mk_app(self._ref, declaration, len(args), (Ast * len(args))(*args))
            if writes:
                # Z3 may drop a formula that nobody holds when the next one is made.
                self._cache[raw_select(map_term, keys)] = self._keep(bottom)
        for same, value, here in reversed(writes):
            condition, written = self._formula(same), self._typed(value, held)
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
        if sort is FLOAT:
            return self.theories.float_sort
        if sort is STR:
            return self.theories.str_sort
        if sort is FLOAT32:
            return self.theories.single_sort
        if sort.width:
            return self.machine.bit_sort(sort.width)
        return self._bool if sort is BOOL else self._int

    def _constant(self, value: Concrete) -> Ast:
        if type(value) is bool:
            return self._true if value else self._false
        if isinstance(value, int):
            return self._number(value)
        if isinstance(value, str):
            return self.theories.str_constant(value)
        return self.theories.float_constant(value)

    def _number(self, value: int) -> Ast:
        found = self._numbers.get(value)
        if found is None:
            found = self._keep(api.Z3_mk_numeral(self._ref, str_of_int(value), self._int))
            self._numbers[value] = found
        return found

    def _keep(self, ast: Ast) -> Ast:
        api.Z3_inc_ref(self._ref, ast)
        return ast


def _forget(context: object, translations: dict[Term, Ast]) -> None:
    for formula in reversed(translations.values()):
        api.Z3_dec_ref(context, formula)
    translations.clear()


def _release(context: object, translations: dict[Term, Ast], pinned: list[Ast]) -> None:
    _forget(context, translations)
    for ast in pinned:
        api.Z3_dec_ref(context, ast)
    pinned.clear()


def _common_sort(args: tuple[Scalar, ...]) -> BaseSort:
    """The sort of arguments of which all have one, and known numbers any of their kind."""
    for arg in args:
        if isinstance(arg, Term):
            assert isinstance(arg.sort, BaseSort)
            return arg.sort
    raise AssertionError("a term without terms is a constant")


def initial_references(term: Term) -> Iterator[Term]:
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


_JUNCTIONS = (Op.AND, Op.OR, Op.CONCAT)
_NO_ARGUMENTS = (Ast * 0)()
_VARIADIC: dict[str, Callable[..., Ast]] = {
    Op.AND: api.Z3_mk_and,
    Op.OR: api.Z3_mk_or,
    Op.ADD: api.Z3_mk_add,
    Op.SUB: api.Z3_mk_sub,
    Op.MUL: api.Z3_mk_mul,
}
