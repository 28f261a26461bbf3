"""Generated edits: after each, a check with the cache tells what a check without it tells.

A small program has many places at which it is one thing or another. An edit changes one of them,
goes back to what the program was before, or asks with other options.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from heapwise.cli import app
from heapwise.frontends.python.source import importing

_TARGET = """\
'''Shapes.'''
{comment}from __future__ import annotations
import functools
from sizes import LIMIT, larger
from sizes import smaller as lesser
import colours
import os
from parts import helpers
{imported}
STEP = {step}
MODE = int(os.environ.get("SHAPES_MODE", "3"))
with open("limit.txt") as opened:
    BOUND = int(opened.read())

def made(count: int) -> list[int]:
    {comment_inside}return [{table}] * count

TABLE = made(2)

def plain(function):
    return function

def shifted(function):
    @functools.wraps(function)
    def inner(n: int) -> int:
        return function(n {shift})
    return inner

class Base:
    def weight(self) -> int:
        return {base_weight}

class Box{base}:
    kind = {kind}

    def __init__(self, size: int) -> None:
        self.size = size
        self.tag = None

    {invariant}

    def __len__(self) -> int:
        return {length}

    @property
    def area(self) -> int:
        return {area}

    def grow(self, by: int) -> None:
        '''
        pre: {pre}
        post: self.size > __old__.self.size
        '''
        self.size += {grown}
{weight}
{subclass}
def fill(box: Box) -> None:
    box.tag = {tag}

{patch}
{decorator}
def stepped(n: int) -> int:
    return 10 // (n - STEP)

def tagged(box: Box) -> int:
    if box.tag is None:
        return 0
    return 1 // (box.tag - 3)

def weighed(box: Box) -> int:
    return 6 // (box.weight() - box.area)

def measured(box: Box) -> int:
    return 5 // (len(box) + 1)

def in_mode(n: int) -> int:
    return n // MODE

def with_help(n: int) -> int:
    return helpers.assisted(n)

def limited(n: int) -> int:
    '''post: larger(_) != {post}'''
    return {limited}

def looked_up(n: int) -> int:
    assert n != TABLE[0]
    return {looked_up}

def painted(n: int) -> int:
    {inside}
    return n // colours.{colour}(n)

{oddity}
{added}
"""
_SIZES = """\
LIMIT = {limit}

def larger(n: int) -> int:
    assert n != LIMIT
    return n + inner(n)

{comment}def inner(n: int) -> int:
    return {inner}

def smaller(n: int) -> int:
    return n - {smaller}
"""
_COLOURS = """\
from sizes import inner
{comment}
def red(n: int) -> int:
    return {red}

def blue(n: int) -> int:
    return inner(n) + {blue}
"""
_LATER = "SHADE = {shade}\n"
_PACKAGE = """\
import sizes
ENTRIES = {entries}
{effect}
"""
_HELPERS = """\
from parts import ENTRIES
import sizes

def assisted(n: int) -> int:
    return (n // len(ENTRIES)) + {assisted}

def counted(n: int) -> int:
    return n // sizes.LIMIT
"""
_PLACES: dict[str, tuple[str, ...]] = {
    "comment": ("", "# one\n", "# one\n# two\n"),
    "imported": ("", "from sizes import inner", "import sizes"),
    "step": ("1", "2", "larger(7)"),
    "comment_inside": ("", "# more\n    "),
    "table": ("1", "2", "larger(5)"),
    "shift": ("+ 1", "- 1"),
    "base_weight": ("1", "2", "self.size"),
    "base": ("", "(Base)"),
    "kind": ("1", "larger(1)"),
    "invariant": (
        "",
        "def rep_ok(self) -> bool:\n        return self.size > 0",
        "def rep_ok(self) -> bool:\n        return self.size > 1",
    ),
    "length": ("0", "self.size * 0 + 1", "-1"),
    "area": ("3", "self.size"),
    "pre": ("by > 0", "by >= 0", "larger(by) > 0", "by > LIMIT"),
    "grown": ("by", "by * by", "larger(by)"),
    "weight": (
        "    def weight(self) -> int:\n        return 3",
        "    def weight(self) -> int:\n        return self.size - 1",
    ),
    "subclass": (
        "",
        "class Odd(Box):\n    def weight(self) -> int:\n        return 8\n",
        "class Odd(Box):\n    def grow(self, by: int) -> None:\n        self.size = 0\n",
    ),
    "tag": ("1", "None", "3", "'three'", "larger(2)"),
    "patch": ("", "Box.weight = lambda self: 3", "def tag(n: int) -> int:\n    return n"),
    "decorator": ("", "@plain", "@shifted"),
    "post": ("5", "6"),
    "limited": ("larger(n)", "lesser(n)", "n + BOUND"),
    "looked_up": ("n", "n // BOUND"),
    "inside": ("", "from later import SHADE", "import later"),
    "colour": ("red", "blue"),
    "oddity": (
        "",
        "def named(box: Box) -> int:\n    return getattr(box, 'wei' + 'ght')()",
        "def named(box: Box) -> int:\n    return eval('box.weight()')",
        "globals()['STEP'] = 7",
    ),
    "added": ("", "def len(box) -> int:\n    return -1", "def more(n: int) -> int:\n    return 1"),
    "limit": ("3", "4"),
    "inner": ("1", "n", "LIMIT - n"),
    "smaller": ("1", "LIMIT"),
    "red": ("1", "n - 2"),
    "blue": ("0", "1"),
    "shade": ("1", "2"),
    "entries": ("[1]", "[]"),
    "effect": ("", "sizes.LIMIT = 0", "ENTRIES.append(2)", "sizes.larger = sizes.smaller"),
    "assisted": ("0", "counted(n)", "1 // n"),
}
"""What may stand at each place of the program."""
_OUTSIDE: dict[str, tuple[str, ...]] = {
    "bound": ("3", "0"),
    "shadow": ("", "LIMIT = 9\n\ndef larger(n): return n\n\ninner = smaller = larger\n"),
    "options": ("1", "2"),
    "mode": ("3", "0"),
}
"""What is in the file that is read, in a package that would be found before the module of the same
name, what `--max-objects` says, and a variable of the environment."""
_ALL = {**_PLACES, **_OUTSIDE}

State = Mapping[str, str]


def _write(folder: Path, state: State) -> None:
    texts = {"shapes": _TARGET, "sizes": _SIZES, "colours": _COLOURS, "later": _LATER}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text.format_map(state))
    (folder / "parts").mkdir(exist_ok=True)
    for name, text in {"__init__": _PACKAGE, "helpers": _HELPERS}.items():
        (folder / "parts" / f"{name}.py").write_text(text.format_map(state))
    (folder / "limit.txt").write_text(state["bound"])
    os.environ["SHAPES_MODE"] = state["mode"]
    package = folder / "sizes"
    if state["shadow"]:
        package.mkdir(exist_ok=True)
        (package / "__init__.py").write_text(state["shadow"])
    elif package.exists():
        shutil.rmtree(package)


def _check(folder: Path, state: State, cache: bool) -> tuple[Any, int]:
    """The report without times, and how many functions of it were known. Nothing is left in this
    process of what was loaded before."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(folder)):
            del sys.modules[name]
    importlib.invalidate_caches()
    importing.import_reads.cache_clear()
    report = folder / "report.json"
    asked = ["--cache" if cache else "--no-cache", "--max-objects", state["options"]]
    arguments = ["shapes.py", *asked, "--json", str(report), "--jobs", "1", "--quiet"]
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors), suppress(SystemExit):
        app.app(["check", *arguments], prog_name="heapwise")
    if not report.exists():
        return errors.getvalue(), 0
    known = out.getvalue().partition("(")[2].partition(" of ")[0]
    found = json.loads(report.read_text())
    report.unlink()
    return _without_times(found), int(known or 0)


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        times = ("seconds", "timeout")
        return {name: _without_times(each) for name, each in data.items() if name not in times}
    return [_without_times(each) for each in data] if isinstance(data, list) else data


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHAPES_MODE", "3")
    # Else replays would take what was compiled before an edit within the same second.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    # These modules hurt nobody, and what was written just now is all there.
    monkeypatch.setattr(importing, "probed", lambda how, path: None)
    monkeypatch.setattr("heapwise.checking.remembering._CLOCK", -(10**12))
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def _edited(chance: random.Random, states: list[dict[str, str]]) -> dict[str, str]:
    state = dict(states[-1])
    if state["oddity"] and chance.random() < 0.7:  # it makes everything depend on everything
        return {**state, "oddity": ""}
    if len(states) > 3 and chance.random() < 0.1:
        return states[chance.randrange(-4, -1)]
    place = chance.choice(list(_ALL))
    state[place] = chance.choice([each for each in _ALL[place] if each != state[place]])
    return state


def _compare(folder: Path, seed: int, edits: int) -> float:
    """The part of the reports that were from the cache."""
    chance = random.Random(seed)
    states = [{place: values[0] for place, values in _ALL.items()}]
    fresh: dict[str, Any] = {}
    known = functions = 0
    for _ in range(edits):
        state = _edited(chance, states)
        states.append(state)
        _write(folder, state)
        if str(state) not in fresh:
            fresh[str(state)], _ = _check(folder, state, cache=False)
        told, cached = _check(folder, state, cache=True)
        changed = {place: text for place, text in state.items() if text != states[-2][place]}
        assert told == fresh[str(state)], f"seed {seed}, after {changed}"
        known += cached
        functions += 0 if isinstance(told, str) else len(told["functions"])
    return known / functions


@pytest.mark.slow  # a minute
@pytest.mark.parametrize("seed", range(4))
def test_after_an_edit_nothing_stale_is_told(folder: Path, seed: int) -> None:
    assert _compare(folder, seed, 40) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 24))
def test_after_many_edits_nothing_stale_is_told(folder: Path, seed: int) -> None:
    assert _compare(folder, seed, 150) > 0.1
