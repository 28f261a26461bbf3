"""Values of options that mean what they are: a text where a text is wanted, a default, a number.

Typer converts every value by a schema of Pydantic, and only to import that takes twice as long as
everything else that a command does before it begins. What needs no conversion is spared it here;
whatever is doubtful is left to Typer, which also words what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

_DOUBTFUL = object()
_SWITCH = {"0": False, "1": True}
"""How the environment says whether."""


def taken_as_they_are(parameters: list[Any]) -> list[Any]:
    """These parameters of a command, which take plain values themselves from now on. Versions of
    Typer that do not use Pydantic have no `type_descriptor`, and are left alone."""
    for each in parameters:
        if hasattr(each, "type_descriptor") and "process_value" not in vars(each):
            each.process_value = partial(_processed, each, each.process_value)
    return parameters


def _processed(parameter: Any, convert: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    plain = _plain(parameter, value)
    if plain is _DOUBTFUL:
        return convert(ctx, value)
    return plain if parameter.callback is None else parameter.callback(ctx, parameter, plain)


def _plain(parameter: Any, value: Any) -> Any:
    wanted = parameter.type_descriptor.annotation
    several = parameter.multiple or parameter.nargs == -1
    if value is None or (several and not value):
        return _DOUBTFUL if parameter.required else () if several else None
    if several:
        texts = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
        return list(value) if wanted == list[str] and texts else _DOUBTFUL
    if parameter.nargs != 1:
        return _DOUBTFUL
    if wanted in (int, float) and isinstance(value, str):
        value = _number(wanted, value)
    elif wanted is bool and isinstance(value, str):
        value = _SWITCH.get(value)
    if wanted in (str, int, float, bool) and type(value) is wanted:
        return value if wanted in (str, bool) or _in_range(parameter, value) else _DOUBTFUL
    return _DOUBTFUL


def _number(wanted: type[int] | type[float], text: str) -> Any:
    digits = text.removeprefix("-").replace(".", "", int(wanted is float))
    return wanted(text) if digits.isascii() and digits.isdigit() else _DOUBTFUL


def _in_range(parameter: Any, value: float) -> bool:
    """False also if what is outside would be brought inside."""
    info = parameter.type_descriptor.parameter_info
    least, most = info.min, info.max
    return (least is None or least <= value) and (most is None or value <= most)
