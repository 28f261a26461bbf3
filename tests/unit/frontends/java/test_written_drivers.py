"""Drivers that the user has written: a static method that returns the receiver."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.frontends.java.options import JavaOptions
from heapwise.program import InputError
from heapwise.results import HeapObject, PathResult, Ref

_CLASSES = Path(__file__).parents[4] / "benchmarks" / "java" / "classes"


def _receiver(path: PathResult) -> HeapObject:
    ref = path.input.roots["this"]
    assert isinstance(ref, Ref)
    return path.input.objects[ref]


def test_a_method_of_the_user_makes_the_receiver_by_choices_and_operations() -> None:
    """A list of 0 to 3 elements, of which none or one is found."""
    run = explore(
        f"{_CLASSES}:lissa.LinkedList.remove",
        bounds=Bounds(max_objects=3),
        precondition="driver:made",
        language_options=JavaOptions(),
    )
    try:
        paths = list(run)
        assert len(paths) == 1 + 2 + 3 + 4
        if shutil.which("java") is not None:
            assert all(path.replayed for path in paths)
        sizes = [str(_receiver(path).fields["size"]) for path in paths]
        assert "".join(sorted(sizes)) == "0112223333"
    finally:
        run.close()


@pytest.mark.parametrize(
    ("target", "scope", "paths"),
    [
        ("TreeMap.put(int)", 3, 1 + 3 + 13 + 75),
        ("TreeSet.remove", 2, 1 + 3 + 13),
        ("HashMap.put(int)", 1, 16 + 16 * (15 + 2)),
    ],
)
def test_as_many_paths_as_there_are_ways_to_compare(target: str, scope: int, paths: int) -> None:
    run = explore(
        f"{_CLASSES}:lissa.{target}",
        strategy="lazy",
        bounds=Bounds(max_objects=scope),
        precondition="driver:made",
        language_options=JavaOptions(ints="math"),
    )
    try:
        assert run.count().counts.paths == paths
    finally:
        run.close()


def test_a_static_method_that_makes_something_else_is_no_driver() -> None:
    with pytest.raises(InputError, match="finTreeMap"):
        explore(
            f"{_CLASSES}:lissa.TreeMap.put(int)",
            bounds=Bounds(max_objects=2),
            precondition="driver:finTreeMap",
        )
