"""The methods of strings.

Concrete strings are left to Python. For symbolic ones there is a term, where the solver has one
that is exact; some methods need to know the length of the string, or how often something occurs in
it, and choose that.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from typing import Any, TypeAlias

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    DictContents,
    EnumValue,
    Host,
    Opaque,
    Tuple,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import pure_functions, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    contents_of,
    is_ref,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import (
    NOT_CONVERTED,
    check_room,
    fits,
    sized,
)
from heapwise.frontends.python.semantics.core.lengths import known_length, most_characters
from heapwise.frontends.python.semantics.operations.describing import rethrow
from heapwise.frontends.python.semantics.text import characters, encodings, formatting
from heapwise.frontends.python.semantics.text import string_parts as parts
from heapwise.frontends.python.semantics.text.string_parts import Method
from heapwise.terms import (
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    le,
    lt,
    or_,
    str_at,
    str_code,
    str_concat,
    str_from_code,
    str_is_ascii,
    str_length,
    str_of_int,
    str_prefix_of,
    str_replace_first,
    str_substring,
    str_suffix_of,
    sub,
)
from heapwise.terms.code_points import LAST_SOLVED

# -- concrete arguments


def _concrete(m: Mac, value: Value) -> tuple[Any] | None:
    """The object of Python that this value is, if nothing in it is symbolic or has identity."""
    value = settle(m, value, text=True)
    if value is NONE:
        return (None,)
    if isinstance(value, bool | int | float | str):
        return (value,)
    if isinstance(value, Tuple):
        items = [_concrete(m, item) for item in value.items]
        return (tuple(part[0] for part in items if part),) if all(items) else None
    if isinstance(value, Bytes) and isinstance(value.text, str):
        return (value.text.encode("latin-1"),)
    if is_ref(value) and category(m, value) == "dict":
        contents = contents_of(m, value)
        if isinstance(contents, DictContents):
            pairs = [(_concrete(m, key), _concrete(m, item)) for key, item in contents.entries]
            if all(key and item for key, item in pairs):
                return ({key[0]: item[0] for key, item in pairs if key and item},)
    return None


def wrapped(m: Mac, value: object) -> Value:
    """A result of Python's own method."""
    if value is None:
        return NONE
    if isinstance(value, list):
        return sequences.new_list(m, tuple(wrapped(m, item) for item in value))
    if isinstance(value, tuple):
        return Tuple(tuple(wrapped(m, item) for item in value))
    if isinstance(value, dict):
        pairs = ((wrapped(m, key), wrapped(m, item)) for key, item in value.items())
        return sequences.new_dict(m, tuple(pairs))
    if isinstance(value, bytes):
        return Bytes(value.decode("latin-1"))
    return value if isinstance(value, bool | int | float | str) else Host(value)


def _model(name: str, symbolic: Method | None) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        if not positional:
            throw(TypeError, f"unbound method str.{name}() needs an argument")
        known = [_concrete(m, value) for value in positional]
        named = {key: _concrete(m, value) for key, value in keywords.items()}
        if all(known) and all(named.values()):
            if name in _WIDENING:
                for value in known[1:2]:
                    if value and isinstance(value[0], int) and value[0] <= sys.maxsize:
                        check_room(m, value[0])
            own = getattr(str, name)
            try:
                result = own(
                    *(v[0] for v in known if v), **{k: v[0] for k, v in named.items() if v}
                )
            except Exception as error:
                rethrow(error)
            return wrapped(m, result)
        receiver = settle(m, positional[0], text=True)
        if isinstance(receiver, EnumValue) and issubclass(receiver.cls, str):
            unsupported(f"str.{name}() of a symbolic enum member")
        if isinstance(receiver, UnknownText) and name in _KEEPING:
            return receiver
        receiver = settle(m, receiver)
        if not is_str(receiver):
            throw(TypeError, f"descriptor '{name}' requires a 'str' object")
        if symbolic is None:
            unsupported(f"str.{name}() of a symbolic string")
        return symbolic(m, receiver, positional[1:], keywords)

    return model


ASCII_CASE = "upper and lower case of ASCII text"
_WIDENING = ("ljust", "rjust", "center", "zfill", "expandtabs")
_KEEPING = (
    *("upper", "lower", "strip", "lstrip", "rstrip", "title", "capitalize", "swapcase"),
    *("casefold", "replace", *_WIDENING),
)
"""Methods that make text of text; of unknown text, unknown text."""


# -- making others


def replace(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    old, new, most = take("replace", args, keywords, ("old", "new", "count"), 2, count=-1)
    old, limit = parts.string(m, "replace", old), parts.limit_of(m, most)
    new = settle(m, new, text=True)
    if isinstance(new, UnknownText):
        return new
    new = parts.string(m, "replace", new)
    if limit == 0:
        return s
    if limit == 1:
        return str_replace_first(s, old, new)
    if limit is None and isinstance(old, str) and len(old) == 1:
        return _replaced_characters(m, s, old, new)
    if m.decide(eq(old, "")):
        whole = characters.characters(m, s)
        made: list[Scalar] = []
        for number, character in enumerate([*whole, ""]):
            made += [new, character] if limit is None or number < limit else [character]
        return str_concat(*made)
    pieces: list[Scalar] = []
    start: Scalar = 0
    for at in parts.occurrences(m, s, old, limit):
        pieces += [str_substring(s, start, sub(at, start)), new]
        start = add(at, str_length(old))
    return str_concat(*pieces, parts.rest_of(s, start))


def _replaced_characters(m: Mac, s: Scalar, old: str, new: Scalar) -> Scalar:
    """A choice of the length, but not of which characters these are."""
    whole = characters.characters(m, s)
    if isinstance(new, str) and len(new) == 1:
        codes = [str_code(each) for each in whole]
        return characters.string_of(m, [ite(eq(code, ord(old)), ord(new), code) for code in codes])
    return str_concat(*(ite(eq(each, old), new, each) for each in whole))


def _changed(m: Mac, s: Scalar, name: str, changes: Callable[[int, Scalar], _Change]) -> Value:
    """Character by character; `changes` says what to do with which. Outside of ASCII, a character
    may become several, and what it becomes may depend on the others."""
    whole = characters.characters(m, s)
    if not m.decide(and_(*(characters.is_ascii(character) for character in whole))):
        return UnknownText(f"str.{name}() of a symbolic string", ASCII_CASE)
    codes: list[Scalar] = []
    for index, character in enumerate(whole):
        condition, one, other = changes(index, character)
        made = [characters.changed_code(change, character) for change in (one, other)]
        codes.append(ite(condition, made[0], made[1]))
    return characters.string_of(m, codes)


_Change: TypeAlias = tuple[Scalar, str, str]
"""If this holds, the first, else the second."""


def _by_character(name: str) -> Method:
    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
        take(name, args, keywords, (), 0)
        return _changed(m, s, name, lambda index, character: (True, name, name))

    return method


def capitalize(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    return _changed(m, s, "capitalize", lambda index, _: (index == 0, "title", "lower"))


def title(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    def change(index: int, character: Scalar) -> _Change:
        if index == 0:
            return True, "title", "lower"
        before = sequences.character(s, index - 1)
        return characters.is_kind("cased", before), "lower", "title"

    return _changed(m, s, "title", change)


def _padding(name: str, align: str) -> Method:
    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
        names = ("width", "fillchar")
        width, fill = take(name, args, keywords, names, 1, fillchar="0" if name == "zfill" else " ")
        width, fill = sized(m, parts.integer(m, width)), parts.string(m, name, fill)
        if not m.decide(eq(str_length(fill), 1)):
            throw(TypeError, "The fill character must be exactly one character long")
        check_room(m, width)
        if not isinstance(width, int) or not isinstance(fill, str):
            return UnknownText("a string padded to a symbolic width")
        if name != "zfill":
            return formatting.padded(s, width, fill, align)
        first = str_at(s, 0)
        signed = or_(eq(first, "+"), eq(first, "-"))
        plain = formatting.padded(s, width, fill, align)
        after = formatting.padded(parts.rest_of(s, 1), max(width - 1, 0), fill, align)
        if isinstance(plain, UnknownText) or isinstance(after, UnknownText):
            return plain
        return ite(signed, str_concat(first, after), plain)

    return method


def translate(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    (table,) = take("translate", args, keywords, ("table",), 1)
    known = _concrete(m, table)
    if known is None or not isinstance(known[0], dict):
        unsupported("str.translate() with a symbolic table")
    made: list[Scalar] = []
    for character in characters.characters(m, s):
        code, result = str_code(character), character
        for key, value in known[0].items():
            new = chr(value) if isinstance(value, int) else value or ""
            result = ite(eq(code, key), new, result)
        made.append(result)
    return str_concat(*made)


def expand_tabs(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Value:
    (size,) = take("expandtabs", args, keywords, ("tabsize",), 0, tabsize=8)
    size = sized(m, parts.integer(m, size))
    if not isinstance(size, int):
        size = 0 if m.decide(le(size, 0)) else known_length(m, size, most_characters(m))
    check_room(m, size)
    made: list[Scalar] = []
    column = 0
    for character in characters.characters(m, s):
        if m.decide(eq(character, "\t")):
            blanks = size - column % size if size > 0 else 0
            made.append(" " * blanks)
            column += blanks
        else:
            made.append(character)
            ends = or_(eq(character, "\n"), eq(character, "\r"))
            column = 0 if m.decide(ends) else column + 1
    return str_concat(*made)


def _test(check: Callable[[list[Scalar]], Scalar]) -> Method:
    def method(m: Mac, s: Scalar, args: Positional, keywords: Keywords) -> Scalar:
        take("test", args, keywords, (), 0)
        return check(characters.characters(m, s))

    return method


def _every(name: str) -> Method:
    return _test(lambda whole: characters.all_of(name, whole))


_SYMBOLIC: dict[str, Method | None] = {
    "find": parts.find,
    "rfind": parts.rfind,
    "index": parts.index,
    "rindex": parts.rindex,
    "count": parts.count,
    "startswith": parts.at_an_end("startswith", str_prefix_of),
    "endswith": parts.at_an_end("endswith", str_suffix_of),
    "partition": parts.partition,
    "rpartition": parts.rpartition,
    "split": parts.split,
    "rsplit": parts.rsplit,
    "splitlines": parts.split_lines,
    "strip": parts.stripping("strip"),
    "lstrip": parts.stripping("lstrip"),
    "rstrip": parts.stripping("rstrip"),
    "removeprefix": parts.without("removeprefix"),
    "removesuffix": parts.without("removesuffix"),
    "replace": replace,
    "lower": _by_character("lower"),
    "casefold": _by_character("casefold"),
    "upper": _by_character("upper"),
    "swapcase": _by_character("swapcase"),
    "capitalize": capitalize,
    "title": title,
    "ljust": _padding("ljust", "<"),
    "rjust": _padding("rjust", ">"),
    "center": _padding("center", "c"),
    "zfill": _padding("zfill", ">"),
    "translate": translate,
    "isalnum": _every("alnum"),
    "isalpha": _every("alpha"),
    "isdecimal": _every("decimal"),
    "isdigit": _every("digit"),
    "isnumeric": _every("numeric"),
    "isspace": _every("space"),
    "isprintable": _test(lambda whole: or_(not whole, characters.all_of("printable", whole))),
    "isascii": _test(lambda whole: and_(*map(characters.is_ascii, whole))),
    "isupper": _test(lambda whole: characters.is_cased(whole, "upper", ("lower", "title"))),
    "islower": _test(lambda whole: characters.is_cased(whole, "lower", ("upper", "title"))),
    "istitle": _test(characters.is_title),
    "isidentifier": _test(characters.is_identifier),
    "encode": encodings.encode,
    "expandtabs": expand_tabs,
    "format_map": None,
}


def make_translation(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    known = [_concrete(m, value) for value in positional]
    if not all(known):
        unsupported("str.maketrans() of symbolic strings")
    try:
        return wrapped(m, str.maketrans(*(value[0] for value in known if value)))
    except (TypeError, ValueError) as error:
        rethrow(error)


def normalised(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`unicodedata.normalize`, which leaves ASCII as it is."""
    known = pure_functions.called(
        m, unicodedata.normalize, "unicodedata.normalize", positional, keywords
    )
    if known is not None:
        return known[0]
    form, text = (
        settle(m, each) for each in take("normalize", positional, keywords, ("form", "text"), 2)
    )
    if form not in ("NFC", "NFKC", "NFD", "NFKD") or not is_str(text):
        unsupported("unicodedata.normalize() with such arguments")
    m.within(str_is_ascii(text), NOT_NORMALISED)
    return text


NOT_NORMALISED = "normal forms of other text than ASCII"


# -- characters and numbers


def code_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("ord", positional, keywords, ("c",), 1)
    value = settle(m, value)
    text = value.text if isinstance(value, Bytes) else value
    if not is_str(text):
        if isinstance(text, Opaque):
            unsupported("ord() of a value of unknown type")
        found = type_name(m, value)
        throw(TypeError, f"ord() expected string of length 1, but {found} found")
    if characters.seen_length(m, text) != 1 and not m.decide(eq(str_length(text), 1)):
        length = str_of_int(str_length(text))
        problem = str_concat("ord() expected a character, but string of length ", length, " found")
        throw(TypeError, problem)
    code = str_code(text)
    if isinstance(code, Term):
        m.approximate(characters.ALPHABET)
    return code


def _refusal_of_large_codes() -> type[Exception] | None:
    """By `chr`: another in each version of Python."""
    try:
        chr(sys.maxsize + 1)
    except (ValueError, OverflowError) as error:
        return type(error)
    return None


_LARGE_CODE = _refusal_of_large_codes()


def character_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("chr", positional, keywords, ("i",), 1)
    value = parts.integer(m, value)
    if isinstance(value, int) and 0 <= value <= 0x10FFFF:
        return chr(value)
    if not m.decide(and_(le(0, value), le(value, 0x10FFFF))):
        if _LARGE_CODE is OverflowError and not fits(m, value, "int"):
            throw(OverflowError, NOT_CONVERTED.format("int"))
        throw(ValueError, "chr() arg not in range(0x110000)")
    surrogate = and_(le(0xD800, value), le(value, 0xDFFF))
    if m.decide(or_(surrogate, lt(LAST_SOLVED, value))):
        return UnknownText("chr() of a surrogate or a code point above 0x307FF")
    return str_from_code(value)


MODELS: dict[str, Model] = {
    **{f"str.{name}": _model(name, method) for name, method in _SYMBOLIC.items()},
    "str.maketrans": make_translation,
    "unicodedata.normalize": normalised,
    "ord": code_of,
    "chr": character_of,
}
