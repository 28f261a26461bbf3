"""What the solver tests share: paths made of recipes, and models as assignments to recipes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition
from heapwise.terms import BOOL, Concrete, Term
from tests.unit.terms.recipes import MAPS, SYMBOLS, Recipe, build, compute, recipes


class FromModel:
    """A model as the assignment that `compute` wants."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.values = {name: model.symbol_value(term) for name, term in SYMBOLS.items()}

    def initial(self, name: str, key: Concrete) -> Concrete:
        return self._model.map_value(MAPS[name], (key,))


def conditions(depth: int = 2) -> st.SearchStrategy[Recipe]:
    """Recipes of conditions that do not fold to a constant."""
    return recipes(BOOL, depth).filter(lambda recipe: isinstance(build(recipe), Term))


def satisfies(model: Model | None, asked: Iterable[Recipe]) -> bool:
    """Computed in plain Python from the recipes, without any simplification."""
    assert model is not None
    return all(compute(recipe, FromModel(model)) for recipe in asked)


def path_of(asserted: Sequence[Recipe]) -> PathCondition:
    path = PathCondition()
    for recipe in asserted:
        path = path.extend(build(recipe), Kind.CHOICE, None)
    return path
