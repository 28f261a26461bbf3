"""Which candidates for an invariant hold of the objects that calls make, inside the worker."""

from __future__ import annotations

import types
from collections.abc import Sequence

from .call_arguments import Made
from .harmless import Harmless

_SECONDS = 0.2


class CandidateFilter:
    """`refuted` are those that do not hold of all objects of the class which were seen, each with
    the calls that make the first such object; `objects` counts what was looked at. Candidates are
    functions of a module."""

    def __init__(self, names: Sequence[str], beside: types.ModuleType, cls: type) -> None:
        self._waiting = {name: getattr(beside, name) for name in names}
        self._cls = cls
        self.refuted: dict[str, object] = {}
        self.objects = 0

    def refuted_by(self, made: Made, harmless: Harmless) -> list[str]:
        """Those that were not refuted before."""
        found = []
        for thing, _ in made:
            if not isinstance(thing, self._cls):
                continue
            self.objects += 1
            for name, holds in list(self._waiting.items()):
                harmless.begin(_SECONDS)
                try:
                    is_true = holds(thing) is True
                except BaseException:
                    is_true = False
                finally:
                    harmless.end()
                if not is_true:
                    del self._waiting[name]
                    found.append(name)
        return found
