"""Lowers programs in Javalite to instructions of the IR.

The initial expression is a call of the method under test on inputs: the receiver, which is called
`this` and is never null, and one input for each parameter, named after it.

Variables can be assigned, so an operand that is read from one must not change while the operands
after it are evaluated: a variable that the method assigns somewhere is copied wherever it is read.
The others are read in place.

Lowering is written as generators that yield what they want lowered and are sent its result (see
`lowering.drive`). Registers are used like a stack: the result of an expression stands in the
lowest register that was free before it, but for the body of a `var`, whose variable has to stay.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple, TypeAlias

from heapwise.frontends.javalite import syntax as ast
from heapwise.frontends.javalite.static import (
    Operand,
    Special,
    StaticType,
    declare,
    find_field,
    find_method,
    join,
    need,
    need_comparable,
    resolve_type,
)
from heapwise.frontends.lowering import BodyBuilder, drive, resolve_class
from heapwise.frontends.suggesting import suggest
from heapwise.program import BOOL, INT, ClassDecl, InputError, MethodDecl, Position, Program, Type
from heapwise.program import code as ir


class Request(NamedTuple):
    """Lower this expression; `expected` is the declared type of the place its value goes to.
    In `tail` position the code returns from the method instead of leaving a result."""

    node: ast.Expr
    expected: Type | None = None
    tail: bool = False


Work: TypeAlias = Generator[Request, Operand, Operand]

_OPERATORS = {
    "+": (ir.Operator.ADD, INT, INT),
    "-": (ir.Operator.SUB, INT, INT),
    "<": (ir.Operator.LESS, INT, BOOL),
    "and": (ir.Operator.AND, BOOL, BOOL),
    "or": (ir.Operator.OR, BOOL, BOOL),
}


def lower(tree: ast.ProgramNode, target: str) -> Program:
    """Raises `InputError` for a name or type error."""
    program = declare(tree, target)
    for node in tree.classes:
        for method_node in node.methods:
            method = program.classes[node.name].own_methods[method_node.name]
            method.code = _Body(program, tree.at.file).lower(method, method_node.body)
    program.main = _Body(program, tree.at.file).lower_entry(tree.entry)
    return program


def _assigned(body: ast.Expr) -> frozenset[str]:
    """The names that are assigned somewhere in a method."""
    names = set()
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assign):
            names.add(node.target.name)
        waiting.extend(ast.children(node))
    return frozenset(names)


class _Body(BodyBuilder):
    """Lowers one method, or the initial expression."""

    def __init__(self, program: Program, file: str) -> None:
        super().__init__(file)
        self._program = program
        self._assigned: frozenset[str] = frozenset()
        self._scope: dict[str, Operand] = {}

    def lower(self, method: MethodDecl, body: ast.Expr) -> ir.Code:
        self._assigned = _assigned(body)
        self._scope["this"] = Operand(self._claim(), method.owner)
        for parameter, type_ in method.parameters:
            self._scope[parameter] = Operand(self._claim(), type_)
        for text, operand in self._scope.items():
            self._begin_name(text, operand.register)
        drive(self._start, Request(body, method.result, tail=True))
        return self._finish(str(method))

    def lower_entry(self, entry: ast.EntryNode) -> ir.Code:
        cls = resolve_class(self._program, entry.class_name, entry.at)
        method = find_method(cls, entry.method, entry.at)
        receiver = self._claim()
        self._emit(ir.Input(receiver, "this", cls, nullable=False, at=entry.at))
        arguments = []
        for name, type_ in method.parameters:
            arguments.append(self._claim())
            self._emit(ir.Input(arguments[-1], name, type_, at=entry.at))
        result = self._call_to(method, cls, receiver, arguments, 0, entry.at)
        self._emit(ir.Return(result.register, at=entry.at))
        return self._finish("main")

    def _call_to(
        self,
        method: MethodDecl,
        cls: ClassDecl,
        receiver: int,
        arguments: list[int],
        mark: int,
        at: Position,
    ) -> Operand:
        result = self._result(mark)
        place = self._place(at)
        self._emit(ir.Call(result, receiver, cls, method.name, tuple(arguments), place, at=at))
        return Operand(result, method.result)

    # -- expressions

    def _start(self, request: Request) -> Work:
        work = _LOWERERS[type(request.node)]
        if isinstance(request.node, (ast.Var, ast.If, ast.Begin)):
            return work(self, request.node, request)
        return self._plain(work(self, request.node), request)

    def _plain(self, work: Work, request: Request) -> Work:
        """Checks that the result fits its place, and returns it in tail position."""
        result = yield from work
        if request.expected is not None:
            need(result.type, request.expected, request.node.at)
        if request.tail:
            self._emit(ir.Return(result.register, at=request.node.at))
        return result

    def _literal(self, node: ast.Literal) -> Work:
        type_: StaticType = INT
        if node.value is None or type(node.value) is bool:
            type_ = Special.NULL if node.value is None else BOOL
        register = self._claim()
        self._emit(ir.Constant(register, node.value, at=node.at))
        return Operand(register, type_)
        yield

    def _variable(self, node: ast.Variable) -> Work:
        found = self._find(node)
        if node.name not in self._assigned:
            return found
        copy = self._claim()
        self._emit(ir.Move(copy, found.register, at=node.at))
        return found._replace(register=copy)
        yield

    def _find(self, node: ast.Variable) -> Operand:
        found = self._scope.get(node.name)
        if found is None:
            hint = suggest(node.name, self._scope)
            marks = [mark for mark in (":=", "$", "@") if mark in node.name]
            if marks:
                hint = f"; `{marks[0]}` needs blanks around it"
            raise InputError(f"unknown variable `{node.name}`{hint}", node.at)
        return found

    def _new(self, node: ast.New) -> Work:
        cls = resolve_class(self._program, node.class_name, node.at)
        register = self._claim()
        self._emit(ir.NewObject(register, cls, at=node.at))
        return Operand(register, cls)
        yield

    def _var(self, node: ast.Var, request: Request) -> Work:
        mark = self._top
        type_ = resolve_type(self._program, node.type, node.at)
        bound = yield Request(node.bound, type_)
        register = bound.register
        if register < mark and node.name in self._assigned:
            # The register is another variable's, which must keep its value.
            register = self._claim()
            self._emit(ir.Move(register, bound.register, at=node.at))
        self._top = max(self._top, register + 1)
        hidden = self._scope.get(node.name)
        self._scope[node.name] = Operand(register, type_)
        named = self._begin_name(node.name, register)
        result = yield request._replace(node=node.body)
        self._end_name(named)
        if hidden is None:
            del self._scope[node.name]
        else:
            self._scope[node.name] = hidden
        return result

    def _assign(self, node: ast.Assign) -> Work:
        target = self._find(node.target)
        assert not isinstance(target.type, Special)
        value = yield Request(node.value, target.type)
        self._emit(ir.Move(target.register, value.register, at=node.at))
        return Operand(value.register, target.type)

    def _begin(self, node: ast.Begin, request: Request) -> Work:
        mark = self._top
        for item in node.items[:-1]:
            yield Request(item)
            self._top = mark
        return (yield request._replace(node=node.items[-1]))

    def _if(self, node: ast.If, request: Request) -> Work:
        mark = self._top
        condition = yield Request(node.condition, BOOL)
        branch = self._branch(condition.register, node.at)
        over = []
        results = []
        for side in (node.then, node.otherwise):
            self._top = mark
            result = yield request._replace(node=side)
            results.append(result)
            if not request.tail and result.register != mark:
                self._emit(ir.Move(mark, result.register, at=side.at))
            if len(results) == 1:
                if not request.tail:
                    over.append(self._emit(ir.Jump(0, at=node.at)))
                self._land(branch)
        self._land(*over)
        then, otherwise = results
        return Operand(self._result(mark), join(then.type, otherwise.type))

    def _binary(self, node: ast.Binary) -> Work:
        mark = self._top
        if node.operator == "=":
            left = yield Request(node.left)
            right = yield Request(node.right)
            need_comparable(left.type, right.type, node.at)
            register = self._result(mark)
            self._emit(ir.RefEquals(register, left.register, right.register, at=node.at))
            return Operand(register, BOOL)
        operator, operands, type_ = _OPERATORS[node.operator]
        left = yield Request(node.left, operands)
        right = yield Request(node.right, operands)
        register = self._result(mark)
        registers = (left.register, right.register)
        self._emit(ir.Operation(register, operator, registers, at=node.at))
        return Operand(register, type_)

    def _not(self, node: ast.Not) -> Work:
        mark = self._top
        operand = yield Request(node.operand, BOOL)
        register = self._result(mark)
        self._emit(ir.Operation(register, ir.Operator.NOT, (operand.register,), at=node.at))
        return Operand(register, BOOL)

    # -- the heap

    def _get_field(self, node: ast.GetField) -> Work:
        mark = self._top
        receiver = yield Request(node.receiver)
        field = find_field(receiver.type, node.field, node.at)
        register = self._result(mark)
        self._emit(ir.GetField(register, receiver.register, field, at=node.at))
        return Operand(register, field.type)

    def _set_field(self, node: ast.SetField) -> Work:
        receiver = self._find(node.receiver)
        field = find_field(receiver.type, node.field, node.at)
        value = yield Request(node.value, field.type)
        self._emit(ir.PutField(receiver.register, field, value.register, at=node.at))
        return Operand(value.register, field.type)

    def _call(self, node: ast.Call) -> Work:
        mark = self._top
        receiver = yield Request(node.receiver)
        method = find_method(receiver.type, node.method, node.at)
        if len(node.arguments) != len(method.parameters):
            raise InputError(
                f"`{method}` takes {len(method.parameters)} arguments, not {len(node.arguments)}",
                node.at,
            )
        arguments = []
        for argument, (_, type_) in zip(node.arguments, method.parameters, strict=True):
            value = yield Request(argument, type_)
            arguments.append(value.register)
        assert isinstance(receiver.type, ClassDecl)
        return self._call_to(method, receiver.type, receiver.register, arguments, mark, node.at)


# Each lowerer takes its own type of node, which no type for a table can express.
_LOWERERS: dict[type, Callable[..., Work]] = {
    ast.Literal: _Body._literal,
    ast.Variable: _Body._variable,
    ast.New: _Body._new,
    ast.GetField: _Body._get_field,
    ast.SetField: _Body._set_field,
    ast.Call: _Body._call,
    ast.If: _Body._if,
    ast.Var: _Body._var,
    ast.Assign: _Body._assign,
    ast.Begin: _Body._begin,
    ast.Binary: _Body._binary,
    ast.Not: _Body._not,
}
