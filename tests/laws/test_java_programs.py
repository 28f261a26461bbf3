"""Java programs that the compiler made: every path does in a JVM what was predicted.

`programs_java/language` has a method for each thing that the compiler translates in its own way;
`programs_java/tasks` are verification tasks whose first line says whether an assertion can fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, PathResult, explore
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.testgen.java import JvmReplayer

PROGRAMS = Path(__file__).parents[1] / "programs_java"
CLASSES = PROGRAMS / "classes"
BENCHMARKS = Path(__file__).parents[2] / "benchmarks" / "java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
BOUNDS = Bounds(max_objects=2, max_length=2, max_depth=3, max_loops=20, timeout=1200)
CUT = (OutcomeKind.BOUNDED, OutcomeKind.UNSUPPORTED, OutcomeKind.ENDLESS)


def _methods(cls: str) -> Iterator[str]:
    data = (CLASSES / "language" / f"{cls}.class").read_bytes()
    for method in parse_class(data, f"{cls}.class").methods:
        if not (method.is_synthetic or method.name.startswith("<")):
            yield f"{cls}.{method.name}{method.descriptor}"


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
    run = explore(target, bounds=BOUNDS, language_options=java, strategy=strategy)
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


@pytest.mark.parametrize("method", list(_methods("Features")))
def test_what_the_compiler_makes_of_the_language(jvm: JvmReplayer, method: str) -> None:
    assert explored(jvm, f"{CLASSES}:language.{method}")


@pytest.mark.parametrize("method", list(_methods("Records")))
def test_methods_of_records_that_the_jvm_makes(jvm: JvmReplayer, method: str) -> None:
    values = {path.outcome.value for path in explored(jvm, f"{CLASSES}:language.{method}")}
    assert values == {0, 1} if "same" in method else values


@pytest.mark.parametrize("method", list(_methods("Arrays")))
def test_arrays_are_of_their_classes(jvm: JvmReplayer, method: str) -> None:
    assert explored(jvm, f"{CLASSES}:language.{method}")


@pytest.mark.parametrize("method", list(_methods("Boxes")))
def test_small_boxes_are_the_same_object_each_time(jvm: JvmReplayer, method: str) -> None:
    kinds = {path.outcome.value for path in explored(jvm, f"{CLASSES}:language.{method}")}
    assert kinds == {False, True} if method.endswith("Z") else kinds


@pytest.mark.parametrize("method", list(_methods("Inputs")))
def test_inputs_are_what_their_types_say(jvm: JvmReplayer, method: str) -> None:
    outcomes = [path.outcome for path in explored(jvm, f"{CLASSES}:language.{method}")]
    assert OutcomeKind.RETURNED in {outcome.kind for outcome in outcomes}
    assert "java.lang.ClassCastException" not in {outcome.exception for outcome in outcomes}


@pytest.mark.parametrize("method", list(_methods("Units")))
def test_texts_are_counted_in_chars(jvm: JvmReplayer, method: str) -> None:
    assert explored(jvm, f"{CLASSES}:language.{method}")


def test_a_type_that_nothing_implements_is_remarked_on() -> None:
    remark = explore(f"{CLASSES}:language.Inputs.applied").remark
    assert remark is not None and "java.util.function.IntUnaryOperator" in remark


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


def test_conditions_are_named_by_annotations(jvm: JvmReplayer) -> None:
    def ends(method: str) -> dict[OutcomeKind, PathResult]:
        paths = explored(jvm, f"{CLASSES}:contracts.Annotated.{method}")
        return {path.outcome.kind: path for path in paths}

    found = ends("add")
    assert set(found) == {OutcomeKind.RETURNED, OutcomeKind.VIOLATED}
    assert found[OutcomeKind.VIOLATED].outcome.exception == "postcondition Annotated.hasGrown"
    for path in found.values():  # even the one that overflows satisfies the preconditions
        amount, total = path.input.roots["amount"], next(iter(path.input.objects.values()))
        assert isinstance(amount, int) and amount > 0
        assert isinstance(total.fields["total"], int) and total.fields["total"] >= 0
    assert set(ends("set")) == {OutcomeKind.RETURNED}
    assert set(ends("next")) == {OutcomeKind.RETURNED}


@pytest.mark.parametrize(
    "target",
    [
        "util.Arrays.binarySearch(int[],int)",
        "util.Arrays.equals(int[],int[])",
        "util.Arrays.fill(int[],int)",
        "util.Arrays.sort(int[])",
        "util.Arrays.mismatch(int[],int[])",
        "util.Collections.reverse",
        "util.Collections.swap(List,int,int)",
        "util.Objects.equals",
        "util.ArrayDeque.pollLast",
        "util.LinkedList.remove(Object)",
        "util.BitSet.get(int)",
        "lang.Character.isDigit(char)",
        "lang.Character.isWhitespace(char)",
        "lang.Double.compare",
        "lang.Integer.bitCount",
        "lang.Integer.compareUnsigned",
        "lang.Integer.reverse",
        "lang.Integer.toString(int)",
        "lang.Math.floorMod(int,int)",
        "lang.String.isBlank",
        "lang.String.strip",
        "lang.String.valueOf(char[])",
    ],
)
def test_methods_of_the_jdk(jvm: JvmReplayer, target: str) -> None:
    kinds = {path.outcome.kind for path in explored(jvm, f"jdk:java.{target}")}
    assert OutcomeKind.RETURNED in kinds


def test_a_compiled_invariant_leaves_valid_inputs_only() -> None:
    run = explore(
        f"{BENCHMARKS}:kiasan.AvlTree.insert",
        bounds=Bounds(max_objects=2, timeout=1200),
        precondition="compiled",
    )
    paths = list(run)
    assert paths and all(path.replayed for path in paths)
    assert {path.outcome.kind for path in paths} == {OutcomeKind.RETURNED}
