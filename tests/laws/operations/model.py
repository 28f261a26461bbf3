"""Rows of the tables of Python operations: an operation, and small arguments to try it on."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Domain:
    """Arguments of one hint. `condition`, about `{}`, is what the exploration may assume: all
    `values` satisfy it, and others may."""

    hint: str
    values: tuple[object, ...]
    condition: str = ""

    def but(self, *values: object, condition: str | None = None) -> Domain:
        """Other values of the same type."""
        return replace(
            self, values=values, condition=self.condition if condition is None else condition
        )

    def plus(self, *values: object) -> Domain:
        return replace(self, values=(*self.values, *values))


@dataclass(frozen=True, slots=True)
class Row:
    """`code` is an expression, or statements; its names are the keys of `domains`, each of which is
    a parameter. `covers` are the public names of what is exercised."""

    code: str
    domains: dict[str, Domain]
    covers: tuple[str, ...]

    @property
    def name(self) -> str:
        hints = ", ".join(f"{name}: {domain.hint}" for name, domain in self.domains.items())
        lines = " ⏎ ".join(line.replace("    ", "→ ") for line in self.code.splitlines())
        return f"{lines} ({hints})" if hints else lines


def encoded(code: str) -> str:
    """Where a codec stops, and why, is not modelled, only that it does."""
    caught = "except UnicodeError as e:\n    return type(e).__name__, len(e.args)"
    return f"try:\n    return {code}\n{caught}"


def row(covers: str, code: str, **domains: Domain) -> Row:
    """`covers` has one name or several, separated by spaces."""
    return Row(textwrap.dedent(code).strip(), domains, tuple(covers.split()))
