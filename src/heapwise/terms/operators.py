"""The simplifying constructor of each operator, for whoever rebuilds terms with other arguments."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.terms import build, floats, strings
from heapwise.terms.term import Op, Scalar

BUILDERS: dict[str, Callable[..., Scalar]] = {
    Op.NOT: build.not_,
    Op.AND: build.and_,
    Op.OR: build.or_,
    Op.EQ: build.eq,
    Op.ITE: build.ite,
    Op.LT: build.lt,
    Op.ADD: build.add,
    Op.SUB: build.sub,
    Op.MUL: build.mul,
    Op.FLOORDIV: build.floordiv,
    Op.MOD: build.mod,
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
}
"""All operators but those of maps, and the leaves."""
