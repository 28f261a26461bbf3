"""From an expression as written to a `Condition`: parsed, names bound, old values taken out."""

import ast
import builtins
import copy
import re
from collections.abc import Mapping

from heapwise.contracts.contract import RESULT, Condition, Kind
from heapwise.contracts.free_names import assigned_names, dotted, free_names, replaced, walk
from heapwise.contracts.function_source import one_line
from heapwise.contracts.olds import Extraction, Notation, Site, suggestion
from heapwise.program import InputError, Position

WHAT: Mapping[Kind, str] = {
    "pre": "precondition",
    "post": "postcondition",
    "invariant": "invariant",
}
_LINE_END = re.compile("\r\n?|\n")
_RESULT_NAMES = {"_", "__return__", "result"}
_OLD_NAMES = {"__old__", "OLD", "old"}


def parse_expression(text: str, at: Position, what: str) -> tuple[ast.expr, str]:
    """Parse a condition written as text, and print it on one line; nodes get their real places."""
    wrapped = f"({text}\n)"  # the line break ends a comment
    try:
        tree = ast.parse(wrapped, mode="eval")
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        message = f"the {what} is not a Python expression ({reason}): `{' '.join(text.split())}`"
        raise InputError(message, at) from None
    except (RecursionError, MemoryError):
        raise InputError(f"the {what} is nested too deeply", at) from None
    printed = one_line(_LINE_END.split(wrapped), tree.body)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.arg | ast.keyword):
            _shift(node, at)
    return tree.body, printed


def _shift(node: ast.expr | ast.arg | ast.keyword, at: Position) -> None:
    def column(line: int, offset: int) -> int:
        # 1 for the parenthesis put before the text, 1 because positions count from 1.
        return max(offset + at.column - 2, 0) if line == 1 else offset

    end, end_offset = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    node.col_offset = column(node.lineno, node.col_offset)
    node.end_col_offset = column(end, end_offset)
    node.lineno, node.end_lineno = node.lineno + at.line - 1, end + at.line - 1


def condition_from_text(
    kind: Kind,
    text: str,
    at: Position,
    site: Site,
    notation: Notation,
    results: tuple[str, ...] = (),
    description: str = "",
) -> Condition:
    """A condition written as text; the parameters (after the call, the result too) are in scope."""
    expression, printed = parse_expression(text, at, f"{WHAT[kind]} of {site.subject}")
    names = {name: name for name in site.parameters}
    if kind == "post":
        names |= dict.fromkeys(results, RESULT)
    if "implies" not in names and "implies" not in site.globals:
        expression = _with_implications(expression, at)
    return make_condition(kind, expression, printed, at, names, site, notation, description)


def _with_implications(expression: ast.expr, at: Position) -> ast.expr:
    """PEP 316's `implies(p, q)`, which needs no import, as `not p or q`: q matters only if p."""
    found: dict[int, ast.expr] = {}
    for node, bound in walk(expression):
        if isinstance(node, ast.Call) and dotted(node.func) == ("implies",):
            if "implies" in bound or len(node.args) != 2 or node.keywords:
                continue
            premise = ast.copy_location(ast.UnaryOp(ast.Not(), node.args[0]), node)
            found[id(node)] = ast.copy_location(ast.BoolOp(ast.Or(), [premise, node.args[1]]), node)
    try:
        return replaced(expression, found) if found else expression
    except RecursionError:
        raise InputError("the condition is nested too deeply", at) from None


def make_condition(
    kind: Kind,
    expression: ast.expr,
    text: str,
    at: Position,
    names: Mapping[str, str],
    site: Site,
    notation: Notation,
    description: str = "",
) -> Condition:
    """The condition that an expression means; `names` says what its free names stand for."""
    extraction = Extraction(names, site, notation if kind == "post" else Notation(), at)
    try:
        expression = extraction.run(copy.deepcopy(expression))
    except RecursionError:
        raise InputError(f"the {WHAT[kind]} of {site.subject} is nested too deeply", at) from None
    olds = tuple(extraction.olds)
    if olds and kind != "post":
        _refuse_result_or_old(kind, "old", at, site)
    used = free_names(expression).union(*(free_names(each.expression) for each in olds))
    bound = {name: stands for name, stands in extraction.names.items() if name in used}
    own = assigned_names(expression) | {each.name for each in olds}
    _check_names(kind, used - own - bound.keys(), at, site)
    return Condition(kind, expression, bound, text, at, site.globals, olds, description)


def _check_names(kind: Kind, names: frozenset[str], at: Position, site: Site) -> None:
    """A name that means nothing would fail on every path; say so where it was written."""
    for name in sorted(names):
        if name in site.globals or hasattr(builtins, name):
            continue
        if name in _RESULT_NAMES | _OLD_NAMES:
            _refuse_result_or_old(kind, name, at, site)
        if site.knows_all_names:
            known = (*site.parameters, *site.globals)
            raise InputError(
                f"the {WHAT[kind]} of {site.subject} uses `{name}`, which is neither a parameter "
                f"nor a name of the module{suggestion(name, known)}",
                at,
            )


def _refuse_result_or_old(kind: Kind, name: str, at: Position, site: Site) -> None:
    subject = f"the {WHAT[kind]} of {site.subject}"
    if kind == "post":
        what = "result" if name in _RESULT_NAMES else "old value"
        raise InputError(
            f"{subject} uses `{name}`, which does not name the {what} in this notation: "
            "docstrings have `_` and `__old__.x`, decorators `result` and `old(x)`, "
            "icontract `OLD.x`",
            at,
        )
    raise InputError(
        f"{subject} uses `{name}`; only a postcondition has a result and old values", at
    )
