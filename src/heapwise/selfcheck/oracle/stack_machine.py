"""The state of the interpreter: a stack machine over objects that are plain dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from heapwise.program.source import Position


@dataclass(slots=True, eq=False)
class Obj:
    """An object. `name` is its name in the input heap, or the one it got at its allocation."""

    class_name: str
    fields: dict[str, Val]
    name: str
    is_array: bool


Val: TypeAlias = int | bool | Obj | None
Step: TypeAlias = Callable[["Machine"], None]


class EndOfRunError(Exception):
    """The run is over before the end of the program."""

    def __init__(self, kind: str, exception: str | None, at: Position) -> None:
        super().__init__(kind)
        self.kind = kind
        self.exception = exception
        self.at = at


@dataclass(slots=True)
class Machine:
    """`callers` are the frames to return to; `allocated` are the new objects, in order."""

    inputs: Mapping[str, Val]
    steps: list[Step]
    variables: list[Val]
    max_calls: int
    pc: int = 0
    running: bool = True
    stack: list[Val] = field(default_factory=list)
    callers: list[tuple[list[Step], int, list[Val]]] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    allocated: list[Obj] = field(default_factory=list)

    def allocate(self, class_name: str, fields: dict[str, Val]) -> Obj:
        name = f"{class_name}@{len(self.allocated) + 1}"
        obj = Obj(class_name, fields, name, class_name.endswith("[]"))
        self.allocated.append(obj)
        return obj

    def enter(self, at: Position) -> None:
        """Remember where to return to."""
        if len(self.callers) >= self.max_calls:
            raise EndOfRunError("bounded", "call-depth", at)
        self.callers.append((self.steps, self.pc, self.variables))

    def leave(self) -> None:
        if self.callers:
            self.steps, self.pc, self.variables = self.callers.pop()
        else:
            self.running = False

    def run(self) -> Val:
        while self.running:
            step = self.steps[self.pc]
            self.pc += 1
            step(self)
        return self.stack.pop()
