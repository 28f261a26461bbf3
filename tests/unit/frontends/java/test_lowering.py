"""From bytecode to IR: what the lowering makes of methods."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from heapwise.api import Exploration, explore
from heapwise.frontends.java.classfile.assembler import ClassText, Instruction, MethodText, assemble
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import JavaProgram, load_program
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import InputError, LinePosition
from heapwise.program import code as ir
from heapwise.program.flow import unmarked_loop
from heapwise.program.verifier import verify
from heapwise.results import OutcomeKind, PathResult

PROGRAMS = Path(__file__).parents[3] / "programs_java"

NULL = "java.lang.NullPointerException"

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")


def program(target: str, **options: object) -> JavaProgram:
    return load_program(target, JavaOptions(**options))  # type: ignore[arg-type]


def code(method: str) -> ir.Code:
    found = program(f"{PROGRAMS}:core.Core.{method}")
    runtime = found.runtime
    assert isinstance(runtime, JavaRuntime)
    return runtime.code_of(found.universe.method(found.found.method))


def kinds(made: ir.Code) -> list[str]:
    return [type(each).__name__ for each in made.instructions]


def test_a_loop_over_a_list_is_plain_instructions() -> None:
    made = code("sum")
    assert "Perform" not in kinds(made)
    assert kinds(made).count("GetField") == 2
    loops = [each for each in made.instructions if isinstance(each, ir.Jump) and each.loops]
    assert len(loops) == 1


def test_a_boolean_result_that_is_known_is_returned_where_it_is_known() -> None:
    made = code("both")
    returned = [
        before.value
        for before, each in zip(made.instructions, made.instructions[1:], strict=False)
        if isinstance(each, ir.Return) and isinstance(before, ir.Constant)
    ]
    assert sorted(map(str, returned)) == ["False", "True"]


def test_decisions_leave_events_with_the_bytecode_index() -> None:
    events = [
        each.then_event
        for each in code("abs").instructions
        if isinstance(each, ir.Branch) and each.then_event
    ]
    assert events == ["core.Core.abs:1 ifge yes"]


def test_a_switch_asks_once_for_each_target() -> None:
    made = code("choose")
    assert kinds(made).count("Branch") == 3
    notes = [each.event for each in made.instructions if isinstance(each, ir.Note)]
    assert [note.rpartition("switch ")[2] for note in notes] == [
        "case 1",
        "case 2",
        "case 1000",
        "default",
    ]


def test_handlers_cover_what_may_throw() -> None:
    made = code("divide")
    throwing = [
        index for index, each in enumerate(made.instructions) if isinstance(each, ir.Perform)
    ]
    assert any(
        handler.start <= index < handler.end for handler in made.handlers for index in throwing
    )


def test_only_what_is_reached_is_lowered() -> None:
    found = program("jdk:java.util.TreeMap.put")
    runtime = found.runtime
    assert isinstance(runtime, JavaRuntime)
    runtime.code_of(found.universe.method(found.found.method))
    tree = found.classes["java.util.TreeMap"]
    assert isinstance(tree, JavaClass)
    declared = [method for method in found.universe.declared_methods() if method.owner is tree]
    assert sum(method.code is not None for method in declared) == 1


@pytest.mark.parametrize("name", ["ArrayList", "TreeMap", "HashMap", "PriorityQueue", "ArrayDeque"])
def test_every_method_of_a_class_lowers_to_code_that_is_well_formed(name: str) -> None:
    found = program(f"jdk:java.util.{name}.size")
    runtime = found.runtime
    assert isinstance(runtime, JavaRuntime)
    cls = found.classes[f"java.util.{name}"]
    assert isinstance(cls, JavaClass)
    for method in cls.file.methods:
        if method.code is not None:
            made = runtime.code_of(found.universe.method(method))
            cls.own_methods = {str(method): found.universe.method(method)}
            assert made.instructions
            assert unmarked_loop(made) is None
            assert all(
                0 <= register < made.registers
                for each in made.instructions
                for register in getattr(each, "operands", ())
            )


def test_main_makes_the_inputs_and_calls() -> None:
    found = program(f"{PROGRAMS}:core.Core.shuffle", contracts=False)
    assert found.main is not None
    inputs = [each for each in found.main.instructions if isinstance(each, ir.Input)]
    assert [(each.name, each.nullable) for each in inputs] == [("this", False), ("a", True)]
    verify(found)


def test_classes_of_inputs_are_fixed_before_anything_runs() -> None:
    found = program(f"{PROGRAMS}:core.Core.shape")
    shape = found.classes["core.Core$Shape"]
    assert {cls.name for cls in found.subtypes(shape)} == {"core.Core$Odd", "core.Core$Square"}
    assert found.subtypes(found.universe.decl("java/util/Comparator")) == ()


def test_type_variables_stand_for_integers_unless_said_otherwise() -> None:
    entry = "java.util.TreeMap$Entry"
    found = program("jdk:java.util.TreeMap.put")
    assert str(found.classes[entry].fields()["key"].type) == "java.lang.Integer"
    said = program("jdk:java.util.TreeMap.put", input_classes={"K": ["String"]})
    assert str(said.classes[entry].fields()["key"].type) == "java.lang.String"


def test_what_cannot_be_explored_is_said() -> None:
    with pytest.raises(InputError, match="is abstract"):
        program("jdk:java.util.List.size")
    with pytest.raises(InputError, match="unknown integers"):
        program(f"{PROGRAMS}:core.Core.abs", ints="big")
    with pytest.raises(InputError, match="no class `nowhere"):
        program(f"{PROGRAMS}:core.Core.abs", invariants=["nowhere.Here.ok"])


def test_instructions_know_their_lines() -> None:
    source = (PROGRAMS / "core" / "Core.java").read_text(encoding="utf-8").splitlines()
    head = source.index("    static int sum(Node n) {")
    positions = [each.at for each in code("sum").instructions]
    assert all(isinstance(at, LinePosition) for at in positions)
    lines = {source[at.line - 1].strip() for at in positions if isinstance(at, LinePosition)}
    assert lines == {line.strip() for line in source[head + 1 : head + 7]} - {"}"}


def test_a_switch_on_texts_has_one_path_for_each_case() -> None:
    """None for a text that merely has the hash code of a case: nobody means that one."""
    run = explore(f"{PROGRAMS / 'classes'}:language.Features.switchOnText")
    try:
        values = [str(path.outcome.value) for path in run]
    finally:
        run.close()
    assert sorted(values) == ["0", "1", "2", "None"]


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("iand", ["arg0 and arg1", "not (arg0 and arg1)"]),
        ("ior", ["(arg0 or arg1)", "not (arg0 or arg1)"]),
        ("ixor", ["arg0 != arg1", "arg0 == arg1"]),
    ],
)
def test_an_operation_on_two_booleans_is_none_on_bits(
    tmp_path: Path, name: str, conditions: list[str]
) -> None:
    code: list[Instruction] = [("iload_0",), ("iload_1",), (name,), ("ifeq", "no"), ("iconst_1",)]
    code += [("ireturn",), ("label", "no"), ("iconst_0",), ("ireturn",)]
    assert sorted(path.condition for path in paths(tmp_path, "(ZZ)I", code)) == conditions


def running(directory: Path, descriptor: str, code: list[Instruction]) -> Exploration:
    """A method with this code."""
    (directory / "gen").mkdir()
    made = assemble(ClassText("gen/Made", [MethodText("f", descriptor, code)]))
    (directory / "gen" / "Made.class").write_bytes(made)
    return explore(f"{directory}:gen.Made.f")


def paths(directory: Path, descriptor: str, code: list[Instruction]) -> list[PathResult]:
    with closing(running(directory, descriptor, code)) as run:
        return list(run)


@pytest.mark.parametrize(
    ("descriptor", "code", "ends"),
    [
        ("(Z)I", [("iload_0",), ("iconst_2",), ("ior",), ("ireturn",)], {"2"}),
        ("()I", [("aconst_null",), ("iconst_0",), ("baload",), ("ireturn",)], {NULL}),
        (
            "()V",
            [("aconst_null",), ("iconst_0",), ("iconst_1",), ("bastore",), ("return",)],
            {NULL},
        ),
    ],
    ids=["a boolean and a number", "an element of null", "a store to null"],
)
def test_what_no_compiler_writes_is_lowered_all_the_same(
    tmp_path: Path, descriptor: str, code: list[Instruction], ends: set[str]
) -> None:
    outcomes = [path.outcome for path in paths(tmp_path, descriptor, code)]
    assert {str(each.exception or each.value) for each in outcomes} == ends


def test_a_method_without_a_result_has_none(tmp_path: Path) -> None:
    """Whatever was left in the register in which it would be."""
    code: list[Instruction] = [("iconst_1",), ("anewarray", "java/lang/Object"), ("iconst_0",)]
    code += [("aload_0",), ("aastore",), ("return",)]
    (path,) = paths(tmp_path, "(Ljava/lang/Object;)V", code)
    assert path.outcome.kind is OutcomeKind.RETURNED and path.outcome.value is None


def test_code_that_takes_from_an_empty_stack_is_said_to_be_malformed(tmp_path: Path) -> None:
    with closing(running(tmp_path, "()V", [("iastore",), ("return",)])) as run:
        (leaf,) = run.leaves()
    assert leaf.kind is OutcomeKind.UNSUPPORTED
    assert leaf.detail is not None and leaf.detail.endswith("the operand stack is empty")
