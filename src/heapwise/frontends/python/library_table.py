"""What becomes of a call of each public function and class of the standard library.

Asked of the tables that the front end itself goes by, so it cannot say anything else than what
happens.
"""

from __future__ import annotations

import contextlib
import enum
import importlib
import io
import sys
import types
import warnings
from collections.abc import Iterator

from heapwise.frontends.python.semantics.builtins import MODELS
from heapwise.frontends.python.semantics.core import pure_functions
from heapwise.frontends.python.semantics.library import calling
from heapwise.frontends.python.semantics.library.models import Prelude
from heapwise.frontends.python.source import library_source, python_twins
from heapwise.frontends.python.typing.library_classes import CLASSES, VALUE_CLASSES

INTERPRETED, MODELLED, TWIN, KNOWN, UNSUPPORTED = (
    "interpreted",
    "modelled",
    "twin",
    "run when known",
    "unsupported",
)
KINDS = {
    INTERPRETED: "from the library's Python source",
    MODELLED: "an operation of Heapwise",
    TWIN: "Python code that Heapwise has for it",
    KNOWN: "called for real if all arguments are known, else unsupported",
    UNSUPPORTED: "a path that meets it ends, and says so",
}
_NOT_IMPORTED = frozenset(
    (
        *("antigravity", "ensurepip", "idlelib", "lib2to3", "test", "this", "tkinter", "turtle"),
        *("turtledemo", "venv", "__main__"),
    )
)
"""To import these does something."""


def library_table(module: str | None = None) -> dict[str, dict[str, str]]:
    """By module, what becomes of each of its public names; of all modules without a name. Raises
    KeyError if there is no such module of the library."""
    names = sorted(sys.stdlib_module_names) if module is None else [module]
    if module is not None and module.partition(".")[0] not in sys.stdlib_module_names:
        raise KeyError(module)
    found: dict[str, dict[str, str]] = {}
    for name in names:
        if name.startswith("_") or name in _NOT_IMPORTED:
            continue
        loaded = _imported(name)
        if loaded is None and module is not None:
            raise KeyError(module)
        kinds = {} if loaded is None else {n: kind_of(thing) for n, thing in _public(loaded)}
        if kinds:
            found[name] = kinds
    return found


def _imported(name: str) -> types.ModuleType | None:
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet):
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name)
        except Exception:
            return None


def _public(module: types.ModuleType) -> Iterator[tuple[str, object]]:
    listed = getattr(module, "__all__", None)
    names = vars(module) if listed is None else listed
    for name in sorted(names):
        thing = vars(module).get(name)
        is_own = listed is not None or getattr(thing, "__module__", None) in (
            module.__name__,
            f"_{module.__name__}",
        )
        if not name.startswith("_") and callable(thing) and is_own:
            yield name, thing


def kind_of(thing: object) -> str:
    """Of a function or a class."""
    thing = python_twins.in_python(thing)
    model = calling.model_of(MODELS, thing)
    if model is not None:
        return TWIN if isinstance(MODELS[model], Prelude) else MODELLED
    if isinstance(thing, type):
        return _kind_of_class(thing)
    function = getattr(thing, "__wrapped__", thing)
    if isinstance(function, types.FunctionType) and (
        library_source.code_of(function) or library_source.code_when_called(function)
    ):
        return INTERPRETED
    return KNOWN if pure_functions.is_pure(thing, calling.name_of(thing)) else UNSUPPORTED


def _kind_of_class(cls: type) -> str:
    if cls in VALUE_CLASSES:
        return MODELLED
    if cls in CLASSES or issubclass(cls, BaseException | enum.Enum):
        return INTERPRETED
    return KNOWN if pure_functions.is_pure(cls, calling.name_of(cls)) else UNSUPPORTED
