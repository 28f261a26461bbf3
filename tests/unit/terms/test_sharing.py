"""Equal terms are one object, for as long as anybody needs them and no longer."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys

from hypothesis import given, settings

from heapwise.terms import BOOL, INT, REF, MapSort, Scalar, Term, add, eq, lt, sub, symbol
from heapwise.terms.term import table_size
from tests.unit.terms.recipes import Recipe, build, recipes


def a_hundred_terms() -> Scalar:
    value: Scalar = symbol("only here", INT)
    for step in range(100):
        value = sub(add(value, symbol("nor there", INT)), step)
    return value


def test_the_table_shrinks_when_terms_die() -> None:
    gc.collect()
    before = table_size()
    kept = a_hundred_terms()
    assert table_size() >= before + 100
    del kept
    gc.collect()
    assert table_size() <= before  # garbage of others may go in the meantime


@settings(max_examples=50, deadline=None)
@given(recipes(BOOL))
def test_no_constructor_keeps_a_term_alive(recipe: Recipe) -> None:
    before = table_size()
    build(recipe)
    assert table_size() <= before


def test_looking_at_a_term_does_not_keep_it_alive() -> None:
    gc.collect()
    before = table_size()
    term = a_hundred_terms()
    assert isinstance(term, Term)
    assert term.symbols
    assert repr(term)
    del term
    assert table_size()  # what a dead term was made of goes when the next is made, or counted
    gc.collect()
    assert table_size() <= before  # garbage of others may go in the meantime


@settings(max_examples=100, deadline=None)
@given(recipes(BOOL))
def test_pickling_gives_back_the_same_object(recipe: Recipe) -> None:
    term = build(recipe)
    back = pickle.loads(pickle.dumps(term))
    assert back is term or (not isinstance(term, Term) and back == term)


def test_a_term_that_died_comes_back_with_the_sorts_everybody_compares_with() -> None:
    pickled = pickle.dumps(eq(symbol("short-lived", REF), symbol("another", REF)))
    gc.collect()
    back = pickle.loads(pickled)
    assert back.sort is BOOL
    assert all(arg.sort is REF for arg in back.args)


def test_a_term_from_another_process_is_like_one_built_here() -> None:
    code = (
        "import pickle, sys;"
        "from heapwise.terms import INT, symbol, lt;"
        "sys.stdout.buffer.write(pickle.dumps(lt(symbol('from afar', INT), 3)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, check=True
    )
    back: Term = pickle.loads(run.stdout)
    here = lt(symbol("from afar", INT), 3)
    assert back is here
    assert back.sort is BOOL


def test_symbols_of_different_sorts_are_different() -> None:
    assert symbol("a", INT) is not symbol("a", REF)
    assert symbol("a", MapSort((REF,), INT)) is not symbol("a", MapSort((REF,), BOOL))
