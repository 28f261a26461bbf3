"""What a function does with a value whose hint says nothing: it tells what the value is.

Something of type `Any` that is iterated over, indexed or measured is a list, something with `items`
a dict. Where the function is ready for a TypeError, it may be a number as well. As in `inference`,
this is evidence, not type checking; it is looked for only where the hint leaves the type open.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import inspect
import typing
from collections.abc import Iterator, Mapping, Sequence

from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict
from heapwise.frontends.python.typing.functions import FunctionInfo, ParameterInfo, info_of
from heapwise.frontends.python.typing.hints import (
    ANY_SHAPE,
    FOREIGN_SHAPE,
    INT_SHAPE,
    NAMESPACE_SHAPE,
    NONE_SHAPE,
    STR_SHAPE,
    CallableShape,
    ClassShape,
    DictShape,
    IntShape,
    ListShape,
    MissingHint,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    UnknownShape,
    WeakShape,
    alternatives,
    classes_in,
    is_optional,
    shape_of,
    unite,
)
from heapwise.frontends.python.typing.infer_from_calls import is_any
from heapwise.frontends.python.typing.inference import FieldLookup, Inference
from heapwise.frontends.python.typing.joined_shapes import merge
from heapwise.frontends.python.typing.library_uses import DICT, FUNCTION, LIST, taken_by
from heapwise.frontends.python.typing.used_attributes import (
    attribute_uses,
    path_of,
    paths_in,
    shape_used,
)

_TESTED: tuple[object, ...] = (str, bytes, int, float, bool, list, tuple, set, frozenset, dict)
"""Types of the library that programs ask for with `isinstance`."""
_ALSO_ITERATED = ListShape | DictShape | StrShape | TupleShape
"""What is one of these can be iterated over and measured: that it is tells no more."""
_CALLS = 2
"""How many calls deep functions without hints are asked what they take."""
_DEEPEST = 6
_ROUNDS = 3


def uses_of(node: ast.AST, inference: Inference, deep: int = 0) -> Iterator[tuple[ast.expr, Shape]]:
    """The expressions that a node uses in a way that tells what their values are. So many calls
    `deep`, functions without hints tell by their bodies what they take."""
    match node:
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            item = _unpacked(inference, node.target)
            yield node.iter, LIST if item is None else ListShape("list", item)
        case ast.Assign(targets=[target], value=value):
            whole = _unpacked(inference, target)
            if whole is not None:
                yield value, whole
        case ast.Starred(value=value, ctx=ast.Load()):
            yield value, LIST
        case ast.Compare(ops=ops, comparators=others):
            for op, other in zip(ops, others, strict=True):
                if isinstance(op, ast.In | ast.NotIn):
                    yield other, LIST
        case ast.Subscript(value=value, slice=key):
            if isinstance(key, ast.Slice) or isinstance(inference.infer(key), IntShape):
                yield value, LIST
            elif isinstance(inference.infer(key), StrShape):
                yield value, DictShape("dict", STR_SHAPE, ANY_SHAPE)
            elif _is_unknown(inference.infer(key)) and not isinstance(key, ast.Tuple):
                yield value, DICT
        case ast.Call(func=ast.Name("isinstance"), args=[value, tested]):
            types = tested.elts if isinstance(tested, ast.Tuple) else [tested]
            shapes = [_tested_for(inference.static_value(each)) for each in types]
            known = [each for each in shapes if each is not None]
            if known:
                yield value, unite((*known, ANY_SHAPE))
        case ast.AnnAssign(annotation=declared, value=ast.expr() as value):
            yield from _said(inference, value, declared)
        case ast.Call(func=function, args=[declared, value]) if (
            inference.static_value(function) is typing.cast
        ):
            yield from _said(inference, value, declared)
        case ast.Call(func=function):
            if inference.static_value(function) is None:
                yield function, FUNCTION
            made = _makes_dict(inference.static_value(function), function, inference.owner)
            yield from taken_by(node, made, inference.static_value)
            yield from _passed_on(inference, node, deep)


def _unpacked(inference: Inference, target: ast.expr) -> Shape | None:
    """What is taken apart, and put where it is known what belongs there."""
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            if any(isinstance(part, ast.Starred) for part in parts):
                return LIST
            shapes = [_unpacked(inference, part) or _held_by(inference, part) for part in parts]
            return TupleShape(tuple(shapes))
    return None


def _held_by(inference: Inference, target: ast.expr) -> Shape:
    shape = inference.infer(target) if isinstance(target, ast.Attribute) else None
    return shape if shape is not None and _is_told(shape) else ANY_SHAPE


def _said(
    inference: Inference, value: ast.expr, declared: ast.expr
) -> Iterator[tuple[ast.expr, Shape]]:
    """The program says itself what a value is."""
    shape = inference.declared(declared)
    if shape is not None:
        yield value, shape


def _is_name(expression: ast.expr, name: str) -> bool:
    return isinstance(expression, ast.Name) and expression.id == name


def _is_unknown(shape: Shape | None) -> bool:
    return shape is not None and all(map(is_any, alternatives(shape)))


def _tested_for(cls: object) -> Shape | None:
    shape = shape_of(cls) if isinstance(cls, type) else None
    is_one = isinstance(shape, ClassShape) or any(cls is each for each in _TESTED)
    return shape if is_one else None


def _passed_on(inference: Inference, node: ast.Call, deep: int) -> Iterator[tuple[ast.expr, Shape]]:
    """What is passed to a function of the program is what its parameter says."""
    info, skipped = _called(inference, node)
    if info is None:
        return
    parameters = _by_body(info, inference.field, deep)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [each for each in parameters if each.kind in kinds][skipped:]
    for number, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            shapes = [each.shape for each in positional[number:]]
            if shapes and all(_is_told(each) for each in shapes):
                yield argument.value, ListShape("tuple", unite(shapes))
            break
        if number < len(positional) and _is_told(positional[number].shape, deep > 0):
            yield argument, positional[number].shape
    by_name = {each.name: each.shape for each in parameters}
    for keyword in node.keywords:
        shape = by_name.get(keyword.arg) if keyword.arg is not None else None
        if shape is not None and _is_told(shape, deep > 0):
            yield keyword.value, shape


def _by_body(info: FunctionInfo, field: FieldLookup, deep: int) -> Sequence[ParameterInfo]:
    """The parameters; those without a hint are what the body tells."""
    missing = [each for each in info.parameters if isinstance(each.shape, MissingHint)]
    if not deep or not missing:
        return info.parameters
    shapes = {each.name: each.shape for each in info.parameters if each not in missing}
    open_ones = {each.name: ANY_SHAPE for each in missing if not each.keeps_default}
    told = used_as(info, {**shapes, **open_ones}, field, deep - 1)
    return [
        dataclasses.replace(each, shape=told[each.name]) if each.name in open_ones else each
        for each in info.parameters
    ]


def _called(inference: Inference, node: ast.Call) -> tuple[FunctionInfo | None, int]:
    """Also of `super().method(…)`."""
    match node.func, inference.owner:
        case (ast.Attribute(ast.Call(func=ast.Name("super"), args=[]), name), type() as owner):
            for base in owner.__mro__[1:]:
                if name in vars(base):
                    return info_of(vars(base)[name]), 1
            return None, 0
    return inference.called(node)


def _is_told(shape: Shape, partly: bool = False) -> bool:
    """Is all known of what it is, or at least something?"""
    is_open = is_any(shape) if partly else _leaves_open(shape)
    return not is_open and not isinstance(shape, UnknownShape)


def _makes_dict(called: object, function: ast.expr, owner: type | None) -> bool:
    """A call of `dict` or a class below it, or of `super().__init__` in one."""
    if isinstance(called, type):
        return called in (dict, collections.OrderedDict) or is_derived_dict(called)
    is_super = isinstance(function, ast.Attribute) and function.attr == "__init__"
    return is_super and owner is not None and is_derived_dict(owner)


def is_plain(shape: Shape) -> bool:
    """Text or a number, which fields are taken for only if they are assigned."""
    return isinstance(shape, StrShape | IntShape) or any(map(is_any, alternatives(shape)))


def is_structured(shape: Shape) -> bool:
    structured = isinstance(shape, ListShape | DictShape | TupleShape | WeakShape | CallableShape)
    return structured or bool(classes_in(shape))


def refined(hint: Shape, evidence: Sequence[Shape], text: bool = False) -> Shape:
    """A hint with `Any` for what turns out to be objects or containers (or text): then it is
    those."""
    if is_any(hint):
        parts = [part for shape in evidence for part in alternatives(shape) if not is_any(part)]
        if text and any(isinstance(each, _ALSO_ITERATED) for each in parts if each != LIST):
            parts = [each for each in parts if each != LIST]
        merged = merge(parts)
        if merged is None:
            return hint
        if text and all(any(map(is_any, alternatives(each))) for each in evidence):
            return unite((merged, hint))  # it was only asked whether it is one of those
        tells = text or any(map(is_structured, alternatives(merged)))
        return merged if tells else hint
    if isinstance(hint, ListShape):
        lists = [shape for shape in evidence if isinstance(shape, ListShape)]
        inside = [shape.element for shape in lists if shape.kind == hint.kind]
        return ListShape(hint.kind, refined(hint.element, inside, text))
    if isinstance(hint, DictShape):
        dicts = [shape for shape in evidence if isinstance(shape, DictShape)]
        key = refined(hint.key, [shape.key for shape in dicts], text)
        value = refined(hint.value, [shape.value for shape in dicts], text)
        return dataclasses.replace(hint, key=key, value=value)
    if isinstance(hint, UnionShape) and text:
        return unite(refined(part, evidence, text) for part in hint.alternatives)
    return hint


def agrees(use: Shape, known: Shape) -> bool:
    """Is nothing known of a value, or only that it is what a use of it tells?"""
    for part in alternatives(known):
        match part, use:
            case (ListShape(kind, element), ListShape()) if kind == use.kind:
                bare = is_any(element)
            case (DictShape(kind, key, value), DictShape()) if kind == use.kind:
                bare = is_any(key) and is_any(value)
            case _:
                bare = is_any(part) or part == NONE_SHAPE
        if not bare:
            return False
    return True


def used_as(
    info: FunctionInfo, shapes: Mapping[str, Shape], field: FieldLookup, deep: int = _CALLS
) -> dict[str, Shape]:
    """The shapes of parameters, with what the body, and what it calls, tell where they leave the
    type open."""
    open_ones = {
        name: shape
        for name, optional in shapes.items()
        if (shape := _not_none(optional)) in (ANY_SHAPE, FOREIGN_SHAPE, NAMESPACE_SHAPE)
    }
    if not open_ones and not any(map(_leaves_open, shapes.values())):
        return dict(shapes)
    attributes = attribute_uses(info.node, open_ones)
    found = dict(shapes)
    for name, uses in attributes.items():
        found |= dict.fromkeys(paths_in(name, uses), ANY_SHAPE)
    for _ in range(_ROUNDS):
        before = found
        if not any(map(_leaves_open, found.values())):
            break
        found = _told(info, found, field, deep)
        if found == before:
            break
    for name, uses in attributes.items():
        namespace = open_ones[name] == NAMESPACE_SHAPE
        if uses or namespace:
            told = found | {name: _not_none(found[name])}
            shape = shape_used(name, uses, told.__getitem__, namespace)
            found[name] = unite((shape, NONE_SHAPE)) if is_optional(shapes[name]) else shape
    found = {name: found[name] for name in shapes}
    learned = [
        name
        for name, shape in shapes.items()
        if found[name] != shape and is_any(shape) and shape != FOREIGN_SHAPE
    ]
    if learned and any(map(_catches_type_errors, ast.walk(info.node))):
        found |= {name: unite((found[name], INT_SHAPE)) for name in learned}
    return found


def _not_none(shape: Shape) -> Shape:
    return unite(part for part in alternatives(shape) if part != NONE_SHAPE)


def _told(
    info: FunctionInfo, shapes: Mapping[str, Shape], field: FieldLookup, deep: int
) -> dict[str, Shape]:
    """One round: what is inside a container is seen when it is known to be one."""
    of_class = info.kind == "classmethod" or info.name == "__new__"
    class_name = info.parameters[0].name if of_class else None
    globals_ = info.function.__globals__
    names = dict(shapes)
    if info.name == "__init__" and info.owner is not None:
        names[info.parameters[0].name] = ClassShape(info.owner)
    reader = _Reader(Inference(globals_, names, info.owner, class_name, field), shapes)
    for node in ast.walk(info.node):
        reader.bind(node)
    for node in ast.walk(info.node):
        for expression, shape in uses_of(node, reader.inference, deep):
            reader.note(expression, shape)
        match node:
            case ast.Subscript(value=ast.Name() as held, slice=ast.Name(key)):
                if reader.is_key(key, held.id):
                    reader.note(held, DICT)
            case ast.Assign(targets=[ast.Attribute() as held], value=ast.Name() as value):
                shape_held = reader.inference.infer(held)
                if shape_held is not None and _is_told(shape_held):
                    reader.note(value, shape_held)
    return {
        name: refined(shape, reader.found.get(name, ()), text=True)
        for name, shape in shapes.items()
    }


def _leaves_open(shape: Shape) -> bool:
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        if is_any(part):
            return True
        match part:
            case ListShape(_, element):
                waiting.append(element)
            case DictShape(_, key, value):
                waiting += [key, value]
            case UnionShape(parts):
                waiting += parts
    return False


def _catches_type_errors(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    if node.type is None:
        return True
    names = {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
    return bool(names & {"TypeError", "AttributeError", "Exception", "BaseException"})


class _Reader:
    """Follows variables back to the parameters that they come from."""

    def __init__(self, inference: Inference, shapes: Mapping[str, Shape]) -> None:
        self.inference = inference
        self.found: dict[str, list[Shape]] = {}
        self._shapes = shapes
        self._sources: dict[str, list[tuple[ast.expr, bool]]] = {}

    def bind(self, node: ast.AST) -> None:
        """Where variables come from: a value, or the elements of one."""
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                self._bind(name, value, False)
            case ast.NamedExpr(target=ast.Name(name), value=value):
                self._bind(name, value, False)
            case ast.For(target=ast.Name(name), iter=value):
                self._bind(name, value, True)
            case ast.comprehension(target=ast.Name(name), iter=value):
                self._bind(name, value, True)

    def _bind(self, name: str, value: ast.expr, element: bool) -> None:
        if name not in self._shapes:
            self._sources.setdefault(name, []).append((value, element))

    def is_key(self, name: str, container: str) -> bool:
        """Does a variable go through the container itself (`for v in graph: graph[v]`), or through
        something of which nobody knows what is in it?"""
        sources = self._sources.get(name, ())
        return bool(sources) and all(
            is_element and (_is_name(source, container) or _is_unknown(self._element(source)))
            for source, is_element in sources
        )

    def _element(self, source: ast.expr) -> Shape | None:
        """What is in a parameter that is gone through."""
        known = self._shapes.get(source.id) if isinstance(source, ast.Name) else None
        return known.element if isinstance(known, ListShape) else None

    def note(self, expression: ast.expr, shape: Shape, depth: int = 0) -> None:
        if depth > _DEEPEST:
            return
        path = path_of(expression)
        if path is not None and path in self._shapes:
            self.found.setdefault(path, []).append(shape)
            if isinstance(expression, ast.Name):
                return
        match expression:
            case ast.Name(name):
                for source, element in self._sources.get(name, ()):
                    if element:
                        self._inside(source, shape, depth, iterated=True)
                    else:
                        self.note(source, shape, depth + 1)
            case ast.NamedExpr(value=value):
                self.note(value, shape, depth + 1)
            case ast.Subscript(value=value):
                self._inside(value, shape, depth, iterated=False)
            case ast.Call(func=ast.Attribute(value=value, attr="get" | "pop" | "setdefault")):
                self._inside(value, shape, depth, iterated=False)

    def _inside(self, container: ast.expr, shape: Shape, depth: int, iterated: bool) -> None:
        """An element of the container is used so."""
        known = self.inference.infer(container)
        for part in alternatives(known) if known is not None else ():
            match part:
                case ListShape(kind):
                    self.note(container, ListShape(kind, shape), depth + 1)
                case DictShape(kind):
                    key, value = (shape, ANY_SHAPE) if iterated else (ANY_SHAPE, shape)
                    around = DictShape(kind, key, value, part.cls)
                    self.note(container, around, depth + 1)
