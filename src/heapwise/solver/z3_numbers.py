"""Bit-vectors as mathematical integers in Z3, which decides those far sooner.

A question that only compares bit-vectors (and widens them) means the same about integers, except
that these may be too large: what no integers satisfy no bit-vectors do. Sums and products of
integers do not wrap, so there an answer of "no" says nothing; a model counts in either case only
if it satisfies the conditions when they are evaluated on bit-vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import z3
from z3 import z3core as api
from z3.z3types import Ast, Sort

from heapwise.solver.z3_machine import Machine
from heapwise.solver.z3_theories import Theories, UntranslatableError
from heapwise.solver.z3_translator import Translator
from heapwise.terms import BITS, Op, Term, subterms
from heapwise.terms.computing import str_of_int

_WRAPPING = frozenset((Op.BV_ADD, Op.BV_SUB, Op.BV_MUL))


class NumberTranslator(Translator):
    def __init__(self, context: z3.Context, theories: Theories) -> None:
        super().__init__(context, theories)
        self.machine = _Numbers(context.ref(), theories)

    def _build(self, term: Term) -> Ast:
        if term.op == Op.LT and term.theories & BITS:
            args = self._sorted_arguments(term)
            return api.Z3_mk_lt(self._ref, args[0], args[1])
        return super()._build(term)


class _Numbers(Machine):
    def bit_sort(self, width: int) -> Sort:
        found = self._sorts.get(0)
        if found is None:
            found = self._sorts[0] = self._theories.held_sort(api.Z3_mk_int_sort(self._ref))
        return found

    def number(self, value: int, width: int) -> Ast:
        found = self._numbers.get((value, 0))
        if found is None:
            made = api.Z3_mk_numeral(self._ref, str_of_int(value), self.bit_sort(width))
            found = self._numbers[value, 0] = self._theories.held(made)
        return found

    def build(self, term: Term, args: Sequence[Ast]) -> Ast:
        if term.op == Op.SIGN_EXTEND:
            return args[0]
        if term.op == Op.ZERO_EXTEND:
            return self._unsigned(term, args[0])
        if term.op not in _WRAPPING:
            raise UntranslatableError
        make = {Op.BV_ADD: api.Z3_mk_add, Op.BV_SUB: api.Z3_mk_sub, Op.BV_MUL: api.Z3_mk_mul}
        return make[term.op](self._ref, 2, (Ast * 2)(args[0], args[1]))

    def _unsigned(self, term: Term, number: Ast) -> Ast:
        argument = term.args[0]
        assert isinstance(argument, Term)
        zero = self.number(0, 0)
        negative = self._pin(api.Z3_mk_lt(self._ref, number, zero))
        both = (Ast * 2)(number, self.number(1 << argument.sort.width, 0))
        moved = self._pin(api.Z3_mk_add(self._ref, 2, both))
        return api.Z3_mk_ite(self._ref, negative, moved, number)


class Wrapping:
    """Which conditions compute with bit-vectors; asked once for each."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Term, bool] = WeakKeyDictionary()

    def __call__(self, term: Term) -> bool:
        found = self._known.get(term)
        if found is None:
            found = any(node.op in _WRAPPING for node in subterms(term))
            self._known[term] = found
        return found
