"""kiasan.txt: the swap of Program 1 under the three algorithms, the type queries of Program 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import OutcomeKind, PathResult, explore
from heapwise.heaps import registry

CONTAINER = """
class Container {
  Object data;
  Object swap(Container n) :=
    let e := (this.data) in ((this.data := (n.data)) ; (n.data := e));
}
(assume (~ (Y1 = null)) ; (Y0 . swap [ Y1 ]))
"""

NODES = """
class Node {
  Node next;
  int data;
  bool isNext(ExtendedNode node) := ((this.next) = node);
  bool isNextObject(Object node) := ((this.next) = node);
  bool nextObjectTypeHierarchy(Object node) :=
    if (node instanceof Node) then true else assert (~ ((this.next) = node));
}
class ExtendedNode extends Node { }
"""


def paths(folder: Path, text: str, strategy: str) -> list[PathResult]:
    file = folder / "program.tiny"
    file.write_text(text)
    found = list(explore(file, strategy=strategy))
    assert all(path.replayed for path in found)
    return found


@pytest.mark.parametrize(
    ("strategy", "expected"), [("lazy", 20), ("lazier", 6), ("lazier-sharp", 2)]
)
def test_swap_has_as_many_paths_as_the_trees_of_figures_2_to_4(
    tmp_path: Path, strategy: str, expected: int
) -> None:
    assert len(paths(tmp_path, CONTAINER, strategy)) == expected


def test_lazier_decides_null_when_a_field_is_read(tmp_path: Path) -> None:
    """Figure 3: `this.data` is null or not; then `n` is `this` or not, and if not, `n.data` is
    null or not."""
    conditions = [path.condition for path in paths(tmp_path, CONTAINER, "lazier")]
    for null in ("Y0.data == null", "Y0.data != null"):
        below = [condition for condition in conditions if null in condition]
        assert len(below) == 3
        assert sum("Y0 == Y1" in condition for condition in below) == 1
        assert sum("Y1.data == null" in condition for condition in below) == 1
        assert sum("Y1.data != null" in condition for condition in below) == 1


def test_lazier_sharp_never_decides_whether_the_elements_are_null(tmp_path: Path) -> None:
    """Figure 4: the only question is whether `n` is `this`."""
    conditions = [path.condition for path in paths(tmp_path, CONTAINER, "lazier-sharp")]
    assert sorted("Y0 == Y1" in condition for condition in conditions) == [False, True]
    assert not any("data" in condition for condition in conditions)


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("method", ["isNext", "isNextObject"])
def test_a_field_can_show_an_object_of_a_subtype_or_of_a_supertype(
    tmp_path: Path, strategy: str, method: str
) -> None:
    """Observations 1 and 2: `this.next` may be the argument, whatever the argument's type."""
    main = f"(assume (~ (Y1 = null)) ; if (Y0 . {method} [ Y1 ]) then 1 else 2)"
    found = paths(tmp_path, NODES + main, strategy)
    same = [path for path in found if path.outcome.value == 1]
    assert {path.outcome.value for path in found} == {1, 2}
    for path in same:
        receiver, argument = path.input.roots["Y0"], path.input.roots["Y1"]
        assert path.input.objects[receiver].fields["next"] == argument  # type: ignore[index]


@pytest.mark.parametrize("strategy", registry.names())
def test_a_type_query_keeps_an_object_out_of_a_field_it_does_not_fit(
    tmp_path: Path, strategy: str
) -> None:
    main = "(assume (~ (Y1 = null)) ; (Y0 . nextObjectTypeHierarchy [ Y1 ]))"
    found = paths(tmp_path, NODES + main, strategy)
    assert {path.outcome.kind for path in found} == {OutcomeKind.RETURNED}
    assert any("else" in event for path in found for event in path.trace)
