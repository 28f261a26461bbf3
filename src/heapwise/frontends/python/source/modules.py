"""Modules of the user: finding, probing, importing and parsing them.

A module is imported once into this process, because classes and hints are read from the real
objects; but first a child process with limits imports it (`probe`), so that what could hurt the
tool happens there and becomes an `InputError`. `if __name__ == "__main__"` code does not run.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import FunctionType, ModuleType

from heapwise.frontends.files import instead_of_file, read_source
from heapwise.frontends.noted_reads import Reads, noted
from heapwise.frontends.python.source import probe
from heapwise.frontends.python.source.import_watch import watched
from heapwise.frontends.python.source.outline import no_module
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


@dataclass(frozen=True, slots=True)
class _Import:
    """How a module has to be imported; `file` is empty if `name` is found on `path`."""

    name: str
    file: str
    path: tuple[str, ...]


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
    _make_room(path.resolve())
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
    how = _how_to_import(path.resolve())
    module = sys.modules.get(how.name)
    if module is None or not _is_current(module, path):
        sys.modules.pop(how.name, None)
        _probe(how, path)
        module = _import_here(how, path)
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
    inside = {
        node
        for function in ast.walk(loaded.tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)
    }
    found: dict[str, bool] = {}
    for node in ast.walk(loaded.tree):
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
            found[name] = found.get(name, False) or node in inside
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
    shown = _shown_path(path)
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
    return top != "heapwise" and not (top in sys.stdlib_module_names and _in_stdlib(file))


def classes_of(loaded: LoadedModule) -> list[type]:
    """The classes that the module defines, nested ones too, in the order of the source as far as
    the module's names keep it; an enclosing class comes before those inside it."""
    found: list[type] = []
    pending = list(reversed(list(vars(loaded.module).values())))
    while pending:
        value = pending.pop()
        if not isinstance(value, type) or value in found:
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


# ---------------------------------------------------------------------------- parsing


def parse_file(path: Path) -> tuple[str, ast.Module]:
    """Text and tree of a source file; parsed once for as long as the file does not change."""
    try:
        stamp = _stamp(path)
    except (OSError, ValueError):
        stamp = ""
    return _parsed(path, stamp)


@lru_cache(maxsize=512)
def _parsed(path: Path, _stamp: str) -> tuple[str, ast.Module]:
    source = _decoded(path)
    try:
        return source, ast.parse(source, str(path))
    except SyntaxError as error:
        at = Position(str(path), error.lineno or 1, max(error.offset or 1, 1))
        raise InputError(f"{error.msg}{_newer_syntax(source, at.line)}", at) from error
    except ValueError as error:  # a null byte
        raise InputError(f"{path} is not Python source: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise InputError(f"{path} is nested too deeply for Python's parser") from error


def _decoded(path: Path) -> str:
    """The text; a file may declare an encoding other than UTF-8 in its first lines."""
    try:
        return importlib.util.decode_source(path.read_bytes())
    except (OSError, ValueError, SyntaxError, LookupError):
        return read_source(path)


_TYPE_PARAMETERS = re.compile(r"\s*(class|def|async\s+def)\s+\w+\s*\[|\s*type\s+\w+[^=]*=")


def _newer_syntax(source: str, line: int) -> str:
    text = [*source.splitlines(), ""][line - 1]
    if sys.version_info < (3, 12) and _TYPE_PARAMETERS.match(text):
        version = ".".join(map(str, sys.version_info[:2]))
        return f" (type parameters need Python 3.12; this is {version}: install Heapwise there)"
    return ""


# ---------------------------------------------------------------------------- importing


def _how_to_import(file: Path) -> _Import:
    """As a member of its package if it is in one, else under its stem; `file` is absolute."""
    root, parts = file.parent, [file.stem]
    while (root / "__init__.py").is_file() and root != root.parent:
        parts.insert(0, root.name)
        root = root.parent
    path = (str(root), *_without(str(root)))
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    name = ".".join(parts)
    if len(parts) > 1 and all(part.isidentifier() for part in parts) and not _is_taken(parts, root):
        return _Import(name, "", path)
    present = sys.modules.get(name)
    if name in sys.stdlib_module_names or (present and not _is_from(present, file)):
        name = _own_name(name, file)
    return _Import(name, str(file), path)


def _is_taken(parts: Sequence[str], root: Path) -> bool:
    """Whether another package of this name is there already, or one of the standard library."""
    present = sys.modules.get(parts[0])
    own = root / parts[0] / "__init__.py"
    return parts[0] in sys.stdlib_module_names or (
        present is not None and not _is_from(present, own)
    )


def _own_name(name: str, file: Path) -> str:
    """A name that no other module has: two files may have the same stem."""
    return f"{name}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"


def _without(directory: str) -> list[str]:
    return [entry for entry in sys.path if entry and entry != directory]


def _load_dotted(name: str) -> LoadedModule:
    path = (os.getcwd(), *_without(os.getcwd()))
    how = _Import(name, "", path)
    module = sys.modules.get(name)
    if module is None:
        origin = _probe(how, None)
        _require_source(name, origin)
        module = _import_here(how, None)
    file = getattr(module, "__file__", None)
    _require_source(name, file)
    shown = _shown_path(Path(str(file)))
    return _loaded(module, shown, *parse_file(shown))


def _require_source(name: str, file: object) -> None:
    if not isinstance(file, str) or not file.endswith((".py", ".pyw")):
        folder = Path(*name.split("."))
        hint = instead_of_module(name) if folder.is_dir() else ""
        raise InputError(f"the module `{name}` has no Python source to explore{hint}")


def _import_here(how: _Import, path: Path | None) -> ModuleType:
    before = set(sys.modules)
    reads = Reads()
    import_reads().append(reads)
    try:
        with noted(reads), watched(reads):
            module = probe.import_module(how.name, how.file, how.path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = probe.describe_failure(error, str(path or ""))
        raise _import_error(how, path, failure) from error
    _set_aside_shadows(before)
    _imported_here().update(
        {name: sys.modules[name] for name in set(sys.modules) - before if name in sys.modules}
    )
    return module


@cache
def import_reads() -> list[Reads]:
    """What was opened in this process while modules of the user were imported, for each import that
    was asked for."""
    return []


@cache
def _imported_here() -> dict[str, ModuleType]:
    """Modules that were imported for the user's sake, by the names that they had then."""
    return {}


def _make_room(file: Path) -> None:
    """Modules that an earlier target has imported are no longer in the way of what this file may
    import from its own folder: two folders may have modules of the same name."""
    root = file.parent
    while (root / "__init__.py").is_file() and root != root.parent:
        root = root.parent
    for top in [entry.removesuffix(".py") for entry in os.listdir(root)]:
        module = sys.modules.get(top)
        if module is None or _imported_here().get(top) is not module or root / f"{top}.py" == file:
            continue
        other = getattr(module, "__file__", None)
        if isinstance(other, str) and str(root) not in (
            os.path.dirname(other),
            os.path.dirname(os.path.dirname(other)),
        ):
            for name in [each for each in sys.modules if each.partition(".")[0] == top]:
                if _imported_here().get(name) is sys.modules[name]:
                    del sys.modules[name]


def _set_aside_shadows(before: set[str]) -> None:
    """A `queue.py` of the user's must not stand in for the standard library's here."""
    for name in set(sys.modules) - before:
        module = sys.modules[name]
        file = getattr(module, "__file__", None)
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names and isinstance(file, str) and not _in_stdlib(file):
            del sys.modules[name]
            sys.modules[_own_name(name, Path(file).resolve())] = module


def _probe(how: _Import, path: Path | None) -> object:
    """Import the module in a child process; the file it came from, as the child reports it."""
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-P", probe.__file__, str(report), how.name, how.file, *how.path]
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        shown = path or how.name
        try:
            end = _exit_text(child.wait(probe.PATIENCE * probe.SECONDS))
        except subprocess.TimeoutExpired:
            end = _TOO_LONG
        finally:
            _end(child)
        if end == _TOO_LONG:
            raise InputError(
                f"importing {shown} did not finish within {probe.SECONDS} s: put what it does on"
                ' import under `if __name__ == "__main__":`'
            )
        try:
            outcome = json.loads(report.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise InputError(
                f"importing {shown} ended the interpreter ({end}): put what it does on"
                ' import under `if __name__ == "__main__":`'
            ) from None
    if "error" in outcome:
        raise _import_error(how, path, outcome)
    return outcome["origin"]


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child, if it still runs, and whatever it started."""
    if child.poll() is not None:
        return
    if hasattr(os, "killpg"):
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.wait()


_TOO_LONG = "SIGXCPU"


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _import_error(how: _Import, path: Path | None, failure: dict[str, object]) -> InputError:
    error, file, line = str(failure["error"]), str(failure["file"]), int(str(failure["line"]))
    shown = str(path) if path else how.name
    if path is None and error.startswith("ModuleNotFoundError") and f"'{how.name}'" in error:
        return no_module(how.name)
    if error.startswith("SystemExit"):
        error += ' (put what it does under `if __name__ == "__main__":`)'
    if not file or not line:
        return InputError(f"importing {shown} failed: {error}")
    if path and Path(file).resolve() == path.resolve():
        place = shown
    else:
        place = str(_shown_path(Path(file)))
    return InputError(
        f"importing {shown} failed: {error}", Position(place, line, int(str(failure["column"])))
    )


# ---------------------------------------------------------------------------- what is loaded


_STAMP = "__heapwise_stamp__"


def _loaded(module: ModuleType, path: Path, source: str, tree: ast.Module) -> LoadedModule:
    if not hasattr(module, _STAMP):
        setattr(module, _STAMP, _stamp(path))
    return _one_per_module(module, path, source, tree)


_one_per_module = lru_cache(maxsize=512)(LoadedModule)


def _is_current(module: ModuleType, path: Path) -> bool:
    return _is_from(module, path) and getattr(module, _STAMP, _stamp(path)) == _stamp(path)


def _stamp(path: Path) -> str:
    status = path.stat()
    return f"{path.resolve()}:{status.st_mtime_ns}:{status.st_size}"


def _is_from(module: ModuleType, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).resolve() == path.resolve()


@lru_cache(maxsize=4096)
def _in_stdlib(file: str) -> bool:
    if "site-packages" in file or "dist-packages" in file:
        return False
    return any(Path(file).resolve().is_relative_to(home) for home in _library_homes())


@cache
def _library_homes() -> tuple[Path, ...]:
    homes = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    return tuple(Path(home).resolve() for home in homes if home)


def _shown_path(path: Path) -> Path:
    """Relative to the working directory where the file is below it."""
    absolute = path.resolve()
    here = Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) else path


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
