"""The inputs of a Python function: a value per parameter, from its shape."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.layouts import TYPES
from heapwise.frontends.python.model.store_keys import unset_attributes
from heapwise.frontends.python.model.universe import literal, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    DictContents,
    EnumValue,
    ExceptionValue,
    InputFunction,
    Mac,
    Opaque,
    Tagged,
    Value,
    Weak,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.classes import is_plain_exception
from heapwise.frontends.python.semantics.core.kinds import runtime, unsupported
from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict
from heapwise.frontends.python.typing.shapes import (
    LEFT_OUT,
    BoolShape,
    BytesShape,
    CallableShape,
    EnumShape,
    ExceptionShape,
    FloatShape,
    IntShape,
    LiteralShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    TypedDictShape,
    UnknownShape,
    ValueShape,
    WeakShape,
    alternatives,
)
from heapwise.program.types import BOOL, FLOAT, INT, STR, ClassDecl, Type
from heapwise.terms import Scalar, Term, and_, le, lt, str_is_latin

Reference = Callable[[Mac, str, ClassDecl, bool], Term]
"""Makes a reference to an object of a class, or None: given its name, the class, and whether it may
be None."""

TAG = ":tag"
_SCALARS: dict[type, Type] = {IntShape: INT, BoolShape: BOOL, FloatShape: FLOAT, StrShape: STR}


_NO_REFERENCES = (
    *(IntShape, BoolShape, FloatShape, StrShape, BytesShape, NoneShape, EnumShape, ValueShape),
    *(TypedDictShape, LiteralShape, OpaqueShape, UnknownShape, CallableShape, WeakShape),
    *(ExceptionShape,),
)


def is_reference(shape: Shape) -> bool:
    return not isinstance(shape, _NO_REFERENCES)


def grouped(shape: Shape) -> list[tuple[str, tuple[Shape, ...]]]:
    """The alternatives of an input, all references together with None, each with a suffix for its
    name. The order is that of the tags."""
    parts = alternatives(shape)
    references = tuple(part for part in parts if is_reference(part))
    if references:
        references += tuple(part for part in parts if isinstance(part, NoneShape))
    groups = [(":ref", references)] if references else []
    others = [part for part in parts if part not in references]
    groups += [(f":{index}", (part,)) for index, part in enumerate(others)]
    return [("", groups[0][1])] if len(groups) == 1 else groups


def make_input(m: Mac, name: str, shape: Shape, reference: Reference | None = None) -> Value:
    """A value of a shape; `reference` makes those that refer to objects, if it is not to be an
    object of the input."""
    made = reference or input_reference
    groups = grouped(shape)
    values = tuple(_alternative(m, name + suffix, parts, made) for suffix, parts in groups)
    if len(values) == 1:
        return values[0]
    return Tagged(_number(m, name + TAG, len(values)), values)


def _number(m: Mac, name: str, count: int) -> Scalar:
    value = m.input_value(name, INT, True)
    m.assume(and_(le(0, value), lt(value, count)))
    return value


TYPED = "a TypedDict that is no other input as well"


def typed_key(name: str) -> StoreKey[Term]:
    """Where the store of a path keeps the dict that stands for a TypedDict."""
    return StoreKey("typed dict", name)


def _typed_dict(m: Mac, name: str, label: str, items: tuple[tuple[str, Shape, bool], ...]) -> Value:
    """A dict with its keys in the order of the class, of which some may be missing."""
    m.approximate(TYPED)
    entries: list[tuple[Value, Value]] = []
    for key, shape, required in items:
        if required or m.decide(m.input_value(f"{name}.{key}?", BOOL, True)):
            entries.append((key, make_input(m, f"{name}.{key}", shape)))
    made = sequences.new_dict(m, tuple(entries))
    m.put(typed_key(name), made)
    return made


LONE = "an exception that is no other input as well"


def exception_key(name: str) -> StoreKey[ExceptionValue]:
    """Where the store of a path keeps an exception that is an input."""
    return StoreKey("exception", name)


def _exception(m: Mac, name: str, cls: type[BaseException], has_text: bool) -> Value:
    if not is_plain_exception(m, cls):
        return Opaque(f"?{LEFT_OUT}exceptions that have attributes", 0)
    m.approximate(LONE)
    text: tuple[Value, ...] = (m.input_value(name, STR, True),) if has_text else ()
    made = ExceptionValue(cls, text)
    m.put(exception_key(name), made)
    return made


def _limited(m: Mac, name: str, kind: str, low: int | None, high: int | None) -> Scalar:
    value = m.input_value(name, TYPES[kind], True)
    if low is not None:
        m.assume(lt(low - 1, value))  # not `le`: what is said not to be negative is a length
    if high is not None:
        m.assume(le(value, high))
    return value


def _alternative(m: Mac, name: str, parts: tuple[Shape, ...], reference: Reference) -> Value:
    first = parts[0]
    match first:
        case IntShape() | BoolShape() | FloatShape() | StrShape():
            return m.input_value(name, _SCALARS[type(first)], True)
        case BytesShape():
            text = m.input_value(name, STR, True)
            m.assume(str_is_latin(text))
            return Bytes(text)
        case NoneShape():
            return NONE
        case EnumShape(cls):
            return EnumValue(cls, _number(m, name, len(members_of(cls))))
        case ValueShape(cls):
            scalars = [
                _limited(m, f"{name}:{number}", *cell)
                for number, cell in enumerate(value_objects.cells_of(cls))
            ]
            return value_objects.input_of(m, cls, scalars)
        case ExceptionShape(cls, has_text):
            return _exception(m, name, cls, has_text)
        case TypedDictShape(label, items):
            return _typed_dict(m, name, label, items)
        case LiteralShape(values):
            if len(values) == 1:
                return literal(values[0])
            return Tagged(_number(m, name, len(values)), tuple(literal(item) for item in values))
        case OpaqueShape(label):
            return Opaque(label, m.input_value(name, INT, True))
        case UnknownShape(reason):
            return Opaque(f"?{reason}", m.input_value(name, INT, True))
        case CallableShape():
            return InputFunction(first, m.input_value(name, INT, True))
        case WeakShape(target):
            target_type, _ = runtime(m).universe.reference_type(target)
            return Weak(reference(m, name, target_type, True))
    return reference(m, name, *runtime(m).universe.reference_type(_united(parts)))


def input_reference(m: Mac, name: str, decl: ClassDecl, nullable: bool) -> Term:
    if not m.program.subtypes(decl):
        if nullable:
            return NONE
        unsupported(f"{decl.name} as an input: no class of the program implements it")
    found = m.input_value(name, decl, nullable)
    assert isinstance(found, Term)
    return found


def _united(parts: tuple[Shape, ...]) -> Shape:
    from heapwise.frontends.python.typing.shapes import unite

    return unite(parts)


def make_self(m: Mac, cls: type) -> Value:
    """The object that a constructor is called on."""
    universe = runtime(m).universe
    decl = universe.decl(cls)
    if is_derived_dict(cls):
        loc = sequences.new_dict(m, ())
        m.put(loc, DictContents(cls=cls))
        return loc
    if decl is None:
        unsupported(f"objects of {cls.__name__}")
    obj = m.allocate(decl)
    m.put(unset_attributes(obj), frozenset(universe.layouts(decl)))
    return obj
