"""The generator: reproducible, well-typed programs that end, with every feature of the language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.parser import parse
from heapwise.frontends.tiny.printer import to_source
from heapwise.selfcheck import generator
from heapwise.selfcheck.subject import subject_of_source
from heapwise.selfcheck.trees import expressions_in
from heapwise.selfcheck.tried_inputs import trials
from heapwise.selfcheck.typecheck import IllTypedError, check_types

PROGRAMS = 100

generate = cache(generator.generate)


def all_nodes(tree: s.ProgramNode) -> Iterator[s.Node]:
    yield from expressions_in(tree.main)
    for cls in tree.classes:
        for method in cls.methods:
            yield from expressions_in(method.body)


def test_a_program_depends_on_its_seed_and_number_alone() -> None:
    ahead = [generator.generate(4, index).source for index in range(3)]
    assert generate(4, 2).source == ahead[2]
    assert generate(5, 2).source != ahead[2]


def test_different_numbers_give_different_programs() -> None:
    assert len({generate(2, index).source for index in range(PROGRAMS)}) > PROGRAMS * 0.9


def test_the_tree_is_the_one_that_its_text_denotes() -> None:
    subject = generate(0, 1)
    assert parse(subject.source, "p.tiny") == subject.tree
    assert to_source(subject.tree) == subject.source


def test_branches_and_calls_have_places_of_their_own() -> None:
    for index in range(PROGRAMS):
        nodes = list(all_nodes(generate(2, index).tree))
        for kind in (s.If, s.Call):
            places = [node.at for node in nodes if isinstance(node, kind)]
            assert len(set(places)) == len(places)


def test_every_program_ends_on_every_input() -> None:
    for index in range(PROGRAMS // 4):
        assert all(trial.run.kind != "bounded" for trial in trials(generate(2, index).tree, 50))


def test_the_programs_use_the_whole_language() -> None:
    used = {type(node) for index in range(PROGRAMS) for node in all_nodes(generate(2, index).tree)}
    assert used >= {
        s.Assert, s.Assume, s.Binary, s.Breadcrumb, s.Call, s.Cast, s.GetField, s.If, s.Index,
        s.InstanceOf, s.Length, s.Let, s.Literal, s.New, s.NewArray, s.Not, s.Sequence,
        s.SetField, s.SetIndex, s.Symbol, s.Variable,
    }  # fmt: skip


def test_some_programs_override_recur_and_share_their_inputs() -> None:
    trees = [generate(2, index).tree for index in range(PROGRAMS)]
    overriding = [
        tree
        for tree in trees
        if len({method.name for cls in tree.classes for method in cls.methods})
        < sum(len(cls.methods) for cls in tree.classes)
    ]
    recursive = [
        tree
        for tree in trees
        for cls in tree.classes
        for method in cls.methods
        for node in expressions_in(method.body)
        if isinstance(node, s.Call) and node.method == method.name
    ]
    assert len(overriding) > 5
    assert len(recursive) > 5


def test_a_bool_where_an_int_belongs_is_ill_typed() -> None:
    with pytest.raises(IllTypedError, match="bool where int"):
        check_types(parse("class A { int v; } (Y0.v := true)", "p.tiny"))


def test_the_front_end_and_the_oracle_agree_that_only_a_plain_input_is_the_receiver() -> None:
    source = "class A { A r; int m() := 1; } ((Y0.r := Y1) . m [])"
    assert subject_of_source(source, "p.tiny")
