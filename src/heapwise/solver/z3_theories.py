"""Division, floats and strings in Z3: how operators, constants and values translate.

Z3 divides as Euclid, with a remainder that is never negative; Python rounds down. Floats are Z3's
binary64. Characters: Z3 has code points up to 0x2FFFF, surrogates among them, which Python cannot
print. So code points above the surrogates are shifted down to where these begin. This keeps their
order, and a model never has a surrogate. A constant with a character that has no place in Z3 cannot
be translated: `UntranslatableError`. Of `chr(n)` for such an n, Z3 only knows that it is one
character.

Conversions between ints and floats go through 64 bits: Z3's own, through real numbers, may take
minutes, whatever the timeout. Beyond 64 bits a conversion is any function with values beyond them.
So UNSAT is UNSAT, but a model counts only if evaluation confirms it.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction

from z3 import z3core as api
from z3.z3types import Ast, FuncDecl, Sort

from heapwise.terms import Op
from heapwise.terms.computing import LAST_CODE_POINT
from heapwise.terms.fixed_width import raw_bits, to_single

_SURROGATES = 0xD800
_SHIFT = 0x800
_LAST = 0x2FFFF
_REPLACEMENT = 0xFFFD - _SHIFT
_BEYOND = 10**309
_WIDTH = 64
_RANGE = 2.0**63


class UntranslatableError(Exception):
    """A constant that Z3 has no counterpart of."""


class Theories:
    """Builds formulas of these theories in one context. Intermediate formulas are pinned until
    `forget`: Z3 may drop one that nobody holds when the next is made."""

    def __init__(self, ref: object) -> None:
        self._ref = ref
        self.pinned: list[Ast] = []
        self.float_sort = self.held_sort(api.Z3_mk_fpa_sort_double(ref))
        self.single_sort = self.held_sort(api.Z3_mk_fpa_sort_single(ref))
        self.str_sort = self.held_sort(api.Z3_mk_string_sort(ref))
        self._int_sort = self.held_sort(api.Z3_mk_int_sort(ref))
        self.nearest, self.down, self.up, self.to_zero = (
            self.held(make(ref))
            for make in (
                api.Z3_mk_fpa_rne,
                api.Z3_mk_fpa_rtn,
                api.Z3_mk_fpa_rtp,
                api.Z3_mk_fpa_rtz,
            )
        )
        self._zero = self.held(self._number(0))
        self._operators = self._table()
        self._lasting = len(self.pinned)

    def forget(self) -> None:
        """Let go of what was built, but not of the constants that building needs."""
        for ast in self.pinned[self._lasting :]:
            api.Z3_dec_ref(self._ref, ast)
        del self.pinned[self._lasting :]

    def build(self, op: str, args: Sequence[Ast]) -> Ast:
        return self._operators[op](*args)

    def float_constant(self, value: float) -> Ast:
        return self._float(value, self.float_sort)

    def single_constant(self, value: float) -> Ast:
        return self._float(value, self.single_sort)

    def _float(self, value: float, sort: Sort) -> Ast:
        negative = math.copysign(1.0, value) < 0
        if value != value:
            made = api.Z3_mk_fpa_nan(self._ref, sort)
        elif math.isinf(value):
            made = api.Z3_mk_fpa_inf(self._ref, sort, negative)
        elif value == 0.0:
            made = api.Z3_mk_fpa_zero(self._ref, sort, negative)
        elif sort is self.single_sort:
            made = self._single_from_bits(raw_bits(32, value) & 0xFFFFFFFF)
        else:
            made = api.Z3_mk_fpa_numeral_double(self._ref, value, sort)
        return self.pin(made)

    def _single_from_bits(self, bits: int) -> Ast:
        """Z3 would round a number that is subnormal in single precision to another one."""
        ref = self._ref
        parts = []
        for part, width in ((bits >> 31, 1), (bits >> 23 & 0xFF, 8), (bits & 0x7FFFFF, 23)):
            sort = api.Z3_mk_bv_sort(ref, width)
            parts.append(self.pin(api.Z3_mk_numeral(ref, str(part), sort)))
        return api.Z3_mk_fpa_fp(ref, *parts)

    def str_constant(self, value: str) -> Ast:
        codes = [_encoded(ord(character)) for character in value]
        contents = (ctypes.c_uint * len(codes))(*codes)
        return self.pin(api.Z3_mk_u32string(self._ref, len(codes), contents))

    def float_value(self, ast: Ast, fraction_bits: int = 52) -> float:
        """The float that is this value of a model, of binary64 unless said otherwise."""
        ref = self._ref
        if api.Z3_fpa_is_numeral_nan(ref, ast):
            return math.nan
        factor = -1.0 if api.Z3_fpa_is_numeral_negative(ref, ast) else 1.0
        if api.Z3_fpa_is_numeral_inf(ref, ast):
            return factor * math.inf
        if api.Z3_fpa_is_numeral_zero(ref, ast):
            return factor * 0.0
        significand, exponent = ctypes.c_ulonglong(), ctypes.c_longlong()
        api.Z3_fpa_get_numeral_significand_uint64(ref, ast, ctypes.byref(significand))
        api.Z3_fpa_get_numeral_exponent_int64(ref, ast, ctypes.byref(exponent), True)
        bits = exponent.value << fraction_bits | significand.value
        packed = struct.pack("<Q", bits) if fraction_bits == 52 else struct.pack("<I", bits)
        (magnitude,) = struct.unpack("<d" if fraction_bits == 52 else "<f", packed)
        return factor * float(magnitude)

    def single_value(self, ast: Ast) -> float:
        return self.float_value(ast, 23)

    def str_value(self, ast: Ast) -> str:
        if not api.Z3_is_string(self._ref, ast):
            ast = self.pin(api.Z3_simplify(self._ref, ast))  # a sequence of characters
        length = api.Z3_get_string_length(self._ref, ast)
        codes = (ctypes.c_uint * length)()
        api.Z3_get_string_contents(self._ref, ast, length, codes)
        return "".join(chr(code if code < _SURROGATES else code + _SHIFT) for code in codes)

    # -- formulas

    def held_sort(self, sort: Sort) -> Sort:
        api.Z3_inc_ref(self._ref, api.Z3_sort_to_ast(self._ref, sort))
        return sort

    def held(self, ast: Ast) -> Ast:
        api.Z3_inc_ref(self._ref, ast)
        return ast

    def pin(self, ast: Ast) -> Ast:
        api.Z3_inc_ref(self._ref, ast)
        self.pinned.append(ast)
        return ast

    def _number(self, value: int) -> Ast:
        return api.Z3_mk_numeral(self._ref, str(value), self._int_sort)

    def _negated(self, n: Ast) -> Ast:
        return self.pin(api.Z3_mk_unary_minus(self._ref, n))

    def _if(self, condition: Ast, then: Ast, otherwise: Ast) -> Ast:
        return api.Z3_mk_ite(self._ref, self.pin(condition), self.pin(then), self.pin(otherwise))

    def _less(self, n: Ast, limit: int) -> Ast:
        return self.pin(api.Z3_mk_lt(self._ref, n, self.pin(self._number(limit))))

    def _floordiv(self, a: Ast, b: Ast) -> Ast:
        ref = self._ref
        flipped = api.Z3_mk_div(ref, self._negated(a), self._negated(b))
        return self._by_sign(b, lambda: api.Z3_mk_div(ref, a, b), self.pin(flipped))

    def _mod(self, a: Ast, b: Ast) -> Ast:
        ref = self._ref
        if not api.Z3_is_numeral_ast(ref, b):
            # What is left of the quotient: in a sum with it, the products cancel out.
            both = (Ast * 2)(b, self.pin(self._floordiv(a, b)))
            product = self.pin(api.Z3_mk_mul(ref, 2, both))
            return api.Z3_mk_sub(ref, 2, (Ast * 2)(a, product))
        flipped = self.pin(api.Z3_mk_mod(ref, self._negated(a), self._negated(b)))
        return self._by_sign(b, lambda: api.Z3_mk_mod(ref, a, b), self._negated(flipped))

    def _by_sign(self, b: Ast, positive: Callable[[], Ast], negative: Ast) -> Ast:
        if api.Z3_is_numeral_ast(self._ref, b):
            below = api.Z3_get_numeral_string(self._ref, b).startswith("-")
            return negative if below else positive()
        return self._if(self._less(b, 0), negative, self.pin(positive()))

    def _from_int(self, rounding: Ast, name: str) -> Callable[[Ast], Ast]:
        other = self._function(name, self._int_sort, self.float_sort)

        def build(n: Ast) -> Ast:
            ref = self._ref
            bits = self.pin(api.Z3_mk_int2bv(ref, _WIDTH, n))
            rounded = self.pin(api.Z3_mk_fpa_to_fp_signed(ref, rounding, bits, self.float_sort))
            far = self.pin(api.Z3_mk_app(ref, other, 1, (Ast * 1)(n)))
            high = self._float_max(far, self.float_constant(_RANGE))
            low = self.pin(api.Z3_mk_fpa_neg(ref, high))
            low = self.pin(self._if(self._less(n, 1 - int(_RANGE)), low, rounded))
            return self._if(self._less(n, int(_RANGE)), low, high)

        return build

    def _to_int(self, rounding: Ast, name: str) -> Callable[[Ast], Ast]:
        other = self._function(name, self.float_sort, self._int_sort)

        def build(f: Ast) -> Ast:
            ref = self._ref
            infinite = self.pin(api.Z3_mk_fpa_is_infinite(ref, f))
            undefined = (Ast * 2)(self.pin(api.Z3_mk_fpa_is_nan(ref, f)), infinite)
            nothing = self.pin(api.Z3_mk_or(ref, 2, undefined))
            bits = self.pin(api.Z3_mk_fpa_to_sbv(ref, rounding, f, _WIDTH))
            number = self.pin(api.Z3_mk_bv2int(ref, bits, True))
            far = self.pin(api.Z3_mk_app(ref, other, 1, (Ast * 1)(f)))
            least = self.pin(self._number(int(_RANGE)))
            high = self.pin(self._if(self._less(far, int(_RANGE)), least, far))
            limit = self.float_constant(_RANGE)
            above = self.pin(api.Z3_mk_fpa_geq(ref, f, limit))
            below = self.pin(api.Z3_mk_fpa_leq(ref, f, self.float_constant(-_RANGE)))
            result = self.pin(self._if(below, self._negated(high), number))
            result = self.pin(self._if(above, high, result))
            return self._if(nothing, self._zero, result)

        return build

    def _float_max(self, a: Ast, b: Ast) -> Ast:
        """`b` too if `a` is NaN."""
        larger = self.pin(api.Z3_mk_fpa_geq(self._ref, a, b))
        return self.pin(self._if(larger, a, b))

    def _function(self, name: str, domain: Sort, value: Sort) -> FuncDecl:
        symbol = api.Z3_mk_string_symbol(self._ref, f"{name} far out")
        made = api.Z3_mk_func_decl(self._ref, symbol, 1, (Sort * 1)(domain), value)
        api.Z3_inc_ref(self._ref, api.Z3_func_decl_to_ast(self._ref, made))
        return made

    def _concat(self, *parts: Ast) -> Ast:
        return api.Z3_mk_seq_concat(self._ref, len(parts), (Ast * len(parts))(*parts))

    def _code(self, s: Ast) -> Ast:
        own = self.pin(api.Z3_mk_string_to_code(self._ref, s))
        above = (Ast * 2)(own, self.pin(self._number(_SHIFT)))
        shifted = self.pin(api.Z3_mk_add(self._ref, 2, above))
        return self._if(self._less(own, _SURROGATES), own, shifted)

    def _from_code(self, n: Ast) -> Ast:
        """Empty outside of Python's range, a replacement for what only Z3 has no place for."""
        moved = (Ast * 2)(n, self.pin(self._number(_SHIFT)))
        shifted = self.pin(api.Z3_mk_sub(self._ref, 2, moved))
        replacement = self.pin(self._number(_REPLACEMENT))
        code = self.pin(self._number(-1))
        for limit, below in (
            (LAST_CODE_POINT + 1, replacement),
            (_LAST + _SHIFT + 1, shifted),
            (_SURROGATES + _SHIFT, replacement),
            (_SURROGATES, n),
        ):
            code = self.pin(self._if(self._less(n, limit), below, code))
        return api.Z3_mk_string_from_code(self._ref, code)

    def _str_of_int(self, n: Ast) -> Ast:
        ref = self._ref
        digits = self.pin(api.Z3_mk_int_to_str(ref, self._negated(n)))
        signed = self.pin(self._concat(self.str_constant("-"), digits))
        return self._if(self._less(n, 0), signed, api.Z3_mk_int_to_str(ref, n))

    def _all_up_to(self, s: Ast, last: int) -> Ast:
        """Has the string only characters up to this one?"""
        ends = self.str_constant(chr(0)), self.str_constant(chr(last))
        one = self.pin(api.Z3_mk_re_range(self._ref, *ends))
        many = self.pin(api.Z3_mk_re_star(self._ref, one))
        return api.Z3_mk_seq_in_re(self._ref, s, many)

    def _table(self) -> dict[str, Callable[..., Ast]]:
        ref, nearest = self._ref, self.nearest
        return {
            Op.FLOORDIV: self._floordiv,
            Op.MOD: self._mod,
            Op.FADD: lambda a, b: api.Z3_mk_fpa_add(ref, nearest, a, b),
            Op.FSUB: lambda a, b: api.Z3_mk_fpa_sub(ref, nearest, a, b),
            Op.FMUL: lambda a, b: api.Z3_mk_fpa_mul(ref, nearest, a, b),
            Op.FDIV: lambda a, b: api.Z3_mk_fpa_div(ref, nearest, a, b),
            Op.FNEG: lambda a: api.Z3_mk_fpa_neg(ref, a),
            Op.FLT: lambda a, b: api.Z3_mk_fpa_lt(ref, a, b),
            Op.FLE: lambda a, b: api.Z3_mk_fpa_leq(ref, a, b),
            Op.FEQ: lambda a, b: api.Z3_mk_fpa_eq(ref, a, b),
            Op.IS_NAN: lambda a: api.Z3_mk_fpa_is_nan(ref, a),
            Op.IS_INFINITE: lambda a: api.Z3_mk_fpa_is_infinite(ref, a),
            Op.FLOAT_OF_INT: self._from_int(nearest, "nearest float"),
            Op.FLOAT_BELOW: self._from_int(self.down, "float below"),
            Op.FLOAT_ABOVE: self._from_int(self.up, "float above"),
            Op.TRUNC: self._to_int(self.to_zero, "trunc"),
            Op.FLOOR: self._to_int(self.down, "floor"),
            Op.ROUND: self._to_int(nearest, "round"),
            Op.CONCAT: self._concat,
            Op.LENGTH: lambda s: api.Z3_mk_seq_length(ref, s),
            Op.AT: lambda s, i: api.Z3_mk_seq_at(ref, s, i),
            Op.SUBSTRING: lambda s, start, length: api.Z3_mk_seq_extract(ref, s, start, length),
            Op.CONTAINS: lambda s, part: api.Z3_mk_seq_contains(ref, s, part),
            Op.PREFIX_OF: lambda part, s: api.Z3_mk_seq_prefix(ref, part, s),
            Op.SUFFIX_OF: lambda part, s: api.Z3_mk_seq_suffix(ref, part, s),
            Op.INDEX_OF: lambda s, part, start: api.Z3_mk_seq_index(ref, s, part, start),
            Op.REPLACE_FIRST: lambda s, old, new: api.Z3_mk_seq_replace(ref, s, old, new),
            Op.STR_LT: lambda a, b: api.Z3_mk_str_lt(ref, a, b),
            Op.CODE: self._code,
            Op.FROM_CODE: self._from_code,
            Op.STR_OF_INT: self._str_of_int,
            Op.INT_OF_STR: lambda s: api.Z3_mk_str_to_int(ref, s),
            Op.IS_ASCII: lambda s: self._all_up_to(s, 127),
            Op.IS_LATIN: lambda s: self._all_up_to(s, 255),
        }


class Reals(Theories):
    """The same, but with real numbers in place of floats: nothing is rounded, infinite or NaN. An
    infinite constant is a number beyond all floats."""

    def __init__(self, ref: object) -> None:
        super().__init__(ref)
        self.float_sort = self.held_sort(api.Z3_mk_real_sort(ref))
        self.single_sort = self.float_sort
        self._lasting = len(self.pinned)

    def float_constant(self, value: float) -> Ast:
        if value != value:
            raise UntranslatableError
        exact = Fraction(value) if math.isfinite(value) else Fraction(_BEYOND)
        if value == -math.inf:
            exact = -exact
        return self._real(exact)

    def single_constant(self, value: float) -> Ast:
        return self.float_constant(value)

    def single_value(self, ast: Ast) -> float:
        return to_single(self.float_value(ast))

    def float_value(self, ast: Ast, fraction_bits: int = 52) -> float:
        """The nearest float."""
        if api.Z3_is_algebraic_number(self._ref, ast):
            return float(api.Z3_get_numeral_decimal_string(self._ref, ast, 20).rstrip("?"))
        numerator, _, denominator = api.Z3_get_numeral_string(self._ref, ast).partition("/")
        try:
            return int(numerator) / int(denominator or 1)
        except OverflowError:
            return -math.inf if numerator.startswith("-") else math.inf
        except ValueError:  # too many digits for Python
            return math.nan

    def _real(self, value: Fraction) -> Ast:
        return self.pin(api.Z3_mk_numeral(self._ref, str(value), self.float_sort))

    def _binary(self, make: Callable[..., Ast]) -> Callable[[Ast, Ast], Ast]:
        return lambda a, b: make(self._ref, 2, (Ast * 2)(a, b))

    def _quotient(self, a: Ast, b: Ast) -> Ast:
        """Infinite where Z3 would have leave to choose any number."""
        zero = self.pin(api.Z3_mk_eq(self._ref, b, self._real(Fraction(0))))
        return self._if(zero, self._real(Fraction(_BEYOND)), api.Z3_mk_div(self._ref, a, b))

    def _trunc(self, f: Ast) -> Ast:
        ref = self._ref
        negative = self.pin(api.Z3_mk_lt(ref, f, self._real(Fraction(0))))
        mirrored = self.pin(api.Z3_mk_real2int(ref, self._negated(f)))
        return self._if(negative, self._negated(mirrored), api.Z3_mk_real2int(ref, f))

    def _round(self, f: Ast) -> Ast:
        moved = api.Z3_mk_add(self._ref, 2, (Ast * 2)(f, self._real(Fraction(1, 2))))
        return api.Z3_mk_real2int(self._ref, self.pin(moved))

    def _table(self) -> dict[str, Callable[..., Ast]]:
        ref = self._ref
        return super()._table() | {
            Op.FADD: self._binary(api.Z3_mk_add),
            Op.FSUB: self._binary(api.Z3_mk_sub),
            Op.FMUL: self._binary(api.Z3_mk_mul),
            Op.FDIV: self._quotient,
            Op.FNEG: lambda a: api.Z3_mk_unary_minus(ref, a),
            Op.FLT: lambda a, b: api.Z3_mk_lt(ref, a, b),
            Op.FLE: lambda a, b: api.Z3_mk_le(ref, a, b),
            Op.FEQ: lambda a, b: api.Z3_mk_eq(ref, a, b),
            Op.IS_NAN: lambda a: api.Z3_mk_false(ref),
            Op.IS_INFINITE: lambda a: api.Z3_mk_false(ref),
            Op.FLOAT_OF_INT: lambda n: api.Z3_mk_int2real(ref, n),
            Op.FLOAT_BELOW: lambda n: api.Z3_mk_int2real(ref, n),
            Op.FLOAT_ABOVE: lambda n: api.Z3_mk_int2real(ref, n),
            Op.TRUNC: self._trunc,
            Op.FLOOR: lambda f: api.Z3_mk_real2int(ref, f),
            Op.ROUND: self._round,
        }


def _encoded(code: int) -> int:
    if code < _SURROGATES:
        return code
    if code < _SURROGATES + _SHIFT or code > _LAST + _SHIFT:
        raise UntranslatableError
    return code - _SHIFT
