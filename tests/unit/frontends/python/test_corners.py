"""Parts of the library and of the language that data structures use now and then: each replays as
it was predicted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise.frontends.python.program import load_program
from heapwise.frontends.python.semantics.core.set_order import _places, in_order
from heapwise.results import TupleValue
from tests.unit.frontends.python.exploring import explore, reasons, results


def test_locals_are_a_dict(tmp_path: Path) -> None:
    source = """
    def target(n: int, name: str) -> str:
        def low() -> str:
            return "low"

        def high() -> str:
            return "high" if n > 9 else name

        if n > 3:
            late = 1
        assert ("late" in locals()) == (n > 3)
        return locals()["high" if n > 3 else "low"]()
    """
    assert results(explore(tmp_path, source)) == {"low", "high", ""}


def test_a_generator_does_not_know_variables_that_are_not_assigned(tmp_path: Path) -> None:
    source = """
    def items(n: int):
        if n > 0:
            found = n
        yield found

    def target(n: int) -> str:
        for _ in items(n):
            return "found"
        return "nothing"
    """
    assert results(explore(tmp_path, source)) == {"found", "UnboundLocalError"}


def test_uuids_differ(tmp_path: Path) -> None:
    source = """
    import uuid

    class Item:
        def __init__(self, name: str | None) -> None:
            self.name = str(uuid.uuid4()) if name is None else name
            self.key = uuid.uuid1()

    def target(name: str | None) -> int:
        one, other = Item(name), Item(None)
        return 1 if one.key == other.key or one.key is not one.key else 2
    """
    assert results(explore(tmp_path, source)) == {2}


def test_a_module_that_is_not_there_cannot_be_imported(tmp_path: Path) -> None:
    source = """
    import importlib

    def target(n: int) -> int:
        if n > 0:
            return importlib.import_module("math").floor(2.5)
        try:
            import no_such_module_anywhere
        except ImportError:
            if n < 0:
                import no_such_module_anywhere.inside
            return 1
        return 3
    """
    assert results(explore(tmp_path, source)) == {1, 2, "ModuleNotFoundError"}


def test_a_protocol_that_no_class_has_is_explored_as_it_is(tmp_path: Path) -> None:
    source = """
    from typing import Protocol

    class Sized(Protocol):
        size: int

        def half(self) -> int:
            return self.size // 2 if self.size > 0 else 0

    def target(n: int) -> int:
        return n
    """
    file = tmp_path / "subject.py"
    explore(tmp_path, source)

    program = load_program(f"{file}:Sized.half")
    assert program.subtypes(program.classes["Sized"])


@pytest.mark.parametrize("function", ["acos", "asin", "atan", "exp", "cos"])
def test_functions_of_floats_are_followed_for_a_few(tmp_path: Path, function: str) -> None:
    source = f"""
    import math

    def target(x: float) -> str:
        return "small" if math.{function}(x) < 1 else "large"
    """
    assert results(explore(tmp_path, source)) >= {"small", "large"}


def test_functions_of_floats_are_followed_for_small_whole_numbers(tmp_path: Path) -> None:
    source = """
    import math

    def target(n: int) -> str:
        return "up" if math.sin(float(n)) > 0.9 else "down"
    """
    assert results(explore(tmp_path, source)) == {"up", "down", "OverflowError"}


def test_the_text_of_a_small_set_of_numbers(tmp_path: Path) -> None:
    source = """
    def target(numbers: set[int], n: int) -> str:
        return str(numbers | {n}) if numbers == {-2} else ""
    """
    assert "" in results(explore(tmp_path, source))


@pytest.mark.parametrize("items", [(-2, -10), (6, 14, 22), (-10, -2, 6, -18), (8, 0, 16, 24)])
def test_the_order_of_small_integers_that_collide(items: tuple[int, ...]) -> None:

    grown: set[int] = set()
    for item in items:
        grown.add(item)
    places = _places([(True, item) for item in items])
    assert [item for _, item in sorted(zip(places, items, strict=True))] == list(grown)
    assert in_order([(True, item) for item in items]) == list(set(items))


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
@pytest.mark.parametrize("lock", ["Lock", "RLock"])
def test_the_lock_of_an_object_can_be_had(tmp_path: Path, lock: str, strategy: str) -> None:
    source = f"""
    import threading

    class Account:
        def __init__(self, balance: int) -> None:
            self.balance = balance
            self.lock = threading.{lock}()

        def take(self, amount: int) -> bool:
            with self.lock:
                if amount > self.balance:
                    return False
                self.balance -= amount
            self.lock.acquire()
            self.lock.release()
            return True

    def target(account: Account, amount: int) -> str:
        if account.take(amount):
            return "taken"
        return "new" if Account(amount).take(amount) else "none"
    """
    assert results(explore(tmp_path, source, strategy=strategy)) == {"taken", "new"}


def test_mappings_of_the_program_are_spread(tmp_path: Path) -> None:
    source = """
    from types import MappingProxyType

    class Options:
        def __init__(self, size: int) -> None:
            self.size = size

        def keys(self) -> list[str]:
            return ["a", "b"] if self.size > 0 else ["a"]

        def __getitem__(self, key: str) -> int:
            return self.size

    class Plain:
        pass

    FIXED = MappingProxyType({"a": 1})

    def difference(a: int = 0, b: int = 0) -> int:
        return a - b

    def target(options: Options | Plain) -> int:
        found = difference(**options)
        return 10 if found == 0 else len({**options, **FIXED})
    """
    assert results(explore(tmp_path, source)) == {10, 1, "TypeError"}


def test_slices_and_functions_of_libraries_are_results(tmp_path: Path) -> None:
    source = """
    from operator import gt, lt

    def target(n: int) -> tuple[object, object]:
        return (slice(0, n), gt) if n > 0 else (slice(None), lt)
    """
    assert len(results(explore(tmp_path, source))) == 2


def test_a_method_may_have_the_name_of_the_one_that_it_overrides(tmp_path: Path) -> None:
    source = """
    from functools import wraps

    class Base:
        def __init__(self, size: int) -> None:
            self.size = size

    class Derived(Base):
        @wraps(Base.__init__)
        def __init__(self, *sizes: int, name: str = "") -> None:
            super().__init__(*sizes)
            self.name = name

    def target(n: int, derived: Derived) -> int:
        if derived.name == "x":
            return 1
        return 2 if Derived(n, name="y").size > derived.size else 3
    """
    assert results(explore(tmp_path, source)) == {1, 2, 3}


def test_sets_of_objects_with_an_equality_of_their_own_are_short(tmp_path: Path) -> None:
    source = """
    class Point:
        def __init__(self, x: int) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Point) and other.x == self.x

        def __hash__(self) -> int:
            return 1

    def target(points: set[Point]) -> int:
        total = 0
        for point in points:
            total += 1
        return total
    """
    assert results(explore(tmp_path, source)) == {0, 1}


def test_new_objects_are_alike_to_an_input_function(tmp_path: Path) -> None:
    source = """
    from typing import Callable

    class Item:
        def __init__(self, weight: int) -> None:
            self.weight = weight

    def target(rank: Callable[[Item], int], item: Item) -> str:
        new, newer = rank(Item(1)), rank(Item(2))
        if new != newer:
            return "told apart"
        return "less" if rank(item) < new else "more"
    """
    assert results(explore(tmp_path, source)) == {"less", "more"}


def test_members_of_a_class_that_import_when_asked_are_left_alone(tmp_path: Path) -> None:
    source = """
    from dataclasses import dataclass

    class Lazy:
        def __getattr__(self, name: str) -> object:
            raise ModuleNotFoundError(name)

    @dataclass
    class Item:
        weight: int
        moved = Lazy()

    def target(n: int) -> int:
        return 1 if Item(n) == Item(3) else 2
    """
    assert results(explore(tmp_path, source)) == {1, 2}


def test_containers_of_different_unknown_things_are_told_apart(tmp_path: Path) -> None:
    source = """
    class One:
        def __init__(self, things: list) -> None:
            self.things = [thing for thing in things]

    class Other:
        def __init__(self, parts: list) -> None:
            self.parts = [part for part in parts]

    def target(one: One, other: Other) -> int:
        if len(one.things) > len(other.parts):
            return 1
        return 2
    """
    paths = explore(tmp_path, source)
    assert reasons(paths) == set()
    assert results(paths) == {1, 2}


def test_a_sentinel_is_an_argument_of_an_input_function(tmp_path: Path) -> None:
    source = """
    from typing import Any, Callable

    MISSING = object()

    def target(default: Callable[[Any], int], values: dict[str, int], key: str) -> object:
        found = values.get(key, MISSING)
        if default(found) > default(3):
            return MISSING
        return 1 if found is MISSING else 2
    """
    found = {str(each) for each in results(explore(tmp_path, source))}
    assert found == {"MISSING", "1", "2"}


def test_input_functions_may_give_objects(tmp_path: Path) -> None:
    source = """
    from typing import Callable

    class Stop:
        pass

    def target(visit: Callable[[int], bool | None | Stop], n: int) -> str:
        seen = visit(n)
        if seen is None:
            return "none"
        return "yes" if seen else "no"
    """
    paths = explore(tmp_path, source)
    assert results(paths) == {"none", "yes", "no"}
    assert reasons(paths) == set()


def test_generators_without_a_seed_draw_anything(tmp_path: Path) -> None:
    source = """
    from random import SystemRandom

    random = SystemRandom()

    def target(items: list[int]) -> int:
        try:
            chosen = random.choice(items)
        except IndexError:
            return 0
        if random.random() < 0.5:
            return 1
        return 2 if chosen == items[0] else 3
    """
    assert results(explore(tmp_path, source)) == {0, 1, 2, 3}


@pytest.mark.parametrize("change", ["a | b", "a & b", "a - b", "a ^ b"])
@pytest.mark.parametrize("in_place", [False, True])
def test_sets_of_objects_with_an_equality_of_their_own_are_combined(
    tmp_path: Path, change: str, in_place: bool
) -> None:
    statement = change.replace(" b", "= b") if in_place else f"a = {change}"
    source = f"""
    class Point:
        def __init__(self, x: int) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            if not isinstance(other, Point):
                return False
            return True if other.x == self.x else False

        def __hash__(self) -> int:
            return self.x if 0 <= self.x < 8 else 1

    def target(p: Point, q: Point) -> int:
        a, b = {{p}}, {{q}}
        {statement}
        return len(a)
    """
    found = results(explore(tmp_path, source))
    assert found == {"|": {1, 2}, "&": {0, 1}, "-": {0, 1}, "^": {0, 2}}[change[2]]


def test_fractions_and_decimals_equal_numbers(tmp_path: Path) -> None:
    source = """
    from decimal import Decimal
    from fractions import Fraction

    HALF = Fraction(1, 2)

    def target(x: float, n: int) -> int:
        if x == HALF:
            return 1
        if n == Fraction(3) or Decimal("4") == n:
            return 2
        if x == Fraction(1, 3) or n == HALF:
            return 3
        return 4 if HALF < Fraction(2, 3) and not HALF < 0 else 5
    """
    assert results(explore(tmp_path, source)) == {1, 2, 4}


def test_the_order_of_a_fraction_and_an_unknown_number_is_not_supported(tmp_path: Path) -> None:
    source = """
    from fractions import Fraction

    def target(x: float) -> bool:
        return x < Fraction(1, 2)
    """
    assert reasons(explore(tmp_path, source)) == {
        "ordering a Fraction or a Decimal and a float that is not known"
    }


def test_the_right_side_is_asked_first_if_its_class_is_below_the_left(tmp_path: Path) -> None:
    source = """
    class Base:
        def __init__(self, n: int) -> None:
            self.n = n

        def __eq__(self, other: object) -> bool:
            return self.n > 3

        def __gt__(self, other: object) -> bool:
            return self.n > 5

    class Below(Base):
        def __eq__(self, other: object) -> bool:
            return self.n > 7

    def target(n: int) -> None:
        assert (Base(5) == Below(n)) == (n > 7)
        assert (Below(n) == Base(5)) == (n > 7)
        assert (Base(n) == Base(5)) == (n > 3)
        assert (Base(5) != Below(n)) == (n <= 7)
        assert (1 < Base(n)) == (n > 5)
    """
    assert results(explore(tmp_path, source)) == {None}


def test_the_default_of_next_is_for_iterators_of_the_program_too(tmp_path: Path) -> None:
    source = """
    class Down:
        def __init__(self, n: int) -> None:
            self.n = n

        def __next__(self) -> int:
            if self.n < 1:
                raise StopIteration
            return 1

    def target(n: int, has_default: bool) -> int:
        return next(Down(n), 2) if has_default else next(Down(n))
    """
    assert results(explore(tmp_path, source)) == {1, 2, "StopIteration"}


def test_results_of_an_input_function_are_told_apart_by_its_arguments(tmp_path: Path) -> None:
    """Though they would be called the same, or are too long to be called anything."""
    source = """
    from collections.abc import Callable

    def target(key: Callable[[tuple[int, str]], int], a: int, b: int) -> int:
        if a == b:
            return key((a, "x")) - key((b, "x"))
        return 1 if key((a, "x")) == key((b, "x")) else 2
    """
    assert results(explore(tmp_path, source)) == {0, 1, 2}


def test_an_input_function_gives_for_nan_in_a_tuple_what_it_gave_before(tmp_path: Path) -> None:
    source = """
    from collections.abc import Callable

    def target(key: Callable[[tuple[float, int]], int], a: float, b: float) -> str:
        same = key((a, 1)) == key((b, 1))
        if a != a and b != b:
            return "nan" if same else "never"
        return "same" if same else "other"
    """
    paths = explore(tmp_path, source)
    assert results(paths) == {"nan", "same", "other"}
    assert reasons(paths) == set()


def test_a_member_of_an_enum_stands_for_a_number(tmp_path: Path) -> None:
    source = """
    import enum

    class Size(enum.IntEnum):
        SMALL = 3
        LARGE = 9
        HUGE = 27

    def target(size: Size) -> None:
        assert size.value == size and size * 2 in (6, 18, 54)
        assert (size.value > 3) == (size is not Size.SMALL) and (size == 9) == (size is Size.LARGE)
    """
    assert results(explore(tmp_path, source)) == {None}


def test_values_of_several_kinds_are_picked_by_a_number(tmp_path: Path) -> None:
    source = """
    TABLE = {0: "zero", 2: 20, 5: None, 7: "seven", 9: 90}

    def target(n: int) -> None:
        if n in TABLE:
            assert TABLE[n] == ("zero" if n == 0 else 20 if n == 2 else
                None if n == 5 else "seven" if n == 7 else 90)
        else:
            rest = n % 4
            found = (1, "x", None, 2)[rest]
            assert found == (1 if rest == 0 else "x" if rest == 1 else None if rest == 2 else 2)
    """
    assert results(explore(tmp_path, source)) == {None}


def test_what_contains_itself_is_shown_once(tmp_path: Path) -> None:
    source = """
    class Item:
        def __repr__(self) -> str:
            return "item"

    def target(again: bool) -> str:
        items: list[object] = [Item()]
        items.append(items if again else [1])
        return f"{items!r} {dict(of=items)}"
    """
    shown = {"[item, [...]] {'of': [item, [...]]}", "[item, [1]] {'of': [item, [1]]}"}
    assert results(explore(tmp_path, source)) == shown


def test_what_the_library_makes_of_known_values(tmp_path: Path) -> None:
    source = """
    import json
    from fractions import Fraction
    from typing import TypeVar

    T = TypeVar("T")

    def target(n: int, x: T) -> object:
        if n > 3:
            return json.loads('{"a": [1, {"b": null}]}')["a"][1]["b"] is None
        return "same" if x == Fraction(2) else "other"
    """
    assert results(explore(tmp_path, source)) == {True, "same", "other"}


def test_constructors_of_exceptions_are_called_by_the_name_of_the_class(tmp_path: Path) -> None:
    source = """
    class Missing(KeyError):
        def __init__(self, key: str) -> None:
            KeyError.__init__(self, key)
            self.key = key

    def target(key: str) -> str:
        try:
            raise Missing(key)
        except Missing as error:
            return error.key
    """
    assert reasons(explore(tmp_path, source)) == set()


def test_functions_have_a_type_and_documentation(tmp_path: Path) -> None:
    source = """
    def told() -> None:
        'what it does'

    def target(n: int) -> bool:
        return type(told) is int or bool(told.__doc__)
    """
    assert reasons(explore(tmp_path, source)) == set()


def test_documentation_is_indented_as_the_compiler_leaves_it(tmp_path: Path) -> None:
    source = """
    def told() -> None:
        '''What it does.

            And how.
        '''

    async def later() -> None:
        'awaited'

    def silent() -> None:
        pass

    def target(n: int) -> tuple[str | None, ...]:
        return told.__doc__, later.__doc__, silent.__doc__, (lambda: 'no').__doc__
    """
    kept = "What it does.\n\n        And how.\n    "
    if sys.version_info >= (3, 13):
        kept = "What it does.\n\nAnd how.\n"
    expected = TupleValue((kept, "awaited", None, None))
    assert results(explore(tmp_path, source)) == {expected}


def test_a_method_that_a_library_has_bound_keeps_its_object(tmp_path: Path) -> None:
    source = """
    import keyword

    def target(text: str) -> bool:
        return keyword.iskeyword(text)
    """
    found = explore(tmp_path, source)
    assert reasons(found) == set()
    assert {path.kind.value for path in found} == {"returned"}
