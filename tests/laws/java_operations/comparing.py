"""One row, explored and compared with a JVM on all its inputs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from heapwise import Bounds, explore
from heapwise.frontends.java.options import JavaOptions
from heapwise.results import Heap, Ref
from heapwise.selfcheck.java.against_jvm import Judge, Verdict
from heapwise.selfcheck.java.concrete_inputs import STRATEGY
from heapwise.testgen.java import JvmReplayer
from java_operations.inputs import inputs
from java_operations.source import PACKAGE
from java_operations.table import Operation

CLASSES = Path(__file__).parents[2] / "programs_java" / "classes" / PACKAGE
_OPTIONS = JavaOptions(
    class_path=(str(CLASSES / "Color.class"),),
    input_classes={"java.lang.Object": ("java.lang.String", "java.lang.Integer")},
)


def disagreements(row: Operation, jvm: JvmReplayer) -> Iterator[str]:
    """Inputs of which the exploration says something else than the JVM, or nothing where it should
    say something; and a reason for saying nothing that none of them needs."""
    target = f"{CLASSES / row.group}.class:{PACKAGE}.{row.group}.{row.name}"
    bounds = Bounds(max_objects=3, max_length=row.length, timeout=None)
    run = explore(target, strategy=STRATEGY, bounds=bounds, language_options=_OPTIONS)
    try:
        judge = Judge(run, jvm)
        needed = not row.told
        given_to = list(inputs(row))
        for given, found in zip(given_to, judge.judge(given_to), strict=True):
            allowed = bool(row.told) and row.told in found.text
            needed = needed or allowed
            if found.verdict is Verdict.DIFFERS or (found.verdict is Verdict.TOLD and not allowed):
                yield f"{_shown(given)}: {found.text}"
        if not needed:
            yield f"no input is told to be {row.told!r}"
    finally:
        run.close()


def _shown(given: Heap) -> str:
    parts = []
    for name, value in given.roots.items():
        body = given.objects[value].fields if isinstance(value, Ref) else value
        parts.append(f"{name} = {body}")
    return ", ".join(parts)
