"""Invariants with a table of all that was visited can be compiled: several chains, one that is long
enough for the table to grow, and `equals` that reads a static variable."""

from __future__ import annotations

from heapwise import Bounds
from java_paths import ends, explored, needs_jvm

pytestmark = needs_jvm


def compiled(method: str, objects: int) -> list[str]:
    paths, _ = explored(
        f"Buckets{method}", Bounds(max_objects=objects, timeout=600), precondition="compiled"
    )
    assert all(path.replayed for path in paths)
    return ends(paths)


def test_four_chains_that_share_nothing() -> None:
    assert compiled(".ends", 3) == ["returned 0", "returned 0", "returned 2"]


def test_four_chains_of_objects_that_a_static_variable_makes_equal() -> None:
    assert compiled("$Few.look", 3) == ["returned 0", "returned 0", "returned 2"]


def test_a_chain_of_ten() -> None:
    assert compiled("$Many.isLong", 10) == ["returned False"] * 10 + ["returned True"]
