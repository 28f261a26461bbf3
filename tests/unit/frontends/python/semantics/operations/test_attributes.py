"""Attributes by descriptors, by `__getattr__`, and by names that are inputs."""

from __future__ import annotations

from pathlib import Path

from tests.unit.frontends.python.exploring import explore, results


def test_descriptors_of_the_program_say_what_an_attribute_means(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Positive:
            def __get__(self, owner, cls=None):
                return owner.stored

            def __set__(self, owner, value):
                if value < 0:
                    raise ValueError
                owner.stored = value

        class Account:
            stored: int
            balance = Positive()

        def target(account: Account, amount: int) -> bool:
            account.balance = amount
            return account.balance == amount and account.stored == amount
        """,
    )
    assert results(paths) == {True, "ValueError"}


def test_a_method_says_whether_an_attribute_is_there(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Lazy:
            limit: int

            def __getattr__(self, name: str) -> int:
                if self.limit > 3:
                    raise AttributeError(name)
                return 7

        def target(lazy: Lazy) -> int:
            return getattr(lazy, "unknown", 9) if hasattr(lazy, "other") else 0
        """,
    )
    assert results(paths) == {7, 0}


def test_an_attribute_may_be_named_by_an_input(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Point:
            x: int
            y: int

        def target(point: Point, name: str) -> int:
            if not hasattr(point, name):
                return -1
            return 1 if getattr(point, name) == 5 else 2
        """,
    )
    assert results(paths) == {-1, 1, 2}


def test_functions_have_the_attributes_that_they_were_given(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def helper() -> int:
            return 1

        helper.calls = 7

        def target(x: int) -> int:
            return helper.calls if x else helper()
        """,
    )
    assert results(paths) == {1, 7}


def test_the_methods_behind_brackets_can_be_called_by_name(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        def target(table: dict[int, int], items: list[int], key: int) -> bool:
            dict.__setitem__(table, key, 3)
            items.append(key)
            same = items.__len__() == len(items)
            return same and items.__contains__(key) and table.__getitem__(key) == 3
        """,
    )
    assert results(paths) == {True}


def test_an_annotated_attribute_of_the_class_may_be_a_static_method(tmp_path: Path) -> None:
    source = """
    from collections.abc import Callable

    def twice(n: int) -> int:
        return 2 * n

    class Box:
        change: Callable[[int], int] = staticmethod(twice)

    def target(n: int) -> bool:
        return Box().change(n) == 2 * n
    """
    assert results(explore(tmp_path, source)) == {True}


def test_a_property_is_deleted_by_its_deleter(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class Box:
            def __init__(self, n: int) -> None:
                self._n = n

            @property
            def n(self) -> int:
                return self._n

            @n.deleter
            def n(self) -> None:
                if self._n == 7:
                    raise ValueError
                self._n = 0

        class Closed(Box):
            @property
            def n(self) -> int:
                return 1

        def target(box: Box) -> int:
            del box.n
            return box.n
        """,
    )
    assert results(paths) == {0, "ValueError", "AttributeError"}
