"""Where a function or class was written: the file, the syntax tree, the docstring line by line.

Nothing here is remembered but the trees of the last few texts; trees are shared and never changed.
"""

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import NamedTuple

from heapwise.program import Position

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_QUOTE = re.compile(r"[a-zA-Z]*('''|\"\"\"|'|\")")


@dataclass(frozen=True, eq=False)
class Source:
    """The text of a module, its syntax tree, and the definitions in it."""

    file: str
    lines: tuple[str, ...]
    tree: ast.Module
    functions: Mapping[tuple[str, int], FunctionNode]  # by name and first line, as in code
    classes: Mapping[str, ast.ClassDef]  # by qualified name

    def position(self, node: ast.expr | ast.stmt) -> Position:
        return Position(self.file, node.lineno, node.col_offset + 1)

    def segment(self, node: ast.expr) -> str:
        """The text of an expression, on one line."""
        return one_line(self.lines, node)

    def assigned(self, name: str) -> ast.expr | None:
        """What the module last assigns to a name at its top level."""
        for statement in reversed(self.tree.body):
            if isinstance(statement, ast.Assign):
                targets, value = statement.targets, statement.value
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                targets, value = [statement.target], statement.value
            else:
                continue
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return value
        return None

    def literal_start(self, node: ast.Constant) -> int:
        """The column (from 0) at which the text in a string literal starts, after the quotes."""
        line = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        # Columns of syntax trees count bytes of UTF-8.
        quote = _QUOTE.match(line.encode()[node.col_offset :].decode(errors="replace"))
        return node.col_offset + (quote.end() if quote else 0)


class DocLine(NamedTuple):
    """A line of a docstring: its place in the file (columns from 0), and its text."""

    line: int
    column: int
    indent: int
    text: str


def source_of(file: str) -> Source | None:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    return _parsed(file, "".join(lines)) if lines else None


@lru_cache(maxsize=16)
def _parsed(file: str, text: str) -> Source | None:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    functions: dict[tuple[str, int], FunctionNode] = {}
    classes: dict[str, ast.ClassDef] = {}
    for qualified, node in _definitions(tree):
        if isinstance(node, ast.ClassDef):
            classes[qualified] = node
        else:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            functions[node.name, first] = node
    return Source(file, tuple(text.split("\n")), tree, functions, classes)


def _definitions(tree: ast.Module) -> Iterator[tuple[str, FunctionNode | ast.ClassDef]]:
    """All functions and classes with their qualified names, in source order."""
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        prefix, node = pending.pop()
        if isinstance(node, FunctionNode | ast.ClassDef):
            yield prefix + node.name, node
            inner = "" if isinstance(node, ast.ClassDef) else "<locals>."
            prefix = f"{prefix}{node.name}.{inner}"
        parts = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
        pending.extend((prefix, child) for child in reversed(parts))


def underlying(subject: object) -> FunctionType | None:
    """The function the user wrote, below descriptors and the wrappers of decorators."""
    if isinstance(subject, staticmethod | classmethod):
        subject = subject.__func__
    elif isinstance(subject, property):
        subject = subject.fget
    elif inspect.ismethod(subject):
        subject = subject.__func__
    if not callable(subject):
        return None
    try:
        function: Callable[..., object] = inspect.unwrap(subject)
    except ValueError:  # a cycle of wrappers
        return None
    return function if isinstance(function, FunctionType) else None


def function_node(function: FunctionType) -> tuple[FunctionNode, Source] | None:
    """The definition of a function; None if it has no source (made by `exec`, a lambda, …)."""
    code = function.__code__
    source = source_of(code.co_filename)
    if source is None:
        return None
    node = source.functions.get((code.co_name, code.co_firstlineno))
    return (node, source) if node is not None else None


def class_node(cls: type) -> tuple[ast.ClassDef, Source] | None:
    """The definition of a class: the last one in its module that has its qualified name."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    source = source_of(file) if isinstance(file, str) else None
    if source is None:
        return None
    node = source.classes.get(cls.__qualname__)
    return (node, source) if node is not None else None


def docstring_lines(node: FunctionNode | ast.ClassDef, source: Source) -> tuple[DocLine, ...]:
    """The docstring, with the place of every line; empty if there is none."""
    first = node.body[0] if node.body else None
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
        return ()
    literal = first.value
    if not isinstance(literal.value, str):
        return ()
    texts = literal.value.split("\n")
    # With escapes or joined literals the lines do not correspond; the first is the best answer.
    exact = len(texts) - 1 == (literal.end_lineno or literal.lineno) - literal.lineno
    lines = [DocLine(literal.lineno, source.literal_start(literal), literal.col_offset, texts[0])]
    for number, text in enumerate(texts[1:], start=1):
        expanded = text.expandtabs()
        indent = len(expanded) - len(expanded.lstrip())
        line = literal.lineno + number if exact else literal.lineno
        lines.append(DocLine(line, 0 if exact else literal.col_offset, indent, text))
    return tuple(lines)


def one_line(lines: Sequence[str], node: ast.expr) -> str:
    """The text of a node as it was written, or printed anew if it was written on several lines.
    `ast.get_source_segment` would divide the whole text into lines for every node. Docstrings may
    have brought what a terminal would obey: it is escaped, which means the same in a text."""
    if node.end_lineno != node.lineno:
        return ast.unparse(node)
    # Columns of syntax trees count bytes of UTF-8.
    text = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    if character.isprintable() or character == "\t":
        return character
    return character.encode("unicode_escape").decode()
