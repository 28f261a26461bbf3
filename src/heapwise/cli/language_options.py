"""Gives a command the options of all languages, as their entries in the registry declare them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar

import typer

from heapwise.cli.failures import chosen
from heapwise.frontends import registry
from heapwise.frontends.language_options import Given, LanguageOption

Command = TypeVar("Command", bound=Callable[..., None])


def takes_language_options(name: str) -> Callable[[Command], Command]:
    """For the function of the command `name`, which gets them as its `**language`. Typer asks for
    the signature of a function, so that is what tells it of them."""

    def taking(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        parameters = [*own, *_parameters(name)]
        vars(command)["__signature__"] = signature.replace(parameters=parameters)
        return command

    return taking


def language_options(target: str, given: Given) -> object | None:
    """What the front end of the target makes of them; None if it has none. Those of the other
    languages say nothing about this target."""
    declared = registry.options_of(target)
    if declared is None:
        return None
    for option in declared.options:
        value = given.get(option.name)
        if option.choices and isinstance(value, str):
            chosen(f"value of {option.flag}", value, option.choices)
    return declared.made(given)


def _parameters(command: str) -> Iterator[inspect.Parameter]:
    """Where two languages have an option of the same name, it is one, for both of them."""
    seen: set[str] = set()
    for declared in registry.all_options():
        for option in declared.options:
            if command in option.commands and option.name not in seen:
                seen.add(option.name)
                yield _parameter(option, option.title or declared.title)


def _parameter(option: LanguageOption, title: str) -> inspect.Parameter:
    shown: Any = option.usual or bool(option.default)
    info = typer.Option(
        option.flag,
        metavar=option.metavar,
        help=option.help,
        show_default=shown,
        rich_help_panel=title,
    )
    kind: Any = list[str] | None if option.repeatable else str | None
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=option.default,
        annotation=Annotated[kind, info],
    )
