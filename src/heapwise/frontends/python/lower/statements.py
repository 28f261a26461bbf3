"""Lowers the statements of Python functions to instructions of the IR.

What must happen on the way out of a block — the `finally` of a try, the exit of a with — is
written once for each way out: its end, an exception, and every return, break and continue that
leaves it (`Cleanup`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from heapwise.frontends.python.lower.builder import COUNTING, Builder, Label, Region
from heapwise.frontends.python.lower.match_patterns import PatternLowering
from heapwise.frontends.python.semantics.containers import subscripts
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.calls import CallShape
from heapwise.frontends.python.semantics.objects import (
    asynchronous,
    exceptions,
    imports,
    name_operations,
)
from heapwise.frontends.python.semantics.operations import attribute_access, iteration, truth
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.scopes import FunctionNode


@dataclass(slots=True)
class Loop:
    """Where break and continue go, and how many cleanups are outside of each: to leave a loop is to
    let go of what it iterates over. `node` is the statement."""

    node: ast.stmt
    leave: Label
    again: Label
    outside: int
    inside: int


@dataclass(slots=True)
class Cleanup:
    """`write` what must run on the way out; `regions` do not protect it."""

    write: Callable[[], None]
    regions: list[Region]


class StatementLowering(PatternLowering):
    def __init__(self, node: FunctionNode, code: FunctionCode, builder: Builder) -> None:
        super().__init__(node, code, builder)
        self.loops: list[Loop] = []
        self.cleanups: list[Cleanup] = []

    def body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        method: Callable[[ast.stmt], None] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        with self.build.at(node):
            if method is None:
                self.unsupported(node, f"{type(node).__name__} statements")
            else:
                method(node)

    # -- simple statements

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _pass(self, node: ast.Pass) -> None:
        return None

    def _global(self, node: ast.Global) -> None:
        return None

    def _nonlocal(self, node: ast.Nonlocal) -> None:
        return None

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.value(node.value))

    def _augassign(self, node: ast.AugAssign) -> None:
        op = (type(node.op).__name__,)
        target = node.target
        if isinstance(target, ast.Name):
            left = self.load(target.id)
            right = self.value(node.value)
            counts = isinstance(node.op, COUNTING)
            result = self.build.perform(
                binary_operators.in_place, left, right, static=op, counts=counts
            )
            self.store(target.id, result)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value)
            name = (self.mangled(target.attr),)
            left = self.build.perform(attribute_access.get_attribute, owner, static=name)
            right = self.value(node.value)
            result = self.build.perform(binary_operators.in_place, left, right, static=op)
            self.build.perform(attribute_access.set_attribute, owner, result, static=name)
        else:
            owner = self.value(target.value)
            key = self.value(target.slice)
            left = self.build.perform(subscripts.get_item, owner, key)
            right = self.value(node.value)
            result = self.build.perform(binary_operators.in_place, left, right, static=op)
            self.build.perform(subscripts.set_item, owner, key, result)

    def _delete(self, node: ast.Delete) -> None:
        waiting = list(reversed(node.targets))
        while waiting:
            target = waiting.pop()
            if isinstance(target, ast.Tuple | ast.List):
                waiting.extend(reversed(target.elts))
            elif isinstance(target, ast.Subscript):
                owner = self.value(target.value)
                self.build.perform(subscripts.delete_item, owner, self.value(target.slice))
            elif isinstance(target, ast.Attribute):
                owner = self.value(target.value)
                static = (self.mangled(target.attr),)
                self.build.perform(attribute_access.delete_attribute, owner, static=static)
            elif isinstance(target, ast.Name):
                self._delete_name(target.id)

    def _delete_name(self, name: str) -> None:
        if name in self.cells or name in self.locals:
            self.load(name)
            self._unbind(name)
        else:
            self.build.perform(name_operations.delete_global, static=(self.code.globals, name))

    def _unbind(self, name: str) -> None:
        """Whether or not it is bound."""
        undefined = self.build.perform(name_operations.undefined)
        if name in self.cells:
            self.build.perform(name_operations.write_cell, self.cells[name], undefined)
        elif name in self.locals:
            self.build.move(self.locals[name], undefined)
        else:
            self.build.perform(
                name_operations.write_global, undefined, static=(self.code.globals, name)
            )

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            whole = alias.asname is not None
            value = self.build.perform(imports.import_module, static=(alias.name, whole))
            self.store(alias.asname or alias.name.split(".")[0], value)

    def _importfrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            static = (self.code.globals, node.module or "", node.level, alias.name)
            value = self.build.perform(imports.import_from, static=static)
            self.store(alias.asname or alias.name, value)

    def _asyncfunctiondef(self, node: ast.AsyncFunctionDef) -> None:
        self._functiondef(node)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = self.values(node.decorator_list)
        value = self.function(node, node.name)
        for decorator in reversed(decorators):
            shape = CallShape(1, (), ())
            value = self.build.perform(calls.call, decorator, value, static=(shape,))
        self.store(node.name, value)

    def _classdef(self, node: ast.ClassDef) -> None:
        self.unsupported(node, f"class {node.name} inside a function")

    # -- branches and loops

    def _if(self, node: ast.If) -> None:
        then, other, end = Label(), Label(), Label()
        if isinstance(node.test, ast.Constant):
            taken = node.body if node.test.value else node.orelse
            self.body(taken)
            return
        condition = self.test(node.test)
        with self.build.at(node.test):
            self.build.branch(condition, then, other, self.event(node.test, "if"))
        before = set(self.assigned)
        self.build.put(then)
        self.body(node.body)
        after_then = self.assigned
        self.assigned = before
        if node.orelse:
            self.build.jump(end)
        self.build.put(other)
        self.body(node.orelse)
        self.build.put(end)
        if _leaves(node.body):
            return
        self.assigned = after_then if _leaves(node.orelse) else self.assigned & after_then

    def _while(self, node: ast.While) -> None:
        again, inside, exhausted, leave = Label(), Label(), Label(), Label()
        before = set(self.assigned)
        self.build.put(again)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if not endless:
            condition = self.test(node.test)
            with self.build.at(node.test):
                self.build.branch(condition, inside, exhausted, self.event(node.test, "while"))
        self.build.put(inside)
        self.loops.append(Loop(node, leave, again, len(self.cleanups), len(self.cleanups)))
        self.body(node.body)
        self.loops.pop()
        self.build.jump(again, loops=True)
        self.build.put(exhausted)
        if not endless:
            self.assigned = set(before)
        self.body(node.orelse)
        self.build.put(leave)
        self.assigned = before

    def _for(self, node: ast.For) -> None:
        again, inside, exhausted, leave = Label(), Label(), Label(), Label()
        iterator = self.build.perform(iteration.iterate, self.value(node.iter))
        before = set(self.assigned)
        self.build.put(again)
        with self.build.at(node.iter):
            item = self.build.perform(iteration.advance, iterator)
            got = self.build.perform(iteration.got_item, item)
            self.build.branch(got, inside, exhausted, self.event(node.iter, "for"))
        self.build.put(inside)
        self.assign(node.target, item)
        self.loops.append(Loop(node, leave, again, len(self.cleanups), len(self.cleanups) + 1))
        release = Cleanup(lambda: self._let_go(iterator), [])
        self.cleanups.append(release)
        self.body(node.body)
        self.cleanups.pop()
        self.loops.pop()
        self.build.jump(again, loops=True)
        self.build.put(exhausted)
        self.assigned = set(before)
        self.body(node.orelse)
        self.build.put(leave)
        self.assigned = before

    def _asyncfor(self, node: ast.AsyncFor) -> None:
        again, inside, exhausted, leave = Label(), Label(), Label(), Label()
        iterator = self.build.perform(asynchronous.iterator_of, self.value(node.iter))
        before = set(self.assigned)
        self.build.put(again)
        with self.build.at(node.iter):
            item = self.delegate(self.build.perform(asynchronous.next_item, iterator))
            got = self.build.perform(asynchronous.got_item, item)
            self.build.branch(got, inside, exhausted)
        self.build.put(inside)
        self.assign(node.target, item)
        depth = len(self.cleanups)
        self.loops.append(Loop(node, leave, again, depth, depth))
        self.body(node.body)
        self.loops.pop()
        self.build.jump(again, loops=True)
        self.build.put(exhausted)
        self.assigned = set(before)
        self.body(node.orelse)
        self.build.put(leave)
        self.assigned = before

    def _let_go(self, iterator: int) -> None:
        """Until here it is held, whatever runs on the way out of the loop."""
        self.build.perform(name_operations.let_go, iterator)

    def _break(self, node: ast.Break) -> None:
        loop = self.loops[-1]
        self._clean_up(loop.outside, lambda: self.build.jump(loop.leave))

    def _continue(self, node: ast.Continue) -> None:
        loop = self.loops[-1]
        self._clean_up(loop.inside, lambda: self._again(loop))

    def _again(self, loop: Loop) -> None:
        """The loop goes round, wherever in it that was asked for."""
        with self.build.at(loop.node):
            self.build.jump(loop.again, loops=True)

    def _return(self, node: ast.Return) -> None:
        value = self.build.constant(None) if node.value is None else self.value(node.value)
        if self.cleanups and value in self.locals.values():
            kept = self.build.register()
            self.build.move(kept, value)
            value = kept
        self._clean_up(0, lambda: self.build.give_back(value))

    def _clean_up(self, down_to: int, leave: Callable[[], None]) -> None:
        """Run the cleanups from the innermost to number `down_to`, then leave."""
        kept = self.cleanups
        loops = self.loops
        paused: list[Region] = []
        for index in range(len(kept) - 1, down_to - 1, -1):
            cleanup = kept[index]
            for region in cleanup.regions:
                if region.start is not None:
                    self.build.pause(region)
                    paused.append(region)
            self.cleanups = kept[:index]
            self.loops = [loop for loop in loops if loop.inside <= index]
            cleanup.write()
        leave()
        for region in paused:
            self.build.resume(region)
        self.cleanups = kept
        self.loops = loops

    # -- exceptions

    def _raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            if not self.caught:
                self.build.perform(exceptions.nothing_to_raise)
                return
            self.build.perform(exceptions.throw_again, self.caught[-1])
            return
        value = self.value(node.exc)
        cause = None if node.cause is None else self.value(node.cause)
        made = self.build.perform(exceptions.exception_from, value)
        if cause is not None:
            reason = self.build.perform(exceptions.exception_from, cause)
            made = self.build.perform(exceptions.caused_by, made, reason)
        is_own = self.code.traced or self.code.beside
        throw = exceptions.throw if is_own else exceptions.throw_from_library
        self.build.perform(throw, made)

    def _assert(self, node: ast.Assert) -> None:
        holds, fails = Label(), Label()
        condition = self.test(node.test)
        with self.build.at(node.test):
            self.build.branch(condition, holds, fails, self.event(node.test, "assert"))
        self.build.put(fails)
        operands = [] if node.msg is None else [self.value(node.msg)]
        text = ast.unparse(node.test)
        self.build.perform(exceptions.assertion_failed, *operands, static=(text,))
        self.build.put(holds)

    def _try(self, node: ast.Try) -> None:
        if not node.finalbody:
            self._try_except(node)
            return
        failed, end = Label(), Label()
        region = self.build.protect(failed)
        self.cleanups.append(Cleanup(lambda: self.body(node.finalbody), [region]))
        if node.handlers:
            self._try_except(node)
        else:
            self.body(node.body)
        self.cleanups.pop()
        self.build.close(region)
        before = set(self.assigned)
        self.body(node.finalbody)
        self.build.jump(end)
        self.build.put(failed)
        self.assigned = set()
        self.caught.append(region.register)
        self.body(node.finalbody)
        self.caught.pop()
        self.build.perform(exceptions.throw_again, region.register)
        self.build.put(end)
        self.assigned = before

    def _trystar(self, node: ast.stmt) -> None:
        self.unsupported(node, "except*")

    def _try_except(self, node: ast.Try) -> None:
        failed, end = Label(), Label()
        before = set(self.assigned)
        region = self.build.protect(failed, _caught_names(node))
        # A return inside leaves the region; nothing runs on the way.
        self.cleanups.append(Cleanup(lambda: None, [region]))
        self.body(node.body)
        self.cleanups.pop()
        self.build.close(region)
        self.body(node.orelse)
        after = [set(self.assigned)] if not _leaves(node.orelse or node.body) else []
        self.build.jump(end)
        self.build.put(failed)
        exception = region.register
        for handler in node.handlers:
            self.assigned = set(before)
            self._handler(handler, exception, end)
            if not _leaves(handler.body):
                after.append(set(self.assigned))
        self.build.perform(exceptions.throw_again, exception)
        self.build.put(end)
        self.assigned = set.intersection(*after) if after else before

    def _handler(self, handler: ast.ExceptHandler, exception: int, end: Label) -> None:
        following = Label()
        if handler.type is not None:
            mine = Label()
            kind = self.value(handler.type)
            matches = self.build.perform(exceptions.matches, exception, kind)
            self.build.branch(matches, mine, following)
            self.build.put(mine)
        self._unless_closing(exception, lambda: self.note(handler, "except", "true"))
        self.caught.append(exception)
        if handler.name:
            self._bound_body(handler.name, exception, handler.body)
        else:
            self.body(handler.body)
        self.caught.pop()
        self.build.jump(end)
        self.build.put(following)

    def _bound_body(self, name: str, exception: int, body: Sequence[ast.stmt]) -> None:
        """The name is unbound again on every way out of the handler."""
        self.store(name, exception)
        failed, end = Label(), Label()
        region = self.build.protect(failed)
        self.cleanups.append(Cleanup(lambda: self._unbind(name), [region]))
        self.body(body)
        self.cleanups.pop()
        self.build.close(region)
        self._unbind(name)
        self.build.jump(end)
        self.build.put(failed)
        self._unbind(name)
        self.build.perform(exceptions.throw_again, region.register)
        self.build.put(end)

    def _unless_closing(self, exception: int, write: Callable[[], None]) -> None:
        """What leaves an event, but not where a generator is being closed."""
        go_on, closing = Label(), Label()
        is_closing = self.build.perform(exceptions.is_closing, exception)
        self.build.branch(is_closing, closing, go_on)
        self.build.put(go_on)
        write()
        self.build.put(closing)

    def _with(self, node: ast.With) -> None:
        self._with_items(node.items, node.body)

    def _asyncwith(self, node: ast.AsyncWith) -> None:
        self._with_items(node.items, node.body, waits=True)

    def _entered(self, manager: int, waits: bool) -> int:
        if not waits:
            return self.build.perform(exceptions.enter_context, manager)
        return self.wait_for(self.build.perform(asynchronous.enter_context, manager))

    def _left(self, manager: int, exception: int, waits: bool) -> int:
        if not waits:
            return self.build.perform(exceptions.exit_context, manager, exception)
        return self.wait_for(self.build.perform(asynchronous.exit_context, manager, exception))

    def _with_items(
        self, items: Sequence[ast.withitem], body: Sequence[ast.stmt], waits: bool = False
    ) -> None:
        if not items:
            self.body(body)
            return
        item, *others = items
        manager = self.value(item.context_expr)
        nothing = self.build.constant(None)
        entered = self._entered(manager, waits)
        failed, end = Label(), Label()

        def leave() -> None:
            self._left(manager, nothing, waits)

        region = self.build.protect(failed)
        self.cleanups.append(Cleanup(leave, [region]))
        if item.optional_vars is not None:
            self.assign(item.optional_vars, entered)
        self._with_items(others, body, waits)
        self.cleanups.pop()
        self.build.close(region)
        before = set(self.assigned)
        leave()
        self.build.jump(end)
        self.build.put(failed)
        swallowed = self._left(manager, region.register, waits)
        held = self.build.perform(truth.truth, swallowed)
        again = Label()
        told = None if waits else self.event(item.context_expr, "with")
        self._unless_closing(
            region.register, lambda: self.build.branch(held, end, again, told) if told else None
        )
        self.build.branch(held, end, again)
        self.build.put(again)
        self.build.perform(exceptions.throw_again, region.register)
        self.build.put(end)
        self.assigned = before

    # -- match

    def _match(self, node: ast.Match) -> None:
        subject = self.value(node.subject)
        end = Label()
        before = set(self.assigned)
        for case in node.cases:
            self.assigned = set(before)
            following = Label()
            self.case(case, subject, following)
            self.body(case.body)
            self.build.jump(end)
            self.build.put(following)
        self.build.put(end)
        self.assigned = before


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Does control never reach the end of it?"""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Break | ast.Continue)


def _caught_names(node: ast.Try) -> frozenset[str]:
    """The names of the exceptions that it catches."""
    found: set[str] = set()
    for handler in node.handlers:
        if handler.type is None:
            found.add("BaseException")
            continue
        found |= {each.id for each in ast.walk(handler.type) if isinstance(each, ast.Name)}
    return frozenset(found)
