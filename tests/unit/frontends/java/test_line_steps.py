"""Runs of Java methods line by line, their sources, and the code that paths become."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from heapwise import explore
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.source_texts import JavaSources
from heapwise.frontends.java.options import JavaOptions
from heapwise.results import PathResult, Ref
from heapwise.results.event import Event
from heapwise.results.illustration import NO_END, Illustration
from heapwise.results.place import Place
from tests.unit.benchmarks.compiling import compiled

HOME = find_jdk()
needs_javac = pytest.mark.skipif(
    HOME is None or shutil.which("javac") is None, reason="there is no javac"
)
SOURCE = """package own;

import java.util.ArrayList;
import java.util.List;

class Chain {
    Chain next;
    int value;

    static int length(Chain chain) {
        int count = 0;
        while (chain != null) {
            count++;
            chain = chain.next;
        }
        return count;
    }

    Chain push(int value) {
        Chain made = new Chain();
        made.next = this;
        made.value = value;
        return made;
    }

    static int length(int number) {
        List<Integer> all = new ArrayList<>();
        all.add(number);
        all.forEach(each -> {
            if (each == 7) {
                throw new IllegalStateException("seven");
            }
        });
        return all.size();
    }
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("java")
    source = folder / "src" / "main" / "java" / "own" / "Chain.java"
    source.parent.mkdir(parents=True)
    source.write_text(SOURCE)
    return compiled(folder / "target" / "classes", [source], "-g")


def explored(target: str, *source_path: str) -> Exploration:
    options = JavaOptions(source_path=source_path)
    return explore(target, bounds=Bounds(max_objects=2), language_options=options)


def shown(run: Exploration, most: int = 100) -> Iterator[tuple[PathResult, Illustration]]:
    with closing(run):
        for path in run:
            yield path, run.witnesses.illustrate(path, most)


def line(text: str) -> int:
    return 1 + next(index for index, each in enumerate(SOURCE.split("\n")) if text in each)


@needs_javac
def test_a_loop_is_followed_line_by_line_with_its_variables(classes: Path) -> None:
    found = list(shown(explored(f"{classes}:own.Chain.length(own.Chain)")))
    (two,) = [more for path, more in found if path.outcome.value == 2]
    begins, test, count = line("int count"), line("while"), line("count++")
    follow, end = line("chain = chain.next"), line("return count")
    rounds = [test, count, follow] * 2
    assert [step.line for step in two.steps] == [begins, *rounds, test, end, end]
    first, second = Ref("Chain#1"), Ref("Chain#2")
    at_test = [step.heap.roots for step in two.steps if step.line == test]
    assert at_test == [
        {"chain": first, "count": 0},
        {"chain": second, "count": 1},
        {"chain": None, "count": 2},
    ]
    assert two.steps[-1].event == "returned" and two.steps[-1].heap.roots["return"] == 2
    assert {step.function for step in two.steps} == {"Chain.length"}
    assert all(set(step.heap.objects) == {first, second} for step in two.steps)


@needs_javac
def test_new_objects_keep_their_names_from_step_to_step(classes: Path) -> None:
    ((_, more),) = shown(explored(f"{classes}:own.Chain.push"))
    heaps = [step.heap for step in more.steps]
    (name,) = {heap.roots["made"] for heap in heaps if "made" in heap.roots}
    assert isinstance(name, Ref) and heaps[-1].roots["return"] == name
    values = [heap.objects[name].fields["value"] for heap in heaps if name in heap.objects]
    assert len(values) >= 3


@needs_javac
def test_the_jdk_is_stepped_over_but_not_code_that_it_calls(classes: Path) -> None:
    found = {
        path.outcome.kind.value: more
        for path, more in shown(explored(f"{classes}:own.Chain.length(int)"))
    }
    raised = found["raised"]
    functions = [step.function for step in raised.steps]
    assert functions[0] == "Chain.length" and "Chain.lambda$length$0" in functions
    assert all(name.startswith("Chain.") for name in functions)
    assert raised.steps[-1].event == "raised"
    assert "IllegalStateException" in raised.test


@needs_javac
def test_steps_are_no_more_than_asked_for(classes: Path) -> None:
    for _, more in shown(explored(f"{classes}:own.Chain.length(own.Chain)"), most=3):
        assert len(more.steps) <= 3


@pytest.mark.skipif(HOME is None, reason="there is no JDK")
def test_of_a_method_of_the_jdk_only_its_own_class_is_followed() -> None:
    for path, more in shown(explored("jdk:java.util.LinkedList.removeFirst")):
        assert more.steps, path.outcome
        assert {each.function.partition(".")[0].partition("$")[0] for each in more.steps} == {
            "LinkedList"
        }


@needs_javac
def test_a_path_that_is_cut_says_why_it_has_no_steps(classes: Path) -> None:
    with closing(explored(f"{classes}:own.Chain.length(own.Chain)")) as run:
        cut = [path for path in run if path.outcome.kind.value == "bounded"]
        assert cut and run.witnesses.illustrate(cut[0], 10) == Illustration(missing=NO_END)


@needs_javac
def test_sources_are_found_where_builds_have_them_and_decisions_have_lines(classes: Path) -> None:
    with closing(explored(f"{classes}:own.Chain.length(own.Chain)")) as run:
        sources = run.witnesses.sources()
        assert sources.main == "own/Chain.java" and sources.text(sources.main) == SOURCE
        places = {sources.place(event) for path in run for event in path.trace}
        # Two methods have this name: the instruction tells which of them decided.
        assert places == {Place("own/Chain.java", line("while"))}


@needs_javac
def test_a_source_that_is_elsewhere_can_be_named(classes: Path, tmp_path: Path) -> None:
    moved = tmp_path / "away"
    shutil.copytree(classes, moved)
    target = f"{moved}:own.Chain.push"
    with closing(explored(target)) as run:
        assert run.witnesses.sources().text("own/Chain.java") is None
    folder = str(classes.parent.parent / "src" / "main" / "java")
    with closing(explored(target, folder)) as run:
        assert run.witnesses.sources().text("own/Chain.java") == SOURCE
    archive = shutil.make_archive(str(tmp_path / "sources"), "zip", folder)
    with closing(explored(target, archive)) as run:
        assert run.witnesses.sources().text("own/Chain.java") == SOURCE


@pytest.mark.parametrize(
    "name", ["../secret.java", "own/../../secret.java", "secret.txt", "/etc/passwd", "..", ""]
)
def test_nothing_but_sources_beside_the_classes_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.java").write_text("x")
    (tmp_path / "secret.txt").write_text("x")
    folder = tmp_path / "classes"
    folder.mkdir()
    path = open_class_path(["benchmarks/java/classes"])
    cls = path.load("kiasan/AATree")
    sources = JavaSources(path, cls, [str(folder), str(tmp_path)])
    assert sources.text(name) is None
    assert sources.text("secret.java") == "x"
    assert sources.place(Event("ifeq", "no", "no.such.Class.m", bytecode=3)) is None


@needs_javac
def test_the_snippet_of_a_path_compiles(classes: Path, tmp_path: Path) -> None:
    for path, more in shown(explored(f"{classes}:own.Chain.push")):
        statements = more.rebuild.split("\n\n")[0]
        file = tmp_path / "Made.java"
        file.write_text(
            f"package own; class Made {{ static void run() throws Throwable {{ {statements} }} }}"
        )
        command = ["javac", "-cp", str(classes), "-d", str(tmp_path), str(file)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, (path, done.stderr)
