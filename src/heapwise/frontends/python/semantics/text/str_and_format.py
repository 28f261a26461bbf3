"""Text from values: `str`, `repr`, `format`, `print`, f-strings, % and templates.

Making text adds no choice to a path, unless methods of the program have to be run for it. These are
always run, for they may raise, change something and take branches; see `describing` for the rest.
"""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass

from heapwise.engine.machine import Enter, ThrownError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.store_keys import exception_arguments
from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    Opaque,
    Tagged,
    Tuple,
    UnknownText,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_int,
    is_integer,
    is_number,
    is_ref,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.pieces import Text, is_text, joined
from heapwise.frontends.python.semantics.core.plain import (
    as_number,
    chosen_text,
    plain,
    taken_for_integer,
    to_float,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import describing
from heapwise.frontends.python.semantics.operations.describing import (
    RunsCodeError,
    described,
    exception_parts,
    own_function,
    parts_of,
    rethrow,
    text_function,
)
from heapwise.frontends.python.semantics.operations.digits import check_size
from heapwise.frontends.python.semantics.text import formatting, templates, written_digits
from heapwise.frontends.python.semantics.text.templates import Piece
from heapwise.program.types import ClassDecl
from heapwise.terms import REF, Op, Term

_SHOWN: StoreKey[tuple[Term, ...]] = StoreKey("shown")
"""In the store of the path: the containers whose text is being made."""


def to_text(m: Mac, value: Value, style: str) -> Value | Enter:
    """What `str` and `repr` give."""
    try:
        return described(m, value, style)
    except RunsCodeError:
        value = settle(m, value, text=True)
    function = _function_of(m, value, style)
    if function is not None:
        name = "__str__" if style == "str" else "__repr__"
        return calls.enter_checked(m, name, runtime(m).method(m, function), value)
    cls = _exception_class(m, value)
    if cls is None:
        if is_ref(value) or isinstance(value, Tuple):
            return _by_parts(m, value)
        try:
            return described(m, value, style)
        except RunsCodeError:  # of what a view looks at, say
            unsupported(f"the text of a {type_name(m, value)} of what has one of its own")
    if isinstance(value, ExceptionValue):
        args = Tuple(value.args)
    else:
        assert is_ref(value)
        args = m.load(exception_arguments(value)) or Tuple(())
    if style == "repr":
        return _with_items(m, exception_parts(cls, args.items), None)
    if issubclass(cls, UnicodeError) and len(args.items) == 5:
        return UnknownText("a character or byte that a codec does not take", message=True)
    if len(args.items) == 1:
        return to_text(m, args.items[0], "repr" if issubclass(cls, KeyError) else "str")
    return to_text(m, args, "repr")


def _exception_class(m: Mac, value: Value) -> type | None:
    if isinstance(value, ExceptionValue):
        return value.cls
    if is_ref(value) and category(m, value) == "object":
        cls = python_class(m, value)
        if issubclass(cls, BaseException) and m.load(exception_arguments(value)) is not None:
            return cls
    return None


def _function_of(m: Mac, value: Value, style: str) -> types.FunctionType | None:
    if isinstance(value, EnumValue | ExceptionValue):
        return text_function(value.cls, style)
    if not is_ref(value):
        return None

    def behind(decl: ClassDecl) -> types.FunctionType | None:
        cls = runtime(m).universe.python_class(decl)
        return text_function(cls, style) if cls is not None else None

    if value.op == Op.CONST:
        return behind(m.allocated_class(value))
    return m.classify(value, behind)


def _by_parts(m: Mac, value: Value) -> Value | Enter:
    parts = parts_of(m, value)
    if parts is None:
        return UnknownText(f"a {type_name(m, value)}")
    if isinstance(value, Term):
        for other in m.load(_SHOWN) or ():
            if m.decide(m.same_reference(value, other)):
                return parts.again
    return _with_items(m, parts, value if isinstance(value, Term) else None)


def _with_items(m: Mac, parts: describing.Parts, shown: Term | None) -> Value | Enter:
    """Item by item, by the prelude."""
    if not parts.items:
        return parts.closing
    above = m.load(_SHOWN) or ()
    if shown is not None:
        m.put(_SHOWN, (*above, shown))
    arguments = (Tuple(parts.labels), Tuple(parts.items), parts.closing, len(above))
    return calls.enter(m, runtime(m).prelude(m, "text_by_parts"), arguments)


def end_of_parts(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    above = positional[0]
    assert isinstance(above, int)
    m.put(_SHOWN, (m.load(_SHOWN) or ())[:above])
    return NONE


# -- formatting


@dataclass(frozen=True, slots=True)
class FormatText:
    """Of a text that was made first."""

    spec: Value
    ascii: bool = False

    def __call__(self, text: Value) -> Value:
        assert is_text(text)
        if self.ascii:
            text = in_ascii(text)
        if self.spec == "":
            return text
        if not isinstance(self.spec, str):
            unsupported("a symbolic format specification")
        return formatting.formatted(text, self.spec)


def in_ascii(text: Text) -> Text:
    if isinstance(text, str):
        return text.encode("ascii", "backslashreplace").decode("ascii")
    return text if isinstance(text, UnknownText) else UnknownText("ascii() of a symbolic value")


def format_value(
    m: Mac, conversion: str, value: Value, spec: Value, whole: bool = False
) -> Value | Enter:
    """`{value!conversion:spec}`; if that is the `whole` text, somebody may look at its digits, else
    it is part of a message."""
    spec = chosen_text(m, settle(m, spec, text=True))
    if conversion:
        result = to_text(m, value, "str" if conversion == "s" else "repr")
        return calls.finished(result, FormatText(spec, conversion == "a"))
    if _may_have_own_format(m, value):
        value = settle(m, value, text=True)
        own = special_method(m, value, "__format__")
        if own is not None:
            return calls.enter_checked(m, "__format__", own, value, spec)
    if spec == "":
        return to_text(m, value, "str")
    if not isinstance(spec, str):
        unsupported("a symbolic format specification")
    value = settle(m, value, text=True)
    digits = formatting.in_digits(spec) if whole and is_integer(value) else None
    if digits is not None and isinstance(value, Term):
        try:
            format(1, spec)
        except ValueError as error:
            rethrow(error)
        if written_digits.is_decimal(digits):
            check_size(m, as_number(value))
        return written_digits.formatted(m, as_number(value), digits)
    return _formatted(m, value, spec)


def format_whole(m: Mac, conversion: str, value: Value, spec: Value) -> Value | Enter:
    """The same of a text that has nothing else in it."""
    return format_value(m, conversion, value, spec, whole=True)


def _may_have_own_format(m: Mac, value: Value) -> bool:
    if isinstance(value, ValueObject):
        return True
    if isinstance(value, EnumValue):
        return own_function(value.cls, "__format__") is not None
    if not isinstance(value, Tagged) and not (isinstance(value, Term) and value.sort is REF):
        return False
    classes = runtime(m).universe.infos
    return any(own_function(cls, "__format__") is not None for cls in classes)


def _formatted(m: Mac, value: Value, spec: str) -> Text:
    if isinstance(value, EnumValue):
        return _formatted_enum(value, spec)
    if is_int(value) and formatting.is_decimal(spec):
        check_size(m, value)
    if is_integer(value) and isinstance(value, Term) and formatting.is_real(spec):
        value = to_float(m, value)
    if is_text(value) or is_number(value):
        return formatting.formatted(value, spec)
    if isinstance(value, Opaque):
        return formatting.formatted(taken_for_integer(m, value), spec)
    if isinstance(value, Host):
        unsupported(f"formatting a {type_name(m, value)}")
    throw(TypeError, f"unsupported format string passed to {type_name(m, value)}.__format__")


def _formatted_enum(value: EnumValue, spec: str) -> Text:
    if text_function(value.cls, "str") is not None:
        unsupported("a format specification for a member with __str__")
    try:
        texts: list[Text] = [format(member, spec) for member in members_of(value.cls)]
    except (ValueError, TypeError) as error:
        rethrow(error)
    return describing.chosen(value.index, texts)


def join_parts(m: Mac, *parts: Text) -> Value:
    return joined(parts)


# -- templates


def percent(m: Mac, left: Value, right: Value) -> Value | Enter:
    """`left % right`, where `left` is a string."""
    left = chosen_text(m, left)
    if not isinstance(left, str):
        unsupported("% of a symbolic string")
    pieces: list[Piece] = []
    try:
        templates.percent_pieces(m, left, right, pieces)
    except ThrownError:
        if isinstance(_pieces(m, pieces), Enter):
            unsupported("% with a template that fails after code of the program has run")
        raise
    return _pieces(m, pieces)


def format_method(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    template, *rest = chosen_text(m, positional[0]), *positional[1:]
    if not isinstance(template, str):
        unsupported("format() of a symbolic string")
    return _pieces(m, templates.format_pieces(m, template, tuple(rest), keywords))


def _pieces(m: Mac, pieces: list[Piece]) -> Value | Enter:
    texts: list[Text] = []
    shown = m.load(_SHOWN) or ()
    for piece in pieces:
        alone = len(pieces) == 1
        text = format_value(m, piece.conversion, piece.value, piece.spec, whole=alone)
        if isinstance(text, Enter):
            m.put(_SHOWN, shown)  # the prelude begins anew
            rows = tuple(Tuple((piece.conversion, piece.value, piece.spec)) for piece in pieces)
            return calls.enter(m, runtime(m).prelude(m, "text_of_pieces"), (Tuple(rows),))
        assert is_text(text)
        texts.append(text)
    return joined(texts)


def one_piece(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    conversion, value, spec = positional
    assert isinstance(conversion, str)
    return format_value(m, conversion, value, spec)


# -- builtins


def make_string(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    names = ("object", "encoding", "errors")
    value, encoding, _ = take_given("str", positional, keywords, names, 0)
    if encoding is not None:
        unsupported("str() with an encoding")
    return "" if value is None else to_text(m, value, "str")


def make_repr(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("repr", positional, keywords, ("obj",), 1)
    return to_text(m, value, "repr")


def make_ascii(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("ascii", positional, keywords, ("obj",), 1)
    return format_value(m, "a", value, "")


def make_format(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    value, spec = take("format", positional, keywords, ("value", "format_spec"), 1, format_spec="")
    return format_value(m, "", value, spec, whole=True)


_UNEXPECTED = (
    "print() got an unexpected keyword argument '{}'"
    if sys.version_info >= (3, 13)
    else "'{}' is an invalid keyword argument for print()"
)


def print_text(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """Output is not performed; but the methods that make it are run."""
    for name in keywords:
        if name not in ("sep", "end", "file", "flush"):
            throw(TypeError, _UNEXPECTED.format(name))
    for name in ("sep", "end"):
        given = settle(m, keywords.get(name, NONE), text=True)
        if given is not NONE and not is_text(given):
            throw(TypeError, f"{name} must be None or a string, not {type_name(m, given)}")
    file = settle(m, keywords.get("file", NONE))
    if is_ref(file):
        unsupported("print() to an object of the program")
    for value in positional:
        try:
            described(m, value, "str")
        except RunsCodeError:
            every = (Tuple(positional),)
            return calls.enter(m, runtime(m).prelude(m, "print_texts"), every, calls.none_of)
    return NONE


def join(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    separator, items = take("join", positional, keywords, ("self", "iterable"), 2)
    items = settle(m, items)
    if not sequences.is_sized(m, items) or (is_ref(items) and category(m, items) == "object"):
        if not is_ref(items) and not isinstance(items, Function | Host | ClassValue):
            throw(TypeError, "can only join an iterable")
        return calls.enter(m, runtime(m).prelude(m, "join_items"), (separator, items))
    separator = plain(separator, str)
    if not is_text(separator):
        throw(TypeError, f"no method of a '{type_name(m, separator)}' object")
    pieces: list[Text] = []
    for index, item in enumerate(lists.listed(m, items)):
        item = settle(m, item, text=True)
        if isinstance(item, EnumValue) and issubclass(item.cls, str):
            texts: list[Text] = [str(member.value) for member in members_of(item.cls)]
            item = describing.chosen(item.index, texts)
        if not is_text(item):
            if isinstance(item, Opaque):
                unsupported("join() of values of unknown type")
            name = type_name(m, item)
            throw(TypeError, f"sequence item {index}: expected str instance, {name} found")
        pieces += [separator, item] if pieces else [item]
    return joined(pieces)


def own_text(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`int.__repr__`, called by its name."""
    return to_text(m, positional[0], "repr")


MODELS: dict[str, Model] = {
    **{f"{name}.__repr__": own_text for name in ("int", "float", "str")},
    "str": make_string,
    "repr": make_repr,
    "ascii": make_ascii,
    "format": make_format,
    "print": print_text,
    "str.join": join,
    "str.format": format_method,
    "__end_of_parts__": end_of_parts,
    "__piece__": one_piece,
}
