from __future__ import annotations

import pytest

from heapwise.contracts import contract_of, invariants_of
from heapwise.program import InputError
from tests.unit.contracts.evaluation import Load, broken

pytestmark = pytest.mark.usefixtures("libraries")


def test_icontract_conditions_snapshots_and_invariants(load: Load) -> None:
    module = load("""
        import icontract
        from icontract import ensure, snapshot as take

        @icontract.require(lambda x: x > 0, "positive")
        @icontract.require(lambda x: x > 10, enabled=False)
        @take(lambda lst: lst[:])
        @take(lambda lst, x: len(lst) + x, name="sum")
        @ensure(lambda result, lst, OLD: result == len(OLD.lst) and lst == OLD.lst)
        @ensure(lambda OLD, result, x: OLD.sum == result + x)
        def f(lst, x): return len(lst)

        @icontract.invariant(lambda self: self.size >= 0)
        class Thing:
            def __init__(self): self.size = 0
            def grow(self): self.size += 1
    """)
    contract = contract_of(module.f)
    assert [(c.text, c.description) for c in contract.pre] == [("x > 0", "positive")]
    assert [[each.copy for each in c.olds] for c in contract.post] == [[False], [False]]
    assert broken(module.f, [1, 2], 1) == []
    assert broken(module.f, [1, 2], 0) == ["x > 0"]
    assert [c.text for c in invariants_of(module.Thing)] == ["self.size >= 0"]
    assert contract_of(module.Thing.grow, module.Thing).keeps_invariants


def test_an_unknown_snapshot_is_an_input_error(load: Load) -> None:
    # Without the library's own check, which comes with the call.
    module = load("""
        import icontract

        @icontract.snapshot(lambda xs: xs[:])
        @icontract.ensure(lambda OLD: OLD.ys == 1)
        def f(xs): return xs
    """)
    with pytest.raises(InputError, match=r":5:19: `OLD.ys`: f has no snapshot `ys`"):
        contract_of(module.f)


def test_deal_conditions(load: Load) -> None:
    module = load("""
        import deal as d

        @d.pre(lambda a, b: a > b or "a is too small")
        @d.pre(lambda _: all(x > 0 for x in [_.x, _.y]))
        @d.post(lambda r: r > 0)
        @d.ensure(lambda _: _.result == _.x - _.y)
        @d.ensure(lambda x, y, result: result + y == x)
        @d.has()
        def f(x, y): return x - y
    """)
    contract = contract_of(module.f)
    assert [(c.text, c.description) for c in contract.pre] == [
        ("a > b", "a is too small"),
        ("all(x > 0 for x in [_.x, _.y])", ""),
    ]
    assert contract.pre[0].names == {"a": "x", "b": "y"}
    assert broken(module.f, 3, 2) == []
    assert broken(module.f, 2, 3) == ["a > b"]
    assert broken(module.f, 2, 0) == ["all(x > 0 for x in [_.x, _.y])"]
    assert [c.text for c in contract.post] == [
        "r > 0",
        "_.result == _.x - _.y",
        "result + y == x",
    ]


def test_deal_says_which_exceptions_may_leave(load: Load) -> None:
    module = load("""
        import deal

        class Odd(Exception): pass

        @deal.raises(ValueError, Odd)
        def several(x): return x
        @deal.safe
        def none(x): return x
        @deal.pure
        def pure(x): return x
        @deal.chain(deal.raises(KeyError), deal.pre(lambda x: x > 0))
        def both(x): return x
        @deal.reason(ValueError, lambda x: x == 1)
        def reason(x): return x
    """)
    contracts = {
        name: contract_of(getattr(module, name))
        for name in ("several", "none", "pure", "both", "reason")
    }
    assert {name: c.raises for name, c in contracts.items()} == {
        "several": (ValueError, module.Odd),
        "none": (),
        "pure": (),
        "both": (KeyError,),
        "reason": (ValueError,),
    }
    assert [n for n, c in contracts.items() if not c.raises_only] == ["reason"]
    assert [c.text for c in contracts["both"].pre] == ["x > 0"]


def test_a_deal_invariant_is_found_behind_the_class_that_deal_makes(load: Load) -> None:
    module = load("""
        import deal

        @deal.inv(lambda obj: obj.size >= 0)
        class Thing:
            size = 0
            @deal.pre(lambda self, n: n > 0)
            def grow(self, n): self.size += n
    """)
    assert [c.text for c in invariants_of(module.Thing)] == ["obj.size >= 0"]
    contract = contract_of(module.Thing.grow, module.Thing)
    assert [c.text for c in contract.pre] == ["n > 0"]
    assert [dict(c.names) for c in contract.invariants] == [{"obj": "self"}]


def test_decorators_of_other_packages_are_passed_over(load: Load) -> None:
    module = load("""
        import functools

        def require(condition): return lambda f: f

        @require(lambda x: False)
        @functools.lru_cache(maxsize=None)
        def f(x): return x
    """)
    assert contract_of(module.f).pre == ()
