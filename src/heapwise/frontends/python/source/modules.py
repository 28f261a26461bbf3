"""Modules of the user: which one a target names, which others it needs, and what each defines.

A module is imported once into this process, because classes and hints are read from the real
objects. `if __name__ == "__main__"` code does not run.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import FunctionType, ModuleType

from heapwise.frontends.files import instead_of_file
from heapwise.frontends.python.source import importing
from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.importing import Import, in_stdlib, is_from, shown_path
from heapwise.frontends.python.source.parsing import parse_file, stamp_of
from heapwise.frontends.python.source.suggestions import instead_of_folder, instead_of_module
from heapwise.frontends.python.source.target import Target
from heapwise.program import InputError, Position
from heapwise.testgen import stand_ins

_MOST_MODULES = 60
"""Modules of a library, or behind a target, beyond which no more are looked at."""


@dataclass(frozen=True, eq=False)
class LoadedModule:
    """A module with the source it was imported from. `path` is as a user wants to read it."""

    module: ModuleType
    path: Path
    source: str
    tree: ast.Module

    def position(self, node: ast.AST) -> Position:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        return Position(str(self.path), line, column + 1)


def load_module(target: Target) -> LoadedModule:
    """The module that `target` names, imported; raises `InputError` if that does not work."""
    path = target.path
    if path is not None and path.is_dir():
        raise InputError(f"{path} is a folder, not a Python file{instead_of_folder(path)}")
    if path is not None and not path.exists():
        raise InputError(f"there is no file {path}{instead_of_file(path)}")
    return load_file(path) if path is not None else _load_dotted(target.location)


def load_file(path: Path) -> LoadedModule:
    """A file that somebody has asked for."""
    importing.make_room(path.resolve())
    _failed().clear()
    return _load(path)


def load_needed(path: Path) -> LoadedModule:
    """A file that modules which are loaded mention: these must stay. What cannot be imported is
    tried once, however often it is mentioned."""
    error = _failed().get(path)
    if error is not None:
        raise InputError(error)
    try:
        return _load(path)
    except InputError as failure:
        _failed()[path] = str(failure)
        raise


@cache
def _failed() -> dict[Path, str]:
    """Why files that are needed could not be loaded, since somebody has asked for one."""
    return {}


def _load(path: Path) -> LoadedModule:
    source, tree = parse_file(path)
    how = importing.how_to_import(path.resolve())
    module = sys.modules.get(how.name)
    if module is None or not _is_current(module, path):
        sys.modules.pop(how.name, None)
        importing.probed(how, path)
        module = importing.import_here(how, path)
    return _loaded(module, path, source, tree)


def imported_later(loaded: LoadedModule) -> list[ModuleType]:
    """The modules of the same package, or beside this one, that functions of this one, or of others
    that it imports, import when they run. They are imported now: classes must be known before
    anything is explored."""
    home = loaded.module.__name__.partition(".")[0]
    beside = None if "." in loaded.module.__name__ else loaded.path.resolve().parent
    later: dict[ModuleType, None] = {}
    waiting, seen = [loaded], {loaded.module}
    while waiting:
        one = waiting.pop()
        for name, inside in _imports_in(one).items():
            other = _loaded_as(name) if name.partition(".")[0] == home else _loaded_in(beside, name)
            if other is not None and inside:
                later[other.module] = None
            if other is not None and other.module not in seen:
                seen.add(other.module)
                waiting.append(other)
    later.pop(loaded.module, None)
    return list(later)


def modules_behind(first: Iterable[ModuleType]) -> list[ModuleType]:
    """These modules, and those of the user's whose functions and classes they name: their classes
    may be used by what is called. Large libraries are left out."""
    found = dict.fromkeys(first)
    waiting = list(found)
    sizes = Counter(name.partition(".")[0] for name in sys.modules)
    while waiting and len(found) < _MOST_MODULES:
        for value in list(vars(waiting.pop(0)).values()):
            if not isinstance(value, type | FunctionType):
                continue
            module = _defining_module(value)
            if module is None or module in found or not is_user_code(module):
                continue
            if sizes[module.__name__.partition(".")[0]] <= _MOST_MODULES:
                found[module] = None
                waiting.append(module)
    return list(found)


@lru_cache(maxsize=1024)
def _imports_in(loaded: LoadedModule) -> dict[str, bool]:
    """The modules that it may import, by their names, and whether a function does so."""
    package = str(getattr(loaded.module, "__package__", None) or "")
    found: dict[str, bool] = {}
    waiting: deque[tuple[ast.AST, bool]] = deque([(loaded.tree, False)])
    while waiting:
        node, is_inside = waiting.popleft()
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level <= package.count(".") + 1:
            parents = package.split(".")[: package.count(".") + 2 - node.level]
            parts = [*(parents if node.level else ()), *([node.module] if node.module else ())]
            names = [".".join(parts), *(".".join([*parts, alias.name]) for alias in node.names)]
        elif isinstance(node, ast.Call):
            names = _named_import(node)
        for name in names:
            found[name] = found.get(name, False) or is_inside
        is_inside = is_inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        waiting.extend((child, is_inside) for child in ast.iter_child_nodes(node))
    return found


def _named_import(call: ast.Call) -> list[str]:
    """`import_module("package.module")`."""
    match call:
        case ast.Call(
            func=ast.Name("import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name))],
        ):
            return [name]
    return []


def _loaded_as(name: str) -> LoadedModule | None:
    """A module of the user's that is imported already, or can be because its parent is."""
    if name in sys.modules:
        return module_of(sys.modules[name])
    if name.rpartition(".")[0] not in sys.modules:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    try:
        found = load_needed(Path(spec.origin))
    except InputError:
        return None
    return found if found.module.__name__ == name else None


def _loaded_in(folder: Path | None, name: str) -> LoadedModule | None:
    """A module that is a file of this folder, or in a package there."""
    if folder is None or name.partition(".")[0] in sys.stdlib_module_names:
        return None
    place = folder.joinpath(*name.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.is_file():
            try:
                found = load_needed(file)
            except InputError:
                return None
            return found if found.module.__name__ == name else None
    return None


def module_of(thing: object) -> LoadedModule | None:
    """The module that defines a class or a function; None if it is not the user's code or its
    source is not there."""
    module = _defining_module(thing)
    if module is None or not is_user_code(module):
        return None
    path = Path(str(module.__file__))
    if not path.is_file():
        return None
    shown = shown_path(path)
    return _loaded(module, shown, *parse_file(shown))


def is_user_code(module: ModuleType | None) -> bool:
    """Whether `module` is Python source that is neither of the standard library nor of this tool.
    Installed packages count as the user's, and so do the classes of `stand_ins`."""
    file = getattr(module, "__file__", None)
    if module is None or not isinstance(file, str) or not file.endswith((".py", ".pyw")):
        return False
    top = module.__name__.partition(".")[0]
    if module is stand_ins:
        return True
    return top != "heapwise" and not (top in sys.stdlib_module_names and in_stdlib(file))


def classes_of(loaded: LoadedModule) -> list[type]:
    """The classes that the module defines, nested ones too, in the order of the source as far as
    the module's names keep it; an enclosing class comes before those inside it."""
    found: list[type] = []
    pending = list(reversed(list(vars(loaded.module).values())))
    while pending:
        value = pending.pop()
        if not is_class(value) or value in found:
            continue
        if _is_defined_in(loaded.module, value) and _defines(loaded.module, value):
            found.append(value)
            pending.extend(reversed(list(vars(value).values())))
    return found


def _is_defined_in(module: ModuleType, cls: type) -> bool:
    around = names_around(cls)
    return cls.__module__ == module.__name__ if around is None else around is vars(module)


def names_around(cls: type) -> dict[str, object] | None:
    """The globals of the module in which the class stands, as its methods tell: packages may give
    a class the name of another module. None if it has no method of its own."""
    for value in vars(cls).values():
        if (
            isinstance(value, FunctionType)
            and value.__qualname__ == f"{cls.__qualname__}.{value.__name__}"
            and not hasattr(value, "__wrapped__")
        ):
            around = value.__globals__
            module = sys.modules.get(str(around.get("__name__")))
            # Not so where a library has generated the method.
            if module is not None and vars(module) is around and is_user_code(module):
                return around
    return None


def _load_dotted(name: str) -> LoadedModule:
    path = (os.getcwd(), *importing.path_without(os.getcwd()))
    how = Import(name, "", path)
    module = sys.modules.get(name)
    if module is None:
        origin = importing.probed(how, None)
        _require_source(name, origin)
        module = importing.import_here(how, None)
    file = getattr(module, "__file__", None)
    _require_source(name, file)
    shown = shown_path(Path(str(file)))
    return _loaded(module, shown, *parse_file(shown))


def _require_source(name: str, file: object) -> None:
    if not isinstance(file, str) or not file.endswith((".py", ".pyw")):
        folder = Path(*name.split("."))
        hint = instead_of_module(name) if folder.is_dir() else ""
        raise InputError(f"the module `{name}` has no Python source to explore{hint}")


_STAMP = "__heapwise_stamp__"


def _loaded(module: ModuleType, path: Path, source: str, tree: ast.Module) -> LoadedModule:
    if not hasattr(module, _STAMP):
        setattr(module, _STAMP, stamp_of(path))
    return _one_per_module(module, path, source, tree)


_one_per_module = lru_cache(maxsize=512)(LoadedModule)


def _is_current(module: ModuleType, path: Path) -> bool:
    return is_from(module, path) and getattr(module, _STAMP, stamp_of(path)) == stamp_of(path)


def _defining_module(thing: object) -> ModuleType | None:
    if isinstance(thing, ModuleType):
        return thing
    around = names_around(thing) if isinstance(thing, type) else None
    if isinstance(thing, FunctionType) and "__wrapped__" in vars(thing):
        around = thing.__globals__  # it may have the name of another function
    name = getattr(thing, "__module__", None)
    if around is not None:
        name = str(around.get("__name__"))
    if not isinstance(name, str):
        return None
    module = sys.modules.get(name)
    if module is not None and _defines(module, thing):
        return module
    # A module of the user's whose name the standard library has is registered under another one.
    for other in list(sys.modules.values()):
        # Not `getattr`, which makes modules that are loaded when they are used load now.
        if not isinstance(other, ModuleType) or vars(other).get("__name__") != name:
            continue
        if _defines(other, thing):
            return other
    return module


def _defines(module: ModuleType, thing: object) -> bool:
    if isinstance(thing, FunctionType):
        return thing.__globals__ is vars(module)
    qualname = getattr(thing, "__qualname__", "")
    return qualname.partition(".")[0] in vars(module)
