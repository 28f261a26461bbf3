"""Ranges that hints state: `Annotated[int, Gt(0)]`, `PositiveInt` of pydantic, and the like.

Whatever stands in an `Annotated` and has attributes called `gt`, `ge`, `lt`, `le`, `multiple_of`,
`min_length` or `max_length` says what it says in `annotated_types`. A `NewType` is what it is made
of. A hint that cannot be evaluated states nothing here.
"""

import ast
import typing
from collections.abc import Iterator, Mapping
from types import FunctionType, UnionType

from heapwise.contracts.contract import Condition
from heapwise.program import Position

_COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
_MEASURED = {"min_length": ">=", "max_length": "<="}
_DEEPEST = 20


def conditions_of_hints(
    function: FunctionType, scope: Mapping[str, object], at: Position
) -> Iterator[Condition]:
    """One for each parameter with a range."""
    for name, hint in function.__annotations__.items():
        if name == "return":
            continue
        found = list(dict.fromkeys(_stated(_evaluated(hint, scope), name)))
        if not found:
            continue
        text = " and ".join(found)
        if _may_be_none(function, name, _evaluated(hint, scope)):
            text = f"{name} is None or {text}"
        tree = ast.parse(text, mode="eval").body
        yield Condition("pre", tree, {name: name}, text, at, scope)


def _evaluated(hint: object, scope: Mapping[str, object]) -> object:
    if not isinstance(hint, str):
        return hint
    try:
        return typing.cast(object, eval(hint, dict(scope)))
    except Exception:
        return None


def _stated(hint: object, name: str) -> Iterator[str]:
    for _ in range(_DEEPEST):
        if isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif typing.get_origin(hint) is typing.Annotated:
            hint, *metadata = typing.get_args(hint)
            for each in metadata:
                yield from _bounds(each, name)
        elif typing.get_origin(hint) in (typing.Union, UnionType):
            others = [each for each in typing.get_args(hint) if each is not type(None)]
            if len(others) != 1:
                return
            (hint,) = others
        else:
            return


def _bounds(stated: object, name: str) -> Iterator[str]:
    for attribute, operator in _COMPARED.items():
        limit = getattr(stated, attribute, None)
        if isinstance(limit, int | float):
            yield f"{name} {operator} {limit!r}"
    factor = getattr(stated, "multiple_of", None)
    if isinstance(factor, int) and factor:
        yield f"{name} % {factor!r} == 0"
    for attribute, operator in _MEASURED.items():
        limit = getattr(stated, attribute, None)
        if isinstance(limit, int) and limit:
            yield f"len({name}) {operator} {limit!r}"
    for each in getattr(stated, "metadata", None) or ():  # of a field of pydantic
        yield from _bounds(each, name)


def _may_be_none(function: FunctionType, name: str, hint: object) -> bool:
    if type(None) in typing.get_args(hint):
        return True
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults = dict(zip(reversed(names), reversed(function.__defaults__ or ()), strict=False))
    defaults |= function.__kwdefaults__ or {}
    return name in defaults and defaults[name] is None
