"""Evaluation of terms under an assignment of values to symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from heapwise.terms.code_points import is_of_kind
from heapwise.terms.computing import COMPUTE
from heapwise.terms.fixed_width import COMPUTE_ANY, COMPUTE_FIXED, of_raw_bits, unsigned
from heapwise.terms.maps import written_map
from heapwise.terms.sorts import CLASS, REF, MapSort
from heapwise.terms.term import Op, Scalar, Term, same_constant, subterms

Concrete: TypeAlias = int | bool | float | str
"""The value of a term; references and classes are their numbers."""

Memo: TypeAlias = dict[Term, Concrete]

_RECURSION = 150


class Assignment(Protocol):
    def symbol_value(self, symbol: Term) -> Concrete: ...

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete: ...


def evaluate(term: Scalar, assignment: Assignment, memo: Memo) -> Concrete:
    """The value of `term`; `memo` must belong to this assignment alone."""
    if not isinstance(term, Term):
        return term
    if term.depth > _RECURSION:
        for node in subterms(term):
            if not isinstance(node.sort, MapSort):
                _evaluate(node, assignment, memo)
    return _evaluate(term, assignment, memo)


def _evaluate(term: Scalar, env: Assignment, memo: Memo) -> Concrete:
    if not isinstance(term, Term):
        return term
    found = memo.get(term)
    if found is not None:
        return found
    op = term.op
    args = term.args
    result: Concrete
    if op == Op.SYMBOL:
        result = env.symbol_value(term)
    elif op == Op.ITE:
        result = _evaluate(args[1] if _evaluate(args[0], env, memo) else args[2], env, memo)
    elif op == Op.EQ:
        left, right = _evaluate(args[0], env, memo), _evaluate(args[1], env, memo)
        result = same_constant(left, right) if type(left) is float else left == right
    elif op == Op.NOT:
        result = not _evaluate(args[0], env, memo)
    elif op == Op.AND:
        result = all(_evaluate(arg, env, memo) for arg in args)
    elif op == Op.OR:
        result = any(_evaluate(arg, env, memo) for arg in args)
    elif op == Op.SELECT:
        result = _evaluate_select(term, env, memo)
    elif op == Op.CONST:
        assert isinstance(term.value, int) and term.sort in (REF, CLASS)
        result = term.value
    elif op == Op.CODE_IS:
        result = is_of_kind(str(term.value), int(_evaluate(args[0], env, memo)))
    elif op not in COMPUTE:
        result = _evaluate_fixed(term, [_evaluate(arg, env, memo) for arg in args])
    elif len(args) == 2:
        result = COMPUTE[op](_evaluate(args[0], env, memo), _evaluate(args[1], env, memo))
    else:
        result = COMPUTE[op](*[_evaluate(arg, env, memo) for arg in args])
    memo[term] = result
    return result


def computed(term: Term, values: Sequence[Concrete]) -> Concrete | None:
    """What an operation makes of the values of its arguments, if it depends on nothing else."""
    op = term.op
    if op == Op.EQ:
        left, right = values
        return same_constant(left, right) if type(left) is float else left == right
    if op in COMPUTE:
        result: Concrete = COMPUTE[op](*values)
        return result
    if op in COMPUTE_FIXED or op in COMPUTE_ANY or op in (Op.ZERO_EXTEND, Op.OF_RAW_BITS):
        return _evaluate_fixed(term, list(values))
    return None


def _evaluate_fixed(term: Term, values: list[Any]) -> Concrete:
    """An operation on numbers of a fixed width. (`Any`: each operator has its own arguments.)"""
    op = term.op
    result: Concrete
    compute = COMPUTE_FIXED.get(op)
    if compute is not None:
        result = compute(term.sort.width, *values)
    elif op == Op.ZERO_EXTEND or op == Op.OF_RAW_BITS:
        argument = term.args[0]
        assert isinstance(argument, Term)
        convert = unsigned if op == Op.ZERO_EXTEND else of_raw_bits
        result = convert(argument.sort.width, values[0])
    else:
        result = COMPUTE_ANY[op](*values)
    return result


def _evaluate_select(term: Term, env: Assignment, memo: Memo) -> Concrete:
    keys = tuple(_evaluate(key, env, memo) for key in term.args[1:])
    map_term = term.args[0]
    assert isinstance(map_term, Term)
    while map_term.op == Op.STORE:
        if all(
            _evaluate(key, env, memo) == value
            for key, value in zip(map_term.args[1:-1], keys, strict=True)
        ):
            return _evaluate(map_term.args[-1], env, memo)
        map_term = written_map(map_term)
    if map_term.op == Op.FILLED:
        return _evaluate(map_term.args[0], env, memo)
    return env.map_value(map_term, keys)
