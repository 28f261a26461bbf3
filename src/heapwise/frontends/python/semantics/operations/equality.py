"""Equality: what `==` and `!=` ask.

What is made of builtin values is compared in one term, without a choice. Where a user's method has
to be asked for a part of a container, `NeedsCodeError` says so and the prelude compares item by
item.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    EnumValue,
    ExceptionValue,
    HashOf,
    Host,
    Identity,
    Opaque,
    Range,
    Tagged,
    Tuple,
    Value,
    ValueObject,
    View,
    Weak,
)
from heapwise.frontends.python.semantics.core import (
    calls,
    guarded_sets,
    lengths,
    mappings,
    sequences,
    weak_references,
)
from heapwise.frontends.python.semantics.core.equal_items import (
    NeedsCodeError,
    all_equal,
    is_among,
    same_or_equal,
)
from heapwise.frontends.python.semantics.core.identity import (
    by_parts,
    identical,
    may_be_ref,
    same_exception,
    same_scalar,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    is_bool,
    is_int,
    is_number,
    is_own_record,
    is_ref,
    is_ref_or_none,
    is_str,
    kind,
    own_class,
    python_class,
    runtime,
    settle,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.modelled_objects import is_path, path_text
from heapwise.frontends.python.semantics.core.plain import known_tuple, numbers_equal, plain
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import (
    foreign_objects,
    structural_equality,
    truth,
    value_comparison,
)
from heapwise.terms import REF, Scalar, Term, and_, eq, le, not_, or_

_Slots = list[tuple[Scalar, Value]]


def equality_of(m: Mac, left: Value, right: Value, negated: bool) -> Value | Enter:
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
        if is_ref(left) and is_ref(right) and _is_ordered(m, left) and _is_ordered(m, right):
            unsupported("comparing OrderedDicts by an __eq__ of the program")
        finish = Negated() if negated else None
        if isinstance(left, View):
            return calls.enter(m, runtime(m).prelude(m, "equal_view"), (left, right), finish)
        if isinstance(right, View):
            return calls.enter(m, runtime(m).prelude(m, "equal_view"), (right, left), finish)
        return calls.enter(m, runtime(m).prelude(m, "equal"), (left, right), finish)
    return not_(same) if negated else same


def _own_comparison(m: Mac, left: Value, right: Value, negated: bool) -> Value | Enter | None:
    """What the user's `__eq__` (or `__ne__`) says, if either side has one."""
    asked: list[tuple[Value, Value, Value, bool]] = []
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Term | EnumValue) or (isinstance(one, Term) and one.sort is not REF):
            continue
        if isinstance(one, Term) and not _may_say_equality(m, one, negated):
            continue
        one = settle(m, one)
        if one is NONE:
            continue
        own = special_method(m, one, "__ne__") if negated else None
        method = own or special_method(m, one, "__eq__")
        if method is not None:
            if negated and own is None and is_own_record(m, one):
                unsupported("!= of a named tuple that redefines == alone")
            asked.append((method, one, other, own is not None))
    if not asked:
        return None
    method, one, other, inverted = asked[0]
    other = settle(m, other)
    if not inverted:
        told = structural_equality.equal(m, one, other) if isinstance(one, Term) else None
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


def _may_say_equality(m: Mac, ref: Term, negated: bool) -> bool:
    """Cheaply: is it worth settling the reference to look for a method?"""
    has = runtime(m).classes.some_class_has
    return ref is not NONE and (has("__eq__") or (negated and has("__ne__")))


@dataclass(frozen=True, slots=True)
class OrElse:
    """For a method that may return NotImplemented."""

    value: Value

    def __call__(self, returned: Value) -> Value:
        return self.value if returned == Host(NotImplemented) else returned


@dataclass(frozen=True, slots=True)
class Negated:
    def __call__(self, value: Value) -> Scalar:
        if is_bool(value):
            return not_(value)
        if isinstance(value, Term | int | float | str):
            return not_(truth.scalar_truth(value))
        return False


def equal(m: Mac, left: Value, right: Value) -> Scalar:
    """The condition that they are equal; raises `NeedsCodeError` if a method has to say so."""
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        if may_be_ref(left) or may_be_ref(right):
            # A union holds a reference also in the alternatives that it does not have now, and such
            # a reference may lead to an object of any class. So it is settled which one it has.
            return equal(m, settle(m, left), settle(m, right))
        return by_parts(m, left, right, equal)
    if is_ref_or_none(left) and is_ref_or_none(right) and _compares_by_identity(m, left, right):
        return m.same_reference(left, right)
    left, right = settle(m, left), settle(m, right)
    if is_number(left) and is_number(right):
        return numbers_equal(left, right)
    if isinstance(left, HashOf) or isinstance(right, HashOf):
        return _hashes_equal(m, left, right)
    if is_ref(left):
        return _references_equal(m, left, right)
    if is_ref(right):
        return _references_equal(m, right, left)
    if isinstance(left, EnumValue) or isinstance(right, EnumValue):
        return _enums_equal(m, left, right)
    if isinstance(left, ValueObject) or isinstance(right, ValueObject):
        return value_comparison.equal(m, left, right)
    left, right = known_tuple(m, left), known_tuple(m, right)
    if isinstance(left, Host) is not isinstance(right, Host):
        return foreign_objects.equal(left, right)
    if is_str(left) and is_str(right):
        return eq(left, right)
    if kind(left) != kind(right):
        one_is_opaque = isinstance(left, Opaque) or isinstance(right, Opaque)
        if one_is_opaque and left is not NONE and right is not NONE:
            return _opaque_equal(left, right)
        return False
    return _equal_of_one_kind(m, left, right)


def _equal_of_one_kind(m: Mac, left: Value, right: Value) -> Scalar:
    """Neither numbers nor strings nor references, nor members of an enum."""
    if left is NONE:
        return True
    if is_path(left) and is_path(right):
        return eq(path_text(m, left), path_text(m, right))
    same = same_scalar(left, right)
    if same is not None:
        return same
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return all_equal(m, left.items, right.items)
    if isinstance(left, View):
        return _views_equal(m, left, right)
    if isinstance(left, Identity) and isinstance(right, Identity):
        return identical(m, left.of, right.of)
    if isinstance(left, Weak) and isinstance(right, Weak):
        if weak_references.both_alive(m, left, right):
            return equal(m, left.of, right.of)
        return identical(m, left, right)
    if isinstance(left, ExceptionValue) and isinstance(right, ExceptionValue):
        return same_exception(left, right)
    if isinstance(left, BoundMethod) and isinstance(right, BoundMethod):
        same = identical(m, left.receiver, right.receiver)
        return and_(same, equal(m, left.function, right.function))
    if isinstance(left, Range):
        return all_equal(m, sequences.items_of(m, left), sequences.items_of(m, right))
    if isinstance(left, Host) and isinstance(right, Host):
        return bool(left.value == right.value)
    return bool(left == right)


def _hashes_equal(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, HashOf) and isinstance(right, HashOf):
        return equal(m, left.of, right.of)
    if is_number(left) or is_number(right):
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
    classes = runtime(m).classes
    return classes.compares_by_identity(m, left) and classes.compares_by_identity(m, right)


def _opaque_equal(left: Value, right: Value) -> Scalar:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Opaque) and is_int(other):
            return eq(one.term, other)  # it may be equal or not, and is an int in a witness
        if isinstance(one, Opaque) and is_number(other) and not one.name.startswith("?"):
            return numbers_equal(one.term, other)
    if isinstance(left, Host) or isinstance(right, Host):
        return False
    for one in (left, right):
        if isinstance(one, Opaque) and one.name.startswith("?"):
            unsupported("comparing a value of unknown type with another")
    return False  # in a witness, one of them is an integer and the other no number


def _enums_equal(m: Mac, left: Value, right: Value) -> Scalar:
    for each in (left, right):
        if isinstance(each, EnumValue) and special_method(m, each, "__eq__") is not None:
            raise NeedsCodeError
    if isinstance(left, EnumValue) and isinstance(right, EnumValue) and left.cls is right.cls:
        return eq(left.index, right.index)
    a, b = plain(left), plain(right)
    return False if a is left and b is right else equal(m, a, b)


def _references_equal(m: Mac, left: Term, right: Value) -> Scalar:
    held = category(m, left)
    if held == "object":
        return _object_equal(m, left, right)
    if isinstance(right, Tuple) and held in ("tuple", "record"):
        count = len(right.items)
        if not m.decide(eq(sequences.length_of(m, left), count)):
            return False
        mine = [item for _, item in sequences.first_slots(m, left, count)]
        return all_equal(m, mine, right.items)
    if isinstance(right, View) and held in ("set", "frozenset"):
        return _views_equal(m, right, left)
    if not is_ref(right):
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
    by_items = guarded_sets.compared(m, left, right, "equal")
    if by_items is not None:
        return by_items
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
    return all_equal(m, mine, theirs)


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


def are_counters(m: Mac, left: Value, right: Value) -> bool:
    return type_name(m, left) == type_name(m, right) == "Counter"


def _dicts_equal(m: Mac, left: Term, right: Term) -> Scalar:
    if are_counters(m, left, right):
        return mappings.compared_counts(m, left, right, equal)
    if not m.decide(eq(sequences.length_of(m, left), sequences.length_of(m, right))):
        return False
    mine, theirs = sequences.entries_of(m, left), sequences.entries_of(m, right)
    if len(mine) != len(theirs):
        return False
    if _is_ordered(m, left) and _is_ordered(m, right):
        mine_flat = [part for entry in mine for part in entry]
        return all_equal(m, mine_flat, [part for entry in theirs for part in entry])
    return and_(
        *(
            or_(*(and_(same_or_equal(m, key, k), same_or_equal(m, value, v)) for k, v in theirs))
            for key, value in mine
        )
    )


def _is_ordered(m: Mac, ref: Term) -> bool:
    return type_name(m, ref) == "OrderedDict"


def _object_equal(m: Mac, left: Term, right: Value) -> Scalar:
    if special_method(m, left, "__eq__") is not None:
        told = structural_equality.equal(m, left, right)
        if told is None:
            raise NeedsCodeError
        return told
    if is_named_tuple(python_class(m, left)):
        if isinstance(right, Tuple) or (is_ref(right) and sequences.is_sized(m, right)):
            mine = sequences.as_tuple(m, left).items
            return all_equal(m, mine, sequences.as_tuple(m, right).items)
        return False
    if not is_ref(right):
        return False
    if category(m, right) == "object" and special_method(m, right, "__eq__") is not None:
        raise NeedsCodeError
    return m.same_reference(left, right)
