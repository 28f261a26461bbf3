"""Order: what `<`, `<=`, `>` and `>=` ask, and the methods of binary operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    DictContents,
    EnumValue,
    HashOf,
    Host,
    Opaque,
    Tuple,
    Value,
    ValueObject,
    View,
)
from heapwise.frontends.python.semantics.core import calls, guarded_sets, mappings, sequences
from heapwise.frontends.python.semantics.core.equal_items import (
    NeedsCodeError,
    is_among,
    same_or_equal,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    is_number,
    is_own_record,
    is_ref,
    is_str,
    own_class,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.modelled_objects import is_path, path_text
from heapwise.frontends.python.semantics.core.plain import (
    is_untyped,
    known_tuple,
    numbers_less,
    opaque_as_number,
    plain,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import foreign_objects, value_comparison
from heapwise.frontends.python.semantics.operations.equality import (
    are_counters,
    asks_right_first,
    equal,
)
from heapwise.terms import Scalar, Term, and_, not_, or_, str_le, str_lt

_SYMBOLS = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}


_METHODS = {"Lt": "__lt__", "LtE": "__le__", "Gt": "__gt__", "GtE": "__ge__"}


_MIRRORED = {"Lt": "Gt", "LtE": "GtE", "Gt": "Lt", "GtE": "LtE"}


def _counts_within(m: Mac, left: Term, right: Term, or_equal: bool) -> Scalar:
    within = mappings.compared_counts(m, left, right, lambda m, low, high: less(m, low, high, True))
    return (
        within if or_equal else and_(within, not_(mappings.compared_counts(m, left, right, equal)))
    )


def order_of(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    left, right = settle(m, left), settle(m, right)
    names = _METHODS[op], _METHODS[_MIRRORED[op]]
    own = (
        None
        if _is_ordered_itself(m, op, left, right)
        else by_methods(m, left, right, names, True, lambda: _order_error(m, op, left, right))
    )
    if own is not None:
        return own
    try:
        if op in ("Gt", "GtE"):
            return less(m, right, left, op == "GtE", op)
        return less(m, left, right, op == "LtE", op)
    except NeedsCodeError:
        return _by_code(m, op, left, right)


def _by_code(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    """Of containers whose items have methods of their own."""
    mine = _ordered_items(m, left)
    if mine is None or mine[0] != "set":
        kind = "order_deques" if mine is not None and mine[0] == "deque" else "order"
        return calls.enter(m, runtime(m).prelude(m, f"{kind}_{op.lower()}"), (left, right))
    low, high = (right, left) if op in ("Gt", "GtE") else (left, right)
    are_views = isinstance(left, View) or isinstance(right, View)
    name = "is_subset_of_view" if are_views else "is_subset"
    return calls.enter(m, runtime(m).prelude(m, name), (low, high, op in ("Lt", "Gt")))


def by_methods(
    m: Mac,
    left: Value,
    right: Value,
    names: tuple[str, str],
    alike: bool,
    problem: Callable[[], str],
) -> Value | Enter | None:
    """What the methods of a binary operator give, if there are any. Both sides are asked, the right
    one with the second of the `names`; one of the same class only if they are `alike`. `problem`
    is the text of the TypeError if none of them knows."""
    mine, theirs = (
        special_method(m, each, name) for each, name in zip((left, right), names, strict=True)
    )
    if mine is None:
        if theirs is None or (not alike and own_class(m, left) is own_class(m, right)):
            return None
        return calls.enter(m, theirs, (right, left), OrTypeError(problem()))
    if theirs is None:
        return calls.enter(m, mine, (left, right), OrTypeError(problem()))
    if not alike and own_class(m, left) is own_class(m, right):
        return calls.enter(m, mine, (left, right), OrTypeError(problem()))
    arguments = (mine, left, right, theirs, problem())
    if asks_right_first(m, left, right):
        arguments = (theirs, right, left, mine, problem())
    return calls.enter(m, runtime(m).prelude(m, "first_that_knows"), arguments)


@dataclass(frozen=True, slots=True)
class OrTypeError:
    message: str

    def __call__(self, returned: Value) -> Value:
        if returned == Host(NotImplemented):
            throw(TypeError, self.message)
        return returned


def _order_error(m: Mac, op: str, left: Value, right: Value) -> str:
    names = f"'{type_name(m, left)}' and '{type_name(m, right)}'"
    return f"'{_SYMBOLS[op]}' not supported between instances of {names}"


def less(
    m: Mac,
    left: Value,
    right: Value,
    or_equal: bool,
    op: str = "Lt",
    named: tuple[Value, Value] | None = None,
) -> Scalar:
    """`left` before `right`, both settled or not. A message names the types of the values in
    `named`, if they stand for others."""
    left, right = settle(m, left), settle(m, right)
    named = named or (left, right)
    if is_number(left) and is_number(right):
        return numbers_less(left, right, or_equal)
    if is_str(left) and is_str(right):
        return str_le(left, right) if or_equal else str_lt(left, right)
    if isinstance(left, Bytes) and isinstance(right, Bytes):
        return less(m, left.text, right.text, or_equal, op)
    one, other = opaque_as_number(m, left), opaque_as_number(m, right)
    if is_number(one) and is_number(other):
        return numbers_less(one, other, or_equal)
    first, second = (right, left) if op in ("Gt", "GtE") else (left, right)
    if isinstance(left, EnumValue) or isinstance(right, EnumValue):
        if _has_method(m, op, first, second):
            raise NeedsCodeError
        return _enums_less(m, left, right, or_equal, op)
    if isinstance(left, HashOf) or isinstance(right, HashOf):
        unsupported("the order of hashes")
    if isinstance(left, ValueObject) or isinstance(right, ValueObject):
        found = value_comparison.less(m, left, right, or_equal)
        if found is not None:
            return found
    left, right = known_tuple(m, left), known_tuple(m, right)
    if isinstance(left, Host) or isinstance(right, Host):
        return foreign_objects.less(left, right, or_equal)
    if is_path(left) and is_path(right):
        return _paths_less(path_text(m, left), path_text(m, right), or_equal)
    if _has_method(m, op, first, second):
        raise NeedsCodeError
    by_items = guarded_sets.compared(m, left, right, "issubset" if or_equal else "below")
    if by_items is not None:
        return by_items
    mine, theirs = _ordered_items(m, left), _ordered_items(m, right)
    if mine is not None and theirs is not None and mine[0] == theirs[0]:
        if mine[0] == "set":
            return _subset(m, mine[1], theirs[1], or_equal)
        return _lexicographic(m, mine[1], theirs[1], or_equal, op)
    if is_ref(left) and is_ref(right) and are_counters(m, left, right):
        return _counts_within(m, left, right, or_equal)
    if _may_have_order(left, right) or _may_have_order(right, left):
        unsupported("ordering a value of unknown type and another")
    throw(TypeError, _order_error(m, op, *(named[::-1] if op in ("Gt", "GtE") else named)))


def _paths_less(left: Scalar, right: Scalar, or_equal: bool) -> bool:
    """Part by part."""
    if isinstance(left, Term) or isinstance(right, Term):
        unsupported("the order of paths that are not known")
    one, other = PurePosixPath(str(left)), PurePosixPath(str(right))
    return one <= other if or_equal else one < other


def _has_method(m: Mac, op: str, first: Value, second: Value) -> bool:
    """Does a method of the program say what the order of the two is?"""
    if _is_ordered_itself(m, op, first, second):
        return False
    asked = ((first, op), (second, _MIRRORED[op]))
    return any(special_method(m, value, _METHODS[name]) is not None for value, name in asked)


def _is_ordered_itself(m: Mac, op: str, left: Value, right: Value) -> bool:
    """Is it a named tuple, or a member of an enum that is a number or text, and so has a method, if
    none of the program? The other side is asked first only if its class is below."""
    is_member = isinstance(left, EnumValue) and plain(left) is not left
    if not is_member and not is_own_record(m, left):
        return False
    if own_class(m, right) not in (None, own_class(m, left)):
        return False
    return special_method(m, left, _METHODS[op]) is None


def _may_have_order(left: Value, right: Value) -> bool:
    """Could a value of unknown type be ordered with the other one? In a witness it is an integer,
    so with a container it is not; but one without a hint may be meant to be anything, and text is
    what `Any` often stands for."""
    if not is_untyped(left) or right is NONE:
        return False
    return not is_ref(right) or (isinstance(left, Opaque) and left.name.startswith("?"))


def _enums_less(m: Mac, left: Value, right: Value, or_equal: bool, op: str) -> Scalar:
    a, b = plain(left), plain(right)
    if a is left and b is right:
        throw(TypeError, _order_error(m, op, left, right))
    return less(m, a, b, or_equal, op, (left, right))


def _ordered_items(m: Mac, value: Value) -> tuple[str, list[Value]] | None:
    if isinstance(value, Tuple):
        return "tuple", list(value.items)
    if isinstance(value, View) and value.part != "values":
        return "set", sequences.view_items(m, value)
    if not is_ref(value):
        return None
    held = category(m, value)
    if held == "object":
        if is_named_tuple(python_class(m, value)):
            return "tuple", list(sequences.as_tuple(m, value).items)
        return None
    if isinstance(contents_of(m, value), DictContents) or held in ("iterator", "generator", "dict"):
        return None
    group = {"record": "tuple", "frozenset": "set"}.get(held, held)
    return group, sequences.items_of(m, value)


def _subset(m: Mac, mine: list[Value], theirs: list[Value], or_equal: bool) -> Scalar:
    if len(mine) > len(theirs) or (not or_equal and len(mine) == len(theirs)):
        return False
    return and_(*(is_among(m, item, theirs) for item in mine))


def _lexicographic(
    m: Mac, mine: Sequence[Value], theirs: Sequence[Value], or_equal: bool, op: str
) -> Scalar:
    """By the first items that differ. What may not be comparable is asked only where it is reached:
    `[1, None] < [2, None]` is true."""
    result: Scalar = len(mine) <= len(theirs) if or_equal else len(mine) < len(theirs)
    before: list[tuple[Scalar, Scalar]] = []
    for one, other in zip(mine, theirs, strict=False):
        same = same_or_equal(m, one, other)
        if same is True:
            continue
        if _is_ordered_scalar(one, other):
            before.append((same, less(m, one, other, False, op)))
            continue
        if not m.decide(and_(*(equal_so_far for equal_so_far, _ in before))):
            break
        if not m.decide(same):
            result = less(m, one, other, False, op)
            break
    for same, is_less in reversed(before):
        result = or_(and_(same, result), and_(not_(same), is_less))
    return result


def _is_ordered_scalar(one: Value, other: Value) -> bool:
    if isinstance(one, ValueObject) and isinstance(other, ValueObject):
        return one.cls is other.cls and one.cls is not complex and one.parts[1:] == other.parts[1:]
    return (is_number(one) and is_number(other)) or (is_str(one) and is_str(other))
