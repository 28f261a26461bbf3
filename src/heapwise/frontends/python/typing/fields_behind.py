"""The field that an expression gives: what is put into a local variable, or into what a property or
a method returns, is in that field.

`kids = self.__kids()`, where that ends with `return self.__children`, and then `kids.append(node)`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from heapwise.frontends.python.typing.functions import info_of
from heapwise.frontends.python.typing.inference import Inference, mangled
from heapwise.frontends.python.typing.shapes import classes_in

_DEEPEST = 3


def field_behind(
    expression: ast.expr, variables: Mapping[str, ast.expr], inference: Inference
) -> ast.Attribute | None:
    """`variables` are what local variables were assigned last; None if no field is behind it."""
    found = expression
    for _ in range(_DEEPEST):
        match found:
            case ast.Name(name) if name in variables:
                found = variables[name]
            case (ast.Attribute() as member) | ast.Call(func=ast.Attribute() as member, args=[]):
                returned = _returned(member, inference)
                if returned is None:
                    break
                found = ast.copy_location(
                    ast.Attribute(member.value, returned, ctx=ast.Load()), member
                )
            case _:
                break
    is_other = found is not expression and isinstance(found, ast.Attribute)
    return found if is_other and isinstance(found, ast.Attribute) else None


def _returned(member: ast.Attribute, inference: Inference) -> str | None:
    """The name of the field that a property or a method without arguments ends with."""
    receiver = inference.infer(member.value)
    name = mangled(member.attr, inference.owner)
    for cls in classes_in(receiver) if receiver is not None else ():
        raw = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
        info = info_of(raw.fget if isinstance(raw, property) else raw)
        if info is None or isinstance(info.node, ast.Lambda) or not info.parameters:
            continue
        match info.node.body[-1]:
            case ast.Return(ast.Attribute(ast.Name(of), field)) if of == info.parameters[0].name:
                return mangled(field, info.owner)
    return None
