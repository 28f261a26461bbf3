"""Makes a failing program small: structural edits as long as the same law still fails.

An edit drops a class, method, field, parameter, binding or part of a sequence, or puts a
subexpression or a literal in the place of an expression. An edit that makes the program ill typed
is not tried any further: the caller's test says no. Edits are tried in a fixed order, the larger
ones first, and the first that keeps the failure is taken, so the result is reproducible as long
as the time does not run out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.syntax import Expr, Node
from heapwise.selfcheck.random_expressions import NOWHERE
from heapwise.selfcheck.trees import children, size_of, with_child

_MOST_ATTEMPTS = 3_000


def shrink(
    tree: s.ProgramNode, still_fails: Callable[[s.ProgramNode], bool], seconds: float = 30.0
) -> s.ProgramNode:
    """The smallest program found; `still_fails` must be true of `tree`."""
    deadline = time.monotonic() + seconds
    attempts = 0
    seen: set[s.ProgramNode] = set()
    progress = True
    while progress:
        progress = False
        for candidate in _edits(tree):
            if attempts >= _MOST_ATTEMPTS or time.monotonic() > deadline:
                return tree
            if candidate in seen:
                continue
            seen.add(candidate)
            attempts += 1
            if still_fails(candidate):
                tree = candidate
                progress = True
                break
    return tree


def _edits(tree: s.ProgramNode) -> Iterator[s.ProgramNode]:
    """Every program that is one edit smaller, the boldest edits first."""
    yield from _without_classes(tree)
    for number, cls in enumerate(tree.classes):
        for smaller in _class_edits(cls):
            yield _with_class(tree, number, smaller)
    yield from _without_parameters(tree)
    for main in _expression_edits(tree.main):
        yield replace(tree, main=main)
    for number, cls in enumerate(tree.classes):
        for index, method in enumerate(cls.methods):
            for body in _expression_edits(method.body):
                changed = with_child(cls, "methods", index, replace(method, body=body))
                yield _with_class(tree, number, changed)


def _with_class(tree: s.ProgramNode, number: int, cls: s.ClassNode) -> s.ProgramNode:
    return with_child(tree, "classes", number, cls)


def _without_classes(tree: s.ProgramNode) -> Iterator[s.ProgramNode]:
    for gone in tree.classes:
        kept = tuple(
            replace(cls, superclass=gone.superclass) if cls.superclass == gone.name else cls
            for cls in tree.classes
            if cls is not gone
        )
        yield replace(tree, classes=kept)


def _class_edits(cls: s.ClassNode) -> Iterator[s.ClassNode]:
    for index in range(len(cls.methods)):
        yield replace(cls, methods=cls.methods[:index] + cls.methods[index + 1 :])
    for index in range(len(cls.fields)):
        yield replace(cls, fields=cls.fields[:index] + cls.fields[index + 1 :])
    if cls.superclass is not None:
        yield replace(cls, superclass=None)


def _without_parameters(tree: s.ProgramNode) -> Iterator[s.ProgramNode]:
    """One parameter less, in every class that has the method and in every call of it."""
    counts = {method.name: len(method.parameters) for cls in tree.classes for method in cls.methods}
    for name, count in counts.items():
        for index in range(count):
            yield _without_parameter(tree, name, index)


def _without_parameter(tree: s.ProgramNode, name: str, index: int) -> s.ProgramNode:
    def shorter(node: Expr) -> Expr:
        if isinstance(node, s.Call) and node.method == name:
            kept = node.arguments[:index] + node.arguments[index + 1 :]
            return replace(node, arguments=kept)
        return node

    classes = []
    for cls in tree.classes:
        methods = []
        for method in cls.methods:
            parameters = method.parameters
            if method.name == name:
                parameters = parameters[:index] + parameters[index + 1 :]
            body = _everywhere(method.body, shorter)
            methods.append(replace(method, parameters=parameters, body=body))
        classes.append(replace(cls, methods=tuple(methods)))
    return replace(tree, classes=tuple(classes), main=_everywhere(tree.main, shorter))


def _everywhere(root: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with `change` made to each part, the inner ones first. Recursive: generated
    expressions are not deep."""
    node: Node = root
    for name, index, child in children(root):
        node = with_child(node, name, index, _everywhere(_expr(child), change))
    return change(_expr(node))


def _expr(node: Node) -> Expr:
    assert isinstance(node, Expr)
    return node


def _expression_edits(root: Expr) -> Iterator[Expr]:
    """Every expression that is one edit smaller; edits of outer parts come first."""
    yield from _own_edits(root)
    for name, index, child in children(root):
        for edited in _expression_edits(_expr(child)):
            yield _expr(with_child(root, name, index, edited))


def _own_edits(node: Expr) -> Iterator[Expr]:
    """A part in the place of the whole, the smallest first; or a literal."""
    if size_of(node) > 1:
        for value in (0, None, False, True, 1):
            yield s.Literal(value, at=NOWHERE)
        parts = [_expr(child) for _, _, child in children(node)]
        yield from sorted(parts, key=size_of)
    elif isinstance(node, s.Literal) and type(node.value) is int and node.value > 0:
        yield replace(node, value=node.value - 1)
    elif isinstance(node, s.Variable | s.Symbol | s.New | s.Breadcrumb):
        for value in (0, None, False):
            yield s.Literal(value, at=NOWHERE)
