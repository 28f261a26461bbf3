"""`--shapes dag` leaves out inputs with cycles, `tree` also where two cells lead to one object."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.heaps.shape_names import LIMITS, SHAPES
from heapwise.program import InputError
from tests.unit.engine.programs import tiny

TREE = "class Tree { Tree left; Tree right; int val; }\n"
SUBJECTS = {
    "itself": (TREE + "if ((Y0.left) = Y0) then 1 else 2", {"any"}),
    "a circle": (TREE + "if (((Y0.left).right) = Y0) then 1 else 2", {"any"}),
    "two fields": (
        TREE + "if ((Y0.left) = null) then 2 else if ((Y0.left) = (Y0.right)) then 1 else 2",
        {"any", "dag"},
    ),
    "two owners": (
        TREE + "if ((Y0.left) = null) then 2 else if (Y0 = Y1) then 2 else "
        "if ((Y0.left) = (Y1.left)) then 1 else 2",
        {"any", "dag"},
    ),
    "two elements": (
        "class Main { int run(Main[] a) := if ((a [ 0 ]) = null) then 2 else "
        "if ((a [ 0 ]) = (a [ 1 ])) then 1 else 2; }\n((new Main) . run [Y0])",
        {"any", "dag"},
    ),
    "an object and its child": (TREE + "if ((Y0.left) = Y1) then 1 else 2", {"any", "dag", "tree"}),
    "equal numbers": (
        TREE + "if (((Y0.left).val) = ((Y0.right).val)) then 1 else 2",
        {"any", "dag", "tree"},
    ),
}


@pytest.mark.parametrize("strategy", ["fieldmaps", "pose"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_shape_that_is_left_out_takes_no_path(name: str, strategy: str) -> None:
    source, expected = SUBJECTS[name]
    reached = set()
    for shapes in SHAPES:
        run = Exploration(tiny(source), strategy, Bounds(max_objects=3), shapes=shapes)
        values = {path.outcome.value for path in run}
        assert 2 in values
        assert run.account.limits.get("shapes") == LIMITS.get(shapes)
        if 1 in values:
            reached.add(shapes)
    assert reached == expected


def test_an_option_that_a_strategy_does_not_have_is_named_as_users_write_it() -> None:
    with pytest.raises(InputError, match="the strategy `lazy` has no option `check-shapes`"):
        Exploration(tiny(SUBJECTS["itself"][0]), "lazy", Bounds(), check_shapes=True)
