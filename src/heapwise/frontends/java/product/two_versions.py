"""Makes one program of two versions of Java classes, method by method."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heapwise.engine.state import Leaf
from heapwise.frontends.java.checking.judging import JavaJudge
from heapwise.frontends.java.checking.subjects import JavaSubject, subjects_of
from heapwise.frontends.java.classpath.source_texts import JavaSources
from heapwise.frontends.java.classpath.targets import JavaTarget
from heapwise.frontends.java.main_code import names_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.product.both_runs import Versions, program_of_both
from heapwise.frontends.java.product.merged_classes import MergedClasses
from heapwise.frontends.java.product.version_runs import VersionRuns, VersionWitnesses
from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.witness.java_code import junit_name, junit_text
from heapwise.frontends.protocol import Judged, Loading, Witnesses
from heapwise.frontends.versions import Pair, Product, paired
from heapwise.program import InputError
from heapwise.results import Heap, OutcomeKind, PathResult
from heapwise.results.place import Place

_LEAVES_OUT = (
    "messages of exceptions, static fields and the identity of strings and boxes are not compared"
)


def product_of(before: str, now: str, folder: Path) -> Product:
    """Of the methods that both targets have."""
    first, second = _named(before), _named(now)
    names = paired(first, second)
    if not names:
        raise InputError(f"{before} and {now} have no method in common")
    pairs: list[Pair] = []
    runs: dict[str, VersionRuns] = {}
    unsupported: dict[str, str] = {}
    one, other = (next(iter(each.values())).classes for each in (first, second))
    classes = MergedClasses(one, other)
    for name, its in names.items():
        skipped = first[name].skipped or second[its].skipped
        if skipped:
            unsupported[name] = skipped
            continue
        subject = _Both(first[name], second[its], classes)
        try:
            subject.program(Loading())
        except InputError as error:
            unsupported[name] = error.message
            continue
        runs[name] = made = subject.runs
        pairs.append(Pair(name, made.ended, made.call, subject=subject))

    def tests(found: Sequence[tuple[str, Heap]], destination: Path | None) -> str:
        cases = [runs[name].case(given) for name, given in found]
        cls = first[found[0][0]].cls
        return junit_text(classes, cls, cases, _class_name(destination) or junit_name(cls))

    return Product(
        pairs,
        [name for name, each in first.items() if name not in names and not each.skipped],
        [name for name, each in second.items() if name not in names.values() and not each.skipped],
        unsupported,
        _LEAVES_OUT,
        tests,
    )


def _class_name(destination: Path | None) -> str:
    if destination is None:
        return ""
    if not re.fullmatch(r"[A-Za-z_]\w*", destination.stem) or destination.suffix != ".java":
        raise InputError(
            f"--test {destination}: tests of Java are a class; use a name as TreeTest.java"
        )
    return destination.stem


def _named(target: str) -> dict[str, JavaSubject]:
    return {_full_name(each): each for each in subjects_of(target, JavaOptions())}


def _full_name(subject: JavaSubject) -> str:
    """Classes of several packages may be called alike."""
    return f"{subject.cls.java_name}.{subject.method.name}{subject.method.type}"


class _Both:
    """A method in both versions, as something that can be checked."""

    skipped = ""
    language = "java"

    def __init__(self, before: JavaSubject, now: JavaSubject, classes: MergedClasses) -> None:
        targets = [JavaTarget(each.classes, each.cls, each.method) for each in (before, now)]
        self._now = now
        self._versions = Versions(classes, targets[0], targets[1])
        names = names_of(before.method)
        has_receiver = not (before.method.is_static or before.method.is_constructor)
        self.runs = VersionRuns(self._versions, ["this", *names] if has_receiver else names)
        self.target = now.target
        self.name = now.name
        self.at = now.at

    def program(self, how: Loading) -> JavaProgram:
        options = replace(self._now.options, contracts=True)
        program = program_of_both(self.target, self._versions, options)
        program.witnesses = lambda calls: VersionWitnesses(program, calls, self.runs)
        return program

    def judge(self) -> _Judge:
        now = self._versions.now
        return _Judge(now.classes, now.cls, now.method)

    def conditions(self, failing: Sequence[Heap], passing: Sequence[Heap]) -> Sequence[str]:
        return ()

    def requiring(self, condition: str) -> None:
        return None

    def as_named(self, at: Place) -> Place:
        return at

    def sources(self) -> JavaSources:
        return self._now.sources()

    def file_of(self, code: str, file: str) -> str | None:
        return self._now.file_of(code, file)


class _Judge(JavaJudge):
    """Only that the versions differ is a finding."""

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        return leaf.kind is OutcomeKind.VIOLATED

    def needs(self, leaf: Leaf[Any]) -> str:
        return ""

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        return None

    def snippet(self, path: PathResult, witnesses: Witnesses) -> str:
        return ""
