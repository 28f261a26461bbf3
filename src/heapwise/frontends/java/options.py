"""What the user may say about a Java program besides its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

INTS = ("exact", "math")
"""Integers as bit-vectors that wrap as Java's do, or as mathematical integers."""


@dataclass(frozen=True)
class JavaOptions:
    """`input_classes` says of which classes inputs are that are declared as a class, an interface
    or a type variable (`K`, `java.lang.Object`). `requires`, `ensures` and `invariants` name
    methods that are contracts (`Class.method`, or a method of the class under test); `models` maps
    methods to those that replace them."""

    ints: str = "exact"
    class_path: Sequence[str] = ()
    jdk: str | None = None
    contracts: bool = True
    input_classes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    requires: Sequence[str] = ()
    ensures: Sequence[str] = ()
    invariants: Sequence[str] = ()
    models: Mapping[str, str] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        return self.ints == "exact"
