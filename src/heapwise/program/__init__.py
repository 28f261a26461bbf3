"""The intermediate representation that every front end lowers to. A leaf: it imports nothing."""

from heapwise.program.program import Program
from heapwise.program.source import InputError, Position
from heapwise.program.types import (
    BOOL,
    FLOAT,
    INT,
    STR,
    ClassDecl,
    FieldDecl,
    MethodDecl,
    PrimitiveType,
    Type,
    is_reference,
)

__all__ = [
    "BOOL",
    "FLOAT",
    "INT",
    "STR",
    "ClassDecl",
    "FieldDecl",
    "InputError",
    "MethodDecl",
    "Position",
    "PrimitiveType",
    "Program",
    "Type",
    "is_reference",
]
