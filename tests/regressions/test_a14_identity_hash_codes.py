"""Identity hash codes do not collide in practice: where it matters, none is made up."""

from __future__ import annotations

import pytest

from heapwise import InputError
from java_paths import explored, needs_jvm

pytestmark = needs_jvm


def test_a_table_of_objects_with_equals_alone_is_not_claimed_to_be_covered() -> None:
    paths, summary = explored("Keyed.look")
    assert not summary.exhaustive
    assert {path.outcome.kind.value for path in paths} == {"returned", "unsupported"}
    assert all(path.replayed for path in paths if path.outcome.kind.value == "returned")


def test_an_invariant_with_such_a_table_is_refused_with_the_reason() -> None:
    with pytest.raises(InputError, match="identity hash code"):
        explored("Keyed.look", precondition="compiled")
