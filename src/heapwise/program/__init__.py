"""The intermediate representation that every front end lowers to. A leaf: it imports nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lazy_names import lazy_names

if TYPE_CHECKING:
    from heapwise.program.program import Program
    from heapwise.program.source import (
        InputError,
        LinePosition,
        NoInvariantError,
        NothingToCheckError,
        Position,
    )
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
    "NoInvariantError",
    "NothingToCheckError",
    "Position",
    "PrimitiveType",
    "Program",
    "Type",
    "is_integer",
    "is_reference",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BOOL": "heapwise.program.types",
        "BitVecType": "heapwise.program.types",
        "ClassDecl": "heapwise.program.types",
        "FLOAT": "heapwise.program.types",
        "FLOAT32": "heapwise.program.types",
        "FieldDecl": "heapwise.program.types",
        "INT": "heapwise.program.types",
        "InputError": "heapwise.program.source",
        "NoInvariantError": "heapwise.program.source",
        "NothingToCheckError": "heapwise.program.source",
        "LinePosition": "heapwise.program.source",
        "MethodDecl": "heapwise.program.types",
        "Position": "heapwise.program.source",
        "PrimitiveType": "heapwise.program.types",
        "Program": "heapwise.program.program",
        "STR": "heapwise.program.types",
        "Type": "heapwise.program.types",
        "is_integer": "heapwise.program.types",
        "is_reference": "heapwise.program.types",
    },
)
