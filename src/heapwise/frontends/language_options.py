"""Options of the command line that belong to one language.

They stand in the registry, so that commands can offer them without importing the front end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Given: TypeAlias = Mapping[str, str | list[str] | None]
"""What the user has said, by the name of the option (`class_path`); None where nothing was."""


@dataclass(frozen=True, slots=True)
class LanguageOption:
    """`flag` is how it is written (`--class-path`), `commands` are those that have it. It takes one
    value, or several if it is `repeatable`; the `default` is among the `choices`, if there are
    such. `usual` tells the reader what holds without it; a `title` stands above
    it in place of that of its language."""

    flag: str
    metavar: str
    help: str
    commands: tuple[str, ...]
    repeatable: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None
    usual: str = ""
    title: str = ""

    @property
    def name(self) -> str:
        return self.flag.removeprefix("--").replace("-", "_")


@dataclass(frozen=True, slots=True)
class LanguageOptions:
    """All of a language; `title` stands above them in the help. `made` is what a plan has as its
    `language_options`; it raises `InputError` for what makes no sense."""

    title: str
    options: tuple[LanguageOption, ...]
    made: Callable[[Given], object]
