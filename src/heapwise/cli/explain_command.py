"""`heapwise explain`: what a rule means, and what to do about it.

A topic other than a rule is an entry of `TOPICS`: a command of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import typer

from heapwise.cli.exitcodes import ExitCode
from heapwise.cli.failures import run_command
from heapwise.cli.help_text import PlainCommand
from heapwise.cli.lazy_commands import LazyCommands
from heapwise.program.source import InputError

TOPICS: Mapping[str, str] = {
    "library": "heapwise.cli.explain_library_command:library_command",
}
"""Other things to explain: where their commands are (`module:name`)."""


class _Topics(LazyCommands):
    homes: ClassVar = TOPICS

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Whatever is no topic is a rule."""
        if args and args[0] not in self.homes:
            return super().resolve_command(ctx, ["rule", *args])
        return super().resolve_command(ctx, args)


explain_app = typer.Typer(
    cls=_Topics,
    rich_markup_mode=None,
    invoke_without_command=True,
    help="What a rule of `check` means and what to do about it: `heapwise explain HW101`. Without "
    "a rule, all of them are listed.",
)


@explain_app.callback()
def explain(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        from heapwise.results.rules import RULES

        for each in RULES:
            print(f"{each.id}  {each.name:24}  {each.title}")


@explain_app.command("rule", cls=PlainCommand)
def rule_command(rule: Annotated[str, typer.Argument(metavar="RULE")]) -> None:
    """What one rule means."""

    def command() -> ExitCode:
        from heapwise.results import rules

        found = rules.rule(rule) or next((one for one in rules.RULES if one.name == rule), None)
        if found is None:
            close = rules.closest(rule)
            hint = f"; did you mean `{close}`?" if close else ""
            raise InputError(f"there is no rule `{rule}`{hint}")
        print(rules.page(found).removeprefix("## "), end="")
        return ExitCode.DONE

    run_command(command)
