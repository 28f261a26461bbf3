"""What makes the receiver of a method, if a driver does (`driving`, `driven`)."""

from __future__ import annotations

from typing import NamedTuple

from heapwise.frontends.java.classfile import Method
from heapwise.frontends.java.main_code import Parameter

RECEIVER = "driven"
"""Where the store of a path keeps the receiver."""


class Driver(NamedTuple):
    """`made` and `given` are the inputs of the constructor and of each operation."""

    constructor: Method
    operation: Method
    made: tuple[Parameter, ...]
    given: tuple[tuple[Parameter, ...], ...]

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        return (*self.made, *(each for step in self.given for each in step))


def more(number: int) -> str:
    """The input that says whether there is an operation of this number."""
    return f"op{number}"
