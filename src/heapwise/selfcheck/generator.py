"""Random small programs of the POSE language, reproducible one by one from a seed and a number."""

from __future__ import annotations

import random
from dataclasses import replace

from heapwise.frontends.tiny import syntax as s
from heapwise.frontends.tiny.syntax import Expr, TypeName
from heapwise.program import InputError
from heapwise.selfcheck.program_schema import (
    BOOL,
    INT,
    OBJECT,
    Schema,
    Signature,
    is_primitive,
    random_schema,
    weighted,
)
from heapwise.selfcheck.random_expressions import NOWHERE, ExpressionGenerator, VisibleNames
from heapwise.selfcheck.subject import Subject, subject_of
from heapwise.selfcheck.trees import expressions_in

_ATTEMPTS = 100


def generate(seed: int, index: int) -> Subject:
    """Program `index` of `seed`: well typed, ending on every input, with at least one choice."""
    choose = random.Random(f"{seed}:{index}")
    file = f"selfcheck-{seed}-{index}.tiny"
    for _ in range(_ATTEMPTS):
        try:
            subject = subject_of(_without_unused(_ProgramGenerator(choose).program()), file)
        except InputError:
            continue  # the types of its inputs cannot be told from their uses
        if _is_interesting(subject.tree):
            return subject
    raise AssertionError(f"no program in {_ATTEMPTS} attempts")


def _is_interesting(tree: s.ProgramNode) -> bool:
    """Does it ask for an input, branch, look into the heap more than once, and use its methods?"""
    bodies = [tree.main, *(method.body for cls in tree.classes for method in cls.methods)]
    nodes = [node for body in bodies for node in expressions_in(body)]
    main = list(expressions_in(tree.main))
    return (
        any(isinstance(node, s.Symbol) and node.name.startswith("Y") for node in main)
        and any(isinstance(node, s.If) for node in nodes)
        and sum(isinstance(node, s.GetField | s.SetField | s.Index) for node in nodes) > 2
    )


def _without_unused(tree: s.ProgramNode) -> s.ProgramNode:
    """The program without the methods that no call can reach."""
    methods = [method for cls in tree.classes for method in cls.methods]
    reached: set[str] = set()
    waiting: list[Expr] = [tree.main]
    while waiting:
        for node in expressions_in(waiting.pop()):
            if isinstance(node, s.Call) and node.method not in reached:
                reached.add(node.method)
                waiting += [method.body for method in methods if method.name == node.method]
    classes = tuple(
        replace(cls, methods=tuple(each for each in cls.methods if each.name in reached))
        for cls in tree.classes
    )
    return replace(tree, classes=classes)


class _ProgramGenerator:
    def __init__(self, choose: random.Random) -> None:
        self._choose = choose
        self._schema: Schema = random_schema(choose)
        self._expressions = ExpressionGenerator(choose, self._schema)
        self._symbols: dict[str, TypeName] = {}

    def program(self) -> s.ProgramNode:
        classes = tuple(self._class(name) for name in self._schema.classes)
        return s.ProgramNode(classes, self._main(), at=NOWHERE)

    def _class(self, name: str) -> s.ClassNode:
        fields = tuple(
            s.FieldNode(each.type, each.name, at=NOWHERE)
            for each in self._schema.fields
            if each.owner == name
        )
        methods = tuple(
            self._method(name, rank)
            for rank, each in enumerate(self._schema.methods)
            if name in each.owners
        )
        return s.ClassNode(name, self._schema.superclasses[name], fields, methods, at=NOWHERE)

    def _method(self, owner: str, rank: int) -> s.MethodNode:
        signature = self._schema.methods[rank]
        scope = VisibleNames(callable=self._schema.methods[:rank]).binding("this", TypeName(owner))
        parameters = []
        if signature.takes_fuel:
            parameters.append(s.ParameterNode(INT, "fuel", at=NOWHERE))
        for number, kind in enumerate(signature.parameters):
            parameters.append(s.ParameterNode(kind, f"p{number}", at=NOWHERE))
        for parameter in parameters:
            if parameter.name != "fuel":
                scope = scope.binding(parameter.name, parameter.type)
        body = self._body(signature, scope)
        return s.MethodNode(signature.result, signature.name, tuple(parameters), body, at=NOWHERE)

    def _body(self, signature: Signature, scope: VisibleNames) -> Expr:
        block = self._expressions.block
        if not signature.takes_fuel:
            return block(signature.result, scope, self._choose.randint(5, 18))
        empty = s.Binary("<", s.Variable("fuel", at=NOWHERE), s.Literal(1, at=NOWHERE), at=NOWHERE)
        scope_again = VisibleNames(scope.names, scope.callable, signature)
        return s.If(
            empty,
            self._expressions.value(signature.result, scope, self._choose.randint(1, 2)),
            block(signature.result, scope_again, self._choose.randint(7, 17)),
            at=NOWHERE,
        )

    # -- the main expression and its inputs

    def _main(self) -> Expr:
        if self._schema.methods and self._choose.random() < 0.5:
            return self._entry_call()
        for _ in range(weighted(self._choose, [(2, 1), (5, 2), (3, 3)])):
            kind = TypeName(self._choose.choice(self._schema.classes))
            if self._schema.features.arrays and self._choose.random() < 0.25:
                kind = TypeName("int", 1)
            self._new_input("Y", kind)
        for _ in range(weighted(self._choose, [(4, 0), (4, 1), (1, 2)])):
            is_bool = self._schema.features.bools and self._choose.random() < 0.5
            self._new_input("X", BOOL if is_bool else INT)
        names = tuple((s.Symbol(name, at=NOWHERE), kind) for name, kind in self._symbols.items())
        scope = VisibleNames(names, self._schema.methods)
        kind = self._choose.choice((INT, BOOL, TypeName(self._schema.classes[0])))
        return self._expressions.block(kind, scope, self._choose.randint(10, 42))

    def _entry_call(self) -> Expr:
        """A call of the last method, which may call all others, on an input or a new object."""
        method = self._schema.methods[-1]
        owner = method.owners[0]
        receiver: Expr
        if self._choose.random() < 0.75:
            receiver = self._new_input("Y", TypeName(owner))
        else:
            receiver = s.New(self._choose.choice(self._schema.subclasses(owner)), at=NOWHERE)
        arguments = [self._argument(kind) for kind in method.parameters]
        if method.takes_fuel:
            arguments.insert(0, self._expressions.fuel())
        return s.Call(receiver, method.name, tuple(arguments), at=NOWHERE)

    def _argument(self, kind: TypeName) -> Expr:
        if kind == INT and self._choose.random() < 0.3:
            return self._expressions.literal()
        if kind == OBJECT and self._choose.random() < 0.3:
            return s.New(self._choose.choice(self._schema.classes), at=NOWHERE)
        fitting = [
            name for name, own in self._symbols.items() if self._schema.is_subtype(own, kind)
        ]
        if fitting and self._choose.random() < 0.2:
            return s.Symbol(self._choose.choice(fitting), at=NOWHERE)
        return self._new_input("X" if is_primitive(kind) else "Y", kind)

    def _new_input(self, initial: str, kind: TypeName) -> Expr:
        number = sum(name.startswith(initial) for name in self._symbols)
        self._symbols[f"{initial}{number}"] = kind
        return s.Symbol(f"{initial}{number}", at=NOWHERE)
