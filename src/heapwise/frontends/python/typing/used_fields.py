"""Fields that parameters without a hint are assigned to, by the attributes that methods use.

`self.children[-1].end_pos` says that what is in the list has an `end_pos`. Classes of the module
that have all the attributes which its methods use are what is meant, or a builtin type; else a
stand-in has them, as for parameters (`used_attributes`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from heapwise.frontends.python.typing.declarations import FieldInfo
from heapwise.frontends.python.typing.hints import (
    ANY_SHAPE,
    ClassShape,
    DictShape,
    ListShape,
    Shape,
    alternatives,
    shape_of,
    unite,
)
from heapwise.frontends.python.typing.infer_from_calls import is_any
from heapwise.frontends.python.typing.used_attributes import Uses, attribute_uses, shape_used

_WHOLE, _ITEM = "field ", "item of "
_MOST_CLASSES = 3
"""If more classes have the attributes, they tell nothing."""
_CALL = "()"
Fields = Mapping[str, FieldInfo]


def with_uses(
    fields: Fields, cls: type, tree: ast.Module, classes: Mapping[type, Fields]
) -> Fields:
    """The fields of a class of the module, with what its methods tell of the open ones."""
    wanted = [info.name for info in fields.values() if info.guessed and _is_open(info.shape)]
    node = _node_of(tree, cls) if wanted else None
    if node is None:
        return fields
    uses = _uses(node, wanted)
    found = dict(fields)
    for name in wanted:
        shape = _told(fields[name].shape, uses, name, classes)
        found[name] = replace(fields[name], shape=shape)
    return found


def _is_open(shape: Shape) -> bool:
    return any(
        is_any(part)
        or (isinstance(part, ListShape) and is_any(part.element))
        or (isinstance(part, DictShape) and is_any(part.value))
        for part in alternatives(shape)
    )


def _told(
    shape: Shape, uses: Mapping[str, Uses], name: str, classes: Mapping[type, Fields]
) -> Shape:
    parts: list[Shape] = []
    for part in alternatives(shape):
        if is_any(part):
            part = _shape(uses.get(_WHOLE + name, {}), classes) or part
        elif isinstance(part, ListShape) and is_any(part.element):
            item = _shape(uses.get(_ITEM + name, {}), classes)
            part = part if item is None else replace(part, element=item)
        elif isinstance(part, DictShape) and is_any(part.value):
            item = _shape(uses.get(_ITEM + name, {}), classes)
            part = part if item is None else replace(part, value=item)
        parts.append(part)
    return unite(parts)


def _shape(uses: Uses, classes: Mapping[type, Fields]) -> Shape | None:
    if not uses:
        return None
    names = {each.removesuffix(_CALL) for each in uses}
    having = [cls for cls in classes if names <= _attributes(cls, classes) and _is_usable(cls)]
    top = [cls for cls in having if not any(other in cls.__mro__[1:] for other in having)]
    if top and len(top) <= _MOST_CLASSES:
        return unite([shape_of(cls) for cls in top])
    return shape_used("", uses, lambda _: ANY_SHAPE)


def _attributes(cls: type, classes: Mapping[type, Fields]) -> set[str]:
    fields = (name for base in cls.__mro__ for name in classes.get(base, ()))
    return {*dir(cls), *fields}


def _is_usable(cls: type) -> bool:
    return all(isinstance(part, ClassShape) for part in alternatives(shape_of(cls)))


def _node_of(tree: ast.Module, cls: type) -> ast.ClassDef | None:
    around: Iterable[ast.stmt] = tree.body
    node: ast.ClassDef | None = None
    for name in cls.__qualname__.split("."):
        node = next(
            (each for each in around if isinstance(each, ast.ClassDef) and each.name == name), None
        )
        around = () if node is None else node.body
    return node


def _uses(node: ast.ClassDef, names: Iterable[str]) -> dict[str, Uses]:
    """What all methods use of the fields, and of what is in them."""
    wanted = [f"{kind}{name}" for name in names for kind in (_WHOLE, _ITEM)]
    found: dict[str, Uses] = {}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.args.args:
            own = _Named(method.args.args[0].arg, frozenset(names))
            try:
                body = [own.visit(each) for each in ast.parse(ast.unparse(method)).body]
            except RecursionError:  # too deep to read
                continue
            for name, uses in attribute_uses(ast.Module(body, []), wanted).items():
                _add(found.setdefault(name, {}), uses)
    return found


def _add(to: Uses, more: Uses) -> None:
    for name, inside in more.items():
        _add(to.setdefault(name, {}), inside)


class _Named(ast.NodeTransformer):
    """Writes a variable for a field of the receiver, and for what is in it."""

    def __init__(self, receiver: str, names: frozenset[str]) -> None:
        self._receiver = receiver
        self._names = names
        self._items: dict[str, str] = {}

    def _field(self, node: ast.expr) -> str | None:
        match node:
            case ast.Attribute(value=ast.Name(owner), attr=name) if owner == self._receiver:
                return name if name in self._names else None
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for name, items in _loops(node):
            field = self._field(items)
            if field is not None:
                self._items[name] = field
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        field = self._field(node.value)
        if field is not None and not isinstance(node.slice, ast.Slice):
            return ast.Name(_ITEM + field, ast.Load())
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        field = self._field(node)
        if field is not None and isinstance(node.ctx, ast.Load):
            return ast.Name(_WHOLE + field, ast.Load())
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.id in self._items:
            return ast.Name(_ITEM + self._items[node.id], ast.Load())
        return node


def _loops(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """The variables that go through something, if that is all they do."""
    stored = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    for node in ast.walk(function):
        match node:
            case (
                ast.For(target=ast.Name(name), iter=items)
                | ast.comprehension(target=ast.Name(name), iter=items)
            ) if stored.count(name) == 1:
                yield name, items
