"""What the tests of checks have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def few_calls() -> Iterator[None]:
    """A tenth of those that are tried to refute an invariant: the objects that tell anything here
    take few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("heapwise.checking.invariant_search._CALLS", 3_000)
        yield
