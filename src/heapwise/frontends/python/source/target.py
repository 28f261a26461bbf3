"""What the user names on the command line: a file or a module, and perhaps something in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from heapwise.frontends.python.claims import is_package
from heapwise.frontends.python.source.suggestions import instead_of_name
from heapwise.frontends.suggesting import suggest
from heapwise.program import InputError


@dataclass(frozen=True, slots=True)
class Target:
    """`location` is a file (`shapes.py`) or a dotted module (`package.module`) as it was written;
    `qualname` names a function, a class or a method in it, None all of it."""

    location: str
    qualname: str | None = None

    @property
    def path(self) -> Path | None:
        """The file, or None if the location is the name of a module. That of a package is the one
        which its folder is imported from."""
        if not _looks_like_a_file(self.location):
            return None
        path = Path(self.location)
        return path / "__init__.py" if path.is_dir() and is_package(path) else path

    def __str__(self) -> str:
        return f"{self.location}:{self.qualname}" if self.qualname else self.location


def parse_target(text: str) -> Target:
    """`file.py`, `file.py:name`, `file.py:Class.method`, `package.module:…`."""
    location, colon, qualname = text.rpartition(":")
    # A colon inside a path (a drive letter, an odd file name) does not separate a name.
    if not colon or "/" in qualname or "\\" in qualname or Path(text).is_file():
        location, qualname = text, ""
        colon = ""
    if not location:
        raise InputError(f"`{text}` names no file or module: write `file.py:{qualname or 'name'}`")
    if colon and not qualname:
        raise InputError(f"`{text}` ends with a colon: leave it out or name something after it")
    for part in qualname.split(".") if qualname else ():
        if not part.isidentifier():
            raise InputError(
                f"`{qualname}` in `{text}` is not a name: write `{location}:function`,"
                f" `{location}:Class` or `{location}:Class.method`"
            )
    if not _looks_like_a_file(location):
        for part in location.split("."):
            if not part.isidentifier():
                raise InputError(f"`{location}` is neither a Python file nor the name of a module")
    return Target(location, qualname or None)


def find_named(target: Target, module: ModuleType) -> object:
    """What `target` names in its module: the module itself, a class, a function, or whatever stands
    in a class under that name (a property, a static method: as the class holds it)."""
    found: object = module
    owner = target.location
    for part in target.qualname.split(".") if target.qualname else ():
        names = _names_of(found)
        if part not in names:
            public = [name for name in names if not (name.startswith("__") and owner != part)]
            hint = suggest(part, public)
            file = getattr(module, "__file__", None)
            if found is module and isinstance(file, str) and target.qualname:
                hint = instead_of_name(module.__name__, Path(file), target.qualname) or hint
            raise InputError(f"{owner} has no `{part}`{hint}")
        found = _member(found, part)
        if isinstance(found, ModuleType) and target.qualname:
            rest = target.qualname.partition(f"{part}.")[2]
            instead = f"{found.__name__}:{rest}" if rest else found.__name__
            raise InputError(f"{owner}: `{part}` is a module; did you mean `{instead}`?")
        owner = f"{target.location}: `{part}`"
    return found


def _looks_like_a_file(location: str) -> bool:
    return (
        location.endswith((".py", ".pyw"))
        or os.sep in location
        or "/" in location
        or Path(location).is_file()
        or (not location.isidentifier() and Path(location).is_dir())
    )


def _names_of(found: object) -> list[str]:
    if isinstance(found, type):
        return list(dict.fromkeys(name for cls in found.__mro__[:-1] for name in vars(cls)))
    return list(_namespace(found))


def _member(found: object, name: str) -> object:
    if isinstance(found, type):
        return next(vars(cls)[name] for cls in found.__mro__ if name in vars(cls))
    return _namespace(found)[name]


def _namespace(found: object) -> dict[str, object]:
    return vars(found) if isinstance(found, ModuleType) else {}
