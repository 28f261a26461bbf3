"""Functions of the user: their live objects together with their syntax trees and hints.

A function object and its tree are matched by the line of its code and its name, so that only what
is really there counts: the last of several definitions, the branch of an `if` that ran. Decorators
that keep `__wrapped__` are looked through.
"""

from __future__ import annotations

import ast
import contextlib
import enum
import functools
import inspect
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, MethodDescriptorType, MethodType
from typing import Literal

from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.modules import LoadedModule, classes_of, module_of
from heapwise.frontends.python.typing.annotation_types import Scope, scope_of_function
from heapwise.frontends.python.typing.documented_types import documented_type
from heapwise.frontends.python.typing.hints import (
    ANY_SHAPE,
    BOOL_SHAPE,
    FLOAT_SHAPE,
    INT_SHAPE,
    NONE_SHAPE,
    STR_SHAPE,
    ClassShape,
    DictShape,
    ListShape,
    MissingHint,
    OpaqueShape,
    Shape,
    UnknownShape,
    shape_of,
    unite,
)
from heapwise.frontends.python.typing.learned_types import learned_type
from heapwise.frontends.suggesting import suggest
from heapwise.program import InputError, Position

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Kind = Literal["function", "method", "staticmethod", "classmethod", "property"]

_CALLABLES = (type, FunctionType, BuiltinFunctionType, MethodDescriptorType)
_MOST_CLOSURES = 20
_COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """`shape` is that of the value which the name is bound to: a tuple for `*args`, a dict for
    `**kwargs`. `kind` is as in `inspect.Parameter`. If it has no hint, `told` is who else tells the
    shape; if nobody does and its default is a function or a class, it `keeps_default` and is no
    input."""

    name: str
    shape: Shape
    kind: inspect._ParameterKind
    has_default: bool
    told: str = ""
    keeps_default: bool = False


@dataclass(frozen=True)
class FunctionInfo:
    """`function` is the plain function behind decorators, properties and static methods; the setter
    of a property is a `property` with two parameters. `returns` is None without a hint."""

    name: str
    qualname: str
    function: FunctionType
    node: FunctionNode
    kind: Kind
    owner: type | None
    parameters: tuple[ParameterInfo, ...]
    returns: Shape | None
    at: Position
    is_generator: bool


def functions_of(loaded: LoadedModule) -> list[FunctionInfo]:
    """The functions and methods that the module defines, in the order of the source."""
    return list(_functions_of(loaded))


def function_named(loaded: LoadedModule, qualname: str) -> FunctionInfo:
    """The function or method of that name; a property is meant by its getter."""
    known = {info.qualname: info for info in reversed(functions_of(loaded))}
    found = known.get(qualname)
    if found is None:
        raise InputError(f"{loaded.path} has no function `{qualname}`{suggest(qualname, known)}")
    return found


def info_of(function: object) -> FunctionInfo | None:
    """What is known about a function met while the program runs (also a bound method, a property, a
    closure, a lambda); None if there is no source: builtins, generated methods."""
    plain = plain_function(function)
    return None if plain is None else _info_of(plain)


def own_info(function: FunctionType) -> FunctionInfo | None:
    """As `info_of`, but of the function itself, whatever it says to wrap."""
    name = function.__globals__.get("__name__")
    module = sys.modules.get(name) if isinstance(name, str) else None
    if module is None or vars(module) is not function.__globals__:
        return _info_of(function)
    loaded = module_of(module)
    node = None if loaded is None else _node_of(function.__code__, loaded)
    if loaded is None or node is None:
        return None
    return _info(loaded, function, node, owner_of(function))


@lru_cache(maxsize=2048)
def _info_of(function: FunctionType) -> FunctionInfo | None:
    loaded = module_of(function)
    if loaded is None:
        return None
    node = _node_of(function.__code__, loaded)
    return None if node is None else _info(loaded, function, node, owner_of(function))


def plain_function(function: object) -> FunctionType | None:
    """The Python function behind a bound method, a descriptor or a decorator."""
    for _ in range(100):  # a chain of decorators; a cycle must end
        if isinstance(function, property):
            function = function.fget
        elif isinstance(function, functools.cached_property):
            function = function.func
        elif isinstance(function, staticmethod | classmethod | MethodType):
            function = function.__func__
        elif not is_class(function) and _keeps_wrapped(function):
            function = getattr(function, "__wrapped__", None)
        else:
            break
    return function if isinstance(function, FunctionType) else None


def _keeps_wrapped(function: object) -> bool:
    """Without running code: what is loaded when it is used would be loaded by `hasattr`. A function
    that captures nothing has only the name and the documentation of another, say of the method that
    it overrides."""
    if isinstance(function, FunctionType) and set(function.__code__.co_freevars) <= {"__class__"}:
        return False
    return inspect.getattr_static(function, "__wrapped__", None) is not None


def decorated_member(info: FunctionInfo) -> object | None:
    """What a caller gets under the name of a function that is decorated; None if that is the
    function itself. A context manager is explored as the generator function that it is made of."""
    names = vars(info.owner) if info.owner is not None else info.function.__globals__
    name = info.name
    if info.owner is not None and name.startswith("__") and not name.endswith("__"):
        name = f"_{info.owner.__name__.lstrip('_')}{name}"
    member = names.get(name)
    if isinstance(member, property):
        parts = (member.fget, member.fset, member.fdel)
        member = next((part for part in parts if plain_function(part) is info.function), None)
    elif isinstance(member, functools.cached_property):
        member = member.func
    elif isinstance(member, staticmethod | classmethod):
        member = member.__func__
    if member is info.function or _function_behind(member, info.qualname) is not info.function:
        return None
    around = getattr(member, "__globals__", None)
    return None if around is vars(contextlib) else member


def callee_of(info: FunctionInfo) -> str:
    """What a replay calls: the class for a constructor, `Tree.size.fset` for an accessor."""
    if info.owner is not None and info.name == "__init__":
        return info.owner.__qualname__
    accessor = _accessor(info)
    return f"{info.qualname}.{accessor}" if accessor else info.qualname


def name_of(info: FunctionInfo) -> str:
    """Its qualified name; of what sets or deletes a property, as its decorator has it:
    `Tree.size.setter`."""
    words = {"fset": ".setter", "fdel": ".deleter", None: ""}
    return info.qualname + words[_accessor(info)]


def _accessor(info: FunctionInfo) -> str | None:
    """`fset` or `fdel`, if it is that of a property."""
    member = vars(info.owner).get(info.name) if info.owner is not None else None
    if isinstance(member, property):
        for accessor, part in (("fset", member.fset), ("fdel", member.fdel)):
            if part is not None and plain_function(part) is info.function:
                return accessor
    return None


def owner_of(function: FunctionType) -> type | None:
    """The class in whose body the function stands; None if that cannot be found by its name."""
    path = function.__qualname__.split(".")[:-1]
    found: object = None
    names: Mapping[str, object] = function.__globals__
    for part in path:
        found = names.get(part)
        if not isinstance(found, type):
            break
        names = vars(found)
    if isinstance(found, type) and _has_function(found, function):
        return found
    if "__wrapped__" not in vars(function):
        return None
    # It has the name of another: only the classes themselves tell.
    loaded = module_of(function)
    classes = classes_of(loaded) if loaded is not None else []
    return next((cls for cls in classes if _has_function(cls, function)), None)


def _has_function(cls: type, function: FunctionType) -> bool:
    return any(
        function in _plain_functions(member, _path(cls, name)) for name, member in vars(cls).items()
    )


# ---------------------------------------------------------------------------- finding them


@lru_cache(maxsize=256)
def _functions_of(loaded: LoadedModule) -> tuple[FunctionInfo, ...]:
    found: list[FunctionInfo] = []
    seen: set[int] = set()
    for owner, name, member in _members(loaded):
        for plain in _plain_functions(member, _path(owner, name)):
            node = _node_of(plain.__code__, loaded)
            if node is None or id(node) in seen or plain.__globals__ is not vars(loaded.module):
                continue
            if isinstance(node, ast.Lambda):
                continue
            seen.add(id(node))
            found.append(_info(loaded, plain, node, owner))
    return tuple(sorted(found, key=lambda info: (info.at.line, info.at.column)))


def _members(loaded: LoadedModule) -> Iterator[tuple[type | None, str, object]]:
    """What stands in the module and in the classes that it defines, with the class and its name. A
    method of some object that the module has a name for is that of its class."""
    # A hint may load another module meanwhile.
    for name, value in list(vars(loaded.module).items()):
        if not isinstance(value, MethodType):
            yield None, name, value
    for cls in classes_of(loaded):
        for name, value in list(vars(cls).items()):
            yield cls, name, value


def _path(owner: type | None, name: str) -> str:
    return name if owner is None else f"{owner.__qualname__}.{name}"


def _plain_functions(member: object, path: str) -> list[FunctionType]:
    parts = (member.fget, member.fset, member.fdel) if isinstance(member, property) else (member,)
    plain = (_function_behind(part, path) for part in parts)
    return [function for function in plain if function is not None]


def _function_behind(member: object, path: str) -> FunctionType | None:
    """The plain function of what stands under the path. A decorator that does not tell what it
    wraps has made a closure, in which the function with that path is."""
    plain = plain_function(member)
    waiting = [] if plain is None or plain.__qualname__ == path else [plain]
    for _ in range(_MOST_CLOSURES):
        if not waiting:
            break
        for cell in waiting.pop().__closure__ or ():
            with contextlib.suppress(ValueError):  # nothing is in it yet
                if isinstance(cell.cell_contents, FunctionType):
                    if cell.cell_contents.__qualname__ == path:
                        return cell.cell_contents
                    waiting.append(cell.cell_contents)
    return plain


@lru_cache(maxsize=256)
def _index(loaded: LoadedModule) -> Mapping[tuple[int, str], list[FunctionNode]]:
    index: dict[tuple[int, str], list[FunctionNode]] = {}
    for node in ast.walk(loaded.tree):
        if isinstance(node, ast.Lambda):
            index.setdefault((node.lineno, "<lambda>"), []).append(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # The code of a decorated function begins at its first decorator.
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            index.setdefault((first, node.name), []).append(node)
    return index


def _node_of(code: CodeType, loaded: LoadedModule) -> FunctionNode | None:
    # Generated code (of a dataclass) has lines too, but not of this file. Some modules of the
    # standard library (`posixpath`) are part of the interpreter, which also has their source.
    module = loaded.module
    if code.co_filename not in (module.__file__, f"<frozen {module.__name__}>"):
        return None
    candidates = _index(loaded).get((code.co_firstlineno, code.co_name), [])
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    # Several lambdas on one line: the innermost around the code's own columns.
    around = [node for node in candidates if _is_around(node, code)]
    return min(around, key=_extent, default=None)


def _is_around(node: FunctionNode, code: CodeType) -> bool:
    body = node.body if isinstance(node, ast.Lambda) else node
    begin = (body.lineno, body.col_offset)
    end = (body.end_lineno or body.lineno, body.end_col_offset or 0)
    # The first instructions have no columns, or the whole lambda's.
    places = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if line and end_line and column is not None and end_column is not None
        if (line, column) != (end_line, end_column) and (end_line, end_column) != (line, 0)
    ]
    return bool(places) and all(begin <= start and stop <= end for start, stop in places)


def _extent(node: FunctionNode) -> tuple[int, int]:
    lines = (node.end_lineno or node.lineno) - node.lineno
    return lines, (node.end_col_offset or 0) - node.col_offset


# ---------------------------------------------------------------------------- describing them


def _info(
    loaded: LoadedModule, function: FunctionType, node: FunctionNode, owner: type | None
) -> FunctionInfo:
    kind = _kind(function, owner)
    at = loaded.position(node)
    scope = scope_of_function(function, owner)
    hint = function.__annotations__.get("return", inspect.Signature.empty)
    name, qualname = function.__name__, function.__qualname__
    if owner is not None and "__wrapped__" in vars(function) and not isinstance(node, ast.Lambda):
        # It may have the name of the function that it stands for.
        name, qualname = node.name, f"{owner.__qualname__}.{node.name}"
    return FunctionInfo(
        name,
        qualname,
        function,
        node,
        kind,
        owner,
        _parameters(loaded, function, node, kind, scope),
        None if hint is inspect.Signature.empty else shape_of(hint, owner, scope=scope),
        at,
        inspect.isgeneratorfunction(function),
    )


def _kind(function: FunctionType, owner: type | None) -> Kind:
    if owner is None:
        return "function"
    for name, member in vars(owner).items():
        if function not in _plain_functions(member, _path(owner, name)):
            continue
        if isinstance(member, staticmethod):
            return "staticmethod"
        if isinstance(member, classmethod):
            return "classmethod"
        if isinstance(member, property | functools.cached_property):
            return "property"
    if function.__name__ == "__new__":
        return "staticmethod"
    return "method"


def _parameters(
    loaded: LoadedModule, function: FunctionType, node: FunctionNode, kind: Kind, scope: Scope
) -> tuple[ParameterInfo, ...]:
    signature = inspect.Signature.from_callable(function, follow_wrapped=False)
    places = {argument.arg: argument for argument in _arguments(node.args)}
    kinds = [each.kind for each in signature.parameters.values()]
    found: list[ParameterInfo] = []
    for number, parameter in enumerate(signature.parameters.values()):
        has_default = parameter.default is not inspect.Parameter.empty
        told = ""
        if "__wrapped__" in vars(function):  # it has the annotations of another, too
            own = places[parameter.name].annotation if parameter.name in places else None
            hint = inspect.Parameter.empty if own is None else ast.unparse(own)
            parameter = parameter.replace(annotation=hint)
        if parameter.annotation is not inspect.Parameter.empty:
            whole = parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
            shape = shape_of(parameter.annotation, scope.owner, scope=scope, of_parameter=whole)
            if parameter.default is None:
                shape = unite((shape, NONE_SHAPE))
        elif number == 0 and scope.owner is not None and kind != "staticmethod":
            shape = _receiver(scope.owner, kind)
        elif number == 1 and scope.owner is not None and function.__name__ in _COMPARISONS:
            shape = shape_of(scope.owner)
        else:
            at = loaded.position(places.get(parameter.name, node))
            found_elsewhere, told = _told_elsewhere(parameter, function, scope)
            shape = found_elsewhere or _missing(parameter.name, function, at)
        compares = number == 1 and function.__name__ in _COMPARISONS
        if compares and scope.owner is not None and isinstance(shape, OpaqueShape):
            # `other: object` is most often another object of the class.
            shape = unite((shape_of(scope.owner), shape))
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            shape = ListShape("tuple", shape)
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            shape = DictShape("dict", STR_SHAPE, shape)
        keeps = isinstance(shape, MissingHint) and _may_keep_default(parameter, kinds)
        found.append(ParameterInfo(parameter.name, shape, parameter.kind, has_default, told, keeps))
    return tuple(found)


def _may_keep_default(
    parameter: inspect.Parameter, kinds: Sequence[inspect._ParameterKind]
) -> bool:
    """Is its default a function or a class, and can a call leave it out?"""
    is_callable = isinstance(parameter.default, _CALLABLES)
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    follows = inspect.Parameter.VAR_POSITIONAL in kinds
    left_out = parameter.kind is inspect.Parameter.KEYWORD_ONLY or not follows
    is_empty = parameter.default is inspect.Parameter.empty
    return is_callable and not is_empty and parameter.kind in by_name and left_out


def _receiver(owner: type, kind: Kind) -> Shape:
    if kind == "classmethod":
        return UnknownShape(f"it is the class {owner.__qualname__} itself, not an input")
    shape = shape_of(owner)
    return ClassShape(owner) if isinstance(shape, OpaqueShape) else shape


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    extra = [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra]


def _told_elsewhere(
    parameter: inspect.Parameter, function: FunctionType, scope: Scope
) -> tuple[Shape | None, str]:
    """What tells the type of a parameter that has no hint, and who."""
    owner = scope.owner
    texts: list[tuple[object | None, str]] = [
        (learned_type(function, parameter.name), "runs have shown it")
    ]
    documents = [function.__doc__]
    if owner is not None and function.__name__ == "__init__":
        documents.append(owner.__doc__)
    texts += [(documented_type(each, parameter.name), "its docstring says") for each in documents]
    # What is told elsewhere may speak of `typing`, which the module need not know.
    around = replace(scope, globals={"typing": typing, **scope.globals})
    for text, who in texts:
        shape = None if text is None else shape_of(text, owner, scope=around)
        if shape is not None and not isinstance(shape, UnknownShape):
            if parameter.default is None:
                shape = unite((shape, NONE_SHAPE))
            return shape, who
    return _from_default(parameter), ""


def _from_default(parameter: inspect.Parameter) -> Shape | None:
    shapes: dict[type, Shape] = {
        bool: BOOL_SHAPE,
        int: INT_SHAPE,
        float: FLOAT_SHAPE,
        str: STR_SHAPE,
        list: ListShape("list", ANY_SHAPE),
        tuple: ListShape("tuple", ANY_SHAPE),
        set: ListShape("set", ANY_SHAPE),
        frozenset: ListShape("frozenset", ANY_SHAPE),
        dict: DictShape("dict", ANY_SHAPE, ANY_SHAPE),
    }
    if isinstance(parameter.default, enum.Enum):
        return shape_of(type(parameter.default))
    return shapes.get(type(parameter.default))


def _missing(name: str, function: FunctionType, at: Position) -> Shape:
    return MissingHint(
        f"the parameter `{name}` of {function.__qualname__} has no type hint: write `{name}: int`"
        f" (or what it is), {at.file}:{at.line}"
    )
