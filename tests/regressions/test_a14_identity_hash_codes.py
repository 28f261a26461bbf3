"""Identity hash codes are unknown, but do not collide in practice; replays have the same."""

from __future__ import annotations

import pytest

from java_paths import ends, explored, needs_jvm, replayed

pytestmark = needs_jvm

_ORDER = "the order of tables by identity hash codes is one of many"
_TEXTS = "identity hash codes in texts are small numbers"


def test_a_table_tells_objects_apart_that_are_equal() -> None:
    """The list k → k satisfies an invariant with a table of its entries."""
    paths, _ = explored("Keyed.look")
    found = [path for path in paths if path.outcome.kind.value == "returned"]
    assert {path.outcome.value for path in found} == {0, 1, 2}
    assert all(path.replayed for path in found)


@pytest.mark.parametrize("precondition", ["compiled", "symsolve"])
def test_techniques_for_invariants_agree(precondition: str) -> None:
    paths, _ = explored("Keyed.look", precondition=precondition)
    assert {"returned 0", "returned 1", "returned 2"} == set(ends(paths)) - {"bounded max-objects"}


RESULTS = {
    "set": {1, 2},
    "linked": {1, 2},
    "concurrent": {1, 2},
    "identity": {1, 2},
    "records": {1, 2},
    "made": {2},
    "collide": {True, False},
    "parity": {0, 1},
    "combined": {0, 1},
    "listed": {0, 1},
    "component": {0, 1},
    "sorted": {0, 1},
    "all": {0},
    "alone": {1},
}


@pytest.mark.parametrize("method", RESULTS)
def test_whoever_asks_is_told_what_a_virtual_machine_may_say(method: str) -> None:
    paths = replayed(f"Hashes.{method}")
    found = {path.outcome.value for path in paths if path.outcome.exception is None}
    assert found == RESULTS[method]
    assert not explored(f"Hashes.{method}")[1].account.approximations


def test_different_objects_have_different_codes() -> None:
    for path in replayed("Hashes.collide"):
        if path.outcome.exception is None:
            is_same = path.input.roots["one"] == path.input.roots["other"]
            assert path.outcome.value is is_same


def test_replays_put_objects_where_the_path_puts_them() -> None:
    assert len(replayed("Hashes.kept")) == 5


@pytest.mark.parametrize("method", ["texts", "arrays", "fresh"])
def test_texts_tell_objects_apart(method: str) -> None:
    for path in replayed(f"Hashes.{method}"):
        if path.outcome.exception is None:
            roots = [*path.input.roots.values()]
            assert path.outcome.value is (bool(roots) and roots[0] == roots[1])
    assert explored(f"Hashes.{method}")[1].account.approximations == (_TEXTS,)


@pytest.mark.parametrize("method", ["first", "last"])
def test_the_order_of_a_table_is_told_to_be_one_of_many(method: str) -> None:
    assert explored(f"Hashes.{method}")[1].account.approximations == (_ORDER,)


def test_what_nobody_can_choose_says_so() -> None:
    paths, _ = explored("Hashes.own")
    assert ends(paths) == ["returned 0", "returned 1"]
    (unshown,) = [path for path in paths if not path.replayed]
    assert "identity hash codes" in unshown.doubt
