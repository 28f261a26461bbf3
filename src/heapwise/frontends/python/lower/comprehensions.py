"""Lowers what goes round inside an expression: comprehensions, `yield from` and `await`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from heapwise.engine.machine import Result
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.lower.expressions import ExpressionLowering, Variables
from heapwise.frontends.python.semantics.containers import displays, subscripts
from heapwise.frontends.python.semantics.objects import (
    asynchronous,
    name_operations,
)
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.frontends.python.source.scopes import (
    captured_in,
    targets_of,
)
from heapwise.program.code import DELEGATES


class ComprehensionLowering(ExpressionLowering):
    """Comprehensions stand inline, with their variables in an overlay."""

    def _listcomp(self, node: ast.ListComp) -> int:
        return self._comprehension(
            displays.make_list,
            node,
            lambda target: self.build.perform(displays.append, target, self.value(node.elt)),
        )

    def _setcomp(self, node: ast.SetComp) -> int:
        return self._comprehension(
            displays.make_set,
            node,
            lambda target: self.build.perform(displays.add, target, self.value(node.elt)),
        )

    def _dictcomp(self, node: ast.DictComp) -> int:
        def put(target: int) -> None:
            key = self.value(node.key)
            self.build.perform(subscripts.set_item, target, key, self.value(node.value))

        return self._comprehension(displays.make_dict, node, put)

    def _comprehension(
        self,
        make: Callable[..., Result],
        node: ast.ListComp | ast.SetComp | ast.DictComp,
        collect: Callable[[int], object],
    ) -> int:
        outermost = node.generators[0]
        iterate = asynchronous.iterator_of if outermost.is_async else iteration.iterate
        first = self.build.perform(iterate, self.value(outermost.iter))
        target = self.build.perform(make)
        captured = captured_in(node)
        variables = Variables({}, {})
        for name in sorted(targets_of(node.generators)):
            unset = self.build.perform(name_operations.undefined)
            if name in captured:
                variables.cells[name] = self.build.perform(name_operations.make_cell, unset)
            else:
                variables.registers[name] = unset
        self.overlay.append(variables)
        before = set(self.assigned)
        self.generate(node.generators, lambda: collect(target), first)
        self.assigned = before
        self.overlay.pop()
        return target

    def generate(
        self,
        generators: Sequence[ast.comprehension],
        collect: Callable[[], object],
        first: int | None = None,
    ) -> None:
        """The loops of a comprehension, from the outermost inwards."""
        generator, *others = generators
        waits = bool(generator.is_async)
        if waits and isinstance(self.code.node, ast.GeneratorExp):
            self.unsupported(generator, "asynchronous generator expressions")
            return
        iterate = asynchronous.iterator_of if waits else iteration.iterate
        iterator = first
        if iterator is None:
            iterator = self.build.perform(iterate, self.value(generator.iter))
        again, more, skip, done = Label(), Label(), Label(), Label()
        self.build.put(again)
        with self.build.at(generator.iter):
            if waits:
                item = self.delegate(self.build.perform(asynchronous.next_item, iterator))
                got = self.build.perform(asynchronous.got_item, item)
                self.build.branch(got, more, done)
            else:
                item = self.build.perform(iteration.advance, iterator)
                got = self.build.perform(iteration.got_item, item)
                self.build.branch(got, more, done, self.event(generator.iter, "item"))
        self.build.put(more)
        self.assign(generator.target, item)
        for condition in generator.ifs:
            kept = Label()
            held = self.test(condition)
            self.build.branch(held, kept, skip, self.event(condition, "filter"))
            self.build.put(kept)
        if others:
            self.generate(others, collect)
        else:
            collect()
        self.build.put(skip)
        self.build.jump(again, loops=True)
        self.build.put(done)

    # -- generators

    def _yield(self, node: ast.Yield) -> int:
        value = self.build.constant(None) if node.value is None else self.value(node.value)
        if isinstance(self.code.node, ast.AsyncFunctionDef):
            value = self.build.perform(asynchronous.marked, value)
        return self.build.hand_out(value)

    def _yieldfrom(self, node: ast.YieldFrom) -> int:
        return self.delegate(self.build.perform(iteration.iterate, self.value(node.value)))

    def delegate(self, iterator: int) -> int:
        """Hand out all that it hands out; what it returns."""
        again, more, done, thrown = Label(), Label(), Label(), Label()
        item = self.build.perform(iteration.advance, iterator)
        self.build.put(again)
        got = self.build.perform(iteration.got_item, item)
        self.build.branch(got, more, done)
        self.build.put(more)
        region = self.build.protect(thrown, frozenset((DELEGATES,)))
        sent = self.build.hand_out(item)
        self.build.close(region)
        self.build.perform(iteration.send_on, iterator, sent, into=item)
        self.build.jump(again, loops=True)
        self.build.put(thrown)
        self.build.perform(iteration.throw_on, iterator, region.register, into=item)
        self.build.jump(again, loops=True)
        self.build.put(done)
        return self.build.perform(iteration.result_of, item)

    def _await(self, node: ast.Await) -> int:
        return self.wait_for(self.value(node.value))

    def wait_for(self, value: int) -> int:
        return self.delegate(self.build.perform(asynchronous.awaitable, value))
