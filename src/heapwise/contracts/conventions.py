"""Contracts that are plain code: asserts at the start of a function, a method such as `rep_ok`."""

import ast
import inspect
from collections.abc import Mapping
from typing import Final, NamedTuple

from heapwise.contracts.conditions import make_condition
from heapwise.contracts.contract import Condition
from heapwise.contracts.free_names import parameter_names
from heapwise.contracts.function_source import FunctionNode, Source, function_node, underlying
from heapwise.contracts.olds import Notation, Site

INVARIANT_METHODS: Final = (
    "rep_ok",
    "repok",
    "repOK",
    "repOk",
    "is_valid_invariant",
    "_invariant",
    "__invariant__",
)


class LeadingAsserts(NamedTuple):
    """The preconditions, and the statements of the body they are: `node.body[start:stop]`."""

    conditions: tuple[Condition, ...]
    start: int
    stop: int


def leading_asserts(
    node: FunctionNode, source: Source, scope: Mapping[str, object]
) -> LeadingAsserts:
    """The asserts that a body starts with (after the docstring), as preconditions."""
    site = Site(node.name, parameter_names(node), scope, knows_all_names=False)
    start = 1 if ast.get_docstring(node, clean=False) is not None else 0
    stop, conditions = start, []
    for statement in node.body[start:]:
        if not isinstance(statement, ast.Assert):
            break
        stop += 1
        conditions.append(
            make_condition(
                "pre",
                statement.test,
                source.segment(statement.test),
                source.position(statement.test),
                {name: name for name in site.parameters},
                site,
                Notation(),
                _message(statement),
            )
        )
    return LeadingAsserts(tuple(conditions), start, stop)


def _message(statement: ast.Assert) -> str:
    message = statement.msg
    is_text = isinstance(message, ast.Constant) and isinstance(message.value, str)
    return str(message.value) if is_text and isinstance(message, ast.Constant) else ""


def invariant_method(cls: type) -> str | None:
    """The name of the method by which a class checks itself, as `rep_ok`; None if it has none.

    It takes the object alone and says true or false: a method that is annotated otherwise, or never
    returns a value, is something else.
    """
    for name in INVARIANT_METHODS:
        member = inspect.getattr_static(cls, name, None)
        function = underlying(member)
        if function is None or isinstance(member, staticmethod | classmethod):
            continue
        parameters = list(inspect.signature(function).parameters.values())
        if not parameters or any(_is_required(parameter) for parameter in parameters[1:]):
            continue
        if _says_true_or_false(function.__annotations__, function_node(function)):
            return name
    return None


def _is_required(parameter: inspect.Parameter) -> bool:
    variadic = (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    return parameter.default is parameter.empty and parameter.kind not in variadic


def _says_true_or_false(
    annotations: Mapping[str, object], found: tuple[FunctionNode, Source] | None
) -> bool:
    if "return" in annotations:
        return annotations["return"] in (bool, "bool")
    if found is None:
        return False
    returns = (n for n in ast.walk(found[0]) if isinstance(n, ast.Return))
    return any(statement.value is not None for statement in returns)


def invariant_of_method(cls: type, name: str) -> Condition | None:
    """The condition `self.rep_ok()`."""
    member = inspect.getattr_static(cls, name)
    function = underlying(member)
    found = function_node(function) if function is not None else None
    if function is None or found is None:
        return None
    node, source = found
    text = f"self.{name}" if isinstance(member, property) else f"self.{name}()"
    expression = ast.parse(text, mode="eval").body
    for each in ast.walk(expression):
        if isinstance(each, ast.expr):
            each.lineno = each.end_lineno = node.lineno
            each.col_offset = each.end_col_offset = node.col_offset
    at = source.position(node)
    return Condition("invariant", expression, {"self": "self"}, text, at, function.__globals__)
