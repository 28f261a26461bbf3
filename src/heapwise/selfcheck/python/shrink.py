"""Makes a failing Python program small by cutting its syntax tree.

It tries a statement less, the body of a statement in its place, a part of an expression or a
constant in the place of the whole.

Edits are made on the syntax tree and tried in a fixed order, the bolder ones first; the first that
keeps the failure is taken.
"""

from __future__ import annotations

import ast
import copy
import time
import warnings
from collections.abc import Callable, Iterator

_MOST_ATTEMPTS = 2_000
_CONSTANTS: tuple[int | bool | None, ...] = (0, None, True)


def shrink(source: str, still_fails: Callable[[str], bool], seconds: float) -> str:
    """The smallest program found; `still_fails` must be true of `source`."""
    deadline = time.monotonic() + seconds
    tree = ast.parse(source)
    tried: set[str] = set()
    progress = True
    while progress:
        progress = False
        for candidate in _edits(tree):
            if len(tried) >= _MOST_ATTEMPTS or time.monotonic() > deadline:
                return ast.unparse(tree) + "\n"
            text = _text(candidate)
            if text is None or text in tried:
                continue
            tried.add(text)
            if still_fails(text + "\n"):
                tree = ast.parse(text)
                progress = True
                break
    return ast.unparse(tree) + "\n"


def _text(candidate: ast.Module) -> str | None:
    """None if it is no program."""
    try:
        text = ast.unparse(ast.fix_missing_locations(candidate))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<shrunk>", "exec")
    except (SyntaxError, ValueError):
        return None
    return text


def _edits(tree: ast.Module) -> Iterator[ast.Module]:
    """Every program that is one edit smaller."""
    for place, name, index in _places(tree, ast.stmt):
        yield _replaced(tree, place, name, index, [])
    for place, name, index in _places(tree, ast.stmt):
        statement = _at(tree, place, name, index)
        for inner in ("body", "orelse", "finalbody"):
            body = getattr(statement, inner, None)
            if isinstance(body, list) and not isinstance(statement, ast.ClassDef):
                yield _replaced(tree, place, name, index, copy.deepcopy(body))
    for place, name, index in _places(tree, ast.expr):
        expression = _at(tree, place, name, index)
        if isinstance(expression, ast.Constant | ast.Name):
            continue
        for value in _CONSTANTS:
            yield _replaced(tree, place, name, index, [ast.Constant(value)])
        for part in ast.iter_child_nodes(expression):
            if isinstance(part, ast.expr):
                yield _replaced(tree, place, name, index, [copy.deepcopy(part)])


# A place is the number of a node in the order of `ast.walk`, one of its fields, and an index in it.


def _places(tree: ast.Module, kind: type[ast.AST]) -> Iterator[tuple[int, str, int | None]]:
    for number, node in enumerate(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, kind):
                        yield number, name, index
            elif isinstance(value, kind):
                yield number, name, None


def _at(tree: ast.Module, number: int, name: str, index: int | None) -> ast.AST:
    value = getattr(_node(tree, number), name)
    found: ast.AST = value if index is None else value[index]
    return found


def _node(tree: ast.Module, number: int) -> ast.AST:
    return next(node for at, node in enumerate(ast.walk(tree)) if at == number)


def _replaced(
    tree: ast.Module, number: int, name: str, index: int | None, new: list[ast.AST]
) -> ast.Module:
    """A body must not become empty; nor may what has to be there."""
    changed = copy.deepcopy(tree)
    owner = _node(changed, number)
    if index is None:
        if new:
            setattr(owner, name, new[0])
        return changed
    items: list[ast.AST] = getattr(owner, name)
    items[index : index + 1] = new
    if not items and name == "body":
        items.append(ast.Pass())
    return changed
