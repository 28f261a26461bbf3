"""A pytest file from replayed witnesses.

One function per case: its input built line by line, the call, and assertions of what CPython was
seen to do. The text depends on the cases alone, so it is the same in every run; cases that would
give the same test are written once, and those that did not run to an end not at all.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from heapwise.results import Value
from heapwise.testgen.assertions import Asserter, Assertion, Binding, Line, must_be_named
from heapwise.testgen.calltext import call_text
from heapwise.testgen.cases import TestCase, WrittenTest
from heapwise.testgen.cpython_replay import Status
from heapwise.testgen.heading import as_imported, header
from heapwise.testgen.line_breaking import WIDTH, docstring, separated, wrapped
from heapwise.testgen.module_source import ModuleFacts, read_module
from heapwise.testgen.rebuild import Built, build
from heapwise.testgen.recipe import built_by
from heapwise.testgen.titles import names_of
from heapwise.testgen.world_statements import world_in_test

_DEPTH_DEPENDENT = frozenset(("RecursionError", "MemoryError"))


def write_tests(cases: Sequence[TestCase], destination: Path | None = None) -> str:
    """The text of the test file. `destination` is where it will be: if the modules cannot be
    imported from there, the file says where they are."""
    facts = {case.module: read_module(case.module.path) for case in cases}
    tests: dict[tuple[str, tuple[str, ...]], WrittenTest] = {}
    for case in cases:
        if case.observed.finished:
            body = tuple(_body(case, facts[case.module]))
            tests.setdefault((case.target, body), WrittenTest(case, body))
    kept = list(tests.values())
    names = names_of([each.case for each in kept])
    lines = header(kept, facts, destination)
    for name, each in zip(names, kept, strict=True):
        lines += ["", "", *_signature(name, _fixtures(each.body))]
        if each.case.condition or each.case.title:
            lines += docstring(each.case.condition or each.case.title, 4)
        lines += as_imported(each.body, facts[each.case.module])
    return "\n".join(lines) + "\n"


def _body(case: TestCase, facts: ModuleFacts) -> list[str]:
    observed = case.observed
    raised = observed.status is Status.RAISED
    result = None if raised else observed.value
    reserved = {case.target.split(".")[0], "math", "itertools", "sys"}
    named = must_be_named(case.given, observed.output, result)
    built = built_by(case.recipe, named, facts) if case.recipe is not None else None
    if built is None:
        built = build(case.given, facts, named=named, reserved=reserved)
    call = _call(case, built, facts)
    asserter = Asserter(case.given, observed.output, built, facts)
    about_result = [] if raised else asserter.of_result(result)
    depends_on_depth = raised and observed.exception in _DEPTH_DEPENDENT
    about_heap = [] if depends_on_depth else asserter.of_heap()
    about_heap += [Assertion((_renamed(each, case, built),)) for each in case.invariants]
    groups = [_statements(world_in_test(case.given) or ()), _statements(built.statements)]
    if _is_procedure(case, facts, result):
        about_result = []
    if raised:
        groups.append([f"    with pytest.raises({observed.exception}):", *wrapped(call, 8)])
    elif _is_procedure(case, facts, result):
        groups.append(wrapped(call, 4))
    elif not about_heap and _is_simple(about_result):
        groups.append(_asserted(about_result[0], call))
        about_result = []
    else:
        groups.append(wrapped(f"result = {call}", 4))
    groups.append(_assertions([*about_result, *about_heap]))
    return separated(groups)


def _signature(name: str, parameters: str) -> list[str]:
    line = f"def {name}({parameters}) -> None:"
    if len(line) <= WIDTH or not parameters:
        return [line]
    return [f"def {name}(", f"    {parameters}", ") -> None:"]


def _fixtures(body: Sequence[str]) -> str:
    text = "\n".join(body)
    return ", ".join(
        f"{name}: {hint}"
        for name, hint in (("monkeypatch", "pytest.MonkeyPatch"), ("tmp_path", "pathlib.Path"))
        if re.search(rf"\b{name}\b", text)
    )


def _call(case: TestCase, built: Built, facts: ModuleFacts) -> str:
    call = call_text(case.target, case.given, built, facts)
    if not case.observed.exhausted:
        # An iterator that raised is run to its end here too.
        function = facts.functions.get(case.target)
        lazy = function is not None and function.is_generator
        return f"list({call})" if lazy and case.observed.status is Status.RAISED else call
    if not case.observed.items_cut:
        return f"list({call})"
    value = case.observed.value
    items = next(
        (obj.items for ref, obj in case.observed.output.objects.items() if ref == value), ()
    )
    return f"list(itertools.islice({call}, {len(items or ())}))"


def _is_procedure(case: TestCase, facts: ModuleFacts, result: Value) -> bool:
    if case.target.endswith((".fset", ".fdel")):
        return True
    function = facts.functions.get(case.target)
    return result is None and function is not None and function.returns_none


def _is_simple(lines: Sequence[Line]) -> bool:
    if len(lines) != 1 or not isinstance(lines[0], Assertion):
        return False
    conditions = lines[0].conditions
    return len(conditions) == 1 and conditions[0].startswith(("result ==", "result is "))


def _asserted(line: Line, call: str) -> list[str]:
    assert isinstance(line, Assertion)
    return wrapped(f"assert {call}{line.conditions[0].removeprefix('result')}", 4)


def _statements(statements: Sequence[str]) -> list[str]:
    return [line for statement in statements for line in wrapped(statement, 4)]


def _assertions(lines: Sequence[Line]) -> list[str]:
    result: list[str] = []
    for line in lines:
        if isinstance(line, Binding):
            result += wrapped(f"{line.name} = {line.expression}", 4)
        else:
            for statement in _packed(line.conditions):
                result += wrapped(f"assert {statement}", 4)
    return result


def _packed(conditions: Sequence[str]) -> list[str]:
    """The conditions joined with `and`, as many on a line as fit."""
    lines: list[str] = []
    for condition in conditions:
        joined = f"{lines[-1]} and {condition}" if lines else condition
        if lines and len(joined) + len("    assert ") <= WIDTH:
            lines[-1] = joined
        else:
            lines.append(condition)
    return lines


def _renamed(expression: str, case: TestCase, built: Built) -> str:
    """An invariant over the parameters, in the names of the test."""
    tree = ast.parse(expression, mode="eval")

    class Rename(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id not in case.given.roots:
                return node
            return ast.parse(built.text(case.given.roots[node.id]), mode="eval").body

    return ast.unparse(Rename().visit(tree))
