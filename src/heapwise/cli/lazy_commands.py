"""Groups of commands, each of which is imported when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.main import get_command_from_info, get_group
from typer.models import CommandInfo

from heapwise.cli.exitcodes import EXIT_CODES
from heapwise.cli.help_text import PlainCommand, PlainGroup


class LazyCommands(PlainGroup):
    """`homes` says where commands are (`module:name`), in the order of the help; a function is a
    command, a `Typer` a group of them."""

    homes: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.homes)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        home = self.homes.get(cmd_name)
        if home is not None and cmd_name not in self.commands:
            module, _, name = home.partition(":")
            self.add_command(_made(cmd_name, getattr(import_module(module), name)))
        return self.commands.get(cmd_name)


def _made(name: str, what: typer.Typer | Callable[..., Any]) -> Any:
    if isinstance(what, typer.Typer):
        made = get_group(what)
        made.name = name
        made.epilog = EXIT_CODES
        return made
    info = CommandInfo(name, cls=PlainCommand, callback=what, epilog=EXIT_CODES)
    return get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
