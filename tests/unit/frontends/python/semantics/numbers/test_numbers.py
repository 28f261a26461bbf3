"""Numbers in Python programs: every path that is found ends the same way in CPython."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from heapwise import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.semantics.numbers import bits
from heapwise.results import COMPLETED, OutcomeKind, PathResult
from heapwise.terms import INT, Concrete, Term, evaluate, symbol


def paths_of(tmp_path: Path, source: str) -> list[PathResult]:
    """Of the function `f`; those that end are confirmed by CPython."""
    file = tmp_path / "subject.py"
    file.write_text(dedent(source))
    run = explore(f"{file}:f", bounds=Bounds(max_objects=2, max_paths=200, timeout=1200))
    try:
        paths = list(run)
    finally:
        run.close()
    for path in paths:
        assert path.replayed or path.outcome.kind not in COMPLETED, (path.outcome, path.input)
    return paths


def results(paths: list[PathResult]) -> set[object]:
    return {path.outcome.exception or path.outcome.value for path in paths}


EXACT = {
    "bits": ("n: int", "n & 6 == 4 and n | 3 == 7 and n ^ 5 == 0", {True, False}),
    "negative masks": ("n: int", "n & -4 == 8 and n < 11 and ~n == -11", {True, False}),
    "a shift": ("n: int", "(n << 2) + (n >> 1) == 9", {True, False}),
    "a chosen shift": ("n: int", "0 <= n < 4 and 1 << n == 8", {True, False}),
    "a power": ("n: int", "n ** 3 == -8", {True, False}),
    "pow with a modulus": ("n: int", "pow(n, 2, 7) == 4", {True, False}),
    "abs": ("n: int", "abs(n) == 3 and n < 0", {True, False}),
    "abs of a float": ("x: float", "abs(x) == 1.5", {True, False}),
    "bit_length": ("n: int", "-9 < n < 9 and n.bit_length() == 3", {True, False}),
    "divmod": ("a: int", "divmod(a, -3) == (-2, -1)", {True, False}),
    "hash": ("n: int", "n < 0 and hash(n) == -2 and n > -9", {True, False}),
    "round": ("x: float", "x == 2.5 and round(x) == 2", {True, False}),
    "is_integer": ("x: float", "x > 1.0 and x < 3.0 and x.is_integer()", {True, False}),
    "bools are numbers": ("b: bool", "b + b == 2 and b & True", {True, False}),
    "hex of a constant": ("n: int", "n == 255 and hex(255) + bin(2) == '0xff0b10'", {True, False}),
    "a truncated quotient": ("a: int", "-9 < a < 9 and int(a / 2) == -2", {True, False}),
}


@pytest.mark.parametrize("name", EXACT)
def test_a_decision_about_numbers_is_that_of_cpython(tmp_path: Path, name: str) -> None:
    parameter, expression, expected = EXACT[name]
    source = f"""
        def f({parameter}) -> bool:
            if {expression}:
                return True
            return False
    """
    assert results(paths_of(tmp_path, source)) == expected


def test_int_of_a_string_of_digits_with_or_without_a_sign(tmp_path: Path) -> None:
    source = """
        def f(s: str) -> str:
            try:
                return "large" if int(s) > 10 else "small"
            except ValueError:
                return "none"
    """
    paths = paths_of(tmp_path, source)
    done = [path for path in paths if path.outcome.kind in COMPLETED]
    assert results(done) == {"large", "small", "none"}
    (other,) = (path for path in paths if path.outcome.kind is OutcomeKind.BOUNDED)
    assert "digits with a sign" in str(other.outcome.exception)


def test_int_of_a_float_that_is_not_finite_raises(tmp_path: Path) -> None:
    source = """
        def f(x: float) -> int:
            return int(x) * 0
    """
    assert results(paths_of(tmp_path, source)) == {0, "ValueError", "OverflowError"}


def test_a_quotient_of_large_integers_is_not_guessed(tmp_path: Path) -> None:
    source = """
        def f(a: int) -> bool:
            return a / 3 == 0.0 and a > 0
    """
    kinds = {path.outcome.kind for path in paths_of(tmp_path, source)}
    assert kinds == {OutcomeKind.RETURNED, OutcomeKind.BOUNDED}


def test_an_integer_may_be_too_large_for_a_float(tmp_path: Path) -> None:
    source = """
        def f(n: int) -> str:
            float(n)
            return "fits"
    """
    assert results(paths_of(tmp_path, source)) == {"fits", "OverflowError"}


def test_messages_of_errors_for_constants_are_python_s_own(tmp_path: Path) -> None:
    source = """
        def f(n: int) -> str:
            try:
                return str(int("zz"))
            except ValueError as error:
                return str(error)
    """
    message = "invalid literal for int() with base 10: 'zz'"
    assert results(paths_of(tmp_path, source)) == {message}


@dataclass(frozen=True)
class Only:
    """The one symbol has this value."""

    value: int

    def symbol_value(self, symbol: Term) -> Concrete:
        return self.value

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("there are no maps")


@pytest.mark.parametrize("mask", [0, 1, 6, 0b1011001, -1, -4, -7])
def test_masks_work_on_negative_numbers_too(mask: int) -> None:
    n = symbol("n", INT)
    operators = {"BitAnd": int.__and__, "BitOr": int.__or__, "BitXor": int.__xor__}
    for (name, compute), value in itertools.product(operators.items(), range(-40, 40, 3)):
        made = bits.combined(None, name, n, mask)  # type: ignore[arg-type]  # nothing to choose
        assert evaluate(made, Only(value), {}) == compute(value, mask), (name, value)
