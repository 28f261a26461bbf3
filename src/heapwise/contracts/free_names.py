"""Names in expressions: which are free, which are bound by a lambda or a comprehension around them.

Everything walks iteratively; only the replacement of nodes recurses, as deep as the parser did.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Seen(NamedTuple):
    """A node, and the names that the expressions around it bind."""

    node: ast.AST
    bound: frozenset[str]


def parameter_names(node: ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    """The names of all parameters, in the order of the signature."""
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg:
        named.append(arguments.vararg)
    named += arguments.kwonlyargs
    if arguments.kwarg:
        named.append(arguments.kwarg)
    return tuple(argument.arg for argument in named)


def children(seen: Seen) -> list[Seen]:
    """The children of a node in source order, each with the names bound around it."""
    node, bound = seen
    if isinstance(node, ast.Lambda):
        defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        inside = bound | set(parameter_names(node))
        return [*(Seen(default, bound) for default in defaults), Seen(node.body, inside)]
    if isinstance(node, _COMPREHENSIONS):
        targets = (n for g in node.generators for n in ast.walk(g.target))
        inside = bound | {n.id for n in targets if isinstance(n, ast.Name)}
        first = node.generators[0].iter  # evaluated outside the comprehension
        result: list[Seen] = []
        for child in ast.iter_child_nodes(node):
            parts = ast.iter_child_nodes(child) if isinstance(child, ast.comprehension) else [child]
            result += [Seen(part, bound if part is first else inside) for part in parts]
        return result
    return [Seen(child, bound) for child in ast.iter_child_nodes(node)]


def walk(expression: ast.expr, bound: frozenset[str] = frozenset()) -> Iterator[Seen]:
    """All nodes of an expression, from the outside in."""
    pending = [Seen(expression, bound)]
    while pending:
        seen = pending.pop()
        yield seen
        pending.extend(reversed(children(seen)))


def free_names(expression: ast.expr) -> frozenset[str]:
    """The names that an expression takes from its surroundings; targets of `:=` are among them."""
    return frozenset(
        node.id
        for node, bound in walk(expression)
        if isinstance(node, ast.Name) and node.id not in bound
    )


def assigned_names(expression: ast.expr) -> frozenset[str]:
    """The targets of `:=`."""
    nodes = ast.walk(expression)
    return frozenset(node.target.id for node in nodes if isinstance(node, ast.NamedExpr))


def all_names(expression: ast.expr) -> frozenset[str]:
    """Every name and parameter that occurs, free or bound."""
    names: set[str] = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return frozenset(names)


def dotted(node: ast.expr) -> tuple[str, ...]:
    """`a.b.c` as a tuple of names; empty for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else ()


def look_up(names: tuple[str, ...], scope: Mapping[str, object]) -> object | None:
    """The object that a dotted name means in a scope; None if there is none."""
    if not names or names[0] not in scope:
        return None
    found = scope[names[0]]
    for name in names[1:]:
        try:
            found = getattr(found, name)
        except Exception:  # a module or class may compute its attributes, and fail in any way
            return None
    return found


class Replacement(ast.NodeTransformer):
    """Puts other nodes in the place of given ones (by identity), also within what it put there."""

    def __init__(self, replacements: Mapping[int, ast.expr]) -> None:
        self._replacements = replacements

    def visit(self, node: ast.AST) -> ast.AST:
        while (other := self._replacements.get(id(node))) is not None:
            node = other
        return self.generic_visit(node)


def replaced(expression: ast.expr, replacements: Mapping[int, ast.expr]) -> ast.expr:
    result = Replacement(replacements).visit(expression)
    assert isinstance(result, ast.expr)
    return result
