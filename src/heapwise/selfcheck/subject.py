"""A program under test: the tree that the oracle runs and the IR that the engine runs.

Both must agree on what the inputs are, or no comparison means anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.frontends.tiny.printer import to_source
from heapwise.program import InputError, Program
from heapwise.program.code import Code, Input
from heapwise.selfcheck.oracle.static_facts import facts
from heapwise.selfcheck.typecheck import check_types


class DisagreementError(InputError):
    """The front end and the oracle do not see the same inputs in a program."""


@dataclass(frozen=True, slots=True)
class Subject:
    """`source` is the canonical text, from which `tree` has its positions."""

    source: str
    tree: s.ProgramNode
    program: Program


def subject_of(tree: s.ProgramNode, file: str) -> Subject:
    """Raises `InputError` if this is not a program that both sides understand alike."""
    return subject_of_source(to_source(tree), file)


def subject_of_source(source: str, file: str) -> Subject:
    tree = parse(source, file)
    program = lower(tree, file)
    check_types(tree)
    known = facts(tree)
    ours = {name: (str(kind), name != known.entry_receiver) for name, kind in known.inputs.items()}
    theirs = _inputs(program)
    if ours != theirs:
        raise DisagreementError(f"the inputs are {theirs}, or {ours}", tree.at)
    return Subject(source, tree, program)


def _inputs(program: Program) -> Mapping[str, tuple[str, bool]]:
    found: dict[str, tuple[str, bool]] = {}
    for code in _codes(program):
        for instruction in code.instructions:
            if isinstance(instruction, Input):
                found[instruction.name] = (str(instruction.type), instruction.nullable)
    return found


def _codes(program: Program) -> Iterator[Code]:
    if program.main is not None:
        yield program.main
    for cls in program.classes.values():
        for method in cls.own_methods.values():
            if method.code is not None:
                yield method.code
