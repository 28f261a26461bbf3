"""The bounds of a run as a user writes them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any, TypeVar, cast

import typer

from heapwise.engine.bounds import Bounds
from heapwise.program.source import InputError
from heapwise.results.named_bounds import NAMED, NamedBound

DEFAULTS = Bounds()
BOUNDS_PANEL = "Bounds (0 or none: unlimited)"
_USUAL: dict[str, Any] = {each.name: getattr(DEFAULTS, each.name) for each in NAMED}
_UNLIMITED = ("0", "none")


class Limits:
    """What the user wrote, one text per option; None where the option was not given."""

    def __init__(self, max_objects: Sequence[str] | None = None, **others: str | None) -> None:
        self.max_objects = max_objects or ()
        self.others = others


NO_LIMITS = Limits()


def bounds_of(limits: Limits) -> Bounds:
    objects, objects_of = _objects(limits.max_objects)
    unlimited = {
        each.name
        for each in NAMED
        if each.usual and (limits.others.get(each.name) or "").lower() in _UNLIMITED
    }
    if limits.max_objects and objects is None and not objects_of:
        unlimited.add("max_objects")
    read: dict[str, Any] = {name: _read(name, text) for name, text in limits.others.items()}
    return Bounds(
        max_objects=objects, max_objects_of=objects_of, unlimited=frozenset(unlimited), **read
    )


def _read(name: str, text: str | None) -> float | None:
    option = f"--{name.replace('_', '-')}"
    return _seconds(option, text) if name == "timeout" else _whole(option, text, _USUAL[name])


Command = TypeVar("Command", bound=Callable[..., None])


def takes_bounds(path_only: bool = False) -> Callable[[Command], Command]:
    """For the function of a command that has `limits`: in its place, the options of all bounds, or
    of those on single paths. Typer asks for the signature of a function, so that is what tells it
    of them."""
    wanted = [each for each in NAMED if each.metavar and not (path_only and each.ends_run)]

    def taking(command: Command) -> Command:
        @wraps(command)
        def with_limits(**given: Any) -> None:
            texts = {each.name: given.pop(each.name) for each in wanted}
            command(limits=Limits(**texts), **given)

        signature = inspect.signature(command, eval_str=True)
        parameters: list[inspect.Parameter] = []
        for each in signature.parameters.values():
            parameters += map(_parameter, wanted) if each.name == "limits" else [each]
        vars(with_limits)["__signature__"] = signature.replace(parameters=parameters)
        return cast(Command, with_limits)

    return taking


def _parameter(bound: NamedBound) -> inspect.Parameter:
    kind: Any = list[str] | None if bound.name == "max_objects" else str | None
    return inspect.Parameter(
        bound.name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=None,
        annotation=Annotated[kind, option_of(bound)],
    )


def option_of(bound: NamedBound) -> Any:
    usual = _USUAL[bound.name]
    return typer.Option(
        f"--{bound.option}",
        metavar=bound.metavar,
        help=bound.help,
        show_default=bound.usual or ("none" if usual is None else f"{usual:.0f}"),
        rich_help_panel=BOUNDS_PANEL,
    )


def _whole(option: str, text: str | None, default: int | None) -> int | None:
    if text is None:
        return default
    if text.lower() in _UNLIMITED:
        return None
    if text.isascii() and text.isdigit():
        return int(text)
    raise InputError(f"{option} takes a whole number, or `none` for no bound, not `{text}`")


def _seconds(option: str, text: str | None) -> float | None:
    if text is None:
        return DEFAULTS.timeout
    if text.lower() in _UNLIMITED:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds) or seconds < 0:
        raise InputError(f"{option} takes seconds, or `none` for no bound, not `{text}`")
    return seconds or None


def _objects(texts: Sequence[str]) -> tuple[int | None, dict[str, int]]:
    general = DEFAULTS.max_objects
    of_class: dict[str, int] = {}
    for text in texts:
        name, equals, count = (part.strip() for part in text.rpartition("="))
        most = 0 if equals and count == "0" else _whole("--max-objects", count, None)
        if not equals:
            general = most
        elif not name or most is None:
            raise InputError(
                f"--max-objects takes N or Class=N, not `{text}`; "
                "a class is unbounded if nothing bounds it"
            )
        else:
            of_class[name] = most
    return general, of_class
