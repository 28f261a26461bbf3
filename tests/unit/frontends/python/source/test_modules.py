"""Loading modules: once, quietly, and without harm to the tool."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from heapwise.frontends.python.source import importing, probe
from heapwise.frontends.python.source.modules import (
    LoadedModule,
    classes_of,
    imported_later,
    is_user_code,
    load_module,
    module_of,
)
from heapwise.frontends.python.source.target import Target, parse_target
from heapwise.program import InputError
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _forget_modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text))
    return path


def _load(path: Path) -> LoadedModule:
    return load_module(parse_target(str(path)))


def _failure(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        _load(path)
    return str(caught.value)


def test_a_module_comes_with_its_source_and_tree(tmp_path: Path) -> None:
    path = _write(tmp_path / "small.py", "x = 1\n")
    loaded = _load(path)
    assert vars(loaded.module)["x"] == 1
    assert (loaded.path, loaded.source) == (path, "x = 1\n")
    assert len(loaded.tree.body) == 1


def test_a_module_is_imported_once_and_not_as_main(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = _write(
        tmp_path / "noisy.py",
        """
        import sys
        print("out"); print("err", file=sys.stderr)
        arguments, line = sys.argv[1:], sys.stdin.read()
        sys.setrecursionlimit(123_456)
        class C: ...
        if __name__ == "__main__":
            raise RuntimeError
        """,
    )
    limit = sys.getrecursionlimit()
    first, second = _load(path), _load(path)
    assert first is second
    assert vars(first.module)["arguments"] == [] and vars(first.module)["line"] == ""
    assert capfd.readouterr() == ("", "")
    assert sys.getrecursionlimit() == limit
    assert str(tmp_path) not in sys.path
    assert not (tmp_path / "__pycache__").exists()


def test_a_changed_file_is_imported_again(tmp_path: Path) -> None:
    path = _write(tmp_path / "changing.py", "x = 1\n")
    assert vars(_load(path).module)["x"] == 1
    _write(path, "x = 22\n")
    assert vars(_load(path).module)["x"] == 22


def test_two_files_of_the_same_name_do_not_clash(tmp_path: Path) -> None:
    one = _load(_write(tmp_path / "a" / "same.py", "x = 1\n"))
    other = _load(_write(tmp_path / "b" / "same.py", "x = 2\n"))
    assert (vars(one.module)["x"], vars(other.module)["x"]) == (1, 2)
    assert _load(tmp_path / "a" / "same.py") is one


def test_a_module_named_like_the_standard_librarys_does_not_replace_it(tmp_path: Path) -> None:
    import queue

    loaded = _load(_write(tmp_path / "queue.py", "class Queue:\n    def put(self): ...\n"))
    assert sys.modules["queue"] is queue
    assert is_user_code(loaded.module)
    assert module_of(vars(loaded.module)["Queue"]) is not None


def test_a_neighbour_named_like_a_standard_module_is_used_and_set_aside(tmp_path: Path) -> None:
    sys.modules.pop("sched", None)
    _write(tmp_path / "sched.py", "class Mine: ...\n")
    loaded = _load(_write(tmp_path / "user.py", "from sched import Mine\n"))
    mine = vars(loaded.module)["Mine"]
    assert "sched" not in sys.modules
    found = module_of(mine)
    assert found is not None and found.path == tmp_path / "sched.py"


def test_members_of_packages_and_neighbours_can_be_imported(tmp_path: Path) -> None:
    _write(tmp_path / "pack" / "__init__.py", "")
    _write(tmp_path / "pack" / "node.py", "class Node: ...\n")
    tree = _write(tmp_path / "pack" / "tree.py", "from .node import Node\nimport pack.node\n")
    loaded = _load(tree)
    assert loaded.module.__name__ == "pack.tree"
    node = module_of(vars(loaded.module)["Node"])
    assert node is not None and node.path == tmp_path / "pack" / "node.py"
    assert classes_of(loaded) == [] and len(classes_of(node)) == 1


def test_a_dotted_module_is_found_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "dotted" / "__init__.py", "")
    _write(tmp_path / "dotted" / "inner.py", "def f(): ...\n")
    monkeypatch.chdir(tmp_path)
    loaded = load_module(Target("dotted.inner", "f"))
    assert loaded.path == Path("dotted/inner.py")


def test_a_missing_file_and_a_missing_module_are_reported(tmp_path: Path) -> None:
    assert _failure(tmp_path / "nothing.py") == f"there is no file {tmp_path / 'nothing.py'}"
    with pytest.raises(InputError, match="there is no file or module `no_such_module_here`"):
        load_module(Target("no_such_module_here"))
    with pytest.raises(InputError, match="no Python source"):
        load_module(Target("math"))


def test_a_syntax_error_has_line_and_column(tmp_path: Path) -> None:
    path = _write(tmp_path / "wrong.py", "x = 1\ny = (2\n")
    assert _failure(path) == f"{path}:2:5: '(' was never closed"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="it is no error there")
def test_type_parameters_are_said_to_need_a_newer_python(tmp_path: Path) -> None:
    path = _write(tmp_path / "newer.py", "class Stack[T]:\n    pass\n")
    assert "type parameters need Python 3.12" in _failure(path)


def test_an_exception_on_import_is_reported_where_it_happens(tmp_path: Path) -> None:
    path = _write(tmp_path / "raising.py", "\ndef f(): return 1 // 0\nx = f()\n")
    message = f"{path}:2:1: importing {path} failed: ZeroDivisionError: integer division"
    assert _failure(path).startswith(message)


def test_a_broken_neighbour_is_named(tmp_path: Path) -> None:
    _write(tmp_path / "broken_neighbour.py", "x = = 1\n")
    path = _write(tmp_path / "using.py", "import broken_neighbour\n")
    assert f"{tmp_path / 'broken_neighbour.py'}:1:5: importing {path} failed" in _failure(path)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import os; os._exit(7)", "ended the interpreter (exit code 7)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "(SIGSEGV)"),
        ("import ctypes; ctypes.string_at(0)", "(SIGSEGV)"),
        ("x = bytearray(10**11)", "MemoryError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "did not finish within 10 s"),
    ],
)
def test_a_module_that_ends_or_crashes_does_it_elsewhere(
    tmp_path: Path, statement: str, message: str
) -> None:
    assert message in _failure(_write(tmp_path / "deadly.py", f"{statement}\n"))


def test_a_module_that_does_not_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "SECONDS", 1)
    started = time.monotonic()
    path = _write(tmp_path / "endless.py", "while True: pass\n")
    assert "did not finish within 1 s" in _failure(path)
    assert time.monotonic() - started < PATIENCE
    assert "endless" not in sys.modules


def test_a_module_may_wait_longer_than_it_may_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is with one that others keep waiting."""
    monkeypatch.setattr(probe, "SECONDS", 0.2)
    monkeypatch.setattr(probe, "PATIENCE", 1_000)
    path = _write(tmp_path / "waiting_module.py", "import time\ntime.sleep(0.4)\n")
    assert _load(path).module.time is time


def test_a_failed_import_leaves_nothing_behind(tmp_path: Path) -> None:
    path = _write(tmp_path / "late_failure.py", "x = 1\nraise ValueError('no')\n")
    assert "ValueError: no" in _failure(path)
    assert "late_failure" not in sys.modules


def test_what_counts_as_user_code() -> None:
    assert not is_user_code(os) and not is_user_code(sys)
    assert not is_user_code(sys.modules["heapwise.frontends.python.source.modules"])
    assert is_user_code(sys.modules["pytest"])
    assert module_of(len) is None and module_of(dict) is None and module_of(Path) is None
    assert module_of(3) is None


def test_what_cannot_be_imported_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "lazy_pack" / "__init__.py", "")
    _write(tmp_path / "lazy_pack" / "broken.py", "import there_is_no_such_module\n")
    target = _write(
        tmp_path / "lazy_pack" / "target.py", "def f():\n    from lazy_pack import broken\n"
    )
    loaded = _load(target)
    tried: list[object] = []
    probe_it = importing.probed

    def noted(how: importing.Import, path: Path | None) -> object:
        tried.append(how)
        return probe_it(how, path)

    monkeypatch.setattr(importing, "probed", noted)
    for _ in range(2):
        assert [each.__name__ for each in imported_later(loaded)] == ["lazy_pack"]
    assert len(tried) == 1
    _load(target)
    imported_later(loaded)
    assert len(tried) == 2
