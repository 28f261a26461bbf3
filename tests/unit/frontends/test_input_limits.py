"""What a user says of input objects, in Python and in the small languages: fields, numbers of
objects, finitizations as methods and as files. For Java: `java/test_finitising.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise import Bounds, InputError, PathResult, enumerate_inputs, explore
from heapwise.cli.app import app
from heapwise.frontends.input_options import InputLimits
from heapwise.heaps import registry

_TREES = Path(__file__).with_name("limited.py")
_LIST = Path(__file__).parents[3] / "examples" / "list.tiny"


def _paths(method: str, strategy: str | None = None, **fields: str) -> list[PathResult]:
    limits = InputLimits({name.replace("_", "."): what for name, what in fields.items()})
    target = f"{_TREES}:Tree.{method}"
    bounds = Bounds(max_objects=2)
    return list(
        explore(
            target,
            strategy=strategy,
            bounds=bounds,
            precondition="none",
            language_options=limits,
        )
    )


def _results(method: str, strategy: str | None = None, **fields: str) -> set[object]:
    paths = _paths(method, strategy, **fields)
    assert all(path.replayed for path in paths)
    return {path.outcome.value for path in paths}


@pytest.mark.parametrize("strategy", registry.names())
def test_what_is_said_of_a_field_holds_under_every_strategy(strategy: str) -> None:
    assert _results("value", strategy) == {0, 1}
    assert _results("value", strategy, Node_value="null") == {0}
    assert _results("value", strategy, Node_value="not-null", Tree_root="not-null") == {1}
    assert _results("key", strategy, Node_key="3..5") == {0, 2}
    assert _results("key", strategy, Node_key="7") == {0, 3}
    assert _results("mark", strategy, Node_marked="null") == {0, 2}


def test_a_field_of_several_types_is_of_the_one_that_is_said() -> None:
    assert _results("label") == {1, 2, 3}
    assert _results("label", Node_label="null") == {1}
    assert _results("label", Node_label="not-null", Tree_root="not-null") == {2, 3}
    assert _results("label", Node_label="4..5", Tree_root="not-null") == {3}


def test_what_nobody_reads_is_within_its_limits_too() -> None:
    paths = _paths("value", Node_key="3..5", Tree_root="not-null")
    keys = {
        body.fields["key"]
        for path in paths
        for body in path.input.objects.values()
        if body.class_name == "Node"
    }
    assert keys and keys <= {3, 4, 5}


@pytest.mark.parametrize("precondition", ["assume", "compiled", "symsolve", "hybrid"])
def test_techniques_for_invariants_keep_to_what_is_said(precondition: str) -> None:
    for limits, depths in (
        (InputLimits(), {0, 1, 2}),
        (InputLimits({"Node.left": "null"}), {0, 1}),
        (InputLimits({"Tree.root": "null"}), {0}),
        (InputLimits(objects={"Node": 1}), {0, 1}),
        (InputLimits(finitization="fin_tree(1)"), {0, 1}),
    ):
        run = explore(
            f"{_TREES}:Tree.depth",
            bounds=Bounds(max_objects=2),
            precondition=precondition,
            language_options=limits,
        )
        assert {path.outcome.value for path in run if path.outcome.kind.value == "returned"} == (
            depths
        )


def test_a_class_of_which_there_is_no_object_is_a_limit_like_others() -> None:
    run = explore(
        f"{_TREES}:Tree.value",
        bounds=Bounds(max_objects=2, max_objects_of={"Node": 0}),
        precondition="compiled",
    )
    assert len([*run]) == 1
    assert "at most 0 objects of Node" in run.summary.account.limits["scope"]


def test_no_object_of_a_class_means_none() -> None:
    run = explore(
        f"{_TREES}:Tree.value", bounds=Bounds(max_objects=2, max_objects_of={"Payload": 0})
    )
    assert {path.outcome.value for path in run if path.outcome.kind.value == "returned"} == {0}


@pytest.mark.parametrize("scope", [0, 1, 2])
def test_a_finitization_bounds_what_is_enumerated(scope: int) -> None:
    """Labels, marks and links are not set, so they are what their types allow: 1 label of None, 2
    marks and the empty list are asked for here."""
    found = enumerate_inputs(
        f"{_TREES}:Tree",
        3,
        domains={"Node.label": [None], "Node.marked": [True]},
        max_length=0,
        objects_of={"list[int]": 2},
        complete=False,
        language_options=InputLimits(finitization=f"fin_tree({scope})"),
    )
    assert found.count() == {0: 1, 1: 2, 2: 4}[scope]
    assert f"at most {scope} Node object" in found.limits


def _said(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments])
    return " ".join(result.output.split())


def test_headers_name_the_limits(tmp_path: Path) -> None:
    file = tmp_path / "few.toml"
    file.write_text('[objects]\nNode = 1\n[fields]\n"Node.value" = "null"\n"Node.key" = 4\n')
    target = f"{_TREES}:Tree.value"
    told = ("at most 1 Node object ", "Node.value = null", "Node.key = 4")
    for command in ("explore", "check"):
        text = _said(command, target, "--finitization-file", str(file))
        assert all(each.strip() in text for each in told), text
    text = _said("enumerate", f"{_TREES}:Tree", "--count", "--finitization-file", str(file))
    assert all(each.strip() in text for each in told), text
    text = _said("explore", target, "--finitization-file", str(file), "--field", "Node.key=5")
    assert "Node.key = 5" in text and "Node.key = 4" not in text


def test_small_languages_have_the_same() -> None:
    def paths(**fields: str) -> list[PathResult]:
        limits = InputLimits({name.replace("_", "."): what for name, what in fields.items()})
        return list(explore(str(_LIST), bounds=Bounds(max_objects=2), language_options=limits))

    assert len(paths()) > len(paths(List_first="null")) == 2
    for path in paths(List_size="2..4"):
        sizes = [
            body.fields["size"] for body in path.input.objects.values() if body.class_name == "List"
        ]
        assert sizes and set(sizes) <= {2, 3, 4}
    assert "List.size = 2..4" in _said("explore", str(_LIST), "--field", "List.size=2..4")


@pytest.mark.parametrize(
    ("where", "what", "said"),
    [
        ("Tree.top", "null", "`Tree` has no field `top`"),
        ("Bush.root", "null", "no class `Bush`"),
        ("Tree.root", "3", "this field holds null, not-null"),
        ("Node.key", "not-null", "this field holds null, a number, LOW..HIGH"),
        ("Node.links", "null", "this field holds"),
    ],
)
def test_what_cannot_be_is_refused(where: str, what: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        explore(f"{_TREES}:Tree.value", language_options=InputLimits({where: what}))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("fin_tree", "write METHOD"),
        ("fin_bush(2)", "has no method `fin_bush`"),
        ("fin_nothing(2)", "is no finitization"),
    ],
)
def test_what_is_no_finitization_is_refused(call: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        explore(f"{_TREES}:Tree.value", language_options=InputLimits(finitization=call))
    with pytest.raises(InputError, match="have no such methods"):
        explore(str(_LIST), language_options=InputLimits(finitization=call))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[fields", "wrong.toml: Expected"),
        ("[bounds]\nNode = 1", "has a table `bounds`"),
        ("[objects]\nNode = -1", "write a number of objects"),
        ('[fields]\n"Node.key" = 1.5', "a number"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    assert said in _said("explore", f"{_TREES}:Tree.value", "--finitization-file", str(file))
    gone = _said("explore", f"{_TREES}:Tree.value", "--finitization-file", f"{file}.gone")
    assert "No such file" in gone
