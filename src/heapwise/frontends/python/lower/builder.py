"""Writes the instructions of one function: registers, labels, handlers, positions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from heapwise.engine.machine import Result
from heapwise.program import Position
from heapwise.program.code import (
    AnyInstruction,
    Branch,
    Code,
    Constant,
    Handler,
    Jump,
    Move,
    Perform,
    Return,
    Yield,
)

COUNTING = (ast.Add, ast.Sub)
"""Operators that make an integer of two, whichever they are."""


class Label:
    """A place to jump to; `at` is known once it was put."""

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at = -1


@dataclass(slots=True)
class _Pending:
    """A jump whose targets are labels still."""

    index: int
    labels: tuple[Label, ...]


@dataclass(slots=True)
class Region:
    """What a handler protects: the stretches of code between `pause` and `resume`."""

    to: Label
    register: int
    stretches: list[tuple[int, int]]
    start: int | None
    names: frozenset[str] = frozenset()


class Builder:
    def __init__(self, name: str, file: str, parameters: int) -> None:
        self.name = name
        self.file = file
        self.registers = parameters
        self.position = Position(file, 1, 1)
        self._instructions: list[AnyInstruction] = []
        self._pending: list[_Pending] = []
        self._regions: list[Region] = []

    # -- registers and places

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1

    @property
    def here(self) -> int:
        return len(self._instructions)

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """What is written meanwhile comes from `node`."""
        line = getattr(node, "lineno", None)
        if line is None:
            yield
            return
        before = self.position
        self.position = Position(self.file, line, getattr(node, "col_offset", 0) + 1)
        yield
        self.position = before

    def put(self, label: Label) -> None:
        label.at = self.here

    # -- instructions

    def emit(self, instruction: AnyInstruction) -> None:
        self._instructions.append(instruction)

    def constant(self, value: int | bool | str | float | None) -> int:
        target = self.register()
        self.emit(Constant(target, value, at=self.position))
        return target

    def move(self, target: int, source: int) -> None:
        if target != source:
            self.emit(Move(target, source, at=self.position))

    def perform(
        self,
        operation: Callable[..., Result],
        *operands: int,
        static: tuple[object, ...] = (),
        into: int | None = None,
        counts: bool = False,
    ) -> int:
        target = self.register() if into is None else into
        self.emit(Perform(target, operation, operands, static, counts, at=self.position))
        return target

    def branch(self, condition: int, then: Label, other: Label, event: str = "") -> None:
        """`event` is the event without its truth, or empty for a branch the source lacks."""
        events = (f"{event} true", f"{event} false") if event else ("", "")
        self._pending.append(_Pending(self.here, (then, other)))
        self.emit(Branch(condition, 0, 0, *events, at=self.position))

    def jump(self, label: Label, loops: bool = False) -> None:
        self._pending.append(_Pending(self.here, (label,)))
        self.emit(Jump(0, loops, at=self.position))

    def give_back(self, source: int) -> None:
        self.emit(Return(source, at=self.position))

    def hand_out(self, source: int) -> int:
        target = self.register()
        self.emit(Yield(target, source, at=self.position))
        return target

    # -- handlers

    def protect(self, to: Label, names: frozenset[str] = frozenset()) -> Region:
        """From here on, what is thrown goes to `to`, where exceptions of these names are caught."""
        region = Region(to, self.register(), [], self.here, names)
        return region

    def pause(self, region: Region) -> None:
        assert region.start is not None
        region.stretches.append((region.start, self.here))
        region.start = None

    def resume(self, region: Region) -> None:
        region.start = self.here

    def close(self, region: Region) -> None:
        """The end of what is protected. Inner regions close before outer ones, which is the order
        in which handlers are looked for."""
        if region.start is not None:
            self.pause(region)
        self._regions.append(region)

    def finish(self, generator: bool, variables: tuple[int, ...] = (), kept: bool = False) -> Code:
        for pending in self._pending:
            instruction = self._instructions[pending.index]
            if isinstance(instruction, Branch):
                then, other = pending.labels
                self._instructions[pending.index] = replace(
                    instruction, then_to=then.at, else_to=other.at
                )
            elif isinstance(instruction, Jump):
                self._instructions[pending.index] = replace(instruction, to=pending.labels[0].at)
        handlers = tuple(
            Handler(start, end, region.to.at, region.register, region.names)
            for region in self._regions
            for start, end in region.stretches
            if start < end
        )
        instructions = tuple(self._instructions)
        made = Code(self.name, instructions, self.registers, handlers, generator, variables)
        return replace(made, kept=True) if kept else made
