"""What descriptors of the program keep in the objects that they manage.

`class Node: prv = WeakAttr(slot="_prv")` with a `__set__` that says `setattr(instance, self.slot,
…)`: the object in the class tells which attribute that is, its hint (`prv: WeakAttr[Node]`) what
the value is, and the statement what is kept of it.
"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heapwise.frontends.python.typing.annotation_types import scope_of_class
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.hints import Shape, UnknownShape, shape_of, unwrap


@dataclass(frozen=True)
class Kept:
    """The attribute `slot` of objects of `owner` gets the value of `expression`, in which `names`
    are known."""

    owner: type
    slot: str
    expression: ast.expr
    names: dict[str, Shape]


def kept_by(info: FunctionInfo, classes: Sequence[type]) -> Iterator[Kept]:
    """What `info`, the `__set__` of a descriptor, puts into objects of these classes."""
    if info.name != "__set__" or info.owner is None or len(info.parameters) != 3:
        return
    receiver, instance, value = (parameter.name for parameter in info.parameters)
    found = list(_assignments(info.node, receiver, instance))
    for cls in classes if found else ():
        for name, descriptor in vars(cls).items():
            if type(descriptor) is not info.owner:
                continue
            shape = _value_shape(cls, name, info.owner)
            names = {} if shape is None else {value: shape}
            for attribute, expression in found:
                slot = inspect.getattr_static(descriptor, attribute, None)
                if inspect.ismemberdescriptor(slot):
                    slot = getattr(descriptor, attribute, None)
                if isinstance(slot, str):
                    yield Kept(cls, slot, expression, names)


def _assignments(function: ast.AST, receiver: str, instance: str) -> Iterator[tuple[str, ast.expr]]:
    """The attribute of the descriptor that has the name, and what is assigned."""
    for node in ast.walk(function):
        match node:
            case ast.Call(
                func=ast.Name("setattr") | ast.Attribute(ast.Name("object"), "__setattr__"),
                args=[ast.Name(owner), ast.Attribute(ast.Name(me), attribute), expression],
            ) if (owner, me) == (instance, receiver):
                yield attribute, expression
            case ast.Assign(
                targets=[
                    ast.Subscript(
                        ast.Attribute(ast.Name(owner), "__dict__"),
                        ast.Attribute(ast.Name(me), attribute),
                    )
                ],
                value=expression,
            ) if (owner, me) == (instance, receiver):
                yield attribute, expression


def _value_shape(cls: type, name: str, descriptor: type) -> Shape | None:
    """What `name: Descriptor[T]` says."""
    scope = scope_of_class(cls)
    hint = unwrap(inspect.get_annotations(cls).get(name), scope)
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is not descriptor or len(arguments) != 1:
        return None
    shape = shape_of(arguments[0], cls, scope=scope)
    return None if isinstance(shape, UnknownShape) else shape
