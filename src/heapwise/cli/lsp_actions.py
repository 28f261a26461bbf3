"""What an editor offers to do about a finding, and the edits that do it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lsprotocol import types

from heapwise.results.checks import Finding, FunctionReport

WRITE_TEST = "heapwise.writeTest"
SHOW_HEAP = "heapwise.showHeap"
INSERT_INVARIANT = "heapwise.insertInvariant"

Action = types.CodeAction | types.Command


def data_of(name: str, finding: Finding) -> dict[str, str]:
    """What a finding of a function is recognised by."""
    return {"function": name, "rule": finding.rule, "message": finding.message}


def actions_for(
    uri: str, text: str, diagnostic: types.Diagnostic, report: FunctionReport, finding: Finding
) -> list[Action]:
    return list(_actions(uri, text, diagnostic, report, finding))


def _actions(
    uri: str, text: str, diagnostic: types.Diagnostic, report: FunctionReport, finding: Finding
) -> Iterator[Action]:
    lines = text.splitlines()
    line = diagnostic.range.start.line

    def edit(title: str, change: types.TextEdit) -> types.CodeAction:
        return types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit(changes={uri: [change]}),
        )

    own = data_of(report.name, finding)
    yield types.Command("Write a test of this function", WRITE_TEST, arguments=[uri, report.name])
    yield types.Command("Show the heap", SHOW_HEAP, arguments=[uri, own])
    wanted = precondition_of(text, report, finding)
    if wanted is not None:
        condition, change = wanted
        yield edit(f"Insert the precondition `{condition}`", change)
    owner = report.name.rpartition(".")[0]
    if owner and not _states_invariant(text, owner):
        title = f"Find and insert an invariant of {owner}"
        yield types.Command(title, INSERT_INVARIANT, arguments=[uri, owner])
    if line < len(lines):
        comment = f"  # heapwise: ignore[{finding.rule}]"
        yield edit(f"Ignore {finding.rule} here", _inserted(line, len(lines[line]), comment))


def _inserted(line: int, column: int, text: str) -> types.TextEdit:
    where = types.Position(line, column)
    return types.TextEdit(types.Range(where, where), text)


def precondition_of(
    text: str, report: FunctionReport, finding: Finding
) -> tuple[str, types.TextEdit] | None:
    """A condition under which the function does not fail so, and the edit that writes it into the
    docstring: the one that the check has found, or else that the path is not taken. None if that
    is not a condition on the arguments."""
    try:
        tree = ast.parse(text)
        condition = ast.parse(finding.unless or f"not ({finding.condition})", mode="eval")
    except (SyntaxError, ValueError):
        return None
    node = _function_at(tree, report.line)
    if node is None:
        return None
    arguments = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
    names = {each.id for each in ast.walk(condition) if isinstance(each, ast.Name)}
    has_calls = any(isinstance(each, ast.Call) for each in ast.walk(condition))
    if not finding.unless and (has_calls or not names or not names <= arguments):
        return None
    written = ast.unparse(condition)
    first = node.body[0]
    indent = " " * first.col_offset
    if ast.get_docstring(node) is None:
        return written, _inserted(first.lineno - 1, 0, f'{indent}"""pre: {written}"""\n')
    # Before the quotes that close the docstring.
    assert first.end_lineno is not None and first.end_col_offset is not None
    last = text.splitlines()[first.end_lineno - 1]
    column = len(last.encode()[: first.end_col_offset].decode()) - 3
    if not last[column:].startswith(('"""', "'''")):
        return None
    before = "" if not last[:column].strip() else f"\n{indent}"
    return written, _inserted(first.end_lineno - 1, column, f"{before}pre: {written}\n{indent}")


def _function_at(tree: ast.AST, line: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return next((each for each in functions if each.lineno <= line <= each.body[0].lineno), None)


def _class_named(text: str, name: str) -> ast.ClassDef | None:
    try:
        body: list[ast.stmt] = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    found: ast.ClassDef | None = None
    for part in name.split("."):
        found = next((x for x in body if isinstance(x, ast.ClassDef) and x.name == part), None)
        if found is None:
            return None
        body = found.body
    return found


def _states_invariant(text: str, name: str) -> bool:
    found = _class_named(text, name)
    return found is None or any(
        isinstance(each, ast.FunctionDef) and each.name == "rep_ok" for each in found.body
    )


def invariant_edit(text: str, name: str, method: str) -> types.TextEdit | None:
    """Puts a method behind all others of a class; None if the class is no longer there."""
    found = _class_named(text, name)
    if found is None or found.end_lineno is None:
        return None
    indent = " " * found.body[0].col_offset
    own = re.match(r"[ ]*", method)
    old = len(own[0]) if own is not None else 0
    lines = [f"{indent}{each[old:]}" if each.strip() else "" for each in method.splitlines()]
    last = text.splitlines()[found.end_lineno - 1]
    return _inserted(found.end_lineno - 1, len(last), "\n\n" + "\n".join(lines))
