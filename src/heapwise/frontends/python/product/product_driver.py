"""The text of a module that runs two versions of functions on equal inputs.

The input of the second version is a copy of that of the first, made of the classes of the second;
objects that are one object stay one. Afterwards results and arguments are compared: values by type
and equality, objects by a renaming that must be one to one, containers item by item and in order.
"""

from __future__ import annotations

import ast
import enum
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import TypeGuard

from heapwise.contracts import contract_of
from heapwise.frontends.python.model.universe import is_user_class
from heapwise.frontends.python.source.modules import LoadedModule, is_user_code
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import FunctionInfo, ParameterInfo

_WORD = re.compile(r"[^\W\d]\w*")
_HELPERS = '''
def _copy(x, seen):
    if _is_member(x):
        return _other(x)
    if x is None or isinstance(x, (int, float, complex, str, bytes)):
        return x
    for one, other in seen:
        if one is x:
            return other
    if isinstance(x, list):
        items = []
        seen.append((x, items))
        for item in x:
            items.append(_copy(item, seen))
        return items
    if isinstance(x, dict):
        table = {}
        seen.append((x, table))
        for key in x:
            table[_copy(key, seen)] = _copy(x[key], seen)
        return table
    if isinstance(x, set):
        members = set()
        seen.append((x, members))
        for item in x:
            members.add(_copy(item, seen))
        return members
    if isinstance(x, frozenset):
        return frozenset([_copy(item, seen) for item in x])
    if type(x) is tuple:
        return tuple([_copy(item, seen) for item in x])
    return _copy_object(x, seen)


def _same(x, y, seen):
    """Are they alike as far as one step goes? Objects that must correspond are added to `seen`."""
    if _is_member(x):
        return y is _other(x)
    if x is None or isinstance(x, (int, float, complex, str, bytes)):
        return type(x) is type(y) and (x == y or (x != x and y != y))
    if type(x) is tuple or isinstance(x, frozenset):
        if type(y) is not type(x) or len(x) != len(y):
            return False
        if isinstance(x, frozenset):
            return frozenset(_others(x)) == y
        for number in range(len(x)):
            if not _same(x[number], y[number], seen):
                return False
        return True
    for one, other in seen:
        if one is x or other is y:
            return one is x and other is y
    if not _is_object(x):
        return _corresponds(x, y)
    seen.append((x, y))
    return True


def _is_object(x):
    return isinstance(x, (list, dict, set)) or _has_fields(x)


def _all_same(x, y, seen):
    if not _same(x, y, seen):
        return False
    number = 0
    while number < len(seen):
        one, other = seen[number]
        number += 1
        if not _same_inside(one, other, seen):
            return False
    return True


def _same_inside(x, y, seen):
    if isinstance(x, list):
        if not isinstance(y, list) or len(x) != len(y):
            return False
        for number in range(len(x)):
            if not _same(x[number], y[number], seen):
                return False
        return True
    if isinstance(x, dict):
        if not isinstance(y, dict) or len(x) != len(y):
            return False
        keys = list(x)
        others = list(y)
        for number in range(len(keys)):
            if not _same(keys[number], others[number], seen):
                return False
            if not _same(x[keys[number]], y[others[number]], seen):
                return False
        return True
    if isinstance(x, set):
        return isinstance(y, set) and _others(x) == y
    return _same_fields(x, y, seen)
'''
"""What classes have is written for each."""
_FAILURE = "Exception"
GIVEN = "<given>"
"""Under which a driver returns all objects of the input, in the same order in both versions."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The two modules, and the names by which their copies are imported."""

    before: LoadedModule
    now: LoadedModule
    before_name: str
    now_name: str


def driver_text(sides: Sides, pairs: Sequence[tuple[FunctionInfo, FunctionInfo]]) -> str:
    """With functions `both_0`, `before_0`, `now_0`, … for the pairs in their order."""
    found = list(_classes(sides))
    homes = dict.fromkeys(each.home for pair in found for each in pair)
    homes_named = {home: f"_m{number}" for number, home in enumerate(homes)}
    classes = [(one.cls, other.cls) for one, other in found]
    members = [
        (f"_b{n}", f"_n{n}", one)
        for n, (one, _) in enumerate(classes)
        if issubclass(one, enum.Enum)
    ]
    parts = [
        "from types import GeneratorType as _Generator",
        f"import {sides.before_name} as _before",
        f"import {sides.now_name} as _now",
        *(f"import {home} as {name}" for home, name in homes_named.items()),
        *(f"_b{n} = {homes_named[one.home]}.{one.path}" for n, (one, _) in enumerate(found)),
        *(f"_n{n} = {homes_named[one.home]}.{one.path}" for n, (_, one) in enumerate(found)),
        *_names(sides, pairs),
        _HELPERS if members else _without_members(_HELPERS),
        *_for_members(members),
        *_for_constants(sides, len(classes)),
        *_for_classes(classes),
        *(text for n, pair in enumerate(pairs) for text in _for_pair(n, *pair)),
    ]
    return "\n".join(parts) + "\n"


def other_fields(sides: Sides) -> str:
    """A class whose objects have fields in the second version that they do not have in the first:
    no input of one is an input of the other."""
    for one, other in _classes(sides):
        before, now = one.cls, other.cls
        if issubclass(before, enum.Enum):
            gone = [name for name in before.__members__ if name not in _members_of(now)]
            if gone:
                return f"{before.__qualname__} has a member `{gone[0]}` in the first version only"
            continue
        more = [name for name in fields_of(now) if name not in fields_of(before)]
        if more:
            return f"{before.__qualname__} has a field `{more[0]}` in the second version only"
    return ""


@dataclass(frozen=True, slots=True)
class _Found:
    """A class, and where it can be named: by a path of attributes of the module `home`."""

    cls: type
    home: str
    path: str


def _classes(sides: Sides) -> Iterator[tuple[_Found, _Found]]:
    """Those whose objects are copied, as they correspond."""
    for found, other in corresponding(sides):
        if not issubclass(found.cls, BaseException):
            yield found, other


def corresponding(sides: Sides) -> Iterator[tuple[_Found, _Found]]:
    """The classes of the first version, each with the one of the second that is called alike."""
    others = _classes_of(sides.now)
    for name, found in _classes_of(sides.before).items():
        if name in others:
            yield found, others[name]


def _classes_of(loaded: LoadedModule) -> dict[tuple[str, str], _Found]:
    """Of a version, in all its modules, by where they are defined."""
    found: dict[tuple[str, str], _Found] = {}
    for module in modules_of(loaded):
        waiting = list(vars(module).items())
        for path, value in waiting:
            if not _has_objects(value):
                continue
            key = (_without_version(value.__module__, loaded), value.__qualname__)
            if key not in found:
                found[key] = _Found(value, module.__name__, path)
                waiting += [(f"{path}.{name}", each) for name, each in vars(value).items()]
    return found


def modules_of(loaded: LoadedModule) -> list[ModuleType]:
    """A module and those of the same version that it imports."""
    top = loaded.module.__name__.partition(".")[0]
    found = {loaded.module.__name__: loaded.module}
    for module in (waiting := [loaded.module]):
        for value in list(vars(module).values()):
            name = getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", "")
            if isinstance(name, str) and name not in found and name.partition(".")[0] == top:
                found[name] = sys.modules[name]
                waiting.append(found[name])
    return list(found.values())


def _without_version(module: str, loaded: LoadedModule) -> str:
    own = loaded.module.__name__
    return "" if module == own else module.removeprefix(f"{own.partition('.')[0]}.")


def _has_objects(value: object) -> TypeGuard[type]:
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return is_user_code(inspect.getmodule(value))
    return is_user_class(value)


def _members_of(cls: type) -> list[str]:
    return list(getattr(cls, "__members__", ()))


def _without_members(text: str) -> str:
    """Where there is no enum, nothing is asked about its members."""
    for lines in (
        "    if _is_member(x):\n        return _other(x)\n",
        "    if _is_member(x):\n        return y is _other(x)\n",
    ):
        text = text.replace(lines, "")
    return text


def _for_members(enums: Sequence[tuple[str, str, type[enum.Enum]]]) -> Iterator[str]:
    listed = "".join(f"{before}, " for before, _, _ in enums)
    yield f"def _is_member(x):\n    return isinstance(x, ({listed}))\n\n"
    lines = ["def _other(x):"]
    for before, now, cls in enums:
        if issubclass(cls, enum.Flag):
            lines.append(f"    if isinstance(x, {before}):\n        return {now}(x.value)")
            continue
        lines += [
            f"    if x is {before}.{name}:\n        return {now}.{name}"
            for name in _members_of(cls)
        ]
    yield "\n".join([*lines, "    return x\n\n"])
    yield "def _others(x):"
    yield "    return {_other(each) for each in x}\n\n" if enums else "    return x\n\n"


def _for_constants(sides: Sides, classes: int) -> Iterator[str]:
    """Classes and functions are values too: each corresponds to the one that is called alike."""
    pairs = [(f"_b{number}", f"_n{number}") for number in range(classes)]
    mine, its = vars(sides.before.module), vars(sides.now.module)
    pairs += [
        (f"_before.{name}", f"_now.{name}")
        for name, value in mine.items()
        if isinstance(value, FunctionType) and isinstance(its.get(name), FunctionType)
    ]
    yield "def _corresponds(x, y):"
    yield from (f"    if x is {one}:\n        return y is {other}" for one, other in pairs)
    yield "    return x == y\n\n"


def _names(sides: Sides, pairs: Sequence[tuple[FunctionInfo, FunctionInfo]]) -> Iterator[str]:
    """What hints and contracts speak of, as the first version means it."""
    said: set[str] = set()
    for before, now in pairs:
        said.update(_WORD.findall(ast.unparse(before.node.args)))
        for info in (before, now):
            said.update(_WORD.findall("\n".join(_preconditions(info))))
        if before.owner is not None:
            said.add(before.owner.__qualname__.partition(".")[0])
    for name in sorted(said):
        if name in vars(sides.before.module) and not name.startswith("__"):
            yield f"from {sides.before_name} import {name}"


def _preconditions(info: FunctionInfo) -> list[str]:
    contract = contract_of(info.function, info.owner)
    return [ast.unparse(each.expression) for each in contract.pre]


def _for_classes(classes: Sequence[tuple[type, type]]) -> Iterator[str]:
    copying, has, same = [], [], []
    for number, (before, now) in enumerate(classes):
        head = f"    if type(x) is _b{number}:"
        if issubclass(before, enum.Enum):
            continue
        names, others = list(fields_of(before)), list(fields_of(now))
        has.append(f"{head}\n        return True")
        if issubclass(before, tuple):
            items = ", ".join(f"_copy(x.{name}, seen)" for name in names)
            copying.append(f"{head}\n        return _n{number}({items})")
        else:
            copying.append(_copying(number, head, [name for name in names if name in others]))
        checks = [f"            and _same(x.{name}, y.{name}, seen)" for name in names]
        if names != others and set(names) != set(others):
            # Objects of the two versions have other fields: those in common are compared.
            checks = [each for name, each in zip(names, checks, strict=True) if name in others]
        is_one = f"            type(y) is _n{number}"
        listed = "\n".join(["        return (", is_one, *checks, "        )"])
        same.append(f"{head}\n{listed}")
    yield "\n".join(["def _copy_object(x, seen):", *copying, "    return x\n\n"])
    yield "\n".join(["def _has_fields(x):", *has, "    return False\n\n"])
    yield "\n".join(["def _same_fields(x, y, seen):", *same, "    return x == y\n\n"])


def _copying(number: int, head: str, names: Sequence[str]) -> str:
    lines = [head, f"        made = object.__new__(_n{number})", "        seen.append((x, made))"]
    lines += [
        f'        object.__setattr__(made, "{name}", _copy(x.{name}, seen))' for name in names
    ]
    return "\n".join([*lines, "        return made"])


# -- functions


def _for_pair(number: int, before: FunctionInfo, now: FunctionInfo) -> Iterator[str]:
    names = [each.name for each in inputs_of(before)]
    listed = ", ".join(names)
    pre = dict.fromkeys((*_preconditions(before), *_preconditions(now)))
    contract = "\n".join(f"    pre: {each}" for each in pre)
    doc = f'    """\n{contract}\n    """\n' if pre else ""
    head = _signature(before)
    yield (
        f"def both_{number}({head}) -> None:\n{doc}"
        f"    seen = []\n"
        f"    copies = [_copy(each, seen) for each in ({listed}{',' if listed else ''})]\n"
        f"    one = _before_{number}({listed})\n"
        f"    other = _now_{number}(*copies)\n"
        f"    assert one[0] == other[0] and _all_same(one[1], other[1], seen)\n\n"
    )
    for side, info in (("before", before), ("now", now)):
        yield _run_of(f"_{side}_{number}({listed})", _call(f"_{side}", info), info.is_generator)
    items = "".join(f', "{name}": {name}' for name in names)
    copies = "".join(f', "{name}": copies[{place}]' for place, name in enumerate(names))
    yield (
        f"def before_{number}({head}) -> object:\n"
        f"    seen = []\n"
        f"    copies = [_copy(each, seen) for each in ({listed}{',' if listed else ''})]\n"
        f"    one = _before_{number}({listed})\n"
        f"    given = [each for each, _ in seen]\n"
        f'    return {{"": one[0], "{GIVEN}": given, "result": one[1]{items}}}\n\n'
        f"def now_{number}({head}) -> object:\n"
        f"    seen = []\n"
        f"    copies = [_copy(each, seen) for each in ({listed}{',' if listed else ''})]\n"
        f"    one = _now_{number}(*copies)\n"
        f"    given = [each for _, each in seen]\n"
        f'    return {{"": one[0], "{GIVEN}": given, "result": one[1]{copies}}}\n\n'
    )


def _run_of(head: str, call: str, is_generator: bool) -> str:
    """A function that tells how a call ends. What a generator gives before it fails, its callers
    have seen."""
    failed = f"    except {_FAILURE} as error:\n"
    begun, given = f"def {head}:\n", call
    if not is_generator:  # it may return one
        given = "result"
        begun += (
            f"    try:\n        result = {call}\n"
            f"{failed}        return ('raised', type(error).__name__)\n"
            f"    if not isinstance(result, _Generator):\n        return ('returned', result)\n"
        )
    return (
        f"{begun}    items = []\n    try:\n"
        f"        for item in {given}:\n            items.append(item)\n"
        f'        return ("yielded", items)\n'
        f'{failed}        return ("raised", (type(error).__name__, items))\n\n'
    )


def _signature(info: FunctionInfo) -> str:
    """Parameters with their hints, one after the other: `*args` is a tuple here."""
    hints = {each.arg: each.annotation for each in _arguments(info)}
    parts = []
    for each in inputs_of(info):
        hint = hints.get(each.name)
        text = "" if hint is None else ast.unparse(hint)
        if each.kind is inspect.Parameter.VAR_POSITIONAL:
            text = f"tuple[{text}, ...]"
        elif each.kind is inspect.Parameter.VAR_KEYWORD:
            text = f"dict[str, {text}]"
        elif not text and info.owner is not None and each.name == info.parameters[0].name:
            text = info.owner.__qualname__
        if hint is not None and isinstance(hint, ast.Constant) and isinstance(hint.value, str):
            text = hint.value
        parts.append(f"{each.name}: {text!r}" if text else each.name)
    return ", ".join(parts)


def _arguments(info: FunctionInfo) -> list[ast.arg]:
    found = info.node.args
    extra = [each for each in (found.vararg, found.kwarg) if each is not None]
    return [*found.posonlyargs, *found.args, *found.kwonlyargs, *extra]


def _call(module: str, info: FunctionInfo) -> str:
    written = []
    for each in inputs_of(info):
        match each.kind:
            case inspect.Parameter.VAR_POSITIONAL:
                written.append(f"*{each.name}")
            case inspect.Parameter.VAR_KEYWORD:
                written.append(f"**{each.name}")
            case inspect.Parameter.KEYWORD_ONLY:
                written.append(f"{each.name}={each.name}")
            case _:
                written.append(each.name)
    if info.owner is not None and info.name in ("__init__", "__new__"):
        return f"{module}.{info.owner.__qualname__}({', '.join(written)})"
    if info.kind == "property":
        return f"{written[0]}.{info.name}"
    return f"{module}.{info.qualname}({', '.join(written)})"


def inputs_of(info: FunctionInfo) -> list[ParameterInfo]:
    """Without the class of a class method or the object that a constructor makes."""
    is_made = info.owner is not None and info.name in ("__init__", "__new__")
    return list(info.parameters[1 if is_made or info.kind == "classmethod" else 0 :])
