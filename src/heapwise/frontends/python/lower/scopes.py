"""Which names a function binds, and which of them its inner functions capture."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass(frozen=True, slots=True)
class Scope:
    """`bound` are the locals, parameters included; `captured` those of them that an inner function
    uses; `free` the names of enclosing functions, or globals, that it or an inner one uses."""

    bound: frozenset[str]
    captured: frozenset[str]
    free: frozenset[str]
    global_names: frozenset[str]


def parameters_of(node: FunctionNode) -> list[str]:
    """In the order of the registers."""
    if isinstance(node, ast.GeneratorExp):
        return [".0"]
    arguments = node.args
    names = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
    if arguments.vararg:
        names.append(arguments.vararg.arg)
    names += [item.arg for item in arguments.kwonlyargs]
    if arguments.kwarg:
        names.append(arguments.kwarg.arg)
    return names


def body_of(node: FunctionNode) -> list[ast.AST]:
    if isinstance(node, ast.GeneratorExp):
        first, *others = node.generators
        return [first.target, *first.ifs, *others, node.elt]
    return [node.body] if isinstance(node, ast.Lambda) else list(node.body)


def walk_own(roots: list[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that run in the function itself. Of an inner function these are its decorators,
    its defaults and, for a generator expression, the first iterable."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.GeneratorExp):
            waiting.append(node.generators[0].iter)
        elif isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [item for item in node.args.kw_defaults if item is not None]
            waiting += node.args.defaults
            waiting += getattr(node, "decorator_list", [])
        elif isinstance(node, ast.ClassDef):
            continue
        else:
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def scope_of(node: FunctionNode) -> Scope:
    bound = set(parameters_of(node))
    declared: set[str] = set()
    nonlocals: set[str] = set()
    used: set[str] = set()
    inner_free: set[str] = set()
    for item in walk_own(body_of(node)):
        if isinstance(item, ast.Name):
            (used if isinstance(item.ctx, ast.Load) else bound).add(item.id)
        elif isinstance(item, ast.Global):
            declared.update(item.names)
        elif isinstance(item, ast.Nonlocal):
            nonlocals.update(item.names)
        elif isinstance(item, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and item.name:
            bound.add(item.name)
        elif isinstance(item, ast.MatchMapping) and item.rest:
            bound.add(item.rest)
        elif isinstance(item, ast.ClassDef):
            bound.add(item.name)
        elif isinstance(item, ast.Import | ast.ImportFrom):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in item.names)
        if isinstance(item, _FUNCTIONS):
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                bound.add(item.name)
            inner_free |= scope_of(item).free
    bound -= declared | nonlocals
    free = (used | inner_free | nonlocals) - bound - declared
    return Scope(
        frozenset(bound),
        frozenset(bound & inner_free),
        frozenset(free),
        frozenset(declared),
    )


def is_generator(node: FunctionNode) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return True
    return any(isinstance(item, ast.Yield | ast.YieldFrom) for item in walk_own(body_of(node)))
