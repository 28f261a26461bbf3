"""The ways to use an invariant as a precondition, by name (lissa.txt §4.1): one entry for each.

What an entry needs is said here; how a run is prepared for it depends on the language and is
done by the front ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.program import InputError

MATERIALISING = ("lazy", "lazier", "lazier-sharp")
"""Strategies that decide which object a reference denotes, so that there is a structure to look
at while a path is being explored."""

DEFAULT = "none"
REFERENCES = "references"
"""As in lissa.txt, what a path demands of primitive fields prunes nothing."""


@dataclass(frozen=True, slots=True)
class Precondition:
    """`strategies` lists those it works with, the first by default; none means all."""

    name: str
    paper: str
    summary: str
    strategies: tuple[str, ...] = ()
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
            MATERIALISING,
        ),
        Precondition("symsolve", "LISSA", "drop what extends to no valid input", MATERIALISING),
        Precondition("symsolve-memo", "LISSA-M", "the same, answers remembered", MATERIALISING),
        Precondition("symsolve-nosb", "LISSA-NoSB", "the same, symmetry not broken", MATERIALISING),
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
    takes = argument if name == "driver" else REFERENCES if found.strategies else ""
    if argument and argument != takes:
        raise InputError(f"the precondition `{name}` takes no argument `{argument}`")
    return found, argument or None


def strategy_for(entry: Precondition, strategy: str | None, default: str) -> str:
    """The strategy to use; raises `InputError` if the one that was asked for will not do."""
    if strategy is None:
        return entry.strategies[0] if entry.strategies else default
    if entry.strategies and strategy not in entry.strategies:
        raise InputError(
            f"the precondition `{entry.name}` looks at structures as they are materialised, which "
            f"the strategy `{strategy}` does not do; use {', '.join(entry.strategies)}, or "
            "`assume` with any strategy"
        )
    return strategy
