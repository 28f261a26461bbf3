from __future__ import annotations

import pytest

from heapwise.contracts import RESULT, contract_of, ensures, invariant, invariants_of, old, requires
from heapwise.program import InputError
from tests.unit.contracts.evaluation import Load, broken

HEADER = "from heapwise.contracts import ensures, invariant, old, raises, requires\n"


def test_decorated_functions_and_classes_are_themselves() -> None:
    def function(x: int) -> int:
        return x

    class Thing:
        pass

    assert requires("x > 0")(function) is function
    assert ensures(lambda result, x: result == x)(function) is function
    assert invariant("True")(Thing) is Thing


def test_old_is_the_identity_outside_a_contract() -> None:
    value = [1]
    assert old(value) is value


@pytest.mark.parametrize("condition", ["lambda x: x > 0", '"x > 0"', "positive"])
def test_a_precondition_is_a_lambda_a_string_or_the_name_of_a_function(
    load: Load, condition: str
) -> None:
    module = load(
        HEADER + f"def positive(x): return x > 0\n@requires({condition})\ndef f(x): return x\n"
    )
    assert broken(module.f, 1) == []
    assert len(broken(module.f, 0)) == 1


@pytest.mark.parametrize(
    "condition",
    [
        '"len(items) == old(len(items)) + 1"',
        '"items == old(items) + [x]"',
        "lambda items, x: items == old(items) + [x]",
        "lambda items, x, old: items == old(items) + [x]",
        "lambda result, items, old: len(items) == len(old.items) + 1",
        "lambda result: result is None",
    ],
)
def test_a_postcondition_compares_with_the_state_before_the_call(
    load: Load, condition: str
) -> None:
    module = load(
        HEADER
        + f"@ensures({condition})\ndef good(items, x): items.append(x)\n"
        + f"@ensures({condition})\ndef bad(items, x): return items\n"
    )
    assert broken(module.good, [1], 2) == []
    assert len(broken(module.bad, [1], 2)) == 1


def test_what_old_encloses_is_old_and_what_surrounds_it_is_new(load: Load) -> None:
    module = load(
        HEADER
        + """
class Node:
    def __init__(self, next): self.next = next

@ensures("old(node).next is None and old(node.next) is not None")
def detach(node): node.next = None
"""
    )
    assert broken(module.detach, module.Node(module.Node(None))) == []


def test_old_may_be_imported_under_another_name(load: Load) -> None:
    module = load(
        "import heapwise.contracts as hw\nfrom heapwise.contracts import old as before\n"
        "@hw.ensures(lambda result, x: result == before(x) + hw.old(x))\n"
        "def f(x): return 2 * x\n"
    )
    (condition,) = contract_of(module.f).post
    assert [each.name for each in condition.olds] == ["old_1", "old_2"]
    assert broken(module.f, 3) == []


def test_the_condition_knows_its_text_place_and_names(load: Load) -> None:
    module = load(HEADER + '@ensures(\n    "result == old(x) + y"\n)\ndef f(x, y): return x\n')
    (condition,) = contract_of(module.f).post
    assert condition.text == "result == old(x) + y"
    assert (condition.at.line, condition.at.column) == (3, 6)
    assert (condition.expression.lineno, condition.expression.col_offset) == (3, 5)
    assert condition.names == {"result": RESULT, "x": "x", "y": "y"}


def test_invariants_are_inherited(load: Load) -> None:
    module = load(
        HEADER
        + """
@invariant(lambda it: it.size >= 0)
class Base:
    size = 0

@invariant("self.size < LIMIT", "small")
class Small(Base):
    def grow(this): this.size += 1

LIMIT = 2
"""
    )
    assert [c.text for c in invariants_of(module.Small)] == ["it.size >= 0", "self.size < LIMIT"]
    contract = contract_of(module.Small.grow, module.Small)
    assert contract.assumes_invariants and contract.keeps_invariants
    assert [dict(c.names) for c in contract.invariants] == [{"it": "this"}, {"self": "this"}]
    assert contract.invariants[1].description == "small"
    thing = module.Small()
    assert broken(module.Small.grow, thing, owner=module.Small) == []
    assert broken(module.Small.grow, thing, owner=module.Small) == ["self.size < LIMIT"]


def test_declared_exceptions_are_classes(load: Load) -> None:
    module = load(HEADER + "@raises(KeyError, ValueError)\ndef f(x): return x\n")
    contract = contract_of(module.f)
    assert contract.raises == (KeyError, ValueError) and not contract.raises_only


def test_a_decorator_may_have_a_name_of_its_own(load: Load) -> None:
    module = load(HEADER + 'positive = requires("x > 0")\n@positive\ndef f(x): return x\n')
    assert broken(module.f, -1) == ["x > 0"]


def test_defaults_of_a_lambda_are_constants(load: Load) -> None:
    module = load(HEADER + "@requires(lambda x, least=3: x >= least)\ndef f(x): return x\n")
    assert broken(module.f, 2) and not broken(module.f, 3)


@pytest.mark.parametrize(
    ("decorator", "complaint"),
    [
        ('@requires("x >")', "2:12: the precondition of f is not a Python expression"),
        ('@requires("y > 0")', "uses `y`, which is neither a parameter nor a name of the module"),
        ('@requires("result > 0")', "only a postcondition has a result"),
        ("@requires(lambda x: old(x) > 0)", "only a postcondition has a result and old values"),
        ("@requires(lambda y: y > 0)", "takes `y`, which is not a parameter of f"),
        ("@requires(lambda *a: True)", "name the parameters"),
        ("@requires(3)", "takes a lambda or the name of a function, not `3`"),
        ('@ensures("all(old(x[i]) == 0 for i in x)")', "when there is no `i`"),
        ('@ensures("old(x, 1)")', "`old` takes one expression"),
        ("@ensures(lambda result, x, old: old.z)", "f has no parameter `z`"),
        ("@raises(int)", "`int` is not an exception class"),
    ],
)
def test_a_malformed_condition_is_an_input_error_with_its_place(
    load: Load, decorator: str, complaint: str
) -> None:
    module = load(HEADER + "f = None\n")
    text = HEADER + f"{decorator}\ndef f(x): return x\n"
    module = load(text)
    with pytest.raises(InputError) as raised:
        contract_of(module.f)
    assert complaint in str(raised.value)
    assert raised.value.at is not None and raised.value.at.line == 2
