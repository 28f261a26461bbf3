"""The POSE language (pose.txt, Figure 6): parse, find static types, lower to IR."""

from pathlib import Path

from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import load
from heapwise.program import Program


def load_program(path: Path) -> Program:
    """Raises `InputError` with the position of a mistake."""
    return lower(load(path), str(path))
