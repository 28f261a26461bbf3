"""The kinds of mutants. Most are Cosmic Ray's; of those that replace an operator by each of ten
others we take the nearest replacements, which are the hardest to notice.

Cosmic Ray has none that *leaves something out*, and what was left out is what tests noticed least:
the facts of a case, a path, a mark. `OmitStatement`, `OmitArgument`, `EmptyCollection` and
`ConstantCondition` are ours, with the two methods that Cosmic Ray asks of an operator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import parso
from cosmic_ray.plugins import get_operator
from parso.tree import NodeOrLeaf

Span = tuple[tuple[int, int], tuple[int, int]]


class Operator(Protocol):
    """`mutate(node, index)` makes the change at the place number `index` of the node."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]: ...

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf | None: ...


_COMPARISONS = (
    "Eq_NotEq NotEq_Eq Lt_LtE Lt_Gt LtE_Lt LtE_GtE Gt_GtE Gt_Lt GtE_Gt GtE_LtE Is_IsNot IsNot_Is"
)
_BINARY = (
    "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul "
    "LShift_RShift RShift_LShift BitAnd_BitOr BitOr_BitAnd BitXor_BitOr"
)
_UNARY = "Delete_USub Delete_Not Delete_Invert"
_OTHERS = (
    "AddNot ReplaceAndWithOr ReplaceOrWithAnd ReplaceTrueWithFalse ReplaceFalseWithTrue "
    "ReplaceBreakWithContinue ReplaceContinueWithBreak NumberReplacer ZeroIterationForLoop"
)


class OmitStatement:
    """A call whose value is not used, an assignment to a field or `x += ...` becomes `pass`."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if node.type != "simple_stmt":
            return
        statement = node.children[0]
        is_call = statement.type == "atom_expr" and statement.get_code().rstrip().endswith(")")
        is_change = statement.type == "expr_stmt" and (
            statement.children[0].type == "atom_expr"
            or str(getattr(statement.children[1], "value", "")) not in ("=", ":", "")
        )
        if is_call or is_change:
            yield statement.start_pos, statement.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf | None:
        node.children[0] = _replacement(node.children[0], "pass")
        return node


class OmitArgument:
    """A call with several arguments loses its last one. Where it had no default, that is noticed
    at once; where it has one, something was left out."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if node.type == "arglist" and node.parent.type == "trailer" and _callee(node) not in _FIXED:
            last = _arguments(node)[-1]
            yield last.start_pos, last.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf | None:
        at = node.children.index(_arguments(node)[-1])
        del node.children[at - 1 :]
        return node


class EmptyCollection:
    """A list, tuple or comprehension that is returned, passed on or assigned is empty."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        if node.type == "atom" and len(node.children) == 3 and node.children[0].value in "[(":
            inside = node.children[1]
            is_list = node.children[0].value == "["
            if is_list or (inside.type == "testlist_comp" and inside.children[1] == ","):
                yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf | None:
        return _replacement(node, node.children[0].value + node.children[2].value)


class ConstantCondition:
    """`if c` becomes `if True` or `if False`: a case that is never or always taken."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        at = _condition(node)
        if at is not None:
            span = (node.children[at].start_pos, node.children[at].end_pos)
            yield span
            yield span

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf | None:
        at = _condition(node)
        assert at is not None
        node.children[at] = _replacement(node.children[at], ("True", "False")[index])
        return node


_FIXED = ("isinstance", "issubclass")
"""Functions of which everybody knows how many arguments they take."""


def _callee(arguments: NodeOrLeaf) -> str:
    return str(arguments.parent.get_previous_leaf().value)


def _condition(node: NodeOrLeaf) -> int | None:
    """Where the condition is among the children of an `if`."""
    if node.type == "if_stmt":
        return 1
    ternary = node.type in ("test", "ternary") and len(node.children) == 5
    return 2 if ternary and node.children[1] == "if" else None


def _arguments(node: NodeOrLeaf) -> list[NodeOrLeaf]:
    return [child for child in node.children if child != ","]


def _replacement(node: NodeOrLeaf, text: str) -> NodeOrLeaf:
    return parso.parse(node.get_first_leaf().prefix + text)


def operators() -> dict[str, Operator]:
    names = [
        *(f"ReplaceComparisonOperator_{each}" for each in _COMPARISONS.split()),
        *(f"ReplaceBinaryOperator_{each}" for each in _BINARY.split()),
        *(f"ReplaceUnaryOperator_{each}" for each in _UNARY.split()),
        *_OTHERS.split(),
    ]
    theirs: dict[str, Operator] = {name: get_operator(f"core/{name}")() for name in names}
    ours: tuple[Operator, ...] = (
        OmitStatement(),
        OmitArgument(),
        EmptyCollection(),
        ConstantCondition(),
    )
    return theirs | {type(each).__name__: each for each in ours}
