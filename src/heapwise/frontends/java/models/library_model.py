"""What a model is, and what models have in common.

A model stands for a method of the JDK (or of a benchmark library) that has no bytecode, or whose
bytecode is beside the point. It is an operation in direct style (`engine.machine`):

    def model(m: Mac, *values) -> value

The values are the arguments, the receiver first, which is never null. A boolean is of sort Bool, an
int, short, byte or char is a Java int, as on the operand stack; a result likewise. A method without
a result may return anything. A model throws by `raise thrown(m, "java/lang/…")`, and gives up by
`raise UnsupportedError(…)`. It may return an `Enter` to go on with code of the program.

Models are found by class, name and descriptor (`models.find`). Where a class in a table has the
entry `*`, that is the model of all methods which have none of their own; it gets the method's name
before the values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError, ThrownError, UnsupportedError
from heapwise.frontends.java.semantics import operations, runtime_api
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.program import FieldDecl
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    bv_of_int,
    int_of_bv,
    ite,
    le,
    str_at,
    str_code,
    str_from_code,
    str_length,
)

Mac: TypeAlias = runtime_api.Mac
Model: TypeAlias = runtime_api.Model
Table: TypeAlias = Mapping[str, Mapping[str, Model]]
"""By class, then by name and descriptor, or by name alone where all overloads have one model."""


NATIVE = "native "
"""Before the name of a method that is native in some releases and has bytecode in others."""


def bytecode(m: Mac, *values: object) -> NoReturn:
    """Marks a method whose bytecode is run although its class has the entry `*`."""
    raise AssertionError


LAST_CHAR = 0xFFFF
LAST_CODE_POINT = 0x10FFFF
_MOST_CHARACTERS = 8
"""How long a text of unknown length may get where each character matters, if no bound says."""


runtime = runtime_api.runtime_of
universe = runtime_api.universe_of


def thrown(m: Mac, name: str, message: Scalar | None = None) -> ThrownError:
    """A new exception of the class with this internal name, to be raised. A message that is left
    out is not known, which is not the same as none."""
    return operations.throw(m, universe(m), name, message)


def not_null(m: Mac, ref: Scalar) -> Term:
    """Throws a NullPointerException where it is null."""
    assert isinstance(ref, Term)
    operations.check_not_null(m, ref)
    return ref


def is_null(m: Mac, ref: Scalar) -> Scalar:
    assert isinstance(ref, Term)
    return m.same_reference(ref, NULL)


def field(m: Mac, owner: str, name: str) -> FieldDecl:
    found = universe(m).decl(owner).find_field(name)
    if found is None:
        raise UnsupportedError(f"a class {owner.replace('/', '.')} without the field {name}")
    return found


# -- integers: Java's on one side, mathematical ones (lengths, positions) on the other


def java_int(m: Mac, number: Scalar) -> Scalar:
    """A mathematical integer in the range of an int, as one."""
    return bv_of_int(32, number) if universe(m).exact else number


def math_int(number: Scalar) -> Scalar:
    """The mathematical integer that an int or long is."""
    return int_of_bv(number)


def arithmetic(m: Mac, name: str) -> Callable[..., Scalar]:
    """An instruction of the JVM."""
    return runtime(m).arithmetic(name)


# -- strings


def text_of(m: Mac, ref: Scalar) -> Scalar:
    """The text of a String; null throws."""
    assert isinstance(ref, Term)
    return m.read_field(ref, universe(m).decl(STRING).own_fields[TEXT])


def new_string(m: Mac, text: Scalar) -> Term:
    """A string that is a new object."""
    return operations.new_string(m, universe(m), text)


def literal(m: Mac, text: str) -> Term:
    """The interned string."""
    return operations.string(m, universe(m), text)


_ALPHABET = "texts without surrogates"
"""What inputs are limited to, where single characters matter."""


def code_at(m: Mac, text: Scalar, index: Scalar) -> Scalar:
    """The char at a position within the text, as a mathematical integer. Inputs have no characters
    beyond 0xFFFF, which Java would count twice."""
    code = str_code(str_at(text, index))
    if isinstance(code, Term):
        m.assume(le(code, LAST_CHAR))
        m.approximate(_ALPHABET)
    return code


def text_of_char(m: Mac, char: Scalar) -> Scalar:
    """A string of one character, or of two surrogates."""
    text = str_from_code(math_int(char))
    return operations.in_units(text) if isinstance(text, str) and text else text


def settled_length(m: Mac, text: Scalar) -> int:
    """A length that the path knows: a choice for each that it may be."""
    length = str_length(text)
    if not isinstance(length, Term):
        assert isinstance(length, int)
        return length
    return operations.settle_length(m, length)


def check_count(m: Mac, count: int) -> None:
    """So many characters, or parts, of a text of unknown length are looked at one by one."""
    most = m.bounds.max_length
    if most is not None and count > most:
        raise CutError(MAX_LENGTH)


def codes_of(m: Mac, text: Scalar) -> list[Scalar]:
    """The chars of a text, as mathematical integers; its length becomes known."""
    if isinstance(text, str):
        return list(map(ord, text))
    return [code_at(m, text, index) for index in range(settled_length(m, text))]


def text_of_bool(value: Scalar) -> Scalar:
    return ite(value, "true", "false")
