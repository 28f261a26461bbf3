"""What the code of a module assigns to the fields of its classes.

Evidence is collected from every function of the module: assignments through `self` and through any
other expression of a known class, and what is put into containers. An attribute of an object whose
class is not known counts if only one class of the module has a field of that name.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import FunctionType

from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.annotation_types import Scope, scope_of_function
from heapwise.frontends.python.typing.declarations import NO_HINT, FieldInfo, declared_fields
from heapwise.frontends.python.typing.descriptor_fields import kept_by
from heapwise.frontends.python.typing.fields_behind import field_behind
from heapwise.frontends.python.typing.functions import (
    FunctionInfo,
    ParameterInfo,
    functions_of,
)
from heapwise.frontends.python.typing.hints import (
    NONE_SHAPE,
    ClassShape,
    DictShape,
    ListShape,
    Shape,
    TupleShape,
    UnknownShape,
    alternatives,
    classes_in,
    shape_of,
)
from heapwise.frontends.python.typing.infer_from_calls import Flow, leaves_open
from heapwise.frontends.python.typing.infer_from_use import agrees, is_plain, uses_of
from heapwise.frontends.python.typing.inference import Inference, makes_own, mangled
from heapwise.frontends.python.typing.joined_shapes import NO_ELEMENT, element_of
from heapwise.frontends.python.typing.meant_classes import meant_classes
from heapwise.program import Position

Table = Mapping[type, Mapping[str, FieldInfo]]
"""What is known by now of the own fields of each class."""

_FunctionTree = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Evidence:
    """What the code assigns to one field: that of its class, `from_inside`, or other code. `uses`
    are what it does with a field of which nothing is known; one that a parameter without a hint is
    assigned to `is_open`."""

    shapes: list[Shape] = field(default_factory=list)
    uses: list[Shape] = field(default_factory=list)
    is_open: bool = False
    where: Position | None = None
    in_init: Position | None = None
    hint: Shape | None = None
    hint_at: Position | None = None
    is_none: bool = False
    is_unresolved: bool = False
    from_inside: bool = False
    from_outside: bool = False

    def add(self, other: Evidence) -> None:
        """What comes later in the text."""
        self.shapes += [shape for shape in other.shapes if shape not in self.shapes]
        self.uses += [shape for shape in other.uses if shape not in self.uses]
        self.is_open = self.is_open or other.is_open
        self.where = self.where or other.where
        self.in_init = self.in_init or other.in_init
        if self.hint is None:
            self.hint, self.hint_at = other.hint, other.hint_at
        self.is_none = self.is_none or other.is_none
        self.is_unresolved = self.is_unresolved or other.is_unresolved
        self.from_inside = self.from_inside or other.from_inside
        self.from_outside = self.from_outside or other.from_outside


@dataclass(slots=True)
class _Told:
    """What one function tells. `known` is what it asked for and what it was answered: as long as
    the answers are the same, so is what it tells."""

    known: dict[tuple[Callable[..., Shape | None], tuple[object, ...]], Shape | None] = field(
        default_factory=dict
    )
    evidence: dict[tuple[type, str], Evidence] = field(default_factory=dict)
    passed: dict[tuple[FunctionType, str, Shape | None], None] = field(default_factory=dict)
    returned: dict[tuple[FunctionType, Shape], None] = field(default_factory=dict)

    def asking(self, answer: Callable[..., Shape | None]) -> Callable[..., Shape | None]:
        """The same question, but it is noted."""

        def asked(*question: object) -> Shape | None:
            shape = self.known[answer, question] = answer(*question)
            return shape

        return asked

    def is_true(self) -> bool:
        return all(answer(*question) == told for (answer, question), told in self.known.items())


class Collector:
    """The fields as the code of a module shows them."""

    def __init__(self, loaded: LoadedModule, classes: list[type]) -> None:
        self._classes = classes
        self._table: Table = {}
        self._flow = Flow()
        self._functions = [
            info
            for info in functions_of(loaded)
            if isinstance(info.node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        self._own_names = self._names_assigned_to_self()
        self._meant = {
            (info.function, name): shape
            for info in self._functions
            for name, shape in meant_classes(info, self._own_names).items()
        }
        self._told: dict[ast.AST, _Told] = {}

    def collect(self, known: Table, flow: Flow) -> tuple[dict[tuple[type, str], Evidence], Flow]:
        """One round: the evidence for the fields of the classes, by class and name, and what flows
        through calls, given what is known by now of both. Only the functions that would tell
        something else than before are read again."""
        self._table, self._flow = known, flow
        evidence: dict[tuple[type, str], Evidence] = {}
        found = Flow(self._meant)
        for info in self._functions:
            told = self._told.get(info.node)
            if told is None or not told.is_true():
                told = self._told[info.node] = self._read(info)
            for key, each in told.evidence.items():
                evidence.setdefault(key, Evidence()).add(each)
            for passed in told.passed:
                found.passed(*passed)
            for returned in told.returned:
                found.returned(*returned)
        return evidence, found

    def _names_assigned_to_self(self) -> dict[type, set[str]]:
        found: dict[type, set[str]] = {cls: set(declared_fields(cls)) for cls in self._classes}
        for info in self._functions:
            receiver = _receiver_name(info) or _name_of_made(info.node)
            if info.owner is None or receiver is None or info.owner not in found:
                continue
            for node in ast.walk(info.node):
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.ctx, ast.Store)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == receiver
                ):
                    name = mangled(node.attr, info.owner)
                    if not _is_computed(info.owner, name):
                        found[info.owner].add(name)
        for info in self._functions:
            for kept in kept_by(info, self._classes):
                found[kept.owner].add(kept.slot)
        return found

    # ------------------------------------------------------------------------ functions

    def _read(self, info: FunctionInfo) -> _Told:
        told = _Told()
        self._read_function(info, told)
        self._read_descriptor(info, told)
        return told

    def _read_function(self, info: FunctionInfo, told: _Told) -> None:
        names: dict[str, Shape] = {}
        parameter_shape = told.asking(self._parameter)
        for parameter in info.parameters:
            shape = parameter_shape(info.function, parameter)
            if shape is not None:
                names[parameter.name] = shape
        receiver = _receiver_name(info)
        class_name = None
        if receiver is not None and info.owner is not None:
            names[receiver] = ClassShape(info.owner)
            class_name = _name_of_class(info.node, receiver)
        elif info.kind == "classmethod" and info.parameters:
            class_name = info.parameters[0].name
        function = info.function
        scope = scope_of_function(function, info.owner)
        pending: list[tuple[_FunctionTree, dict[str, Shape]]] = []
        assert isinstance(info.node, ast.FunctionDef | ast.AsyncFunctionDef)
        pending.append((info.node, names))
        while pending:
            node, known = pending.pop()
            inference = Inference(
                function.__globals__,
                known,
                info.owner,
                class_name,
                told.asking(self._known_field),
                told.asking(self._result),
            )
            reader = _BodyReader(self, told, inference, scope, info, node is info.node)
            nested = [inner for body in node.body for inner in reader.read(body)]
            if any(map(_goes_round, node.body)):
                # A variable may get its shape below the place where it is used.
                nested = [inner for body in node.body for inner in reader.read(body)]
            for inner in nested:
                pending.append((inner, _names_inside(inner, inference.names, scope)))

    def _read_descriptor(self, info: FunctionInfo, told: _Told) -> None:
        """What a descriptor keeps in the objects whose attribute it is."""
        for kept in kept_by(info, self._classes):
            names = dict(kept.names)
            for parameter in info.parameters:
                if not isinstance(parameter.shape, UnknownShape):
                    names.setdefault(parameter.name, parameter.shape)
            field_shape = told.asking(self._known_field)
            inference = Inference(info.function.__globals__, names, info.owner, None, field_shape)
            shape = inference.infer(kept.expression)
            for owner in self.owners((kept.owner,), kept.slot):
                evidence = told.evidence.setdefault((owner, kept.slot), Evidence())
                evidence.where = evidence.where or info.at
                if shape is not None and shape not in evidence.shapes:
                    evidence.shapes.append(shape)

    def _known_field(self, cls: type, name: str) -> Shape | None:
        for base in cls.__mro__:
            fields = self._table.get(base)
            info = (declared_fields(base) if fields is None else fields).get(name)
            if info is not None and base is not object:
                return None if isinstance(info.shape, UnknownShape) else info.shape
        return None

    def _parameter(self, function: FunctionType, parameter: ParameterInfo) -> Shape | None:
        shape = self._flow.parameter(function, parameter)
        return None if isinstance(shape, UnknownShape) else shape

    def _result(self, function: FunctionType) -> Shape | None:
        return self._flow.results.get(function)

    # ------------------------------------------------------------------------ evidence

    def owners(self, classes: tuple[type, ...], name: str) -> list[type]:
        """The classes that have the field `name` of objects of these classes; if there are none,
        the only class of the module that has such a field."""
        owners = [owner for cls in classes if (owner := self._owner(cls, name)) is not None]
        if not classes:
            owners = [cls for cls in self._classes if name in self._own_names[cls]]
            owners = owners if len(owners) == 1 else []
        return owners

    def passed(self, function: FunctionType, name: str) -> Shape | None:
        """What calls pass for a parameter, besides what nothing is known of."""
        return self._flow.arguments.get((function, name))

    def meant(self, function: FunctionType, name: str) -> Shape | None:
        """The objects that the body of a function shows a parameter to be."""
        return self._meant.get((function, name))

    def is_assigned(self, cls: type, name: str) -> bool:
        return name in self._own_names.get(cls, ())

    def _owner(self, cls: type, name: str) -> type | None:
        if _is_computed(cls, name):
            return None
        for base in reversed(cls.__mro__):
            if name in self._own_names.get(base, ()):
                return base
            if base in self._own_names and name in vars(base):
                return base  # a class attribute that serves as the default
        return None


def _receiver_name(info: FunctionInfo) -> str | None:
    if info.kind in ("method", "property") and info.parameters:
        return info.parameters[0].name
    return None


def _name_of_made(function: ast.AST) -> str | None:
    """The variable that a `__new__` keeps the new object in."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call() as call) if makes_own(call):
                return name
    return None


def _name_of_class(function: ast.AST, receiver: str) -> str | None:
    """The variable that a method keeps the class of its object in: `cls = type(self)`."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(name)],
                value=ast.Call(func=ast.Name("type"), args=[ast.Name(of)])
                | ast.Attribute(value=ast.Name(of), attr="__class__"),
            ) if of == receiver:
                return name
    return None


def _is_computed(cls: type, name: str) -> bool:
    """Whether the class answers for the name itself (a property), so that it is no field."""
    member = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    if isinstance(member, property):
        return True
    slot = type(member).__name__ in ("member_descriptor", "_tuplegetter")
    return declares(type(member), "__get__") and not slot and not isinstance(member, FunctionType)


def _names_inside(
    node: _FunctionTree, outer: Mapping[str, Shape], scope: Scope
) -> dict[str, Shape]:
    """The variables that a nested function sees, with its own parameters."""
    names = dict(outer)
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        names.pop(argument.arg, None)
        if argument.annotation is not None:
            shape = shape_of(ast.unparse(argument.annotation), scope=scope)
            if not isinstance(shape, UnknownShape):
                names[argument.arg] = shape
    return names


_ADDERS: Mapping[str, int] = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "push": 0}
_MERGERS = ("extend", "extendleft", "update")


class _BodyReader:
    """Notes what the statements of one function assign."""

    def __init__(
        self,
        collector: Collector,
        told: _Told,
        inference: Inference,
        scope: Scope,
        info: FunctionInfo,
        outermost: bool,
    ) -> None:
        self._collector = collector
        self._told = told
        self._function = info.function if outermost and info.returns is None else None
        self._inference = inference
        self._scope = scope
        self._file = info.at.file
        self._of = info.function
        self._parameters = {each.name for each in info.parameters} if outermost else set()
        self._assigns = True
        self._in_init = info.name in ("__init__", "__post_init__", "__new__")
        self._variables: dict[str, ast.expr] = {}

    def read(self, statement: ast.stmt) -> list[_FunctionTree]:
        """Reads a statement with all inside it; returns the nested functions, which it leaves."""
        nested: list[_FunctionTree] = []
        for node in _telling(statement):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                nested.append(node)
            else:
                self._read_node(node)
        return nested

    def _read_node(self, node: ast.AST) -> None:
        inference = self._inference
        for used, use in uses_of(node, inference):
            self._use(used, use)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
                if isinstance(target, ast.Name):
                    self._variables[target.id] = node.value
        elif isinstance(node, ast.AnnAssign):
            self._assign_annotated(node)
        elif isinstance(node, ast.AugAssign):
            self._augment(node)
        elif isinstance(node, ast.For | ast.AsyncFor):
            inference.bind(node.target, element_of(inference.infer(node.iter)))
        elif isinstance(node, ast.NamedExpr):
            inference.bind(node.target, inference.infer(node.value))
        elif isinstance(node, ast.Call):
            self._read_call(node)
            self._read_arguments(node)
        elif isinstance(node, ast.Return) and self._function is not None:
            shape = NONE_SHAPE if node.value is None else inference.infer(node.value)
            if shape is not None:
                self._told.returned[self._function, shape] = None

    def _use(self, used: ast.expr, shape: Shape) -> None:
        """A field, or what is in one, is used in a way that tells what it is. Only where a hint
        says that it may be anything: what is found out in the first round must be true."""
        if isinstance(used, ast.Attribute | ast.Subscript) and not is_plain(shape):
            known = self._inference.infer(used)
            self._assigns = False
            if known is not None and agrees(shape, known):
                self._absorb(used, shape, False)
            if isinstance(used, ast.Attribute) and self._is_assigned(used.attr):
                for evidence in self._evidence_at(used):
                    evidence.uses += [] if shape in evidence.uses else [shape]
            self._assigns = True

    def _use_as(self, function: FunctionType, name: str, value: ast.expr) -> None:
        """What stands for a parameter is what its function takes it to be."""
        meant = self._collector.meant(function, name)
        if meant is not None:
            self._use(value, meant)

    def _is_assigned(self, name: str) -> bool:
        """Does the class around assign it, so that it is no method?"""
        owner = self._inference.owner
        return owner is not None and self._collector.is_assigned(owner, mangled(name, owner))

    def _read_arguments(self, node: ast.Call) -> None:
        """What is passed for parameters that have no hint."""
        info, skipped = self._inference.called(node)
        if info is None or not any(leaves_open(each.shape) for each in info.parameters):
            return
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        positional = [each.name for each in info.parameters if each.kind in kinds][skipped:]
        given = dict(zip(positional, node.args, strict=False))
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            given = {}
        given |= {each.arg: each.value for each in node.keywords if each.arg is not None}
        for parameter in info.parameters:
            if parameter.name in given and leaves_open(parameter.shape):
                shape = self._inference.infer(given[parameter.name])
                self._told.passed[info.function, parameter.name, shape] = None
                self._use_as(info.function, parameter.name, given[parameter.name])

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
                for inner, part in zip(target.elts, value.elts, strict=True):
                    self._assign(inner, part)
                return
            shape = self._inference.infer(value)
            for place, inner in enumerate(target.elts):
                if isinstance(shape, TupleShape) and len(shape.items) == len(target.elts):
                    self._absorb(inner, shape.items[place], False)
                else:
                    self._absorb(inner, element_of(shape), False)
            return
        if isinstance(target, ast.Name) and target.id in self._parameters:
            self._use_as(self._of, target.id, value)
        shape = self._inference.infer(value)
        self._absorb(target, shape, _says_none(value))
        if shape is None and isinstance(target, ast.Attribute) and isinstance(value, ast.Name):
            for evidence in self._evidence_at(target) if value.id in self._parameters else ():
                evidence.is_open = True
                passed = self._told.asking(self._collector.passed)
                if passed(self._of, value.id) == NONE_SHAPE:
                    evidence.shapes.append(NONE_SHAPE)

    def _assign_annotated(self, node: ast.AnnAssign) -> None:
        shape = shape_of(ast.unparse(node.annotation), self._inference.owner, scope=self._scope)
        if isinstance(node.target, ast.Name):
            if not isinstance(shape, UnknownShape):
                self._inference.names[node.target.id] = shape
        elif isinstance(node.target, ast.Attribute):
            for evidence in self._evidence_at(node.target):
                if evidence.hint is None:
                    evidence.hint = shape
                    evidence.hint_at = self._at(node.target)
        if node.value is not None:
            self._assign(node.target, node.value)

    def _augment(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Attribute | ast.Subscript | ast.Name):
            whole = ast.BinOp(left=node.target, op=node.op, right=node.value)
            self._absorb(node.target, self._inference.infer(whole), False)

    def _read_call(self, node: ast.Call) -> None:
        inference = self._inference
        if isinstance(node.func, ast.Attribute):
            name, container = node.func.attr, node.func.value
            place = _ADDERS.get(name)
            if name == "setdefault" and len(node.args) == 2:
                self._absorb_item(container, inference.infer(node.args[1]), node.args[0])
            elif name in _MERGERS and node.args:
                added = inference.infer(node.args[0])
                if name == "update" and isinstance(inference.infer(container), DictShape):
                    self._absorb(container, added if isinstance(added, DictShape) else None, False)
                else:
                    self._absorb_item(container, element_of(added), None)
            elif place is not None and len(node.args) > place:
                self._absorb_item(container, inference.infer(node.args[place]), None)
        called = inference.static_value(node.func)
        if getattr(called, "__module__", None) == "_heapq" and len(node.args) == 2:
            self._absorb_item(node.args[0], inference.infer(node.args[1]), None)

    # ------------------------------------------------------------------------ noting it

    def _absorb_item(self, container: ast.expr, item: Shape | None, key: ast.expr | None) -> None:
        """Something is put into the container that an expression stands for."""
        field = field_behind(container, self._variables, self._inference)
        if field is not None:
            self._absorb_item(field, item, key)
        known = self._inference.infer(container)
        for part in alternatives(known) if known is not None else ():
            if isinstance(part, ListShape) and part.kind != "tuple" and item is not None:
                self._absorb(container, ListShape(part.kind, item), False)
            elif part == ListShape("list", NONE_SHAPE):  # `[None] * n`, and something put there
                self._absorb(container, ListShape("list", NO_HINT), False)
            elif isinstance(part, DictShape) and key is not None:
                key_shape = self._inference.infer(key) or NO_ELEMENT
                shape = DictShape(part.kind, key_shape, item or NO_ELEMENT, part.cls)
                self._absorb(container, shape, False)

    def _absorb(self, target: ast.expr, shape: Shape | None, is_none: bool) -> None:
        if isinstance(target, ast.Name):
            self._inference.bind(target, shape)
        elif isinstance(target, ast.Subscript):
            if not isinstance(target.slice, ast.Slice):
                self._absorb_item(target.value, shape, target.slice)
            elif shape is not None:
                self._absorb_item(target.value, element_of(shape), None)
        elif isinstance(target, ast.Attribute):
            for evidence in self._evidence_at(target):
                if self._assigns:
                    evidence.where = evidence.where or self._at(target)
                if self._in_init and self._assigns:
                    evidence.in_init = evidence.in_init or self._at(target)
                evidence.is_none = evidence.is_none or is_none
                if shape is None:
                    evidence.is_unresolved = True
                elif shape not in evidence.shapes:
                    evidence.shapes.append(shape)

    def _evidence_at(self, target: ast.Attribute) -> list[Evidence]:
        if isinstance(self._inference.static_value(target.value), type):
            return []  # an attribute of the class, not of its objects
        base = self._inference.infer(target.value)
        classes = classes_in(base) if base is not None else ()
        if base is not None and not classes:
            return []
        name = mangled(target.attr, self._inference.owner)
        found = []
        for owner in self._collector.owners(classes, name):
            evidence = self._told.evidence.setdefault((owner, name), Evidence())
            around = self._inference.owner
            if self._assigns and around is not None and owner in around.__mro__:
                evidence.from_inside = True
            elif self._assigns:
                evidence.from_outside = True
            found.append(evidence)
        return found

    def _at(self, node: ast.expr) -> Position:
        return Position(self._file, node.lineno, node.col_offset + 1)


def _says_none(value: ast.expr) -> bool:
    """Whether the text itself says None: `None`, `x if … else None`, `x or None`."""
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Constant) and node.value is None:
            return True
        if isinstance(node, ast.IfExp):
            pending += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            pending.append(node.values[-1])
    return False


_TELLING = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.For,
    ast.AsyncFor,
    ast.comprehension,
    ast.NamedExpr,
    ast.Call,
    ast.Return,
    ast.Starred,
    ast.Compare,
    ast.Subscript,
)
"""Nodes that say something of a field or a variable, by what they assign or how they use it."""


_ROUND = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)


@lru_cache(maxsize=1 << 15)
def _telling(statement: ast.stmt) -> tuple[ast.AST, ...]:
    """The same in every round."""
    return tuple(node for node in _in_order(statement) if isinstance(node, _TELLING))


@lru_cache(maxsize=1 << 15)
def _goes_round(statement: ast.stmt) -> bool:
    """Is there something in it that may run before what stands above it?"""
    return any(isinstance(node, _ROUND) for node in _in_order(statement))


def _in_order(statement: ast.AST) -> Iterator[ast.AST]:
    """All nodes in the order of the text, but nothing inside nested functions and classes."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))
