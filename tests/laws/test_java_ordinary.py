"""Ordinary Java: what people write with the JDK is explored to its end and does the same in a JVM.

`ordinary.Everyday` uses collections, streams, builders and texts, `ordinary.Concurrent` what is
made for several threads, `ordinary.Reading` standard input; `ordinary.Stubs` takes interfaces that
nothing implements, `ordinary.Extended` abstract classes that nothing extends; `ordinary.Arrayed` is
given arrays as objects, `ordinary.Thrown` exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, PathResult, explore
from heapwise.frontends.java.classfile.class_file import parse_class
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.results import COMPLETED
from heapwise.testgen.java import JvmReplayer

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
BOUNDS = Bounds(max_objects=2, max_length=2, timeout=1200)
_CLASSES = (
    *("Everyday", "Streams", "Measures", "Concurrent", "Reading"),
    *("Stubs", "Extended", "Arrayed", "Thrown"),
)
UNSHOWN = ("allocated", "sorted")
"""Methods with paths that no replay can show."""


def _methods(cls: str) -> Iterator[str]:
    data = (CLASSES / "ordinary" / f"{cls}.class").read_bytes()
    for method in parse_class(data, f"{cls}.class").methods:
        if not (method.is_synthetic or method.name.startswith("<")):
            yield f"{cls}.{method.name}"


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


@cache
def paths(jvm: JvmReplayer, method: str) -> list[PathResult]:
    """Several tests look at one run, and are kept together for it."""
    return paths_within(jvm, method, BOUNDS)


def paths_within(jvm: JvmReplayer, method: str, bounds: Bounds) -> list[PathResult]:
    """The completed paths of a run that came to its end; all were replayed unless there is a
    reason why none can be."""
    run = explore(f"{CLASSES}:ordinary.{method}", bounds=bounds)
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    found: list[PathResult] = []
    for path in run:
        where = f"{path.condition} → {path.outcome}"
        assert path.outcome.kind is not OutcomeKind.UNSUPPORTED, where
        if path.outcome.kind in COMPLETED:
            assert path.replayed or run.witnesses.beyond or "too long" in path.doubt, (
                f"{where}: {run.witnesses.differences}"
            )
            found.append(path)
    assert run.summary.stopped is None
    return found


@pytest.mark.parametrize(
    "method",
    [each for cls in _CLASSES for each in _methods(cls)],
)
def test_every_path_is_replayed_in_a_jvm(jvm: JvmReplayer, method: str) -> None:
    found = paths(jvm, method)
    assert found
    is_shown = all(path.replayed for path in found)
    assert is_shown == (method.partition(".")[2] not in UNSHOWN)


def test_an_exception_that_is_an_input_has_its_own_class(jvm: JvmReplayer) -> None:
    ends = {path.outcome.exception for path in paths(jvm, "Thrown.caught")}
    assert ends == {None, "java.lang.NullPointerException", "java.lang.RuntimeException"}
    ends = {path.outcome.exception for path in paths(jvm, "Thrown.given")}
    assert ends == {None, "java.lang.NullPointerException", "ordinary.Thrown$Mine"}


def test_elements_of_an_array_are_of_its_own_class(jvm: JvmReplayer) -> None:
    """They are sorted by code that takes it for an array of objects."""
    found = paths(jvm, "Everyday.sorted")
    assert "java.lang.ClassCastException" not in {path.outcome.exception for path in found}
    swapped = [
        path
        for path in found
        for name, before in path.input.objects.items()
        if before.items is not None and path.output.objects[name].items != before.items
    ]
    assert swapped


def test_a_list_that_is_an_input_is_one_that_the_jdk_could_make(jvm: JvmReplayer) -> None:
    found = paths(jvm, "Everyday.copied")
    raised = {path.outcome.exception for path in found if path.outcome.exception is not None}
    assert raised == {"java.lang.NullPointerException"}  # of the list itself
    for path in found:
        for obj in path.input.objects.values():
            if obj.class_name == "java.util.ArrayList":
                array = path.input.objects[obj.fields["elementData"]]  # type: ignore[index]
                size = obj.fields["size"]
                assert isinstance(size, int) and array.items is not None
                assert 0 <= size <= len(array.items)


def test_what_is_taken_out_of_a_list_is_what_the_list_was_declared_to_hold(
    jvm: JvmReplayer,
) -> None:
    for method in ("Everyday.mixed", "Everyday.nested"):
        ends = {path.outcome.exception for path in paths(jvm, method)}
        assert None in ends and "java.lang.ClassCastException" not in ends, method


def test_a_set_of_objects_asks_which_are_the_same_and_no_more(jvm: JvmReplayer) -> None:
    """Not for their hash codes, although it asks for these first."""
    values = [path.outcome.value for path in paths(jvm, "Everyday.visited")]
    assert sorted(map(str, values)) == ["False", "False", "True", "True", "True"]


def test_an_array_that_no_jvm_has_room_for_says_so(jvm: JvmReplayer) -> None:
    (unshown,) = [path for path in paths(jvm, "Everyday.allocated") if not path.replayed]
    assert "memory" in unshown.doubt


def test_a_witness_has_the_hash_codes_that_its_texts_have(jvm: JvmReplayer) -> None:
    """An entry of a map is found under a symbolic key only if it is in the right place."""
    found = paths(jvm, "Everyday.looked")
    results = {type(path.outcome.value).__name__ for path in found}
    assert "Ref" in results and len(found) > 5


def test_so_many_characters_are_looked_at_as_arrays_have_elements(jvm: JvmReplayer) -> None:
    short, longer = (
        len(paths_within(jvm, "Everyday.vowels", Bounds(max_length=length, timeout=1200)))
        for length in (2, 3)
    )
    assert (short, longer) == (1 + 1 + 2 + 4, 1 + 1 + 2 + 4 + 8)


def test_a_text_of_known_length_is_looked_at_in_full(jvm: JvmReplayer) -> None:
    found = paths_within(jvm, "Everyday.isDate", Bounds(max_length=2, timeout=1200))
    assert {path.outcome.value for path in found} >= {True, False}


def test_a_stub_may_return_anything_another_time(jvm: JvmReplayer) -> None:
    values = {path.outcome.value for path in paths(jvm, "Stubs.both")}
    assert values >= {0, 1, 2, 3}


def test_answers_of_stubs_are_inputs_of_the_path(jvm: JvmReplayer) -> None:
    returned = [
        path for path in paths(jvm, "Stubs.weighed") if path.outcome.kind is OutcomeKind.RETURNED
    ]
    for path in returned:
        assert path.input.roots["answer2"] is not None
    assert len(returned) == 2  # what a size is makes no difference but once


def test_stubs_are_remarked_on() -> None:
    remark = explore(f"{CLASSES}:ordinary.Stubs.run").remark
    assert remark is not None and "java.lang.Runnable are stubs" in remark


def test_the_user_may_say_what_stubs_are_not_for() -> None:
    java = JavaOptions(input_classes={"java.lang.Runnable": ("java.lang.Thread",)})
    assert explore(f"{CLASSES}:ordinary.Stubs.run", language_options=java).remark is None


def test_the_fields_of_a_stub_of_a_class_are_inputs_and_its_methods_run(jvm: JvmReplayer) -> None:
    found = paths(jvm, "Extended.area")
    assert {path.outcome.value for path in found} == {None, -1, 41}  # the static was 40
    (right,) = (path for path in found if path.outcome.value == 41)
    (shape,) = (each for each in right.input.objects.values() if each.class_name.endswith("$any"))
    height = right.input.roots["answer1"]
    assert isinstance(height, int) and isinstance(shape.fields["width"], int)
    assert (height * shape.fields["width"] - 12) % 2**32 == 0


@pytest.mark.parametrize("strategy", ["pose", "lazy", "lazier-sharp", "summary", "partition"])
def test_stubs_of_classes_alias_under_every_strategy(jvm: JvmReplayer, strategy: str) -> None:
    run = explore(f"{CLASSES}:ordinary.Extended.nested", strategy=strategy, bounds=BOUNDS)
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    found = list(run)
    assert all(path.replayed for path in found)
    assert {path.outcome.value for path in found} == {None, 0, 1, 2}


def test_a_method_of_an_abstract_class_runs_on_a_stub(jvm: JvmReplayer) -> None:
    found = paths(jvm, "Extended.Counter.counted")
    assert {path.input.roots["answer1"] for path in found} == {True, False}


@pytest.mark.parametrize("precondition", ["assume", "compiled"])
def test_what_a_stub_answers_its_invariant_is_not_what_it_answers_the_method(
    jvm: JvmReplayer, precondition: str
) -> None:
    run = explore(f"{CLASSES}:ordinary.Extended.levels", bounds=BOUNDS, precondition=precondition)
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    found = list(run)
    assert all(path.replayed for path in found)
    assert {path.outcome.value for path in found} == {None, 1, 2}


def test_the_name_of_the_class_of_a_stub_is_not_made_up() -> None:
    (path,) = explore(f"{CLASSES}:ordinary.Extended.Counter.kind")
    assert path.outcome.kind is OutcomeKind.UNSUPPORTED


STRATEGIES = ("fieldmaps", "pose", "summary", "partition", "lazier-sharp", "lazier", "lazy")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    ("method", "values"),
    [("total", {0, 1, 2}), ("depth", {0, 1, 2, 3}), ("dimensions", {-1, 0, 1, 2})],
)
def test_an_object_may_be_an_array_that_the_program_asks_for(
    jvm: JvmReplayer, method: str, values: set[int], strategy: str
) -> None:
    run = explore(f"{CLASSES}:ordinary.Arrayed.{method}", strategy=strategy, bounds=BOUNDS)
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    found = [path for path in run if path.outcome.kind in COMPLETED]
    assert all(path.replayed for path in found)
    assert {path.outcome.value for path in found} == values


def test_arrays_that_other_methods_ask_for_add_no_paths(jvm: JvmReplayer) -> None:
    found = paths(jvm, "Arrayed.isSame")
    assert [path.outcome.value for path in found] == [None, False, True]


def test_arrays_are_found_in_what_the_method_calls(jvm: JvmReplayer) -> None:
    found = paths(jvm, "Arrayed.called")
    assert {path.outcome.value for path in found} == {0, 1, 2}


def test_a_class_that_nobody_can_extend_is_null() -> None:
    remark = explore(f"{CLASSES}:ordinary.Extended.closed").remark
    assert remark is not None and "null is all there is" in remark and "stubs" not in remark


@pytest.mark.parametrize(("depth", "published"), [(1, 2), (2, 5), (3, 8)])
def test_a_heap_of_fixed_capacity_has_the_published_paths(depth: int, published: int) -> None:
    run = explore(
        f"{CLASSES}:structures.FixedHeap.insert",
        strategy="lazier-sharp",
        bounds=Bounds(max_depth=depth, max_objects=1000, max_length=1000, timeout=1200),
        language_options=JavaOptions(ints="math"),
    )
    assert run.count().counts.paths == published
