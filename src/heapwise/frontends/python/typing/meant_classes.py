"""Parameters without a hint that are objects of the program's classes, by the attributes used.

`node.val` and `node.left` say that a class of the module is meant which has both, as for fields
(`used_fields`); if no class of the module has them, one of the package around it. A private name
(`other.__kept`) says that it is the class that the code stands in. A variable may go on to what
such an object holds (`node = node.left`); one that is anything else later tells nothing.
"""

from __future__ import annotations

import ast
import enum
import sys
from collections.abc import Collection, Iterator, Mapping

from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.inference import mangled
from heapwise.frontends.python.typing.shapes import (
    NONE_SHAPE,
    ClassShape,
    MissingHint,
    Shape,
    unite,
)

_MOST_CLASSES = 3
"""If more classes have the attributes, they tell nothing."""
_BUILTIN = (str, dict, list, set, bytes, int, float, tuple)


def meant_classes(info: FunctionInfo, names: Mapping[type, Collection[str]]) -> dict[str, Shape]:
    """By parameter; `names` are what each class of the module assigns to its objects."""
    is_bound = info.owner is not None and info.kind != "staticmethod"
    found: dict[str, Shape] = {}
    for parameter in info.parameters[1 if is_bound else 0 :]:
        if isinstance(parameter.shape, MissingHint) and not parameter.keeps_default:
            shape = _meant(info, parameter.name, names)
            if shape is not None:
                found[parameter.name] = shape
    return found


def _meant(info: FunctionInfo, name: str, names: Mapping[type, Collection[str]]) -> Shape | None:
    nodes = list(ast.walk(info.node))
    if not all(_goes_on(value, name) for value in _assigned(nodes, name)):
        return None
    used = {
        mangled(node.attr, info.owner)
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    }
    if not used or any(used <= set(dir(builtin)) for builtin in _BUILTIN):
        return None
    having = [cls for cls in names if used <= _attributes(cls, names) and _is_usable(cls)]
    if not having and len(used) > 1:
        around = _classes_around(info.function.__module__)
        having = [cls for cls in around if used <= set(dir(cls)) and _is_usable(cls)]
    top = [cls for cls in having if not any(other in cls.__mro__[1:] for other in having)]
    if not 0 < len(top) <= _MOST_CLASSES:
        return None
    shape = unite([ClassShape(cls) for cls in top])
    return unite((shape, NONE_SHAPE)) if any(_asks(node, name) for node in nodes) else shape


def _classes_around(module: str) -> list[type]:
    """Those of the modules of the same package, as far as they were imported."""
    package = module.partition(".")[0]
    if package == module:
        return []
    return [
        value
        for name, other in sorted(sys.modules.items())
        if name == package or name.startswith(f"{package}.")
        for value in list(vars(other).values())
        if isinstance(value, type) and value.__module__ == name
    ]


def _assigned(nodes: Collection[ast.AST], name: str) -> Iterator[ast.expr | None]:
    """What the variable is made; None for what is not seen."""
    known: set[ast.AST] = set()
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Tuple(targets)], value=ast.Tuple(values)):
                pairs = list(zip(targets, values, strict=False))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            if isinstance(target, ast.Name) and target.id == name:
                known.add(target)
                yield value
    for node in nodes:
        if isinstance(node, ast.Name) and node.id == name and node not in known:
            yield from () if isinstance(node.ctx, ast.Load) else (None,)


def _goes_on(value: ast.expr | None, name: str) -> bool:
    match value:
        case ast.Attribute(value=ast.Name(of)):
            return of == name
        case ast.IfExp(body=body, orelse=other):
            return _goes_on(body, name) and _goes_on(other, name)
        case ast.BoolOp(values=values):
            return all(_goes_on(each, name) for each in values)
        case ast.Constant(value=None):
            return True
        case ast.Name(of):
            return of == name
    return False


def _attributes(cls: type, names: Mapping[type, Collection[str]]) -> set[str]:
    return {*dir(cls), *(name for base in cls.__mro__ for name in names.get(base, ()))}


def _is_usable(cls: type) -> bool:
    return not issubclass(cls, BaseException | enum.Enum | type)


def _asks(node: ast.AST, name: str) -> bool:
    """Is it asked whether the variable is None, or true?"""
    match node:
        case ast.Compare(left=ast.Name(id), comparators=[ast.Constant(value=None)]):
            return id == name
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return _is_asked(test, name)
        case ast.BoolOp(values=values):
            return any(_is_asked(each, name) for each in values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _is_asked(operand, name)
    return False


def _is_asked(test: ast.expr, name: str) -> bool:
    return isinstance(test, ast.Name) and test.id == name
