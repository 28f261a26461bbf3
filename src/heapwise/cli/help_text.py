"""The text of `--help`: usage, what the command does, and its options under headings.

Typer would draw boxes with Rich, which takes longer to import than all other things together that
a command needs before it begins, and leaves little room for the words.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from heapwise.cli.given_values import taken_as_they_are
from heapwise.frontends.suggesting import suggest

_MARKS = re.compile(r"\*\*(.+?)\*\*|`([^`]*)`")
_WIDEST = 34
"""Columns for the names of options: what is longer has a line of its own."""


_HYPHEN = "\ue000"
"""In place of a hyphen in a word, where no line ends."""


def plain(text: str) -> str:
    """Without marks for what is bold, or code; no line ends inside a name such as `--max-objects`,
    until `finish` has seen it."""
    unmarked = _MARKS.sub(lambda found: found[1] or found[2], text)
    return re.sub(r"-(?=\S)", _HYPHEN, unmarked)


def finish(formatter: Any) -> None:
    """After everything was written."""
    formatter.buffer = [each.replace(_HYPHEN, "-") for each in formatter.buffer]


def write_text(text: str, formatter: Any) -> None:
    """Paragraphs; one that is only a heading is one of those below it, which are examples."""
    listed = False
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text).split("\f")[0]):
        words = " ".join(paragraph.split())
        if not words:
            continue
        if not (listed and words.startswith("`")):
            formatter.write_paragraph()
        listed = bool(re.fullmatch(r"\*\*[^*]+\*\*", words)) or (listed and words.startswith("`"))
        if listed and words.startswith("**"):
            formatter.write(f"{plain(words)}:\n")
            continue
        with formatter.indentation():
            formatter.write_text(plain(words))


def write_parameters(command: Any, ctx: Any, formatter: Any) -> None:
    """Arguments, then options under the headings that they are declared with."""
    panels: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is None:
            continue
        is_argument = getattr(parameter, "param_type_name", "") == "argument"
        usual = "Arguments" if is_argument else "Options"
        panel = getattr(parameter, "rich_help_panel", None) or usual
        name, words = record
        name = re.sub(r" <[\w\[\], ]+>", "", name)  # types that mean nothing to users
        panels.setdefault(panel, []).append((name, plain(words)))
    for panel, rows in panels.items():
        with formatter.section(panel):
            formatter.write_dl(rows, col_max=_WIDEST)


def write_epilog(command: Any, formatter: Any) -> None:
    for paragraph in _paragraphs(command.epilog or ""):
        formatter.write_paragraph()
        formatter.write_text(plain(paragraph))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if paragraph.strip():
            yield " ".join(paragraph.split())


def usage_piece(text: str) -> str:
    """Without what Typer puts around a name; `{TARGET…}...` says twice that there may be more."""
    text = re.sub(r"^\{([^{}]+)\}(\.\.\.)?$", r"\1\2", text)
    return re.sub(r"…(\]?)\.\.\.$", r"…\1", text)


class PlainGroup(TyperGroup):
    """Commands that are told about in plain lines."""

    def get_params(self, ctx: Any) -> list[Any]:
        return taken_as_they_are(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.format_usage(ctx, formatter)
        write_text(self.help or "", formatter)
        write_parameters(self, ctx, formatter)
        with formatter.section("Commands"):
            commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
            rows = [
                (name, plain(each.get_short_help_str(limit=200)))
                for name, each in commands
                if each is not None
            ]
            formatter.write_dl(rows)
        write_epilog(self, formatter)
        finish(formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """What there is instead is told with a command that does not exist."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            names = self.list_commands(ctx)
            ctx.fail(f"no such command `{args[0]}`{suggest(args[0], names)}")
        return super().resolve_command(ctx, args)


class PlainCommand(TyperCommand):
    """A command that tells about itself in plain lines."""

    def get_params(self, ctx: Any) -> list[Any]:
        return taken_as_they_are(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [usage_piece(each) for each in super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.format_usage(ctx, formatter)
        write_text(self.help or "", formatter)
        write_parameters(self, ctx, formatter)
        write_epilog(self, formatter)
        finish(formatter)
