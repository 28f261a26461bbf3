"""Verdicts that are kept: they are told again as long as they hold, and never afterwards."""

from __future__ import annotations

import json
import multiprocessing
import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from heapwise.cli import app
from heapwise.workers.cache import Cache, Whole

_FILE = Path(".heapwise") / "cache.sqlite"
_LOADED = (
    "heapwise.api",
    "heapwise.cli.check_command",
    "heapwise.cli.check_run",
    "heapwise.checking.on_workers",
    "heapwise.frontends.python.front_end",
    "heapwise.frontends.python.checking.subjects",
    "heapwise.solver",
    "z3",
)
"""Only to save time: nothing of a program."""


class Checked(NamedTuple):
    """`functions` are those of the JSON report without times, `cached` how many were known."""

    code: int
    functions: dict[str, Any]
    cached: int
    errors: str

    @property
    def verdicts(self) -> dict[str, str]:
        return {name: each["verdict"] for name, each in self.functions.items()}


def _run(folder: str, arguments: list[str], variables: Mapping[str, str], answer: Any) -> None:
    os.chdir(folder)
    os.environ.update(variables)
    errors = StringIO()
    code = 0
    with redirect_stdout(StringIO()) as out, redirect_stderr(errors):
        try:
            app.app(["check", *arguments], prog_name="heapwise")
        except SystemExit as end:
            code = int(str(end.code or 0))
    answer.put((code, out.getvalue(), errors.getvalue()))


def check(folder: Path, *arguments: str, cache: bool = True, **variables: str) -> Checked:
    """In a process of its own, as a user would: nothing is loaded from before."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__, *_LOADED])
    answer = server.SimpleQueue()
    report = folder / "report.json"
    given = [*arguments, "--json", str(report), "--jobs", "1", "--quiet"]
    variables = {"HEAPWISE_CACHE": str(int(cache)), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    process = server.Process(target=_run, args=(str(folder), given, variables, answer))
    process.start()
    code, out, errors = answer.get()
    process.join()
    found = json.loads(report.read_text()) if report.exists() else {"functions": []}
    report.unlink(missing_ok=True)
    known = out.partition("(")[2].partition(" of ")[0]
    functions = {each["name"]: _without_times(each) for each in found["functions"]}
    return Checked(code, functions, int(known or 0), errors)


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        times = ("seconds", "timeout")  # a level has the time that is left
        return {name: _without_times(each) for name, each in data.items() if name not in times}
    return [_without_times(each) for each in data] if isinstance(data, list) else data


def write(folder: Path, **texts: str) -> None:
    """And wait: what has just been written is not trusted."""
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    time.sleep(0.05)


_SHAPES = """\
from sizes import LIMIT, larger

class Box:
    def __init__(self, size: int) -> None:
        self.size = size

    def grow(self, by: int) -> None:
        '''
        pre: by > 0
        post: self.size > __old__.self.size
        '''
        self.size += by

def halved(box: Box) -> int:
    return LIMIT // box.size

def limited(box: Box) -> int:
    return larger(box.size)
"""
_SIZES = """\
LIMIT = 10

def larger(size: int) -> int:
    assert size != LIMIT
    return size + 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, shapes=_SHAPES, sizes=_SIZES)
    return tmp_path


def test_what_has_not_changed_is_told_again(folder: Path) -> None:
    fresh = check(folder, "shapes.py", cache=False)
    first = check(folder, "shapes.py")
    again = check(folder, "shapes.py")
    assert fresh.verdicts["halved"] == "violated"
    assert (first.cached, again.cached) == (0, 4)
    assert fresh == first
    assert again == first._replace(cached=4)


def test_no_cache_makes_no_folder(folder: Path) -> None:
    check(folder, "shapes.py", cache=False)
    assert not (folder / _FILE).parent.exists()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sizes", "LIMIT = 10", "LIMIT = 20"),
        ("sizes", "size + 1", "size // 0"),
        ("shapes", "by > 0", "by >= 0"),
        ("shapes", "self.size += by", "self.size -= by"),
    ],
)
def test_an_edit_is_seen(folder: Path, name: str, old: str, new: str) -> None:
    check(folder, "shapes.py")
    write(folder, **{name: (folder / f"{name}.py").read_text().replace(old, new)})
    found = check(folder, "shapes.py")
    fresh = check(folder, "shapes.py", cache=False)
    assert found.cached < 4
    assert found._replace(cached=0) == fresh


def test_a_module_that_comes_before_another_is_seen(folder: Path) -> None:
    check(folder, "shapes.py")
    (folder / "sizes").mkdir()
    (folder / "sizes" / "__init__.py").write_text(_SIZES.replace("10", "7"))
    time.sleep(0.05)
    found = check(folder, "shapes.py")
    assert found.cached == 0
    assert found == check(folder, "shapes.py", cache=False)


def test_a_file_that_a_module_reads_is_seen(tmp_path: Path) -> None:
    text = "import json\nLIMIT = json.load(open('limit.json'))\n"
    write(tmp_path, shapes=f"{text}def f(n: int) -> None:\n    assert n != LIMIT\n")
    (tmp_path / "limit.json").write_text("3")
    time.sleep(0.05)
    assert check(tmp_path, "shapes.py").cached == 0
    assert check(tmp_path, "shapes.py").cached == 1
    (tmp_path / "limit.json").write_text("4")
    time.sleep(0.05)
    found = check(tmp_path, "shapes.py")
    assert found.cached == 0
    assert found.functions["f"]["findings"][0]["input"]["roots"]["n"] == 4


def test_a_variable_that_a_module_asks_for_is_seen(tmp_path: Path) -> None:
    text = "import os\nLIMIT = int(os.environ['MY_LIMIT'])\n"
    write(tmp_path, shapes=f"{text}def f(n: int) -> None:\n    assert n != LIMIT\n")
    assert check(tmp_path, "shapes.py", MY_LIMIT="1").cached == 0
    assert check(tmp_path, "shapes.py", MY_LIMIT="1", OTHER="2").cached == 1
    assert check(tmp_path, "shapes.py", MY_LIMIT="2").cached == 0


def test_nothing_is_kept_of_a_module_that_asks_other_programs(tmp_path: Path) -> None:
    text = "import subprocess\nLIMIT = len(subprocess.run(['true']).args)\n"
    write(tmp_path, shapes=f"{text}def f(n: int) -> None:\n    assert n != LIMIT\n")
    assert check(tmp_path, "shapes.py").verdicts == {"f": "violated"}
    assert check(tmp_path, "shapes.py").cached == 0


@pytest.mark.parametrize("options", [["--max-objects", "2"], ["--private"], ["--timeout", "9"]])
def test_another_option_is_another_check(folder: Path, options: list[str]) -> None:
    check(folder, "shapes.py")
    assert check(folder, "shapes.py", *options).cached == 0


def test_what_the_time_has_ended_is_tried_again(tmp_path: Path) -> None:
    loop = "def f(xs: list[int]) -> int:\n    n = 0\n    for x in xs:\n        n += x * x * n\n"
    write(tmp_path, slow=loop + "    return n\n", quick="def g(n: int) -> int:\n    return n\n")
    found = check(tmp_path, "slow.py", "--timeout", "0.1")
    assert set(found.verdicts.values()) <= {"unfinished", "undecided"}, found.verdicts
    assert check(tmp_path, "slow.py", "--timeout", "0.1").cached == 0


def test_what_is_written_during_a_check_is_not_trusted(folder: Path) -> None:
    future = time.time() + 60
    os.utime(folder / "sizes.py", (future, future))
    check(folder, "shapes.py")
    assert check(folder, "shapes.py").cached == 0


def test_a_small_language_and_what_its_program_includes(tmp_path: Path) -> None:
    program = "class Box { int size; int grown(int by) := ((this . size) + by); }\n"
    (tmp_path / "classes.tiny").write_text(program)
    (tmp_path / "run.tiny").write_text("include classes.tiny\n(Y0 . grown [ X0 ])\n")
    time.sleep(0.05)
    assert check(tmp_path, "run.tiny").cached == 0
    assert check(tmp_path, "run.tiny").cached == 1
    (tmp_path / "classes.tiny").write_text(program.replace("by)", "size)"))
    time.sleep(0.05)
    assert check(tmp_path, "run.tiny").cached == 0


def test_a_cache_of_another_version_says_so(folder: Path) -> None:
    check(folder, "shapes.py")
    with sqlite3.connect(folder / _FILE) as db:
        db.execute("UPDATE meta SET value = '99' WHERE name = 'format'")
    found = check(folder, "shapes.py")
    assert found.cached == 0
    assert found.verdicts["halved"] == "violated"
    assert "the cache is not used" in found.errors
    assert "format 99" in found.errors


def test_a_damaged_cache_is_not_used(folder: Path) -> None:
    check(folder, "shapes.py")
    (folder / _FILE).write_bytes(b"no database" * 1000)
    found = check(folder, "shapes.py")
    assert found.cached == 0
    assert found.verdicts["halved"] == "violated"
    assert "cache.sqlite" in found.errors


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    one, other = Cache(tmp_path / "c"), Cache(tmp_path / "c")
    for number in range(20):
        one.keep({f"one {number}": ("t", number)})
        other.keep({f"other {number}": ("t", number)})
    other.keep_whole("k", "t", Whole({}, ["one 1"]))
    assert one.verdicts(["one 3", "other 4", "no"]) == {"one 3": 3, "other 4": 4}
    assert one.whole("k") == Whole({}, ["one 1"])
    assert not one.trouble + other.trouble


def test_a_full_disk_ends_nothing(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.keep({"before": ("t", 1)})
    assert cache._file is not None
    cache._file.db.execute("PRAGMA max_page_count = 12")
    cache.keep({f"key {n}": ("t", "x" * 9999) for n in range(20)})
    assert "full" in cache.trouble
    assert Cache(tmp_path / "c").verdicts(["before", "key 1"]) == {"before": 1}


def test_the_oldest_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.workers.cache._MOST", 3)
    cache = Cache(tmp_path / "c")
    for number in range(9):
        cache.keep({str(number): ("t", number)})
    assert sorted(cache.verdicts(map(str, range(9)))) == ["5", "6", "7", "8"]


def test_nothing_is_written_into_the_folder_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from heapwise.workers.cache import opened

    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    cache = opened(tmp_path / ".heapwise" / "cache.sqlite")
    cache.keep({"key": ("t", 1)})
    assert not list(tmp_path.iterdir())
    assert not cache.trouble
