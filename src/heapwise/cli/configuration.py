"""What a project says about checks: `[tool.heapwise]` in pyproject.toml, or heapwise.toml.

There is a key for every option of `check` that is not about one run alone; they are taken from the
command itself. Overrides say more about some modules and functions. What is wrong is told with its
file and line, before anything is checked.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from heapwise.cli.failures import chosen
from heapwise.frontends.suggesting import suggest
from heapwise.program.source import InputError, Position

OWN_FILE = "heapwise.toml"
PROJECT_FILE = "pyproject.toml"
_TABLE = ("tool", "heapwise")
_OVERRIDES = "overrides"
_WHERE = ("module", "function")
_OF_ONE_RUN = frozenset(
    ("json", "html", "output", "changed-since", "write-baseline", "config", "quiet")
)
"""Options that say nothing about a project."""
_OF_ALL = frozenset(("format", "fail-on", "jobs", "cluster", "cache", "baseline", "exclude"))
"""Settings that overrides cannot have: there is one for everything that is checked together."""
_OF_FILES = ("FILE", "PATH", "FOLDER")
_LISTED = re.compile(r"[a-z]+(\|[a-z]+)+")


@dataclass(frozen=True, slots=True)
class Setting:
    """`key` is what it is called in a file, `name` in the command; it has several values if there
    may be `many`, none but the `choices` if there are any, and they may be those `of_files`."""

    key: str
    name: str
    kind: type
    many: bool
    default: Any
    lowest: float | None = None
    choices: tuple[str, ...] = ()
    of_files: bool = False


def settings_of(command: Callable[..., None]) -> dict[str, Setting]:
    """The options of a command that a project may set, by key."""
    found: dict[str, Setting] = {}
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        info = next(iter(getattr(parameter.annotation, "__metadata__", ())), None)
        if info is None or type(info).__name__ != "OptionInfo":
            continue
        # The first name of an option stands where Typer has a default otherwise.
        written = [each for each in (info.default, *(info.param_decls or ())) if type(each) is str]
        flags = [each for each in written if each.startswith("--")]
        flag = flags[0].partition("/")[0] if flags else f"--{parameter.name.replace('_', '-')}"
        key = flag.removeprefix("--")
        if key not in _OF_ONE_RUN:
            kind, many = _kind_of(get_args(parameter.annotation)[0])
            default = parameter.default
            listed = _LISTED.fullmatch(info.metavar or "")
            choices = tuple(info.metavar.split("|")) if listed else ()
            of_files = info.metavar in _OF_FILES
            found[key] = Setting(
                key, parameter.name, kind, many, default, info.min, choices, of_files
            )
    return found


def _kind_of(annotation: Any) -> tuple[type, bool]:
    parts = [annotation]
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [each for each in get_args(annotation) if each is not type(None)]
    if get_origin(parts[0]) is list:
        return get_args(parts[0])[0], True
    return parts[0], False


@dataclass(frozen=True, slots=True)
class Said:
    """A value, by the name of its option, and the line where it stands."""

    name: str
    value: Any
    line: int


@dataclass(frozen=True, slots=True)
class Override:
    """What holds for functions that fit one of the patterns for each; empty ones fit all."""

    modules: tuple[str, ...]
    functions: tuple[str, ...]
    said: tuple[Said, ...]
    line: int

    @property
    def where(self) -> str:
        parts = zip(_WHERE, (self.modules, self.functions), strict=True)
        return ", ".join(f"{what} {' '.join(patterns)}" for what, patterns in parts if patterns)


@dataclass(frozen=True, slots=True)
class Configuration:
    """Of the file at `path`, None if there is none."""

    path: Path | None = None
    said: Mapping[str, Said] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()

    @property
    def folder(self) -> Path:
        return Path() if self.path is None else self.path.parent

    def at(self, line: int) -> Position:
        return Position(str(self.path), line, 1)


def find(start: Path) -> Path | None:
    """The nearest file that says something, here or in a folder above."""
    for folder in (start.resolve(), *start.resolve().parents):
        for name in (OWN_FILE, PROJECT_FILE):
            path = folder / name
            if path.is_file() and (name == OWN_FILE or "[tool.heapwise" in _text(path)):
                return path
    return None


def read(path: Path | None, settings: Mapping[str, Setting]) -> Configuration:
    """Raises `InputError` for what makes no sense."""
    if path is None:
        return Configuration()
    import tomllib

    text = _text(path)
    try:
        table: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise InputError(
            str(error), Position(_shown(path), int(line[1]) if line else 1, 1)
        ) from None
    prefix = () if path.name == OWN_FILE else _TABLE
    for part in prefix:
        table = table.get(part, {})
    return _Reader(path, text, prefix, settings).made(table)


def is_configuration(path: str) -> bool:
    """Is it called so, and above this folder?"""
    file = Path(path)
    return file.name in (OWN_FILE, PROJECT_FILE) and Path.cwd().is_relative_to(file.parent)


def said_in(name: str, text: str | None) -> object:
    """What a file of this name says about checks, as data; None if nothing."""
    import tomllib

    try:
        table: Any = tomllib.loads(text or "")
        for part in () if name == OWN_FILE else _TABLE:
            table = table.get(part, {})
    except (tomllib.TOMLDecodeError, AttributeError):
        return text
    return table or None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{_shown(path)}: {error}") from None


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


class _Reader:
    def __init__(
        self, path: Path, text: str, prefix: tuple[str, ...], settings: Mapping[str, Setting]
    ) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._table = ".".join(prefix)
        self._settings = settings

    def made(self, table: Any) -> Configuration:
        if not isinstance(table, dict):
            raise self._wrong("tool.heapwise is not a table", 1)
        said = {}
        for key, value in table.items():
            if key != _OVERRIDES:
                one = self._said(key, value, self._line(self._table, key), (_OVERRIDES,))
                said[one.name] = one
        name = f"{self._table}.{_OVERRIDES}" if self._table else _OVERRIDES
        tables = table.get(_OVERRIDES, [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            raise self._wrong(f"write [[{name}]]", self._line(self._table, _OVERRIDES))
        overrides = tuple(self._override(name, number, each) for number, each in enumerate(tables))
        return Configuration(Path(_shown(self._path)), said, overrides)

    def _override(self, name: str, number: int, table: Mapping[str, Any]) -> Override:
        line = self._line(name, None, number)
        where: list[tuple[str, ...]] = []
        for key in _WHERE:
            patterns = table.get(key, [])
            patterns = [patterns] if isinstance(patterns, str) else patterns
            if not isinstance(patterns, list) or not all(isinstance(p, str) for p in patterns):
                raise self._wrong(f"`{key}` is a text or a list of texts", line)
            where.append(tuple(patterns))
        if not any(where):
            raise self._wrong("an override says for which `module` or `function` it is", line)
        said = []
        for key, value in table.items():
            if key not in _WHERE:
                at = self._line(name, key, number)
                if key in _OF_ALL:
                    raise self._wrong(
                        f"`{key}` holds for everything that is checked: no override can have it", at
                    )
                said.append(self._said(key, value, at, _WHERE))
        return Override(where[0], where[1], tuple(said), line)

    def _said(self, key: str, value: Any, line: int, others: Sequence[str]) -> Said:
        setting = self._settings.get(key)
        if key in _OF_ONE_RUN:
            raise self._wrong(f"`{key}` is about one run: give it on the command line", line)
        if setting is None:
            known = [*self._settings, *others]
            close = suggest(key.replace("_", "-"), known)
            why = close or f" (known: {', '.join(sorted(known))})"
            raise self._wrong(f"unknown key `{key}`{why}", line)
        if setting.many:
            values = [value] if isinstance(value, str) else value
            if not isinstance(values, list) or not all(type(v) is str for v in values):
                raise self._wrong(f"`{key}` is a list of texts", line)
            return Said(setting.name, self._located(values) if setting.of_files else values, line)
        is_number = type(value) is int and setting.kind is float
        if type(value) is not setting.kind and not is_number:
            names = {bool: "true or false", int: "an integer", float: "a number", str: "a text"}
            raise self._wrong(f"`{key}` is {names.get(setting.kind, 'something else')}", line)
        if setting.lowest is not None and not value >= setting.lowest:
            raise self._wrong(f"`{key}` is at least {setting.lowest:g}", line)
        if setting.choices:
            try:
                chosen(f"value of --{key}", value, setting.choices)
            except InputError as error:
                raise self._wrong(error.message, line) from None
        if setting.of_files:
            (value,) = self._located([value])
        return Said(setting.name, value, line)

    def _located(self, names: Sequence[str]) -> list[str]:
        """Files are named from where the configuration is, whoever reads it."""
        folder = Path(_shown(self._path)).parent
        return [str(folder / name) for name in names]

    def _wrong(self, message: str, line: int) -> InputError:
        return InputError(message, Position(_shown(self._path), line, 1))

    def _line(self, table: str, key: str | None, number: int = 0) -> int:
        """Where a key of a table stands, or the table itself; of several of a name, one by its
        number. Tables that are written inside of others are found by their keys alone."""
        current, seen, begun = "", -1, 1
        for at, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", line)
            if header:
                current = re.sub(r"\s*\.\s*", ".", header[1])
                seen += current == table
                if current == table and seen in (number, 0):
                    begun = at
                    if key is None and seen == number:
                        return at
            elif (
                key is not None
                and current == table
                and max(seen, 0) == number
                and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line)
            ):
                return at
        return begun
