"""Bounds as they are written on the command line."""

from __future__ import annotations

from dataclasses import fields

from heapwise.cli.bounds_line import bounds_text
from heapwise.cli.limits import Limits, bounds_of
from heapwise.engine.bounds import Bounds
from heapwise.results.named_bounds import NAMED
from tests.unit.cli.fake_engine import Engine, Heapwise


def test_nothing_given_means_the_defaults() -> None:
    assert bounds_of(Limits()) == Bounds()


def test_zero_and_none_mean_unlimited() -> None:
    bounds = bounds_of(Limits(max_depth="0", max_loops="none", timeout="0"))
    assert (bounds.max_depth, bounds.max_loops, bounds.timeout) == (None, None, None)


def test_max_objects_bounds_all_classes_or_one() -> None:
    bounds = bounds_of(Limits(max_objects=("3", "Node=2", "Tree=1")))
    assert bounds.max_objects == 3
    assert bounds.max_objects_of == {"Node": 2, "Tree": 1}


def test_the_header_repeats_what_was_given() -> None:
    bounds = bounds_of(Limits(("3", "Node=1"), max_depth="5", max_loops="none", timeout="0.5"))
    assert bounds_text(bounds.to_json()) == (
        "at most 3 objects of each class · at most 1 Node object · chains of at most 5 fields · "
        "loops and recursions of any number of turns · at most 0.5 s"
    )


def test_the_options_reach_the_engine(heapwise_cli: Heapwise, engine: Engine) -> None:
    options = "--max-objects 2 --max-objects Node=4 --max-calls 7 --max-steps 8 --max-paths 9"
    how = "--strategy lazy --search random --seed 5 --null-dereference ignore"
    assert heapwise_cli("explore", "a.tiny", *options.split(), *how.split()).exit_code == 0
    assert engine.bounds == Bounds(
        max_objects=2, max_objects_of={"Node": 4}, max_calls=7, max_steps=8, max_paths=9
    )
    asked = engine.asked[0]
    assert [asked[key] for key in ("strategy", "search", "seed", "null_dereference")] == [
        "lazy",
        "random",
        5,
        "ignore",
    ]


def test_every_bound_has_its_words_and_none_is_forgotten() -> None:
    own = {each.name for each in fields(Bounds)} - {"max_objects_of", "unlimited"}
    assert own == {each.name for each in NAMED}
    asked = {each.name: "7" for each in NAMED if each.metavar and each.name != "max_objects"}
    bounds = bounds_of(Limits(["7"], **asked)).to_json()
    assert all(bounds[name] == 7 for name in asked)
    assert bounds_text(bounds).count("at most 7") == len(asked) + 1
