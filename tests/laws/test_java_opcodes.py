"""Every instruction does what a JVM does: on known operands, on inputs, and in random methods.

Methods are assembled and explored, and every path is replayed in a JVM: `replayed` says that value,
exception and heap were the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heapwise import Bounds, OutcomeKind, PathResult, explore
from heapwise.frontends.java.classfile.assembler import ClassText, MethodText, assemble
from heapwise.frontends.java.classfile.opcodes import MNEMONICS
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.results import COMPLETED
from heapwise.testgen.java import JvmReplayer
from java_cases import cases, classes
from java_methods import symbolic, tables
from java_random import random_method

HOME = find_jdk()
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)

TABLES, SYMBOLIC, CASES = list(tables()), list(symbolic()), cases()
RANDOM = [random_method(seed) for seed in range(60)]
ELSEWHERE = {"invokedynamic"}
"""Needs a later version of class files: `programs_java/language` has it."""
OBSOLETE = {"jsr", "jsr_w", "ret"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("classes")
    for cls in (
        *classes([*CASES, *SYMBOLIC]),
        ClassText("gen/Tables", TABLES),
        ClassText("gen/Random", RANDOM),
    ):
        file = made / f"{cls.name}.class"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(assemble(cls))
    return made


@pytest.fixture(scope="module")
def jvm() -> Iterator[JvmReplayer]:
    assert HOME is not None
    with JvmReplayer(HOME.home) as replayer:
        yield replayer


Explored = Callable[[str, MethodText], list[PathResult]]


@pytest.fixture
def explored(folder: Path, jvm: JvmReplayer) -> Explored:
    """All paths of a method; each has been replayed and agreed."""

    def paths(cls: str, method: MethodText) -> list[PathResult]:
        target = f"{folder}:gen.{cls}.{method.name}{method.descriptor}"
        bounds = Bounds(max_objects=2, max_length=2, max_depth=3, timeout=1200)
        run = explore(target, bounds=bounds)
        assert isinstance(run.witnesses, JavaWitnesses)
        run.witnesses.share(jvm)
        found: list[PathResult] = []
        for path in run:
            where = f"{path.condition} → {path.outcome}"
            assert path.outcome.kind is not OutcomeKind.UNSUPPORTED, where
            if path.outcome.kind in COMPLETED:
                assert path.replayed, f"{where}: {run.witnesses.differences}"
                assert run.witnesses.last is not None
                found.append(path)
        return found

    return paths


def named(methods: list[MethodText]) -> list[object]:
    return [pytest.param(method, id=method.name) for method in methods]


def test_every_instruction_occurs() -> None:
    used: set[object] = set()
    for method in (*TABLES, *SYMBOLIC, *CASES, *RANDOM):
        for instruction in method.code or ():
            used.update(instruction[:2] if instruction[0] == "wide" else instruction[:1])
    assert set(MNEMONICS) - used == ELSEWHERE | OBSOLETE


@needs_jvm
@pytest.mark.parametrize("method", named(TABLES))
def test_results_at_the_borders_are_those_of_a_jvm(explored: Explored, method: MethodText) -> None:
    assert len(explored("Tables", method)) == 1


@needs_jvm
@pytest.mark.parametrize("method", named(SYMBOLIC))
def test_inputs_that_the_solver_finds_do_the_same_in_a_jvm(
    explored: Explored, method: MethodText
) -> None:
    assert {path.outcome.value for path in explored("Ops", method)} >= {0, 1}


@needs_jvm
@pytest.mark.parametrize("method", named(CASES))
def test_instructions_in_their_surroundings(explored: Explored, method: MethodText) -> None:
    assert explored("Ops", method)


@needs_jvm
@pytest.mark.parametrize("method", named(RANDOM))
def test_random_methods(explored: Explored, method: MethodText) -> None:
    assert len(explored("Random", method)) == 1
