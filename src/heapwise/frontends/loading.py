"""From a target that the user names to a program, whatever language it is written in."""

from __future__ import annotations

from pathlib import Path

from heapwise.engine.bounds import PYTHON_OBJECTS, Bounds
from heapwise.frontends.protocol import Loading
from heapwise.frontends.registry import claiming
from heapwise.program import Program


def load(
    target: str | Path,
    max_length: int | None = PYTHON_OBJECTS,
    contracts: bool = True,
    options: object | None = None,
) -> Program:
    """The program that `target` names; raises `InputError` if there is none (`Loading`)."""
    return claiming(target).load(str(target), Loading(max_length, contracts, options))


def bounds_for(target: str | Path, bounds: Bounds) -> Bounds:
    """The bounds, with the defaults of the language of the target."""
    return claiming(target).default_bounds(bounds)
