"""`heapwise tests` on Java classes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.frontends.java.classpath.jdk import find_jdk

CLASSES = Path(__file__).parents[3] / "benchmarks" / "java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["tests", *arguments, "--quiet"])
    return done.exit_code, done.output


def test_a_method_becomes_a_class_of_tests(tmp_path: Path) -> None:
    file = tmp_path / "ContainerTest.java"
    target = f"{CLASSES}:kiasan.Container.swap"
    code, output = run(target, "-o", str(file), "--strategy", "lazier-sharp")
    assert code == 0, output
    text = file.read_text()
    assert "package kiasan;" in text and "class ContainerTest {" in text
    assert text.count("@Test") == 2
    assert "container1.swap(container1);" in text and "container1.swap(container2);" in text
    assert f"2 tests of 1 function · {file}" in output


def test_a_class_stands_for_its_methods(tmp_path: Path) -> None:
    file = tmp_path / "SetTest.java"
    options = ["--max-objects", "1", "--strategy", "lazier-sharp"]
    code, output = run(f"{CLASSES}:kiasan.RedBlackSet", "-o", str(file), *options)
    assert code == 0, output
    text = file.read_text()
    for method in ("isEmpty", "contains", "add", "remove", "construct"):
        assert f"void {method}" in text
    assert "void repOK" not in text and "_post" not in text


def test_the_file_must_be_named_as_a_class(tmp_path: Path) -> None:
    code, output = run(f"{CLASSES}:kiasan.Container.swap", "-o", str(tmp_path / "test_it.py"))
    assert code == 2
    assert "use a name as TreeTest.java" in output


def test_a_file_that_somebody_wrote_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "ContainerTest.java"
    file.write_text("class ContainerTest { }\n")
    code, output = run(f"{CLASSES}:kiasan.Container.swap", "-o", str(file))
    assert code == 2 and "--force" in output
    assert file.read_text() == "class ContainerTest { }\n"
