"""Verdicts that are kept: they are told again as long as they hold, and never afterwards."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
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
    sys.dont_write_bytecode = True  # an edit within the same second would not be seen by its time
    errors = StringIO()
    code = 0
    with redirect_stdout(StringIO()) as out, redirect_stderr(errors):
        try:
            app.app(["check", *arguments], prog_name="heapwise")
        except SystemExit as end:
            code = int(str(end.code or 0))
    answer.put((code, out.getvalue(), errors.getvalue()))


def check(
    folder: Path, *arguments: str, cache: bool = True, jobs: int = 1, **variables: str
) -> Checked:
    """In a process of its own, as a user would: nothing is loaded from before."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__, *_LOADED])
    answer = server.SimpleQueue()
    report = folder / f"report{threading.get_ident()}.json"
    given = [*arguments, "--json", str(report), "--jobs", str(jobs), "--quiet"]
    variables = {"HEAPWISE_CACHE": str(int(cache)), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    process = server.Process(target=_run, args=(str(folder), given, variables, answer))
    process.start()
    code, out, errors = answer.get()
    process.join()
    found = json.loads(report.read_text()) if report.exists() else {"functions": []}
    report.unlink(missing_ok=True)
    known = out.partition("(")[2].partition(" of ")[0]
    functions: dict[str, Any] = {}
    for each in found["functions"]:
        name = each["name"]
        functions[f"{name} again" if name in functions else name] = _without_times(each)
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


def test_functions_of_one_name_are_told_apart(tmp_path: Path) -> None:
    getter = "class Box:\n    @property\n    def size(self) -> int:\n        return 1\n"
    deleter = "    @size.deleter\n    def size(self) -> None:\n        assert False\n"
    write(tmp_path, shapes=getter + deleter)
    fresh = check(tmp_path, "shapes.py", cache=False)
    assert sorted(fresh.verdicts.values()) == ["proved", "violated"]
    assert check(tmp_path, "shapes.py") == fresh
    assert check(tmp_path, "shapes.py") == fresh._replace(cached=2)


def test_no_cache_makes_no_folder(folder: Path) -> None:
    check(folder, "shapes.py", cache=False)
    assert not (folder / _FILE).parent.exists()


class Checking(NamedTuple):
    """A folder that was checked, and what a check says that knows nothing of it."""

    folder: Path
    fresh: Checked


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> Checking:
    """For one edit after the other: each is undone."""
    folder = tmp_path_factory.mktemp("checking")
    write(folder, shapes=_SHAPES, sizes=_SIZES)
    check(folder, "shapes.py")
    return Checking(folder, check(folder, "shapes.py", cache=False))


@pytest.mark.parametrize(
    ("name", "old", "new", "unchanged"),
    [
        ("sizes", "size + 1", "size // 0", 3),
        ("shapes", "by > 0", "by >= 0", 3),
        ("shapes", "self.size += by", "self.size -= by", 3),
        ("shapes", "    return LIMIT // box.size", "    # more\n\n    return 1 // box.size", 3),
        ("shapes", "def halved", "\n\n\ndef halved", 4),
        ("shapes", "def halved", "def more(n: int) -> int:\n    return n\n\ndef halved", 4),
        ("sizes", "def larger", "\n\ndef larger", 4),
        ("sizes", "LIMIT = 10", "LIMIT = 20", 0),
        (
            "shapes",
            "def halved",
            "def fill(box: Box) -> None:\n    box.size = None\n\ndef halved",
            0,
        ),
    ],
)
def test_only_what_depends_on_an_edit_is_checked_again(
    checking: Checking, name: str, old: str, new: str, unchanged: int
) -> None:
    folder = checking.folder
    before = (folder / f"{name}.py").read_text()
    assert old in before
    write(folder, **{name: before.replace(old, new)})
    try:
        found = check(folder, "shapes.py")
        fresh = check(folder, "shapes.py", cache=False)
        again = check(folder, "shapes.py")
    finally:
        write(folder, **{name: before})
    assert found.cached == unchanged
    assert found._replace(cached=0) == fresh
    assert again == fresh._replace(cached=len(fresh.functions))
    assert check(folder, "shapes.py") == checking.fresh._replace(cached=4)


def test_an_option_that_names_a_function_counts_for_all(folder: Path) -> None:
    text = (folder / "shapes.py").read_text()
    contract = "    '''post: _ >= 0'''\n    return LIMIT // box.size"
    write(folder, shapes=text.replace("    return LIMIT // box.size", contract))
    options = ["shapes.py", "--assume-contracts", "halved"]
    assert check(folder, *options).verdicts
    write(folder, shapes=text.replace("    return LIMIT // box.size", contract.replace(">=", ">")))
    assert check(folder, *options).cached == 0


def test_what_makes_inputs_counts(folder: Path) -> None:
    options = ["shapes.py", "--precondition", "driver:2"]
    assert check(folder, *options).verdicts
    text = (folder / "shapes.py").read_text()
    write(folder, shapes=text.replace("self.size += by", "self.size -= by"))
    found = check(folder, *options)
    assert found.cached == 0
    assert found == check(folder, *options, cache=False)


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


_SLOW = """\
def f(xs: list[int], ys: list[int]) -> int:
    n = 0
    for x in xs:
        for y in ys:
            if x * y > n:
                n += x
            elif x + y < n:
                n -= y
    return n
"""


def test_what_the_time_has_ended_is_tried_again(tmp_path: Path) -> None:
    write(tmp_path, slow=_SLOW)
    found = check(tmp_path, "slow.py", "--timeout", "0.1")
    assert found.functions["f"]["stopped"] == "timeout"
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


def test_the_page_is_the_same(folder: Path) -> None:
    check(folder, "shapes.py", "--html", "one.html")
    found = check(folder, "shapes.py", "--html", "two.html")
    assert found.cached == 4
    assert "ZeroDivisionError" in (folder / "two.html").read_text()
    assert (folder / "one.html").read_text() == (folder / "two.html").read_text()


def test_several_workers_keep_what_one_tells(folder: Path) -> None:
    fresh = check(folder, "shapes.py", cache=False)
    assert check(folder, "shapes.py", jobs=2) == fresh
    assert check(folder, "shapes.py") == fresh._replace(cached=4)
    text = (folder / "sizes.py").read_text()
    write(folder, sizes=text.replace("size + 1", "size // 0"))
    assert check(folder, "shapes.py", jobs=2).cached == 3


def test_a_class_of_java_and_what_is_beside_it(tmp_path: Path) -> None:
    classes = Path("tests/programs_java/classes/tasks").resolve()
    (tmp_path / "tasks").mkdir()
    shutil.copy(classes / "Average.class", tmp_path / "tasks")
    time.sleep(0.05)
    fresh = check(tmp_path, "tasks/Average.class", cache=False)
    assert check(tmp_path, "tasks/Average.class") == fresh
    assert check(tmp_path, "tasks/Average.class") == fresh._replace(cached=len(fresh.functions))
    shutil.copy(classes / "Swap.class", tmp_path / "tasks")
    time.sleep(0.05)
    assert check(tmp_path, "tasks/Average.class") == fresh


def test_two_checks_at_once(folder: Path) -> None:
    fresh = check(folder, "shapes.py", cache=False)
    with ThreadPoolExecutor(2) as both:
        for found in both.map(lambda _: check(folder, "shapes.py"), range(2)):
            assert found._replace(cached=0) == fresh
    assert check(folder, "shapes.py") == fresh._replace(cached=4)


def _write_for_ever(file: Path) -> None:
    cache = Cache(file)
    for batch in itertools.count():
        cache.keep({f"{os.getpid()} {batch} {n}": ("t", "x" * 5000) for n in range(5)})


def test_a_process_is_killed_while_it_writes(tmp_path: Path) -> None:
    server = multiprocessing.get_context("forkserver")
    chance = random.Random(1)
    file = tmp_path / "c"
    pids = []
    for _ in range(6):
        process = server.Process(target=_write_for_ever, args=(file,))
        process.start()
        assert process.pid is not None
        pids.append(process.pid)
        while not Cache(file, may_write=False).verdicts([f"{process.pid} 0 0"]):
            time.sleep(0.01)
        time.sleep(chance.random() / 20)
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
    cache = Cache(file)
    for pid in pids:
        batch = [[f"{pid} {batch} {n}" for n in range(5)] for batch in range(2000)]
        found = [len(cache.verdicts(keys)) for keys in batch]
        assert found[0] == 5
        assert sorted(found, reverse=True) == found
        assert set(found) <= {0, 5}
    cache.keep({"after": ("t", 1)})
    assert cache.verdicts(["after"]) == {"after": 1}
    assert not cache.trouble


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


def test_two_connections_write_at_once(tmp_path: Path) -> None:
    one, other = Cache(tmp_path / "c"), Cache(tmp_path / "c")
    for number in range(20):
        one.keep({f"one {number}": ("t", number)})
        other.keep({f"other {number}": ("t", number)})
    other.keep_whole("k", "t", Whole({}, [("one 1", [3])]))
    assert one.verdicts(["one 3", "other 4", "no"]) == {"one 3": 3, "other 4": 4}
    assert one.whole("k") == Whole({}, [("one 1", [3])])
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
