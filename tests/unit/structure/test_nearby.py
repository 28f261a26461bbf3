"""Another value of one input may do where a model fails."""

from __future__ import annotations

import pytest

from heapwise.solver import Model
from heapwise.structure.run.model_tweak import nearby
from heapwise.terms import INT, Scalar, Term, bit_vector, eq, lt, not_, symbol

KEY, OTHER = symbol("key", INT), symbol("other", INT)


def conditions(*given: Scalar) -> list[Term]:
    return [each for each in given if isinstance(each, Term)]


def is_key(found: Term) -> bool:
    return found is KEY


@pytest.mark.parametrize(
    "wanted", [eq(KEY, OTHER), lt(KEY, OTHER), lt(OTHER, KEY), not_(lt(KEY, OTHER))]
)
def test_the_key_is_changed_until_a_comparison_comes_out_right(wanted: Scalar) -> None:
    for start in (3, 5, 9):
        model = Model(values={KEY: start, OTHER: 5})
        found = nearby(model, conditions(wanted), is_key)
        assert found is not None and all(map(found.satisfies, conditions(wanted)))
        assert found.number(OTHER) == 5
        assert model.number(KEY) == start


def test_all_conditions_must_hold_with_the_new_value() -> None:
    model = Model(values={KEY: 3, OTHER: 5})
    assert nearby(model, conditions(lt(KEY, 4), eq(KEY, OTHER)), is_key) is None


def test_what_something_is_required_of_is_left_alone() -> None:
    model = Model(values={KEY: 3, OTHER: 5})
    assert nearby(model, conditions(eq(KEY, OTHER)), lambda _: False) is None


def test_a_word_is_not_changed_beyond_its_width() -> None:
    word = symbol("word", bit_vector(8))
    largest = symbol("largest", bit_vector(8))
    model = Model(values={word: 0, largest: 127})
    assert nearby(model, conditions(lt(largest, word)), lambda each: each is word) is None
