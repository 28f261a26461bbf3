"""The ways to use an invariant as a precondition, by name (lissa.txt §4.1): one entry for each.

What an entry needs is said here; how a run is prepared for it depends on the language and is
done by the front ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.heaps import registry
from heapwise.program.source import InputError

DEFAULT = "none"
COMPILED = "compiled"
REFERENCES = "references"
"""As in lissa.txt, what a path demands of primitive fields prunes nothing."""


@dataclass(frozen=True, slots=True)
class Precondition:
    """If it is `on_structures`, it looks at what a path has materialised, which not every strategy
    does."""

    name: str
    paper: str
    summary: str
    on_structures: bool = False
    uses_invariant: bool = True
    uses_scope: bool = True


PRECONDITIONS: dict[str, Precondition] = {
    entry.name: entry
    for entry in (
        Precondition("none", "LI", "any input", uses_invariant=False, uses_scope=False),
        Precondition("assume", "IFrepOK", "run the invariant first", uses_scope=False),
        Precondition(
            "hybrid",
            "LIHybrid",
            "the invariant, as far as it reads only what is known",
            on_structures=True,
        ),
        Precondition(
            "symsolve", "LISSA", "drop what extends to no valid input", on_structures=True
        ),
        Precondition(
            "symsolve-memo", "LISSA-M", "the same, answers remembered", on_structures=True
        ),
        Precondition(
            "symsolve-nosb", "LISSA-NoSB", "the same, symmetry not broken", on_structures=True
        ),
        Precondition(
            "driver",
            "Driver",
            "inputs made by a constructor and operations (driver:NAME)",
            uses_invariant=False,
        ),
        Precondition("compiled", "", "the invariant as one formula"),
    )
}


def names() -> tuple[str, ...]:
    return tuple(PRECONDITIONS)


def entry_of(text: str) -> tuple[Precondition, str | None]:
    """The entry that a text such as `driver:add` names, and what comes after the colon: the
    operation of a driver, or `references`, for techniques that may look at references only."""
    name, _, argument = text.partition(":")
    found = PRECONDITIONS.get(name)
    if found is None:
        raise InputError(f"unknown precondition `{name}` (known: {', '.join(PRECONDITIONS)})")
    takes = argument if name == "driver" else REFERENCES if found.on_structures else ""
    if argument and argument != takes:
        raise InputError(f"the precondition `{name}` takes no argument `{argument}`")
    return found, argument or None


def strategies_for(entry: Precondition) -> tuple[str, ...]:
    """Those that the precondition works with."""
    return registry.with_traits(lambda traits: traits.materialises or not entry.on_structures)


def strategy_for(entry: Precondition, strategy: str | None, default: str) -> str:
    """The strategy to use; raises `InputError` if the one that was asked for will not do."""
    if strategy is None:
        return registry.MATERIALISING if entry.on_structures else default
    if entry.on_structures and strategy not in strategies_for(entry):
        raise InputError(
            f"the precondition `{entry.name}` looks at structures as they are materialised, which "
            f"the strategy `{strategy}` does not do; use {', '.join(strategies_for(entry))}, or "
            "`assume` with any strategy"
        )
    return strategy
