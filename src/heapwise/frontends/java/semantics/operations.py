"""What bytecode does that is more than one access to the heap, in direct style.

Each of these functions is an operation of `Perform`: it takes the machine, then what the lowering
knows, then the values of registers. What belongs to one path only (interned strings, objects that
stand for classes, static fields, which classes are initialised) is kept in the store of the path.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NoReturn

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError, ThrownError, UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.semantics.runtime_api import Mac, runtime_of, universe_of
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.scalars import narrowing, widening
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.program import ClassDecl, FieldDecl
from heapwise.terms import NULL, Scalar, Term, and_, eq, le, lt, not_, or_, str_concat

MESSAGE = "detailMessage"
BY_CODE, BY_JVM, BY_DECLARATION = "code", "jvm", "declaration"
"""Who has worded the message of an exception. Of one that a contract allows, it may be any."""
_LAST_UNIT = "\uffff"
_LONG = 64
"""Lengths below are recognised where a path has come to know them."""
_MOST_COPIED = 4_096
"""Elements of an array that are copied one by one."""


def worded(ref: Term) -> StoreKey[str]:
    """Where the store keeps that the message of an exception is known, and who has worded it."""
    return StoreKey("worded", ref)


def unsupported(m: Mac, text: str, *operands: object) -> NoReturn:
    raise UnsupportedError(text)


def unsupported_input(m: Mac, text: str, ref: Term) -> int:
    """If it may be an input."""
    if m.targets(ref)[0]:
        raise UnsupportedError(text)
    return 0


def both(a: Scalar, b: Scalar) -> Scalar:
    return and_(a, b)


def differ(a: Scalar, b: Scalar) -> Scalar:
    return not_(eq(a, b))


# -- exceptions


def throw(m: Mac, universe: Universe, name: str, message: Scalar | None = None) -> ThrownError:
    """A new exception, to be raised."""
    return ThrownError(new_exception(m, universe, name, message))


def new_exception(m: Mac, universe: Universe, name: str, message: Scalar | None = None) -> Term:
    """Of the class with this internal name. Without a message, it has one that only a JVM knows how
    to word."""
    cls = universe.decl(name)
    made = m.allocate(cls)
    field = cls.find_field(MESSAGE)
    if message is not None and field is not None:
        m.write_field(made, field, new_string(m, universe, message))
        m.put(worded(made), BY_JVM)
    return made


def throw_new(m: Mac, name: str, message: Scalar | None = None) -> NoReturn:
    raise throw(m, universe_of(m), name, message)


def throw_value(m: Mac, ref: Term) -> NoReturn:
    if m.decide(m.same_reference(ref, NULL)):
        raise throw(m, universe_of(m), "java/lang/NullPointerException")
    raise ThrownError(ref)


def rethrow(m: Mac, ref: Term) -> NoReturn:
    raise ThrownError(ref)


def check_not_null(m: Mac, ref: Term) -> None:
    if m.decide(m.same_reference(ref, NULL)):
        raise throw(m, universe_of(m), "java/lang/NullPointerException")


def cast(m: Mac, cls: ClassDecl, ref: Term) -> int:
    """Go on only with null or an object of a class."""
    if not m.decide(or_(m.is_instance(ref, cls), m.same_reference(ref, NULL))):
        raise throw(m, universe_of(m), "java/lang/ClassCastException")
    return 0


def require_declared(m: Mac, cls: ClassDecl, ref: Term) -> int:
    """Go on only where an input is what a declaration says of it."""
    if ref is not NULL and m.targets(ref)[0]:
        m.require(or_(m.is_instance(ref, cls), m.same_reference(ref, NULL)))
    return 0


# -- constants


LITERALS: StoreKey[tuple[str, ...]] = StoreKey("literals")
"""Where the store keeps the texts of all literals that the path has met."""


def string(m: Mac, universe: Universe, text: str) -> Term:
    """The string of a literal: the same object wherever it is used."""
    text = in_units(text)
    key: StoreKey[Term] = StoreKey("string", text)
    found = m.load(key)
    if found is None:
        found = new_string(m, universe, text)
        m.put(key, found)
        m.put(LITERALS, (*(m.load(LITERALS) or ()), text))
    return found


def new_string(m: Mac, universe: Universe, text: Scalar) -> Term:
    cls = universe.decl(STRING)
    made = m.allocate(cls)
    m.write_field(made, cls.own_fields[TEXT], in_units(text) if isinstance(text, str) else text)
    return made


def in_units(text: str) -> str:
    """As Java counts it: two surrogates for a character beyond 0xFFFF."""
    if text.isascii() or max(text) <= _LAST_UNIT:
        return text
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(map(chr, struct.unpack(f">{len(units) // 2}H", units)))


def in_characters(text: str) -> str:
    """As people read it: one character for a pair of surrogates."""
    if text.isascii():
        return text
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")


def load_string(m: Mac, text: str) -> Term:
    return string(m, universe_of(m), text)


def join_texts(m: Mac, parts: Sequence[str | None], *strings: Term) -> Term:
    """A new string of the parts, where None stands for the text of the next string."""
    universe = universe_of(m)
    field = universe.decl(STRING).own_fields[TEXT]
    given = iter(strings)
    texts: list[Scalar] = [
        m.read_field(next(given), field) if part is None else in_units(part) for part in parts
    ]
    return new_string(m, universe, str_concat(*texts))


def load_class(m: Mac, descriptor: str) -> Term:
    """The object that stands for a type; the descriptor says which."""
    key: StoreKey[Term] = StoreKey("class", descriptor)
    found = m.load(key)
    if found is None:
        found = m.allocate(universe_of(m).decl("java/lang/Class"))
        m.put(key, found)
        m.put(class_type(found), descriptor)
    return found


def class_type(ref: Term) -> StoreKey[str]:
    """Where the store keeps the descriptor of the type that a java.lang.Class stands for."""
    return StoreKey("type", ref)


def type_of_class(m: Mac, ref: Term) -> str | None:
    """The descriptor of the type that an object of java.lang.Class stands for, if it was made by
    `load_class`."""
    return m.load(class_type(ref))


# -- arrays


def array_class(m: Mac, ref: Term) -> JavaArray:
    """The run-time class of an array; null throws."""
    found = m.classify(ref, lambda cls: cls)
    if not isinstance(found, JavaArray):
        raise UnsupportedError(f"an array operation on an object of class {found}")
    return found


def load_byte(m: Mac, ref: Term, index: Scalar) -> Scalar:
    """`baload`, where it is not known whether the array is of bytes or of booleans."""
    cls = array_class(m, ref)
    value = m.array_load(cls, ref, index)
    widen = widening(cls.type.component.descriptor, universe_of(m).exact)
    return value if widen is None else widen(value)


def store_byte(m: Mac, ref: Term, index: Scalar, value: Scalar) -> int:
    """`bastore`, in the same case."""
    cls = array_class(m, ref)
    narrow = narrowing(cls.type.component.descriptor, universe_of(m).exact)
    m.array_store(cls, ref, index, value if narrow is None else narrow(value))
    return 0


def any_length(m: Mac, ref: Term) -> Scalar:
    return m.array_length(array_class(m, ref), ref)


def check_store(m: Mac, ref: Term, index: Scalar, value: Term) -> None:
    """An array takes no object that is not of its component type; a JVM asks for that after it has
    looked at the index."""
    if ref is NULL or value is NULL:
        return
    classes = _array_classes(m, ref)
    misfit = _misfit(m, classes, ref, value)
    if misfit is False:
        return
    check_not_null(m, ref)
    if m.decide(or_(lt(index, 0), le(m.array_length(classes[0], ref), index))):
        raise throw(m, universe_of(m), "java/lang/ArrayIndexOutOfBoundsException")
    if m.decide(misfit):
        raise throw(m, universe_of(m), "java/lang/ArrayStoreException")


def _array_classes(m: Mac, ref: Term) -> list[JavaArray]:
    """The classes that an array may have, in an order that is always the same."""
    possible = [each for each in m.possible_classes(ref) if isinstance(each, JavaArray)]
    return sorted(possible, key=lambda cls: cls.number)


def _misfit(m: Mac, classes: Sequence[JavaArray], ref: Term, value: Term) -> Scalar:
    """Is an object not of the component type of an array? It must be one of every class that has
    the array among its arrays."""
    ways: list[Scalar] = []
    for cls in classes:
        element = cls.element
        if isinstance(element, ClassDecl) and element is not m.program.root:
            fits = or_(m.is_instance(value, element), m.same_reference(value, NULL))
            if fits is not True:
                ways.append(and_(m.is_instance(ref, cls), not_(fits)))
    return or_(*ways)


def load_element(m: Mac, cls: JavaArray, ref: Term, index: Scalar) -> Scalar:
    """Of an array that is used as one of `cls`. An input holds what its own class allows."""
    if not m.targets(ref)[0]:
        return m.array_load(cls, ref, index)
    possible = _array_classes(m, ref)
    if len(possible) == 1:
        return m.array_load(possible[0], ref, index)
    widest = [each for each in possible if all(other.is_subclass_of(each) for other in possible)]
    if not widest or not runtime_of(m).inputs.is_widest(widest[0], possible):
        return m.array_load(array_class(m, ref), ref, index)
    value = m.array_load(widest[0], ref, index)
    if value is not NULL:
        assert isinstance(value, Term)
        fits = not_(_misfit(m, possible, ref, value))
        if isinstance(fits, Term) and m.known(fits) is None:
            m.assume(fits)
        else:
            m.require(fits)
    return value


def new_arrays(m: Mac, cls: JavaArray, *lengths: Scalar) -> Term:
    """`multianewarray`: an array of arrays of arrays …"""
    for length in lengths:
        if m.decide(lt(length, 0)):
            raise throw(m, universe_of(m), "java/lang/NegativeArraySizeException")
    known = [settle_length(m, length) for length in lengths[:-1]]
    lengths = (*known, lengths[-1])
    classes = [cls]
    for _ in lengths[1:]:
        inner = classes[-1].element
        assert isinstance(inner, JavaArray)
        classes.append(inner)
    outer = m.new_array(cls, lengths[0])
    level = [outer] if len(lengths) > 1 else []
    for depth, length in enumerate(known):
        below: list[Term] = []
        for array in level:
            for index in range(length):
                made = m.new_array(classes[depth + 1], lengths[depth + 1])
                m.array_store(classes[depth], array, index, made)
                below.append(made)
        level = below
        if len(level) > _MOST_COPIED:
            raise UnsupportedError("an array of very many arrays")
    return outer


def clone_array(m: Mac, ref: Term) -> Term:
    cls = array_class(m, ref)
    length = settle_length(m, m.array_length(cls, ref))
    made = m.new_array(cls, length)
    for index in range(length):
        m.array_store(cls, made, index, m.array_load(cls, ref, index))
    return made


def settle_length(m: Mac, length: Scalar) -> int:
    """A length that the path knows: a choice for each that it may have, within the bound."""
    if isinstance(length, int):
        if length > _MOST_COPIED:
            raise UnsupportedError("an array of very many elements is copied")
        return length
    known, most = 0, m.bounds.max_length
    while not m.decide(eq(length, known)):
        known += 1
        if most is not None and known > most:
            for longer in range(known, _LONG):
                if m.known(eq(length, longer)):
                    return longer
            raise CutError(MAX_LENGTH)
    return known


# -- objects


def require_class(m: Mac, classes: Sequence[ClassDecl], ref: Term) -> None:
    """Go on only if the object has one of these classes."""
    m.require(m.classify(ref, lambda cls: cls in classes))


def require_empty(m: Mac, array: Term) -> None:
    """Go on only if the array has no elements."""
    m.require(eq(m.array_length(array_class(m, array), array), 0))


def require_between(m: Mac, low: int, high: int, number: Scalar) -> None:
    """Go on only with numbers that are not beyond these."""
    m.require(and_(le(low, number), le(number, high)))


def clone_object(m: Mac, universe: Universe, ref: Term) -> Term:
    """A new object of the same class with the same fields."""
    cls = m.classify(ref, lambda each: each)
    if isinstance(cls, JavaArray):
        return clone_array(m, ref)
    if not cls.is_subclass_of(universe.decl("java/lang/Cloneable")):
        raise throw(m, universe, "java/lang/CloneNotSupportedException")
    made = m.allocate(cls)
    fields: list[FieldDecl] = list(cls.fields().values())
    for field in fields:
        m.write_field(made, field, m.read_field(ref, field))
    return made
