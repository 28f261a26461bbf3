"""Code of which a program has two versions that run on the same objects.

Objects are those of the classes of the first version. While the second one is running, their
methods are those of the second, and what its code calls one of its classes is the corresponding
one of the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any


@dataclass(frozen=True, slots=True)
class CodeVersions:
    """`classes` are those of the second version with those of the first; `functions` are methods
    of the first with those of the second."""

    classes: Mapping[Any, type] = field(default_factory=dict)
    functions: Mapping[FunctionType, FunctionType] = field(default_factory=dict)

    def class_of(self, cls: type) -> type:
        return self.classes.get(cls, cls) if self.classes else cls


ONE_VERSION = CodeVersions()
