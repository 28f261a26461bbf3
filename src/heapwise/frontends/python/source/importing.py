"""Imports a module of the user's into this process, after a child process with limits has tried it.

What could hurt the tool on import happens in the child (`probe`) and becomes an `InputError`. No
module of the user's stands in the way of one of the standard library, nor of one with the same name
in another folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

from heapwise.frontends.noted_reads import Reads, noted
from heapwise.frontends.python.source import probe
from heapwise.frontends.python.source.import_watch import watched
from heapwise.frontends.python.source.outline import no_module
from heapwise.program import InputError, Position
from heapwise.testgen.module_places import place_of


@dataclass(frozen=True, slots=True)
class Import:
    """How a module has to be imported; `file` is empty if `name` is found on `path`."""

    name: str
    file: str
    path: tuple[str, ...]


def how_to_import(file: Path) -> Import:
    """As a member of its package if it is in one, else under its stem; `file` is absolute."""
    root, parts = place_of(file)
    path = (str(root), *path_without(str(root)))
    parts = parts or (file.stem,)
    name = ".".join(parts)
    if len(parts) > 1 and all(part.isidentifier() for part in parts) and not _is_taken(parts, root):
        return Import(name, "", path)
    present = sys.modules.get(name)
    if name in sys.stdlib_module_names or (present and not is_from(present, file)):
        name = _own_name(name, file)
    return Import(name, str(file), path)


def _is_taken(parts: Sequence[str], root: Path) -> bool:
    """Whether another package of this name is there already, or one of the standard library."""
    present = sys.modules.get(parts[0])
    own = root / parts[0]
    return parts[0] in sys.stdlib_module_names or (
        present is not None
        and not is_from(present, own / "__init__.py")
        and str(own) not in getattr(present, "__path__", ())
    )


def _own_name(name: str, file: Path) -> str:
    """A name that no other module has: two files may have the same stem."""
    return f"{name}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"


def path_without(directory: str) -> list[str]:
    return [entry for entry in sys.path if entry and entry != directory]


def import_here(how: Import, path: Path | None) -> ModuleType:
    """In this process: what was tried before."""
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


def make_room(file: Path) -> None:
    """Modules that an earlier target has imported are no longer in the way of what this file may
    import from its own folder: two folders may have modules of the same name."""
    root, _ = place_of(file)
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
        if top in sys.stdlib_module_names and isinstance(file, str) and not in_stdlib(file):
            del sys.modules[name]
            sys.modules[_own_name(name, Path(file).resolve())] = module


def probed(how: Import, path: Path | None) -> object:
    """Imported in a child process: the file that the module came from, as the child reports it."""
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


def _import_error(how: Import, path: Path | None, failure: dict[str, object]) -> InputError:
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
        place = str(shown_path(Path(file)))
    return InputError(
        f"importing {shown} failed: {error}", Position(place, line, int(str(failure["column"])))
    )


def is_from(module: ModuleType, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).resolve() == path.resolve()


@lru_cache(maxsize=4096)
def in_stdlib(file: str) -> bool:
    if "site-packages" in file or "dist-packages" in file:
        return False
    return any(Path(file).resolve().is_relative_to(home) for home in _library_homes())


@cache
def _library_homes() -> tuple[Path, ...]:
    homes = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    return tuple(Path(home).resolve() for home in homes if home)


def shown_path(path: Path) -> Path:
    """Relative to the working directory where the file is below it."""
    absolute = path.resolve()
    here = Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) else path
