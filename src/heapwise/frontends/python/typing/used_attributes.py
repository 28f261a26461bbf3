"""Values of unknown type whose attributes a function uses: it is those attributes that they have.

`x.size` and `x.close()` of a parameter `x: Any` say that it is an object with an attribute and a
method. A builtin type that has all of them is what is meant; else a stand-in has them, and what
they are is told by how they are used in turn (`x.parent.name`). So it is with the arguments of a
command line, an `argparse.Namespace`.
"""

from __future__ import annotations

import ast
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    BYTES_SHAPE,
    FOREIGN_SHAPE,
    INT_SHAPE,
    STR_SHAPE,
    ClassShape,
    DictShape,
    ListShape,
    Shape,
    replaced,
)
from heapwise.frontends.python.typing.stand_in_shapes import keep_shapes
from heapwise.testgen import stand_ins

Uses = dict[str, "Uses"]
"""The attributes that are used, each with those that are used of it; `size()` is what a call of
`size` gives."""
_CALL = "()"
_DEEPEST = 3
_BUILTIN: tuple[tuple[type, Shape], ...] = (
    (str, STR_SHAPE),
    (dict, DictShape("dict", ANY_SHAPE, ANY_SHAPE)),
    (list, ListShape("list", ANY_SHAPE)),
    (set, ListShape("set", ANY_SHAPE)),
    (bytes, BYTES_SHAPE),
    (int, INT_SHAPE),
)


def path_of(expression: ast.expr) -> str | None:
    """`x.parent.name()`, if it is made of a name, attributes and calls alone."""
    match expression:
        case ast.Name(name):
            return name
        case ast.Attribute(value=value, attr=attribute):
            before = path_of(value)
            return None if before is None else f"{before}.{attribute}"
        case ast.Call(func=ast.Attribute() as function):
            before = path_of(function)
            return None if before is None else before + _CALL
    return None


def attribute_uses(tree: ast.AST, names: Iterable[str]) -> dict[str, Uses]:
    """Of the variables that are nothing but what they were at first, also where a part of one has a
    variable of its own: `found = x.search(text)`, and then `found.start()`."""
    nodes = list(ast.walk(tree))
    assigned = Counter(
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    )
    found: dict[str, Uses] = {name: {} for name in names if name not in assigned}
    parts_of = _parts_of(nodes, assigned)
    for node in nodes:
        path = path_of(node) if isinstance(node, ast.Attribute | ast.Call) else None
        first, *parts = path.split(".") if path is not None else ("",)
        for _ in parts_of:
            if first not in parts_of:
                break
            first, *before = parts_of[first].split(".")
            parts = [*before, *parts]
        if first in found and len(parts) <= _DEEPEST and all(map(_is_plain, parts)):
            uses = found[first]
            for part in parts:
                uses = uses.setdefault(part, {})
    for uses in found.values():
        _without_methods(uses)
    return found


def _parts_of(nodes: Iterable[ast.AST], assigned: Mapping[str, int]) -> dict[str, str]:
    """The variables that are assigned once, and what: `x.parent.name()`."""
    parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
    found: dict[str, str] = {}
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(name)], value=value)
                | ast.NamedExpr(target=ast.Name(name), value=value)
            ) if assigned[name] == 1 and name not in parameters:
                path = path_of(value)
                if path is not None:
                    found[name] = path
    return found


def _is_plain(part: str) -> bool:
    """A private attribute is none that other objects are meant to have."""
    return not part.startswith("_") and "__" not in part


def _without_methods(uses: Uses) -> None:
    for part in list(uses):
        if part.endswith(_CALL):
            uses.pop(part.removesuffix(_CALL), None)
        if part in uses:
            _without_methods(uses[part])


def paths_in(name: str, uses: Uses) -> list[str]:
    """Everything that is used, as `path_of` writes it."""
    found: list[str] = []
    for part, inside in uses.items():
        found += [f"{name}.{part}", *paths_in(f"{name}.{part}", inside)]
    return found


def shape_used(
    path: str, uses: Uses, known: Callable[[str], Shape], namespace: bool = False
) -> Shape:
    """The shape of what is used so; `known` tells what is known of the parts otherwise."""
    told = known(path)
    if not namespace and (not uses or told not in (ANY_SHAPE, FOREIGN_SHAPE)):
        return told
    plain = {part.removesuffix(_CALL) for part in uses}
    for builtin, shape in () if namespace else _BUILTIN:
        if plain <= set(dir(builtin)):
            return shape
    shapes = {part: shape_used(f"{path}.{part}", uses[part], known) for part in sorted(uses)}
    return _stand_in(shapes, namespace)


def with_objects(shape: Shape) -> Shape:
    """What a hint calls an object, and of which nothing is used, is an object without attributes:
    true, and equal to itself alone."""
    return replaced(shape, lambda part: part == FOREIGN_SHAPE, _stand_in({}, False))


def _stand_in(shapes: Mapping[str, Shape], namespace: bool) -> Shape:
    methods = {part for part in shapes if part.endswith(_CALL)}
    names = [
        part.removesuffix(_CALL) + stand_ins.CALLED if part in methods else part for part in shapes
    ]
    number = zlib.crc32(repr(shapes).encode())
    made = stand_ins.with_attributes(names, namespace, number)
    keep_shapes(
        made,
        {
            part.removesuffix(_CALL) + stand_ins.RETURNS if part in methods else part: shape
            for part, shape in shapes.items()
        },
    )
    return ClassShape(made)
