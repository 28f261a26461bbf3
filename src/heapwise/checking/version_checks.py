"""Compares two versions of functions: a check of the program that runs both (`frontends.versions`).

If they differ, the smallest input that was found is run for real in both, and what is different
then is told. If they do not, the bounds of the check say for which inputs.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from heapwise.checking.check import check_function, subjects_of
from heapwise.checking.check_options import PATHS, CheckOptions
from heapwise.frontends.versions import ENDS, Pair, Product, differ
from heapwise.results import Verdict
from heapwise.results.checks import Finding, FunctionReport
from heapwise.results.differences import Difference, differences, tidied
from heapwise.results.heap import Named, Ref
from heapwise.results.version_pairs import GIVEN_BEFORE, Ending


@dataclass(frozen=True, slots=True)
class Compared:
    """What was found of one pair. If they differ, `finding` has the input, `endings` are what both
    did on it, and `code` builds it and calls the function; `where` are the differences."""

    name: str
    report: FunctionReport
    finding: Finding | None = None
    endings: tuple[Ending, Ending] | None = None
    where: tuple[Difference, ...] = ()
    code: str = ""

    @property
    def differs(self) -> bool:
        return self.finding is not None

    @property
    def verdict(self) -> Verdict:
        """`violated` if they differ; a failure of ours if the run does not show it."""
        if self.finding is None and self.report.verdict is Verdict.VIOLATED:
            return Verdict.NOT_REPRODUCED
        return self.report.verdict


def compared(product: Product, options: CheckOptions) -> Iterator[Compared]:
    options = replace(options, endless=False)
    for pair in product.pairs:
        found = None
        if pair.subject is not None:
            found = _judged(pair, check_function(pair.subject, replace(options, engine=PATHS)))
        if pair.target and (found is None or _needs_copies(found)):
            (subject,) = subjects_of(pair.target, options)
            copied = _judged(pair, check_function(subject, options))
            if found is None or copied.differs or copied.verdict.is_good:
                found = copied
        assert found is not None
        yield found


def _needs_copies(found: Compared) -> bool:
    """Could more be said if each version had an input of its own? Not if only time was missing."""
    return not (found.differs or found.verdict.is_good or found.report.account.stopped)


def _judged(pair: Pair, report: FunctionReport) -> Compared:
    found = [each for each in report.findings if each.kind == "assertion" and each.counts]
    for finding in found:
        one, other = pair.run(finding.input)
        if one.how not in ENDS or other.how not in ENDS or not differ(one, other):
            continue
        before, now = tidied(one.heap), tidied(other.heap)
        where = list(differences(before, now))
        endings = Ending(one.how, before, one.exception), Ending(other.how, now, other.exception)
        return Compared(pair.name, report, finding, endings, tuple(where), pair.call(finding.input))
    return Compared(pair.name, report)


def test_text(found: Compared) -> str:
    """A test that passes before and fails now: that what is different is as it was. Empty if that
    cannot be said in terms of arguments and result."""
    assert found.endings is not None
    before, now = found.endings
    statements = ast.parse(found.code).body
    imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
    *setup, last = [each for each in statements if each not in imports]
    gives = before.how == "yielded" or GIVEN_BEFORE in before.heap.roots
    hoisted, call, names = _hoisted(_inside(last) if gives else last, list(before.heap.roots))
    lines = [*map(ast.unparse, imports), *map(ast.unparse, setup), *hoisted]
    if before.how == "raised" and GIVEN_BEFORE in before.heap.roots:
        names[GIVEN_BEFORE] = "yielded"
        lines += ["yielded = []", "with pytest.raises(Exception) as raised:"]
        lines.append(f"    yielded.extend({call})")
    elif before.how == "raised":
        lines += ["with pytest.raises(Exception) as raised:", f"    {call}"]
    if before.how == "raised":
        lines.append(f'assert type(raised.value).__name__ == "{before.exception}"')
    else:
        lines.append(f"result = {f'list({call})' if before.how == 'yielded' else call}")
    wanted = [_assertion(each, names) for each in found.where]
    said = [each for each in wanted if each is not None][:5]
    if not said and (before.how, before.exception) == (now.how, now.exception):
        return ""
    lines += said
    name = "".join(each if each.isalnum() else "_" for each in found.name).strip("_").lower()
    body = "\n".join(f"    {line}" for line in lines)
    return f"def test_{name}_does_what_it_did() -> None:\n{body}\n"


def _inside(last: ast.stmt) -> ast.stmt:
    """The call of a generator function, of which all items are asked for."""
    expression = last.value if isinstance(last, ast.Expr) else None
    if isinstance(expression, ast.Call) and ast.unparse(expression.func) == "list":
        return ast.Expr(expression.args[0])
    return last


def _hoisted(last: ast.stmt, roots: list[str]) -> tuple[list[str], str, dict[str, str]]:
    """Arguments get names, so that they can be looked at afterwards; the call with these names; and
    which name stands for which root."""
    expression = last.value if isinstance(last, ast.Expr) else None
    if not isinstance(expression, ast.Call):
        return [], ast.unparse(last), {}
    lines: list[str] = []
    names: dict[str, str] = {}
    parameters = [each for each in roots if each != "result"]

    def named(value: ast.expr, name: str) -> ast.expr:
        if isinstance(value, ast.Name):
            names[name] = value.id
        elif not isinstance(value, ast.Constant) and parameters:
            own = "receiver" if name == "self" else name
            lines.append(f"{own} = {ast.unparse(value)}")
            names[name] = own
            return ast.Name(own)
        return value

    function = expression.func
    rest = parameters
    is_bound = len(expression.args) + len(expression.keywords) < len(parameters)
    if parameters[:1] == ["self"] and isinstance(function, ast.Attribute) and is_bound:
        function.value = named(function.value, "self")
        rest = parameters[1:]
    for place, (value, name) in enumerate(zip(list(expression.args), rest, strict=False)):
        if isinstance(value, ast.Starred):
            break
        expression.args[place] = named(value, name)
    for keyword in expression.keywords:
        if keyword.arg is not None:
            keyword.value = named(keyword.value, keyword.arg)
    return lines, ast.unparse(expression), names


def _assertion(difference: Difference, names: dict[str, str]) -> str | None:
    """None if it cannot be said in a line."""

    def way(text: str) -> str | None:
        if text.startswith(GIVEN_BEFORE) and GIVEN_BEFORE in names:
            return text.replace(GIVEN_BEFORE, names[GIVEN_BEFORE], 1)
        root = text.removeprefix("list(")
        for end, character in enumerate(root):
            if not (character.isalnum() or character == "_"):
                root = root[:end]
                break
        if root == "result":
            return text
        return text.replace(root, names[root], 1) if root in names else None

    place = way(difference.way)
    if place is None:
        return None
    if difference.what == "length":
        return f"assert len({place}) == {difference.before}"
    if difference.what == "class":
        return f'assert type({place}).__name__ == "{difference.before}"'
    value = difference.before
    if isinstance(value, Ref):
        other = way(difference.alias) if difference.alias else None
        return f"assert {place} is not None" if other is None else f"assert {place} is {other}"
    if value is None or isinstance(value, bool):
        return f"assert {place} is {value}"
    if isinstance(value, float) and not math.isfinite(value):
        return f"assert repr({place}) == {str(value)!r}"
    if isinstance(value, Named):
        return _about_constant(place, value.text, str(difference.now))
    if isinstance(value, int | float | str):
        kind = type(value).__name__
        is_same = type(difference.now) is type(value)
        same = f"assert {place} == {value!r}"
        if isinstance(value, float) and value == 0:
            same = f"assert repr({place}) == {str(value)!r}"
        return same if is_same else f"{same} and type({place}) is {kind}"
    return None


def _about_constant(place: str, text: str, now: str) -> str | None:
    """Bytes and complex numbers are literals; a class or function has a name, and so has a member
    of an enum, which its own text tells."""
    if text.isidentifier() and text not in vars(builtins):
        return f'assert {place}.__name__ == "{text}"'
    if text.replace(".", "").isidentifier():
        return None if text in now else f'assert "{text}" in repr({place})'
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return f"assert repr({place}) == repr({text})"


def tests_file(found: list[Compared], before: str) -> str:
    made = (test_text(each) for each in found if each.differs and each.code)
    tests = [each for each in made if each]
    needs = "import pytest\n\n\n" if any("pytest.raises" in each for each in tests) else "\n"
    head = f'"""What {before} did and its next version does not; written by heapwise diff."""\n\n'
    return head + needs + "\n\n".join(tests)


def place_of(folder: Path, target: str, top: Path) -> str:
    """The same target in another folder."""
    file, colon, name = target.partition(":")
    return f"{folder / Path(file).resolve().relative_to(top)}{colon}{name}"
