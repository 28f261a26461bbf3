"""Branch decisions of Python source as events, and the rewriting of a module that records them.

An event is `line:column kind truth`, e.g. `12:7 if true`. Line and column are `lineno` and
`col_offset` as `ast` gives them (lines from 1, columns from 0, in UTF-8 bytes) of the node named
in the table; parentheses around an expression do not count. Truth is `true` or `false`.

| kind     | position of       | one event for                                                |
|----------|-------------------|--------------------------------------------------------------|
| `if`     | the test          | each evaluation of the test of an `if` or `elif`             |
| `while`  | the test          | each evaluation of the loop test                             |
| `for`    | the iterable      | each item obtained (true), exhaustion (false)                |
| `and`    | the operand       | each operand evaluated but the last of its `and`: is it true |
| `or`     | the operand       | likewise for `or`                                            |
| `ifexp`  | the test          | each conditional expression                                  |
| `chain`  | the left operand  | each comparison evaluated in a chain but the last: is it     |
|          | of the comparison | true (`a < b < c` has one at `a`; `b < c` gives none)        |
| `item`   | the iterable      | as `for`, in comprehensions and generator expressions        |
| `filter` | the condition     | each `if` of a comprehension, every time it is evaluated     |
| `assert` | the test          | each assertion                                               |
| `case`   | the pattern       | each case tried: pattern and guard together                  |
| `guard`  | the guard         | each guard evaluated, its pattern having matched             |
| `except` | the handler       | each time a handler has caught an exception (always true)    |
| `with`   | the manager       | each exception that ends the body of a `with`: has the       |
|          |                   | manager swallowed it                                         |
| `def`    | the definition    | each time its body begins to run (always true; of a          |
|          |                   | generator, when it is first resumed): which method of many   |
| `lambda` | the lambda        | each time it is called (always true)                         |

Order. An event is recorded when its decision has been made: after everything that was evaluated to
make it (events of operands, of calls, of `__bool__` and `__len__` come before it) and before
anything that follows from it. So `if a and b` gives `and` at `a`, the events within `b` if it is
evaluated, and `if` at `a` (the test starts where its first operand does). `for` and `item`: the
event comes after `__next__` returned (or raised StopIteration) and before the target is assigned.
`case`: a failed case gives its `false` before the next pattern is tried; `true` comes after the
guard and before the body. `except` comes before the body of the handler, `with` after `__exit__`.
An exception raised while a decision is made leaves no event for it.

What gives no event: a test, operand or condition that is a literal constant (`while True`,
`if 0`); `not`; the last operand of `and`/`or`; a single
comparison; the last comparison of a chain; a case without a guard whose pattern always matches
(`case _`, `case x`); `async for`, `async with` and asynchronous comprehensions; a generator that
is closed (GeneratorExit): when that happens, nobody decides; what library functions decide (`any`,
`all`, `sorted`, `filter`, `min`); annotations; code that is not in an instrumented module. Default
arguments and decorators of nested functions give the events of the expressions they are.

Truth values are taken once. Within a nest of `and`, `or`, `not`, conditional expressions and chains
each operand that is evaluated has its truth taken at most once, in conditions and in values:
`x = (a and b) or c` asks `a` once even if it decides both operators (events: `and` at `a` false,
`or` at `a` false). The value is the operand itself, as in Python. (CPython does the same in
conditions; in values some versions ask a falsy operand again, which nobody can rely on.)

How it is done: no names are added to the module and no scopes are opened, so that `yield`, `:=`,
`super()` and class bodies keep their meaning. The hooks are the functions of `recorder.py`, found
as builtins whose names class bodies do not mangle. Values that are needed again after a decision
(`a` in `a and b`, `b` in `a < b < c`) wait on the recorder's stack; nothing of the program runs
between the moment one is put there and the moment it is taken, except comparisons, which nest.
Line numbers stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

_N = TypeVar("_N", bound=ast.AST)

DECIDE = "__heapwise_decide__"
KEEP_TRUE = "__heapwise_keep_true__"
KEEP_FALSE = "__heapwise_keep_false__"
TAKE = "__heapwise_take__"
PUT = "__heapwise_put__"
CHAIN = "__heapwise_chain__"
CHAIN_DROP = "__heapwise_chain_drop__"
ITERATE = "__heapwise_iterate__"
MATCHED = "__heapwise_matched__"
FAILED = "__heapwise_failed__"
CAUGHT = "__heapwise_caught__"
MANAGED = "__heapwise_managed__"


def instrument(source: str | bytes, filename: str, prefix: str = "") -> ast.Module:
    """The module with its hooks in place. `prefix` goes in front of every event (for modules other
    than the one under test: `shapes.base:12:7 if true`)."""
    tree = ast.parse(source, filename)
    rewritten = _Rewriter(prefix).visit(tree)
    assert isinstance(rewritten, ast.Module)
    return ast.fix_missing_locations(rewritten)


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """A place where a branch is decided; it can come out true and false."""

    line: int
    column: int
    kind: str

    def event(self, truth: bool) -> str:
        return f"{self.line}:{self.column} {self.kind} {'true' if truth else 'false'}"


def sites(node: ast.AST) -> list[Site]:
    """Every site in a piece of source, nested functions included, in source order."""
    found: set[Site] = set()
    for each in walk_code(node):
        found.update(_sites_of(each))
    return sorted(found)


def walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but annotations, which do not run."""
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        for name, child in ast.iter_fields(each):
            if name in ("annotation", "returns", "type_params"):
                continue
            children = child if isinstance(child, list) else [child]
            pending.extend(part for part in children if isinstance(part, ast.AST))


def _sites_of(node: ast.AST) -> Iterator[Site]:
    match node:
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            kind = type(node).__name__.lower()
            yield from _test_site(node.test, kind)
        case ast.For():
            yield _site(node.iter, "for")
        case ast.BoolOp():
            for operand in node.values[:-1]:
                yield from _test_site(operand, _operator(node))
        case ast.Compare():
            for left in [node.left, *node.comparators][:-2]:
                yield _site(left, "chain")
        case ast.comprehension():
            if not node.is_async:
                yield _site(node.iter, "item")
            for condition in node.ifs:
                yield from _test_site(condition, "filter")
        case ast.match_case():
            if not _always_matches(node):
                yield _site(node.pattern, "case")
            if node.guard is not None:
                yield from _test_site(node.guard, "guard")


def _test_site(test: ast.expr, kind: str) -> Iterator[Site]:
    if not isinstance(test, ast.Constant):
        yield _site(test, kind)


def _site(node: ast.expr | ast.pattern, kind: str) -> Site:
    return Site(node.lineno, node.col_offset, kind)


def _operator(node: ast.BoolOp) -> str:
    return "and" if isinstance(node.op, ast.And) else "or"


def _always_matches(case: ast.match_case) -> bool:
    return case.guard is None and _is_irrefutable(case.pattern)


def _is_irrefutable(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchAs(pattern=None):
            return True
        case ast.MatchAs(pattern=inner) if inner is not None:
            return _is_irrefutable(inner)
        case ast.MatchOr(patterns=patterns):
            return any(_is_irrefutable(each) for each in patterns)
    return False


class _Rewriter(ast.NodeTransformer):
    """`visit` gives the value of an expression, `_truth` its truth as a real bool."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    # ------------------------------------------------------------------ expressions

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """`a and b` as a value: the first operand that decides is taken from the stack."""
        is_and = isinstance(node.op, ast.And)
        value: ast.expr = self._value(node.values[-1])
        for operand in reversed(node.values[:-1]):
            truth = self._decided(_operator(node), operand, self._truth(operand, not is_and))
            taken = _call(operand, TAKE)
            body, otherwise = (value, taken) if is_and else (taken, value)
            value = _at(operand, ast.IfExp(truth, body, otherwise))
        return _at(node, value)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self._test("ifexp", node.test)
        return _at(node, ast.IfExp(test, self._value(node.body), self._value(node.orelse)))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return _at(node, ast.UnaryOp(node.op, self._truth(node.operand, None)))
        return _at(node, ast.UnaryOp(node.op, self._value(node.operand)))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        steps, last = self._chain(node)
        value: ast.expr = last
        for site, comparison in reversed(steps):
            test = _call(node, CHAIN, site, comparison)
            value = _at(node, ast.IfExp(test, value, _call(node, TAKE)))
        return value

    def _chain(self, node: ast.Compare) -> tuple[list[tuple[ast.expr, ast.expr]], ast.expr]:
        """The comparisons before the last with their sites, and the last one. Each puts its right
        operand on the stack, where the next finds its left one."""
        operands = [node.left, *node.comparators]
        steps: list[tuple[ast.expr, ast.expr]] = []
        left: ast.expr = self._value(node.left)
        for index, operator in enumerate(node.ops[:-1]):
            put = _call(node, PUT, self._value(operands[index + 1]))
            comparison = _at(node, ast.Compare(left, [operator], [put]))
            steps.append((self._name("chain", operands[index]), comparison))
            left = _call(node, TAKE)
        last = ast.Compare(left, [node.ops[-1]], [self._value(operands[-1])])
        return steps, _at(node, last)

    def _truth(self, node: ast.expr, keep: bool | None) -> ast.expr:
        """An expression for the truth of `node`. If it comes out as `keep`, the value has been put
        on the stack. Where nothing is kept, a plain operand stands for its own truth: whoever
        uses it takes it once."""
        match node:
            case ast.BoolOp():
                is_and = isinstance(node.op, ast.And)
                # The operand that decides early is the result only if it has the kept truth.
                early = keep if keep is (not is_and) else None
                parts = [
                    self._decided(_operator(node), operand, self._truth(operand, early))
                    for operand in node.values[:-1]
                ]
                return _at(node, ast.BoolOp(node.op, [*parts, self._truth(node.values[-1], keep)]))
            case ast.IfExp():
                test = self._test("ifexp", node.test)
                body, otherwise = self._truth(node.body, keep), self._truth(node.orelse, keep)
                return _at(node, ast.IfExp(test, body, otherwise))
            case ast.UnaryOp(op=ast.Not()) if keep is None:
                return _at(node, ast.UnaryOp(node.op, self._truth(node.operand, None)))
            case ast.Compare() if len(node.ops) > 1:
                steps, last = self._chain(node)
                truth = _kept(last, keep)
                hook = CHAIN if keep is False else CHAIN_DROP
                for site, comparison in reversed(steps):
                    test = _call(node, hook, site, comparison)
                    truth = _at(node, ast.IfExp(test, truth, ast.Constant(False)))
                return truth
        return _kept(self._value(node), keep)

    def _value(self, node: ast.expr) -> ast.expr:
        value = self.visit(node)
        assert isinstance(value, ast.expr)
        return value

    def _test(self, kind: str, test: ast.expr) -> ast.expr:
        return self._decided(kind, test, self._truth(test, None))

    def _decided(self, kind: str, original: ast.expr, truth: ast.expr) -> ast.expr:
        if isinstance(original, ast.Constant):
            return truth
        return _call(original, DECIDE, self._name(kind, original), truth)

    def _name(self, kind: str, node: ast.expr | ast.pattern | ast.ExceptHandler) -> ast.expr:
        return _at(node, ast.Constant(f"{self._prefix}{node.lineno}:{node.col_offset} {kind} "))

    # ------------------------------------------------------------------ statements and clauses

    def visit_If(self, node: ast.If) -> ast.stmt:
        test = self._test("if", node.test)
        return _at(node, ast.If(test, self._block(node.body), self._block(node.orelse)))

    def visit_While(self, node: ast.While) -> ast.stmt:
        test = self._test("while", node.test)
        return _at(node, ast.While(test, self._block(node.body), self._block(node.orelse)))

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        message = self._value(node.msg) if node.msg is not None else None
        return _at(node, ast.Assert(self._test("assert", node.test), message))

    def visit_For(self, node: ast.For) -> ast.stmt:
        items = _call(node.iter, ITERATE, self._name("for", node.iter), self._value(node.iter))
        target = self._value(node.target)
        body, otherwise = self._block(node.body), self._block(node.orelse)
        return _at(node, ast.For(target, items, body, otherwise, node.type_comment))

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        items = self._value(node.iter)
        if not node.is_async:
            items = _call(node.iter, ITERATE, self._name("item", node.iter), items)
        conditions = [self._test("filter", condition) for condition in node.ifs]
        return ast.comprehension(self._value(node.target), items, conditions, node.is_async)

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        """After each case comes one that never matches: its guard runs if the case failed."""
        cases: list[ast.match_case] = []
        for case in node.cases:
            body = self._block(case.body)
            guard = self._test("guard", case.guard) if case.guard is not None else None
            if _always_matches(case):
                cases.append(ast.match_case(case.pattern, None, body))
                continue
            name = self._name("case", case.pattern)
            matched = _at(case.pattern, ast.Expr(_call(case.pattern, MATCHED, name)))
            cases.append(ast.match_case(case.pattern, guard, [matched, *body]))
            failed = _call(case.pattern, FAILED, name)
            nothing = _at(case.pattern, ast.MatchAs())
            cases.append(ast.match_case(nothing, failed, [_at(case.pattern, ast.Pass())]))
        return _at(node, ast.Match(self._value(node.subject), cases))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        kind = self._value(node.type) if node.type is not None else None
        caught = ast.Expr(_call(node, CAUGHT, self._name("except", node)))
        body = [_at(node.body[0], caught), *self._block(node.body)]
        return _at(node, ast.ExceptHandler(kind, node.name, body))

    def visit_With(self, node: ast.With) -> ast.stmt:
        items = []
        for item in node.items:
            manager = item.context_expr
            name = self._name("with", manager)
            managed = _call(manager, MANAGED, name, self._value(manager))
            target = self._value(item.optional_vars) if item.optional_vars is not None else None
            items.append(ast.withitem(managed, target))
        return _at(node, ast.With(items, self._block(node.body), node.type_comment))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        value = self._value(node.value) if node.value is not None else None
        target = self._value(node.target)
        assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)
        return _at(node, ast.AnnAssign(target, node.annotation, value, node.simple))

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        arguments = self.visit(node.args)
        begins = _call(node.body, DECIDE, self._name("lambda", node), ast.Constant(True))
        body = ast.IfExp(begins, self._value(node.body), ast.Constant(None))
        return _at(node, ast.Lambda(arguments, _at(node.body, body)))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self._function(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.stmt:
        self._function(node)
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        node.decorator_list = [self._value(each) for each in node.decorator_list]
        self.visit(node.args)
        body = self._block(node.body)
        name = ast.Constant(f"{self._prefix}{node.lineno}:{node.col_offset} def ")
        begin = ast.Expr(ast.Call(ast.Name(DECIDE, ast.Load()), [name, ast.Constant(True)], []))
        at = 1 if ast.get_docstring(node, clean=False) is not None else 0
        # Without a position of its own: the first statement keeps its line in tracebacks, and a
        # docstring is no line that runs.
        body.insert(at, ast.copy_location(begin, node.body[min(at, len(node.body) - 1)]))
        node.body = body

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            rewritten = self.visit(statement)
            assert isinstance(rewritten, ast.stmt)
            result.append(rewritten)
        return result


def _kept(value: ast.expr, keep: bool | None) -> ast.expr:
    if keep is None:
        return value
    return _call(value, KEEP_TRUE if keep else KEEP_FALSE, value)


def _call(
    at: ast.expr | ast.pattern | ast.ExceptHandler, hook: str, *arguments: ast.expr
) -> ast.expr:
    return _at(at, ast.Call(ast.Name(hook, ast.Load()), list(arguments), []))


def _at(source: ast.AST, node: _N) -> _N:
    return ast.copy_location(node, source)
