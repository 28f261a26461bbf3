"""What a driver makes a receiver by: a constructor and operations, or a method of the user.

`invariants.driver_program` writes its code, `witness.driver_witness` runs it in a JVM.
"""

from __future__ import annotations

from typing import NamedTuple

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.main_code import Parameter
from heapwise.terms import Term

RECEIVER: StoreKey[Term] = StoreKey("driven")
"""Where the store of a path keeps the receiver."""


SCOPE = "made.scope"
"""What the user's method is told: how many operations there are to be at most."""


class Driver(NamedTuple):
    """`made` and `given` are the inputs of the constructor and of each operation. A method of the
    user stands in place of the constructor; if it is told a `scope`, it has no inputs."""

    constructor: Method
    operation: Method | None
    made: tuple[Parameter, ...]
    given: tuple[tuple[Parameter, ...], ...] = ()
    scope: int | None = None

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        return (*self.made, *(each for step in self.given for each in step))


def more(number: int) -> str:
    """The input that says whether there is an operation of this number."""
    return f"op{number}"
