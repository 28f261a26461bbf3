"""Candidates for the invariant of a Java class, on trial: each is a method of a class of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from heapwise.frontends.java.checking.subjects import JavaSubject, subjects_of
from heapwise.frontends.java.classfile.assembler import ClassText, MethodText, assemble
from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.targets import find_class
from heapwise.frontends.java.invariants.candidate import Candidate, home_of
from heapwise.frontends.java.invariants.candidates import candidates_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.protocol import Refuted, Subject
from heapwise.program import InputError
from heapwise.structure.to_python.deriving import INVARIANTS


class JavaInvariantTrial:
    """No calls are made to refute candidates: methods of the class do that, one after the other."""

    def __init__(self, target: str) -> None:
        self._target = target
        found = subjects_of(target, JavaOptions())
        self._classes: ClassPath = found[0].classes
        self._cls: ClassFile = _class_of(target, found)
        self.own = tuple(
            f"{name}()" for name in INVARIANTS if self._cls.method(name, "()Z") is not None
        )
        self._candidates = candidates_of(self._classes, self._cls)
        if not self._candidates:
            raise InputError(f"{target}: it has no fields that an invariant could be about")
        self._folder = TemporaryDirectory()
        self._home = home_of(self._cls.name)
        file = Path(self._folder.name, f"{self._home}.class")
        file.parent.mkdir(parents=True)
        file.write_bytes(_assembled(self._cls, self._candidates))

    @property
    def class_name(self) -> str:
        return self._cls.java_name

    @property
    def candidates(self) -> Sequence[str]:
        return [each.text for each in self._candidates]

    def needs(self, number: int) -> int | None:
        text = self._candidates[number].needs
        return self.candidates.index(text) if text else None

    def refuted_by_calls(self, calls: int, seconds: float, without: str = "") -> Refuted:
        return Refuted({}, 0, {})

    @property
    def idle(self) -> set[int]:
        return set()

    def is_telling(self, number: int) -> bool:
        return False

    def subjects(self, kept: Sequence[int]) -> Sequence[JavaSubject]:
        """Constructors and methods that others can call, with these for an invariant; without its
        own, which would hide what they do."""
        options = JavaOptions(
            class_path=(self._folder.name,),
            invariants=self._named(kept),
        )
        return [
            each
            for each in subjects_of(self._target, options)
            if each.cls.name == self._cls.name and not each.skipped and _is_about(each)
        ]

    def assuming(self, subject: Subject, kept: Sequence[int]) -> Subject:
        assert isinstance(subject, JavaSubject)
        options = replace(
            subject.options,
            class_path=(*subject.options.class_path, self._folder.name),
            found_invariants=(*subject.options.found_invariants, *self._named(kept)),
        )
        (found,) = subjects_of(subject.target, options)
        return found

    def _named(self, kept: Sequence[int]) -> tuple[str, ...]:
        return tuple(f"{self._home.replace('/', '.')}.c{number}" for number in kept)

    def number_of(self, text: str) -> int | None:
        found = re.fullmatch(r"invariant Candidates_.*\.c(\d+)", text)
        return int(found[1]) if found else None

    def strongest(self, kept: Sequence[int]) -> list[int]:
        texts = {self._candidates[number].text for number in kept}
        return [n for n in kept if texts.isdisjoint(self._candidates[n].implied)]

    def written(self, kept: Sequence[int]) -> str:
        lines = [line for number in kept for line in self._candidates[number].java]
        body = [f"    {line}" for line in (*lines, "return true;")]
        members = dict.fromkeys(self._candidates[number].members for number in kept)
        text = ["boolean repOK() {", *body, "}"]
        for member in members:
            text += ["", *member] if member else []
        return "\n".join(text)

    def close(self) -> None:
        self._folder.cleanup()


def _is_about(subject: JavaSubject) -> bool:
    """Has it an object of the class?"""
    own = f"L{subject.cls.name};"
    method = subject.method
    return not method.is_static or own in method.descriptor


def _class_of(target: str, found: Sequence[JavaSubject]) -> ClassFile:
    name = target.rpartition(":")[2]
    cls = find_class(found[0].classes, name)
    if cls is None:
        raise InputError(f"{target}: name a class, `app.jar:com.acme.Tree`")
    return cls


def _assembled(cls: ClassFile, candidates: Sequence[Candidate]) -> bytes:
    methods = [
        MethodText(f"c{number}", f"(L{cls.name};)Z", each.code)
        for number, each in enumerate(candidates)
    ]
    helpers = {each.name: each for candidate in candidates for each in candidate.helpers}
    return assemble(ClassText(home_of(cls.name), [*methods, *helpers.values()]))
