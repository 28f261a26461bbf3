"""A JUnit 5 file from witnesses that were replayed in a JVM.

One test per case: its input built object by object, the call, and assertions of what the JVM was
seen to do: result or exception, and the whole final heap. Constructors and fields that the test can
name are used as they are, everything else goes through reflection. The text depends on the cases
alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heapwise.results import Heap
from heapwise.testgen.cpython_replay import Observation
from heapwise.testgen.java.access import ClassAccess, MethodAccess
from heapwise.testgen.java.against_prediction import STACK_OVERFLOW
from heapwise.testgen.java.junit_body import Answers, Body
from heapwise.testgen.java.junit_helpers import ASSERTIONS, HELPERS, IMPORTS, opening
from heapwise.testgen.java.junit_names import UnwritableError
from heapwise.testgen.java.jvm import JavaMethod
from heapwise.testgen.java.recipe import JavaRecipe
from heapwise.testgen.titles import names_of

_WIDTH = 96


@dataclass(frozen=True, slots=True)
class JavaCase:
    """A witness and what it was seen to do; `condition` says when the path is taken, `answers`
    what stubs have returned. With a `recipe`, the test makes the input as that does."""

    method: JavaMethod
    access: MethodAccess
    given: Heap
    observed: Observation
    condition: str = ""
    answers: Answers = ()
    title: str = ""
    recipe: JavaRecipe | None = None

    @property
    def target(self) -> str:
        return self.method.name if self.method.name != "<init>" else "construct"


def write_junit(
    cases: Sequence[JavaCase], package: str, name: str, classes: Mapping[str, ClassAccess]
) -> str:
    """The text of the file `name.java` in `package` (which may be empty). Cases that would give
    the same test are written once, those that did not run to an end not at all."""
    tests: dict[tuple[str, ...], JavaCase] = {}
    used: set[str] = set()
    opened: set[str] = set()
    members: dict[str, tuple[str, ...]] = {}
    for case in cases:
        if case.observed.finished and case.observed.exception != STACK_OVERFLOW:
            called = case.method, case.access
            body = Body(*called, case.given, case.observed, classes, case.answers, case.recipe)
            try:
                lines = body.lines()
            except UnwritableError:
                continue
            tests.setdefault(tuple(lines), case)
            used |= body.names.helpers
            members |= body.members
            opened |= body.names.opened
    names = _names(list(tests.values()))
    lines = []
    for (body_lines, case), test in zip(tests.items(), names, strict=True):
        lines += ["", *_comment(case.condition), "    @Test"]
        lines += [f"    void {test}() throws Throwable {{"]
        lines += [f"        {line}" for line in body_lines]
        lines += ["    }"]
    helpers = [text.rstrip("\n") for key, text in HELPERS.items() if key in used]
    helpers += ["\n".join(f"    {line}".rstrip() for line in each) for each in members.values()]
    text = "\n".join([*lines, *(part for text in helpers for part in ("", text))])
    return "\n".join([*_head(package, name, text, used, opened), text.lstrip("\n"), "}", ""])


def _head(package: str, name: str, text: str, used: set[str], opened: set[str]) -> list[str]:
    lines = [f"// Tests of what a JVM was seen to do, written by heapwise: {name}.java"]
    if opened:
        lines.append(f"// They look into the JDK: run them with {opening(opened)}")
    if package:
        lines.append(f"package {package};")
    lines.append("")
    words = set(re.findall(r"\w+", text))
    lines += [
        f"import static org.junit.jupiter.api.Assertions.{each};"
        for each in ASSERTIONS
        if each in words
    ]
    imports = {each for key in used for each in IMPORTS.get(key, ())}
    lines += ["", *(f"import {each};" for each in sorted(imports))]
    lines += ["import org.junit.jupiter.api.Test;", ""]
    lines += ['@SuppressWarnings({"deprecation", "removal", "unchecked", "rawtypes", "cast"})']
    lines.append(f"class {name} {{")
    return lines


_JAVA = {"raises": "throws", "none": "null"}
"""What Python's words are in Java."""


def _names(cases: Sequence[JavaCase]) -> list[str]:
    """`insertReturnsTrueWhenKeyBelowThisKey` …"""
    found: list[str] = []
    taken: set[str] = set()
    for name in names_of(cases):
        stem, _, number = name.rpartition("_")
        if stem not in taken:  # else the number tells names apart that are the same
            taken.add(name)
            stem, number = name, ""
        method, *rest = stem.split("_")[1:]
        words = (_JAVA.get(word, word) for word in rest)
        camel = method + "".join(word[:1].upper() + word[1:] for word in words)
        found.append(f"{camel}_{number}" if number else camel)
    return found


def _comment(condition: str) -> list[str]:
    """Escapes are read inside comments too, and one may not end early."""
    text = " ".join(condition.replace("\\u", "\\ u").replace("*/", "* /").split())
    if not text:
        return []
    if len(text) > 2 * _WIDTH:
        text = f"{text[: 2 * _WIDTH]} …"
    lines = re.findall(rf".{{1,{_WIDTH - 12}}}(?:\s|$)|\S+", text)
    return ["    /*", *(f"     * {line.rstrip()}" for line in lines), "     */"]
