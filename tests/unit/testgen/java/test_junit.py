"""JUnit files: what they say, and that they compile and pass where there is a compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from heapwise.checking import suites
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.java.checking.subjects import JavaSubject, subjects_of
from heapwise.frontends.java.checking.suite import JavaSuite
from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.witness.access import Accesses
from heapwise.frontends.java.witness.java_code import junit_text
from heapwise.frontends.test_options import TestOptions
from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java import JavaMethod, JvmReplayer
from heapwise.testgen.java.access import ClassAccess
from heapwise.testgen.java.junit_file import JavaCase, write_junit
from heapwise.testgen.java.literals import literal, text_literal
from tests.unit.benchmarks.compiling import compiled

PROGRAMS = Path(__file__).parents[3] / "programs_java"
CLASSES = PROGRAMS / "classes"
KIASAN = Path(__file__).parents[4] / "benchmarks" / "java" / "classes"
HOME = find_jdk()
HAS_JVM = HOME is not None and (HOME.home / "bin" / "java").is_file()
needs_javac = pytest.mark.skipif(
    not HAS_JVM or shutil.which("javac") is None, reason="there is no javac"
)
needs_jvm = pytest.mark.skipif(not HAS_JVM, reason="there is no JVM")
A, B, S = Ref("A"), Ref("B"), Ref("S")
DERIVED = "replay.Sample$Derived"


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


def case(
    jvm: JvmReplayer, name: str, objects: dict[Ref, HeapObject], /, **roots: Value
) -> JavaCase:
    """A call in `replay.Sample` with what a JVM does."""
    classes = open_class_path([str(CLASSES)])
    owner = "replay.Sample$Derived" if "this" in roots else "replay.Sample"
    file = classes.load(owner.replace(".", "/"))
    method = next(each for each in file.methods if each.name == name)
    called = JavaMethod(
        (CLASSES,),
        owner,
        name,
        method.descriptor,
        "this" if "this" in roots else None,
        tuple(key for key in roots if key != "this"),
    )
    access = Accesses(classes, "replay").of_method(file, method)
    given = Heap(roots, objects)
    observed = jvm.replay(called, given)
    assert observed.finished, observed.why
    return JavaCase(called, access, given, observed, "some condition */ \\u002a")


def known(cases: list[JavaCase]) -> dict[str, ClassAccess]:
    accesses = Accesses(open_class_path([str(CLASSES)]), "replay")
    names = {
        obj.class_name
        for each in cases
        for heap in (each.given, each.observed.output)
        for obj in heap.objects.values()
    } | {"replay.Sample$Color"}
    found = {name: accesses.of_class(name.replace("[]", "")) for name in names}
    return {name.replace("[]", ""): access for name, access in found.items() if access}


def cases(jvm: JvmReplayer) -> list[JavaCase]:
    derived: dict[str, Value] = {"hidden": 1, "replay.Sample$Base.hidden": 3, "single": 0.5}
    derived["letter"] = ord("b")
    return [
        case(jvm, "sum", {A: HeapObject(DERIVED, derived)}, this=A, other=A),
        case(jvm, "link", {A: HeapObject(DERIVED, {"next": A, "letter": 97})}, a=A, b=A),
        case(jvm, "link", {}, a=None, b=None),
        case(
            jvm,
            "shuffle",
            {
                A: HeapObject("java.lang.Object[]", {}, (B, S, None)),
                B: HeapObject("int[]", {}, (-(2**31), 0)),
                S: HeapObject("java.lang.String", {"text": 'a"\n\u00e9'}),
            },
            items=A,
            numbers=B,
        ),
        case(jvm, "weigh", {A: HeapObject("replay.Sample$Color$1", {"ordinal": 1})}, color=A),
        case(jvm, "move", {A: HeapObject("replay.Sample$Point", {"x": 1, "label": None})}, p=A),
        case(jvm, "must", {}, x=0),
        case(jvm, "floats", {A: HeapObject("float[]", {}, (-0.0,))}, f=1.5, d=-1e300, more=A),
        case(jvm, "box", {A: HeapObject("java.lang.Integer", {"value": 5})}, a=A, b=A),
        case(jvm, "type", {}, c=Named("int[].class")),
        case(jvm, "next", {}, c=ord("'")),
        case(jvm, "next", {}, c=0xFFFF),
    ]


def run_tests(folder: Path, text: str, classes: Path) -> str:
    """Compiles the class `MadeTest` and runs its tests."""
    (folder / "MadeTest.java").write_text(text, encoding="utf-8")
    out = folder / "out"
    files = [*(PROGRAMS / "junit").rglob("*.java"), folder / "MadeTest.java"]
    compiled(out, files, "-nowarn", "-encoding", "UTF-8", "-cp", str(classes))
    package = next(
        (line[8:-1] + "." for line in text.splitlines() if line.startswith("package ")), ""
    )
    opened = "--add-opens=java.base/java.util=ALL-UNNAMED"
    ran = subprocess.run(
        [
            "java",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-ea",
            "-cp",
            f"{classes}:{out}",
            opened,
            "Runner",
            f"{package}MadeTest",
        ],
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@needs_jvm
def test_names_are_used_where_they_can_be_and_reflection_elsewhere(jvm: JvmReplayer) -> None:
    made = cases(jvm)
    text = write_junit(made, "replay", "MadeTest", known(made))
    assert "Sample.Derived derived1 = new Sample.Derived();" in text
    assert "derived1.single = 0.5f;" in text
    assert 'set(derived1, "replay.Sample$Derived", "hidden", 1);' in text
    assert 'call(derived1, "replay.Sample$Derived", "sum"' in text
    assert "Sample.link(derived1, derived1);" in text
    assert 'assertEquals("java.lang.NullPointerException", thrown.getClass().getName());' in text
    assert "Sample.Color.values()[1]" in text
    assert "new Sample.Point(1, null)" in text
    assert "* / \\ u002a" in text  # a comment does not end early


@needs_jvm
def test_the_same_test_is_written_once(jvm: JvmReplayer) -> None:
    made = case(jvm, "must", {}, x=3)
    text = write_junit([made, made], "replay", "MadeTest", {})
    assert text.count("@Test") == 1


def test_runs_without_an_end_get_no_test() -> None:
    classes = open_class_path([str(CLASSES)])
    file = classes.load("replay/Sample")
    method = next(each for each in file.methods if each.name == "forever")
    called = JavaMethod((CLASSES,), "replay.Sample", "forever", "()V", None, ())
    access = Accesses(classes, "replay").of_method(file, method)
    cut = JavaCase(called, access, Heap(), Observation(Status.TIMEOUT))
    assert "@Test" not in write_junit([cut], "replay", "MadeTest", {})


@needs_javac
def test_written_tests_compile_and_pass(tmp_path: Path, jvm: JvmReplayer) -> None:
    made = cases(jvm)
    text = write_junit(made, "replay", "MadeTest", known(made))
    assert run_tests(tmp_path, text, CLASSES) == f"{len(made)} passed\n"


@pytest.mark.slow
@needs_javac
@pytest.mark.parametrize(
    ("target", "folder"),
    [
        (f"{KIASAN}:kiasan.AvlTree", KIASAN),
        (f"{CLASSES}:language.Features.sum", CLASSES),
        ("jdk:java.util.ArrayList.add(Object)", KIASAN),
    ],
)
def test_tests_of_explored_paths_pass(
    tmp_path: Path, jvm: JvmReplayer, target: str, folder: Path
) -> None:
    java = JavaOptions()
    options = TestOptions(20.0, 2, 2, "lazier-sharp", True, 5)
    subjects = [each for each in subjects_of(target, java) if not each.skipped]
    found = explored(subjects, options)
    assert not any(each.faults for each in found)
    text = text_of(subjects[0], found)
    tests = text.count("@Test")
    assert 3 <= tests <= sum(len(each.cases) for each in found)
    assert run_tests(tmp_path, text, folder) == f"{tests} passed\n"


@needs_javac
def test_lists_are_built_and_looked_at_by_their_public_methods(tmp_path: Path) -> None:
    options = TestOptions(20.0, 2, 2, "fieldmaps", True, 5)
    subjects = list(subjects_of(f"{CLASSES}:ordinary.Everyday.copied", JavaOptions()))
    text = text_of(subjects[0], explored(subjects, options))
    assert "--add-opens" not in text and 'elementData"' not in text
    assert "arrayList1.add(" in text and "arrayList2.get(0)" in text
    assert run_tests(tmp_path, text, CLASSES) == f"{text.count('@Test')} passed\n"


@needs_javac
def test_inputs_that_only_calls_can_make_are_made_by_calls(tmp_path: Path) -> None:
    options = TestOptions(20.0, 2, 2, "fieldmaps", True, None)
    subjects = list(subjects_of(f"{CLASSES}:reachable.Ring.share", JavaOptions()))
    subjects += subjects_of(f"{CLASSES}:reachable.Words.size", JavaOptions())
    subjects += subjects_of(f"{CLASSES}:reachable.Ring.remove", JavaOptions())
    ring, words, removed = explored(subjects, options)
    text = text_of(subjects[0], [ring, words])
    assert text.count("Ring ring1 = new Ring(") == len(ring.cases) > 1
    assert text.count("Words words1 = new Words(") == len(words.cases) > 1
    assert "make(" not in text
    assert removed.unreached and not (ring.unreached or words.unreached)
    assert run_tests(tmp_path, text, CLASSES) == f"{text.count('@Test')} passed\n"


def test_names_of_tests_tell_when() -> None:
    options = TestOptions(20.0, 2, 2, "fieldmaps", True, 5)
    subjects = list(subjects_of(f"{CLASSES}:ordinary.Everyday.copied", JavaOptions()))
    text = text_of(subjects[0], explored(subjects, options))
    names = re.findall(r"void (\w+)\(\)", text)
    assert len(set(names)) == len(names) > 1
    assert "copiedThrowsNullPointerExceptionWhenListEqualsNull" in names


def test_literals_are_those_of_java() -> None:
    assert literal(-(2**63), "J") == "-9223372036854775808L"
    assert literal(float("nan"), "F") == "Float.NaN"
    assert literal(float("-inf"), "D") == "Double.NEGATIVE_INFINITY"
    assert literal(0.1, "F") == "0.1f"
    assert literal(39, "C") == "'\\''" and literal(34, "C") == "'\"'"
    assert literal(0, "C") == "(char) 0" and literal(92, "C") == "'\\\\'"
    assert literal(-1, "B") == "(byte) -1"
    assert text_literal('"\\\n\0\u00e9\U0001f600') == '"\\"\\\\\\n\\000\\u00e9\\ud83d\\ude00"'


def text_of(subject: JavaSubject, found: Sequence[FunctionTests]) -> str:
    cases = [case for each in found for case in each.cases]
    return junit_text(subject.classes, subject.cls, cases, "MadeTest")


def explored(subjects: list[JavaSubject], options: TestOptions) -> list[FunctionTests]:
    with closing(JavaSuite(subjects, options, "MadeTest")) as suite:
        return [suites.function_tests(suite, subject, options) for subject in subjects]


def ordinary() -> str:
    """Tests of methods that take stubs and builders of strings."""
    options = TestOptions(
        seconds=1200,
        max_objects=2,
        max_length=2,
        strategy="fieldmaps",
        contracts=True,
        limit=None,
    )
    names = (
        *("Stubs.twice", "Stubs.composed", "Stubs.negated", "Stubs.weighed"),
        *("Stubs.run", "Stubs.supplied"),
    )
    targets = [f"{CLASSES}:ordinary.{name}" for name in (*names, "Everyday.closed")]
    subjects = [
        each
        for target in targets
        for each in subjects_of(target, JavaOptions())
        if not each.skipped
    ]
    found = explored(subjects, options)
    assert not any(each.faults for each in found)
    return text_of(subjects[0], found)


@needs_javac
def test_tests_with_stubs_and_builders_compile_and_pass(tmp_path: Path, jvm: JvmReplayer) -> None:
    text = ordinary()
    assert "stub(java.util.function.Function.class, answers)" in text
    assert re.search(r'assertEquals\("paid [1-9]", stringBuilder1.toString\(\)\);', text)
    run_tests(tmp_path, text, CLASSES)


@needs_javac
def test_tests_with_subclasses_of_abstract_classes_compile_and_pass(
    tmp_path: Path, jvm: JvmReplayer
) -> None:
    options = TestOptions(20, 2, 2, "fieldmaps", True, None)
    names = ("area", "nested", "named", "first", "made", "isSameKind", "read", "Counter.counted")
    targets = [f"{CLASSES}:ordinary.Extended.{name}" for name in names]
    subjects = [
        each
        for target in targets
        for each in subjects_of(target, JavaOptions())
        if not each.skipped
    ]
    found = explored(subjects, options)
    assert not any(each.faults for each in found)
    text = text_of(subjects[0], found)
    assert text.count("@Test") == sum(len(each.cases) for each in found)
    assert "private static class Extended_Shape_any extends Extended.Shape {" in text
    assert "shape1 = Extended_Shape_any.answering(answers);" in text
    assert "shape1.width = " in text
    run_tests(tmp_path, text, CLASSES)


@needs_jvm
def test_what_depends_on_identity_hash_codes_gets_no_test(jvm: JvmReplayer) -> None:
    options = TestOptions(20, 2, 2, "fieldmaps", True, None)
    (subject,) = subjects_of(f"{CLASSES}:ordinary.Everyday.asked", JavaOptions())
    found = explored([subject], options)[0]
    # One path needs an even code, one an odd one: what a JVM's own is, is chance.
    assert found.unstable == 2 and not found.faults
    (subject,) = subjects_of(f"{CLASSES}:ordinary.Everyday.visited", JavaOptions())
    found = explored([subject], options)[0]
    assert found.unstable == 0 and len(found.cases) == found.paths


def junit_jars() -> list[Path]:
    """The real JUnit 5, where a local Maven repository has it."""
    home = Path.home() / ".m2" / "repository" / "org"
    versions = sorted((home / "junit" / "jupiter" / "junit-jupiter-api").glob("5.*/*-api-5.*.jar"))
    others = [*home.glob("apiguardian/apiguardian-api/*/*.jar")]
    others += [*home.glob("opentest4j/opentest4j/*/*.jar")]
    return [versions[-1], *others] if versions and len(others) > 1 else []


@needs_javac
@pytest.mark.skipif(not junit_jars(), reason="there is no JUnit in a local Maven repository")
def test_tests_compile_against_the_real_junit(tmp_path: Path, jvm: JvmReplayer) -> None:
    made = cases(jvm)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    files = [tmp_path / folder / "MadeTest.java" for folder in ("a", "b")]
    files[0].write_text(write_junit(made, "replay", "MadeTest", known(made)), encoding="utf-8")
    files[1].write_text(ordinary(), encoding="utf-8")
    path = ":".join(map(str, [CLASSES, *junit_jars()]))
    compiled(tmp_path / "out", files, "-Xlint:all", "-cp", path)
