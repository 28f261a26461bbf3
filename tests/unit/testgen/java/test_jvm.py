"""A heap is built in a JVM, a method runs, and what it leaves is read again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java import JavaMethod, JvmLimits, JvmReplayer, same_end
from heapwise.testgen.java.jvm import Run

CLASSES = Path(__file__).parents[3] / "programs_java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)

A, B, C, S, T = (Ref(name) for name in ("A", "B", "C", "S", "T"))
DERIVED = "replay.Sample$Derived"
LINK = "(Lreplay/Sample$Derived;Lreplay/Sample$Derived;)Lreplay/Sample$Derived;"


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home, JvmLimits(seconds=30.0, memory=64 << 20)) as replayer:
        yield replayer


def run(
    jvm: JvmReplayer,
    name: str,
    descriptor: str,
    objects: dict[Ref, HeapObject] | None = None,
    /,
    **roots: Value,
) -> Observation:
    receiver = "this" if "this" in roots else None
    parameters = tuple(name for name in roots if name != "this")
    owner = "replay.Sample" if receiver is None else DERIVED
    method = JavaMethod((CLASSES,), owner, name, descriptor, receiver, parameters)
    return jvm.replay(method, Heap(roots, objects or {}))


def derived(**fields: Value) -> HeapObject:
    return HeapObject(DERIVED, fields)


def text(content: str) -> HeapObject:
    return HeapObject("java.lang.String", {"text": content})


def test_objects_keep_their_names_and_new_ones_get_some(jvm: JvmReplayer) -> None:
    seen = run(
        jvm,
        "link",
        LINK,
        {A: derived(next=B), B: derived(next=B, wide=-(2**63), small=-3, flag=True)},
        a=B,
        b=A,
    )
    assert seen.status is Status.RETURNED, seen.why
    new = seen.value
    assert isinstance(new, Ref) and new not in (A, B)
    assert seen.output.objects[new].fields["next"] == B
    assert seen.output.objects[B].fields["next"] == A
    assert seen.output.objects[A].fields["wide"] == 1
    assert seen.output.objects[B].fields["wide"] == -(2**63)
    assert seen.output.objects[B].fields["small"] == -3
    assert seen.output.objects[B].fields["flag"] is True
    assert seen.output.objects[new].fields["letter"] == ord("a")


def test_hidden_fields_and_private_methods_are_reached(jvm: JvmReplayer) -> None:
    fields: dict[str, Value] = {"hidden": 1, "replay.Sample$Base.hidden": 3}
    seen = run(
        jvm,
        "sum",
        "(Lreplay/Sample$Derived;)I",
        {A: HeapObject(DERIVED, fields), B: derived(hidden=2)},
        this=A,
        other=B,
    )
    assert (seen.value, seen.why) == (321, "")
    assert seen.output.objects[A].fields["replay.Sample$Base.hidden"] == 3


def test_arrays_of_objects_and_of_numbers(jvm: JvmReplayer) -> None:
    heap = {
        A: HeapObject("java.lang.Object[]", {}, (B, None, A)),
        B: HeapObject("int[]", {}, (-(2**31), 5)),
    }
    seen = run(
        jvm, "shuffle", "([Ljava/lang/Object;[I)[Ljava/lang/Object;", heap, items=A, numbers=B
    )
    assert seen.value == A
    assert seen.output.objects[A].items == (A, None, B)
    assert seen.output.objects[B].items == (-(2**31), 5)


def test_arrays_of_arrays(jvm: JvmReplayer) -> None:
    heap = {
        A: HeapObject("int[][]", {}, (B, B)),
        B: HeapObject("[I", {}, (1, 2, 3)),
    }
    assert run(jvm, "lengths", "([[I)I", heap, grid=A).value == 6


def test_strings_have_text_and_identity(jvm: JvmReplayer) -> None:
    descriptor = "(Ljava/lang/String;Ljava/lang/String;)Z"
    strange = 'q"\\\n\u00e9\u0000\U0001f600'
    two = {S: text(strange), T: text(strange)}
    assert run(jvm, "sameText", descriptor, two, a=S, b=T).value is True
    assert run(jvm, "sameText", descriptor, {S: text("x")}, a=S, b=S).value is False
    literal = HeapObject("java.lang.String", {"text": "literal", "interned": True})
    one = "(Ljava/lang/String;)Z"
    assert run(jvm, "isLiteral", one, {S: literal}, a=S).value is True
    assert run(jvm, "isLiteral", one, {S: text("literal")}, a=S).value is False


def test_strings_come_back_as_they_were(jvm: JvmReplayer) -> None:
    strange = 'q"\\\n\u00e9\u0000\U0001f600\ud800'
    seen = run(jvm, "isLiteral", "(Ljava/lang/String;)Z", {S: text(strange)}, a=S)
    assert seen.output.objects[S] == text(strange)


def test_enum_constants_are_the_real_ones(jvm: JvmReplayer) -> None:
    descriptor = "(Lreplay/Sample$Color;)I"
    red = {A: HeapObject("replay.Sample$Color", {"ordinal": 0})}
    green = {A: HeapObject("replay.Sample$Color$1", {"ordinal": 1})}
    assert run(jvm, "weigh", descriptor, red, color=A).value == 1
    assert run(jvm, "weigh", descriptor, green, color=A).value == 12
    assert run(jvm, "weigh", descriptor, color=Named("replay.Sample$Color.GREEN")).value == 12
    assert run(jvm, "weigh", descriptor, color=None).value == 0


def test_records_are_built_without_their_constructor(jvm: JvmReplayer) -> None:
    heap = {A: HeapObject("replay.Sample$Point", {"x": 2**31 - 1, "label": A})}
    seen = run(jvm, "move", "(Lreplay/Sample$Point;)Lreplay/Sample$Point;", heap, p=A)
    assert isinstance(seen.value, Ref)
    assert seen.output.objects[seen.value].fields == {"x": -(2**31), "label": A}


def test_boxes_are_objects(jvm: JvmReplayer) -> None:
    descriptor = "(Ljava/lang/Integer;Ljava/lang/Integer;)Ljava/lang/Integer;"
    heap = {name: HeapObject("java.lang.Integer", {"value": 7}) for name in (A, B)}
    seen = run(jvm, "box", descriptor, heap, a=A, b=B)
    assert isinstance(seen.value, Ref)
    assert seen.output.objects[seen.value] == HeapObject("java.lang.Integer", {"value": 14})
    assert run(jvm, "box", descriptor, heap, a=A, b=A).value is None


def test_floats_are_exact(jvm: JvmReplayer) -> None:
    heap = {A: HeapObject("float[]", {}, (-0.0,))}
    seen = run(jvm, "floats", "(FD[F)[F", heap, f=math.nan, d=1e300, more=A)
    assert isinstance(seen.value, Ref)
    assert repr(seen.output.objects[seen.value].items) == "(nan, inf, -0.0)"
    seen = run(jvm, "floats", "(FD[F)[F", heap, f=2.0**-149, d=0.1, more=A)
    assert isinstance(seen.value, Ref)
    assert (
        repr(seen.output.objects[seen.value].items) == f"({2.0**-149!r}, 0.10000000149011612, -0.0)"
    )


def test_chars_are_numbers_from_0_to_65535(jvm: JvmReplayer) -> None:
    assert run(jvm, "next", "(C)C", c=0x7FFF).value == 0x8000
    assert run(jvm, "next", "(C)C", c=-1).value == 0
    assert run(jvm, "next", "(C)C", c=70000).status is Status.INVALID


def test_class_objects_have_names(jvm: JvmReplayer) -> None:
    descriptor = "(Ljava/lang/Class;)Ljava/lang/Class;"
    seen = run(jvm, "type", descriptor, c=Named("int.class"))
    assert seen.value == Named("java.lang.String.class")
    assert run(jvm, "type", descriptor, c=Named("int[].class")).value == Named("int[].class")


def test_exceptions_have_class_message_and_line(jvm: JvmReplayer) -> None:
    failed = run(jvm, "must", "(I)I", x=0)
    assert (failed.exception, failed.message) == ("java.lang.AssertionError", "not positive")
    divided = run(jvm, "must", "(I)I", x=1)
    assert divided.exception == "java.lang.ArithmeticException"
    assert divided.line is not None and failed.line is not None and divided.line > failed.line
    assert run(jvm, "must", "(I)I", x=3).value == 50


def test_constructors_return_what_they_made(jvm: JvmReplayer) -> None:
    seen = run(jvm, "<init>", "(I)V", value=3)
    assert isinstance(seen.value, Ref)
    assert seen.output.objects[seen.value] == HeapObject("replay.Sample", {"value": 3})
    assert run(jvm, "<init>", "(I)V", value=-3).exception == "java.lang.IllegalArgumentException"


def test_static_variables_are_new_in_every_run(jvm: JvmReplayer) -> None:
    assert [run(jvm, "count", "()I").value for _ in range(3)] == [1, 1, 1]


def test_a_lambda_is_an_object_without_fields(jvm: JvmReplayer) -> None:
    seen = run(jvm, "adder", "(I)Ljava/util/function/IntUnaryOperator;", n=3)
    assert isinstance(seen.value, Ref)
    assert seen.output.objects[seen.value] == HeapObject("replay.Sample$$Lambda", {})


def test_output_is_kept(jvm: JvmReplayer) -> None:
    seen = run(jvm, "print", "(Ljava/lang/String;)V", {S: text("\u00fcber")}, text=S)
    assert (seen.status, seen.printed) == (Status.RETURNED, "\u00fcber\nand more\n")
    assert run(jvm, "count", "()I").printed == ""


def test_a_full_stack_is_an_exception(jvm: JvmReplayer) -> None:
    assert run(jvm, "deep", "(I)I", n=0).exception == "java.lang.StackOverflowError"


@pytest.mark.parametrize(
    ("name", "result", "status"),
    [
        ("forever", "V", Status.TIMEOUT),
        ("exit", "V", Status.DIED),
        ("halt", "V", Status.DIED),
        ("eat", "[J", Status.MEMORY),
    ],
)
def test_a_run_that_does_not_end_well_says_so_and_the_next_one_works(
    jvm: JvmReplayer, name: str, result: str, status: Status
) -> None:
    method = JavaMethod((CLASSES,), "replay.Sample", name, f"(){result}", None, ())
    seen = jvm.replay(method, Heap(), seconds=2.0 if status is Status.TIMEOUT else None)
    assert seen.status is status
    assert run(jvm, "next", "(C)C", c=1).value == 2


def test_of_many_runs_those_that_do_not_end_well_leave_the_others_alone(jvm: JvmReplayer) -> None:
    def method(name: str, descriptor: str, *parameters: str) -> JavaMethod:
        return JavaMethod((CLASSES,), "replay.Sample", name, descriptor, None, parameters)

    runs = []
    for number, other in enumerate(("halt", "exit", "halt")):
        runs += [
            Run(method("next", "(C)C", "c"), Heap({"c": number})),
            Run(method(other, "()V"), Heap()),
        ]
    runs.append(Run(method("next", "(C)C", "c"), Heap({"c": 8})))
    seen = jvm.replay_all(runs)
    assert [each.value for each in seen[::2]] == [1, 2, 3, 9]
    assert {each.status for each in seen[1::2]} == {Status.DIED}


@pytest.mark.parametrize(("millis", "status"), [(700, Status.RETURNED), (20_000, Status.TIMEOUT)])
def test_a_run_may_wait_longer_than_it_may_work(
    jvm: JvmReplayer, millis: int, status: Status
) -> None:
    method = JavaMethod((CLASSES,), "replay.Sample", "waits", "(I)I", None, ("millis",))
    assert jvm.replay(method, Heap({"millis": millis}), seconds=0.5).status is status


@pytest.mark.parametrize("code", [1, 5, 0x12345678, 0x7FFFFFFF])
def test_objects_have_the_identity_hash_codes_that_they_are_given(
    jvm: JvmReplayer, code: int
) -> None:
    described = "java.lang.System", "identityHashCode", "(Ljava/lang/Object;)I", None, ("o",)
    method = JavaMethod((CLASSES,), *described)
    for name in ("java.lang.Object", DERIVED, "int[]"):
        items = (1, 2) if name == "int[]" else None
        heap = Heap({"o": A}, {A: HeapObject(name, {}, items=items)})
        assert jvm.replay(method, heap, hashes=[(A, code)]).value == code


@pytest.mark.parametrize(
    ("objects", "roots", "why"),
    [
        ({A: derived(nothing=1)}, {"a": A, "b": A}, "has no field nothing"),
        ({A: derived(next=1)}, {"a": A, "b": A}, "should be a reference"),
        ({A: derived(next=S), S: text("")}, {"a": A, "b": A}, "cannot hold a java.lang.String"),
        ({A: derived(small=200)}, {"a": A, "b": A}, "cannot hold 200"),
        ({A: derived(flag=1)}, {"a": A, "b": A}, "cannot hold 1"),
        ({}, {"a": A, "b": None}, "there is no object A"),
        ({A: HeapObject("replay.Missing", {})}, {"a": A, "b": A}, "no class replay.Missing"),
        ({A: HeapObject("java.lang.Number", {})}, {"a": None, "b": None}, "cannot be an object"),
        ({}, {"a": None}, "has 2 parameters, not 1"),
    ],
)
def test_inputs_that_cannot_be_are_refused(
    jvm: JvmReplayer, objects: dict[Ref, HeapObject], roots: dict[str, Value], why: str
) -> None:
    seen = run(jvm, "link", LINK, objects, **roots)
    assert seen.status is Status.INVALID
    assert why in seen.why


def test_methods_of_the_jdk_need_no_class_path(jvm: JvmReplayer) -> None:
    map_, box = Ref("map"), Ref("box")
    put = JavaMethod(
        (),
        "java.util.TreeMap",
        "put",
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        "this",
        ("key", "value"),
    )
    given = Heap(
        {"this": map_, "key": box, "value": None},
        {
            map_: HeapObject("java.util.TreeMap", {}),
            box: HeapObject("java.lang.Integer", {"value": 5}),
        },
    )
    seen = jvm.replay(put, given)
    assert seen.status is Status.RETURNED, seen.why
    after = seen.output.objects
    root = after[map_].fields["root"]
    assert isinstance(root, Ref) and after[root].fields["key"] == box
    assert after[map_].fields["size"] == after[map_].fields["modCount"] == 1


def test_a_class_file_may_lie_anywhere(jvm: JvmReplayer, tmp_path: Path) -> None:
    file = tmp_path / "Moved.class"
    file.write_bytes((CLASSES / "tasks" / "Abs.class").read_bytes())
    method = JavaMethod((file,), "tasks.Abs", "abs", "(I)I", None, ("x",))
    assert jvm.replay(method, Heap({"x": -7})).value == 7


def test_the_values_of_the_benchmarks_methods_come_in_order(jvm: JvmReplayer) -> None:
    method = JavaMethod((), "org.sosy_lab.sv_benchmarks.Verifier", "nondetInt", "()I", None, ())
    assert jvm.replay(method, Heap(), (7, 8)).value == 7
    assert jvm.replay(method, Heap()).value == 0
    assume = JavaMethod((), "org.cprover.CProver", "assume", "(Z)V", None, ("c",))
    assert jvm.replay(assume, Heap({"c": True})).status is Status.RETURNED
    assert jvm.replay(assume, Heap({"c": False})).status is Status.INVALID


def test_a_folder_without_a_jvm_is_said(tmp_path: Path) -> None:
    with JvmReplayer(tmp_path) as replayer:
        seen = run(replayer, "count", "()I")
    assert seen.status is Status.INVALID and "no bin/java" in seen.why


def test_predictions_are_compared_up_to_the_names_of_new_objects(jvm: JvmReplayer) -> None:
    descriptor = "(Ljava/lang/Integer;Ljava/lang/Integer;)Ljava/lang/Integer;"
    heap = {name: HeapObject("java.lang.Integer", {"value": 7}) for name in (A, B)}
    given = Heap({"a": A, "b": B}, heap)
    seen = run(jvm, "box", descriptor, heap, a=A, b=B)
    right = Heap(given.roots, {**heap, C: HeapObject("java.lang.Integer", {"value": 14})})
    wrong = Heap(given.roots, {**heap, C: HeapObject("java.lang.Integer", {"value": 15})})
    assert same_end(None, C, right, seen, given) == []
    assert same_end(None, C, wrong, seen, given) == ["the result.value should be 15, but is 14"]
    assert same_end("java.lang.NullPointerException", None, right, seen, given)
