"""Lowers programs in the POSE language to instructions of the IR.

A program is lowered twice: once to learn the types of its inputs from their uses, once to emit
code with them (see `static`). The receiver of the first call in the main expression, if it is an
input, is the receiver of the method under test: it is never null.

Lowering is written as generators that yield what they want lowered and are sent its result;
`drive` runs them on a stack of its own, so that deep programs do not exhaust Python's.

Registers are used like a stack: the result of an expression stands in the lowest register that
was free before it, but for the body of a `let`, whose variable has to stay.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple, TypeAlias

from heapwise.frontends.lowering import BodyBuilder, drive, resolve_class
from heapwise.frontends.suggesting import suggest
from heapwise.frontends.tiny import syntax as ast
from heapwise.frontends.tiny.expression_types import (
    Special,
    StaticType,
    Unknown,
    describe,
    join,
    type_in_code,
)
from heapwise.frontends.tiny.held_classes import Held, Parameter, Place, Places, Result, places_of
from heapwise.frontends.tiny.members import declaring, field_named, methods_called
from heapwise.frontends.tiny.static import Inputs, Operand, declare, resolve_type
from heapwise.program import (
    BOOL,
    INT,
    ClassDecl,
    FieldDecl,
    InputError,
    MethodDecl,
    Position,
    Program,
    Type,
)
from heapwise.program import code as ir


class Request(NamedTuple):
    """Lower this expression; `expected` is the type of the place its value goes to, which is a
    hint only if the place is `unchecked`. In `tail` position the code returns from the method
    instead of leaving a result."""

    node: ast.Expr
    expected: Type | None = None
    tail: bool = False
    unchecked: bool = False


Work: TypeAlias = Generator[Request, Operand, Operand]

_OPERATORS = {
    "+": (ir.Operator.ADD, INT, INT),
    "-": (ir.Operator.SUB, INT, INT),
    "<": (ir.Operator.LESS, INT, BOOL),
    "&&": (ir.Operator.AND, BOOL, BOOL),
    "||": (ir.Operator.OR, BOOL, BOOL),
}


def lower(tree: ast.ProgramNode, target: str) -> Program:
    """Raises `InputError` for a name or type error."""
    program = declare(tree, target)
    places = places_of(program, tree)
    while True:
        inputs = Inputs(places)
        _lower_all(tree, program, inputs)
        if places.settle():
            continue
        inputs.settle(program.root)
        mistake: InputError | None = None
        try:
            _lower_all(tree, program, inputs)
        except InputError as error:
            mistake = error
        if places.settle():
            continue
        if mistake is not None:
            raise mistake
        return program


def _lower_all(tree: ast.ProgramNode, program: Program, inputs: Inputs) -> None:
    main = _Body(program, inputs, tree.at.file, method=None)
    program.main = main.lower("main", tree.main)
    for node in tree.classes:
        for method_node in node.methods:
            method = program.classes[node.name].own_methods[method_node.name]
            body = _Body(program, inputs, tree.at.file, method)
            method.code = body.lower(str(method), method_node.body)


class _Body(BodyBuilder):
    """Lowers one method, or the main expression."""

    def __init__(
        self, program: Program, inputs: Inputs, file: str, method: MethodDecl | None
    ) -> None:
        super().__init__(file)
        self._program = program
        self._inputs = inputs
        self._places: Places = inputs.places
        self._method = method
        self._scope: dict[str, Operand] = {}

    def lower(self, name: str, body: ast.Expr) -> ir.Code:
        expected: Type | None = None
        if self._method is not None:
            self._scope["this"] = Operand(self._claim(), self._method.owner)
            for index, (parameter, _) in enumerate(self._method.parameters):
                place = Parameter(self._method, index)
                type_ = self._places.type_of(place)
                self._scope[parameter] = Operand(self._claim(), type_, origins=(place,))
            expected = type_in_code(self._places.type_of(Result(self._method)))
        for text, operand in self._scope.items():
            self._begin_name(text, operand.register)
        drive(self._start, Request(body, expected, tail=True))
        return self._finish(name)

    # -- expressions

    def _start(self, request: Request) -> Work:
        work = _LOWERERS[type(request.node)]
        if isinstance(request.node, (ast.Let, ast.If, ast.Sequence)):
            return work(self, request.node, request)
        return self._plain(work(self, request.node, request), request)

    def _plain(self, work: Work, request: Request) -> Work:
        """Fits the result to its place, and returns it in tail position."""
        result = yield from work
        if request.tail:
            return self._return(result, request)
        if request.unchecked:
            return self._take(result, request)
        if request.expected is not None:
            result = self._fit(result, request.expected, request.node.at)
        return result

    def _take(self, operand: Operand, request: Request) -> Operand:
        """What a call passes or returns is not held to a type."""
        if request.expected is None:
            return operand
        if operand.type is Special.ANY:
            return self._fit(operand, request.expected, request.node.at)
        self._inputs.pass_on(operand, request.expected)
        return operand

    def _return(self, result: Operand, request: Request) -> Operand:
        if self._method is not None:
            result = self._take(result, request)
            self._places.hold(Result(self._method), result.sources)
        self._emit(ir.Return(result.register, at=request.node.at))
        return result

    def _fit(self, operand: Operand, expected: Type, at: Position) -> Operand:
        self._inputs.use(operand, expected)
        own = operand.type
        if own is Special.ANY:
            value = None if isinstance(expected, ClassDecl) else expected is not BOOL and 0
            return self._constant(value, expected, at)
        wants_reference = isinstance(expected, ClassDecl)
        if own is not Special.MIXED and not isinstance(own, Unknown):
            is_reference = isinstance(own, ClassDecl) or own is Special.NULL
            fits = is_reference is wants_reference and (is_reference or own is expected)
            if self._inputs.settled and not fits:
                raise InputError(f"expected {expected}, found {describe(own)}", at)
        if not isinstance(own, ClassDecl) or not isinstance(expected, ClassDecl):
            return operand
        if not own.is_subclass_of(expected):
            self._cast(operand.register, [expected], at)
            return operand._replace(type=expected)
        return operand

    def _constant(self, value: int | bool | None, type_: StaticType, at: Position) -> Operand:
        register = self._claim()
        self._emit(ir.Constant(register, value, at=at))
        return Operand(register, type_)

    def _cast(self, register: int, classes: list[ClassDecl], at: Position) -> None:
        """Null passes, and so does an object of one of the classes; anything else raises. One
        branch decides: why it passes is not a choice that the program makes."""
        mark = self._top
        null = self._constant(None, Special.NULL, at).register
        passes, test = self._claim(), self._claim()
        self._emit(ir.RefEquals(passes, register, null, at=at))
        for cls in classes:
            self._emit(ir.InstanceOf(test, register, cls, at=at))
            self._emit(ir.Operation(passes, ir.Operator.OR, (passes, test), at=at))
        here = len(self._code)
        self._emit(ir.Branch(passes, here + 2, here + 1, "", "", at=at))
        self._emit(ir.Fail("ClassCast", at=at))
        self._top = mark

    def _literal(self, node: ast.Literal, request: Request) -> Work:
        if node.value is None:
            return self._constant(None, Special.NULL, node.at)
        return self._constant(node.value, BOOL if type(node.value) is bool else INT, node.at)
        yield

    def _bottom(self, node: ast.Bottom, request: Request) -> Work:
        return self._constant(None, Special.ANY, node.at)
        yield

    def _symbol(self, node: ast.Symbol, request: Request) -> Work:
        static = self._inputs.type_of(node.name)
        type_ = self._program.root if isinstance(static, (Unknown, Special)) else static
        register = self._claim()
        nullable = node.name != self._inputs.receiver
        self._emit(ir.Input(register, node.name, type_, nullable, at=node.at))
        return Operand(register, static, (node.name,), is_input=True)
        yield

    def _location(self, node: ast.Location, request: Request) -> Work:
        raise InputError(f"no program can know the location `{node.name}` before it runs", node.at)
        yield

    def _variable(self, node: ast.Variable, request: Request) -> Work:
        found = self._scope.get(node.name)
        if found is None:
            hint = suggest(node.name, self._scope)
            raise InputError(f"unknown variable `{node.name}`{hint}", node.at)
        return found
        yield

    def _new(self, node: ast.New, request: Request) -> Work:
        cls = resolve_class(self._program, node.class_name, node.at)
        if cls.abstract:
            raise InputError(f"`{cls}` is abstract: it has no objects of its own", node.at)
        register = self._claim()
        self._emit(ir.NewObject(register, cls, at=node.at))
        return Operand(register, cls)
        yield

    def _new_array(self, node: ast.NewArray, request: Request) -> Work:
        mark = self._top
        cls = self._program.array_class(resolve_type(self._program, node.element, node.at))
        size = yield Request(node.size, INT)
        self._need(size, INT, node.size.at)
        register = self._result(mark)
        self._emit(ir.NewArray(register, cls, size.register, at=node.at))
        return Operand(register, cls)

    def _let(self, node: ast.Let, request: Request) -> Work:
        bound = yield Request(node.bound)
        self._top = max(self._top, bound.register + 1)
        hidden = self._scope.get(node.name)
        self._scope[node.name] = bound
        named = self._begin_name(node.name, bound.register)
        result = yield request._replace(node=node.body)
        self._end_name(named)
        if hidden is None:
            del self._scope[node.name]
        else:
            self._scope[node.name] = hidden
        return result

    def _sequence(self, node: ast.Sequence, request: Request) -> Work:
        mark = self._top
        yield Request(node.first)
        self._top = mark
        return (yield request._replace(node=node.second))._replace(is_input=False)

    def _if(self, node: ast.If, request: Request) -> Work:
        mark = self._top
        condition = yield Request(node.condition, BOOL)
        self._need(condition, BOOL, node.condition.at)
        branch = self._branch(condition.register, node.at)
        expected = request.expected or self._inputs.joins.get(node.at)
        target = mark
        results = []
        over = []
        for side in (node.then, node.otherwise):
            self._top = mark
            result = yield request._replace(node=side, expected=expected)
            results.append(result)
            if not request.tail and result.register != target:
                self._emit(ir.Move(target, result.register, at=side.at))
            if side is node.then:
                if not request.tail:
                    over.append(self._emit(ir.Jump(0, at=node.at)))
                self._land(branch)
        self._land(*over)
        self._registers = max(self._registers, target + 1)
        self._top = target + 1
        then, otherwise = results
        symbols = tuple(dict.fromkeys(then.symbols + otherwise.symbols))
        type_ = join(then.type, otherwise.type)
        if type_ is INT or type_ is BOOL:
            self._inputs.joins[node.at] = type_
        origins: tuple[StaticType | Place, ...] = ()
        if then.origins or otherwise.origins:
            origins = tuple(dict.fromkeys(then.sources + otherwise.sources))
        return Operand(target, type_, symbols, origins=origins)

    def _binary(self, node: ast.Binary, request: Request) -> Work:
        mark = self._top
        if node.operator == "=":
            return (yield from self._equals(node, request))
        operator, operands, type_ = _OPERATORS[node.operator]
        left = yield Request(node.left, operands)
        self._need(left, operands, node.left.at)
        right = yield Request(node.right, operands)
        self._need(right, operands, node.right.at)
        register = self._result(mark)
        registers = (left.register, right.register)
        self._emit(ir.Operation(register, operator, registers, at=node.at))
        return Operand(register, type_)

    def _equals(self, node: ast.Binary, request: Request) -> Work:
        mark = self._top
        left = yield Request(node.left)
        right = yield Request(node.right)
        for one, other in ((left, right), (right, left)):
            if other.type is BOOL or other.type is INT:
                self._inputs.use(one, other.type)
        register = self._result(mark)
        self._emit(ir.RefEquals(register, left.register, right.register, at=node.at))
        return Operand(register, BOOL)

    def _not(self, node: ast.Not, request: Request) -> Work:
        mark = self._top
        operand = yield Request(node.operand, BOOL)
        self._need(operand, BOOL, node.operand.at)
        register = self._result(mark)
        self._emit(ir.Operation(register, ir.Operator.NOT, (operand.register,), at=node.at))
        return Operand(register, BOOL)

    def _instance_of(self, node: ast.InstanceOf, request: Request) -> Work:
        mark = self._top
        cls = resolve_class(self._program, node.class_name, node.at)
        operand = yield Request(node.operand)
        self._need_reference(operand, node.operand.at)
        register = self._result(mark)
        self._inputs.test(operand, cls)
        self._emit(ir.InstanceOf(register, operand.register, cls, at=node.at))
        return Operand(register, BOOL)

    def _checked_cast(self, node: ast.Cast, request: Request) -> Work:
        cls = resolve_class(self._program, node.class_name, node.at)
        operand = yield Request(node.operand)
        self._need_reference(operand, node.operand.at)
        if not (isinstance(operand.type, ClassDecl) and operand.type.is_subclass_of(cls)):
            self._cast(operand.register, [cls], node.at)
        return Operand(operand.register, cls, operand.symbols)

    # -- the heap

    def _get_field(self, node: ast.GetField, request: Request) -> Work:
        mark = self._top
        receiver = yield Request(node.receiver)
        field = self._field(receiver, node.field, node.at)
        register = self._result(mark)
        self._emit(ir.GetField(register, receiver.register, field, at=node.at))
        place = Held(field)
        if place in self._places.opened:
            return Operand(register, self._places.type_of(place), origins=(place,))
        return Operand(register, field.type)

    def _set_field(self, node: ast.SetField, request: Request) -> Work:
        mark = self._top
        receiver = yield Request(node.receiver)
        field = self._named_field(receiver, node.field, node.at)
        place = Held(field)
        if place in self._places.opened:
            value = yield Request(
                node.value, type_in_code(self._places.type_of(place)), unchecked=True
            )
            self._places.hold(place, value.sources)
        else:
            value = yield Request(node.value, field.type)
        self._field(receiver, node.field, node.at)
        self._emit(ir.PutField(receiver.register, field, value.register, at=node.at))
        return self._keep(mark, value, node.at)

    def _keep(self, mark: int, value: Operand, at: Position) -> Operand:
        """The value assigned is the value of the assignment; it may stand above the mark."""
        if value.register >= mark:
            register = self._result(mark)
            if register != value.register:
                self._emit(ir.Move(register, value.register, at=at))
            return value._replace(register=register, is_input=False)
        self._top = mark
        return value._replace(is_input=False)

    def _named_field(self, receiver: Operand, name: str, at: Position) -> FieldDecl:
        self._need_reference(receiver, at)
        return field_named(self._program, receiver.type, name, at)

    def _field(self, receiver: Operand, name: str, at: Position) -> FieldDecl:
        """The field, after a check that the receiver has it where its static type does not say."""
        field = self._named_field(receiver, name, at)
        self._inputs.use(receiver, field.owner)
        static = receiver.type
        if isinstance(static, ClassDecl) and not static.is_subclass_of(field.owner):
            self._cast(receiver.register, [field.owner], at)
        return field

    def _call(self, node: ast.Call, request: Request) -> Work:
        mark = self._top
        receiver = yield Request(node.receiver)
        self._need_reference(receiver, node.at)
        owners = declaring(self._program, receiver.type, node.method, node.at)
        for cls in owners:
            self._inputs.use(receiver, cls)
        method = owners[0].own_methods[node.method]
        count = len(node.arguments)
        owners = [cls for cls in owners if len(cls.own_methods[node.method].parameters) == count]
        if not owners:
            wanted = len(method.parameters)
            raise InputError(f"`{method}` takes {wanted} arguments, not {count}", node.at)
        called = methods_called(self._program, owners, node.method)
        arguments = []
        for index, argument in enumerate(node.arguments):
            hint = type_in_code(self._places.type_of(Parameter(called[0], index)))
            value = yield Request(argument, hint, unchecked=True)
            for method in called:
                self._places.hold(Parameter(method, index), value.sources)
            arguments.append(value.register)
        if self._method is None and not self._inputs.settled:
            self._inputs.note_receiver(receiver)
        static = receiver.type
        if isinstance(static, ClassDecl) and static.find_method(node.method) is None:
            self._cast(receiver.register, owners, node.at)
        cls = owners[0]
        if isinstance(static, ClassDecl) and (len(owners) > 1 or static.is_subclass_of(cls)):
            cls = static
        register = self._result(mark)
        self._emit(
            ir.Call(
                register,
                receiver.register,
                cls,
                node.method,
                tuple(arguments),
                self._place(node.at),
                at=node.at,
            )
        )
        results = tuple(Result(method) for method in called)
        type_ = self._places.type_of(results[0])
        for result in results[1:]:
            type_ = join(type_, self._places.type_of(result))
        return Operand(register, type_, origins=results)

    # -- arrays

    def _array(self, operand: Operand, element: Type | None, at: Position) -> ClassDecl:
        static = operand.type
        if isinstance(static, ClassDecl) and static.element is not None:
            return static
        if isinstance(static, Unknown) or static in (Special.NULL, Special.ANY):
            cls = self._program.array_class(element or INT)
            self._inputs.use(operand, cls)
            return cls
        raise InputError(f"expected an array, found {describe(static)}", at)

    def _index(self, node: ast.Index, request: Request) -> Work:
        mark = self._top
        array = yield Request(node.array)
        index = yield Request(node.index, INT)
        self._need(index, INT, node.index.at)
        cls = self._array(array, request.expected, node.array.at)
        assert cls.element is not None
        register = self._result(mark)
        self._emit(ir.ArrayLoad(register, array.register, index.register, cls, at=node.at))
        return Operand(register, cls.element)

    def _set_index(self, node: ast.SetIndex, request: Request) -> Work:
        mark = self._top
        array = yield Request(node.array)
        index = yield Request(node.index, INT)
        self._need(index, INT, node.index.at)
        static = array.type
        element = static.element if isinstance(static, ClassDecl) else None
        value = yield Request(node.value, element)
        known = value.type if not isinstance(value.type, (Special, Unknown)) else None
        cls = self._array(array, known, node.array.at)
        self._emit(ir.ArrayStore(array.register, index.register, value.register, cls, at=node.at))
        return self._keep(mark, value, node.at)

    def _length(self, node: ast.Length, request: Request) -> Work:
        mark = self._top
        array = yield Request(node.array)
        cls = self._array(array, None, node.array.at)
        register = self._result(mark)
        self._emit(ir.ArrayLength(register, array.register, cls, at=node.at))
        return Operand(register, INT)

    # -- assumptions, assertions, breadcrumbs

    def _assume(self, node: ast.Assume, request: Request) -> Work:
        mark = self._top
        condition = yield Request(node.condition, BOOL)
        self._need(condition, BOOL, node.condition.at)
        self._emit(ir.Assume(condition.register, at=node.at))
        self._top = mark
        return self._constant(True, BOOL, node.at)

    def _assert(self, node: ast.Assert, request: Request) -> Work:
        mark = self._top
        condition = yield Request(node.condition, BOOL)
        self._need(condition, BOOL, node.condition.at)
        self._emit(ir.Assert(condition.register, "assertion", at=node.at))
        self._top = mark
        return self._constant(True, BOOL, node.at)

    def _breadcrumb(self, node: ast.Breadcrumb, request: Request) -> Work:
        self._emit(ir.Note(f"@{node.name}", at=node.at))
        return self._constant(False, BOOL, node.at)
        yield

    # -- static checks

    def _need(self, operand: Operand, type_: Type, at: Position) -> None:
        own = operand.type
        fits = own is type_ or isinstance(own, Unknown) or own is Special.ANY
        if self._inputs.settled and not fits:
            raise InputError(f"expected {type_}, found {describe(own)}", at)

    def _need_reference(self, operand: Operand, at: Position) -> None:
        own = operand.type
        is_primitive = any(name[0] == "X" for name in operand.symbols)
        if self._inputs.settled and (own in (INT, BOOL, Special.MIXED) or is_primitive):
            found = describe(own) if not isinstance(own, Unknown) else "int"
            raise InputError(f"expected a reference, found {found}", at)


# Each lowerer takes its own type of node, which no type for a table can express.
_LOWERERS: dict[type, Callable[..., Work]] = {
    ast.Literal: _Body._literal,
    ast.Bottom: _Body._bottom,
    ast.Symbol: _Body._symbol,
    ast.Location: _Body._location,
    ast.Variable: _Body._variable,
    ast.New: _Body._new,
    ast.NewArray: _Body._new_array,
    ast.Let: _Body._let,
    ast.Sequence: _Body._sequence,
    ast.If: _Body._if,
    ast.Binary: _Body._binary,
    ast.Not: _Body._not,
    ast.InstanceOf: _Body._instance_of,
    ast.Cast: _Body._checked_cast,
    ast.GetField: _Body._get_field,
    ast.SetField: _Body._set_field,
    ast.Call: _Body._call,
    ast.Index: _Body._index,
    ast.SetIndex: _Body._set_index,
    ast.Length: _Body._length,
    ast.Assume: _Body._assume,
    ast.Assert: _Body._assert,
    ast.Breadcrumb: _Body._breadcrumb,
}
