"""D3: a package in the working directory is Python, however it is named; errors say what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise.frontends.loading import load
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.frontends.registry import claiming
from heapwise.program import InputError
from heapwise.testgen.cpython_replay import ModuleUnderTest

FUNCTION = "def every(n: int) -> int:\n    return 10 // n\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("d3pkg/__init__.py", "d3pkg/part.py", "d3pkg/sub/__init__.py", "d3plain/part.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(FUNCTION, encoding="utf-8")
    (tmp_path / "d3empty" / "inner").mkdir(parents=True)
    for name in ("d3empty/__init__.py", "d3empty/inner/__init__.py", "Stack.java"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "classes" / "shop").mkdir(parents=True)
    (tmp_path / "classes" / "shop" / "C.class").write_bytes(b"")
    (tmp_path / "classes" / "tool.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in [each for each in sys.modules if each.startswith("d3p")]:
        monkeypatch.delitem(sys.modules, name)  # of the last test, in another folder
    return tmp_path


def test_a_module_that_a_package_has_imported_is_named_with_a_dot(here: Path) -> None:
    Path("d3pkg/__init__.py").write_text("from . import part\n", encoding="utf-8")
    with pytest.raises(InputError, match="`part` is a module"):
        subjects_of("d3pkg:part.every")


@pytest.mark.parametrize(
    "target",
    [
        "d3pkg:every",
        "./d3pkg:every",
        "d3pkg/:every",
        "d3pkg.part:every",
        "./d3pkg/part.py:every",
        "d3pkg/part.py:every",
        "d3pkg.sub:every",
        "d3pkg/sub:every",
        "d3pkg",
        "d3pkg/sub",
        "d3plain/part.py:every",
    ],
)
def test_a_package_is_python(here: Path, target: str) -> None:
    assert claiming(target).name == "python"
    assert [subject.info.qualname for subject in subjects_of(target)] == ["every"]


def test_a_folder_of_classes_is_java(here: Path) -> None:
    assert claiming("classes:shop.C.m").name == "java"
    assert claiming(f"d3pkg{':'}lib.jar:shop.C.m").name == "java"


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("classes", "classes is a folder: name a method of the classes in it"),
        ("Stack.java", "compile it (javac -g -d classes Stack.java)"),
        ("Stack.java:push", "compile it (javac -g -d classes Stack.java)"),
        ("d3pkg/part.py", "name a function, such as d3pkg/part.py:every"),
    ],
)
def test_so_does_an_error_of_explore(here: Path, target: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        load(target)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("d3pkg:evry", "d3pkg has no `evry`; did you mean `every`?"),
        ("d3pkg.prt:every", "there is no file or module `d3pkg.prt`; did you mean `d3pkg.part`?"),
        ("d3pgk:every", "there is no file or module `d3pgk`; did you mean `d3pkg`?"),
        ("d3pkg.every", "there is no file or module `d3pkg.every`; did you mean `d3pkg:every`?"),
        ("d3pkg.part.every", "did you mean `d3pkg.part:every`?"),
        ("d3pkg:part.every", "d3pkg has no `part`; did you mean `d3pkg.part:every`?"),
        ("d3pkg/part:every", "there is no file d3pkg/part; did you mean `d3pkg/part.py`?"),
        ("d3pkg/prt.py:every", "there is no file d3pkg/prt.py; did you mean `d3pkg/part.py`?"),
        ("d3pgk/part.py", "there is no folder `d3pgk`; did you mean `d3pkg`?"),
        ("d3plain:every", "without __init__.py; name a file in it, such as `d3plain/part.py`"),
        ("d3empty", "no function in it; name a module of the package, such as `d3empty.inner`"),
        (".", ". is a folder, not a Python file"),
        ("./d3plain", "a folder, not a Python file; name a file in it, such as `d3plain/part.py`"),
    ],
)
def test_an_error_says_what_to_write_instead(here: Path, target: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        subjects_of(target)
    assert said in str(error.value)


@pytest.mark.parametrize("target", ["d3pkg.bare.part:every", "d3pkg/bare/part.py:every"])
def test_a_folder_without_an_init_file_may_be_part_of_a_package(here: Path, target: str) -> None:
    Path("d3pkg/bare").mkdir()
    text = f"from .. import sub\nfrom .other import N\n{FUNCTION}"
    Path("d3pkg/bare/part.py").write_text(text, encoding="utf-8")
    Path("d3pkg/bare/other.py").write_text("N = 1\n", encoding="utf-8")
    (subject,) = subjects_of(target)
    assert subject.info.function.__module__ == "d3pkg.bare.part"
    module = ModuleUnderTest.of_file(Path("d3pkg/bare/part.py"))
    assert (module.name, module.search) == ("d3pkg.bare.part", (here,))


def test_a_package_without_any_init_file_is_known_by_its_import(here: Path) -> None:
    Path("d3plain/more").mkdir()
    Path("d3plain/more/part.py").write_text(FUNCTION, encoding="utf-8")
    subjects_of("d3plain.more.part:every")
    module = ModuleUnderTest.of_file(Path("d3plain/more/part.py"))
    assert (module.name, module.search) == ("d3plain.more.part", (here,))
