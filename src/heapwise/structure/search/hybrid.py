"""The hybrid invariant of LIHybrid: an invariant that runs on a partially symbolic structure.

It is derived from an ordinary one and conservative: as soon as the invariant reads a field that the
path does not know, it says true (lissa.txt §2.2). It never rejects what extends to a valid
structure, and accepts much that does not.
"""

from __future__ import annotations

from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap
from heapwise.program import InputError
from heapwise.structure.search.korat import raised
from heapwise.structure.search.symsolve import (
    Decided,
    Encoder,
    MayHold,
    SolverCounts,
    Structure,
    Vector,
)
from heapwise.structure.search.vectors import ImpureError, SymbolicReadError
from heapwise.structure.search.watchdog import TooLongError, Watchdog


class HybridInvariant:
    """An oracle like SymSolve. With `references_only`, no primitive field is known."""

    def __init__(self, structure: Structure, references_only: bool = False) -> None:
        self.space = structure.space(closed=True)
        self.encoder = Encoder(self.space, structure.cells, references_only)
        self.counts = SolverCounts()
        self._invariant = structure.invariant(self.space)
        counts = self.counts
        self._watchdog = Watchdog(lambda: counts.queries)

    def extends(self, heap: LazyHeap, decided: Decided, may_hold: MayHold | None = None) -> bool:
        vectors = self.encoder.vectors(heap, decided)
        return vectors is None or any(self.accepts(vector) for vector in vectors)

    def accepts(self, vector: Vector) -> bool:
        self.counts.queries += 1
        space = self.space
        for slot, value in vector.fixed.items():
            space.holders[slot][space.keys[slot]] = value
        self._watchdog.begin()
        try:
            return bool(self._invariant())
        except TooLongError:
            raise self._watchdog.complaint(space.heap()) from None
        except SymbolicReadError:
            return True
        except InputError:  # it cannot be run at all
            raise
        except ImpureError as error:
            raise raised(error, space) from error
        except Exception:  # an invariant that raises does not hold
            return False
        finally:
            self._watchdog.end()
            for slot in vector.fixed:
                space.holders[slot].pop(space.keys[slot], None)
