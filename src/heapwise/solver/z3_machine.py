"""Bit-vectors and the floats of machines in Z3: how their operators translate.

Z3's theory of bit-vectors is exact, and so is `terms.fixed_width`, which follows it where languages
have no say (division by zero, shifts by more than the width). Conversions between bit-vectors and
mathematical integers are Z3's own; they are slow, and rare. Where real numbers stand in for floats
(`z3_theories.Reals`) conversions go through them too, so that a model has to be confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from z3 import z3core as api
from z3.z3types import Ast, Sort

from heapwise.solver.z3_theories import Reals, Theories, UntranslatableError
from heapwise.terms import FLOAT32, BaseSort, Op, Term
from heapwise.terms.computing import str_of_int


def is_bitwise(op: str) -> bool:
    """Does it make a bit-vector of bit-vectors of the same width?"""
    return op in _BINARY and op != Op.BV_ULT


class Machine:
    """Builds formulas in the context of `theories`."""

    def __init__(self, ref: object, theories: Theories) -> None:
        self._ref = ref
        self._theories = theories
        self._real = isinstance(theories, Reals)
        self._sorts: dict[int, Sort] = {}
        self._numbers: dict[tuple[int, int], Ast] = {}

    def bit_sort(self, width: int) -> Sort:
        found = self._sorts.get(width)
        if found is None:
            found = self._theories.held_sort(api.Z3_mk_bv_sort(self._ref, width))
            self._sorts[width] = found
        return found

    def number(self, value: int, width: int) -> Ast:
        found = self._numbers.get((value, width))
        if found is None:
            found = self._theories.held(
                api.Z3_mk_numeral(self._ref, str_of_int(value), self.bit_sort(width))
            )
            self._numbers[value, width] = found
        return found

    def handles(self, op: str) -> bool:
        return op in _BINARY or op in _OTHER

    def build(self, term: Term, args: Sequence[Ast]) -> Ast:
        make = _BINARY.get(term.op)
        if make is not None:
            return make(self._ref, args[0], args[1])
        return _OTHER[term.op](self, term, args)

    # -- conversions

    def _pin(self, ast: Ast) -> Ast:
        return self._theories.pin(ast)

    def _extend(self, term: Term, args: Sequence[Ast]) -> Ast:
        make = api.Z3_mk_sign_ext if term.op == Op.SIGN_EXTEND else api.Z3_mk_zero_ext
        return make(self._ref, term.sort.width - _argument(term).width, args[0])

    def _truncate(self, term: Term, args: Sequence[Ast]) -> Ast:
        return api.Z3_mk_extract(self._ref, term.sort.width - 1, 0, args[0])

    def _of_int(self, term: Term, args: Sequence[Ast]) -> Ast:
        return api.Z3_mk_int2bv(self._ref, term.sort.width, args[0])

    def _to_int(self, term: Term, args: Sequence[Ast]) -> Ast:
        return api.Z3_mk_bv2int(self._ref, args[0], True)

    # -- floats

    def _float_sort(self, sort: object) -> Sort:
        return self._theories.single_sort if sort is FLOAT32 else self._theories.float_sort

    def _arithmetic(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            return self._theories.build(_DOUBLE[term.op], args)
        return _FLOATS[term.op](self._ref, self._theories.nearest, args[0], args[1])

    def _remainder(self, term: Term, args: Sequence[Ast]) -> Ast:
        """By IEEE's remainder, which is to the nearest multiple, of the absolute values. The sum
        below is not rounded, for the result can be represented."""
        if self._real:
            raise UntranslatableError
        ref = self._ref
        a, b = args
        size = self._pin(api.Z3_mk_fpa_abs(ref, b))
        rest = self._pin(api.Z3_mk_fpa_rem(ref, self._pin(api.Z3_mk_fpa_abs(ref, a)), size))
        below = self._pin(api.Z3_mk_fpa_is_negative(ref, rest))
        zero = self._pin(api.Z3_mk_fpa_is_zero(ref, rest))
        negative = (Ast * 2)(below, self._pin(api.Z3_mk_not(ref, zero)))
        moved = self._pin(api.Z3_mk_fpa_add(ref, self._theories.nearest, rest, size))
        short = self._pin(api.Z3_mk_and(ref, 2, negative))
        size = self._pin(api.Z3_mk_fpa_abs(ref, self._pin(api.Z3_mk_ite(ref, short, moved, rest))))
        flipped = self._pin(api.Z3_mk_fpa_neg(ref, size))
        return api.Z3_mk_ite(ref, self._pin(api.Z3_mk_fpa_is_negative(ref, a)), flipped, size)

    def _sqrt(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            half = self._pin(api.Z3_mk_numeral(self._ref, "1/2", self._theories.float_sort))
            return api.Z3_mk_power(self._ref, args[0], half)
        return api.Z3_mk_fpa_sqrt(self._ref, self._theories.nearest, args[0])

    def _integral(self, term: Term, args: Sequence[Ast]) -> Ast:
        theories = self._theories
        if self._real:
            number = theories.build(_INTEGRAL[term.op], args)
            return api.Z3_mk_int2real(self._ref, self._pin(number))
        rounding = {Op.FFLOOR: theories.down, Op.FCEIL: theories.up, Op.FRINT: theories.nearest}
        return api.Z3_mk_fpa_round_to_integral(self._ref, rounding[term.op], args[0])

    def _convert(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            return args[0]
        sort = self._float_sort(term.sort)
        return api.Z3_mk_fpa_to_fp_float(self._ref, self._theories.nearest, args[0], sort)

    def _of_bits_signed(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            number = self._pin(api.Z3_mk_bv2int(self._ref, args[0], True))
            return api.Z3_mk_int2real(self._ref, number)
        sort = self._float_sort(term.sort)
        return api.Z3_mk_fpa_to_fp_signed(self._ref, self._theories.nearest, args[0], sort)

    def _saturated(self, term: Term, args: Sequence[Ast]) -> Ast:
        ref, theories, width = self._ref, self._theories, term.sort.width
        f = args[0]
        limit = 1 << (width - 1)
        least, most = self.number(-limit, width), self.number(limit - 1, width)
        if self._real:
            number = self._pin(theories.build(Op.TRUNC, args))
            inside = self._pin(api.Z3_mk_int2bv(ref, width, number))
            high, low = (
                self._pin(api.Z3_mk_numeral(ref, str(Fraction(bound)), theories.float_sort))
                for bound in (limit, -limit)
            )
            above = self._pin(api.Z3_mk_ge(ref, f, high))
            below = self._pin(api.Z3_mk_le(ref, f, low))
            inner = self._pin(api.Z3_mk_ite(ref, below, least, inside))
            return api.Z3_mk_ite(ref, above, most, inner)
        constant = theories.single_constant if _argument(term) is FLOAT32 else None
        constant = constant or theories.float_constant
        inside = self._pin(api.Z3_mk_fpa_to_sbv(ref, theories.to_zero, f, width))
        above = self._pin(api.Z3_mk_fpa_geq(ref, f, constant(float(limit))))
        below = self._pin(api.Z3_mk_fpa_leq(ref, f, constant(float(-limit))))
        inner = self._pin(api.Z3_mk_ite(ref, below, least, inside))
        inner = self._pin(api.Z3_mk_ite(ref, above, most, inner))
        nan = self._pin(api.Z3_mk_fpa_is_nan(ref, f))
        return api.Z3_mk_ite(ref, nan, self.number(0, width), inner)

    def _raw_bits(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            raise UntranslatableError
        ref, width = self._ref, term.sort.width
        bits = self._pin(api.Z3_mk_fpa_to_ieee_bv(ref, args[0]))
        nan = self._pin(api.Z3_mk_fpa_is_nan(ref, args[0]))
        return api.Z3_mk_ite(ref, nan, self.number(_NAN_BITS[width], width), bits)

    def _of_raw_bits(self, term: Term, args: Sequence[Ast]) -> Ast:
        if self._real:
            raise UntranslatableError
        return api.Z3_mk_fpa_to_fp_bv(self._ref, args[0], self._float_sort(term.sort))


def _argument(term: Term) -> BaseSort:
    argument = term.args[0]
    assert isinstance(argument, Term) and isinstance(argument.sort, BaseSort)
    return argument.sort


_NAN_BITS = {32: 0x7FC00000, 64: 0x7FF8000000000000}
_BINARY: dict[str, Callable[..., Ast]] = {
    Op.BV_ADD: api.Z3_mk_bvadd,
    Op.BV_SUB: api.Z3_mk_bvsub,
    Op.BV_MUL: api.Z3_mk_bvmul,
    Op.BV_SDIV: api.Z3_mk_bvsdiv,
    Op.BV_SREM: api.Z3_mk_bvsrem,
    Op.BV_AND: api.Z3_mk_bvand,
    Op.BV_OR: api.Z3_mk_bvor,
    Op.BV_XOR: api.Z3_mk_bvxor,
    Op.BV_SHL: api.Z3_mk_bvshl,
    Op.BV_ASHR: api.Z3_mk_bvashr,
    Op.BV_LSHR: api.Z3_mk_bvlshr,
    Op.BV_ULT: api.Z3_mk_bvult,
}
_FLOATS: dict[str, Callable[..., Ast]] = {
    Op.FADD32: api.Z3_mk_fpa_add,
    Op.FSUB32: api.Z3_mk_fpa_sub,
    Op.FMUL32: api.Z3_mk_fpa_mul,
    Op.FDIV32: api.Z3_mk_fpa_div,
}
_DOUBLE = {Op.FADD32: Op.FADD, Op.FSUB32: Op.FSUB, Op.FMUL32: Op.FMUL, Op.FDIV32: Op.FDIV}
_INTEGRAL = {Op.FFLOOR: Op.FLOOR, Op.FCEIL: Op.FLOOR, Op.FRINT: Op.ROUND}
"""Over real numbers, where an answer is only a guess that is checked."""
_OTHER: dict[str, Callable[[Machine, Term, Sequence[Ast]], Ast]] = {
    Op.SIGN_EXTEND: Machine._extend,
    Op.ZERO_EXTEND: Machine._extend,
    Op.TRUNCATE: Machine._truncate,
    Op.BV_OF_INT: Machine._of_int,
    Op.INT_OF_BV: Machine._to_int,
    **dict.fromkeys(_FLOATS, Machine._arithmetic),
    Op.FREM: Machine._remainder,
    Op.FSQRT: Machine._sqrt,
    **dict.fromkeys(_INTEGRAL, Machine._integral),
    Op.TO_FLOAT32: Machine._convert,
    Op.TO_FLOAT64: Machine._convert,
    Op.FLOAT_OF_BV: Machine._of_bits_signed,
    Op.FLOAT32_OF_BV: Machine._of_bits_signed,
    Op.BV_OF_FLOAT: Machine._saturated,
    Op.RAW_BITS: Machine._raw_bits,
    Op.OF_RAW_BITS: Machine._of_raw_bits,
}
