"""Java programs that the compiler made: every path does in a JVM what was predicted.

`programs_java/language` has a method for each thing that the compiler translates in its own way;
`programs_java/tasks` are verification tasks whose first line says whether an assertion can fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, PathResult, explore
from heapwise.frontends.java.classfile import parse_class
from heapwise.frontends.java.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness import JavaWitnesses
from heapwise.testgen.java import JvmReplayer

PROGRAMS = Path(__file__).parents[1] / "programs_java"
CLASSES = PROGRAMS / "classes"
BENCHMARKS = Path(__file__).parents[2] / "benchmarks" / "java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
BOUNDS = Bounds(max_objects=2, max_length=2, max_depth=3, max_loops=20, timeout=60)
CUT = (OutcomeKind.BOUNDED, OutcomeKind.UNSUPPORTED)


GAPS = {
    "sameBox": "small boxes are not yet the same object each time",
    "switchOnEnum": "the name of an enum constant is not yet the literal in its class",
}


def _methods() -> Iterator[object]:
    data = (CLASSES / "language" / "Features.class").read_bytes()
    for method in parse_class(data, "Features.class").methods:
        if not (method.is_synthetic or method.name.startswith("<")):
            gap = GAPS.get(method.name)
            marks = [pytest.mark.xfail(strict=False, reason=gap)] if gap else []
            yield pytest.param(f"{method.name}{method.descriptor}", marks=marks)


def _tasks() -> list[str]:
    return sorted(path.stem for path in (PROGRAMS / "source" / "tasks").glob("*.java"))


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


def explored(
    jvm: JvmReplayer, target: str, java: JavaOptions | None = None, strategy: str | None = None
) -> list[PathResult]:
    """The completed paths; all have been replayed and agreed, and nothing was unsupported."""
    run = explore(target, bounds=BOUNDS, java=java, strategy=strategy)
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    found: list[PathResult] = []
    for path in run:
        where = f"{path.condition} → {path.outcome}"
        assert path.outcome.kind is not OutcomeKind.UNSUPPORTED, where
        if path.outcome.kind not in CUT:
            assert path.replayed, f"{where}: {run.witnesses.differences}"
            found.append(path)
    return found


@pytest.mark.parametrize("method", list(_methods()))
def test_what_the_compiler_makes_of_the_language(jvm: JvmReplayer, method: str) -> None:
    assert explored(jvm, f"{CLASSES}:language.Features.{method}")


@pytest.mark.parametrize("task", _tasks())
def test_tasks_are_decided_as_they_say(jvm: JvmReplayer, task: str) -> None:
    claim = (PROGRAMS / "source" / "tasks" / f"{task}.java").read_text().splitlines()[0]
    method = "check" if task == "Aliases" else "main"
    paths = explored(jvm, f"{CLASSES}:tasks.{task}.{method}")
    is_violated = any(path.outcome.kind is OutcomeKind.VIOLATED for path in paths)
    assert is_violated == claim.startswith("// violated:")


def test_mathematical_integers_do_not_overflow(jvm: JvmReplayer) -> None:
    paths = explored(jvm, f"{CLASSES}:tasks.Abs.main", JavaOptions(ints="math"))
    assert {path.outcome.kind for path in paths} == {OutcomeKind.RETURNED}


def test_a_handler_sees_what_was_set_before_the_exception(jvm: JvmReplayer) -> None:
    paths = explored(jvm, f"{CLASSES}:language.Features.overriding(I)I")
    values = [path.outcome.value for path in paths]
    assert -1 in values and None in values


@pytest.mark.parametrize(
    ("cls", "method"),
    [
        ("ArrayDeque", "addFirst"),
        ("ArrayList", "remove(int)"),
        ("LinkedList", "remove(int)"),
        ("PriorityQueue", "poll"),
        ("TreeMap", "put(Object,Object)"),
        ("TreeMap", "remove(Object)"),
        ("HashMap", "remove(Object)"),
    ],
)
def test_classes_of_the_jdk_under_their_invariants(jvm: JvmReplayer, cls: str, method: str) -> None:
    java = JavaOptions(
        invariants=(f"invariants.{cls}Invariant.repOK",),
        input_classes={"java.lang.Object": ("java.lang.Integer",)},
    )
    target = f"{BENCHMARKS}:java.util.{cls}.{method}"
    paths = explored(jvm, target, java, "lazier-sharp")
    kinds = {path.outcome.kind for path in paths}
    assert OutcomeKind.RETURNED in kinds and OutcomeKind.VIOLATED not in kinds


@pytest.mark.parametrize("target", ["RedBlackMap.remove", "AATree.remove", "LeftistHeap.merge"])
def test_our_own_structures_under_their_invariants(jvm: JvmReplayer, target: str) -> None:
    paths = explored(jvm, f"{BENCHMARKS}:kiasan.{target}", strategy="lazier-sharp")
    assert {path.outcome.kind for path in paths} == {OutcomeKind.RETURNED}
