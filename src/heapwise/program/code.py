"""The instructions: a register machine with structured heap accesses and explicit choices.

Registers are numbered; a jump target is the index of an instruction. Every instruction knows the
source position it came from. Whatever can end a path or fork it is an instruction of its own, so
that the engine needs no knowledge of any source language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from heapwise.program.body import DELEGATES, Code, Handler, Instruction
from heapwise.program.types import ClassDecl, FieldDecl, MethodDecl, Type

__all__ = [
    "DELEGATES",
    "AnyInstruction",
    "ArrayLength",
    "ArrayLoad",
    "ArrayStore",
    "Assert",
    "Assume",
    "Branch",
    "Call",
    "Code",
    "Compute",
    "Constant",
    "Fail",
    "GetField",
    "Handler",
    "Input",
    "InstanceOf",
    "Instruction",
    "Invoke",
    "Jump",
    "Move",
    "NewArray",
    "NewObject",
    "Note",
    "Operation",
    "Operator",
    "Perform",
    "PutField",
    "RefEquals",
    "Return",
    "Yield",
]


class Operator(Enum):
    ADD = "+"
    SUB = "-"
    LESS = "<"
    EQUAL = "="
    AND = "&&"
    OR = "||"
    NOT = "~"

    __hash__ = object.__hash__  # as for `OutcomeKind`


@dataclass(frozen=True, slots=True)
class Constant(Instruction):
    """`value` is a value of a primitive type, or None for null."""

    target: int
    value: int | bool | str | float | None


@dataclass(frozen=True, slots=True)
class Move(Instruction):
    target: int
    source: int


@dataclass(frozen=True, slots=True)
class Input(Instruction):
    """The symbolic input `name`; `nullable` is false for the receiver of the method under test."""

    target: int
    name: str
    type: Type
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Operation(Instruction):
    target: int
    operator: Operator
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewObject(Instruction):
    target: int
    cls: ClassDecl


@dataclass(frozen=True, slots=True)
class NewArray(Instruction):
    """`cls` is the array class."""

    target: int
    cls: ClassDecl
    length: int


@dataclass(frozen=True, slots=True)
class GetField(Instruction):
    target: int
    object: int
    field: FieldDecl


@dataclass(frozen=True, slots=True)
class PutField(Instruction):
    object: int
    field: FieldDecl
    source: int


@dataclass(frozen=True, slots=True)
class ArrayLoad(Instruction):
    target: int
    array: int
    index: int
    cls: ClassDecl


@dataclass(frozen=True, slots=True)
class ArrayStore(Instruction):
    array: int
    index: int
    source: int
    cls: ClassDecl


@dataclass(frozen=True, slots=True)
class ArrayLength(Instruction):
    target: int
    array: int
    cls: ClassDecl


@dataclass(frozen=True, slots=True)
class RefEquals(Instruction):
    """Values of different sorts are not equal; others compare as their sort does."""

    target: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class InstanceOf(Instruction):
    target: int
    object: int
    cls: ClassDecl


@dataclass(frozen=True, slots=True)
class Fail(Instruction):
    """Ends the path as if a heap access had raised this, e.g. after a failed cast."""

    exception: str


@dataclass(frozen=True, slots=True)
class Call(Instruction):
    """Virtual: the run-time class of the receiver chooses the method. `cls` is its static class;
    `event`, followed by the method chosen, goes into the trace."""

    target: int
    receiver: int
    cls: ClassDecl
    method: str
    arguments: tuple[int, ...]
    event: str


@dataclass(frozen=True, slots=True)
class Invoke(Instruction):
    """A call of this very method, whatever the classes of the arguments: nothing is dispatched, no
    receiver is tested, and no event is left."""

    target: int
    method: MethodDecl
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compute(Instruction):
    """`function` of the values of `operands`: an operation on scalars that is no choice and sees
    neither heap nor path."""

    target: int
    function: Callable[..., object]
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch(Instruction):
    """`then_event` and `else_event` go into the trace, unless they are empty: a branch that the
    source does not have (a cast) leaves no mark."""

    condition: int
    then_to: int
    else_to: int
    then_event: str
    else_event: str


@dataclass(frozen=True, slots=True)
class Jump(Instruction):
    """`loops` marks the back edge of a loop: the loop bound counts these."""

    to: int
    loops: bool = False


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    source: int


@dataclass(frozen=True, slots=True)
class Perform(Instruction):
    """An operation of the source language that is more than one access to the heap.

    `operation` is called with an `engine.machine.Machine`, then `static`, then the values of
    `operands`. It is written in direct style and run again from its start for every alternative
    of a choice that it makes, so all its effects must go through the machine. Its result goes
    into `target`, unless it is an `Enter`: then that code runs, and its result does. If it
    `counts`, it makes an integer of integers and does nothing else with them: it neither fails nor
    chooses."""

    target: int
    operation: Callable[..., object]
    operands: tuple[int, ...]
    static: tuple[object, ...] = ()
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Yield(Instruction):
    """Hands `source` to whoever resumed this activation, which waits; what it is resumed with
    goes into `target`."""

    target: int
    source: int


@dataclass(frozen=True, slots=True)
class Assume(Instruction):
    condition: int


@dataclass(frozen=True, slots=True)
class Assert(Instruction):
    """Of a promise about what the program returns, `result` is the register that holds it."""

    condition: int
    text: str
    result: int | None = None


@dataclass(frozen=True, slots=True)
class Note(Instruction):
    """Leaves `event` in the trace."""

    event: str


AnyInstruction: TypeAlias = (
    Constant
    | Move
    | Input
    | Operation
    | NewObject
    | NewArray
    | GetField
    | PutField
    | ArrayLoad
    | ArrayStore
    | ArrayLength
    | RefEquals
    | InstanceOf
    | Fail
    | Call
    | Invoke
    | Compute
    | Branch
    | Jump
    | Return
    | Perform
    | Yield
    | Assume
    | Assert
    | Note
)
