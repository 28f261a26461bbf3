"""A Python file with inputs, ready to be the parameters of tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heapwise.results import Heap
from heapwise.testgen.cases import TestCase, WrittenTest
from heapwise.testgen.cpython_replay import ModuleUnderTest, Observation, Status
from heapwise.testgen.heading import header
from heapwise.testgen.line_breaking import docstring, wrapped
from heapwise.testgen.module_source import read_module
from heapwise.testgen.rebuild import build


def write_inputs(
    target: str, module: Path, inputs: Sequence[Heap], destination: Path | None = None
) -> str:
    """A function for each input that builds it, and the list `INPUTS` of them all, for
    `pytest.mark.parametrize`."""
    under_test = ModuleUnderTest.of_file(module)
    facts = read_module(under_test.path)
    written: list[WrittenTest] = []
    for heap in inputs:
        built = build(heap, facts, reserved=(target.split(".")[0],))
        values = ", ".join(built.text(value) for value in heap.roots.values())
        body: list[str] = []
        for statement in [*built.statements, f"return {values}"]:
            body += wrapped(statement, 4)
        case = TestCase(under_test, target, heap, Observation(Status.RETURNED))
        written.append(WrittenTest(case, tuple(body)))
    head = header(written, {under_test: facts}, destination)
    text = f"Inputs of {under_test.name}.{target}, every valid one of its size, by heapwise."
    lines = [*docstring(text, 0), "", "import pytest", *head[head.index("") :]]
    names = [f"input_{number}" for number in range(1, len(written) + 1)]
    for name, each in zip(names, written, strict=True):
        lines += ["", "", f"def {name}():", *each.body]
    lines += ["", "", "INPUTS = ["]
    lines += [f'    pytest.param({name}, id="{number}"),' for number, name in enumerate(names, 1)]
    lines += [
        "]",
        f'"""For `@pytest.mark.parametrize("make", INPUTS)`: `make()` is a new {target}."""',
    ]
    return "\n".join(lines) + "\n"
