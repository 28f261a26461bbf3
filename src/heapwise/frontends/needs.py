"""What a language wants of the machine, for `heapwise doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Need:
    """Whether it is there (`good`) and what was `found`. What is `needed` makes `doctor` fail if it
    is missing; `advice` says what to do then."""

    name: str
    good: bool
    found: str
    needed: bool = True
    advice: str = ""
