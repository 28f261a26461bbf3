"""Small concrete inputs for a typed Python function, made while it reads them.

An input object starts without its fields; the first read of one chooses its value, from a small
domain given by its hint: None, an object that is there already, or a new one. Every run of the
choices gives another input, so all inputs within the bounds are met, but inputs that differ only in
what nobody looks at are met once (as in Korat).

`World.runs(body)` calls `body` once for each input. The invariant: what a field was chosen to hold
at first is kept aside, so `old` shows the heap before the call, sharing included, whatever has been
written since.
"""

import ast
import dataclasses
import enum
import inspect
import textwrap
import types
import typing
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

T = typing.TypeVar("T")
Hint = object
CONTAINERS = (list, set, frozenset, deque, dict)


@dataclasses.dataclass(frozen=True)
class Bounds:
    """How large inputs are: objects of user classes in all, items of a container, plain values.

    `per_class` limits the objects of each class, and the containers of each hint, as well.
    """

    objects: int
    length: int = 3
    ints: tuple[int, ...] = (0, 1, 2, -1)
    strings: tuple[str, ...] = ("", "a", "b", "ab")
    floats: tuple[float, ...] = (0.0, 1.5, -1.0)
    per_class: int | None = None


class OutOfBoundsError(Exception):
    """The choices so far leave no value for a hint."""


def fields_of(cls: type) -> dict[str, Hint]:
    """The fields of a class by their hints: annotations, and assignments in `__init__`."""
    found: dict[str, Hint] = {}
    for base in reversed(cls.__mro__):
        if base is object or base.__module__ in ("typing", "abc", "collections.abc"):
            continue
        hints = typing.get_type_hints(base)
        found |= {n: hints[n] for n in inspect.get_annotations(base) if n in hints}
        init = base.__dict__.get("__init__")
        if inspect.isfunction(init) and not dataclasses.is_dataclass(base):
            found |= {n: h for n, h in _assigned(init).items() if n not in found}
    return {n: h for n, h in found.items() if typing.get_origin(h) is not typing.ClassVar}


def _assigned(init: types.FunctionType) -> dict[str, Hint]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(init)))
    parameters = typing.get_type_hints(init)
    found: dict[str, Hint] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            text = ast.unparse(node.annotation)
            found[node.target.attr] = eval(text, {**vars(typing), **init.__globals__})
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and isinstance(node.value, ast.Name):
                    found.setdefault(target.attr, parameters.get(node.value.id, int))
                elif isinstance(target, ast.Attribute) and isinstance(node.value, ast.Constant):
                    found.setdefault(target.attr, type(node.value.value))
    return found


def user_classes(hints: list[Hint]) -> dict[type, dict[str, Hint]]:
    """The classes that hints lead to, subclasses and the classes of fields included."""
    found: dict[type, dict[str, Hint]] = {}
    work = list(hints)
    while work:
        hint = work.pop()
        work.extend(typing.get_args(hint))
        if typing.get_origin(hint) in (typing.Union, types.UnionType):
            continue
        hint = typing.get_origin(hint) or hint
        if not isinstance(hint, type) or hint.__module__ == "builtins" or hint in found:
            continue
        if issubclass(hint, (enum.Enum, tuple)) or hint in CONTAINERS:
            if issubclass(hint, tuple):
                work.extend(typing.get_type_hints(hint).values())
            continue
        found[hint] = fields_of(hint)
        work.extend(found[hint].values())
        work.extend(hint.__subclasses__())
    return found


def _same(value: object) -> object:
    return value


def _fill(container: object, items: list[object]) -> None:
    name = "update" if isinstance(container, (dict, set)) else "extend"
    getattr(container, name)(items)


def _rebuild(cls: type, parts: list[object]) -> object:
    """A tuple of this class; named ones take their parts one by one."""
    make: Callable[..., object] = cls
    return make(*parts) if hasattr(cls, "_fields") else tuple(parts)


class World:
    """The inputs of one function; see the module."""

    def __init__(self, hints: dict[str, Hint], bounds: Bounds) -> None:
        self.hints = hints
        self.bounds = bounds
        self.classes = user_classes(list(hints.values()))
        self._log: list[tuple[int, int]] = []
        self._reset()
        for cls in self.classes:
            self._open(cls)

    def containers_possible(self) -> bool:
        """Whether any hint is about a container, so that their length matters."""
        work = [*self.hints.values(), *(h for fs in self.classes.values() for h in fs.values())]
        while work:
            hint = work.pop()
            if typing.get_origin(hint) in (*CONTAINERS, tuple):
                return True
            work.extend(typing.get_args(hint))
        return False

    def _open(self, cls: type) -> None:
        """Let reads of missing fields come here; class-level defaults would hide those."""
        for name in self.classes[cls].keys() & cls.__dict__.keys():
            if dataclasses.is_dataclass(cls) and not inspect.isdatadescriptor(getattr(cls, name)):
                delattr(cls, name)

        def missing(this: object, name: str) -> object:
            return self._read(this, name)

        cls.__getattr__ = missing  # type: ignore[attr-defined]

    def _reset(self) -> None:
        self._at = 0
        self.objects: list[object] = []
        self.containers: list[tuple[Hint, object, list[object]]] = []
        self._index: dict[int, object] = {}
        self._initial: dict[tuple[int, str], object] = {}
        # Fields that were read once: one that is missing again was deleted.
        self._given: set[tuple[int, str]] = set()
        self._shadows: dict[int, object] = {}
        self._origin: dict[int, object] = {}

    def runs(self, body: Callable[[dict[str, object]], T]) -> Iterator[T]:
        """Call the body for every input; it gets the arguments by name."""
        self._log = []
        while True:
            self._reset()
            try:
                result = body({name: self._value(hint) for name, hint in self.hints.items()})
            except OutOfBoundsError:
                pass
            else:
                yield result
            while self._log and self._log[-1][0] + 1 == self._log[-1][1]:
                self._log.pop()
            if not self._log:
                return
            choice, of = self._log[-1]
            self._log[-1] = (choice + 1, of)

    def _choose(self, options: list[T]) -> T:
        if not options:
            raise OutOfBoundsError
        if len(options) == 1:
            return options[0]
        if self._at == len(self._log):
            self._log.append((0, len(options)))
        self._at += 1
        return options[self._log[self._at - 1][0]]

    def _plain(self, hint: Hint) -> tuple[object, ...] | None:
        """The values of a hint that is not about objects."""
        if hint is type(None) or hint is None:
            return (None,)
        if hint is int or isinstance(hint, typing.TypeVar):
            return self.bounds.ints
        if hint is bool:
            return (False, True)
        if hint is str:
            return self.bounds.strings
        if hint is float:
            return self.bounds.floats
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return tuple(hint)
        if typing.get_origin(hint) is typing.Literal:
            return typing.get_args(hint)
        return None

    def _options(self, hint: Hint) -> list[Callable[[], object]]:
        origin = typing.get_origin(hint)
        if origin in (typing.Union, types.UnionType):
            members = sorted(typing.get_args(hint), key=lambda h: h is not type(None))
            return [option for member in members for option in self._options(member)]
        plain = self._plain(hint)
        if plain is not None:
            return [partial(_same, value) for value in plain]
        if origin is tuple or (isinstance(hint, type) and issubclass(hint, tuple)):
            return [lambda: self._tuple(hint)]
        if origin in CONTAINERS:
            there = [c for h, c, _ in self.containers if h == hint]
            known = [partial(_same, c) for c in there]
            fits = self.bounds.per_class is None or len(there) < self.bounds.per_class
            return [*known, *([lambda: self._container(hint)] if fits else [])]
        return self._references(origin or hint)

    def _references(self, cls: Hint) -> list[Callable[[], object]]:
        if cls not in self.classes:
            raise TypeError(f"no inputs for the hint {cls}")
        assert isinstance(cls, type)
        options: list[Callable[[], object]] = []
        options += [partial(_same, o) for o in self.objects if isinstance(o, cls)]
        if len(self.objects) < self.bounds.objects:
            options += [
                partial(self._new, sub)
                for sub in self.classes
                if issubclass(sub, cls) and not inspect.isabstract(sub) and self._room_for(sub)
            ]
        return options

    def _room_for(self, cls: type) -> bool:
        limit = self.bounds.per_class
        return limit is None or sum(type(o) is cls for o in self.objects) < limit

    def _value(self, hint: Hint) -> object:
        return self._choose(self._options(hint))()

    def _new(self, cls: type) -> object:
        made: object = object.__new__(cls)
        self.objects.append(made)
        self._index[id(made)] = made
        return made

    def _tuple(self, hint: Hint) -> object:
        if isinstance(hint, type) and issubclass(hint, tuple):
            parts = [self._value(h) for h in typing.get_type_hints(hint).values()]
            return _rebuild(hint, parts)
        items = typing.get_args(hint)
        if len(items) == 2 and items[1] is Ellipsis:
            length = self._choose(list(range(self.bounds.length + 1)))
            return tuple(self._value(items[0]) for _ in range(length))
        return tuple(self._value(item) for item in items)

    def _container(self, hint: Hint) -> object:
        origin = typing.get_origin(hint)
        assert isinstance(origin, type)
        arguments = typing.get_args(hint)
        made: typing.Any = origin()
        contents: list[object] = []
        self.containers.append((hint, made, contents))
        for _ in range(self._choose(list(range(self.bounds.length + 1)))):
            item = self._item(arguments[0], origin, contents)
            contents.append((item, self._value(arguments[1])) if origin is dict else item)
        if origin is frozenset:
            made = frozenset(contents)
            self.containers[-1] = (hint, made, contents)
        else:
            _fill(made, contents)
        return made

    def _item(self, hint: Hint, origin: type, contents: list[object]) -> object:
        """One more item or key; those of dicts and sets differ, and sets are made in one order."""
        if origin not in (dict, set, frozenset):
            return self._value(hint)
        before = [
            entry[0] if isinstance(entry, tuple) and origin is dict else entry for entry in contents
        ]
        domain = self._plain(hint)
        if domain is None:
            item = self._value(hint)
            if any(item is other or item == other for other in before):
                raise OutOfBoundsError
            return item
        if origin is not dict and before:
            domain = domain[domain.index(before[-1]) + 1 :]
        return self._choose([value for value in domain if value not in before])

    def _read(self, this: object, name: str) -> object:
        cls = type(this)
        if name in self.classes.get(cls, {}):
            if id(this) in self._index and (id(this), name) not in self._given:
                self._given.add((id(this), name))
                value = self._first(this, name)
                object.__setattr__(this, name, value)
                return value
            if id(this) in self._origin:
                value = self.old(self._first(self._origin[id(this)], name))
                object.__setattr__(this, name, value)
                return value
        raise AttributeError(f"{cls.__name__!r} object has no attribute {name!r}")

    def _first(self, this: object, name: str) -> object:
        key = (id(this), name)
        if key not in self._initial:
            self._initial[key] = self._value(self.classes[type(this)][name])
        return self._initial[key]

    def old(self, value: object) -> object:
        """The value as it was at first; copies of objects and containers share as these did."""
        if isinstance(value, tuple):
            parts = [self.old(part) for part in value]
            return _rebuild(type(value), parts)
        if id(value) in self._shadows:
            return self._shadows[id(value)]
        if id(value) in self._index:
            copy = self._shadows[id(value)] = object.__new__(type(value))
            self._origin[id(copy)] = value
            return copy
        for _, container, contents in self.containers:
            if container is value:
                made = self._shadows[id(value)] = type(value)()
                items = [self.old(item) for item in contents]
                if isinstance(value, frozenset):
                    self._shadows[id(value)] = frozenset(items)
                else:
                    _fill(made, items)
                return self._shadows[id(value)]
        return value

    def complete(self) -> None:
        """Give fields that nobody read, and that cannot be None, what costs least."""
        for this in self.objects:  # grows while it is walked
            for name, hint in self.classes[type(this)].items():
                if (id(this), name) not in self._initial:
                    self._initial[id(this), name] = self._cheapest(hint)

    def _cheapest(self, hint: Hint) -> object:
        origin = typing.get_origin(hint)
        if origin in CONTAINERS and isinstance(origin, type):
            made = origin()
            self.containers.append((hint, made, []))
            return made
        if hint in self.classes and isinstance(hint, type):
            there = [o for o in self.objects if isinstance(o, hint)]
            return there[0] if there else self._new(hint)
        if origin is tuple:
            return tuple(self._cheapest(h) for h in typing.get_args(hint) if h is not Ellipsis)
        return self._options(hint)[0]()

    def describe(self, arguments: dict[str, object]) -> str:
        """The input in one line: parameters, then the objects and their fields."""
        names = {id(o): f"{type(o).__name__}#{i}" for i, o in enumerate(self.objects, 1)}
        lists = {id(c): (c, contents) for _, c, contents in self.containers}

        def show(value: object) -> str:
            if id(value) in names:
                return names[id(value)]
            if id(value) in lists:
                container, contents = lists[id(value)]
                return f"{type(container).__name__}[{', '.join(map(show, contents))}]"
            if isinstance(value, tuple):
                return f"({', '.join(map(show, value))})"
            return repr(value)

        parts = [f"{name}={show(value)}" for name, value in arguments.items()]
        for this in self.objects:
            held = [
                f"{name}={show(self._initial[id(this), name])}"
                for name in self.classes[type(this)]
                if (id(this), name) in self._initial
            ]
            parts.append(f"{names[id(this)]}{{{', '.join(held)}}}")
        return "; ".join(parts)
