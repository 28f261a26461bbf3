"""Names of classes and constants in witnesses, and the real things they stand for.

Inside the worker process. A class that the module under test can name is called by its qualified
name (`Tree.Node`); so are builtin classes and the containers of `collections`. Any other class is
called by module and qualified name (`shapes.base.Node`); where a bare qualified name is given and
exactly one module of the program has such a class, that one is meant.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import enum
import importlib
import sys
import threading
import types
from collections.abc import Mapping, Sequence

from . import stand_ins
from .value_texts import VALUES, value_text

_CONTAINERS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        collections.deque,
        collections.defaultdict,
        collections.OrderedDict,
        collections.Counter,
    )
}
_LOCKS = {
    type(threading.Lock()): "threading.Lock()",
    type(threading.RLock()): "threading.RLock()",
}
_MISSING = object()


class Names:
    def __init__(self, module: types.ModuleType, loaded_before: frozenset[str]) -> None:
        self._module = module
        self._spaces: tuple[Mapping[str, object], ...] = (
            vars(module),
            vars(builtins),
            _CONTAINERS,
        )
        self._own_modules = [name for name in sys.modules if name not in loaded_before]

    def find(self, text: str) -> object | None:
        """What the name stands for, or None."""
        for space in self._spaces:
            found = _within(space, text)
            if found is not _MISSING:
                return found
        if text.startswith(f"{stand_ins.NAME}."):
            return getattr(stand_ins, text.rpartition(".")[2], None)
        parts = text.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            module = sys.modules.get(".".join(parts[:cut]))
            if module is not None:
                found = _within(vars(module), ".".join(parts[cut:]))
                if found is not _MISSING:
                    return found
        found = self._in_own_modules(text)
        return found if found is not None else _in_part_not_loaded(parts)

    def _in_own_modules(self, text: str) -> object | None:
        found: dict[int, object] = {}
        for name in self._own_modules:
            module = sys.modules.get(name)
            thing = _within(vars(module), text) if module is not None else _MISSING
            if thing is not _MISSING:
                found[id(thing)] = thing
        return next(iter(found.values())) if len(found) == 1 else None

    def constant(self, text: str) -> object:
        """A constant of the program, or an expression made of such constants."""
        found = self.find(text)
        if found is not None:
            return found
        space = {"threading": threading, **vars(self._module)}
        name, _, arguments = text.partition("(")
        made = self.find(name)
        if isinstance(made, type):  # the module may mean something else by the name of a library
            return eval(f"made({arguments}", {**space, "made": made})
        return eval(text, space)

    def of_class(self, cls: type) -> str:
        return self._of(cls, cls.__module__, cls.__qualname__)

    def of_constant(self, value: object) -> str | None:
        """A name for enum members, classes, functions and literals; None for other objects."""
        if isinstance(value, enum.Enum):
            owner = self.of_class(type(value))
            known = isinstance(value.name, str) and value.name in type(value).__members__
            return f"{owner}.{value.name}" if known else f"{owner}({value.value!r})"
        if isinstance(value, type):
            return self.of_class(value)
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
            return self._of(value, value.__module__ or "builtins", value.__qualname__)
        if isinstance(value, types.MethodType):
            return f"<bound method {self.of_constant(value.__func__)}>"
        if isinstance(value, types.ModuleType):
            return value.__name__
        if isinstance(value, bytes) and type(value) is bytes:
            return bytes_literal(value)
        if type(value) in VALUES:
            return value_text(value, self.of_class)
        if type(value) in (range, slice, type(...), type(NotImplemented)):
            return repr(value)
        if type(value) is object:
            found = (name for name, held in vars(self._module).items() if held is value)
            return next(found, None)
        return _LOCKS.get(type(value))

    def _of(self, thing: object, module: str, qualname: str) -> str:
        for space in self._spaces:
            if _within(space, qualname) is thing:
                return qualname
        return f"{module}.{qualname}"


def _in_part_not_loaded(parts: Sequence[str]) -> object | None:
    """What stands in a module that a package which is loaded has and that nothing has asked for:
    hints are read from modules that are loaded for type checkers only."""
    if parts[0] not in sys.modules:
        return None
    for cut in range(len(parts) - 1, 1, -1):
        with contextlib.suppress(Exception):
            module = importlib.import_module(".".join(parts[:cut]))
            found = _within(vars(module), ".".join(parts[cut:]))
            return None if found is _MISSING else found
    return None


def bytes_literal(value: bytes) -> str:
    text = repr(value)
    return f'b"{text[2:-1]}"' if text.startswith("b'") and '"' not in text else text


def _within(space: Mapping[str, object], path: str) -> object:
    first, *rest = path.split(".")
    found = space.get(first, _MISSING)
    for name in rest:
        if found is _MISSING:
            return _MISSING
        found = getattr(found, name, _MISSING)
    return found
