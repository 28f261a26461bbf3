"""What a function does with a value of type Any tells what it is; where it is ready for an error,
the value may be one that raises it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results

HEAD = """
    from __future__ import annotations
    from typing import Any
"""


def test_what_is_iterated_over_is_a_list(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(xs: Any) -> int:
        total = 0
        for x in xs:
            total += 1 if x > 1 else 0
        return total
    """
    )
    assert results(explore(tmp_path, source)) == {0, 1, 2, 3}


def test_what_is_taken_apart_has_that_many_items(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    class Point:
        def __init__(self, x: int, name: str) -> None:
            self.x, self.name = x, name

    def target(state: Any, pairs: Any, point: Point) -> str:
        point.x, point.name = state
        for _, (a, b) in pairs:
            if a > b:
                return "sorted"
        return "no name" if point.name == "" else "a name"
    """
    )
    assert results(explore(tmp_path, source)) == {"sorted", "no name", "a name"}


def test_keys_that_are_text_make_a_dict(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(settings: Any) -> str:
        sizes = settings["sizes"]
        return "some" if len(sizes) > 0 else "none"
    """
    )
    assert results(explore(tmp_path, source)) == {"some", "none", "KeyError"}


def test_elements_are_followed_through_variables(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(table: dict, key: int) -> int:
        if row := table.get(key):
            first = row[0]
            return 1 if first == key else 2
        return 3
    """
    )
    assert results(explore(tmp_path, source)) == {1, 2, 3}


def test_what_is_passed_on_is_what_the_parameter_says(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    class Base:
        def __init__(self, sizes: list[int], name: str = "") -> None:
            self.sizes = sizes

    def longest(words: list[str]) -> int:
        return max((len(word) for word in words), default=0)

    def target(words: Any, sizes: Any) -> int:
        if len(Base(sizes).sizes) > 1:
            return 1
        return 2 if longest(words) > 1 else 3
    """
    )
    assert results(explore(tmp_path, source)) == {1, 2, 3}


def test_arguments_that_make_a_dict_are_dicts(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(*args: Any, **kwargs: Any) -> int:
        return len(dict(*args, **kwargs))
    """
    )
    found = results(explore(tmp_path, source))
    assert {0, 1, 2, "TypeError"} <= found


@pytest.mark.parametrize("use", ["len(x)", "set(x)", "list(x)", "x[0]", "1 in x"])
def test_who_catches_a_type_error_gets_one(tmp_path: Path, use: str) -> None:
    source = (
        HEAD
        + f"""
    def measure(x: object) -> str:
        try:
            {use}
        except TypeError:
            return "a number"
        except IndexError:
            return "empty"
        return "a container"

    def target(x: object) -> str:
        return measure(x)
    """
    )
    assert results(explore(tmp_path, source)) == {"a number"}


def test_a_parameter_is_a_number_too_if_that_is_caught(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(x: Any) -> str:
        try:
            return "some" if len(x) > 0 else "none"
        except TypeError:
            return "a number"
    """
    )
    assert results(explore(tmp_path, source)) == {"some", "none", "a number"}


def test_who_catches_attribute_errors_may_be_given_a_number(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(x: Any) -> object:
        try:
            return x.size
        except AttributeError:
            return "a number"
    """
    )
    assert "a number" in results(explore(tmp_path, source))


def test_an_object_has_the_attributes_that_are_used(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(x: Any) -> str:
        if x.parent.is_open():
            return x.parent.name.rjust(0)
        return "closed" if x.size > 3 else "small"
    """
    )
    paths = explore(tmp_path, source)
    assert {path.kind.value for path in paths} == {"returned"}
    assert {"closed", "small", ""} <= results(paths)


def test_a_builtin_type_that_has_all_attributes_is_meant(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(x: Any) -> str:
        return x.partition("=")[0] + x.rjust(1)
    """
    )
    assert {path.kind.value for path in explore(tmp_path, source)} == {"returned"}


def test_private_attributes_are_not_guessed(tmp_path: Path) -> None:
    source = (
        HEAD
        + """
    def target(x: Any) -> object:
        return x._secret
    """
    )
    assert reasons(explore(tmp_path, source)) == {"._secret of a value of type Any"}


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_a_field_of_lists_of_lists(tmp_path: Path, strategy: str) -> None:
    source = (
        HEAD
        + """
    class Grid:
        def __init__(self, rows: list) -> None:
            self.rows: list = rows

        def width(self) -> int:
            return len(self.rows[0])

    def target(grid: Grid) -> str:
        if not grid.rows:
            return "no rows"
        return "empty" if grid.width() == 0 else "wide"
    """
    )
    assert results(explore(tmp_path, source, strategy=strategy)) == {"no rows", "empty", "wide"}


def test_the_class_of_an_object_may_be_kept_in_a_variable(tmp_path: Path) -> None:
    source = """
    from __future__ import annotations

    class Walker:
        def __init__(self, position: int, before=None) -> None:
            self.position = position
            self.before = before

        def step(self) -> Walker:
            cls = type(self)
            return cls(self.position + 1, self)

    def target(walker: Walker) -> int:
        if walker.before is None:
            return 0
        return 1 if walker.before.position > walker.position else 2
    """
    assert results(explore(tmp_path, source)) == {0, 1, 2}


def test_what_a_function_of_another_module_returns(tmp_path: Path) -> None:
    (tmp_path / "counters_here.py").write_text(
        "class Counter:\n"
        "    def __init__(self) -> None:\n"
        "        self.count = 0\n\n"
        "def make():\n"
        "    return Counter()\n"
    )
    source = """
    from counters_here import make

    class Owner:
        def __init__(self) -> None:
            self.counter = make()

    def target(owner: Owner) -> str:
        return "more" if owner.counter.count > 3 else "less"
    """
    assert results(explore(tmp_path, source)) == {"more", "less"}


@pytest.mark.parametrize(
    "said",
    [
        "xs = cast(List[int], value)",
        "xs = cast('list[int]', value)",
        "xs: List[int] = value",
    ],
)
@pytest.mark.parametrize("hint", ["Any", "object"])
def test_a_value_is_what_the_program_says_that_it_is(tmp_path: Path, said: str, hint: str) -> None:
    source = f"""
    from typing import Any, List, cast

    def target(value: {hint}) -> str:
        {said}
        return "more" if xs[0] > 1 else "less"
    """
    assert results(explore(tmp_path, source)) == {"more", "less", "IndexError"}
