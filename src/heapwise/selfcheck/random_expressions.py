"""Random well-typed expressions of the POSE language, of about a given size.

Everything is drawn from one `random.Random`, so the same seed gives the same expression. Nested
generation is as deep as the size given, which is small.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.syntax import Expr, TypeName
from heapwise.program.source import Position
from heapwise.selfcheck.program_schema import (
    BOOL,
    INT,
    OBJECT,
    Schema,
    Signature,
    element_of,
    is_primitive,
    weighted,
)

NOWHERE = Position("generated", 1, 1)
"""Generated nodes get their positions when the program is printed and parsed again."""


@dataclass(frozen=True, slots=True)
class VisibleNames:
    """What an expression may use: variables and inputs with their types, the methods of lower
    rank, and the method itself if there is `fuel` left for another call of it."""

    names: tuple[tuple[Expr, TypeName], ...] = ()
    callable: tuple[Signature, ...] = ()
    again: Signature | None = None

    def binding(self, name: str, kind: TypeName) -> VisibleNames:
        visible = tuple(
            (node, type_)
            for node, type_ in self.names
            if not (isinstance(node, s.Variable) and node.name == name)
        )
        return replace(self, names=(*visible, (s.Variable(name, at=NOWHERE), kind)))


_Maker: TypeAlias = Callable[[TypeName, VisibleNames, int], Expr | None]


class ExpressionGenerator:
    def __init__(self, choose: random.Random, schema: Schema) -> None:
        self._choose = choose
        self._schema = schema
        self._counter = 0

    def literal(self) -> Expr:
        return s.Literal(self._choose.choice(self._schema.features.literals), at=NOWHERE)

    def fuel(self) -> Expr:
        return s.Literal(weighted(self._choose, [(2, 1), (3, 2), (1, 3)]), at=NOWHERE)

    # -- blocks: what a body, or a branch of one, is made of

    def block(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        """Lets, effects and branches, and at their end a value of the type."""
        if size < 4:
            return self.value(kind, scope, size)
        form = weighted(self._choose, [(3, "let"), (5, "effect"), (8, "if"), (1, "value")])
        if form == "let":
            return self._let(kind, scope, size)
        if form == "effect":
            first, rest = self._split(size)
            effect = self._effect(scope, max(min(first, 6), 3))
            rest = max(rest, size - 7)
            return s.Sequence(effect, self.block(kind, scope, rest), at=NOWHERE)
        if form == "if":
            return self._if(kind, scope, size)
        return self.value(kind, scope, size)

    def _split(self, size: int) -> tuple[int, int]:
        largest = max(1, size - 2)
        first = self._choose.randint(min(2, largest), largest)
        return first, max(1, size - 1 - first)

    def _let(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        types = [type_ for _, type_ in scope.names] + list(self._schema.class_types()) + [INT]
        bound_type = self._choose.choice(types)
        first, rest = self._split(size)
        bound = self.value(bound_type, scope, min(first, 5))
        rest = max(rest, size - 6)
        bound_type = self._static_type(bound, bound_type, scope)
        variables = [node.name for node, _ in scope.names if isinstance(node, s.Variable)]
        reusable = [name for name in variables if name not in ("this", "fuel")]
        if reusable and self._choose.random() < 0.15:
            name = self._choose.choice(reusable)
        else:
            name = f"x{self._counter}"
            self._counter += 1
        body = self.block(kind, scope.binding(name, bound_type), rest)
        return s.Let(name, bound, body, at=NOWHERE)

    def _static_type(self, node: Expr, wanted: TypeName, scope: VisibleNames) -> TypeName:
        """The type that a variable bound to `node` is seen to have."""
        if isinstance(node, s.New):
            return TypeName(node.class_name)
        for known, kind in scope.names:
            if known == node:
                return kind
        return wanted

    def _if(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        first, rest = self._split(size)
        condition = self.value(BOOL, scope, max(3, min(first, 6)))
        then, otherwise = self._split(max(rest, size - 7))
        return s.If(
            condition,
            self.block(kind, scope, then),
            self.block(kind, scope, otherwise),
            at=NOWHERE,
        )

    def _effect(self, scope: VisibleNames, size: int) -> Expr:
        options: list[tuple[int, Callable[[], Expr | None]]] = [
            (8, lambda: self._assignment(None, scope, size)),
            (1, lambda: self._breadcrumb()),
            (1, lambda: s.Assume(self.value(BOOL, scope, size - 1), at=NOWHERE)),
            (1, lambda: s.Assert(self.value(BOOL, scope, size - 1), at=NOWHERE)),
            (4, lambda: self._call(None, scope, size)),
        ]
        if self._schema.features.arrays:
            options.append((3, lambda: self._element_assignment(None, scope, size)))
        return weighted(self._choose, options)() or self._breadcrumb()

    def _breadcrumb(self) -> Expr:
        return s.Breadcrumb(f"p{self._choose.randint(0, 2)}", at=NOWHERE)

    # -- values

    def value(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        """An expression whose value is of the type, or of a subtype."""
        if size <= 1:
            return self._leaf(kind, scope)
        calls = 9 if scope.again is not None else 4
        makers: list[tuple[int, _Maker]] = [
            (8, self._field_read),
            (calls, self._call),
            (1, self._conditional),
            (1, self._assignment),
        ]
        if self._schema.features.arrays:
            makers.append((3, self._element))
        if kind == INT:
            makers += [(3, self._arithmetic)]
            if self._schema.features.arrays:
                makers.append((2, self._length))
        elif kind == BOOL:
            makers = [(2, self._field_read), (calls, self._call), *self._tests()]
        else:
            makers += [(3, lambda wanted, within, _: self._leaf(wanted, within))]
            makers.append((2, self._new_array) if kind.dimensions else (1, self._cast))
        made = weighted(self._choose, makers)(kind, scope, size)
        return made if made is not None else self._leaf(kind, scope)

    def _tests(self) -> list[tuple[int, _Maker]]:
        return [
            (4, self._less),
            (4, self._int_equality),
            (8, self._reference_equality),
            (4, self._null_test),
            (2, self._instance_test),
            (1, self._connective),
            (1, self._negation),
        ]

    def _leaf(self, kind: TypeName, scope: VisibleNames) -> Expr:
        known = self._visible(kind, scope)
        if known and self._choose.random() < 0.85:
            return self._choose.choice(known)
        if self._choose.random() < (0.3 if is_primitive(kind) else 0.7):
            return self._plain(kind)
        if kind == BOOL:
            return self._reference_equality(kind, scope, 3)
        fields = [
            s.GetField(node, each.name, at=NOWHERE)
            for each in self._schema.fields
            if self._schema.is_subtype(each.type, kind)
            for node, type_ in scope.names
            if self._schema.is_subtype(type_, TypeName(each.owner))
        ]
        return self._choose.choice(fields) if fields else self._plain(kind)

    def _plain(self, kind: TypeName) -> Expr:
        """An expression that depends on nothing."""
        if kind == INT:
            return self.literal()
        if kind == BOOL:
            return s.Literal(self._choose.random() < 0.5, at=NOWHERE)
        if self._choose.random() < 0.4:
            return s.Literal(None, at=NOWHERE)
        return self._fresh(kind)

    def _fresh(self, kind: TypeName) -> Expr:
        if kind.dimensions:
            size = s.Literal(self._choose.randint(0, 2), at=NOWHERE)
            return s.NewArray(element_of(kind), size, at=NOWHERE)
        below = self._schema.classes if kind == OBJECT else self._schema.subclasses(kind.name)
        return s.New(self._choose.choice(below), at=NOWHERE)

    def _receiver(self, owner: str, scope: VisibleNames, size: int) -> Expr:
        """An object to look into: seldom the literal null, seldom one of a wider static type."""
        wanted = TypeName(owner)
        if self._choose.random() < 0.06:
            above = [*self._schema.chain(owner)][1:]
            wanted = TypeName(self._choose.choice([*above, OBJECT.name]))
        made = self.value(wanted, scope, size)
        rare = 0.03 if isinstance(made, s.Literal) else 0.2
        if isinstance(made, s.Literal | s.New) and self._choose.random() > rare:
            fitting = self._visible(TypeName(owner), scope)
            return self._choose.choice(fitting) if fitting else self._fresh(TypeName(owner))
        return made

    def _visible(self, kind: TypeName, scope: VisibleNames) -> list[Expr]:
        return [node for node, type_ in scope.names if self._schema.is_subtype(type_, kind)]

    # Each maker gives an expression of the type, or None if there is none of its form.

    def _field_read(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr | None:
        fields = [each for each in self._schema.fields if self._schema.is_subtype(each.type, kind)]
        if not fields:
            return None
        chosen = self._choose.choice(fields)
        deeper = size - 1 if self._choose.random() < 0.4 else 1
        return s.GetField(self._receiver(chosen.owner, scope, deeper), chosen.name, at=NOWHERE)

    def _assignment(self, kind: TypeName | None, scope: VisibleNames, size: int) -> Expr | None:
        fields = [
            each
            for each in self._schema.fields
            if kind is None or self._schema.is_subtype(each.type, kind)
        ]
        if not fields:
            return None
        chosen = self._choose.choice(fields)
        first, rest = self._split(size)
        receiver = self._receiver(chosen.owner, scope, min(first, 3))
        value = self.value(chosen.type, scope, min(rest, 4))
        return s.SetField(receiver, chosen.name, value, at=NOWHERE)

    def _call(self, kind: TypeName | None, scope: VisibleNames, size: int) -> Expr | None:
        methods = [
            each
            for each in scope.callable
            if kind is None or self._schema.is_subtype(each.result, kind)
        ]
        again = scope.again
        if again is not None and (kind is None or self._schema.is_subtype(again.result, kind)):
            methods += [again] * 3
        if not methods:
            return None
        chosen = self._choose.choice(methods)
        first, rest = self._split(size)
        receiver = self._receiver(chosen.owners[0], scope, min(first, 3))
        arguments = [
            self.value(parameter, scope, min(rest, 3) if number == 0 else 1)
            for number, parameter in enumerate(chosen.parameters)
        ]
        if chosen.takes_fuel:
            arguments.insert(0, self._less_fuel() if chosen is again else self.fuel())
        return s.Call(receiver, chosen.name, tuple(arguments), at=NOWHERE)

    def _less_fuel(self) -> Expr:
        return s.Binary("-", s.Variable("fuel", at=NOWHERE), s.Literal(1, at=NOWHERE), at=NOWHERE)

    def _conditional(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr | None:
        return self._if(kind, scope, size) if size >= 4 else None

    def _arithmetic(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        return self._binary(self._choose.choice("+-"), INT, scope, size)

    def _less(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        return self._binary("<", INT, scope, size)

    def _int_equality(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        return self._binary("=", INT, scope, size)

    def _connective(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        return self._binary(self._choose.choice(("&&", "||")), BOOL, scope, size)

    def _binary(self, operator: str, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        first, rest = self._split(size)
        left, right = self.value(kind, scope, first), self.value(kind, scope, rest)
        if left == right or not self._depends(left, right):
            left = self._field_read(kind, scope, 2) or left
        return s.Binary(operator, left, right, at=NOWHERE)

    def _reference_equality(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        types = [type_ for _, type_ in scope.names if not is_primitive(type_)]
        chosen = self._choose.choice([*types, *self._schema.class_types()])
        other = chosen
        if self._choose.random() < 0.25:
            other = self._choose.choice([*types, *self._schema.class_types()])
        first, rest = self._split(size)
        left, right = self.value(chosen, scope, first), self.value(other, scope, rest)
        if left == right or not self._depends(left, right):
            left, right = self.value(chosen, scope, size), self._leaf(other, scope)
        return s.Binary("=", left, right, at=NOWHERE)

    @staticmethod
    def _depends(*nodes: Expr) -> bool:
        """Can the value of one of these depend on the input?"""
        return not all(isinstance(node, s.Literal | s.New | s.NewArray) for node in nodes)

    def _null_test(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        types = [type_ for _, type_ in scope.names if not is_primitive(type_)]
        chosen = self._choose.choice([*types, *self._schema.class_types()])
        tested = self.value(chosen, scope, size - 1)
        return s.Binary("=", tested, s.Literal(None, at=NOWHERE), at=NOWHERE)

    def _instance_test(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        chosen = self._choose.choice(self._schema.classes)
        top = [*self._schema.chain(chosen)][-1]
        wanted = OBJECT if self._choose.random() < 0.1 else TypeName(top)
        return s.InstanceOf(self.value(wanted, scope, size - 1), chosen, at=NOWHERE)

    def _cast(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr | None:
        """Down from the topmost superclass, or from the root."""
        if kind == OBJECT:
            return None
        top = [*self._schema.chain(kind.name)][-1]
        wanted = OBJECT if self._choose.random() < 0.2 else TypeName(top)
        below = self._choose.choice(self._schema.subclasses(kind.name))
        return s.Cast(self.value(wanted, scope, size - 1), below, at=NOWHERE)

    def _negation(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        return s.Not(self.value(BOOL, scope, size - 1), at=NOWHERE)

    # -- arrays

    def _array_types(self, element: TypeName | None) -> list[TypeName]:
        """The array types whose elements may serve as `element`."""
        seen = [each.type for each in self._schema.fields]
        seen += [kind for method in self._schema.methods for kind in method.parameters]
        arrays = dict.fromkeys([TypeName("int", 1), *(kind for kind in seen if kind.dimensions)])
        return [
            kind
            for kind in arrays
            if element is None or self._schema.is_subtype(element_of(kind), element)
        ]

    def _array(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        made = self.value(kind, scope, size)
        if isinstance(made, s.Literal) and self._choose.random() < 0.9:
            return self._fresh(kind)
        return made

    def _element(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr | None:
        arrays = self._array_types(kind)
        if not arrays:
            return None
        first, rest = self._split(size)
        array = self._array(self._choose.choice(arrays), scope, min(first, 2))
        return s.Index(array, self._index(scope, rest), at=NOWHERE)

    def _element_assignment(
        self, kind: TypeName | None, scope: VisibleNames, size: int
    ) -> Expr | None:
        arrays = self._array_types(kind)
        if not arrays:
            return None
        chosen = self._choose.choice(arrays)
        first, rest = self._split(size)
        array = self._array(chosen, scope, min(first, 2))
        value = self.value(element_of(chosen), scope, min(rest, 3))
        return s.SetIndex(array, self._index(scope, 1), value, at=NOWHERE)

    def _index(self, scope: VisibleNames, size: int) -> Expr:
        if self._choose.random() < 0.5:
            return s.Literal(self._choose.randint(0, 1), at=NOWHERE)
        return self.value(INT, scope, min(size, 2))

    def _length(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr | None:
        chosen = self._choose.choice(self._array_types(None))
        return s.Length(self._array(chosen, scope, min(size - 1, 2)), at=NOWHERE)

    def _new_array(self, kind: TypeName, scope: VisibleNames, size: int) -> Expr:
        length = self.value(INT, scope, min(size - 1, 2))
        return s.NewArray(element_of(kind), length, at=NOWHERE)
