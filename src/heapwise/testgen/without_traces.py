"""Modules whose runs leave nothing behind in their process, so that they can share one.

Inside the worker process. A run that only computes, and changes objects that it was given or has
made, is forgotten with these objects. That this is all that a module can do is told by its text,
and in doubt it is not: the module has functions, plain classes and constants and keeps nothing
that can be changed; it imports nothing but what is known here; of the builtins it only calls those
without effects; classes and functions are called, and never values that somebody could write to;
and nothing depends on what was in the process before, as the order of a set does, or happens at
some time later, as the end of a generator.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

_TYPING = {
    "Any", "Callable", "Final", "Generic", "Iterable", "Iterator", "Literal", "Mapping", "Optional",
    "NamedTuple", "Sequence", "TypeAlias", "TYPE_CHECKING", "TypeVar", "Union",
}  # fmt: skip
_IMPORTS: Mapping[str, set[str]] = {
    "__future__": {"annotations"},
    "typing": _TYPING,
    "collections.abc": _TYPING,
    "dataclasses": {"dataclass", "field"},
    "functools": {"total_ordering"},
    "collections": {"deque"},
}
KNOWN_MODULES = (*_IMPORTS, "math")
_DECORATORS = {"dataclass", "total_ordering", "property", "staticmethod"}
_BASES = {"object", "Generic", "NamedTuple", "Exception", "ArithmeticError", "LookupError"} | {
    "ValueError", "TypeError", "RuntimeError", "KeyError", "IndexError", "ZeroDivisionError",
}  # fmt: skip
_BUILTINS = {
    "abs", "all", "any", "bool", "bytes", "chr", "deque", "dict", "divmod", "enumerate", "filter",
    "float", "int", "isinstance", "issubclass", "len", "list", "map", "max", "min", "next", "ord",
    "pow", "range", "repr", "reversed", "round", "sorted", "str", "sum", "super", "tuple", "zip",
    "AssertionError", "NotImplementedError", "NotImplemented", "StopIteration", "OverflowError",
    "AttributeError",
} | _BASES  # fmt: skip
_SPECIAL = {
    "__init__", "__post_init__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
    "__len__", "__iter__", "__getitem__", "__setitem__", "__contains__", "__repr__", "__str__",
    "__bool__", "__add__", "__sub__", "__mul__", "__neg__", "__call__",
}  # fmt: skip
_CONTAINERS = frozenset(("list", "dict", "tuple", "deque"))
_NEVER = (
    ast.Global, ast.Import, ast.ImportFrom, ast.ClassDef, ast.AsyncFunctionDef, ast.AsyncFor,
    ast.AsyncWith, ast.Await, ast.Yield, ast.YieldFrom, ast.Set, ast.SetComp,
)  # fmt: skip


def plain_classes(source: str | bytes) -> frozenset[str] | None:
    """The classes that inputs may have for runs of functions of this module to leave nothing
    behind; None if that is not known of the module."""
    try:
        module = _Module(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError):
        return None
    return module.classes | _CONTAINERS if module.is_forgetful() else None


def is_plain(request: Mapping[str, Any], classes: frozenset[str]) -> bool:
    """Is it about a call in the module, on objects of these classes? No class, no function and
    nothing of the world is in its input."""
    objects = request["input"]["objects"]
    values = [*request["input"]["roots"].values(), *objects.values()]
    return (
        not request.get("code")
        and request.get("search") is None
        and request.get("max_steps") is None
        and all(body["class"] in classes for body in objects.values())
        and not any(map(_is_named, values))
    )


def _is_named(value: object) -> bool:
    """Is there something that stands for itself?"""
    if isinstance(value, dict):
        return "name" in value or any(map(_is_named, value.values()))
    return isinstance(value, list) and any(map(_is_named, value))


class _Module:
    def __init__(self, tree: ast.Module) -> None:
        self._body = tree.body
        self._functions = {
            each.name
            for each in ast.walk(tree)
            if isinstance(each, ast.FunctionDef)
            and "property" not in map(_name_of, each.decorator_list)
        }
        self._named = {
            each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)
        }
        classes = (each.name for each in tree.body if isinstance(each, ast.ClassDef))
        self.classes = frozenset(classes)

    def is_forgetful(self) -> bool:
        # What is known by its name here must not be something else there.
        own = self._named.union(*map(_names_given, self._body))
        return own.isdisjoint(_TAKEN) and all(map(self._is_fine_outside, self._body))

    def _is_fine_outside(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Import([ast.alias("math", None)]):
                return True
            case ast.ImportFrom(module, names, 0):
                known = _IMPORTS.get(module or "", set())
                return all(each.name in known and each.asname is None for each in names)
            case ast.FunctionDef():
                return not statement.decorator_list and self._is_fine_function(statement)
            case ast.ClassDef():
                return self._is_fine_class(statement)
        return _is_constant_statement(statement)

    def _is_fine_class(self, cls: ast.ClassDef) -> bool:
        bases = {_name_of(base) for base in cls.bases}
        if cls.keywords or not bases <= _BASES | self._named:
            return False
        if not all(
            _name_of(each) in {"dataclass", "total_ordering"} for each in cls.decorator_list
        ):
            return False
        for each in cls.body:
            match each:
                case ast.FunctionDef(name):
                    decorators = {_name_of(one) for one in each.decorator_list}
                    is_special = name.startswith("__") and name.endswith("__")
                    if is_special and name not in _SPECIAL:
                        return False
                    if not decorators <= _DECORATORS or not self._is_fine_function(each):
                        return False
                case ast.AnnAssign(value=ast.Call(ast.Name("field"), [], keywords)):
                    if not cls.decorator_list or not all(
                        _is_fine_for_field(keyword) for keyword in keywords
                    ):
                        return False
                case ast.Assign([ast.Name("__slots__")]):
                    continue
                case ast.Assign([ast.Name(name)]) if name.startswith("__"):
                    return False
                case _:
                    if not _is_constant_statement(each):
                        return False
        return True

    def _is_fine_function(self, function: ast.FunctionDef) -> bool:
        taken: set[ast.AST] = set()
        read: set[ast.AST] = set()
        for node in _code_of(function):
            if isinstance(node, _NEVER) or (
                isinstance(node, ast.FunctionDef) and node.decorator_list
            ):
                return False
            if isinstance(node, ast.arguments):
                defaults = [*node.defaults, *node.kw_defaults]
                if not all(each is None or _is_constant(each) for each in defaults):
                    return False
            taken.update(_called(node))
            if _is_view(node) and node not in read:
                return False
            read.update(_only_read(node))
            if isinstance(node, ast.Name) and not self._is_fine_name(node, node in taken):
                return False
            if isinstance(node, ast.Attribute) and not self._is_fine_attribute(node, node in taken):
                return False
        return True

    def _is_fine_name(self, node: ast.Name, is_called: bool) -> bool:
        if node.id.startswith("__"):
            return False
        if node.id in self._named or node.id in _ALL_IMPORTED:
            return is_called
        if node.id in _ALL_BUILTINS:
            return node.id in _BUILTINS
        return True

    def _is_fine_attribute(self, node: ast.Attribute, is_called: bool) -> bool:
        if node.attr.startswith("__") and not (is_called and node.attr in _SPECIAL):
            return False
        # A function that is fetched from an object may be one that somebody could write to.
        return is_called or node.attr not in self._functions


_ALL_BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
_ALL_IMPORTED = {"math"}.union(*_IMPORTS.values())
_TAKEN = _ALL_BUILTINS | _ALL_IMPORTED | {"__name__"}


def _names_given(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _code_of(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Parents before children, and without what is said about types."""
    waiting: list[ast.AST] = [function.args, *function.body]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "type_comment"):
                continue
            values = value if isinstance(value, list) else [value]
            waiting.extend(each for each in values if isinstance(each, ast.AST))


def _called(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node that are called there, or asked for as classes."""
    match node:
        case ast.Call(ast.Name("isinstance" | "issubclass") as function, [_, classes]):
            yield function
            yield from _names_in(classes)
        case ast.Call(function):
            yield function
        case ast.ExceptHandler(type=ast.expr() as classes):
            yield from _names_in(classes)
        case ast.Raise(ast.expr() as raised):
            yield raised
        case ast.MatchClass(cls):
            yield cls
        case ast.Attribute(ast.Name("math") as module, _, ast.Load()):
            yield module


def _is_view(node: ast.AST) -> bool:
    """Is it something of a dict of which a set can be computed?"""
    return isinstance(node, ast.Call) and (
        isinstance(node.func, ast.Attribute) and node.func.attr in ("keys", "items")
    )


def _only_read(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node of which it takes one item after the other."""
    match node:
        case ast.For() | ast.comprehension():
            yield node.iter
        case ast.Call(ast.Name(name), [argument]) if name in ("list", "sorted", "tuple", "len"):
            yield argument


def _names_in(classes: ast.expr) -> Iterator[ast.expr]:
    for each in ast.walk(classes):
        if isinstance(each, ast.Name):
            yield each


def _is_fine_for_field(keyword: ast.keyword) -> bool:
    if keyword.arg == "default_factory":
        return _name_of(keyword.value) in {"list", "dict", "deque"}
    return _is_constant(keyword.value)


def _is_constant_statement(statement: ast.stmt) -> bool:
    """It computes nothing, or gives a name to something that cannot be changed."""
    match statement:
        case ast.Pass() | ast.Expr(ast.Constant()) | ast.AnnAssign(value=None):
            return True
        case ast.Assign([ast.Name()], value) | ast.AnnAssign(ast.Name(), _, ast.expr() as value):
            return _is_constant(value)
        case ast.If(
            ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]), _, []
        ):
            return True
        case ast.If(ast.Name("TYPE_CHECKING"), _, []):
            return True
    return False


def _is_constant(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_constant(operand)
        case ast.BinOp(left, _, right):
            return _is_constant(left) and _is_constant(right)
        case ast.Tuple(elements):
            return all(map(_is_constant, elements))
    return False


def _name_of(node: ast.expr) -> str:
    """Of a class or decorator, without its arguments; empty if it has none."""
    if isinstance(node, ast.Call | ast.Subscript):
        return _name_of(node.func if isinstance(node, ast.Call) else node.value)
    return node.id if isinstance(node, ast.Name) else ""
