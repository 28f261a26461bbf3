"""Calls of functions that are inputs.

Such a function has no effects and raises nothing; all that is known of it is that equal arguments
give equal results. Objects are told apart by identity, and what it gives are objects of the input.
A path remembers its calls, so that a witness can be a table of them: the invariant is that two
entries with equal arguments have equal results.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    Bytes,
    EnumValue,
    FunctionCall,
    Host,
    InputFunction,
    Opaque,
    Tagged,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import guarded_values, sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_float,
    is_number,
    is_own_record,
    is_ref,
    is_str,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.objects import inputs
from heapwise.frontends.python.semantics.operations.equality import equal
from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    CallableShape,
    Shape,
    TupleShape,
    TypedDictShape,
    alternatives,
)
from heapwise.terms import Scalar, Term, and_, eq, ite, or_
from heapwise.terms.floats import is_nan
from heapwise.terms.printing import show

NEW_OBJECT = Builtin("a new object")
"""Stands for every object that the program has made: an input function cannot tell them apart, and
gives what it gives for anything that its table does not have."""
_NAMES: StoreKey[tuple[str, ...]] = StoreKey("names of calls of input functions")
_LONGEST = 48
_DEEPEST = 12
"""Terms that are nested deeper have no short text, and writing one takes long: results of calls of
results of calls grow with every turn of a loop."""
NO_KEYWORDS = "input functions that do not look at keyword arguments"
NEW_ALIKE = "input functions that give one result for whatever the program has made"
BY_IDENTITY = "input functions that tell containers apart by identity"
SAME_OBJECTS = "input functions that give the same object again for the same arguments"


def calls_key(shape: CallableShape) -> StoreKey[tuple[FunctionCall, ...]]:
    """Where the store of a path keeps the calls of functions of this shape."""
    return StoreKey("calls", shape)


def call(
    m: Mac, function: InputFunction, positional: Sequence[Value], keywords: dict[str, Value]
) -> Value:
    shape = function.shape
    if keywords and shape.arity is not None:
        unsupported(f"keyword arguments for an input that is a {shape}")
    if keywords:
        m.approximate(NO_KEYWORDS)
    if shape.arity is not None and len(positional) != shape.arity:
        throw(TypeError, f"it takes {shape.arity} arguments but {len(positional)} were given")
    arguments = tuple(_argument(m, value) for value in positional)
    before = m.load(calls_key(shape)) or ()
    if NEW_OBJECT in arguments:
        arguments = (NEW_OBJECT,)
        if any(earlier.arguments == arguments for earlier in before):
            m.approximate(NEW_ALIKE)
    conditions: list[tuple[Scalar, Value]] = []
    for earlier in before:
        same = and_(eq(function.number, earlier.number), _same(m, arguments, earlier.arguments))
        if same is not False:
            conditions.append((same, earlier.result))
        if same is True:
            break
    if conditions and conditions[-1][0] is True:
        result = conditions.pop()[1]
    else:
        result = _fresh(m, _name(m, function, arguments), shape, shape.result or ANY_SHAPE)
    for condition, value in reversed(conditions):
        result = _either(m, condition, value, result)
    m.put(calls_key(shape), (*before, FunctionCall(function.number, arguments, result)))
    return result


def _name(m: Mac, function: InputFunction, arguments: Sequence[Value]) -> str:
    """What a result is called in conditions: `key(items[0])`, if that is short and not taken."""
    taken = m.load(_NAMES) or ()
    texts = [show(function.number), *map(_text, arguments)]
    name = f"{texts[0]}({', '.join(texts[1:])})"
    if name in taken or len(name) > _LONGEST:
        name = f"call:{len(taken)}"
    m.put(_NAMES, (*taken, name))
    return name


def _text(value: Value) -> str:
    if isinstance(value, Opaque):
        value = value.term
    if isinstance(value, Term) and value.depth > _DEEPEST:
        return "…" * _LONGEST
    return show(value) if isinstance(value, Term | int | float | str) else "…"


def _argument(m: Mac, value: Value) -> Value:
    value = settle(m, value)
    if isinstance(value, Tuple) or _is_tuple(m, value):
        items = tuple(_argument(m, item) for item in sequences.as_tuple(m, value).items)
        return NEW_OBJECT if NEW_OBJECT in items else Tuple(items)
    if is_number(value) or is_str(value) or value is NONE:
        return value
    if isinstance(value, EnumValue | Opaque | Bytes):
        return value
    if isinstance(value, Host) and runtime(m).universe.name_of_sentinel(value.value) is not None:
        return value
    if not is_ref(value):
        return NEW_OBJECT
    _, made = m.targets(value)
    for location in made:
        if m.decide(m.same_reference(value, location)):
            return NEW_OBJECT
    if category(m, value) != "object":
        m.approximate(BY_IDENTITY)
    return value


def _is_tuple(m: Mac, value: Value) -> bool:
    return is_ref(value) and (category(m, value) in ("tuple", "record") or is_own_record(m, value))


def _same(m: Mac, left: Sequence[Value], right: Sequence[Value]) -> Scalar:
    if len(left) != len(right):
        return False
    return and_(*(_same_argument(m, a, b) for a, b in zip(left, right, strict=True)))


def _same_argument(m: Mac, left: Value, right: Value) -> Scalar:
    """As a table finds it: objects by identity, in tuples too, where `==` would ask them."""
    if left is right:
        return True
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return _same(m, left.items, right.items)
    if is_ref(left) and is_ref(right):
        return m.same_reference(left, right)
    if is_ref(left) or is_ref(right):
        return False
    same = equal(m, left, right)
    if is_float(left) and is_float(right):
        return or_(same, and_(is_nan(left), is_nan(right)))
    return same


def _fresh(m: Mac, name: str, function: CallableShape, shape: Shape) -> Value:
    if isinstance(shape, TupleShape):
        items = (
            _fresh(m, f"{name}.{number}", function, item) for number, item in enumerate(shape.items)
        )
        return Tuple(tuple(items))
    parts = alternatives(shape)
    if any(isinstance(each, TypedDictShape) for each in parts):
        unsupported(f"a call of an input that is a {function}: its result is a TypedDict")
    if any(inputs.is_reference(each) for each in parts):
        m.approximate(SAME_OBJECTS)
    return inputs.make_input(m, name, shape)


def _either(m: Mac, condition: Scalar, then: Value, otherwise: Value) -> Value:
    """Both have the same shape."""
    if isinstance(then, Tagged) and isinstance(otherwise, Tagged):
        parts = zip(then.parts, otherwise.parts, strict=True)
        return Tagged(
            ite(condition, then.tag, otherwise.tag),
            tuple(_either(m, condition, one, other) for one, other in parts),
        )
    return guarded_values.either(m, condition, then, otherwise)
