"""The intermediate representation that every front end lowers to. A leaf: it imports nothing."""

from heapwise.program.program import Program
from heapwise.program.source import InputError, LinePosition, Position
from heapwise.program.types import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    STR,
    BitVecType,
    ClassDecl,
    FieldDecl,
    MethodDecl,
    PrimitiveType,
    Type,
    is_integer,
    is_reference,
)

__all__ = [
    "BOOL",
    "FLOAT",
    "FLOAT32",
    "INT",
    "STR",
    "BitVecType",
    "ClassDecl",
    "FieldDecl",
    "InputError",
    "LinePosition",
    "MethodDecl",
    "Position",
    "PrimitiveType",
    "Program",
    "Type",
    "is_integer",
    "is_reference",
]
