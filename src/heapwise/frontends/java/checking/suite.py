"""Tests of Java methods: which methods, and what their paths were seen to do in a JVM."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from heapwise.frontends.function_tests import FunctionTests, Written
from heapwise.frontends.java.checking.path_recipes import JavaPathRecipes
from heapwise.frontends.java.checking.subjects import JavaSubject
from heapwise.frontends.java.classpath.jdk import HOW_TO_GET_ONE
from heapwise.frontends.java.witness.access import Accesses
from heapwise.frontends.java.witness.java_code import junit_name, junit_text, package_of
from heapwise.frontends.java.witness.witnesses import JavaWitnesses
from heapwise.frontends.protocol import Run
from heapwise.frontends.test_options import TestOptions
from heapwise.program import InputError
from heapwise.results import COMPLETED, Account, Heap, OutcomeKind, PathResult
from heapwise.results.input_choice import REACHABLE
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.from_paths import Shows, chosen
from heapwise.testgen.java import JvmReplayer, same_end
from heapwise.testgen.java.junit_body import Answers
from heapwise.testgen.java.junit_file import JavaCase
from heapwise.testgen.java.jvm import JvmLimits


class JavaSuite:
    machine = "the JVM"
    joins = True
    automatic = True

    def __init__(self, subjects: Sequence[JavaSubject], options: TestOptions, name: str) -> None:
        self._options = options
        self._subjects = subjects
        self._name = name
        self._jvm = need_jvm(subjects)
        self._plain = JvmReplayer(self._jvm.home, JvmLimits(own_hashes=True))

    def begin(self, subject: JavaSubject) -> FunctionTests:
        return FunctionTests(
            subject.name, subject.at.file, subject.at.line or 0, skipped=subject.skipped
        )

    def make(self, subject: JavaSubject, run: Run, found: FunctionTests) -> None:
        """The paths that are chosen become cases."""
        witnesses = run.witnesses
        assert isinstance(witnesses, JavaWitnesses)
        witnesses.share(self._jvm)
        accesses = Accesses(subject.classes, package_of(subject.cls))
        access = accesses.of_method(subject.cls, subject.method)
        seen: list[tuple[PathResult, Heap, Observation, Answers]] = []
        try:
            for path in run:
                kind = path.outcome.kind
                if kind not in COMPLETED:
                    continue
                found.paths += 1
                found.violated += kind is OutcomeKind.VIOLATED
                observed = witnesses.last
                if path.replayed and observed is not None and not witnesses.has_asked:
                    if witnesses.is_hashed and not _is_repeatable(
                        witnesses, path, observed, self._plain
                    ):
                        found.unstable += 1
                    else:
                        given = witnesses.as_written(path.input)
                        seen.append((path, given, observed, witnesses.answers))
                elif not path.is_contradicted:
                    found.unstable += not path.replayed
                else:
                    found.faults.append((path.condition, "; ".join(witnesses.differences)))
        except KeyboardInterrupt:
            run.stop("interrupted")
        shows = [Shows(path.trace_texts, _end(path)) for path, *_ in seen]
        kept = [seen[index] for index in chosen(shows, self._options.limit)]
        cases = [
            JavaCase(witnesses.method(), access, given, observed, path.condition, answers)
            for path, given, observed, answers in kept
        ]
        found.cases = cases
        if self._options.inputs == REACHABLE:
            paths = [path for path, *_ in kept]
            found.cases = self._that_can_happen(paths, cases, witnesses, found.account)
            found.unreached = len(cases) - len(found.cases)

    def _that_can_happen(
        self,
        paths: Sequence[PathResult],
        cases: Sequence[JavaCase],
        witnesses: JavaWitnesses,
        account: Account,
    ) -> list[JavaCase]:
        """Those whose objects cannot be written down as they are get the calls that make such."""
        recipes = JavaPathRecipes(witnesses.program, witnesses, self._jvm)
        waiting = [index for index, path in enumerate(paths) if recipes.are_needed(path.input)]
        kept = {index: case for index, case in enumerate(cases) if index not in waiting}
        if not waiting or account.stopped == "interrupted":
            return list(kept.values())
        try:
            searched = recipes.of([paths[index] for index in waiting]).found
        except KeyboardInterrupt:
            account.stopped = "interrupted"
            return list(kept.values())
        for number, recipe in searched.items():
            case = cases[waiting[number]]
            seen, again = (
                jvm.replay(case.method, recipe.given) for jvm in (self._jvm, self._plain)
            )
            end = seen.exception, seen.value, seen.output
            if seen.finished and not same_end(*end, again, recipe.given):
                made = replace(case, given=recipe.given, observed=seen, recipe=recipe)
                kept[waiting[number]] = replace(made, condition="", answers=())
        return [kept[index] for index in sorted(kept)]

    def written(
        self, found: Sequence[FunctionTests], destination: Path | None, *, hurry: bool = False
    ) -> Written:
        cases = [case for function in found for case in function.cases]
        subject = self._subjects[0]
        text = junit_text(subject.classes, subject.cls, cases, self._name)
        return Written(text, len(cases), not_run="compile and run them with JUnit 5")

    def close(self) -> None:
        self._jvm.close()
        self._plain.close()


def suite_of(
    subjects: Sequence[JavaSubject], options: TestOptions, destination: Path | None
) -> JavaSuite:
    name = junit_name(subjects[0].cls)
    if destination is not None:
        name = destination.stem
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or destination.suffix != ".java":
            raise InputError(
                f"-o {destination}: tests of Java are a class; use a name as TreeTest.java"
            )
    return JavaSuite(subjects, options, name)


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


def need_jvm(subjects: Sequence[JavaSubject]) -> JvmReplayer:
    found = subjects[0].classes.jdk
    if found is None or not (found.home / "bin" / "java").is_file():
        raise InputError(f"tests show what a JVM does, and there is none: {HOW_TO_GET_ONE}")
    return JvmReplayer(found.home)
