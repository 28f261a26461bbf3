from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from heapwise.contracts import (
    Contract,
    asserts_of,
    contract_of,
    invariant_method,
    invariants_of,
    requires,
)
from heapwise.contracts.function_source import function_node
from tests.unit.contracts.evaluation import Load, broken, holds

SHAPES = '''
class Shape:
    """inv: self.width >= 0"""
    width = 1

    def scale(self, factor):
        """Scales.

        pre: factor > 0
        post: self.width >= __old__.self.width
        raises: ValueError
        """
        self.width *= factor

    def name(self):
        """post: _ != ''"""
        return "shape"

class Square(Shape):
    def scale(this, by):
        """
        pre: by == 0
        post: _ is None
        raises: KeyError
        """
        this.width *= by

    def name(self): return ""

class Circle(Shape):
    def scale(self, factor): self.width *= factor
'''


def test_an_override_keeps_postconditions_and_may_ask_for_less(load: Load) -> None:
    square = load(SHAPES).Square
    contract = contract_of(square.scale, square)
    assert [c.text for c in contract.pre] == ["by == 0"]
    assert [[c.text for c in group] for group in contract.inherited_pre] == [["factor > 0"]]
    assert [dict(c.names) for c in contract.inherited_pre[0]] == [{"factor": "by"}]
    assert [c.text for c in contract.post] == ["_ is None", "self.width >= __old__.self.width"]
    assert contract.raises == (KeyError, ValueError)
    assert broken(square.scale, square(), 0, owner=square) == ["self.width >= __old__.self.width"]


def test_an_override_without_preconditions_has_those_it_inherits(load: Load) -> None:
    circle = load(SHAPES).Circle
    contract = contract_of(circle.scale, circle)
    assert [c.text for c in contract.pre] == ["factor > 0"] and contract.inherited_pre == ()
    assert broken(circle.scale, circle(), -1, owner=circle) == ["factor > 0"]


def test_a_postcondition_is_inherited_by_an_override_that_says_nothing(load: Load) -> None:
    square = load(SHAPES).Square
    assert broken(square.name, square(), owner=square) == ["_ != ''"]


def test_an_inherited_method_is_read_once(load: Load) -> None:
    module = load(SHAPES + "\nclass Dot(Shape): pass\n")
    assert len(contract_of(module.Dot.scale, module.Dot).post) == 1


def test_constructors_override_nothing(load: Load) -> None:
    module = load('''
        class A:
            def __init__(self, x):
                """pre: x > 0"""
        class B(A):
            def __init__(self, x): pass
    ''')
    assert contract_of(module.B.__init__, module.B).pre == ()


def test_wrappers_and_descriptors_are_seen_through(load: Load) -> None:
    module = load('''
        import functools

        def traced(f):
            @functools.wraps(f)
            def wrapper(*args): return f(*args)
            return wrapper

        class A:
            @traced
            def wrapped(self, x):
                """pre: x > 1"""
            @staticmethod
            def static(x):
                """pre: x > 2"""
            @classmethod
            def of_class(cls, x):
                """pre: x > 3"""
            @property
            def value(self):
                """post: _ > 4"""
    ''')
    members = vars(module.A)
    contracts = [
        contract_of(members[n], module.A) for n in ("wrapped", "static", "of_class", "value")
    ]
    texts = [c.text for contract in contracts for c in (*contract.pre, *contract.post)]
    assert texts == ["x > 1", "x > 2", "x > 3", "_ > 4"]


def test_functions_without_source_have_an_empty_contract() -> None:
    @dataclass
    class Point:
        x: int

    for function in (Point.__init__, len, functools.partial(len), lambda x: x):
        contract = contract_of(function)
        assert isinstance(contract, Contract) and not contract.is_stated
    assert contract_of(Point.__init__, Point).pre == ()


def test_a_local_function_sees_the_variables_around_it() -> None:
    limit = 3

    @requires("x < limit")
    def local(x: int) -> int:
        return x + limit

    assert broken(local, 2) == [] and broken(local, 3) == ["x < limit"]


def test_leading_asserts_are_preconditions_on_demand(load: Load) -> None:
    module = load('''
        def f(xs, i):
            """The i-th."""
            assert xs
            assert 0 <= i < len(xs), "in range"
            x = xs[i]
            assert x > 0
            return x

        def g(x): return x
    ''')
    asserts = asserts_of(module.f)
    assert [c.text for c in asserts.conditions] == ["xs", "0 <= i < len(xs)"]
    assert asserts.conditions[1].description == "in range"
    assert not holds(asserts.conditions[1], {"xs": [1], "i": 1})
    found = function_node(module.f)
    assert found is not None
    statements = found[0].body[asserts.start : asserts.stop]
    assert [s.lineno for s in statements] == [4, 5]
    assert contract_of(module.f).pre == ()
    assert asserts_of(module.g).conditions == ()


@pytest.mark.parametrize(
    ("definition", "text"),
    [
        ("def rep_ok(self) -> bool: return self.size > 0", "self.rep_ok()"),
        ("def repOK(self): return self.size > 0", "self.repOK()"),
        ("def _invariant(self, deep=True): return self.size > 0", "self._invariant()"),
        ("@property\n    def rep_ok(self) -> bool: return self.size > 0", "self.rep_ok"),
    ],
)
def test_a_method_named_by_convention_is_the_invariant(
    load: Load, definition: str, text: str
) -> None:
    module = load(f"class A:\n    size = 1\n    {definition}\n    def f(self): self.size = 0\n")
    assert [c.text for c in invariants_of(module.A)] == [text]
    assert broken(module.A.f, module.A(), owner=module.A) == [text]
    name = invariant_method(module.A)
    assert name is not None
    assert contract_of(vars(module.A)[name], module.A).invariants == ()


@pytest.mark.parametrize(
    "definition",
    [
        "def rep_ok(self) -> None: assert self",
        "def rep_ok(self): assert self",
        "def rep_ok(self, other) -> bool: return True",
        "@staticmethod\n    def rep_ok(thing) -> bool: return True",
        "rep_ok = True",
    ],
)
def test_other_things_of_that_name_are_not(load: Load, definition: str) -> None:
    module = load(f"class A:\n    {definition}\n")
    assert invariant_method(module.A) is None and invariants_of(module.A) == ()


def test_an_inherited_invariant_method_counts_once(load: Load) -> None:
    module = load("""
        class A:
            def rep_ok(self) -> bool: return True
        class B(A):
            def rep_ok(self) -> bool: return super().rep_ok()
    """)
    (condition,) = invariants_of(module.B)
    assert condition.at.line == 5
