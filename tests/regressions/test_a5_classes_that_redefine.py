"""A5: classes that redefine what attributes, classes or hashes mean are followed, or rejected."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, agrees_everywhere, functions, write

SOURCE = """
class Every:
    def __init__(self, v: int) -> None:
        self.v = v

    def __getattribute__(self, name):
        return 5


class Meta(type):
    def __call__(cls, *a):
        return 7

    def __instancecheck__(cls, o):
        return True

    def __len__(cls):
        return 3

    def __iter__(cls):
        return iter([1])

    def __getitem__(cls, i):
        return i

    def __contains__(cls, i):
        return True

    def __bool__(cls):
        return False

    def __add__(cls, o):
        return 1

    @property
    def prop(cls):
        return 9


class Made(metaclass=Meta):
    pass


class Indexed:
    def __class_getitem__(cls, k):
        return k


class Unhashable:
    __hash__ = None

    def __init__(self, v: int) -> None:
        self.v = v


class Finalised:
    def __init__(self, log: list[int]) -> None:
        self.log = log

    def __del__(self):
        self.log.append(1)


def case_attribute(o: Every):
    return o.v, o.other


def case_attribute_of_new(n: int):
    return Every(n).v


def case_unhashable(o: Unhashable):
    return {o: 1}


def case_length_of_range(n: int):
    return len(range(n))


def case_of_a_metaclass_call(n: int):
    return Made()


def open_instance(n: int):
    return isinstance(n, Made)


def case_of_a_metaclass_length(n: int):
    return len(Made)


def case_of_a_metaclass_iteration(n: int):
    return [x for x in Made]


def case_of_a_metaclass_item(n: int):
    return Made[n]


def case_of_a_metaclass_membership(n: int):
    return n in Made


def case_of_a_metaclass_property(n: int):
    return Made.prop


def case_of_a_metaclass_truth(n: int):
    return 1 if Made else 2


def open_operator(n: int):
    return Made + 1


def open_class_item(n: int):
    return Indexed[n]


def open_finaliser(n: int):
    log = []
    made = Finalised(log)
    made = None
    return log
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("redefined"), SOURCE, "a5_redefined")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_what_is_followed_agrees_with_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)


@pytest.mark.parametrize("function", functions(SOURCE, "open"))
def test_the_rest_is_said_not_to_be_supported(path: Path, function: str) -> None:
    assert all(reason.startswith("unsupported") for reason in agreed(path, function).tally.open)
    assert agreed(path, function).tally.open
