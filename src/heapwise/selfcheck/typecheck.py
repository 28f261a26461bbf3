"""Is a program of the POSE language well typed throughout?

This is stricter than the front end, which leaves a mistake such as an int where a bool belongs to
show up when it is executed. Only well-typed programs may accuse a strategy. Recursive: generated
expressions are not deep.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.syntax import Expr, TypeName
from heapwise.program import InputError
from heapwise.selfcheck.oracle.class_tables import (
    BOOL,
    INT,
    OBJECT,
    ClassTable,
    array_of,
    element_of,
    is_primitive,
)
from heapwise.selfcheck.oracle.static_facts import facts

Type: TypeAlias = TypeName | None
"""None is the type of null."""

VariableTypes: TypeAlias = Mapping[str, Type]

_OPERANDS = {"+": INT, "-": INT, "<": INT, "&&": BOOL, "||": BOOL}


class IllTypedError(InputError):
    """An expression is used as what it is not."""


def check_types(tree: s.ProgramNode) -> None:
    """Raises `IllTypedError`, or any `InputError` that finding the types of the inputs meets."""
    known = facts(tree)
    checker = _Checker(known.table, known.inputs)
    checker.type_of(tree.main, {})
    for cls in tree.classes:
        for method in cls.methods:
            scope: dict[str, Type] = {"this": TypeName(cls.name)}
            scope.update((parameter.name, parameter.type) for parameter in method.parameters)
            checker.expect(method.body, method.type, scope)
            _check_override(cls, method, known.table)


def _check_override(cls: s.ClassNode, method: s.MethodNode, table: ClassTable) -> None:
    for above in table.chains[cls.name][1:]:
        if method.name in table.methods[above]:
            _, inherited = table.methods[above][method.name]
            if _signature(method) != _signature(inherited):
                raise IllTypedError(f"{method.name} has another type above", method.at)


def _signature(method: s.MethodNode) -> tuple[TypeName, ...]:
    return (method.type, *(parameter.type for parameter in method.parameters))


class _Checker:
    def __init__(self, table: ClassTable, inputs: Mapping[str, TypeName]) -> None:
        self._table = table
        self._inputs = inputs

    def expect(
        self, node: Expr, wanted: TypeName, scope: VariableTypes, *, receiver: bool = False
    ) -> None:
        self._fits(self.type_of(node, scope), wanted, node, receiver)

    def _fits(self, own: Type, wanted: TypeName, node: Expr, receiver: bool) -> None:
        """A receiver may be cast down; what is passed or stored must be of the type declared: the
        oracle does not check that when it runs."""
        if own is None:
            fits = not is_primitive(wanted)
        else:
            assignable = self._table.is_assignable
            fits = assignable(own, wanted) or (receiver and assignable(wanted, own))
        if not fits:
            raise IllTypedError(f"{own} where {wanted} is needed", node.at)

    def _reference(self, node: Expr, scope: VariableTypes) -> Type:
        own = self.type_of(node, scope)
        if own is not None and is_primitive(own):
            raise IllTypedError(f"{own} where a reference is needed", node.at)
        return own

    def type_of(self, node: Expr, scope: VariableTypes) -> Type:
        match node:
            case s.Literal(value=None):
                return None
            case s.Literal(value=bool()) | s.Breadcrumb():
                return BOOL
            case s.Literal():
                return INT
            case s.Symbol(name=name):
                return self._inputs[name]
            case s.Variable(name=name) if name in scope:
                return scope[name]
            case s.New(class_name=name):
                return TypeName(name)
            case s.Let(name=name, bound=bound, body=body):
                return self.type_of(body, {**scope, name: self.type_of(bound, scope)})
            case s.If(condition=condition, then=then, otherwise=otherwise):
                self.expect(condition, BOOL, scope)
                return self._join(self.type_of(then, scope), self.type_of(otherwise, scope), node)
            case s.Sequence(first=first, second=second):
                self.type_of(first, scope)
                return self.type_of(second, scope)
            case s.Not(operand=operand) | s.Assume(condition=operand) | s.Assert(condition=operand):
                self.expect(operand, BOOL, scope)
                return BOOL
            case s.InstanceOf(operand=operand):
                self._reference(operand, scope)
                return BOOL
            case s.Cast(operand=operand, class_name=name):
                self._reference(operand, scope)
                return TypeName(name)
            case s.Binary(operator=operator, left=left, right=right):
                return self._binary(operator, left, right, scope)
            case _:
                return self._access(node, scope)

    def _join(self, one: Type, other: Type, node: Expr) -> Type:
        if one == other or other is None or one is None:
            found = one if other is None else other
            if (one is None or other is None) and found is not None and is_primitive(found):
                raise IllTypedError("null or a value", node.at)
            return found
        if is_primitive(one) or is_primitive(other):
            raise IllTypedError(f"{one} or {other}", node.at)
        if self._table.is_assignable(one, other):
            return other
        return one if self._table.is_assignable(other, one) else OBJECT

    def _binary(self, operator: str, left: Expr, right: Expr, scope: VariableTypes) -> Type:
        if operator == "=":
            self._join(self.type_of(left, scope), self.type_of(right, scope), left)
            return BOOL
        operands = _OPERANDS[operator]
        self.expect(left, operands, scope)
        self.expect(right, operands, scope)
        return INT if operator in ("+", "-") else BOOL

    def _access(self, node: Expr, scope: VariableTypes) -> Type:
        match node:
            case s.GetField(receiver=receiver, field=name):
                return self._field(receiver, name, scope)
            case s.SetField(receiver=receiver, field=name, value=value):
                kind = self._field(receiver, name, scope)
                self.expect(value, kind, scope)
                return kind
            case s.Call(receiver=receiver, method=name, arguments=arguments):
                return self._call(receiver, name, arguments, scope)
            case s.NewArray(element=element, size=size):
                self.expect(size, INT, scope)
                return array_of(element)
            case s.Length(array=array):
                self._elements(array, scope)
                return INT
            case s.Index(array=array, index=index):
                self.expect(index, INT, scope)
                return self._elements(array, scope)
            case s.SetIndex(array=array, index=index, value=value):
                self.expect(index, INT, scope)
                kind = self._elements(array, scope)
                if not self._is_plainly(self.type_of(value, scope), kind):
                    raise IllTypedError(f"an element that is no {kind}", node.at)
                return kind
        raise IllTypedError(f"no type: {type(node).__name__}", node.at)

    def _is_plainly(self, own: Type, kind: TypeName) -> bool:
        """Stored elements are not cast down."""
        if own is None:
            return not is_primitive(kind)
        return self._table.is_assignable(own, kind)

    def _elements(self, array: Expr, scope: VariableTypes) -> TypeName:
        own = self._reference(array, scope)
        if own is None or not own.dimensions:
            raise IllTypedError(f"{own} is no array", array.at)
        return element_of(own)

    def _field(self, receiver: Expr, name: str, scope: VariableTypes) -> TypeName:
        owners = self._table.field_owners.get(name, ())
        if len(owners) != 1:
            raise IllTypedError(f"no class, or more than one, has {name}", receiver.at)
        self.expect(receiver, TypeName(owners[0]), scope, receiver=True)
        return self._table.fields[owners[0]][name]

    def _call(
        self, receiver: Expr, name: str, arguments: tuple[Expr, ...], scope: VariableTypes
    ) -> TypeName:
        owners = self._table.method_owners.get(name, ())
        tops = [
            each
            for each in owners
            if not any(above in owners for above in self._table.chains[each][1:])
        ]
        if len(tops) != 1:
            raise IllTypedError(f"no class, or more than one, has {name}", receiver.at)
        self.expect(receiver, TypeName(tops[0]), scope, receiver=True)
        method = self._table.methods[tops[0]][name][1]
        for argument, parameter in zip(arguments, method.parameters, strict=True):
            self.expect(argument, parameter.type, scope)
        return method.type
