"""The simplifying constructor of each operator, for whoever rebuilds terms with other arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from heapwise.terms import (
    arithmetic,
    bits,
    booleans,
    comparisons,
    conditionals,
    floats,
    machine_floats,
    strings,
)
from heapwise.terms.code_points import code_is
from heapwise.terms.sorts import BaseSort
from heapwise.terms.term import Op, Scalar, Term

BUILDERS: dict[str, Callable[..., Scalar]] = {
    Op.NOT: booleans.not_,
    Op.AND: booleans.and_,
    Op.OR: booleans.or_,
    Op.EQ: comparisons.eq,
    Op.ITE: conditionals.ite,
    Op.LT: comparisons.lt,
    Op.ADD: arithmetic.add,
    Op.SUB: arithmetic.sub,
    Op.MUL: arithmetic.mul,
    Op.FLOORDIV: arithmetic.floordiv,
    Op.MOD: conditionals.mod,
    Op.FADD: floats.fadd,
    Op.FSUB: floats.fsub,
    Op.FMUL: floats.fmul,
    Op.FDIV: floats.fdiv,
    Op.FNEG: floats.fneg,
    Op.FLT: floats.flt,
    Op.FLE: floats.fle,
    Op.FEQ: floats.feq,
    Op.IS_NAN: floats.is_nan,
    Op.IS_INFINITE: floats.is_infinite,
    Op.FLOAT_OF_INT: floats.float_of_int,
    Op.FLOAT_BELOW: floats.float_below,
    Op.FLOAT_ABOVE: floats.float_above,
    Op.TRUNC: floats.int_of_float,
    Op.FLOOR: floats.floor_of_float,
    Op.ROUND: floats.round_of_float,
    Op.CONCAT: strings.str_concat,
    Op.LENGTH: strings.str_length,
    Op.AT: strings.str_at,
    Op.SUBSTRING: strings.str_substring,
    Op.CONTAINS: strings.str_contains,
    Op.PREFIX_OF: strings.str_prefix_of,
    Op.SUFFIX_OF: strings.str_suffix_of,
    Op.INDEX_OF: strings.str_index_of,
    Op.REPLACE_FIRST: strings.str_replace_first,
    Op.STR_LT: strings.str_lt,
    Op.CODE: strings.str_code,
    Op.FROM_CODE: strings.str_from_code,
    Op.STR_OF_INT: strings.str_of_int,
    Op.INT_OF_STR: strings.int_of_str,
    Op.IS_ASCII: strings.str_is_ascii,
    Op.IS_LATIN: strings.str_is_latin,
    Op.INT_OF_BV: conditionals.int_of_bv,
    Op.FADD32: machine_floats.fadd32,
    Op.FSUB32: machine_floats.fsub32,
    Op.FMUL32: machine_floats.fmul32,
    Op.FDIV32: machine_floats.fdiv32,
    Op.FSQRT: machine_floats.fsqrt,
    Op.FFLOOR: machine_floats.ffloor,
    Op.FCEIL: machine_floats.fceil,
    Op.FRINT: machine_floats.frint,
    Op.TO_FLOAT32: machine_floats.to_float32,
    Op.TO_FLOAT64: machine_floats.to_float64,
}
"""Those for which the arguments are enough; for all others but maps and leaves see `builder`."""

_BY_WIDTH: dict[str, Callable[..., Scalar]] = {
    Op.BV_ADD: arithmetic.bv_add,
    Op.BV_SUB: arithmetic.bv_sub,
    Op.BV_MUL: arithmetic.bv_mul,
    Op.BV_SDIV: arithmetic.bv_sdiv,
    Op.BV_SREM: arithmetic.bv_srem,
    Op.BV_AND: bits.bv_and,
    Op.BV_OR: bits.bv_or,
    Op.BV_XOR: bits.bv_xor,
    Op.BV_SHL: bits.bv_shl,
    Op.BV_ASHR: bits.bv_ashr,
    Op.BV_LSHR: bits.bv_lshr,
    Op.BV_OF_INT: conditionals.bv_of_int,
    Op.RAW_BITS: machine_floats.bits_of_float,
}
_RESIZE: dict[str, Callable[[Scalar, int, int], Scalar]] = {
    Op.SIGN_EXTEND: conditionals.sign_extend,
    Op.ZERO_EXTEND: conditionals.zero_extend,
    Op.TRUNCATE: conditionals.truncate,
}


def builder(term: Term) -> Callable[..., Scalar]:
    """The constructor of `term`, to be called with other arguments of the same sorts."""
    op = term.op
    found = BUILDERS.get(op)
    if found is not None:
        return found
    if op == Op.CODE_IS:
        return partial(code_is, str(term.value))
    if op in _BY_WIDTH:
        return partial(_BY_WIDTH[op], term.sort.width)
    argument = next(arg.sort for arg in term.args if isinstance(arg, Term))
    assert isinstance(argument, BaseSort)
    if op in _RESIZE:
        resize, wide = _RESIZE[op], term.sort.width
        return lambda a: resize(a, argument.width, wide)
    if op in (Op.FLOAT_OF_BV, Op.FLOAT32_OF_BV):
        sort = term.sort
        assert isinstance(sort, BaseSort)
        return lambda a: machine_floats.float_of_bv(a, argument.width, sort)
    if op == Op.BV_OF_FLOAT:
        width = term.sort.width
        return lambda a: machine_floats.bv_of_float(width, a, argument)
    if op == Op.FREM:
        return lambda a, b: machine_floats.frem(a, b, argument)
    by_argument = comparisons.bv_ult if op == Op.BV_ULT else machine_floats.float_of_bits
    assert op in (Op.BV_ULT, Op.OF_RAW_BITS), op
    return partial(by_argument, argument.width)
