"""The body of a method: instructions, registers and handlers, whatever the instructions are.

Each instruction is a class of its own in `program.code`. Those name classes and methods, and a
method has a body, so what a body is stands here, below both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from heapwise.program.source import Position


@dataclass(frozen=True, slots=True)
class Instruction:
    at: Position = field(kw_only=True)


DELEGATES = "<delegates>"
"""Among the names of a handler that passes what is thrown on to another activation."""


class Name(NamedTuple):
    """What a register is called by the instructions from `start` up to `end`."""

    text: str
    register: int
    start: int
    end: int


class Handler(NamedTuple):
    """What is thrown by the instructions from `start` up to `end` goes into `register`, and the
    run goes on at `to`. Of the handlers of one code, the first that covers an instruction has it.
    `names` are the exceptions that the source says it is for, if it says so by name.
    """

    start: int
    end: int
    to: int
    register: int
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """The body of a method; the first registers hold the receiver and the arguments. An activation
    of a `generator` is a value that is resumed. `variables` are the registers of named variables,
    where the source language needs to know them; `names` what the source calls them, where somebody
    may want to see them. Code of a `library` is not the user's: what
    happens there is told with the place that called it. Activations that are `kept` are held by
    somebody until they end."""

    name: str
    instructions: tuple[Instruction, ...]
    registers: int
    handlers: tuple[Handler, ...] = ()
    generator: bool = False
    variables: tuple[int, ...] = ()
    library: bool = False
    names: tuple[Name, ...] = ()
    kept: bool = False

    def is_protected(self, at: int) -> bool:
        """Does a handler see what is thrown at this instruction? One that only passes it on to
        another activation does not count."""
        return not self.kept and any(
            handler.start <= at < handler.end and DELEGATES not in handler.names
            for handler in self.handlers
        )
