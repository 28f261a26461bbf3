"""Lowers the expressions of Python functions to instructions of the IR.

Each method leaves the value of its expression in a register, and returns that register.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heapwise.engine.machine import Result
from heapwise.frontends.python.lower.builder import COUNTING, Builder, Label
from heapwise.frontends.python.lower.percent_templates import as_template
from heapwise.frontends.python.semantics.containers import displays, subscripts
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.calls import CallShape
from heapwise.frontends.python.semantics.objects import (
    function_values,
    name_operations,
)
from heapwise.frontends.python.semantics.operations import attribute_access, iteration, truth
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.frontends.python.semantics.text import str_and_format
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.scopes import (
    FunctionNode,
    Scope,
    scope_of,
)
from heapwise.program.code import Note

_KNOWS_TRUTH = sys.version_info < (3, 12)
"""Does CPython remember the truth of `a or b` in `(a or b) or c`? Later ones ask twice."""

_TOGETHER = 15
"""The entries of a dict that CPython has on its stack before it puts them in."""

_Entries: TypeAlias = Sequence[tuple[ast.expr | None, ast.expr]]

_ALWAYS = ("chain", "for", "item", "with")
"""Decisions that are not about the truth of their operand."""


@dataclass(frozen=True, slots=True)
class Variables:
    """Those of one comprehension."""

    registers: dict[str, int]
    cells: dict[str, int]


class ExpressionLowering:
    """`functions` is where codes come from; `overlay` holds the variables of comprehensions, in
    registers or, where a function inside captures them, in cells."""

    def __init__(self, node: FunctionNode, code: FunctionCode, builder: Builder) -> None:
        self.code = code
        self.node = node
        self.build = builder
        self.scope: Scope = scope_of(node)
        self.locals: dict[str, int] = {}
        self.cells: dict[str, int] = {}
        self.overlay: list[Variables] = []
        self.assigned: set[str] = set()
        self.caught: list[int] = []

    def event(self, node: ast.AST, kind: str) -> str:
        """The event of a decision, without its truth (see `testgen.instrument`)."""
        if not self.code.traced or (isinstance(node, ast.Constant) and kind not in _ALWAYS):
            return ""
        return f"{getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)} {kind}"

    def note(self, node: ast.AST, kind: str, truth: str) -> None:
        """The event of what is known to have happened."""
        event = self.event(node, kind)
        if event:
            self.build.emit(Note(f"{event} {truth}", at=self.build.position))

    # -- dispatch

    def value(self, node: ast.expr) -> int:
        method: Callable[[ast.expr], int] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        with self.build.at(node):
            if method is None:
                return self.unsupported(node)
            return method(node)

    def values(self, nodes: Sequence[ast.expr]) -> list[int]:
        return [self.value(node) for node in nodes]

    def unsupported(self, node: ast.AST, what: str | None = None) -> int:
        what = what or f"{type(node).__name__} expressions"
        return self.build.perform(name_operations.unsupported, static=(what,))

    def test(self, node: ast.expr) -> int:
        """Its truth; that of each operand is asked once."""
        with self.build.at(node):
            if isinstance(node, ast.BoolOp):
                return self._tested_junction(node)
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                return self.build.perform(truth.negate, self.test(node.operand))
            if isinstance(node, ast.IfExp):
                return self._either(node, self.test)
            return self.build.perform(truth.truth, self.value(node))

    # -- names

    def load(self, name: str) -> int:
        for variables in reversed(self.overlay):
            if name in variables.registers:
                return variables.registers[name]
            if name in variables.cells:
                cell = variables.cells[name]
                return self.build.perform(name_operations.read_cell, cell, static=(name, True))
        # Up to Python 3.11 a comprehension is a function of its own, whose names are free ones.
        is_own = not self.overlay or sys.version_info >= (3, 12)
        if name in self.cells:
            own = is_own and name in self.scope.bound
            return self.build.perform(
                name_operations.read_cell, self.cells[name], static=(name, own)
            )
        if name in self.locals:
            register = self.locals[name]
            if name not in self.assigned or name in self.scope.unbound:
                return self.build.perform(
                    name_operations.check_assigned, register, static=(name, is_own)
                )
            return register
        return self.build.perform(name_operations.read_global, static=(self.code.globals, name))

    def store(self, name: str, source: int) -> None:
        for variables in reversed(self.overlay):
            if name in variables.registers:
                self.build.move(variables.registers[name], source)
                return
            if name in variables.cells:
                self.build.perform(name_operations.write_cell, variables.cells[name], source)
                return
        if name in self.cells:
            self.build.perform(name_operations.write_cell, self.cells[name], source)
        elif name in self.locals:
            self.build.move(self.locals[name], source)
        else:
            self.build.perform(
                name_operations.write_global, source, static=(self.code.globals, name)
            )
        self.assigned.add(name)

    def _name(self, node: ast.Name) -> int:
        found = self.load(node.id)
        if found in self.locals.values() and node.id in self.mutable_locals:
            # An operand must keep its value if a later operand assigns the variable.
            copy = self.build.register()
            self.build.move(copy, found)
            return copy
        return found

    @property
    def mutable_locals(self) -> frozenset[str]:
        return self._walrus_names

    @property
    def _walrus_names(self) -> frozenset[str]:
        found = getattr(self, "_walrus", None)
        if found is None:
            found = frozenset(
                item.target.id
                for item in ast.walk(self.node)
                if isinstance(item, ast.NamedExpr) and isinstance(item.target, ast.Name)
            )
            self._walrus = found
        return found

    def _namedexpr(self, node: ast.NamedExpr) -> int:
        value = self.value(node.value)
        hidden, self.overlay = self.overlay, []
        assert isinstance(node.target, ast.Name)
        self.store(node.target.id, value)
        self.overlay = hidden
        return value

    # -- constants and displays

    def _constant(self, node: ast.Constant) -> int:
        value = node.value
        if value is None or isinstance(value, bool | int | str | float):
            return self.build.constant(value)
        return self.build.perform(name_operations.host_constant, static=(value,))

    def _joinedstr(self, node: ast.JoinedStr) -> int:
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                parts.append(self._formattedvalue(part, len(node.values) == 1))
            else:
                parts.append(self.value(part))
        return self.build.perform(str_and_format.join_parts, *parts)

    def _formattedvalue(self, node: ast.FormattedValue, whole: bool = False) -> int:
        value = self.value(node.value)
        spec = self.value(node.format_spec) if node.format_spec else self.build.constant("")
        conversion = "" if node.conversion < 0 else chr(node.conversion)
        operation = str_and_format.format_whole if whole else str_and_format.format_value
        return self.build.perform(operation, value, spec, static=(conversion,))

    def _tuple(self, node: ast.Tuple) -> int:
        return self._display(displays.make_tuple, node.elts)

    def _list(self, node: ast.List) -> int:
        return self._display(displays.make_list, node.elts)

    def _set(self, node: ast.Set) -> int:
        return self._display(displays.make_set, node.elts)

    def _display(self, make: Callable[..., Result], elements: Sequence[ast.expr]) -> int:
        plain = list(itertools.takewhile(lambda item: not isinstance(item, ast.Starred), elements))
        if len(plain) == len(elements):
            return self.build.perform(make, *self.values(elements))
        is_set = make is displays.make_set
        put = displays.add if is_set else displays.append
        # What comes before the first star is put in before that is evaluated.
        start = displays.make_set if is_set else displays.make_list
        whole = self.build.perform(start, *self.values(plain))
        for element in elements[len(plain) :]:
            if not isinstance(element, ast.Starred):
                self.build.perform(put, whole, self.value(element))
            elif is_set:
                self.build.perform(displays.add_all, whole, self.value(element.value))
            else:
                self._extend(whole, element.value)
        if make is displays.make_tuple:
            return self.build.perform(displays.tuple_of_list, whole)
        return whole

    def _extend(self, whole: int, iterable: ast.expr, callee: int | None = None) -> None:
        """Append what it iterates over, and ask for the length; no decision of the source. A
        single starred argument of a call is for `callee`."""
        source = self.value(iterable)
        if callee is None:
            iterator = self.build.perform(iteration.iterate_starred, source)
        else:
            iterator = self.build.perform(iteration.iterate_starred, source, callee)
        self.build.perform(iteration.length_hint, source)
        again, more, done = Label(), Label(), Label()
        self.build.put(again)
        item = self.build.perform(iteration.advance, iterator)
        got = self.build.perform(iteration.got_item, item)
        self.build.branch(got, more, done)
        self.build.put(more)
        self.build.perform(displays.append, whole, item)
        self.build.jump(again, loops=True)
        self.build.put(done)

    def _dict(self, node: ast.Dict) -> int:
        """Entries that do not come first are a dict of their own, which is spread out then."""
        target = self.build.perform(displays.make_dict)
        is_first = True
        entries = list(zip(node.keys, node.values, strict=True))
        for spread, group in itertools.groupby(entries, key=lambda entry: entry[0] is None):
            for part in self._parts(spread, list(group)):
                if spread:
                    self.build.perform(displays.merge_dict, target, self.value(part[0][1]))
                elif is_first:
                    self._put_entries(target, part)
                else:
                    own = self.build.perform(displays.make_dict)
                    self._put_entries(own, part)
                    self.build.perform(displays.merge_dict, target, own)
                is_first = False
        return target

    def _parts(self, spread: bool, entries: _Entries) -> Iterator[_Entries]:
        size = 1 if spread else _TOGETHER + 2
        return (entries[start : start + size] for start in range(0, len(entries), size))

    def _put_entries(self, target: int, entries: _Entries) -> None:
        """All are evaluated before the first is put in, unless there are many."""
        held = []
        for key, value in entries:
            assert key is not None
            held.append((self.value(key), self.value(value)))
            if len(entries) > _TOGETHER:
                self.build.perform(subscripts.set_item, target, *held.pop())
        for at, item in held:
            self.build.perform(subscripts.set_item, target, at, item)

    # -- operators

    def _binop(self, node: ast.BinOp) -> int:
        template = as_template(node)
        if template is not None:
            return self._joinedstr(template)
        left = self.value(node.left)
        right = self.value(node.right)
        op = (type(node.op).__name__,)
        counts = isinstance(node.op, COUNTING)
        return self.build.perform(binary_operators.binary, left, right, static=op, counts=counts)

    def _unaryop(self, node: ast.UnaryOp) -> int:
        if isinstance(node.op, ast.Not):
            return self.build.perform(truth.negate, self.test(node.operand))
        operand = self.value(node.operand)
        return self.build.perform(binary_operators.unary, operand, static=(type(node.op).__name__,))

    def _boolop(self, node: ast.BoolOp) -> int:
        return self._value_and_truth(node, asked=False)[0]

    def _value_and_truth(self, node: ast.expr, asked: bool) -> tuple[int, int]:
        """The truth is only there if it is asked for. That of an operand which is itself a junction
        is known, and not asked again."""
        if isinstance(node, ast.BoolOp) and (not asked or _KNOWS_TRUTH):
            held = self.build.register()
            with self.build.at(node):
                value = self._junction(node, asked, held)
            return value, held
        value = self.value(node)
        with self.build.at(node):
            return value, self.build.perform(truth.truth, value) if asked else value

    def _junction(self, node: ast.BoolOp, asked: bool, held: int) -> int:
        """The value; its truth is in `held` if it is asked for."""
        target = self.build.register()
        end = Label()
        *others, last = node.values
        before = set(self.assigned)
        for operand in others:
            value, true = self._value_and_truth(operand, asked=True)
            self.build.move(target, value)
            self.build.move(held, true)
            self._decide(node, operand, held, end)
        value, true = self._value_and_truth(last, asked)
        self.build.move(target, value)
        if asked:
            self.build.move(held, true)
        self.build.put(end)
        self.assigned = before
        return target

    def _decide(self, node: ast.BoolOp, operand: ast.expr, held: int, end: Label) -> None:
        """Go on with the next operand, or at the end."""
        go_on = Label()
        with self.build.at(operand):
            if isinstance(node.op, ast.And):
                self.build.branch(held, go_on, end, self.event(operand, "and"))
            else:
                self.build.branch(held, end, go_on, self.event(operand, "or"))
        self.build.put(go_on)

    def _tested_junction(self, node: ast.BoolOp) -> int:
        """Its truth alone."""
        target = self.build.register()
        end = Label()
        *others, last = node.values
        before = set(self.assigned)
        for operand in others:
            self.build.move(target, self.test(operand))
            self._decide(node, operand, target, end)
        self.build.move(target, self.test(last))
        self.build.put(end)
        self.assigned = before
        return target

    def _compare(self, node: ast.Compare) -> int:
        target = self.build.register()
        end = Label()
        left, start = self.value(node.left), node.left
        last = len(node.ops) - 1
        for index, (op, operand) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.value(operand)
            self.build.perform(comparison, left, right, static=(type(op).__name__,), into=target)
            if index < last:
                held = self.build.perform(truth.truth, target)
                go_on = Label()
                self.build.branch(held, go_on, end, self.event(start, "chain"))
                self.build.put(go_on)
            left, start = right, operand
        self.build.put(end)
        return target

    def _ifexp(self, node: ast.IfExp) -> int:
        return self._either(node, self.value)

    def _either(self, node: ast.IfExp, evaluate: Callable[[ast.expr], int]) -> int:
        target = self.build.register()
        then, other, end = Label(), Label(), Label()
        condition = self.test(node.test)
        self.build.branch(condition, then, other, self.event(node.test, "ifexp"))
        before = set(self.assigned)
        self.build.put(then)
        self.build.move(target, evaluate(node.body))
        self.build.jump(end)
        self.assigned = set(before)
        self.build.put(other)
        self.build.move(target, evaluate(node.orelse))
        self.build.put(end)
        self.assigned = before
        return target

    # -- attributes, items, calls

    def _attribute(self, node: ast.Attribute) -> int:
        owner = self.value(node.value)
        name = self.mangled(node.attr)
        return self.build.perform(attribute_access.get_attribute, owner, static=(name,))

    def mangled(self, name: str) -> str:
        owner = self.code.owner_name
        if owner and name.startswith("__") and not name.endswith("__"):
            return f"_{owner.lstrip('_')}{name}"
        return name

    def _subscript(self, node: ast.Subscript) -> int:
        owner = self.value(node.value)
        return self.build.perform(subscripts.get_item, owner, self.value(node.slice))

    def _slice(self, node: ast.Slice) -> int:
        parts = [
            self.build.constant(None) if part is None else self.value(part)
            for part in (node.lower, node.upper, node.step)
        ]
        return self.build.perform(subscripts.make_slice, *parts)

    def _call(self, node: ast.Call) -> int:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self._super()
        if isinstance(node.func, ast.Name) and node.func.id == "locals" and not node.args:
            return self._locals(node)
        callee = self.value(node.func)
        arguments: list[int] = []
        stars: list[int] = []
        keywords: list[str | None] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                stars.append(len(arguments))
                whole = self.build.perform(displays.make_list)
                alone = len(node.args) == 1
                self._extend(whole, argument.value, callee=callee if alone else None)
                arguments.append(whole)
            else:
                arguments.append(self.value(argument))
        for keyword in node.keywords:
            given = self.value(keyword.value)
            if keyword.arg is None:
                names = tuple(name for name in keywords if name is not None)
                given = self.build.perform(
                    displays.mapping_to_spread, given, callee, static=(names,)
                )
            keywords.append(keyword.arg)
            arguments.append(given)
        shape = CallShape(len(node.args), tuple(stars), tuple(keywords))
        return self.build.perform(calls.call, callee, *arguments, static=(shape,))

    def _locals(self, node: ast.Call) -> int:
        """A copy of the variables, captured ones last as in CPython."""
        named = {*self.locals, *self.cells}
        uses = {each.id for each in ast.walk(self.node) if isinstance(each, ast.Name)}
        if "locals" in named or self.overlay or uses & {"super", "__class__"}:
            return self.unsupported(node, "locals() here")
        found = {**self.locals, **self.cells}
        return self.build.perform(
            name_operations.local_variables, *found.values(), static=(tuple(found),)
        )

    def _super(self) -> int:
        receiver = self.first_parameter
        if receiver is None or self.code.owner is None:
            return self.unsupported(self.node, "super() outside a method")
        return self.build.perform(
            attribute_access.make_super, self.load(receiver), static=(self.code.owner,)
        )

    @property
    def first_parameter(self) -> str | None:
        return self.code.parameters[0] if self.code.parameters else None

    def _starred(self, node: ast.Starred) -> int:
        return self.unsupported(node, "a starred expression here")

    # -- functions

    def _lambda(self, node: ast.Lambda) -> int:
        return self.function(node, "<lambda>")

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, name: str) -> int:
        defaults = self.values(node.args.defaults)
        keyword_only = [
            (item.arg, self.value(default))
            for item, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if default is not None
        ]
        code = self.code.inner(node, name)
        static = (code, len(defaults), tuple(name for name, _ in keyword_only))
        cells = self._captured_by(code)
        return self.build.perform(
            function_values.make_function,
            *defaults,
            *(register for _, register in keyword_only),
            *cells,
            static=static,
        )

    def _captured_by(self, code: FunctionCode) -> list[int]:
        visible = dict(self.cells)
        for variables in self.overlay:
            visible.update(variables.cells)
        return [visible[item] for item in code.captures(visible)]

    def _generatorexp(self, node: ast.GeneratorExp) -> int:
        first = self.build.perform(iteration.iterate, self.value(node.generators[0].iter))
        code = self.code.inner(node, "<genexpr>")
        cells = self._captured_by(code)
        function = self.build.perform(function_values.make_function, *cells, static=(code, 0, ()))
        shape = CallShape(1, (), ())
        return self.build.perform(calls.call, function, first, static=(shape,))

    # -- targets

    def assign(self, target: ast.expr, source: int) -> None:
        with self.build.at(target):
            if isinstance(target, ast.Name):
                self.store(target.id, source)
            elif isinstance(target, ast.Attribute):
                owner = self.value(target.value)
                name = self.mangled(target.attr)
                self.build.perform(attribute_access.set_attribute, owner, source, static=(name,))
            elif isinstance(target, ast.Subscript):
                owner = self.value(target.value)
                self.build.perform(subscripts.set_item, owner, self.value(target.slice), source)
            elif isinstance(target, ast.Tuple | ast.List):
                self._unpack(target.elts, source)
            else:
                self.unsupported(target, f"assignment to {type(target).__name__}")

    def _unpack(self, targets: Sequence[ast.expr], source: int) -> None:
        star = next(
            (index for index, item in enumerate(targets) if isinstance(item, ast.Starred)), None
        )
        parts = self.build.register()
        slowly, assigned = Label(), Label()
        self.build.perform(
            iteration.unpack_at_once, source, static=(len(targets), star), into=parts
        )
        at_once = self.build.perform(iteration.got_item, parts)
        self.build.branch(at_once, assigned, slowly)
        self.build.put(slowly)
        whole = self.build.perform(displays.make_list)
        iterator = self.build.perform(iteration.iterate_to_unpack, source)
        again, more, done = Label(), Label(), Label()
        self.build.put(again)
        limit = len(targets) if star is None else None
        item = self.build.perform(iteration.advance, iterator)
        got = self.build.perform(iteration.got_to_unpack, item, whole, static=(limit,))
        self.build.branch(got, more, done)
        self.build.put(more)
        self.build.perform(displays.append, whole, item)
        self.build.jump(again, loops=True)
        self.build.put(done)
        self.build.perform(iteration.unpacked, whole, item, static=(len(targets), star), into=parts)
        self.build.put(assigned)
        for index, target in enumerate(targets):
            part = self.build.perform(iteration.part, parts, static=(index,))
            self.assign(target.value if isinstance(target, ast.Starred) else target, part)
