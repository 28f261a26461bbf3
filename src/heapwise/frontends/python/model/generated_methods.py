"""The methods that dataclasses and their like generate, as source that can be lowered.

A generated function has no source of its own. What it does is written here anew, from what its
class says about its fields, with the same parameters: the defaults are those of the real function.
Nothing in it is a decision of the program.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import linecache
import sys
import types
import typing
from collections.abc import Sequence
from typing import Any

from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.typing.hints import is_named_tuple
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    EnumShape,
    FloatShape,
    IntShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
)

_Names = dict[str, Any]
_FLAT = (BoolShape, EnumShape, FloatShape, IntShape, LiteralShape, NoneShape, StrShape)
_ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_STRICT = ("lt", "gt")


def code_of(function: types.FunctionType, universe: Universe) -> FunctionCode | None:
    """None for a function that nothing is known about."""
    from_order = _total_ordering(function)
    if from_order is not None:
        return _code(function.__name__, from_order, {}, None)
    if function.__code__.co_name == "_no_init_or_replace_init" and _is_of(function, typing):
        return _code("__init__", "def __init__(self): pass", {}, None)
    owner = _owner(function, universe)
    if owner is None:
        return None
    cls, name = owner
    names: _Names = {"__cls": cls}
    if "__dataclass_fields__" in vars(cls):
        source = _dataclass_method(cls, name, function, names, universe)
    elif is_named_tuple(cls):
        source = _named_tuple_method(cls, name, names)
    else:
        return _kept_source(function, cls)
    return None if source is None else _code(name, source, names, cls)


def _code(name: str, source: str, names: _Names, owner: type | None) -> FunctionCode:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    code = FunctionCode(name, "<generated>", node, names, owner)
    code.traced = False
    return code


def _is_of(function: types.FunctionType, module: types.ModuleType) -> bool:
    return function.__globals__ is vars(module)


def _owner(function: types.FunctionType, universe: Universe) -> tuple[type, str] | None:
    """The class whose method it is: each has its own, even if their code is equal."""
    for cls in universe.infos:
        for name, member in vars(cls).items():
            # No attribute of just any member: some import a module when they are asked for one.
            if isinstance(member, classmethod | staticmethod):
                member = member.__func__
            if member is function:
                return cls, name
    return None


# -- attrs, and whoever else keeps the source of what is generated


def _kept_source(function: types.FunctionType, cls: type) -> FunctionCode | None:
    """A library that keeps it where tracebacks look for it. What attrs writes to tell whether
    `repr` has come to the same object again is about threads, and is not followed."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename) if code.co_filename.startswith("<") else []
    if not lines or code.co_freevars or "repr_context" in code.co_names:
        return None
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return None
    for node in tree.body:
        at = (code.co_name, code.co_firstlineno)
        if isinstance(node, ast.FunctionDef) and (node.name, node.lineno) == at:
            plain = _PlainAssignments().visit(node)
            found = FunctionCode(function.__name__, "<generated>", plain, function.__globals__, cls)
            found.traced = False
            return found
    return None


class _PlainAssignments(ast.NodeTransformer):
    """How attrs sets the fields of frozen objects, without the shortcuts: `_setattr("x", x)` by a
    bound method, `_inst_dict["x"] = x`."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node:
            case ast.Assign(
                targets=[ast.Name("_setattr")],
                value=ast.Call(func=ast.Name("_cached_setattr_get")),
            ):
                return ast.copy_location(ast.Pass(), node)
            case ast.Assign(targets=[ast.Name("_inst_dict")]):
                return ast.copy_location(ast.Pass(), node)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name("_inst_dict"), slice=key)]):
                return ast.copy_location(ast.Expr(_set(key, node.value)), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name("_setattr"), args=[key, value]):
                return ast.copy_location(_set(key, value), node)
        return node


def _set(key: ast.expr, value: ast.expr) -> ast.expr:
    call = ast.parse("object.__setattr__(self)", mode="eval").body
    assert isinstance(call, ast.Call)
    call.args += [key, value]
    return ast.fix_missing_locations(ast.copy_location(call, value))


# -- functools.total_ordering


def _total_ordering(function: types.FunctionType) -> str | None:
    parts = function.__code__.co_name.strip("_").split("_from_")
    if len(parts) != 2 or not _is_of(function, functools):
        return None
    wanted, given = parts
    negated = wanted[0] != given[0]
    strict = wanted in _STRICT, given in _STRICT
    result = "not found" if negated else "found"
    if negated == (strict[0] == strict[1]):
        result += " and self != other" if strict[0] else " or self == other"
    return (
        f"def {function.__name__}(self, other):\n"
        f"    found = type(self).__{given}__(self, other)\n"
        "    if found is NotImplemented:\n"
        "        return found\n"
        f"    return {result}\n"
    )


# -- dataclasses


def _dataclass_method(
    cls: type, name: str, function: types.FunctionType, names: _Names, universe: Universe
) -> str | None:
    if name == "__init__":
        return _init(cls, function, names)
    if name in ("__setattr__", "__delattr__"):
        return _frozen(cls, name, names)
    if name == "__replace__":
        names["__replace"] = dataclasses.replace
        return "def __replace__(self, /, **changes): return __replace(self, **changes)"
    fields = dataclasses.fields(cls)
    if name == "__repr__":
        shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in fields if f.repr)
        return f"def __repr__(self): return type(self).__qualname__ + f'({shown})'"
    if name == "__hash__":
        hashed = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
        return f"def __hash__(self): return hash({_tuple('self', hashed)})"
    compared = [f.name for f in fields if f.compare]
    if name == "__eq__":
        return _equality(cls, compared, universe)
    if name not in _ORDERS:
        return None
    return _of_same_class(
        name, f"{_tuple('self', compared)} {_ORDERS[name]} {_tuple('other', compared)}"
    )


def _of_same_class(name: str, result: str) -> str:
    return (
        f"def {name}(self, other):\n"
        "    if other.__class__ is self.__class__:\n"
        f"        return {result}\n"
        "    return NotImplemented\n"
    )


def _equality(cls: type, compared: Sequence[str], universe: Universe) -> str:
    """What refers to other objects comes last, one by one: if the rest differs, it need not be
    followed."""
    flat = [name for name in compared if is_flat(cls, (name,), universe)]
    if sys.version_info >= (3, 13):
        ordered = [*flat, *(name for name in compared if name not in flat)]
        equal = " and ".join(f"self.{name} == other.{name}" for name in ordered) or "True"
        return _of_same_class("__eq__", f"self is other or ({equal})")
    parts = [f"{_tuple('self', flat)} == {_tuple('other', flat)}"] if flat or not compared else []
    for name in compared:
        if name not in flat:
            parts.append(f"(self.{name} is other.{name} or self.{name} == other.{name})")
    return _of_same_class("__eq__", " and ".join(parts))


def _tuple(owner: str, names: Sequence[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


def _init(cls: type, function: types.FunctionType, names: _Names) -> str:
    signature = inspect.Signature.from_callable(function, follow_wrapped=False)
    parameters = list(signature.parameters.values())
    receiver = parameters[0].name
    given = {parameter.name: parameter for parameter in parameters[1:]}
    lines: list[str] = []
    frozen = cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
    slots = "__slots__" in vars(cls)

    def assign(name: str, value: str) -> None:
        if frozen:
            lines.append(f"object.__setattr__({receiver}, {name!r}, {value})")
        else:
            lines.append(f"{receiver}.{name} = {value}")

    for field in dataclasses.fields(cls):
        name = field.name
        has_factory = field.default_factory is not dataclasses.MISSING
        if has_factory:
            names[f"__make_{name}"] = field.default_factory
        if name in given and field.init:
            if has_factory:
                names["__from_factory"] = given[name].default
                assign(name, f"__make_{name}() if {name} is __from_factory else {name}")
            else:
                assign(name, name)
        elif has_factory:
            assign(name, f"__make_{name}()")
        elif slots and field.default is not dataclasses.MISSING:
            names[f"__default_{name}"] = field.default
            assign(name, f"__default_{name}")
    if declares(cls, "__post_init__"):
        own = {field.name for field in dataclasses.fields(cls)}
        everything = cls.__dataclass_fields__  # type: ignore[attr-defined]
        passed = [name for name in everything if name in given and name not in own]
        lines.append(f"{receiver}.__post_init__({', '.join(passed)})")
    return _definition("__init__", parameters, lines or ["pass"])


def _definition(name: str, parameters: Sequence[inspect.Parameter], lines: Sequence[str]) -> str:
    """Without defaults: those are the real function's."""
    listed = [item.name for item in parameters if item.kind is not item.KEYWORD_ONLY]
    keyword_only = [item.name for item in parameters if item.kind is item.KEYWORD_ONLY]
    if keyword_only:
        listed += ["*", *keyword_only]
    body = "\n".join(f"    {line}" for line in lines)
    return f"def {name}({', '.join(listed)}):\n{body}\n"


def _frozen(cls: type, name: str, names: _Names) -> str:
    names["__error"] = dataclasses.FrozenInstanceError
    names["__names"] = tuple(field.name for field in dataclasses.fields(cls))
    verb, extra = ("assign to", ", value") if name == "__setattr__" else ("delete", "")
    return (
        f"def {name}(self, name{extra}):\n"
        "    if type(self) is __cls or name in __names:\n"
        f"        raise __error('cannot {verb} field ' + repr(name))\n"
        f"    super().{name}(name{extra})\n"
    )


def compared_fields(cls: type) -> tuple[str, ...] | None:
    """The fields that decide whether two objects of this very class are equal; None if the class
    does not leave that to dataclasses."""
    for base in cls.__mro__:
        if "__eq__" not in vars(base):
            continue
        parameters = vars(base).get("__dataclass_params__")
        method = vars(base)["__eq__"]
        generated = isinstance(method, types.FunctionType) and (
            "__create_fn__" in method.__qualname__ or method.__code__.co_filename == "<string>"
        )
        if parameters is None or not parameters.eq or not generated:
            return None
        return tuple(field.name for field in dataclasses.fields(base) if field.compare)
    return None


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class FlatEquality:
    """Objects of one class are equal if these fields are, which hold no other objects."""

    names: tuple[str, ...]
    has_floats: bool


def flat_equality(cls: type, universe: Universe) -> FlatEquality | None:
    names = compared_fields(cls)
    if names is None or not is_flat(cls, names, universe):
        return None
    floats = any(isinstance(part, FloatShape) for part in _parts(cls, names, universe))
    return FlatEquality(names, floats)


def is_flat(cls: type, names: Sequence[str], universe: Universe) -> bool:
    """Can these fields be compared without following references from object to object?"""
    return all(isinstance(part, _FLAT) for part in _parts(cls, names, universe))


def _parts(cls: type, names: Sequence[str], universe: Universe) -> list[Shape | None]:
    """What these fields hold, with the items of tuples; None for a field without a shape."""
    infos = universe.infos.get(cls, {})
    waiting = [infos[name].shape if name in infos else None for name in names]
    found: list[Shape | None] = []
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, TupleShape):
            waiting += shape.items
        elif isinstance(shape, UnionShape):
            waiting += shape.alternatives
        else:
            found.append(shape)
    return found


# -- named tuples


def _named_tuple_method(cls: type, name: str, names: _Names) -> str | None:
    fields: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    names["__names"] = fields
    if name in ("_replace", "__replace__"):
        return (
            "def _replace(self, /, **changes):\n"
            "    items = [changes[name] if name in changes else getattr(self, name)"
            " for name in __names]\n"
            "    made = self._make(items)\n"
            "    unexpected = [name for name in changes if name not in __names]\n"
            "    if unexpected:\n"
            "        raise __wrong(f'Got unexpected field names: {unexpected!r}')\n"
            "    return made\n"
        ).replace("__wrong", _replace_error())
    if name == "_asdict":
        entries = ", ".join(f"{field!r}: self.{field}" for field in fields)
        return f"def _asdict(self): return {{{entries}}}"
    if name == "_make":
        return (
            "def _make(cls, iterable):\n"
            "    items = tuple(iterable)\n"
            f"    if len(items) != {len(fields)}:\n"
            f"        raise TypeError(f'Expected {len(fields)} arguments, got {{len(items)}}')\n"
            "    return __new_named_tuple__(cls, *items)\n"
        )
    if name == "__getnewargs__":
        return f"def __getnewargs__(self): return {_tuple('self', fields)}"
    if name == "__repr__":
        shown = ", ".join(f"{field}={{self.{field}!r}}" for field in fields)
        return f"def __repr__(self): return type(self).__name__ + f'({shown})'"
    return None


def _replace_error() -> str:
    """What `_replace` raises for a wrong name has changed between versions of Python."""
    return "TypeError" if sys.version_info >= (3, 13) else "ValueError"
