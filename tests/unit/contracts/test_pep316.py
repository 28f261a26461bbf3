from __future__ import annotations

import ast

import pytest

from heapwise.contracts import RESULT, contract_of, invariants_of
from heapwise.program import InputError
from tests.unit.contracts.evaluation import Load, broken


def test_conditions_stand_on_one_line_or_in_a_block(load: Load) -> None:
    module = load('''
        def f(a, b):
            """Adds.

            pre: a > 0  # not zero
            pre:
                # neither is b
                b > 0

                (a +
                 b) < 10
                a != b
                    or a == 1
            post: _ == a + b
            post[]: __return__ > a

            Prose goes on here.
            """
            return a + b
    ''')
    contract = contract_of(module.f)
    assert [c.text for c in contract.pre] == ["a > 0", "b > 0", "a + b < 10", "a != b or a == 1"]
    assert [c.at.line for c in contract.pre] == [5, 8, 10, 12]
    assert [c.text for c in contract.post] == ["_ == a + b", "__return__ > a"]
    assert contract.post[0].names == {"_": RESULT, "a": "a", "b": "b"}
    assert contract.writes == ()
    assert broken(module.f, 2, 3) == []
    assert broken(module.f, 0, 3) == ["a > 0"]


def test_nodes_have_the_places_they_have_in_the_file(load: Load) -> None:
    module = load('def f(x):\n    """post: _ == (\n            x)"""\n    return x\n')
    (condition,) = contract_of(module.f).post
    names = [n for n in _names(condition.expression) if n[0] == "x"]
    assert (condition.at.line, condition.at.column) == (2, 14)
    assert (condition.expression.lineno, condition.expression.col_offset) == (2, 13)
    assert names == [("x", 3, 12)]


def _names(expression: ast.expr) -> list[tuple[str, int, int]]:
    nodes = [n for n in ast.walk(expression) if isinstance(n, ast.Name)]
    return [(n.id, n.lineno, n.col_offset) for n in nodes]


@pytest.mark.parametrize(
    ("condition", "olds"),
    [
        ("self.total == __old__.self.total + x", ["self.total"]),
        ("self.total - x == __old__.self.total + 0", ["self.total + 0"]),
        ("self.items == __old__.self.items + [x]", ["self.items"]),
        ("self.items[:-1] == [i for i in __old__.self.items]", ["[i for i in self.items]"]),
        ("total(self) == total(__old__.self) + x", ["total(self)"]),
        ("all(self.items[i] == __old__.self.items[i] for i in range(1))", ["self.items"]),
        ("all(x == x and self and __old__.x == 5 for x in [1])", ["x_before == 5"]),
        ("__old__.self.total == 1 or __old__.x < 0", ["self.total == 1 or x < 0"]),
    ],
)
def test_the_largest_parts_computed_from_old_parameters_are_evaluated_before_the_call(
    load: Load, condition: str, olds: list[str]
) -> None:
    module = load(f'''
        def total(account): return sum(account.items)

        class Account:
            def __init__(self):
                self.items = [1]
                self.total = 1

            def add(self, x):
                """post[self]: {condition}"""
                self.items.append(x)
                self.total += x
    ''')
    (post,) = contract_of(module.Account.add, module.Account).post
    assert [ast.unparse(each.expression) for each in post.olds] == olds
    assert all(each.copy for each in post.olds)
    assert broken(module.Account.add, module.Account(), 5, owner=module.Account) == []


def test_implies_needs_no_import_and_reads_its_second_part_only_when_the_first_holds(
    load: Load,
) -> None:
    module = load('''
        def first(xs):
            """post: implies(len(xs) > 0, implies(True, _ == xs[0] + 1))"""
            return xs[0] if xs else None
    ''')
    assert broken(module.first, []) == []
    assert len(broken(module.first, [1])) == 1


def test_a_copy_keeps_a_list_as_it_was(load: Load) -> None:
    module = load('''
        def f(xs):
            """post: xs == __old__.xs"""
            xs.append(1)
    ''')
    assert broken(module.f, []) == ["xs == __old__.xs"]


def test_the_docstring_of_a_class_has_invariants(load: Load) -> None:
    module = load('''
        class Queue:
            """First in, first out.

            inv:
                self.size >= 0
                self.size <= LIMIT
            """
            def __init__(self): self.size = 0
            def put(self): self.size += 1
            def _shift(self): self.size -= 1
            @staticmethod
            def make(): return Queue()

        LIMIT = 1
    ''')
    assert [c.text for c in invariants_of(module.Queue)] == ["self.size >= 0", "self.size <= LIMIT"]

    def rules(name: str) -> tuple[int, bool, bool]:
        contract = contract_of(vars(module.Queue)[name], module.Queue)
        return len(contract.invariants), contract.assumes_invariants, contract.keeps_invariants

    assert rules("__init__") == (2, False, True)
    assert rules("put") == (2, True, True)
    assert rules("_shift") == (2, True, False)
    assert rules("make") == (0, False, False)


def test_prose_is_no_contract(load: Load) -> None:
    module = load('''
        def f(x):
            """Computes the post office: a prefix of x.

            The precondition: x is large. Invariant: none.
            Example::

                f(1)
            """
    ''')
    contract = contract_of(module.f)
    assert contract.pre == () and contract.post == () and not contract.is_stated


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("pre: x >", "is not a Python expression"),
        ("pre: the list is sorted", "is not a Python expression"),
        ("pre:", "is followed by no condition"),
        ("pre[x]: x > 0", "only `post` lists what may be changed"),
        ("pre: _ > 0", "only a postcondition has a result"),
        ("pre: __old__.x > 0", "only a postcondition has a result and old values"),
        ("post: result > 0", "does not name the result in this notation"),
        ("post: __old__.y > 0", "f has no parameter `y`"),
        ("post: __old__ is x", "`__old__` has no value of its own"),
        ("post: lenght > 0", "did you mean `length`?"),
        ("raises: NoSuchError", "`NoSuchError` is no exception class"),
    ],
)
def test_a_malformed_condition_is_an_input_error_at_its_line(
    load: Load, line: str, complaint: str
) -> None:
    module = load(f'length = 1\ndef f(x):\n    """Does.\n\n    {line}\n    """\n')
    with pytest.raises(InputError) as raised:
        contract_of(module.f)
    assert complaint in str(raised.value)
    assert raised.value.at is not None and raised.value.at.line == 5


def test_a_class_has_no_preconditions(load: Load) -> None:
    module = load('class A:\n    """pre: True"""\n')
    with pytest.raises(InputError, match=r":2:8: `pre:` in the docstring of a class"):
        invariants_of(module.A)


def test_deep_nesting_is_an_input_error(load: Load) -> None:
    module = load(f'def f(x):\n    """pre: {"x." * 5000}x"""\n')
    with pytest.raises(InputError, match="nested too deeply"):
        contract_of(module.f)


def test_what_a_terminal_would_obey_is_escaped(load: Load) -> None:
    module = load(r"""
        def f(a):
            '''post: _ != "\x1b[31m\u202e\u05d0"'''
            return a
    """)
    (condition,) = contract_of(module.f).post
    assert condition.text == r'_ != "\x1b[31m\u202e' + '\u05d0"'
    assert broken(module.f, "\x1b[31m\u202e\u05d0") == [condition.text]
