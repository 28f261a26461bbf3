"""Comparison: identity, equality, order, membership.

What is made of builtin values is compared in one term, without a choice. Where a user's method has
to be asked for a part of a container, `NeedsCodeError` says so and the prelude compares item by
item.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import UnionType

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.frontends.python.semantics import (
    attributes,
    bytestrings,
    calls,
    foreign,
    lengths,
    mappings,
    merging,
    nans,
    sequences,
    structural,
    truth,
    weak,
)
from heapwise.frontends.python.semantics.kinds import (
    Mac,
    category,
    container,
    contents_of,
    is_bool,
    kind,
    not_known,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.universe import is_named_tuple, members_of
from heapwise.frontends.python.values import (
    NONE,
    Bytes,
    DictContents,
    EnumValue,
    HashOf,
    Host,
    Identity,
    InputFunction,
    Opaque,
    Tagged,
    Tuple,
    Value,
    View,
    Weak,
)
from heapwise.terms import (
    BOOL,
    FLOAT,
    REF,
    Scalar,
    Term,
    and_,
    eq,
    feq,
    fle,
    float_int_le,
    float_int_lt,
    float_of_int,
    floor_of_float,
    flt,
    int_float_eq,
    int_float_le,
    int_float_lt,
    is_infinite,
    is_nan,
    ite,
    le,
    lt,
    not_,
    or_,
    sort_of,
    str_contains,
    str_le,
    str_lt,
)

_Slots = list[tuple[Scalar, Value]]
_NUMBERS = ("int", "bool", "float")
_SYMBOLS = {"Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
_METHODS = {"Lt": "__lt__", "LtE": "__le__", "Gt": "__gt__", "GtE": "__ge__"}
_MIRRORED = {"Lt": "Gt", "LtE": "GtE", "Gt": "Lt", "GtE": "LtE"}


class NeedsCodeError(UnsupportedError):
    """A user's method has to be run. Where nobody can do that, the path ends."""

    def __init__(self) -> None:
        super().__init__("comparing with an __eq__ or __lt__ of the program inside this operation")


def comparison(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    if op in ("Is", "IsNot"):
        same = identical(m, left, right)
        return not_(same) if op == "IsNot" else same
    if op in ("Eq", "NotEq"):
        return _equality(m, left, right, negated=op == "NotEq")
    if op in ("In", "NotIn"):
        return _membership(m, left, right, negated=op == "NotIn")
    return _order(m, op, left, right)


# -- identity


def identical(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        return _by_parts(m, left, right, identical)
    if _is_ref(left) and _is_ref(right):
        return m.same_reference(left, right)
    left, right = settle(m, left), settle(m, right)
    if _is_ref(left) and _is_ref(right):
        return m.same_reference(left, right)
    if isinstance(left, Host) or isinstance(right, Host) or kind(left) != kind(right):
        return left == right if type(left) is type(right) else False
    if kind(left) == "enum":
        return eq(left.index, right.index) if left.cls is right.cls else False
    if isinstance(left, Term | int | float | str):
        return eq(left, right)
    if kind(left) == "opaque":
        return eq(left.term, right.term)
    if isinstance(left, Bytes):
        return eq(left.text, right.text)
    if isinstance(left, Weak):
        return weak.identical(m, left, right)
    if isinstance(left, InputFunction):
        return eq(left.number, right.number) if left.shape == right.shape else False
    return bool(left == right)


def _is_ref(value: Value) -> bool:
    return isinstance(value, Term) and value.sort is REF


def _may_be_ref(value: Value) -> bool:
    """Is it a union with references among its alternatives?"""
    return isinstance(value, Tagged) and any(
        _is_ref(part) and part is not NONE for part in value.parts
    )


def _by_parts(m: Mac, left: Value, right: Value, compare: object) -> Scalar:
    """Of unions: one of the alternatives counts."""
    if not isinstance(left, Tagged):
        left, right = right, left
    assert callable(compare)
    conditions: list[Scalar] = []
    for number, part in enumerate(left.parts):
        here = eq(left.tag, number)
        if m.known(here) is not False and here is not False:
            conditions.append(and_(here, compare(m, part, right)))
    return or_(*conditions)


# -- equality


def _equality(m: Mac, left: Value, right: Value, negated: bool) -> Value | Enter:
    own = _own_comparison(m, left, right, negated)
    if own is not None:
        return own
    try:
        same = equal(m, left, right)
    except NeedsCodeError:
        left, right = settle(m, left), settle(m, right)
        own = _own_comparison(m, left, right, negated)
        if own is not None:
            return own
        finish = Negated() if negated else None
        return calls.enter(m, runtime(m).prelude(m, "equal"), (left, right), finish)
    return not_(same) if negated else same


def _own_comparison(m: Mac, left: Value, right: Value, negated: bool) -> Value | Enter | None:
    """What the user's `__eq__` (or `__ne__`) says, if either side has one."""
    asked: list[tuple[Value, Value, Value, bool]] = []
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Term | EnumValue) or (isinstance(one, Term) and one.sort is not REF):
            continue
        if isinstance(one, Term) and not _may_have_method(m, one, "__eq__"):
            continue
        one = settle(m, one)
        if one is NONE:
            continue
        own = attributes.special_method(m, one, "__ne__") if negated else None
        method = own or attributes.special_method(m, one, "__eq__")
        if method is not None:
            asked.append((method, one, other, own is not None))
    if not asked:
        return None
    method, one, other, inverted = asked[0]
    other = settle(m, other)
    if not inverted:
        told = structural.equal(m, one, other) if isinstance(one, Term) else None
        if told is not None:
            return not_(told) if negated else told
    if len(asked) == 2 and asks_right_first(m, asked[0][1], asked[1][1]):
        asked.reverse()
        method, one, other, inverted = asked[0]
        other = settle(m, other)
    if any(each[3] != inverted for each in asked):
        unsupported("!= of an object with __ne__ and one with __eq__")
    same = identical(m, one, other)
    reflected = asked[1][0] if len(asked) == 2 else NONE
    name = "equal_by_methods"
    if negated:
        name, same = ("equal_by_methods", not_(same)) if inverted else ("differs", same)
    elif reflected is NONE:
        return calls.enter(m, method, (one, other), OrElse(same))
    return calls.enter(m, runtime(m).prelude(m, name), (method, one, other, reflected, same))


def asks_right_first(m: Mac, left: Value, right: Value) -> bool:
    """The right operand knows better if its class is below that of the left one."""
    one, other = own_class(m, left), own_class(m, right)
    if one is None or other is None or one is other:
        return False
    return issubclass(other, one)


def own_class(m: Mac, value: Value) -> type | None:
    """The class of the program that a settled value is of."""
    if isinstance(value, EnumValue):
        return value.cls
    if kind(value) == "ref" and category(m, value) == "object":
        return python_class(m, value)
    return None


def _may_have_method(m: Mac, ref: Term, name: str) -> bool:
    """Cheaply: is it worth settling the reference to look for the method?"""
    return runtime(m).some_class_has(name) and ref is not NONE


@dataclass(frozen=True, slots=True)
class OrElse:
    """For a method that may return NotImplemented."""

    value: Value

    def __call__(self, returned: Value) -> Value:
        return self.value if returned == Host(NotImplemented) else returned


@dataclass(frozen=True, slots=True)
class Negated:
    def __call__(self, value: Value) -> Value:
        if is_bool(value):
            return not_(value)
        if isinstance(value, Term | int | float | str):
            return not_(truth.scalar_truth(value))
        return value is NONE


def equal(m: Mac, left: Value, right: Value) -> Scalar:
    """The condition that they are equal; raises `NeedsCodeError` if a method has to say so."""
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        if _may_be_ref(left) or _may_be_ref(right):
            # What an alternative that it is not refers to may be of any class.
            return equal(m, settle(m, left), settle(m, right))
        return _by_parts(m, left, right, equal)
    if _is_ref(left) and _is_ref(right) and _compares_by_identity(m, left, right):
        return m.same_reference(left, right)
    left, right = settle(m, left), settle(m, right)
    one, other = kind(left), kind(right)
    if one in _NUMBERS and other in _NUMBERS:
        return numbers_equal(left, right)
    if "hashof" in (one, other):
        return _hashes_equal(m, left, right)
    if one == "ref" or other == "ref":
        return _references_equal(m, left, right)
    if "enum" in (one, other):
        return _enums_equal(m, left, right)
    if "host" in (one, other) and one != other:
        return foreign.equal(left, right)
    if one != other:
        if "opaque" in (one, other) and "none" not in (one, other):
            return _opaque_equal(left, right)
        return False
    if one == "str":
        return eq(left, right)
    if one == "bytes":
        return eq(left.text, right.text)
    if one == "none":
        return True
    if one == "tuple":
        return _all_equal(m, left.items, right.items)
    if one == "opaque":
        return eq(left.term, right.term)
    if one == "view":
        return _views_equal(m, left, right)
    if isinstance(left, Identity):
        return identical(m, left.of, right.of)
    if isinstance(left, InputFunction):
        return identical(m, left, right)
    if isinstance(left, Weak):
        if weak.both_alive(m, left, right):
            return equal(m, left.of, right.of)
        return identical(m, left, right)
    if one == "range":
        return _all_equal(m, sequences.items_of(m, left), sequences.items_of(m, right))
    if one == "host":
        return bool(left.value == right.value)
    return bool(left == right)


def _hashes_equal(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, HashOf) and isinstance(right, HashOf):
        return equal(m, left.of, right.of)
    if kind(left) in _NUMBERS or kind(right) in _NUMBERS:
        unsupported("comparing a hash with a number")
    return False


def _views_equal(m: Mac, left: View, right: Value) -> Scalar:
    """Views of keys and of items compare as sets do."""
    if left.part == "values" or (isinstance(right, View) and right.part == "values"):
        return left is right
    mine, theirs = sequences.items_of(m, left), sequences.items_of(m, right)
    if len(mine) != len(theirs):
        return False
    return and_(*(is_among(m, item, theirs) for item in mine))


def _compares_by_identity(m: Mac, left: Term, right: Term) -> bool:
    """Is none of the two a container, nor of a class with a method of its own?"""
    return runtime(m).compares_by_identity(m, left) and runtime(m).compares_by_identity(m, right)


def _opaque_equal(left: Value, right: Value) -> Scalar:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Opaque) and kind(other) == "int":
            return eq(one.term, other)  # it may be equal or not, and is an int in a witness
        if isinstance(one, Opaque) and kind(other) in _NUMBERS and not one.name.startswith("?"):
            return numbers_equal(one.term, other)
    if isinstance(left, Host) or isinstance(right, Host):
        return False
    for one in (left, right):
        if isinstance(one, Opaque) and one.name.startswith("?"):
            unsupported("comparing a value of unknown type with another")
    return False  # in a witness, one of them is an integer and the other no number


def is_untyped(value: Value) -> bool:
    """Could its type be any? That of a type variable is not: what can be said of all of its values
    is said of integers."""
    return isinstance(value, Opaque) and (
        value.name in ("Any", "object") or value.name.startswith("?")
    )


def as_integer(value: Value) -> Value:
    """What is used as a number: the one that a member of an IntEnum is; and a value of unknown type
    is an integer in a witness."""
    return value.term if isinstance(value, Opaque) else plain(value, int)


def plain(value: Value, base: type | UnionType = int | float | str) -> Value:
    """A member of an enum as the number or the text that it is, if its class is below `base`."""
    if not isinstance(value, EnumValue) or not issubclass(value.cls, base):
        return value
    return merging.indexed(value.index, [_plain_member(each) for each in members_of(value.cls)])


def _plain_member(member: enum.Enum) -> Scalar:
    if isinstance(member, int):
        return int.__index__(member)
    return float.__float__(member) if isinstance(member, float) else str(member.value)


def numbers_equal(left: Scalar, right: Scalar) -> Scalar:
    left, right = as_number(left), as_number(right)
    if sort_of(left) is FLOAT:
        return feq(left, right) if sort_of(right) is FLOAT else int_float_eq(right, left)
    return int_float_eq(left, right) if sort_of(right) is FLOAT else eq(left, right)


def numbers_less(left: Scalar, right: Scalar, or_equal: bool) -> Scalar:
    left, right = as_number(left), as_number(right)
    if sort_of(left) is FLOAT:
        if sort_of(right) is FLOAT:
            return fle(left, right) if or_equal else flt(left, right)
        return float_int_le(left, right) if or_equal else float_int_lt(left, right)
    if sort_of(right) is FLOAT:
        return int_float_le(left, right) if or_equal else int_float_lt(left, right)
    return le(left, right) if or_equal else lt(left, right)


def as_number(value: Scalar) -> Scalar:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Term) and value.sort is BOOL:
        return ite(value, 1, 0)
    return value


def _all_equal(m: Mac, left: Sequence[Value], right: Sequence[Value]) -> Scalar:
    if len(left) != len(right):
        return False
    conditions: list[Scalar] = []
    for one, other in zip(left, right, strict=True):
        condition = same_or_equal(m, one, other)
        if condition is False:
            return False
        conditions.append(condition)
    return and_(*conditions)


def same_or_equal(m: Mac, left: Value, right: Value) -> Scalar:
    """What containers ask of their items."""
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        if _may_be_ref(left) or _may_be_ref(right):
            return same_or_equal(m, settle(m, left), settle(m, right))
        return _by_parts(m, left, right, same_or_equal)
    if left is right and _is_ref(left):
        return True
    condition = equal(m, left, right)
    return condition if condition is True else or_(condition, nans.one_nan(m, left, right))


def _enums_equal(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, EnumValue) and isinstance(right, EnumValue) and left.cls is right.cls:
        return eq(left.index, right.index)
    a, b = plain(left), plain(right)
    return False if a is left and b is right else equal(m, a, b)


def _references_equal(m: Mac, left: Value, right: Value) -> Scalar:
    if kind(left) != "ref":
        left, right = right, left
    held = category(m, left)
    if held == "object":
        return _object_equal(m, left, right)
    if kind(right) == "tuple" and held in ("tuple", "record"):
        count = len(right.items)
        if not m.decide(eq(sequences.length_of(m, left), count)):
            return False
        mine = [item for _, item in sequences.first_slots(m, left, count)]
        return _all_equal(m, mine, right.items)
    if isinstance(right, View) and held in ("set", "frozenset"):
        return _views_equal(m, right, left)
    if kind(right) != "ref":
        return False
    other = category(m, right)
    if other == "object":
        return _object_equal(m, right, left)
    if held in ("iterator", "generator", "cell") or other in ("iterator", "generator"):
        return m.same_reference(left, right)
    groups = ("list",), ("deque",), ("set", "frozenset"), ("dict",), ("tuple", "record")
    if not any(held in group and other in group for group in groups):
        return False
    if left is right:
        return True
    if held == "dict":
        return _dicts_equal(m, left, right)
    if held in ("list", "deque") and _holds_scalars(m, left) and _holds_scalars(m, right):
        return _lists_equal(m, left, right)
    if not m.decide(eq(sequences.length_of(m, left), sequences.length_of(m, right))):
        return False
    mine, theirs = sequences.items_of(m, left), sequences.items_of(m, right)
    if held in ("set", "frozenset"):
        if len(mine) != len(theirs):
            return False
        return and_(*(is_among(m, item, theirs) for item in mine))
    return _all_equal(m, mine, theirs)


def _holds_scalars(m: Mac, ref: Term) -> bool:
    """Is it a list that the program has made, or one of numbers, strings and the like?"""
    if contents_of(m, ref) is not None:
        return True
    return sequences.holds_scalars(container(m, ref))


def _lists_equal(m: Mac, left: Term, right: Term) -> Scalar:
    """Without choosing a length."""
    same_length = eq(sequences.length_of(m, left), sequences.length_of(m, right))
    if same_length is False:
        return False
    conditions = [same_length]
    mine, theirs = _together(m, same_length, left, right)
    for (here, one), (there, other) in zip(mine, theirs, strict=False):
        condition = or_(not_(here), not_(there), same_or_equal(m, one, other))
        if condition is False:
            return False
        conditions.append(condition)
    return and_(*conditions)


def _together(m: Mac, same_length: Scalar, left: Term, right: Term) -> tuple[_Slots, _Slots]:
    """The items to compare, if both have as many. If one of them is known item by item, that says
    how many there are; else the bound cuts those that are equally long and longer than it."""
    for known, other in ((left, right), (right, left)):
        if contents_of(m, known) is not None:
            items = sequences.slots(m, known)
            found = items, sequences.first_slots(m, other, len(items))
            return found if known is left else found[::-1]
    most = lengths.most_items(m)
    if most is None:
        if not m.decide(same_length):
            return [], []
        return sequences.slots(m, left), sequences.slots(m, right)
    short = le(sequences.length_of(m, left), most)
    m.within(or_(not_(same_length), short), MAX_LENGTH)
    return sequences.first_slots(m, left, most), sequences.first_slots(m, right, most)


def _are_counters(m: Mac, left: Value, right: Value) -> bool:
    return type_name(m, left) == type_name(m, right) == "Counter"


def _counts_within(m: Mac, left: Term, right: Term, or_equal: bool) -> Scalar:
    from heapwise.frontends.python.semantics import counters

    within = counters.compared(m, left, right, lambda m, low, high: less(m, low, high, True))
    return within if or_equal else and_(within, not_(counters.compared(m, left, right, equal)))


def _dicts_equal(m: Mac, left: Term, right: Term) -> Scalar:
    if _are_counters(m, left, right):
        from heapwise.frontends.python.semantics import counters

        return counters.compared(m, left, right, equal)
    if not m.decide(eq(sequences.length_of(m, left), sequences.length_of(m, right))):
        return False
    mine, theirs = sequences.entries_of(m, left), sequences.entries_of(m, right)
    if len(mine) != len(theirs):
        return False
    if _is_ordered(m, left) and _is_ordered(m, right):
        mine_flat = [part for entry in mine for part in entry]
        return _all_equal(m, mine_flat, [part for entry in theirs for part in entry])
    return and_(
        *(
            or_(*(and_(same_or_equal(m, key, k), same_or_equal(m, value, v)) for k, v in theirs))
            for key, value in mine
        )
    )


def _is_ordered(m: Mac, ref: Term) -> bool:
    return type_name(m, ref) == "OrderedDict"


def _object_equal(m: Mac, left: Term, right: Value) -> Scalar:
    if attributes.special_method(m, left, "__eq__") is not None:
        told = structural.equal(m, left, right)
        if told is None:
            raise NeedsCodeError
        return told
    if is_named_tuple(python_class(m, left)):
        if kind(right) == "tuple" or (kind(right) == "ref" and sequences.is_sized(m, right)):
            mine = sequences.as_tuple(m, left).items
            return _all_equal(m, mine, sequences.as_tuple(m, right).items)
        return False
    if kind(right) != "ref":
        return False
    if category(m, right) == "object" and attributes.special_method(m, right, "__eq__") is not None:
        raise NeedsCodeError
    return m.same_reference(left, right)


# -- membership


def is_among(m: Mac, item: Value, items: Sequence[Value]) -> Scalar:
    conditions: list[Scalar] = []
    for other in items:
        condition = same_or_equal(m, item, other)
        if condition is True:
            return True
        conditions.append(condition)
    return or_(*conditions)


def _membership(m: Mac, item: Value, whole: Value, negated: bool) -> Value | Enter:
    whole = settle(m, whole)
    finish = Negated() if negated else Truth()
    method = attributes.special_method(m, whole, "__contains__") if own_class(m, whole) else None
    if method is not None:
        last = Negated() if negated else None
        return calls.enter_checked(m, "__contains__", method, whole, item, finish=last)
    if kind(whole) == "ref" and category(m, whole) == "object":
        if attributes.is_none(m, whole, "__contains__"):
            throw(TypeError, f"'{type_name(m, whole)}' object is not a container")
        from heapwise.frontends.python.semantics import iteration

        if not iteration.is_iterable(m, whole):
            throw(TypeError, f"argument of type '{type_name(m, whole)}' is not iterable")
        if not is_named_tuple(python_class(m, whole)):
            return calls.enter(m, runtime(m).prelude(m, "contains"), (item, whole), finish)
    try:
        found = contains(m, whole, item)
    except NeedsCodeError:
        keyed = isinstance(whole, View) and whole.part == "keys"
        if kind(whole) == "ref" and category(m, whole) in ("dict", "set", "frozenset"):
            keyed = True
        name = "contains_key" if keyed else "contains"
        return calls.enter(m, runtime(m).prelude(m, name), (item, whole), finish)
    if isinstance(found, Enter):
        return Enter(found.code, found.arguments, finish)
    return not_(found) if negated else found


@dataclass(frozen=True, slots=True)
class Truth:
    def __call__(self, value: Value) -> Value:
        negated = Negated()(value)
        return not_(negated)


def contains(m: Mac, whole: Value, item: Value) -> Scalar | Enter:
    whole = plain(whole, str)
    found = kind(whole)
    if found == "str":
        item = plain(settle(m, item), str)
        if kind(item) != "str":
            name = type_name(m, item)
            throw(TypeError, f"'in <string>' requires string as left operand, not {name}")
        return str_contains(whole, item)
    if isinstance(whole, Bytes):
        return bytestrings.contains(m, whole, item)
    if found == "range":
        return _in_range(m, whole, item)
    if found == "tuple":
        return is_among(m, item, whole.items)
    if found == "view":
        return _in_view(m, whole, item)
    if found == "class":
        attributes.reject_metaclass(whole.cls, "__contains__", "__iter__", "__getitem__")
    if found == "class" and issubclass(whole.cls, enum.Enum):
        item = settle(m, item)
        return isinstance(item, EnumValue) and item.cls is whole.cls
    if found == "ref":
        held = category(m, whole)
        if held in ("iterator", "generator"):
            return calls.enter(m, runtime(m).prelude(m, "contains"), (item, whole))
        if held in ("dict", "set", "frozenset"):
            check_hashable(m, item)
            return mappings.has_key(m, whole, item)
        return mappings.has_item(m, whole, item)
    if found == "host" and hasattr(whole.value, "__contains__"):
        unsupported(f"in {type(whole.value).__name__}")
    if found == "opaque":
        not_known(m, whole, "in")
    throw(TypeError, f"argument of type '{type_name(m, whole)}' is not iterable")


def _in_view(m: Mac, whole: View, item: Value) -> Scalar:
    if whole.part == "values":
        return is_among(m, item, sequences.view_items(m, whole))
    ref = settle(m, whole.source)
    if whole.part == "keys":
        check_hashable(m, item)
        return mappings.has_key(m, ref, item)
    item = settle(m, item)
    pair = sequences.as_tuple(m, item) if sequences.is_sized(m, item) else None
    if pair is None or len(pair.items) != 2:
        return False
    found = mappings.lookup(m, ref, pair.items[0])
    return False if found is None else same_or_equal(m, found[0], pair.items[1])


def _in_range(m: Mac, whole: Value, item: Value) -> Scalar:
    from heapwise.terms import mod, sub

    item = plain(settle(m, item), int)
    if kind(item) == "float":
        if m.decide(or_(is_nan(item), is_infinite(item))):
            return False
        below = floor_of_float(item)
        return and_(feq(item, float_of_int(below)), _in_range(m, whole, below))
    if kind(item) not in ("int", "bool"):
        if attributes.special_method(m, item, "__eq__") is not None:
            unsupported("an object that may equal a number, in a range")
        return False
    item = as_number(item)
    if isinstance(whole.step, Term):
        return is_among(m, item, sequences.items_of(m, whole))
    forwards = whole.step > 0
    low, high = (whole.start, whole.stop) if forwards else (whole.stop, whole.start)
    inside = (
        and_(le(low, item), lt(item, high)) if forwards else and_(lt(low, item), le(item, high))
    )
    if abs(whole.step) == 1:
        return inside
    return and_(inside, eq(mod(sub(item, whole.start), abs(whole.step)), 0))


def check_hashable(m: Mac, value: Value) -> None:
    value = settle(m, value, text=True)
    if isinstance(value, Tuple):
        for item in value.items:
            check_hashable(m, item)
        return
    if kind(value) != "ref":
        return
    held = category(m, value)
    if held in ("list", "dict", "set", "deque"):
        throw(TypeError, f"unhashable type: '{type_name(m, value)}'")
    if held == "object" and python_class_is_unhashable(m, value):
        throw(TypeError, f"unhashable type: '{python_class(m, value).__name__}'")


def python_class_is_unhashable(m: Mac, value: Term) -> bool:
    if not runtime(m).some_are_unhashable:
        return False
    return getattr(python_class(m, value), "__hash__", None) is None


# -- order


def _order(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    left, right = settle(m, left), settle(m, right)
    names = _METHODS[op], _METHODS[_MIRRORED[op]]
    own = by_methods(m, left, right, names, True, lambda: _order_error(m, op, left, right))
    if own is not None:
        return own
    try:
        if op in ("Gt", "GtE"):
            return less(m, right, left, op == "GtE", op)
        return less(m, left, right, op == "LtE", op)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, f"order_{op.lower()}"), (left, right))


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
        attributes.special_method(m, each, name)
        for each, name in zip((left, right), names, strict=True)
    )
    if mine is None and theirs is None:
        return None
    if mine is None or theirs is None:
        method, one, other = (theirs, right, left) if mine is None else (mine, left, right)
        return calls.enter(m, method, (one, other), OrTypeError(problem()))
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
    one, other = kind(left), kind(right)
    if one in _NUMBERS and other in _NUMBERS:
        return numbers_less(left, right, or_equal)
    if one == other == "str":
        return str_le(left, right) if or_equal else str_lt(left, right)
    if one == other == "bytes":
        return less(m, left.text, right.text, or_equal, op)
    if {one, other} <= {*_NUMBERS, "opaque"}:
        return numbers_less(as_integer(left), as_integer(right), or_equal)
    if "enum" in (one, other):
        return _enums_less(m, left, right, or_equal, op)
    if "hashof" in (one, other):
        unsupported("the order of hashes")
    if "host" in (one, other):
        return foreign.less(left, right, or_equal)
    mine, theirs = _ordered_items(m, left), _ordered_items(m, right)
    if mine is not None and theirs is not None and mine[0] == theirs[0]:
        if mine[0] == "set":
            return _subset(m, mine[1], theirs[1], or_equal)
        return _lexicographic(m, mine[1], theirs[1], or_equal, op)
    if _are_counters(m, left, right):
        return _counts_within(m, left, right, or_equal)
    first, second = (right, left) if op in ("Gt", "GtE") else (left, right)
    if attributes.special_method(m, first, _METHODS[op]) or attributes.special_method(
        m, second, _METHODS[_MIRRORED[op]]
    ):
        raise NeedsCodeError
    if _may_have_order(left, right) or _may_have_order(right, left):
        unsupported("ordering a value of unknown type and another")
    throw(TypeError, _order_error(m, op, *(named[::-1] if op in ("Gt", "GtE") else named)))


def _may_have_order(left: Value, right: Value) -> bool:
    """Could a value of unknown type be ordered with the other one? In a witness it is an integer,
    so with a container it is not; but one without a hint may be meant to be anything, and text is
    what `Any` often stands for."""
    if not is_untyped(left) or kind(right) == "none":
        return False
    return left.name.startswith("?") or kind(right) != "ref"


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
    if kind(value) != "ref":
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
    kinds = {kind(one), kind(other)}
    return kinds <= {"int", "bool", "float"} or kinds == {"str"}
