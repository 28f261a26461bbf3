from __future__ import annotations

import pytest

from heapwise.contracts import contract_of
from tests.unit.contracts.evaluation import Load

GOOGLE = """
    Args:
        x: a number.

    Raises:
        ValueError: if x is bad,
            or KeyError-like.
        json.JSONDecodeError: never.

    Returns:
        TypeError: an instance of it.
"""
NUMPY = """
    Raises
    ------
    ValueError
        If x is a KeyError.
    IndexError : sometimes

    Returns
    -------
    TypeError
        An error.
"""


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        (":raises ValueError: if x is bad", "ValueError"),
        (":raise KeyError, IndexError: if x is bad", "KeyError IndexError"),
        (":raises `~json.JSONDecodeError`: never", "JSONDecodeError"),
        ("@raise ValueError: if x is bad", "ValueError"),
        (GOOGLE, "ValueError JSONDecodeError"),
        (NUMPY, "ValueError IndexError"),
        ("raises: ValueError, KeyError  # both", "ValueError KeyError"),
        ("Raises: ValueError: if x is bad", "ValueError"),
        ("The head. Raises ValueError if x is bad.", "ValueError"),
        ("Raises a :class:`KeyError` or an ``IndexError``.", "KeyError IndexError"),
        ("The head, raising\n    ValueError on a bad x.", "ValueError"),
        ("It does not raise ValueError, it never raises KeyError.", ""),
        ("Raises the roof; about ValueError.", ""),
        ("A ValueError is nice.", ""),
        ("Raises: NoSuchError: if x is bad", ""),
    ],
)
def test_a_docstring_declares_exceptions(load: Load, docstring: str, expected: str) -> None:
    module = load(f'import json\ndef f(x):\n    """{docstring}"""\n')
    assert [cls.__name__ for cls in contract_of(module.f).raises] == expected.split()


def test_names_of_the_module_are_understood(load: Load) -> None:
    module = load('class Full(Exception): pass\ndef f(x):\n    """Raises Full when full."""\n')
    assert contract_of(module.f).raises == (module.Full,)
