"""What code that uses a module has to import: found by the names that the code is made of.

Only the text of the code and the facts of the module are asked; whether a dotted name begins with
the name of a module, the modules that are loaded tell.
"""

from __future__ import annotations

import ast
import builtins
import collections
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from heapwise.results import Heap
from heapwise.testgen.cpython_replay import ModuleUnderTest
from heapwise.testgen.module_source import ClassFacts, ModuleFacts, read_module


@dataclass(frozen=True, slots=True)
class Needed:
    """`own` are names of the module itself, `lines` the statements that import the others."""

    own: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def needed(code: Iterable[str], facts: ModuleFacts) -> Needed:
    """What the statements use and do not define."""
    own: set[str] = set()
    lines: set[str] = set()
    for name in sorted(dotted_names(ast.parse("\n".join(code)))):
        root = name.partition(".")[0]
        if root in facts.names - facts.borrowed:
            own.add(root)
        elif root in facts.names:
            origin = facts.origins.get(root)
            if origin == f"import {root}" or (origin is None and root in sys.modules):
                lines.add(f"import {module_in(name)}")
            elif origin is None:
                own.add(root)
            else:
                lines.add(origin)
        elif hasattr(builtins, root):
            continue
        elif root in vars(collections):
            lines.add(f"from collections import {root}")
        elif root in sys.modules or root in sys.stdlib_module_names or facts.path is None:
            lines.add(f"import {module_in(name)}")
        else:
            own.add(root)  # by `from … import *`
    return Needed(tuple(sorted(own)), tuple(sorted(lines)))


def import_statements(code: Iterable[str], facts: ModuleFacts) -> list[str]:
    """Statements to execute first; those of a module that cannot be imported under its name run its
    file."""
    found = needed(code, facts)
    if not found.own or facts.path is None:
        return [*found.lines]
    name = _name_of(facts.path, len(sys.modules))
    if is_importable(name):
        return [*found.lines, f"from {name} import {', '.join(found.own)}"]
    loaded = f"import runpy; module = runpy.run_path({str(facts.path)!r})"
    return [*found.lines, loaded, *(f"{each} = module[{each!r}]" for each in found.own)]


@lru_cache(maxsize=8)
def _name_of(path: Path, loaded: int) -> str:
    """What a file is called depends on who has imported it, and so on what is loaded."""
    return ModuleUnderTest.of_file(path).name


def is_importable(module: str) -> bool:
    """Does an `import` of that name find the user's module? It may be no name at all, or that of a
    module of the standard library."""
    parts = module.split(".")
    return all(part.isidentifier() for part in parts) and parts[0] not in sys.stdlib_module_names


def module_in(name: str) -> str:
    """The longest beginning of a dotted name that is a loaded module, or else all but its end."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        prefix = ".".join(parts[:end])
        if isinstance(sys.modules.get(prefix), ModuleType):
            return prefix
    return ".".join(parts[:-1]) or name


def dotted_names(tree: ast.AST) -> set[str]:
    """The names that the code reads but does not bind, with the attributes that follow them."""
    bound = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    found = set(_dotted(tree))
    return {name for name in found if name.partition(".")[0] not in bound}


def _dotted(tree: ast.AST) -> Iterator[str]:
    pending = [tree]
    while pending:
        node = pending.pop()
        parts: list[str] = []
        inner = node
        while isinstance(inner, ast.Attribute):
            parts.insert(0, inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield ".".join([inner.id, *parts])
        else:
            pending.extend(ast.iter_child_nodes(inner))


def with_foreign_classes(facts: ModuleFacts, given: Heap) -> ModuleFacts:
    """The facts, with those of classes of other modules that the heap has objects of: they can be
    written as calls of their constructors too."""
    classes = dict(facts.classes)
    for name in {obj.class_name for obj in given.objects.values()} - set(classes):
        known = _foreign_class(name, facts)
        if known is not None:
            classes[name] = known
    return replace(facts, classes=classes)


def _foreign_class(name: str, facts: ModuleFacts) -> ClassFacts | None:
    full = name
    match facts.origins.get(name.partition(".")[0], "").split():
        case ["from", module, "import", original, *_]:
            full = ".".join([module, original, *name.split(".")[1:]])
        case ["import", module, "as", _]:
            full = ".".join([module, *name.split(".")[1:]])
    home = module_in(full)
    file = getattr(sys.modules.get(home), "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py") or not full.startswith(f"{home}."):
        return None
    return read_module(Path(file)).classes.get(full.removeprefix(f"{home}."))
