"""Infers which values an expression may have (its shape) from its text and the hints around it.

This is evidence for fields that have no hint, not type checking: it ignores the order of
statements, and what it cannot tell is None.
"""

from __future__ import annotations

import ast
import builtins
import collections
import enum
import math
import random
import threading
import time
import typing
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import FunctionType, ModuleType

from heapwise.frontends.python.typing.annotation_types import Scope
from heapwise.frontends.python.typing.functions import FunctionInfo, info_of
from heapwise.frontends.python.typing.hints import (
    BOOL_SHAPE,
    FLOAT_SHAPE,
    INT_SHAPE,
    LOCK_SHAPE,
    NONE_SHAPE,
    RLOCK_SHAPE,
    STR_SHAPE,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    UnknownShape,
    WeakShape,
    alternatives,
    classes_in,
    shape_of,
    unite,
    weak,
)
from heapwise.frontends.python.typing.joined_shapes import (
    NO_ELEMENT,
    element_of,
    merge,
    merged,
    shape_of_value,
)

FieldLookup = Callable[[type, str], Shape | None]
ResultLookup = Callable[[FunctionType], Shape | None]


def _nothing_returned(_function: FunctionType) -> Shape | None:
    return None


_RESULTS: dict[object, Shape] = {
    **dict.fromkeys((len, ord, hash, id, int), INT_SHAPE),
    **dict.fromkeys((bool, isinstance, issubclass, any, all, callable, hasattr), BOOL_SHAPE),
    **dict.fromkeys((str, repr, chr, input, format, hex, bin, oct, ascii), STR_SHAPE),
    float: FLOAT_SHAPE,
    threading.Lock: LOCK_SHAPE,
    threading.RLock: RLOCK_SHAPE,
    range: ListShape("list", INT_SHAPE),
    **dict.fromkeys((random.random, random.uniform, random.gauss), FLOAT_SHAPE),
    **dict.fromkeys((random.randint, random.randrange, random.getrandbits), INT_SHAPE),
    **dict.fromkeys((time.time, time.monotonic, time.perf_counter), FLOAT_SHAPE),
    **dict.fromkeys((math.sqrt, math.log, math.log2, math.log10, math.pow), FLOAT_SHAPE),
    **dict.fromkeys((math.floor, math.ceil, math.gcd, math.isqrt), INT_SHAPE),
}

_LIST_MAKERS: dict[object, str] = {
    list: "list",
    sorted: "list",
    reversed: "list",
    set: "set",
    frozenset: "frozenset",
    tuple: "tuple",
    collections.deque: "deque",
}

_DICT_MAKERS: dict[object, str] = {
    dict: "dict",
    collections.OrderedDict: "OrderedDict",
    collections.defaultdict: "defaultdict",
    collections.Counter: "Counter",
}

_TEXT_METHODS = frozenset(
    (
        *("capitalize", "casefold", "center", "format", "join", "ljust", "lower", "lstrip"),
        *("removeprefix", "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase"),
        *("title", "upper", "zfill"),
    )
)


@dataclass(frozen=True)
class Inference:
    """The shapes of expressions in one function. `names` are its variables; `field` tells what is
    known of a field by now."""

    globals: Mapping[str, object]
    names: dict[str, Shape]
    owner: type | None
    class_name: str | None
    """The first parameter of a class method: it stands for `owner`."""
    field: FieldLookup
    returned: ResultLookup = _nothing_returned

    def infer(self, node: ast.expr | None) -> Shape | None:
        """The shape of the value of an expression; None if nothing tells."""
        method: Callable[[ast.expr | None], Shape | None] | None
        method = getattr(self, f"_infer_{type(node).__name__.lower()}", None)
        try:
            return method(node) if method is not None else None
        except RecursionError:
            return None

    def static_value(self, node: ast.expr) -> object:
        """What a name or a dotted name stands for before the program runs; None if unknown."""
        path: list[str] = []
        while isinstance(node, ast.Attribute):
            path.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in self.names:
            return None
        if node.id == self.class_name:
            found: object = self.owner
        else:
            found = self.globals.get(node.id, getattr(builtins, node.id, None))
        for part in reversed(path):
            if not isinstance(found, ModuleType | type):
                return None
            found = next(
                (vars(place)[part] for place in _places(found) if part in vars(place)), None
            )
        return found

    def declared(self, annotation: ast.expr) -> Shape | None:
        """What a type in the code says, as in `cast(T, x)` or `x: T = …`; None if it cannot be
        told. A call is not made."""
        if any(isinstance(each, ast.Call) for each in ast.walk(annotation)):
            return None
        scope = Scope(self.globals, owner=self.owner)
        shape = shape_of(ast.unparse(annotation), self.owner, scope=scope)
        return None if isinstance(shape, UnknownShape) else shape

    # ------------------------------------------------------------------------ simple expressions

    def _infer_constant(self, node: ast.Constant) -> Shape | None:
        return shape_of_value(node.value)

    def _infer_joinedstr(self, _node: ast.JoinedStr) -> Shape | None:
        return STR_SHAPE

    def _infer_lambda(self, _node: ast.Lambda) -> Shape | None:
        return CallableShape("Callable")

    def _infer_namedexpr(self, node: ast.NamedExpr) -> Shape | None:
        return self.infer(node.value)

    def _infer_compare(self, _node: ast.Compare) -> Shape | None:
        return BOOL_SHAPE

    def _infer_name(self, node: ast.Name) -> Shape | None:
        if node.id in self.names:
            return self.names[node.id]
        value = self.static_value(node)
        return None if value is None or isinstance(value, type) else shape_of_value(value)

    def _infer_ifexp(self, node: ast.IfExp) -> Shape | None:
        body, orelse = self.infer(node.body), self.infer(node.orelse)
        tested, when_true = _tested_for_none(node.test)
        if tested is not None and when_true is not None:
            # The other branch has it if it is not None.
            if when_true and ast.dump(tested) == ast.dump(node.orelse):
                orelse = _without_none(orelse)
            elif not when_true and ast.dump(tested) == ast.dump(node.body):
                body = _without_none(body)
        return merge([shape for shape in (body, orelse) if shape is not None])

    def _infer_boolop(self, node: ast.BoolOp) -> Shape | None:
        found = [self.infer(value) for value in node.values]
        if isinstance(node.op, ast.Or):  # `x or default`: None is false
            found = [*(_without_none(shape) for shape in found[:-1]), found[-1]]
        return merge([shape for shape in found if shape is not None])

    def _infer_unaryop(self, node: ast.UnaryOp) -> Shape | None:
        operand = self.infer(node.operand)
        if isinstance(node.op, ast.Not):
            return BOOL_SHAPE
        return INT_SHAPE if operand == BOOL_SHAPE else operand

    def _infer_binop(self, node: ast.BinOp) -> Shape | None:
        left, right = _without_none(self.infer(node.left)), _without_none(self.infer(node.right))
        if isinstance(left, StrShape) and isinstance(node.op, ast.Mod | ast.Mult | ast.Add):
            return STR_SHAPE
        if isinstance(right, StrShape) and isinstance(node.op, ast.Mult):
            return STR_SHAPE
        if isinstance(left, ListShape) or isinstance(right, ListShape):
            both = [shape for shape in (left, right) if isinstance(shape, ListShape)]
            return merge(list(both))
        numbers = (IntShape, BoolShape, FloatShape)
        if not isinstance(left, numbers) or not isinstance(right, numbers):
            return None
        if isinstance(node.op, ast.Div) or FLOAT_SHAPE in (left, right):
            return FLOAT_SHAPE
        bitwise = isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor)
        return BOOL_SHAPE if bitwise and left == right == BOOL_SHAPE else INT_SHAPE

    # ------------------------------------------------------------------------ containers

    def _items(self, nodes: list[ast.expr]) -> Shape:
        found: list[Shape] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                shape = element_of(self.infer(node.value))
            else:
                shape = self.infer(node)
            if shape is not None:
                found.append(shape)
        return merge(found) or NO_ELEMENT

    def _infer_list(self, node: ast.List) -> Shape | None:
        return ListShape("list", self._items(node.elts))

    def _infer_set(self, node: ast.Set) -> Shape | None:
        return ListShape("set", self._items(node.elts))

    def _infer_tuple(self, node: ast.Tuple) -> Shape | None:
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return ListShape("tuple", self._items(node.elts))
        return TupleShape(tuple(self.infer(item) or NO_ELEMENT for item in node.elts))

    def _infer_dict(self, node: ast.Dict) -> Shape | None:
        keys = self._items([key for key in node.keys if key is not None])
        return DictShape("dict", keys, self._items(node.values))

    def _infer_listcomp(self, node: ast.ListComp) -> Shape | None:
        return ListShape("list", self._within(node.generators).infer(node.elt) or NO_ELEMENT)

    def _infer_generatorexp(self, node: ast.GeneratorExp) -> Shape | None:
        return ListShape("list", self._within(node.generators).infer(node.elt) or NO_ELEMENT)

    def _infer_setcomp(self, node: ast.SetComp) -> Shape | None:
        return ListShape("set", self._within(node.generators).infer(node.elt) or NO_ELEMENT)

    def _infer_dictcomp(self, node: ast.DictComp) -> Shape | None:
        inner = self._within(node.generators)
        key, value = inner.infer(node.key) or NO_ELEMENT, inner.infer(node.value) or NO_ELEMENT
        return DictShape("dict", key, value)

    def _within(self, generators: list[ast.comprehension]) -> Inference:
        inner = replace(self, names=dict(self.names))
        for generator in generators:
            inner.bind(generator.target, element_of(inner.infer(generator.iter)))
        return inner

    def bind(self, target: ast.expr, shape: Shape | None) -> None:
        """Let the names in an assignment target stand for (parts of) `shape`, among others."""
        if isinstance(target, ast.Name):
            if shape is not None:
                known = self.names.get(target.id)
                self.names[target.id] = merged(known, shape) if known else shape
        elif isinstance(target, ast.Tuple | ast.List):
            for place, item in enumerate(target.elts):
                inner = item.value if isinstance(item, ast.Starred) else item
                if isinstance(shape, TupleShape) and len(shape.items) == len(target.elts):
                    self.bind(inner, shape.items[place])
                elif not isinstance(item, ast.Starred):
                    self.bind(inner, element_of(shape))

    def _infer_subscript(self, node: ast.Subscript) -> Shape | None:
        base = self.infer(node.value)
        found: list[Shape] = []
        for part in alternatives(base) if base is not None else ():
            if isinstance(node.slice, ast.Slice):
                found.append(part)
            elif isinstance(part, ListShape):
                found.append(part.element)
            elif isinstance(part, DictShape):
                found.append(part.value)
            elif isinstance(part, StrShape):
                found.append(part)
            elif isinstance(part, BytesShape):
                found.append(INT_SHAPE)
            elif isinstance(part, TupleShape):
                found.extend(_item_of(part, node.slice))
            elif isinstance(part, ClassShape):
                returned = self._method_result(part.cls, "__getitem__")
                found.extend([returned] if returned is not None else [])
        return merge(found)

    # ------------------------------------------------------------------------ attributes and calls

    def _infer_attribute(self, node: ast.Attribute) -> Shape | None:
        value = self.static_value(node)
        if isinstance(value, enum.Enum):
            return EnumShape(type(value))
        base = self.infer(node.value)
        if base is None:
            return None if value is None or isinstance(value, type) else shape_of_value(value)
        found = [self._attribute(cls, node.attr) for cls in classes_in(base)]
        return merge([shape for shape in found if shape is not None])

    def _attribute(self, cls: type, name: str) -> Shape | None:
        name = mangled(name, self.owner)
        member = _member(cls, name)
        if isinstance(member, property):
            return self._method_result(cls, name)
        return self.field(cls, name)

    def _method_result(self, cls: type, name: str) -> Shape | None:
        return self._result(info_of(_member(cls, mangled(name, self.owner))))

    def _result(self, info: FunctionInfo | None) -> Shape | None:
        if info is None or info.returns is not None:
            return None if info is None else info.returns
        if info.function.__globals__ is not self.globals:
            return _returned_elsewhere(info)
        return self.returned(info.function)

    def called(self, node: ast.Call) -> tuple[FunctionInfo | None, int]:
        """The function of the program that a call runs, and how many of its parameters the call
        does not give: the receiver."""
        called = self.static_value(node.func)
        if called is None and isinstance(node.func, ast.Attribute):
            receiver = self.infer(node.func.value)
            classes = classes_in(receiver) if receiver is not None else ()
            members = (_member(cls, mangled(node.func.attr, self.owner)) for cls in classes)
            called = next((member for member in members if member is not None), None)
            if called is not None and not isinstance(called, type):
                return info_of(called), int(not isinstance(called, staticmethod))
        if isinstance(called, type):
            return info_of(_member(called, "__init__")), 1
        return info_of(called), 0

    def _infer_call(self, node: ast.Call) -> Shape | None:
        if makes_own(node):
            return None if self.owner is None else shape_of(self.owner)
        called = self.static_value(node.func)
        if isinstance(node.func, ast.Subscript):  # `Stack[int]()`
            generic = self.static_value(node.func.value)
            called = generic if isinstance(generic, type) else None
        if called is not None:
            return self._call_of(called, node)
        if isinstance(node.func, ast.Call | ast.Attribute) and self._is_own_class(node.func):
            return None if self.owner is None else shape_of(self.owner)
        held = self.infer(node.func)
        referents = [
            unite((part.target, NONE_SHAPE))
            for part in (alternatives(held) if held is not None else ())
            if isinstance(part, WeakShape)
        ]
        if referents:
            return merge(referents)
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, name = self.infer(node.func.value), node.func.attr
        if receiver is None:
            return None
        found = [self._method_call(part, name, node) for part in alternatives(receiver)]
        return merge([shape for shape in found if shape is not None])

    def _is_own_class(self, node: ast.expr) -> bool:
        """`type(self)` or `self.__class__`, about to be called."""
        if isinstance(node, ast.Call):
            is_type = isinstance(node.func, ast.Name) and node.func.id == "type"
            return is_type and len(node.args) == 1
        return isinstance(node, ast.Attribute) and node.attr == "__class__"

    def _call_of(self, called: object, node: ast.Call) -> Shape | None:
        first = node.args[0] if node.args else None
        if not _is_hashable(called):
            return None
        if called in _RESULTS:
            return _RESULTS[called]
        if called in _LIST_MAKERS:
            element = element_of(self.infer(first)) if first is not None else None
            return ListShape(_LIST_MAKERS[called], element or NO_ELEMENT)
        if called in _DICT_MAKERS:
            return self._new_dict(_DICT_MAKERS[called], first)
        if called in (abs, round, sum, max, min, pow, divmod):
            return self._arithmetic_call(node)
        if called is weakref.ref:
            target = _without_none(self.infer(first))
            return None if target is None else weak(target)
        if called is enumerate and first is not None:
            item = element_of(self.infer(first)) or NO_ELEMENT
            return ListShape("list", TupleShape((INT_SHAPE, item)))
        if called is zip:
            items = tuple(element_of(self.infer(one)) or NO_ELEMENT for one in node.args)
            return ListShape("list", TupleShape(items))
        if called is type:
            return None  # the class of something, not any class
        if called is typing.cast and first is not None:
            return self.declared(first)
        if isinstance(called, type):
            shape = shape_of(called)
            return None if isinstance(shape, UnknownShape) else shape
        return self._result(info_of(called))

    def _new_dict(self, kind: str, first: ast.expr | None) -> Shape:
        if kind == "Counter":
            key = element_of(self.infer(first)) if first is not None else None
            return DictShape(kind, key or NO_ELEMENT, INT_SHAPE)
        if kind != "defaultdict":
            known = self.infer(first) if first is not None else None
            if isinstance(known, DictShape):
                return DictShape(kind, known.key, known.value)
            pair = element_of(known)
            if isinstance(pair, TupleShape) and len(pair.items) == 2:
                return DictShape(kind, *pair.items)
            return DictShape(kind, NO_ELEMENT, NO_ELEMENT)
        value: Shape | None = None
        if isinstance(first, ast.Lambda):
            value = self.infer(first.body)
        elif first is not None:
            made = ast.Call(func=first, args=[], keywords=[])
            value = self.infer(ast.copy_location(made, first))
        return DictShape(kind, NO_ELEMENT, value or NO_ELEMENT)

    def _arithmetic_call(self, node: ast.Call) -> Shape | None:
        shapes = [self.infer(argument) for argument in node.args]
        parts = [element_of(shape) or shape for shape in shapes if shape is not None]
        return merge(parts)

    def _method_call(self, receiver: Shape, name: str, node: ast.Call) -> Shape | None:
        if isinstance(receiver, ClassShape):
            member = _member(receiver.cls, mangled(name, self.owner))
            if isinstance(member, type):
                return self._call_of(member, node)
            return self._method_result(receiver.cls, name)
        if isinstance(receiver, StrShape | LiteralShape):
            if name in ("split", "splitlines", "rsplit"):
                return ListShape("list", STR_SHAPE)
            return STR_SHAPE if name in _TEXT_METHODS else None
        if isinstance(receiver, ListShape):
            if name in ("pop", "popleft"):
                return receiver.element
            if name in ("index", "count"):
                return INT_SHAPE
            return receiver if name in ("copy", "union", "difference", "intersection") else None
        if isinstance(receiver, DictShape):
            return self._dict_call(receiver, name, node)
        return None

    def _dict_call(self, receiver: DictShape, name: str, node: ast.Call) -> Shape | None:
        if name == "get" and len(node.args) == 1:
            return unite((receiver.value, NONE_SHAPE))
        if name in ("get", "pop", "setdefault"):
            return receiver.value
        if name == "keys":
            return ListShape("list", receiver.key)
        if name == "values":
            return ListShape("list", receiver.value)
        if name in ("items", "most_common"):
            return ListShape("list", TupleShape((receiver.key, receiver.value)))
        if name == "popitem":
            return TupleShape((receiver.key, receiver.value))
        return receiver if name == "copy" else None


def _is_hashable(value: object) -> bool:
    """That a class has `__hash__` does not say so: a mark of pytest has arguments in a dict."""
    try:
        hash(value)
    except Exception:
        return False
    return True


@lru_cache(maxsize=1024)
def _returned_elsewhere(info: FunctionInfo) -> Shape | None:
    """What a function of another module returns, as far as its return statements alone tell."""
    inside = Inference(info.function.__globals__, {}, info.owner, None, _no_field)
    found = [
        inside.infer(node.value)
        for node in ast.walk(info.node)
        if isinstance(node, ast.Return) and node.value is not None
    ]
    return merge([shape for shape in found if shape is not None])


def _no_field(_cls: type, _name: str) -> Shape | None:
    return None


def mangled(name: str, owner: type | None) -> str:
    """The name of a private attribute (`__x`) as the interpreter stores it."""
    if owner is None or not name.startswith("__") or name.endswith("__"):
        return name
    stripped = owner.__name__.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def _places(found: ModuleType | type) -> tuple[ModuleType | type, ...]:
    return found.__mro__ if isinstance(found, type) else (found,)


def _member(cls: type, name: str) -> object:
    return next((vars(place)[name] for place in cls.__mro__ if name in vars(place)), None)


def _without_none(shape: Shape | None) -> Shape | None:
    if shape is None:
        return None
    kept = [part for part in alternatives(shape) if not isinstance(part, NoneShape)]
    return unite(kept) if kept else None


def makes_own(node: ast.Call) -> bool:
    """`super().__new__(cls, …)`, with whatever class before the point."""
    first = node.args[0] if node.args else None
    is_new = isinstance(node.func, ast.Attribute) and node.func.attr == "__new__"
    return is_new and isinstance(first, ast.Name) and first.id == "cls"


def _tested_for_none(test: ast.expr) -> tuple[ast.expr | None, bool | None]:
    """What a condition compares with None, and whether it holds for None."""
    match test:
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return left, True
        case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return left, False
        case ast.Name() | ast.Attribute():
            return test, False
    return None, None


def _item_of(shape: TupleShape, index: ast.expr) -> list[Shape]:
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return [shape.items[index.value]] if index.value < len(shape.items) else []
    return list(shape.items)
