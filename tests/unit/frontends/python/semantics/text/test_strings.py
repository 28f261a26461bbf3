"""Text in Python programs: every path that is found ends the same way in CPython."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from heapwise import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.python.model.values import UnknownText
from heapwise.frontends.python.semantics.text import characters, formatting
from heapwise.results import COMPLETED, OutcomeKind, PathResult
from heapwise.terms import STR, Concrete, Term, evaluate, symbol


def paths_of(folder: Path, source: str, function: str = "f") -> list[PathResult]:
    file = folder / "subject.py"
    if not file.exists() or file.read_text() != dedent(source):
        file.write_text(dedent(source))
    run = explore(f"{file}:{function}", bounds=Bounds(max_objects=2, max_paths=200, timeout=1200))
    try:
        return list(run)
    finally:
        run.close()


def completed(folder: Path, source: str, function: str = "f") -> Iterator[PathResult]:
    """All paths, each of which CPython has confirmed."""
    for path in paths_of(folder, source, function):
        assert path.outcome.kind in COMPLETED, (path.outcome, path.condition)
        assert path.replayed, (path.outcome, path.input)
        yield path


def results(folder: Path, source: str, function: str = "f") -> set[object]:
    """What is returned, or the name of what is raised, over all paths."""
    paths = completed(folder, source, function)
    return {path.outcome.exception or path.outcome.value for path in paths}


SYMBOLIC_METHODS = {
    "startswith": ("s.startswith(('ab', 'c'))", {True, False}),
    "endswith": ("s.endswith('z')", {True, False}),
    "startswith with a start": ("s.startswith('b', 1)", {True, False}),
    "find": ("s.find('q') == 2", {True, False}),
    "find between": ("s.find('q', 1, 2) == 1", {True, False}),
    "rfind": ("len(s) < 4 and s.rfind('q') == 1", {True, False}),
    "count": ("len(s) < 3 and s.count('a') == 2", {True, False}),
    "replace": ("len(s) < 3 and s.replace('a', 'bc') == 'bcbc'", {True, False}),
    "partition": ("s.partition('=') == ('k', '=', 'v')", {True, False}),
    "rpartition": ("len(s) < 4 and s.rpartition('-')[2] == 'x'", {True, False}),
    "strip": ("len(s) < 3 and s.strip() == 'x'", {True, False}),
    "lstrip of characters": ("len(s) < 3 and s.lstrip('xy') == 'z'", {True, False}),
    "split": ("len(s) < 4 and s.split(',') == ['a', 'b']", {True, False}),
    "split at white space": ("len(s) < 4 and s.split() == ['a', 'b']", {True, False}),
    "splitlines": ("len(s) < 3 and s.splitlines() == ['', '']", {True, False}),
    "removeprefix": ("s.removeprefix('un') == 'do'", {True, False}),
    "removesuffix": ("s.removesuffix('.py') == 'x'", {True, False}),
    "zfill": ("s.zfill(3) == '-01'", {True, False}),
    "center": ("s.center(4, '*') == '*a**'", {True, False}),
    "lower": ("len(s) == 2 and s.isascii() and s.lower() == 'no'", {True, False}),
    "title": ("len(s) == 2 and s.isascii() and s.title() == 'No'", {True, False}),
    "upper": ("len(s) == 1 and s.isascii() and s.upper() == 'S'", {True, False}),
    "isdigit": ("len(s) < 3 and s.isdigit()", {True, False}),
    "isupper": ("len(s) < 3 and s.isupper()", {True, False}),
    "isidentifier": ("len(s) < 3 and s.isidentifier()", {True, False}),
}


DECIDING = "\n".join(
    f"def f{number}(s: str) -> bool:\n    if {expression}:\n        return True\n    return False\n"
    for number, (expression, _) in enumerate(SYMBOLIC_METHODS.values())
)
"""All in one module, which one process replays."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deciding")


@pytest.mark.parametrize("name", SYMBOLIC_METHODS)
def test_a_method_of_a_symbolic_string_decides_as_in_cpython(folder: Path, name: str) -> None:
    function = f"f{[*SYMBOLIC_METHODS].index(name)}"
    assert results(folder, DECIDING, function) == SYMBOLIC_METHODS[name][1]


def test_index_raises_where_nothing_is_found(tmp_path: Path) -> None:
    source = """
        def f(s: str) -> int:
            return s.index("b") * 0
    """
    assert results(tmp_path, source) == {0, "ValueError"}


def test_concrete_strings_are_left_to_python(tmp_path: Path) -> None:
    source = """
        def f(n: int) -> str:
            table = str.maketrans("ab", "xy")
            words = "Straße Σ".lower().upper().title().split()
            return "|".join(words) + "abc".translate(table) + "a,b".rsplit(",", 1)[1]
    """
    assert results(tmp_path, source) == {"Strasse|Σxycb"}


def test_the_text_of_a_symbolic_integer_is_exact(tmp_path: Path) -> None:
    source = """
        def f(n: int) -> str:
            if str(n) == "42":
                return f"{n:>5}|{n:<4}|{n:04d}|{n:+d}|{n:^6}"
            if "%03d" % n == "-07":
                return "{:5}|{0}".replace("{0}", "{}").format(n, "x")
            return ""
    """
    assert results(tmp_path, source) == {"   42|42  |0042|+42|  42  ", "   -7|x", "", "ValueError"}


def test_methods_of_the_program_make_text_and_may_raise(tmp_path: Path) -> None:
    source = """
        class Name:
            def __init__(self, name: str) -> None:
                self.name = name

            def __repr__(self) -> str:
                if self.name == "":
                    raise ValueError("no name")
                return "<" + self.name + ">"

        def f(who: Name) -> str:
            print("hello", [who])
            text = "%s %r" % (who, {"k": who})
            return "short" if text == "<a> {'k': <a>}" else "other"
    """
    assert results(tmp_path, source) == {"short", "other", "ValueError"}


def test_dataclasses_and_containers_have_their_text(tmp_path: Path) -> None:
    source = """
        from __future__ import annotations
        from dataclasses import dataclass
        from enum import Enum

        class Color(Enum):
            RED = 1

        @dataclass
        class Link:
            value: int
            next: Link | None = None

        def f(n: int) -> str:
            if n != 5:
                return ""
            link = Link(n)
            link.next = link
            nested: list = [(n,), {n: None}, Color.RED]
            nested.append(nested)
            return f"{link} {nested} {set()} {range(n)}"
    """
    link = "Link(value=5, next=...)"
    nested = "[(5,), {5: None}, <Color.RED: 1>, [...]]"
    assert results(tmp_path, source) == {"", f"{link} {nested} set() range(0, 5)"}


def test_text_that_is_not_known_is_no_obstacle_in_a_message(tmp_path: Path) -> None:
    source = """
        def f(s: str, x: float) -> int:
            if x > 1.0:
                print(f"large: {x:.2f}")
                raise ValueError(f"bad {s!r}: {x}")
            return 0
    """
    assert results(tmp_path, source) == {0, "ValueError"}


def test_deciding_on_text_that_is_not_known_is_not_supported(tmp_path: Path) -> None:
    source = """
        def f(x: float) -> int:
            return 1 if len(str(x)) > 3 else 2
    """
    (path,) = paths_of(tmp_path, source)
    assert path.outcome.kind is OutcomeKind.UNSUPPORTED
    assert "the text of a float" in str(path.outcome.exception)


def test_ord_and_chr(tmp_path: Path) -> None:
    source = """
        def f(c: str) -> str:
            if ord(c) < 127:
                return "next" if chr(ord(c) + 1) == "b" else "ascii"
            return "other"
    """
    assert results(tmp_path, source) == {"next", "ascii", "other", "TypeError"}


# -- without a program


@dataclass(frozen=True)
class Only:
    """The one symbol has this value."""

    value: str

    def symbol_value(self, symbol: Term) -> Concrete:
        return self.value

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("there are no maps")


@pytest.mark.parametrize("text", ["", "a", "-12", "abcd", "Ünïcode"])
@pytest.mark.parametrize("spec", ["5", "<4", ">4", "^6", "*^5", ".2", "06.1"])
def test_strings_are_formatted_as_python_does(text: str, spec: str) -> None:
    made = formatting.formatted(symbol("s", STR), spec)
    assert not isinstance(made, UnknownText)
    assert evaluate(made, Only(text), {}) == format(text, spec)


@pytest.mark.parametrize("width", range(8))
@pytest.mark.parametrize("text", ["", "a", "ab", "abc", "abcd"])
def test_centring_is_that_of_str_center(text: str, width: int) -> None:
    made = formatting.padded(symbol("s", STR), width, "*", "c")
    assert not isinstance(made, UnknownText)
    assert evaluate(made, Only(text), {}) == text.center(width, "*")


SAMPLES = [chr(code) for code in (*range(0, 0x3000, 7), 0x130, 0xDF, 0x1C5, 0xFB03, 0x1D7D8)]


@pytest.mark.parametrize("kind", ["alpha", "digit", "numeric", "space", "upper", "lower"])
def test_kinds_of_characters_are_those_of_python(kind: str) -> None:
    condition = characters.is_kind(kind, symbol("c", STR))
    for sample in SAMPLES:
        found = evaluate(condition, Only(sample), {})
        assert found == getattr(sample, f"is{kind}")(), hex(ord(sample))


@pytest.mark.parametrize("change", ["lower", "upper", "title", "swapcase", "casefold"])
def test_changes_of_case_are_those_of_python(change: str) -> None:
    made = characters.changed_code(change, symbol("c", STR))
    for sample in map(chr, range(128)):
        assert evaluate(made, Only(sample), {}) == ord(getattr(sample, change)()), sample
