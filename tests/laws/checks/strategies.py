"""The strategies under test, and what each claims by its traits."""

from __future__ import annotations

from heapwise.heaps import registry

STRATEGIES: tuple[str, ...] = registry.names()

LATE = frozenset(("lazier", "lazier-sharp"))
"""A bound on objects counts an object when the strategy resolves a reference to it, not yet when
the path looks at the reference (kiasan.txt §3.4): these may go further than the others."""


def path_optimal() -> list[str]:
    """One path per control-flow path, and no more."""
    return [name for name in STRATEGIES if registry.traits_of(name).path_optimal]


def ordered() -> list[list[str]]:
    """By rank: each has at least as many paths as the next, the members of one equally many."""
    ranks = {name: registry.traits_of(name).rank for name in STRATEGIES}
    known = sorted({rank for rank in ranks.values() if rank is not None})
    return [[name for name in STRATEGIES if ranks[name] == rank] for rank in known]
