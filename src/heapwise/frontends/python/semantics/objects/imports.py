"""Import statements inside functions: what is imported is looked at, not run by the engine."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

from heapwise.frontends.python.model.values import NONE, Host, Value
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, throw, unsupported


def import_module(m: Mac, name: str, whole: bool) -> Value:
    module = _imported(name)
    return Host(module if whole else sys.modules[name.split(".")[0]])


def import_from(m: Mac, namespace: dict[str, Any], module: str, level: int, name: str) -> Value:
    package = str(namespace.get("__package__") or "")
    full = importlib.util.resolve_name("." * level + module, package) if level else module
    found = _imported(full)
    if hasattr(found, name):
        return runtime(m).wrap(m, getattr(found, name))
    try:
        return Host(importlib.import_module(f"{full}.{name}"))
    except ImportError:
        throw(ImportError, f"cannot import name '{name}' from '{full}'")


def _imported(name: str) -> Any:
    """Standard modules and those that are there already; importing others would run them."""
    if name in sys.modules:
        return sys.modules[name]
    top = name.split(".")[0]
    if top not in sys.stdlib_module_names:
        if top not in sys.modules and importlib.util.find_spec(top) is None:
            throw(ModuleNotFoundError, f"No module named '{top}'")
        unsupported(f"import of {name} inside a function")
    try:
        return importlib.import_module(name)
    except ImportError:
        throw(ModuleNotFoundError, f"No module named '{name}'")


def import_by_name(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """`importlib.import_module`."""
    name, package = take(
        "import_module", positional, keywords, ("name", "package"), 1, package=NONE
    )
    if not isinstance(name, str) or name.startswith(".") or package is not NONE:
        unsupported("importlib.import_module() of a name that is not known or relative")
    return Host(_imported(name))


INSTALLED = "modules that are installed here"


def find_spec(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """`importlib.util.find_spec`, where it imports nothing."""
    name, package = take("find_spec", positional, keywords, ("name", "package"), 1, package=NONE)
    if not isinstance(name, str) or package is not NONE or name.startswith("."):
        unsupported("importlib.util.find_spec() of a name that is not known or relative")
    above = name.rpartition(".")[0]
    if above and above not in sys.modules:
        unsupported(f"importlib.util.find_spec(), which imports {above}")
    m.approximate(INSTALLED)
    try:
        found = importlib.util.find_spec(name)
    except ValueError as error:
        throw(ValueError, str(error))
    return NONE if found is None else Host(found)


MODELS: dict[str, Model] = {
    "importlib.import_module": import_by_name,
    "importlib.util.find_spec": find_spec,
}
