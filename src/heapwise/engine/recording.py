"""A witness is run concretely once more, and every step of it written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from heapwise.engine.bounds import Bounds
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.replay import NoSolver
from heapwise.engine.state import Cursor, Leaf
from heapwise.engine.stepping import start
from heapwise.heaps.strategies.concrete import ConcreteStrategy
from heapwise.heaps.view import HeapView, Pointer, names_of_inputs, snapshot
from heapwise.program import Program, Type
from heapwise.results import Heap, Ref, Value
from heapwise.results.illustration import Step
from heapwise.solver import Model
from heapwise.terms import Term

_INSTRUCTIONS = 100_000


def steps_of(
    program: Program, inputs: dict[str, Type], heap: Heap, max_calls: int | None, most: int
) -> Iterator[Step]:
    """So many at most: one wherever the run comes to another line, and one at its end."""
    strategy = ConcreteStrategy(program, heap)
    bounds = Bounds(max_calls=max_calls, max_steps=None, max_loops=None, timeout=None)
    run: Interpreter[Any] = Interpreter(program, strategy, NoSolver(), bounds)
    cursor = Cursor(start(program, strategy))
    written = 0
    last: tuple[object, ...] = ()
    for _ in range(_INSTRUCTIONS):
        instruction = cursor.code.instructions[cursor.at]
        at = instruction.at
        here = (cursor.code, cursor.depth, at.file, at.line)
        if here != last and at.line:
            if written == most:
                return
            written += 1
            view = strategy.view(program, cursor.heap, Model())
            yield _step(program, inputs, view, cursor, at.file, at.line)
        last = here
        cursor.at += 1
        step = HANDLERS[type(instruction)](run, cursor, instruction)
        if isinstance(step, Leaf):
            view = strategy.view(program, step.heap, Model())
            where = step.where
            line = at.line if where is None or where.line is None else where.line
            left = snapshot(view, inputs, None).output
            event = step.kind.value
            yield Step(line, left, cursor.code.name, _file(program, at.file), event)
            return
        if step is not None:
            if len(step) != 1 or isinstance(step[0], Leaf):
                return
            cursor = Cursor(step[0])


def _step(
    program: Program,
    inputs: dict[str, Type],
    view: HeapView,
    cursor: Cursor[Any],
    file: str,
    line: int,
) -> Step:
    variables = {
        each.text: cursor.registers[each.register]
        for each in cursor.code.names
        if each.start <= cursor.at < each.end
    }
    references = [value for value in variables.values() if isinstance(value, Term)]
    found = snapshot(view, inputs, None, references).output
    names = names_of_inputs(view, inputs)

    def shown(term: Any) -> Value:
        value = view.value(term)
        if not isinstance(value, Pointer):
            return value
        if value.key in names:
            return names[value.key]
        return Ref(f"{view.class_of(value.key).name}@{view.allocated(value.key)}")

    roots = {text: shown(value) for text, value in variables.items()} or found.roots
    return Step(line, Heap(roots, found.objects), cursor.code.name, _file(program, file))


def _file(program: Program, file: str) -> str:
    return "" if file == program.target else file
