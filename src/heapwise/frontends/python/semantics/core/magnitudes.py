"""How large the numbers may be that an integer is computed from, if it is to have few digits.

Whether `n * n` has more than 4,300 digits is a question that no solver comes back from; whether `n`
has more than 2,150 is none.
"""

from __future__ import annotations

from heapwise.terms import INT, Op, Scalar, Term, and_, lt

_MOST_FACTORS = 64


def if_parts_are_small(value: Term, digits: int) -> Scalar | None:
    """A condition about the numbers that the value is computed from under which it has at most so
    many digits; None if there is none of that kind."""
    most = (10**digits).bit_length() - 1
    for factors in range(1, _MOST_FACTORS):
        parts: dict[Term, None] = {}
        each = most // factors
        if _bits(value, each, parts, {}) <= most:
            beyond = 1 << each
            return and_(*(and_(lt(-beyond, part), lt(part, beyond)) for part in parts))
    return None


def _bits(value: Scalar, each: int, parts: dict[Term, None], known: dict[Term, int]) -> int:
    """An upper bound of its length, if each of the parts has so many bits."""
    if not isinstance(value, Term):
        return int(value).bit_length()
    found = known.get(value)
    if found is not None:
        return found
    match value.op:
        case Op.ADD | Op.SUB:
            found = max(_bits(arg, each, parts, known) for arg in value.args) + len(value.args) - 1
        case Op.MUL:
            found = sum(_bits(arg, each, parts, known) for arg in value.args)
        case Op.FLOORDIV:
            found = _bits(value.args[0], each, parts, known) + 1
        case Op.MOD:
            found = _bits(value.args[1], each, parts, known)
        case Op.ITE:
            found = max(_bits(arg, each, parts, known) for arg in value.args[1:])
        case _:
            assert value.sort is INT
            parts[value] = None
            found = each
    known[value] = found
    return found
