"""On which parts of modules functions depend: an edit of one is seen by those that may use it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from heapwise.frontends.python.source.units import parts_of, units_of
from heapwise.frontends.surroundings import Parts

_NAMES = ("f", "g", "h", "method", "other")
_PROGRAM = """\
import functools
from more import there as here
from outside import call
LIMIT = 1

class Base:
    def method(self) -> int:
        return 1

class Box(Base):
    '''inv: self.size > 0'''
    def __init__(self) -> None:
        self.size = 1

    def rep_ok(self) -> bool:
        return True

    def method(self) -> int:
        return 2

    def other(self) -> int:
        return self.size

def f(n: int) -> int:
    return g(n)

def g(n: int) -> int:
    return h(n) + 1

def h(n: int) -> int:
    return n
"""
_MORE = """\
def there(n: int) -> int:
    return deeper(n)

def deeper(n: int) -> int:
    return n
"""
_ALL = frozenset(_NAMES)


@pytest.fixture(autouse=True)
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which modules are the user's is told by those that are loaded."""
    module = ModuleType("more")
    module.__file__ = str(tmp_path / "more.py")
    monkeypatch.setitem(sys.modules, "more", module)


def _parts(folder: Path, text: str, more: str = _MORE) -> Parts | None:
    files = folder / "m.py", folder / "more.py"
    for file, content in zip(files, (text, more), strict=True):
        file.write_text(content)
    units = units_of(map(str, files))
    return None if units is None else parts_of(units, _NAMES, "")


def _changed(folder: Path, before: str, after: str, more: str = _MORE) -> set[str]:
    one, two = _parts(folder, before), _parts(folder, after, more)
    assert one is not None
    assert two is not None
    pairs = zip(_NAMES, one.digests, two.digests, strict=True)
    return {name for name, was, now in pairs if was != now}


@pytest.mark.parametrize(
    ("old", "new", "seen_by"),
    [
        ("return h(n) + 1", "return h(n) + 2", {"f", "g"}),
        ("return n\n", "return n + 1\n", {"f", "g", "h"}),
        ("return g(n)", "return 3", {"f"}),
        ("return self.size", "return 3", {"other"}),
        ("def f(", "# a remark\n\ndef f(", _ALL),
        ("def f(", "\n\n\ndef f(", set()),
        ("def f(", "def k(n):\n    return h(n)\n\ndef f(", set()),
        ("def f(", "def n():\n    pass\n\ndef f(", {"f", "g", "h"}),
        # A method of the same name in another class may be called, and has the same contract.
        ("return 1", "return 7", {"method"}),
        # What all depend on.
        ("LIMIT = 1", "LIMIT = 2", _ALL),
        ("(Base)", "", _ALL),
        ("def other(self)", "def other(self, n=1)", _ALL),
        ("def other(self)", "def otter(self)", _ALL),
        ("    def other", "    @property\n    def other", _ALL),
        ("self.size = 1", "self.size = 2", _ALL),
        ("return True", "return False", _ALL),
        ("size > 0", "size > 1", _ALL),
        ("def h(", "@functools.wraps(f)\ndef h(", _ALL),
        ("    return h(n) + 1", "    import more\n    return h(n) + 1", _ALL),
        ("(n: int) -> int:\n    return n\n", "(n=list()):\n    return n\n", _ALL),
        ("class Box(Base)", "class Odd(Base):\n    pass\n\nclass Box(Base)", _ALL),
    ],
)
def test_an_edit_is_seen_by_what_may_use_it(
    tmp_path: Path, old: str, new: str, seen_by: set[str]
) -> None:
    assert old in _PROGRAM
    assert _changed(tmp_path, _PROGRAM, _PROGRAM.replace(old, new)) == seen_by


@pytest.mark.parametrize(
    ("old", "new", "seen_by"),
    [
        ("return g(n)", "return here(n)", {"f"}),  # by another name, and what that calls
        ("return g(n)", "return 'deeper'", {"f"}),
        ("return g(n)", "return 'dee' 'per'", {"f"}),
        ("return g(n)", "return Base.deeper", {"f"}),
        ("return g(n)", "return call(n)", {"f"}),  # a library may call anything
        ("LIMIT = 1", "LIMIT = here(1)", _ALL),  # it has run before everything
        ("self.size = 1", "self.size = here(1)", _ALL),
        ("class Box(Base)", "class Box(Base, call)", set()),
        ("return 1", "return 1", set()),
    ],
)
def test_an_edit_elsewhere_is_seen_by_what_may_use_it(
    tmp_path: Path, old: str, new: str, seen_by: set[str]
) -> None:
    text = _PROGRAM.replace(old, new)
    more = _MORE.replace("    return n\n", "    return n - 1\n")
    expected = _ALL if "call)" in new else seen_by  # what libraries are given is named by the rest
    assert _changed(tmp_path, text, text, more) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 2", "return 3"),
        ("    def method", "    def _method"),
    ],
)
def test_methods_that_a_library_may_call_are_seen_by_all(
    tmp_path: Path, old: str, new: str
) -> None:
    text = _PROGRAM.replace("class Box(Base)", "class Box(dict)")
    assert _changed(tmp_path, text, text.replace(old, new)) == _ALL


@pytest.mark.parametrize(
    "text",
    [
        "eval('f')(1)",
        "globals()['g'] = f",
        "getattr(Box, 'me' + 'thod')",
        "list(map(getattr, [Box], ['method']))",
        "setattr(Box, 'method', f)",
        "Box.__dict__['method']",
        "import importlib",
        "def __getattr__(name): ...",
        "from operator import attrgetter",
        "def (",
    ],
)
def test_nothing_is_told_if_names_are_made(tmp_path: Path, text: str) -> None:
    assert _parts(tmp_path, f"{_PROGRAM}\n{text}\n") is None


def test_an_attribute_that_is_written_there_is_a_name(tmp_path: Path) -> None:
    text = _PROGRAM.replace("return g(n)", "return getattr(n, 'deeper', 1)")
    assert _changed(tmp_path, text, text, _MORE.replace("return n\n", "return 1\n")) == {"f"}


def test_private_methods_are_known_by_both_names(tmp_path: Path) -> None:
    text = _PROGRAM.replace("def other", "def __more(self):\n        return 4\n\n    def other")
    text = text.replace("return g(n)", "return n._Box__more()")
    assert _changed(tmp_path, text, text.replace("return 4", "return 5")) == {"f"}


def test_a_decorator_of_the_program_may_do_anything(tmp_path: Path) -> None:
    text = _PROGRAM.replace("def h(", "@cache\ndef h(")
    edit = ("return n\n", "return n + 1\n")
    own = text.replace("class Base", "def cache(function):\n    return function\n\nclass Base")
    assert _changed(tmp_path, text, text.replace(*edit)) == {"f", "g", "h"}
    assert _changed(tmp_path, own, own.replace(*edit)) == _ALL


def test_a_blank_line_counts_inside_a_text(tmp_path: Path) -> None:
    text = _PROGRAM.replace("LIMIT = 1", "LIMIT = '''a\n\nb'''")
    assert _changed(tmp_path, text, text.replace("a\n\nb", "a\n\n\nb")) == _ALL


def test_what_has_a_name_last_counts(tmp_path: Path) -> None:
    other, own = "from more import h\n", "def h(n: int) -> int:\n    return n\n"
    start = _PROGRAM.replace(own, "")
    assert _changed(tmp_path, start + other + own, start + own + other) == {"f", "g", "h"}


def test_the_order_of_functions_of_one_name_counts(tmp_path: Path) -> None:
    one, two = "def h():\n    return 1\n", "def h():\n    return 2\n"
    user = "def g(k=h):\n    return k()\n"
    start = _PROGRAM[: _PROGRAM.index("def g(")]
    assert _changed(tmp_path, start + one + user + two, start + one + two + user) == {"f", "g"}


@pytest.mark.parametrize("default", ["LIMIT + 1", "LIMIT[0]", "list()", "[n for n in LIMIT]"])
def test_defaults_that_run_code_count_for_all(tmp_path: Path, default: str) -> None:
    text = _PROGRAM.replace("def h(n: int)", f"def h(n: int = {default})")
    assert _changed(tmp_path, text, text.replace("return n\n", "return 1\n")) == _ALL


def test_lines_are_those_of_the_parts(tmp_path: Path) -> None:
    parts = _parts(tmp_path, _PROGRAM)
    assert parts is not None
    lines = _PROGRAM.split("\n")
    file = tmp_path / "m.py"
    assert next(lines[n - 1] for n in parts.lines[f"{file}:g#0"]) == "def g(n: int) -> int:"
    assert lines[parts.lines[f"{file}:"][0] - 1] == "import functools"
    own = [n for part, own in parts.lines.items() if part.startswith(f"{file}:") for n in own]
    assert len(own) == len(set(own)) == sum(bool(line.strip()) for line in lines)
