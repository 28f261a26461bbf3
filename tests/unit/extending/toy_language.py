"""A language that another package brings along. A program walks along a chain of cells:

next        go to the next cell
positive    fail unless its value is positive
"""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.language_options import LanguageOption, LanguageOptions
from heapwise.frontends.registry import Entry, by_suffix
from heapwise.frontends.small import SmallLanguage
from heapwise.program import INT, ClassDecl, FieldDecl, InputError, Position, Program
from heapwise.program import code as ir

NAME = "toy"


def load(path: Path) -> Program:
    root = ClassDecl("Object", None)
    cell = ClassDecl("Cell", root)
    value = cell.own_fields["value"] = FieldDecl(cell, "value", INT)
    following = cell.own_fields["next"] = FieldDecl(cell, "next", cell)
    steps: list[ir.AnyInstruction] = [ir.Input(0, "c", cell, at=Position(str(path), 1, 1))]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        at = Position(str(path), number, 1)
        if line == "next":
            steps.append(ir.GetField(0, 0, following, at=at))
        elif line == "positive":
            steps += [
                ir.GetField(1, 0, value, at=at),
                ir.Constant(2, 0, at=at),
                ir.Operation(3, ir.Operator.LESS, (2, 1), at=at),
                ir.Assert(3, line, at=at),
            ]
        else:
            raise InputError(f"what is `{line}`?", at)
    steps.append(ir.Return(0, at=at))
    program = Program(NAME, str(path), root, [cell])
    program.main = ir.Code("main", tuple(steps), 4)
    return program


PACE = LanguageOption(
    "--pace", "slow|fast", "How to walk.", ("explore",), choices=("slow", "fast"), default="slow"
)
OPTIONS = LanguageOptions("Toy", (PACE,), dict)
ENTRY = Entry(NAME, by_suffix(".toy"), __name__, (".toy",), OPTIONS)
FRONT_END = SmallLanguage(NAME, load)
