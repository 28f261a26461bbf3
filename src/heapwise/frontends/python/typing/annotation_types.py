"""Evaluates annotations: from the text of a hint to the type that it names.

Names are looked up where the annotation stands, and a name that exists only for type checkers does
not make the rest of the annotation unreadable.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType

from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.modules import is_user_code, load_needed, names_around
from heapwise.frontends.python.source.parsing import parse_file
from heapwise.program import InputError


class MissingName(type):
    """The class of stand-ins for names that are not defined at run time. They are classes, so that
    `X | None`, `list[X]` and `Optional[X]` work as usual."""

    def __getattr__(cls, name: str) -> MissingName:
        if name.startswith("__"):
            raise AttributeError(name)
        return missing_name(f"{cls.__name__}.{name}")

    def __getitem__(cls, _arguments: object) -> MissingName:
        return cls


def missing_name(name: str) -> MissingName:
    return MissingName(name, (), {})


@dataclass(frozen=True)
class Scope:
    """Where an annotation stands: the names of its module, its class, its type parameters; and the
    class that `Self` means."""

    globals: Mapping[str, object] = field(default_factory=dict)
    locals: Mapping[str, object] = field(default_factory=dict)
    owner: type | None = None

    def evaluate(self, text: str) -> object:
        """The value of an annotation that is a string; a `MissingName` for what cannot be read."""
        try:
            # Annotations are code of the module, which has been imported: nothing new can run.
            return eval(text.strip(), {"__builtins__": builtins}, _Names(self))
        except Exception as error:
            return missing_name(f"{text} ({type(error).__name__}: {error})")

    def look_up(self, name: str) -> object:
        for names in (self.locals, self.globals, vars(builtins)):
            if name in names:
                return names[name]
        if self.owner is not None and name == self.owner.__name__:
            return self.owner
        imported = _imported_for_checkers(name, self.globals)
        if imported is not None:
            return imported
        assigned = _assigned_for_checkers(name, self.globals)
        if assigned is not None:
            return self.evaluate(assigned)
        return _class_elsewhere(name, self.globals) or missing_name(name)


class _Names(dict[str, object]):
    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self._scope = scope

    def __missing__(self, name: str) -> object:
        return self._scope.look_up(name)


def scope_of_class(cls: type) -> Scope:
    locals_: dict[str, object] = {}
    # An enclosing class and the class itself may be meant by name from within.
    names: Mapping[str, object] | None = names_around(cls)
    if names is None:
        module = _module_named(cls.__module__, cls)
        names = vars(module) if module else {}
    locals_.update(_type_parameters(cls))
    hidden = ("__", "_abc")
    for enclosing in (*_enclosing(cls.__qualname__, names), cls):
        nested = {
            name: value
            for name, value in vars(enclosing).items()
            if is_class(value) and not name.startswith(hidden)
        }
        locals_.update(nested)
    return Scope(names, locals_, cls)


def scope_of_function(function: FunctionType, owner: type | None) -> Scope:
    locals_: dict[str, object] = {}
    if owner is not None:
        locals_.update(scope_of_class(owner).locals)
    locals_.update(_closure(function))
    locals_.update(_type_parameters(function))
    return Scope(function.__globals__, locals_, owner)


def _closure(function: FunctionType) -> dict[str, object]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    found: dict[str, object] = {}
    for name, cell in cells:
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return found


def _type_parameters(thing: object) -> dict[str, object]:
    if is_class(thing):
        parameters: object = vars(thing).get("__type_params__", ())
    else:
        parameters = getattr(thing, "__type_params__", ())
    # What `type` itself has under this name is an attribute of all classes.
    known = parameters if isinstance(parameters, tuple) else ()
    return {parameter.__name__: parameter for parameter in known}


def _enclosing(qualname: str, names: Mapping[str, object]) -> list[type]:
    found: list[type] = []
    for part in qualname.split(".")[:-1]:
        value = names.get(part)
        if not is_class(value):
            break
        found.append(value)
        names = vars(value)
    return found


def _module_named(name: str, cls: type) -> ModuleType | None:
    top = cls.__qualname__.partition(".")[0]
    module = sys.modules.get(name)
    if module is not None and (top in vars(module) or "<locals>" in cls.__qualname__):
        return module
    others = (other for other in list(sys.modules.values()) if _is_named(other, name))
    return next((other for other in others if top in vars(other)), module)


def _is_named(module: object, name: str) -> bool:
    return isinstance(module, ModuleType) and module.__name__ == name


def _imported_for_checkers(name: str, names: Mapping[str, object]) -> object | None:
    """What the module imports under `if TYPE_CHECKING:` as `name`, from the standard library, from
    a module that is loaded, or from a file of the same project, which is loaded then."""
    file = names.get("__file__")
    if not isinstance(file, str):
        return None
    found = _checker_imports(Path(file)).get(name)
    if found is None:
        return None
    level, origin, attribute = found
    package = str(names.get("__package__") or "")
    if level:
        parents = package.split(".")[: len(package.split(".")) - level + 1]
        origin = ".".join([*parents, *([origin] if origin else [])])
    module = sys.modules.get(origin)
    if module is None and origin.partition(".")[0] in sys.stdlib_module_names:
        with contextlib.suppress(Exception):
            module = importlib.import_module(origin)
    if module is None:
        module = _load_nearby(Path(file), package, origin)
    if module is None:
        return None
    return getattr(module, attribute, None) if attribute else module


def _assigned_for_checkers(name: str, names: Mapping[str, object]) -> str | None:
    """The expression that the module assigns to `name` under `if TYPE_CHECKING:`."""
    file = names.get("__file__")
    return _checker_assignments(Path(file)).get(name) if isinstance(file, str) else None


def _load_nearby(file: Path, package: str, origin: str) -> ModuleType | None:
    root = file.parent
    for _ in range(len(package.split(".")) if package else 0):
        root = root.parent
    place = root.joinpath(*origin.split("."))
    for candidate in (place.with_suffix(".py"), place / "__init__.py"):
        if candidate.is_file():
            with contextlib.suppress(InputError):
                return load_needed(candidate).module
    return None


@lru_cache(maxsize=256)
def _for_checkers(file: Path) -> list[ast.stmt]:
    """What stands in an `if TYPE_CHECKING:`."""
    try:
        tree = parse_file(file)[1]
    except InputError:
        return []
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    chosen = [block for block in blocks if "TYPE_CHECKING" in ast.unparse(block.test)]
    return [node for block in chosen for node in block.body]


@lru_cache(maxsize=256)
def _checker_imports(file: Path) -> dict[str, tuple[int, str, str]]:
    """The names imported there, each with level, module and attribute."""
    found: dict[str, tuple[int, str, str]] = {}
    for node in _for_checkers(file):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = (node.level, node.module or "", alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name if alias.asname else alias.name.partition(".")[0]
                found[alias.asname or top] = (0, top, "")
    return found


@lru_cache(maxsize=256)
def _checker_assignments(file: Path) -> dict[str, str]:
    """The names assigned there, each with the expression."""
    found: dict[str, str] = {}
    for node in _for_checkers(file):
        if isinstance(node, ast.Assign):
            names = [target for target in node.targets if isinstance(target, ast.Name)]
            found.update((name.id, ast.unparse(node.value)) for name in names)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = ast.unparse(node.value)
    return found


def _class_elsewhere(name: str, names: Mapping[str, object]) -> type | None:
    """A class of that name in a loaded module of the same package or folder."""
    file = names.get("__file__")
    if not isinstance(file, str):
        return None
    package = str(names.get("__name__", "")).partition(".")[0]
    folder = Path(file).parent
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType):
            continue
        found = vars(module).get(name)
        if not isinstance(found, type) or found.__module__ != module.__name__:
            continue
        near = module.__name__.partition(".")[0] == package
        if is_user_code(module) and (near or Path(str(module.__file__)).parent == folder):
            return found
    return None
