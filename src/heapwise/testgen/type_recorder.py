"""Notes the types of arguments and fields while a program runs; loaded in its process, on its own.

It is given by a file that Python runs when it starts (`sitecustomize`), so it depends on nothing of
Heapwise. Each process writes what it has seen to a file of its own when it ends.
"""

from __future__ import annotations

import atexit
import collections
import json
import os
import sys
import threading
import types
from typing import Any

_MOST_TYPES = 6
"""Of one argument; beyond, it may be anything."""
_MOST_ITEMS = 8
_MOST_CALLS = 200
"""Of one function that are looked at."""
_DEEPEST = 3
_PLAIN = (bool, int, float, str, bytes)


class TypeRecorder:
    """`seen` has types by `file:qualified name` and parameter, `fields` by class and field."""

    def __init__(self, root: str, destination: str) -> None:
        self._root = os.path.realpath(root) + os.sep
        self._destination = destination
        self._files: dict[str, str | None] = {}
        self._calls: collections.Counter[types.CodeType] = collections.Counter()
        self.seen: dict[str, dict[str, dict[str, None]]] = {}
        self.fields: dict[str, dict[str, dict[str, None]]] = {}

    def start(self) -> None:
        atexit.register(self.write)
        threading.setprofile(self.profile)
        sys.setprofile(self.profile)

    def write(self) -> None:
        sys.setprofile(None)
        path = os.path.join(self._destination, f"{os.getpid()}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"functions": _listed(self.seen), "fields": _listed(self.fields)}, file)

    def profile(self, frame: types.FrameType, event: str, _argument: object) -> None:
        if event not in ("call", "return"):
            return
        code = frame.f_code
        file = self._files.get(code.co_filename, "")
        if file == "":
            file = self._files[code.co_filename] = self._own(code.co_filename)
        if file is None or code.co_name.startswith("<"):
            return
        if event == "call":
            self._calls[code] += 1
        if self._calls[code] > _MOST_CALLS:
            return
        try:
            if event == "call":
                self._note(f"{file}:{code.co_qualname}", code, frame.f_locals)
            elif code.co_argcount and code.co_varnames[0] == "self":
                self._note_fields(frame.f_locals.get("self"))
        except Exception:
            return  # the program must not notice

    def _own(self, name: str) -> str | None:
        """The file as it is called in the project; None if it is not of the project."""
        path = os.path.realpath(name)
        if not path.startswith(self._root) or not path.endswith(".py"):
            return None
        inside = path[len(self._root) :]
        parts = inside.split(os.sep)
        foreign = any(
            each in ("site-packages", "node_modules") or each[:1] == "." for each in parts
        )
        return None if foreign else inside

    def _note(self, key: str, code: types.CodeType, values: Any) -> None:
        count = code.co_argcount + code.co_kwonlyargcount
        for name in code.co_varnames[:count]:
            if name in values and name not in ("self", "cls"):
                found = self.seen.setdefault(key, {}).setdefault(name, {})
                found[type_text(values[name])] = None

    def _note_fields(self, thing: object) -> None:
        fields = getattr(thing, "__dict__", None)
        if isinstance(fields, dict):
            cls = type(thing)
            found = self.fields.setdefault(f"{cls.__module__}.{cls.__qualname__}", {})
            for name, value in list(fields.items()):
                found.setdefault(str(name), {})[type_text(value)] = None


def type_text(value: object, depth: int = 0) -> str:
    """The type of a value as a hint that one would write."""
    cls = type(value)
    if value is None:
        return "None"
    if cls in _PLAIN:
        return cls.__name__
    if depth < _DEEPEST:
        inside = _inside(value, cls, depth + 1)
        if inside is not None:
            return inside
    if callable(value) and not isinstance(value, type) and not _has_fields(value):
        return "typing.Callable"
    if cls.__module__ == "builtins":
        return "typing.Any" if isinstance(value, type) else cls.__name__
    return f"{cls.__module__}.{cls.__qualname__}"


def _has_fields(value: object) -> bool:
    return isinstance(getattr(value, "__dict__", None), dict) and not isinstance(
        value, types.FunctionType | types.MethodType | types.BuiltinFunctionType
    )


def _inside(value: object, cls: type, depth: int) -> str | None:
    if cls in (list, set, frozenset, collections.deque):
        name = "collections.deque" if cls is collections.deque else cls.__name__
        items = union([type_text(each, depth) for each in _first(value)])
        return f"{name}[{items}]" if items else name
    if cls is tuple:
        texts = [type_text(each, depth) for each in _first(value)]
        if len(texts) < _MOST_ITEMS and len(set(texts)) > 1:
            return f"tuple[{', '.join(texts)}]"
        return f"tuple[{union(texts)}, ...]" if texts else "tuple"
    if cls in (dict, collections.OrderedDict, collections.defaultdict):
        assert isinstance(value, dict)
        keys = union([type_text(each, depth) for each in _first(value)])
        values = union([type_text(each, depth) for each in _first(value.values())])
        name = "dict" if cls is dict else f"collections.{cls.__name__}"
        return f"{name}[{keys}, {values}]" if keys else name
    return None


def _first(items: Any) -> list[object]:
    found = []
    for each in items:
        found.append(each)
        if len(found) == _MOST_ITEMS:
            break
    return found


def union(texts: list[str]) -> str:
    """A container of a kind that something is known of stands for an empty one."""
    known = list(dict.fromkeys(texts))
    known = [
        each
        for each in known
        if not any(other != each and other.startswith(f"{each}[") for other in known)
    ]
    return " | ".join(known) if len(known) <= _MOST_TYPES else "typing.Any"


def _listed(found: dict[str, dict[str, dict[str, None]]]) -> dict[str, dict[str, list[str]]]:
    return {key: {name: list(types) for name, types in each.items()} for key, each in found.items()}
