"""Tests of Java methods: which methods, and what their paths were seen to do in a JVM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heapwise.api import explore
from heapwise.engine.bounds import Bounds
from heapwise.frontends.java.access import Accesses
from heapwise.frontends.java.jdk import HOW_TO_GET_ONE
from heapwise.frontends.java.judging import package_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.subjects import JavaSubject
from heapwise.frontends.java.witness import JavaWitnesses
from heapwise.program import InputError
from heapwise.results import COMPLETED, Account, OutcomeKind, PathResult
from heapwise.testgen.from_paths import Shows, chosen
from heapwise.testgen.java import JvmReplayer, same_end
from heapwise.testgen.java.access import ClassAccess, classes_named
from heapwise.testgen.java.junit_body import Answers
from heapwise.testgen.java.junit_file import JavaCase, write_junit
from heapwise.testgen.java.jvm import JvmLimits
from heapwise.testgen.replay import Observation


@dataclass(frozen=True, slots=True)
class JavaTestOptions:
    """`limit` is how many paths of a method become tests; None for all."""

    seconds: float
    max_objects: int
    max_length: int
    strategy: str
    contracts: bool
    limit: int | None
    java: JavaOptions


@dataclass(frozen=True, slots=True)
class MethodTests:
    """`faults` are paths that the JVM did not take as predicted, with the difference;
    `unrepeatable` counts those that depend on identity hash codes."""

    subject: JavaSubject
    cases: list[JavaCase]
    paths: int
    violated: int
    faults: list[tuple[str, str]]
    account: Account
    unrepeatable: int = 0


def tests_of(subject: JavaSubject, options: JavaTestOptions, jvm: JvmReplayer) -> MethodTests:
    """Explores a method; the paths that are chosen become cases."""
    run = explore(
        subject.target,
        strategy=options.strategy,
        bounds=Bounds(
            max_objects=options.max_objects,
            max_length=options.max_length,
            timeout=options.seconds,
        ),
        contracts=options.contracts,
        language_options=options.java,
    )
    assert isinstance(run.witnesses, JavaWitnesses)
    run.witnesses.share(jvm)
    accesses = Accesses(subject.classes, package_of(subject.cls))
    access = accesses.of_method(subject.cls, subject.method)
    seen: list[tuple[PathResult, Observation, Answers]] = []
    faults: list[tuple[str, str]] = []
    paths = violated = unrepeatable = 0
    plain = JvmReplayer(jvm.home, JvmLimits(own_hashes=True))
    for path in run:
        kind = path.outcome.kind
        if kind not in COMPLETED:
            continue
        paths += 1
        violated += kind is OutcomeKind.VIOLATED
        observed = run.witnesses.last
        if path.replayed and observed is not None and not run.witnesses.has_asked:
            if run.witnesses.is_hashed and not _is_repeatable(run.witnesses, path, observed, plain):
                unrepeatable += 1
            else:
                seen.append((path, observed, run.witnesses.answers))
        elif not path.is_contradicted:
            unrepeatable += not path.replayed
        else:
            faults.append((path.condition, "; ".join(run.witnesses.differences)))
    plain.close()
    shows = [Shows(tuple(path.trace), _end(path)) for path, *_ in seen]
    cases = [
        JavaCase(run.witnesses.method(), access, path.input, observed, path.condition, answers)
        for path, observed, answers in (seen[index] for index in chosen(shows, options.limit))
    ]
    return MethodTests(subject, cases, paths, violated, faults, run.account, unrepeatable)


def _is_repeatable(
    witnesses: JavaWitnesses, path: PathResult, observed: Observation, plain: JvmReplayer
) -> bool:
    """Does a JVM with hash codes of its own do the same, and not by chance?"""
    if witnesses.depends_on_hashes:
        return False
    answers = [value for value, _ in witnesses.answers]
    again = plain.replay(witnesses.method(), path.input, answers)
    expected = observed.value, observed.output
    return not same_end(observed.exception, *expected, again, path.input)


def _end(path: PathResult) -> str:
    return f"{path.outcome.kind.value} {path.outcome.exception or ''}"


def text_of(found: Sequence[MethodTests], name: str) -> str:
    """The file of tests: a class `name` in the package of the class under test."""
    first = found[0].subject
    package = package_of(first.cls)
    accesses = Accesses(first.classes, package)
    cases = [case for each in found for case in each.cases]
    classes: dict[str, ClassAccess] = {}
    for case in cases:
        heaps = (case.given, case.observed.output)
        for class_name in classes_named(heaps, case.answers, case.observed.value):
            access = accesses.of_class(class_name)
            if access is not None:
                classes[class_name] = access
    return write_junit(cases, package, name, classes)


def need_jvm(subjects: Sequence[JavaSubject]) -> JvmReplayer:
    found = subjects[0].classes.jdk
    if found is None or not (found.home / "bin" / "java").is_file():
        raise InputError(f"tests show what a JVM does, and there is none: {HOW_TO_GET_ONE}")
    return JvmReplayer(found.home)
