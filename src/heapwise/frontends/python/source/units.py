"""Which parts of the user's modules a function depends on, as far as their text tells.

A unit is a function of a module, or a method of a class of one. Everything else is the rest: every
function depends on it. A function depends on the units whose names occur in its text, wherever they
are defined, in code, strings and comments; on those that the rest names, which may have run when
the modules were imported; and on what these name in turn. What nobody needs to name in order to
call it belongs to the rest: special methods, invariants, what a library calls. If names are made
while the program runs, nothing can be told.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from heapwise.contracts.conventions import INVARIANT_METHODS
from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.parsing import parse_file
from heapwise.frontends.surroundings import Parts, digest
from heapwise.program import InputError

_WORD = re.compile(r"[^\W\d]\w*")
_ODD = frozenset(
    (
        *("exec", "eval", "compile", "globals", "locals", "vars", "dir", "setattr", "delattr"),
        *("__import__", "importlib", "import_module", "inspect", "gc", "ctypes", "pickle"),
        *("__dict__", "__bases__", "__mro__", "__subclasses__", "__code__"),
        *("__globals__", "__builtins__", "__getattr__", "__getattribute__", "__set_name__"),
        *("attrgetter", "methodcaller", "get_type_hints", "settrace", "setprofile", "unittest"),
    )
)
"""Names of what reaches functions and attributes that are not named."""
_BY_NAME = frozenset(("getattr", "hasattr"))
"""Calls that name an attribute by a text: odd if that is not written there."""
_CALLED_BY_LIBRARIES = frozenset(
    (
        *("keys", "read", "readline", "readlines", "write", "writelines", "flush", "close"),
        *("fileno", "isatty", "seek", "tell", "send", "throw", "acquire", "release", "mro"),
    )
)
"""Methods of objects that stand for files, mappings, generators and locks."""
_CALLING_NOTHING = frozenset(
    (
        *("__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses"),
        *("datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "heapwise"),
        *("itertools", "json", "logging", "math", "numbers", "operator", "os", "pathlib", "random"),
        *("re", "statistics", "string", "struct", "sys", "textwrap", "threading", "time"),
        *("types", "typing", "typing_extensions", "uuid", "warnings", "weakref"),
    )
)
"""Modules that call only what they are given, special methods and `_CALLED_BY_LIBRARIES`."""
_PLAIN_DECORATORS = frozenset(
    (
        *("property", "staticmethod", "classmethod", "abstractmethod", "override", "final"),
        *("cached_property", "cache", "lru_cache", "contextmanager"),
    )
)
_ACCESSORS = frozenset(("setter", "getter", "deleter"))
_PLAIN_BASES = frozenset(
    (
        *("object", "ABC", "Generic", "Protocol", "NamedTuple", "TypedDict"),
        *("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"),
        *(
            name
            for name, value in vars(builtins).items()
            if is_class(value) and issubclass(value, BaseException)
        ),
    )
)
"""Classes that call no method of their subclasses by a name that is not special."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PLAIN_DEFAULTS = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.unaryop, ast.expr_context),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict),
)


@dataclass(frozen=True, slots=True)
class Unit:
    """`name` tells it from all others. Its lines are `first` to `last` of the file."""

    name: str
    file: str
    owner: str | None
    first: int
    last: int
    text: str
    words: frozenset[str]


@dataclass(slots=True)
class _Rest:
    """What is no unit: its `lines` in each file, its `text` and what it names."""

    lines: dict[str, list[int]] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)


class Units:
    """Of some files; see `units_of`."""

    def __init__(self, modules: Mapping[str, tuple[str, ast.Module]]) -> None:
        self.named: dict[str, list[Unit]] = {}
        self.rest = _Rest()
        self.trees = tuple(tree for _, tree in modules.values())
        self._aliases: dict[str, set[str]] = {}
        trees = {file: tree for file, (_, tree) in modules.items()}
        self._outside = frozenset(_from_outside(trees))
        self._defined = frozenset(_defined(trees.values()))
        self._classes = {
            node.name
            for tree in trees.values()
            for node in tree.body
            if isinstance(node, ast.ClassDef)
        }
        for file, (text, tree) in modules.items():
            self._note_aliases(tree)
            self._split(file, text, tree)
        self._always = self._closed(self.rest.words)

    def _note_aliases(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.alias) and node.asname is not None:
                self._aliases.setdefault(node.asname, set()).update(node.name.split("."))

    def _split(self, file: str, text: str, tree: ast.Module) -> None:
        lines = text.split("\n")
        taken: set[int] = set()
        remaining: list[ast.stmt] = []
        for node in tree.body:
            if isinstance(node, _Function) and self._is_unit(node):
                self._add(file, node, None, lines, taken)
            elif isinstance(node, ast.ClassDef):
                remaining.append(self._split_class(file, node, lines, taken))
            else:
                remaining.append(node)
        kept = [n for n, line in enumerate(lines, 1) if n not in taken and line.strip()]
        self.rest.lines[file] = kept
        # Blank lines count only inside a text, which the statements have.
        self.rest.text += [file, *(lines[n - 1] for n in kept), *map(ast.unparse, remaining)]
        self.rest.words.update(_WORD.findall(_said(remaining)))

    def _split_class(
        self,
        file: str,
        node: ast.ClassDef,
        lines: list[str],
        taken: set[int],
    ) -> ast.ClassDef:
        """What is left of it: of a method that is a unit, what it is called with."""
        left: list[ast.stmt] = []
        may_be_units = self._is_plain(node)
        for member in node.body:
            if (
                may_be_units
                and isinstance(member, _Function)
                and _is_called_by_name(member.name)
                and self._is_unit(member)
            ):
                self._add(file, member, node.name, lines, taken)
                head = _head(member)
                self.rest.text.append(f"{node.name}.{member.name} {ast.unparse(head)}")
                left.append(head)
            else:
                left.append(member)
        return ast.ClassDef(
            name="_",
            bases=node.bases,
            keywords=node.keywords,
            body=left,
            decorator_list=node.decorator_list,
        )

    def _is_plain(self, node: ast.ClassDef) -> bool:
        """Does no library call its methods?"""
        for base in node.bases:
            inner = base.value if isinstance(base, ast.Subscript) else base
            name = inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")
            if name not in self._classes | _PLAIN_BASES:
                return False
        return not node.keywords

    def _is_unit(self, node: _Function) -> bool:
        """Does nothing happen when it is defined, but that it is there? And does it import nothing?
        What is imported counts for all."""
        hints: list[ast.AST] = [node.args, *filter(None, [node.returns])]
        in_hints = (each for part in hints for each in ast.walk(part))
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        in_defaults = (each for default in defaults for each in ast.walk(default))
        return (
            all(map(self._is_plain_decorator, node.decorator_list))
            and not any(isinstance(each, ast.Call | ast.NamedExpr) for each in in_hints)
            and all(isinstance(each, _PLAIN_DEFAULTS) for each in in_defaults)
            and not any(isinstance(each, ast.Import | ast.ImportFrom) for each in ast.walk(node))
        )

    def _is_plain_decorator(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute) and node.attr in _ACCESSORS - self._defined:
            return isinstance(node.value, ast.Name)
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        return name in _PLAIN_DECORATORS - self._defined - self._outside

    def _add(
        self, file: str, node: _Function, owner: str | None, lines: list[str], taken: set[int]
    ) -> None:
        first, last = _first(node), node.end_lineno or node.lineno
        taken.update(range(first, last + 1))
        text = "\n".join(lines[first - 1 : last])
        qualname = node.name if owner is None else f"{owner}.{node.name}"
        # A text may be written in pieces, or with escapes.
        values = (getattr(each, "value", None) for each in ast.walk(node))
        said = [text, *(value for value in values if isinstance(value, str))]
        words = frozenset(word for each in said for word in _WORD.findall(each))
        known = self.named.setdefault(node.name, [])
        number = sum((each.file, each.owner) == (file, owner) for each in known)
        unit = Unit(f"{file}:{qualname}#{number}", file, owner, first, last, text, words)
        known.append(unit)
        if owner is not None and node.name.startswith("__"):
            self.named.setdefault(f"_{owner.lstrip('_')}{node.name}", []).append(unit)

    # -- questions

    def needed_by(self, name: str) -> list[Unit]:
        """All units on which those of a name depend, these among them. If a library is called that
        may call anything, it is all of them."""
        found = self._closed({name}) | self._always
        if any(unit.words & self._outside for unit in found) or self.rest.words & self._outside:
            found = {unit for units in self.named.values() for unit in units}
        return sorted(found, key=lambda unit: (unit.file, unit.first))

    def _closed(self, words: Iterable[str]) -> set[Unit]:
        found: set[Unit] = set()
        seen: set[str] = set()
        waiting = set(words)
        while waiting:
            word = waiting.pop()
            if word in seen:
                continue
            seen.add(word)
            waiting |= self._aliases.get(word, set())
            for unit in self.named.get(word, ()):
                found.add(unit)
                waiting |= unit.words - seen
        return found


def units_of(files: Iterable[str], instead: Mapping[str, str | None] = {}) -> Units | None:
    """None if names are made while the program runs. Files may have other texts `instead` of their
    own; without one, a file is not there."""
    try:
        modules = {
            file: parsed for file in files if (parsed := _text_and_tree(file, instead)) is not None
        }
    except (InputError, SyntaxError, ValueError):
        return None
    return None if any(_is_odd(tree) for _, tree in modules.values()) else Units(modules)


def _text_and_tree(file: str, instead: Mapping[str, str | None]) -> tuple[str, ast.Module] | None:
    if file not in instead:
        return parse_file(Path(file))
    text = instead[file]
    return None if text is None else (text, ast.parse(text))


def _is_odd(tree: ast.Module) -> bool:
    by_name = 0
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(name), args=[_, ast.Constant(value=str()), *_]):
                by_name -= name in _BY_NAME
            case ast.Name(name) | ast.Attribute(attr=name):
                by_name += name in _BY_NAME
                if name in _ODD:
                    return True
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name in _ODD:
                    return True
            case ast.alias(name=name):
                if not _ODD.isdisjoint(name.split(".")):
                    return True
    return by_name > 0


def _is_called_by_name(name: str) -> bool:
    is_special = name.startswith("_") and name.endswith("_")
    return not is_special and name not in _CALLED_BY_LIBRARIES and name not in INVARIANT_METHODS


def _first(node: _Function) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _head(node: _Function) -> ast.stmt:
    return ast.FunctionDef(
        name="_",
        args=node.args,
        body=[ast.Pass()],
        decorator_list=node.decorator_list,
        returns=node.returns,
        lineno=1,
    )


def _said(statements: list[ast.stmt]) -> str:
    """The text of statements of a module, without what only makes names known."""
    left: list[ast.stmt] = []
    for number, node in enumerate(statements):
        match node:
            case ast.Import() | ast.ImportFrom():
                continue
            case ast.Expr(ast.Constant(value=str())) if number == 0:
                continue
            case ast.Assign(targets=[ast.Name("__all__")]):
                continue
        left.append(node)
    return "\n".join(map(ast.unparse, left))


def _from_outside(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    """The names of what comes from libraries that may call any method."""
    for tree in trees.values():
        for node in ast.walk(tree):
            match node:
                case ast.Import(names):
                    called = [each for each in names if _may_call(each.name, trees)]
                    yield from (each.asname or each.name.partition(".")[0] for each in called)
                case ast.ImportFrom(str(module), names, level=0) if _may_call(module, trees):
                    yield from (each.asname or each.name for each in names)


def _may_call(name: str, own: Iterable[str]) -> bool:
    top = name.partition(".")[0]
    if top in _CALLING_NOTHING:
        return False
    file = getattr(sys.modules.get(name), "__file__", None)
    return not (isinstance(file, str) and str(Path(file).resolve()) in own)


def _defined(trees: Iterable[ast.Module]) -> Iterator[str]:
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.Name(name, ctx=ast.Store()):
                    yield name
                case ast.alias(asname=str(name)):
                    yield name


def assigned_attributes(units: Units) -> list[str]:
    """The statements by which attributes get values, anywhere: fields are inferred from them."""
    assigning = (ast.Assign, ast.AnnAssign, ast.AugAssign)
    return sorted(
        ast.unparse(node)
        for tree in units.trees
        for node in ast.walk(tree)
        if isinstance(node, assigning)
        and any(
            isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
            for each in ast.walk(node)
        )
    )


def parts_of(units: Units, names: Iterable[str], besides: str) -> Parts:
    """What functions of these names depend on, `besides` what is the same for all."""
    rests = units.rest.lines
    lines: dict[str, Sequence[int]] = {_rest_of(file): own for file, own in rests.items()}
    rest = digest([besides, *units.rest.text])
    digests, needed = [], []
    for name in names:
        found = units.needed_by(name)
        told = [rest]
        for unit in found:
            # A name may be given to something else too, before or after.
            before = bisect_left(rests[unit.file], unit.first)
            told += [unit.name, str(before), unit.text]
            lines[unit.name] = range(unit.first, unit.last + 1)
        digests.append(digest(told))
        needed.append(frozenset((*map(_rest_of, rests), *(unit.name for unit in found))))
    return Parts(frozenset(rests), frozenset(units.named), digests, needed, lines)


def _rest_of(file: str) -> str:
    return f"{file}:"
