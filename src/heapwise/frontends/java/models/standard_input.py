"""java.util.Scanner and `System.in`: what a program reads is one more input for each line.

Both are code of ours in Java, `heapwise.jdk.StandardInput` and `heapwise.jdk.Scan`, and are run
like that of the JDK; a Scanner's own would need regular expressions and a locale for every number.
Here is what they ask for: of which kind the next line is, and what is in it. Replays read the same
lines.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.models.benchmarks import assume
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    not_null,
    runtime,
    universe,
)
from heapwise.frontends.java.models.objects import nothing, unmodelled
from heapwise.frontends.java.models.system import one_of
from heapwise.frontends.java.semantics.asked_inputs import any_scalar, asked_name
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.terms import Scalar, Term, eq, fle, or_

_INPUT, _SCAN = "heapwise/jdk/StandardInput", "heapwise/jdk/Scan"
_SCANNER = "Ljava/util/Scanner;"
_END, _ANY_TEXT = 0, 4
"""Kinds of lines, as our code counts them."""
_LARGEST = 1.7976931348623157e308


def standard_input(m: Mac) -> Term:
    """It begins before the first line: what its constructor would say."""
    made = m.load(StoreKey("the", _INPUT)) is not None
    found = one_of(m, _INPUT)
    if not made:
        string = universe(m).decl(STRING)
        empty = m.allocate(string)
        m.write_field(empty, string.own_fields[TEXT], "")
        m.write_field(found, universe(m).decl(_INPUT).own_fields["line"], empty)
    return found


def kind(m: Mac, wanted: Scalar) -> Scalar:
    """The end, this one, or a text."""
    found = any_scalar("I", "lineKind", m)
    m.assume(or_(*(eq(found, each) for each in (_END, wanted, _ANY_TEXT))))
    return found


def fraction(m: Mac) -> Scalar:
    found = any_scalar("D", "lineNumber", m)
    m.assume(fle(-_LARGEST, found))
    m.assume(fle(found, _LARGEST))
    return found


def text(m: Mac) -> Scalar:
    m.approximate("standard input of ASCII text, one letter for a word that is no number")
    cls = universe(m).decl(STRING)
    return m.input_value(asked_name(m, cls, "", "line"), cls, False)


def _kept(scanner: Term) -> StoreKey[Term]:
    return StoreKey("scan", scanner)


def keep(m: Mac, scanner: Term, scan: Term) -> int:
    m.put(_kept(scanner), scan)
    return 0


def kept(m: Mac, scanner: Term) -> Term:
    found = m.load(_kept(not_null(m, scanner)))
    if found is None:
        raise UnsupportedError("a Scanner that is an input")
    return found


def _enter(name: str, descriptor: str, m: Mac, *values: Scalar) -> Enter:
    """Our code in place of that of the JDK."""
    reference = MethodRef(_SCAN, name, descriptor, False)
    method = universe(m).hierarchy.resolve_method(reference)
    return Enter(runtime(m).code_of(universe(m).method(method)), values)


def _refused(m: Mac, *values: object) -> NoReturn:
    raise UnsupportedError("a Scanner of something else than standard input or a text")


_RESULTS = {
    **{f"hasNext{kind}": "Z" for kind in ("", "Line", "Int", "Long")},
    **{"next": f"L{STRING};", "nextLine": f"L{STRING};", "close": "V"},
    **{"nextInt": "I", "nextLong": "J", "nextDouble": "D", "nextBoolean": "Z"},
}
_SCANNERS: dict[str, Model] = {
    "*": unmodelled,
    "<clinit>": nothing,
    "<init>": _refused,
    **{
        f"<init>({source})V": partial(_enter, "make", f"({_SCANNER}{source})V")
        for source in ("Ljava/io/InputStream;", f"L{STRING};")
    },
    **{
        f"{name}(){result}": partial(_enter, name, f"({_SCANNER}){result}")
        for name, result in _RESULTS.items()
    },
}
MODELS: Table = {
    "java/util/Scanner": _SCANNERS,
    _SCAN: {"of": kept, "keep": keep},
    _INPUT: {
        "kind": kind,
        "number": partial(any_scalar, "I", "lineNumber"),
        "large": partial(any_scalar, "J", "lineNumber"),
        "fraction": fraction,
        "anyText": text,
        "assume": assume,
    },
}
STATICS = {("java/lang/System", "in"): standard_input}
