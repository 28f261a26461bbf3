"""Z3's contexts, made so that they can be thrown away at any time."""

from collections.abc import Callable

import z3


class Context(z3.Context):  # type: ignore[misc]  # z3 has no types
    """Z3 takes minutes to delete a context full of formulas that are still referenced. The garbage
    collector may come by the context before those who hold them, so the context itself lets go of
    them first: `releases` refer to formulas, and to nothing that refers to the context."""

    owner = False
    """Nothing is to be deleted if an interrupt comes before Z3 has made the context."""

    def __init__(self) -> None:
        self.releases: dict[int, Callable[[], None]] = {}
        super().__init__()

    def __del__(self) -> None:
        for release in self.releases.values():
            release()
        self.releases.clear()
        super().__del__()
