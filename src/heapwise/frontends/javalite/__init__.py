"""Javalite (heap-summaries.txt, Figure 3): read, parse, check types, lower to IR."""

from pathlib import Path

from heapwise.frontends.javalite.lower import lower
from heapwise.frontends.javalite.parser import load, parse
from heapwise.program import Program


def load_program(path: Path) -> Program:
    """Raises `InputError` with the position of a mistake."""
    return lower(load(path), str(path))


def program_of(text: str, name: str) -> Program:
    """The program that `text` holds; `name` is what positions call the file."""
    return lower(parse(text, name), name)
