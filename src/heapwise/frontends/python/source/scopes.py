"""Which names a function binds, and which of them its inner functions capture."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass(frozen=True, slots=True)
class Scope:
    """`bound` are the locals, parameters included; `captured` those of them that an inner function
    uses; `free` the names of enclosing functions, or globals, that it or an inner one uses;
    `unbound` the locals that some statement of the function unbinds again."""

    bound: frozenset[str]
    captured: frozenset[str]
    free: frozenset[str]
    unbound: frozenset[str] = frozenset()


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
    """The nodes that run in the function itself."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(_own_children(node))))


def _own_children(node: ast.AST) -> Iterable[ast.AST]:
    """What runs in the same function as `node`. Of an inner function these are its decorators, its
    defaults and, for a generator expression, the first iterable."""
    match node:
        case ast.GeneratorExp():
            return [node.generators[0].iter]
        case ast.Lambda() | ast.FunctionDef() | ast.AsyncFunctionDef():
            defaults = [item for item in node.args.kw_defaults if item is not None]
            return [*getattr(node, "decorator_list", []), *node.args.defaults, *defaults]
        case ast.ClassDef():
            return []
    return ast.iter_child_nodes(node)


def scope_of(node: FunctionNode) -> Scope:
    names = _Names()
    bound = set(parameters_of(node))
    if isinstance(node, ast.GeneratorExp):
        # What := assigns in a generator expression is a variable of the function around it.
        names.nonlocals |= _walrus_targets(node)
    for root in body_of(node):
        names.visit(root, frozenset())
    bound |= names.bound
    bound -= names.declared | names.nonlocals
    free = (names.used | names.inner_free | names.nonlocals) - bound - names.declared
    return Scope(
        frozenset(bound),
        frozenset(bound & names.inner_free),
        frozenset(free),
        frozenset(names.unbound & bound),
    )


class _Names:
    """Collects what the code of one function does with names; the targets of comprehensions, which
    have a scope of their own, are `hidden` from it."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.used: set[str] = set()
        self.unbound: set[str] = set()
        self.declared: set[str] = set()
        self.nonlocals: set[str] = set()
        self.inner_free: set[str] = set()

    def visit(self, node: ast.AST, hidden: frozenset[str]) -> None:
        if isinstance(node, _COMPREHENSIONS):
            first = node.generators[0]
            self.visit(first.iter, hidden)
            inside = hidden | targets_of(node.generators)
            for item in (*_values_of(node), first.target, *first.ifs, *node.generators[1:]):
                self.visit(item, inside)
            return
        if isinstance(node, _FUNCTIONS):
            self.inner_free |= scope_of(node).free - hidden
            if isinstance(node, ast.GeneratorExp):
                self.bound |= _walrus_targets(node)
        self._note(node, hidden)
        for child in _own_children(node):
            self.visit(child, hidden)

    def _note(self, node: ast.AST, hidden: frozenset[str]) -> None:
        match node:
            case ast.NamedExpr(target=ast.Name(name)):
                self.bound.add(name)
            case ast.Name(name, ast.Load()) if name not in hidden:
                self.used.add(name)
            case ast.Name(name, ast.Store()) if name not in hidden:
                self.bound.add(name)
            case ast.Name(name, ast.Del()):
                self.bound.add(name)
                self.unbound.add(name)
            case ast.Global(names):
                self.declared.update(names)
            case ast.Nonlocal(names):
                self.nonlocals.update(names)
            case ast.ExceptHandler(name=str(name)):
                self.bound.add(name)
                self.unbound.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                self.bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                self.bound.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self.bound.add(node.name)
            case ast.Import(names) | ast.ImportFrom(names=names):
                self.bound.update((alias.asname or alias.name).split(".")[0] for alias in names)


def targets_of(generators: Sequence[ast.comprehension]) -> frozenset[str]:
    """The variables of a comprehension."""
    return frozenset(
        item.id
        for generator in generators
        for item in ast.walk(generator.target)
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
    )


def captured_in(node: ast.ListComp | ast.SetComp | ast.DictComp) -> frozenset[str]:
    """The variables of a comprehension that functions inside it use."""
    names = _Names()
    first = node.generators[0]
    for item in (*_values_of(node), *first.ifs, *node.generators[1:]):
        names.visit(item, frozenset())
    return targets_of(node.generators) & frozenset(names.inner_free)


def _values_of(node: ast.ListComp | ast.SetComp | ast.DictComp) -> tuple[ast.expr, ...]:
    return (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)


def _walrus_targets(node: ast.GeneratorExp) -> frozenset[str]:
    return frozenset(
        item.target.id
        for item in ast.walk(node)
        if isinstance(item, ast.NamedExpr) and isinstance(item.target, ast.Name)
    )


def yields(node: FunctionNode) -> bool:
    """Has it a `yield` of its own?"""
    return any(isinstance(item, ast.Yield | ast.YieldFrom) for item in walk_own(body_of(node)))


def is_generator(node: FunctionNode) -> bool:
    return isinstance(node, ast.GeneratorExp | ast.AsyncFunctionDef) or yields(node)
