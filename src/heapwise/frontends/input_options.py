"""Options by which a user says what input objects there are; `input_limits` applies them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from heapwise.frontends.language_options import Given, LanguageOption, LanguageOptions
from heapwise.program.source import InputError

_COMMANDS = ("explore", "check", "compare", "tests", "enumerate")
_TITLE = "Inputs"
OPTIONS = (
    LanguageOption(
        "--field",
        "CLASS.FIELD=WHAT",
        "What a field of an input holds: `null` (nothing: null, 0 or false), `not-null`, a number, "
        "or LOW..HIGH. Repeatable.",
        _COMMANDS,
        repeatable=True,
        title=_TITLE,
    ),
    LanguageOption(
        "--finitization",
        "METHOD(N)",
        "A static method in Korat's style that says how many objects there are and which fields "
        "refer to them, e.g. finTree(5) (Python and Java).",
        _COMMANDS,
        title=_TITLE,
    ),
    LanguageOption(
        "--finitization-file",
        "FILE",
        "The same in TOML: a table `objects` (Node = 3) and a table `fields` "
        '("Node.value" = "null").',
        _COMMANDS,
        title=_TITLE,
    ),
)


@dataclass(frozen=True)
class InputLimits:
    """`fields` says what fields of input objects hold to begin with, `objects` how many there are
    of a class; a `finitization` is a call of a method that says both."""

    fields: Mapping[str, str] = field(default_factory=dict)
    objects: Mapping[str, int] = field(default_factory=dict)
    finitization: str | None = None


def limits_given(given: Given) -> InputLimits:
    """What options say goes before what the file says."""
    fields: dict[str, str] = {}
    objects: dict[str, int] = {}
    file = given.get("finitization_file")
    if isinstance(file, str):
        fields, objects = _read(Path(file))
    finitization = given.get("finitization")
    said = dict(pairs(given, "field"))
    return InputLimits(
        {**fields, **said}, objects, finitization if isinstance(finitization, str) else None
    )


def several(given: Given, name: str) -> tuple[str, ...]:
    return tuple(given.get(name) or ())


def pairs(given: Given, name: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for text in several(given, name):
        left, equals, right = text.partition("=")
        if not (equals and left.strip()):
            raise InputError(f"--{name.replace('_', '-')} {text}: write NAME=VALUE")
        found.append((left.strip(), right.strip()))
    return found


def _read(path: Path) -> tuple[dict[str, str], dict[str, int]]:
    import tomllib

    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"--finitization-file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"--finitization-file {path}: {error}") from None
    unknown = [name for name in told if name not in ("fields", "objects")]
    if unknown:
        raise InputError(f"{path} has a table `{unknown[0]}`; known are `objects` and `fields`")
    objects, fields = told.get("objects", {}), told.get("fields", {})
    for name, count in objects.items():
        if type(count) is not int or count < 0:
            raise InputError(f"{path}: objects.{name} = {count}: write a number of objects")
    for name, what in fields.items():
        if type(what) not in (int, str):
            raise InputError(f'{path}: fields.{name} = {what}: write "null", a number or "0..5"')
    return {name: str(what) for name, what in fields.items()}, objects


SMALL_OPTIONS = LanguageOptions("Inputs", OPTIONS, limits_given)
"""Of languages that have no other options."""
