"""Programs translated to straight lists of small steps for the interpreter's stack machine.

Every body becomes a list of Python functions, each of which does one step on a `Machine`. This
translation and the machine keep their own stacks, so that neither deep expressions nor deep
recursion of the program meet Python's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from heapwise.frontends.tiny import syntax as s
from heapwise.program.source import InputError, Position
from heapwise.selfcheck.oracle import steps
from heapwise.selfcheck.oracle.class_tables import ClassTable, class_table, default_of
from heapwise.selfcheck.oracle.stack_machine import Step, Val
from heapwise.selfcheck.oracle.static_facts import facts
from heapwise.selfcheck.oracle.steps import Body, Dispatch, Label, Target


@dataclass(frozen=True, slots=True)
class Code:
    """`defaults` are the values of inputs that a heap does not name."""

    table: ClassTable
    main: Body
    defaults: Mapping[str, Val]


@dataclass(frozen=True, slots=True)
class CodeScope:
    """Where variables live, innermost first."""

    name: str
    slot: int
    outer: CodeScope | None


def translate(program: s.ProgramNode) -> Code:
    table = class_table(program)
    bodies = {
        (cls.name, method.name): Target(
            cls.name, method.name, Body(), tuple(each.type for each in method.parameters)
        )
        for cls in program.classes
        for method in cls.methods
    }
    dispatch = {
        name: {method: bodies[owner, method] for method, (owner, _) in methods.items()}
        for name, methods in table.methods.items()
    }
    for cls in program.classes:
        for method in cls.methods:
            body = bodies[cls.name, method.name].body
            translation = _Translation(table, dispatch, body)
            names = ["this", *(each.name for each in method.parameters)]
            translation.run(method.body, names)
            body.steps.append(partial(steps.return_value, method.type))
    main = Body()
    _Translation(table, dispatch, main).run(program.main, [])
    main.steps.append(partial(steps.return_value, None))
    defaults = {name: default_of(kind) for name, kind in facts(program).inputs.items()}
    return Code(table, main, defaults)


class _Translation:
    def __init__(self, table: ClassTable, dispatch: Dispatch, body: Body) -> None:
        self.table = table
        self.dispatch = dispatch
        self.body = body
        self.work: list[Callable[[], None]] = []

    def run(self, node: s.Expr, names: list[str]) -> None:
        scope: CodeScope | None = None
        for name in names:
            scope = CodeScope(name, self.new_slot(), scope)
        self.work.append(partial(self.visit, node, scope))
        while self.work:
            self.work.pop()()

    def new_slot(self) -> int:
        self.body.frame += 1
        return self.body.frame - 1

    def emit(self, step: Step) -> None:
        self.body.steps.append(step)

    def plan(self, *actions: Callable[[], None]) -> None:
        self.work.extend(reversed(actions))

    def after(self, scope: CodeScope | None, step: Step, *children: s.Expr) -> None:
        """First the children, in order; then the step."""
        visits = [partial(self.visit, each, scope) for each in children]
        self.plan(*visits, partial(self.emit, step))

    def land(self, label: Label) -> None:
        label.target = len(self.body.steps)

    def visit(self, node: s.Expr, scope: CodeScope | None) -> None:
        match node:
            case s.Literal(value=value):
                self.emit(partial(steps.push, value))
            case s.Bottom() | s.Location():
                self.emit(partial(steps.push, None))
            case s.Symbol(name=name):
                self.emit(partial(steps.read_input, name))
            case s.Variable(name=name):
                self.emit(partial(steps.load, _find(name, scope, node.at)))
            case s.Breadcrumb(name=name):
                self.emit(partial(steps.breadcrumb, f"@{name}"))
            case s.New(class_name=name):
                if name not in self.table.fields:
                    raise InputError(f"no class is called {name}", node.at)
                defaults = {each: default_of(t) for each, t in self.table.fields[name].items()}
                self.emit(partial(steps.new, name, defaults))
            case s.Let(name=name, bound=bound, body=body):
                slot = self.new_slot()
                self.plan(
                    partial(self.visit, bound, scope),
                    partial(self.emit, partial(steps.store, slot)),
                    partial(self.visit, body, CodeScope(name, slot, scope)),
                )
            case s.If():
                self.visit_if(node, scope)
            case s.Sequence(first=first, second=second):
                self.plan(
                    partial(self.visit, first, scope),
                    partial(self.emit, steps.drop),
                    partial(self.visit, second, scope),
                )
            case s.Call(receiver=receiver, method=method, arguments=arguments):
                step = partial(steps.call, self.dispatch, method, len(arguments), node.at)
                self.after(scope, step, receiver, *arguments)
            case _:
                self.visit_operator(node, scope)

    def visit_if(self, node: s.If, scope: CodeScope | None) -> None:
        where = f"{node.at.line}:{node.at.column}"
        otherwise, end = Label(), Label()
        self.plan(
            partial(self.visit, node.condition, scope),
            partial(self.emit, partial(steps.branch, otherwise, f"{where} then", f"{where} else")),
            partial(self.visit, node.then, scope),
            partial(self.emit, partial(steps.jump, end)),
            partial(self.land, otherwise),
            partial(self.visit, node.otherwise, scope),
            partial(self.land, end),
        )

    def visit_operator(self, node: s.Expr, scope: CodeScope | None) -> None:
        match node:
            case s.Binary(operator=operator, left=left, right=right):
                self.after(scope, steps.OPERATORS[operator], left, right)
            case s.Not(operand=operand):
                self.after(scope, steps.negate, operand)
            case s.InstanceOf(operand=operand, class_name=name):
                self.after(
                    scope, partial(steps.instance_of, self.table.subclasses(name), name), operand
                )
            case s.Cast(operand=operand, class_name=name):
                self.after(
                    scope, partial(steps.cast, self.table.subclasses(name), name, node.at), operand
                )
            case s.GetField(receiver=receiver, field=name):
                self.after(scope, partial(steps.get_field, name, node.at), receiver)
            case s.SetField(receiver=receiver, field=name, value=value):
                step = partial(steps.set_field, self.table, name, node.at)
                self.after(scope, step, receiver, value)
            case s.NewArray(element=element, size=size):
                kind = f"{element}[]"
                self.after(
                    scope, partial(steps.new_array, kind, default_of(element), node.at), size
                )
            case s.Index(array=array, index=index):
                self.after(scope, partial(steps.get_element, node.at), array, index)
            case s.SetIndex(array=array, index=index, value=value):
                self.after(scope, partial(steps.set_element, node.at), array, index, value)
            case s.Length(array=array):
                self.after(scope, partial(steps.length, node.at), array)
            case s.Assume(condition=condition):
                self.after(scope, partial(steps.check, "assumed", node.at), condition)
            case s.Assert(condition=condition):
                self.after(scope, partial(steps.check, "violated", node.at), condition)
            case _:
                raise InputError(f"not an expression: {type(node).__name__}", node.at)


def _find(name: str, scope: CodeScope | None, at: Position) -> int:
    while scope is not None:
        if scope.name == name:
            return scope.slot
        scope = scope.outer
    raise InputError(f"no variable is called {name}", at)
