"""The strategies under test, and what is claimed of each by name.

This is the one place that names strategies. A name that is not registered is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.heaps import registry

STRATEGIES: tuple[str, ...] = registry.names()

PATH_OPTIMAL = frozenset(("fieldmaps", "pose", "summary"))
"""One path per control-flow path, and no more."""

ORDER: tuple[frozenset[str], ...] = (
    frozenset(("lazy",)),
    frozenset(("lazier",)),
    frozenset(("lazier#", "lazier-sharp")),
    PATH_OPTIMAL,
)
"""Each rank has at least as many paths as the next; the members of one rank have equally many."""


LATE = frozenset(("lazier", "lazier-sharp"))
"""A bound on objects counts an object when the strategy resolves a reference to it, not yet when
the path looks at the reference (kiasan.txt §3.4): these may go further than the others."""


def path_optimal() -> list[str]:
    return [name for name in STRATEGIES if name in PATH_OPTIMAL]


def ordered() -> list[list[str]]:
    """The ranks of `ORDER` that have a registered member, those members only."""
    ranks: Sequence[list[str]] = [[name for name in STRATEGIES if name in rank] for rank in ORDER]
    return [rank for rank in ranks if rank]
