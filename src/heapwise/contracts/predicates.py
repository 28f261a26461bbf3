"""The functions that decorators take as conditions, and what their parameters stand for."""

import ast
import copy
import inspect
from collections import ChainMap
from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from heapwise.contracts.contract import RESULT
from heapwise.contracts.free_names import Seen, children, dotted, look_up, parameter_names, replaced
from heapwise.contracts.function_source import Source
from heapwise.contracts.olds import Notation, Site, suggestion
from heapwise.program import InputError, Position

RECEIVER = "self"
"""What the parameter of an invariant stands for, until it is attached to a method."""


class Binding(Enum):
    """How a library calls a condition."""

    BY_NAME = auto()  # its parameters are named after those of the function
    BY_NAME_OR_RESULT = auto()  # likewise, but a lone unknown parameter is the result
    AS_CALLED = (
        auto()
    )  # with the arguments of the call, or with one `_` that has them as attributes
    RESULT_ONLY = auto()
    RECEIVER = auto()


class Predicate(NamedTuple):
    """A condition as a function: `lambda x: x > 0`, or the name of one."""

    parameters: tuple[str, ...]
    defaults: Mapping[str, object]
    body: ast.expr
    text: str
    at: Position


class Bound(NamedTuple):
    """A condition whose free names are known."""

    expression: ast.expr
    names: Mapping[str, str]
    site: Site
    notation: Notation


def predicate(node: ast.expr, what: str, site: Site, source: Source, at: Position) -> Predicate:
    """Read the function that a decorator was given."""
    place = source.position(node)
    if isinstance(node, ast.Lambda):
        if node.args.vararg or node.args.kwarg:
            message = f"`{what}`: name the parameters of the condition, rather than `*` or `**`"
            raise InputError(message, place)
        text = source.segment(node.body)
        return Predicate(parameter_names(node), _defaults(node, place), node.body, text, place)
    function = look_up(dotted(node), site.globals)
    if not callable(function):
        message = f"`{what}` takes a lambda or the name of a function, not `{ast.unparse(node)}`"
        raise InputError(message, place)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        raise InputError(
            f"`{what}`: the parameters of `{ast.unparse(node)}` are unknown", at
        ) from None
    required = [p for p in signature.parameters.values() if p.default is inspect.Parameter.empty]
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in required):
        message = f"`{what}`: name the parameters of `{ast.unparse(node)}`, rather than `*` or `**`"
        raise InputError(message, place)
    call = _call(node, required)
    names = tuple(p.name for p in required)
    return Predicate(names, {}, call, ast.unparse(call), place)


def _call(function: ast.expr, parameters: list[inspect.Parameter]) -> ast.expr:
    def name(parameter: inspect.Parameter) -> ast.expr:
        return ast.Name(parameter.name, ast.Load())

    positional = [name(p) for p in parameters if p.kind is not p.KEYWORD_ONLY]
    keywords = [ast.keyword(p.name, name(p)) for p in parameters if p.kind is p.KEYWORD_ONLY]
    call = ast.Call(function, positional, keywords)
    for node in ast.walk(call):
        if isinstance(node, ast.expr | ast.keyword):
            ast.copy_location(node, function)
    return call


def _defaults(node: ast.Lambda, at: Position) -> Mapping[str, object]:
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    late = positional[len(positional) - len(arguments.defaults) :]
    pairs = [
        *zip(late, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    defaults: dict[str, object] = {}
    for argument, default in pairs:
        if default is not None:
            try:
                defaults[argument.arg] = ast.literal_eval(default)
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                message = f"the default of `{argument.arg}` in a condition must be a literal"
                raise InputError(message, at) from None
    return defaults


def bind(read: Predicate, binding: Binding, what: str, site: Site) -> Bound:
    """Say what the parameters of a condition stand for."""
    own = [name for name in read.parameters if name not in read.defaults or name in site.parameters]
    scope: Mapping[str, object] = site.globals
    constants = {name: value for name, value in read.defaults.items() if name not in own}
    if constants:
        scope = ChainMap(constants, dict(scope))
    inner = Site(site.subject, site.parameters, scope, site.knows_all_names)
    notation = Notation(old_call="old" if what == "heapwise.ensures" else None)
    if binding in (Binding.RESULT_ONLY, Binding.RECEIVER):
        if len(own) != 1:
            message = f"the condition of `{what}` takes one parameter, not {len(own)}"
            raise InputError(message, read.at)
        stands = RESULT if binding is Binding.RESULT_ONLY else RECEIVER
        return Bound(read.body, {own[0]: stands}, inner, notation)
    if binding is Binding.AS_CALLED and own == ["_"] and "_" not in site.parameters:
        expression, names = _attributes_of_underscore(read, what, site)
        return Bound(expression, names, inner, notation)
    names = {}
    has_result = what.split(".")[1] in ("ensures", "ensure")
    for index, name in enumerate(own):
        if has_result and name == "result":
            names[name] = RESULT
        elif name in site.parameters:
            names[name] = name
        elif has_result and name == "old" and what == "heapwise.ensures":
            notation = Notation(old_call="old", old_root="old")
        elif has_result and name == "OLD" and what == "icontract.ensure":
            continue
        elif binding is Binding.BY_NAME_OR_RESULT and own in ([name], [name, "old"]):
            names[name] = RESULT
        elif binding is Binding.AS_CALLED and not has_result and index < len(site.parameters):
            names[name] = site.parameters[index]
        else:
            raise InputError(_unknown(name, what, site, has_result), read.at)
    return Bound(read.body, names, inner, notation)


def _unknown(name: str, what: str, site: Site, has_result: bool) -> str:
    known = ", ".join(
        f"`{each}`" for each in (*site.parameters, *(("result",) if has_result else ()))
    )
    listed = f"; it may use {known}" if known else ""
    return (
        f"the condition of `{what}` takes `{name}`, which is not a parameter of {site.subject}"
        f"{suggestion(name, site.parameters) or listed}"
    )


def _attributes_of_underscore(
    read: Predicate, what: str, site: Site
) -> tuple[ast.expr, Mapping[str, str]]:
    """deal's `lambda _: _.x > 0`: the attributes of `_` are the arguments, and the result."""
    names: dict[str, str] = {}
    replacements: dict[int, ast.expr] = {}
    body = copy.deepcopy(read.body)
    pending = [Seen(body, frozenset())]
    while pending:
        seen = pending.pop()
        node, bound = seen
        if isinstance(node, ast.Attribute) and dotted(node)[:-1] == ("_",) and "_" not in bound:
            has_result = what == "deal.ensure"
            if node.attr == "result" and has_result:
                stands = RESULT
            elif node.attr in site.parameters:
                stands = node.attr
            else:
                raise InputError(_unknown(node.attr, what, site, has_result), read.at)
            alias = f"__{node.attr}"
            names[alias] = stands
            replacements[id(node)] = ast.copy_location(ast.Name(alias, ast.Load()), node)
        else:
            pending.extend(children(seen))
    return replaced(body, replacements), names
