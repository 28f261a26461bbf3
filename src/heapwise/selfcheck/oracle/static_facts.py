"""Static facts that the enumeration of input heaps needs: above all, the type of every input.

The language does not declare its inputs. `X<n>` is an int, or a bool if it is only used where a
bool is needed. `Y<n>` gets its class from the fields and methods used on it and from the declared
types of the parameters, fields and elements it is passed or stored to; it is an array if it is
indexed or measured. The element of such an array is followed as an input of its own, `Y<n>[]`.

Types of inputs depend on one another (a parameter's type needs the receiver's class), so the pass
over the program is repeated until nothing changes. It keeps its own stack: programs may be deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.syntax import TypeName
from heapwise.program.source import InputError
from heapwise.selfcheck.oracle.class_tables import (
    BOOL,
    INT,
    OBJECT,
    ROOT,
    ClassTable,
    array_of,
    class_table,
    element_of,
    is_primitive,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """`fields` are the names of all fields mentioned in some expression, and `elements` says
    whether an array is ever indexed: what is not mentioned cannot matter."""

    table: ClassTable
    inputs: Mapping[str, TypeName]
    entry_receiver: str | None
    fields: frozenset[str]
    elements: bool
    array_types: tuple[TypeName, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """What is known about the value of an expression: its type, the inputs it may be, and the one
    input it plainly is (`direct`)."""

    type: TypeName | None = None
    symbols: frozenset[str] = frozenset()
    direct: str | None = None


@dataclass(frozen=True, slots=True)
class TypingScope:
    """Variables in scope, innermost first. A linked list, since `let` chains may be long."""

    name: str
    flow: Flow
    outer: TypingScope | None

    def find(self, name: str) -> Flow | None:
        scope: TypingScope | None = self
        while scope is not None:
            if scope.name == name:
                return scope.flow
            scope = scope.outer
        return None


@dataclass(slots=True)
class Uses:
    """What one pass over the program has seen. `stored` are the types of values put into an
    array: they tell the element type only if nothing else does."""

    inputs: list[str] = field(default_factory=list)
    bounds: dict[str, list[TypeName]] = field(default_factory=dict)
    stored: dict[str, list[TypeName]] = field(default_factory=dict)
    arrays: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    elements: bool = False
    array_types: list[TypeName] = field(default_factory=list)
    first_call: tuple[str | None] | None = None


def facts(program: s.ProgramNode) -> Facts:
    table = class_table(program)
    types: dict[str, TypeName] = {}
    uses = _Pass(table, types).over(program)
    # Knowledge travels from input to input, so as many rounds as there are inputs must do.
    for _ in range(len(uses.inputs) + 2):
        found = {name: _resolve(name, uses, table) for name in uses.inputs}
        if found == types:
            break
        types = found
        uses = _Pass(table, types).over(program)
    else:
        raise InputError("the uses of the inputs contradict each other", program.at)
    arrays = [kind for kind in types.values() if kind.dimensions] + uses.array_types
    return Facts(
        table,
        types,
        uses.first_call[0] if uses.first_call else None,
        frozenset(uses.fields),
        uses.elements,
        tuple(dict.fromkeys(arrays)),
    )


def _resolve(name: str, uses: Uses, table: ClassTable) -> TypeName:
    if name in uses.arrays:
        inner = f"{name}[]"
        if inner in uses.arrays or inner in uses.bounds:
            return array_of(_resolve(inner, uses, table))
        declared = [each for each in uses.bounds.get(name, []) if each.dimensions]
        if declared:
            return declared[0]
        return array_of(_most_specific(uses.stored.get(inner, [INT]), table))
    bounds = uses.bounds.get(name, [])
    if name.startswith("X"):
        return BOOL if bounds and all(each == BOOL for each in bounds) else INT
    if name.endswith("[]"):
        return _most_specific(bounds, table)
    return _most_specific([each for each in bounds if not is_primitive(each)], table)


def _most_specific(bounds: Iterable[TypeName], table: ClassTable) -> TypeName:
    """The lowest bound if they lie on one chain, else the nearest common superclass."""
    all_bounds = list(dict.fromkeys(bounds))
    lowest = [
        each
        for each in all_bounds
        if not any(other != each and table.is_assignable(other, each) for other in all_bounds)
    ]
    if not lowest:
        return OBJECT
    result = lowest[0]
    for each in lowest[1:]:
        result = _join(result, each, table) or OBJECT
    return result


def _join(left: TypeName | None, right: TypeName | None, table: ClassTable) -> TypeName | None:
    if left is None or right is None or left == right:
        return left or right
    if is_primitive(left) or is_primitive(right):
        return None
    if left.dimensions or right.dimensions:
        return OBJECT
    shared = [each for each in table.chains[left.name] if each in table.chains[right.name]]
    return TypeName(shared[0])


Step = Callable[[], None]


class _Pass:
    """One pass: children first, in order of evaluation; each node leaves one `Flow`."""

    def __init__(self, table: ClassTable, types: Mapping[str, TypeName]) -> None:
        self.table = table
        self.types = types
        self.uses = Uses()
        self.work: list[Step] = []
        self.flows: list[Flow] = []
        self.in_main = True

    def over(self, program: s.ProgramNode) -> Uses:
        self.body(program.main, None)
        self.in_main = False
        for cls in program.classes:
            for each in cls.fields:
                self.declared(each.type)
            for method in cls.methods:
                self.declared(method.type)
                scope = TypingScope("this", Flow(TypeName(cls.name)), None)
                for parameter in method.parameters:
                    self.declared(parameter.type)
                    scope = TypingScope(parameter.name, Flow(parameter.type), scope)
                self.body(method.body, scope)
        return self.uses

    def body(self, body: s.Expr, scope: TypingScope | None) -> None:
        self.work.append(partial(self.visit, body, scope))
        while self.work:
            self.work.pop()()
        self.flows.clear()

    def declared(self, kind: TypeName) -> None:
        if kind.dimensions:
            self.uses.array_types.append(kind)

    # Requirements

    def require(self, flow: Flow, kind: TypeName) -> None:
        for symbol in flow.symbols:
            self.uses.bounds.setdefault(symbol, []).append(kind)

    def require_array(self, flow: Flow) -> Flow:
        """Note that the value is an array; the flow of its elements."""
        self.uses.arrays.update(flow.symbols)
        known = flow.type is not None and flow.type.dimensions > 0
        element = element_of(flow.type) if known and flow.type is not None else None
        return Flow(element, frozenset(f"{symbol}[]" for symbol in flow.symbols))

    def owner(self, flow: Flow, owners: tuple[str, ...], what: str, node: s.Node) -> str:
        """Of the classes that declare a member, the topmost that fits the receiver."""
        kind = flow.type
        chain = self.table.chains.get(kind.name, ()) if kind and not kind.dimensions else ()
        fitting = [each for each in reversed(chain) if each in owners]
        if not fitting:
            fitting = [each for each in owners if chain and chain[0] in self.table.chains[each]]
        for each in fitting or owners:
            above = self.table.chains[each][1:]
            if not any(other in above for other in owners):
                return each
        if not owners:
            raise InputError(f"no class has a {what}", node.at)
        return owners[0]

    # Nodes

    def visit(self, node: s.Expr, scope: TypingScope | None) -> None:
        """Leave the flow of a leaf, or schedule the children and what to do with their flows."""
        match node:
            case s.Literal(value=value):
                kind = BOOL if isinstance(value, bool) else INT if value is not None else None
                self.flows.append(Flow(kind))
            case s.Bottom() | s.Location():
                self.flows.append(Flow())
            case s.Breadcrumb():
                self.flows.append(Flow(BOOL))
            case s.Symbol(name=name):
                if name not in self.uses.inputs:
                    self.uses.inputs.append(name)
                self.flows.append(Flow(self.types.get(name), frozenset((name,)), name))
            case s.Variable(name=name):
                found = scope.find(name) if scope else None
                if found is None:
                    raise InputError(f"no variable is called {name}", node.at)
                self.flows.append(found)
            case s.New(class_name=name):
                self.flows.append(Flow(TypeName(name)))
            case s.Let(name=name, bound=bound, body=body):
                self.children(scope, partial(self.after_bound, name, body, scope), bound)
            case _:
                self.children(scope, partial(self.finish, node), *_children(node))

    def children(self, scope: TypingScope | None, then: Step, *nodes: s.Expr) -> None:
        self.work.append(then)
        self.work.extend(partial(self.visit, each, scope) for each in reversed(nodes))

    def after_bound(self, name: str, body: s.Expr, scope: TypingScope | None) -> None:
        inner = TypingScope(name, self.flows.pop(), scope)
        self.children(scope, self.leave_let)
        self.work.append(partial(self.visit, body, inner))

    def leave_let(self) -> None:
        self.flows.append(replace(self.flows.pop(), direct=None))

    def finish(self, node: s.Expr) -> None:
        count = len(_children(node))
        flows = self.flows[-count:]
        del self.flows[-count:]
        self.flows.append(self.combine(node, flows))

    def combine(self, node: s.Expr, flows: list[Flow]) -> Flow:
        match node:
            case s.If():
                self.require(flows[0], BOOL)
                then, otherwise = flows[1:]
                kind = _join(then.type, otherwise.type, self.table)
                return Flow(kind, then.symbols | otherwise.symbols)
            case s.Binary(operator=operator):
                return self.binary(operator, flows)
            case s.Not() | s.Assume() | s.Assert():
                self.require(flows[0], BOOL)
                return Flow(BOOL)
            case s.InstanceOf():
                return Flow(BOOL)
            case s.Cast(class_name=name):
                return replace(flows[0], type=TypeName(name), direct=None)
            case s.Sequence():
                return replace(flows[1], direct=None)
            case s.Call():
                return self.call(node, flows)
            case s.GetField(field=name) | s.SetField(field=name):
                return self.field(node, name, flows)
            case s.NewArray(element=element):
                self.require(flows[0], INT)
                self.declared(array_of(element))
                return Flow(array_of(element))
            case s.Length():
                self.require_array(flows[0])
                return Flow(INT)
            case s.Index():
                self.uses.elements = True
                self.require(flows[1], INT)
                return self.require_array(flows[0])
            case s.SetIndex():
                return self.store(flows)
        raise InputError(f"not an expression: {type(node).__name__}", node.at)

    def binary(self, operator: str, flows: list[Flow]) -> Flow:
        if operator == "=":
            for one, other in (flows, flows[::-1]):
                if other.type is not None and is_primitive(other.type):
                    self.require(one, other.type)
            return Flow(BOOL)
        needed = BOOL if operator in ("&&", "||") else INT
        for flow in flows:
            self.require(flow, needed)
        return Flow(INT if operator in ("+", "-") else BOOL)

    def call(self, node: s.Call, flows: list[Flow]) -> Flow:
        receiver = flows[0]
        if self.in_main and self.uses.first_call is None:
            self.uses.first_call = (receiver.direct,)
        owners = self.table.method_owners.get(node.method, ())
        owner = self.owner(receiver, owners, f"method {node.method}", node)
        self.require(receiver, TypeName(owner))
        method = self.table.methods[owner][node.method][1]
        if len(method.parameters) != len(node.arguments):
            raise InputError(f"{node.method} takes {len(method.parameters)} arguments", node.at)
        for parameter, flow in zip(method.parameters, flows[1:], strict=True):
            self.require(flow, parameter.type)
        return Flow(method.type)

    def field(self, node: s.Expr, name: str, flows: list[Flow]) -> Flow:
        self.uses.fields.add(name)
        owner = self.owner(flows[0], self.table.field_owners.get(name, ()), f"field {name}", node)
        self.require(flows[0], TypeName(owner))
        declared = self.table.fields[owner][name]
        if len(flows) == 1:
            return Flow(declared)
        self.require(flows[1], declared)
        return Flow(flows[1].type or declared, flows[1].symbols)

    def store(self, flows: list[Flow]) -> Flow:
        array, index, value = flows
        self.uses.elements = True
        self.require(index, INT)
        element = self.require_array(array)
        if element.type is not None:
            self.require(value, element.type)
        if value.type is not None:
            for symbol in element.symbols:
                self.uses.stored.setdefault(symbol, []).append(value.type)
        return Flow(value.type or element.type, value.symbols)


def _children(node: s.Expr) -> tuple[s.Expr, ...]:
    match node:
        case s.If(condition=condition, then=then, otherwise=otherwise):
            return condition, then, otherwise
        case s.Binary(left=left, right=right):
            return left, right
        case s.Not(operand=operand) | s.InstanceOf(operand=operand) | s.Cast(operand=operand):
            return (operand,)
        case s.Call(receiver=receiver, arguments=arguments):
            return receiver, *arguments
        case s.GetField(receiver=receiver):
            return (receiver,)
        case s.SetField(receiver=receiver, value=value):
            return receiver, value
        case s.NewArray(size=size):
            return (size,)
        case s.Index(array=array, index=index):
            return array, index
        case s.SetIndex(array=array, index=index, value=value):
            return array, index, value
        case s.Length(array=array):
            return (array,)
        case s.Sequence(first=first, second=second):
            return first, second
        case s.Assume(condition=condition) | s.Assert(condition=condition):
            return (condition,)
    raise InputError(f"not an expression: {type(node).__name__}", node.at)


__all__ = ["ROOT", "Facts", "facts"]
