"""java.lang.String: an object with a text of sort Str (`well_known.TEXT`).

Every method of the class that is not listed here has no model and cannot be followed, because its
bytecode would look for the bytes that a string of a JVM consists of.
"""

from __future__ import annotations

from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.classfile.descriptors import INT, ArrayType
from heapwise.frontends.java.models import string_parts, text_hashes, texts
from heapwise.frontends.java.models.jdk_messages import index_forms, release
from heapwise.frontends.java.models.library_model import (
    LAST_CHAR,
    LAST_CODE_POINT,
    Mac,
    Model,
    Table,
    arithmetic,
    bytecode,
    codes_of,
    is_null,
    java_int,
    literal,
    math_int,
    new_string,
    not_null,
    runtime,
    settled_length,
    text_of,
    text_of_char,
    thrown,
    universe,
)
from heapwise.frontends.java.models.objects import itself, nothing, unmodelled
from heapwise.frontends.java.models.string_parts import place_in
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.operations import settle_length
from heapwise.frontends.java.universe.well_known import STRING, TEXT
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    eq,
    le,
    lt,
    str_at,
    str_concat,
    str_contains,
    str_index_of,
    str_length,
    str_of_int,
    str_prefix_of,
    str_substring,
    str_suffix_of,
    sub,
)

# -- making


def make(m: Mac, ref: Term, text: Scalar) -> int:
    m.write_field(ref, universe(m).decl(STRING).own_fields[TEXT], text)
    return 0


def make_empty(m: Mac, ref: Term) -> int:
    return make(m, ref, "")


def make_copy(m: Mac, ref: Term, other: Term) -> int:
    return make(m, ref, texts.sequence_text(m, other))


def make_of_chars(
    m: Mac, ref: Term, array: Term, start: Scalar = 0, count: Scalar | None = None
) -> int:
    return make(m, ref, texts.text_of_array(m, array, start, count))


def make_of_code_points(m: Mac, ref: Term, array: Term, start: Scalar, count: Scalar) -> int:
    array = not_null(m, array)
    cls = universe(m).array(ArrayType(INT, 1))
    texts.check_part(m, start, count, m.array_length(cls, array))
    parts: list[Scalar] = []
    for index in range(settle_length(m, count)):
        code = m.array_load(cls, array, arithmetic(m, "iadd")(start, index))
        if not _is_char(m, code):
            raise thrown(m, "java/lang/IllegalArgumentException", str_of_int(math_int(code)))
        parts.append(text_of_char(m, code))
    return make(m, ref, str_concat(*parts))


def of_chars(m: Mac, array: Term, start: Scalar = 0, count: Scalar | None = None) -> Term:
    return new_string(m, texts.text_of_array(m, array, start, count))


def _of_scalar(descriptor: str) -> Model:
    return lambda m, value: new_string(m, texts.scalar_text(m, descriptor, value))


def join(m: Mac, separator: Term, parts: Term) -> Term:
    """Of an array of strings."""
    between = texts.sequence_text(m, separator)
    cls = operations.array_class(m, not_null(m, parts))
    found: list[Scalar] = []
    for index in range(settle_length(m, m.array_length(cls, parts))):
        found += [between] if found else []
        found.append(texts.text_or_null(m, m.array_load(cls, parts, index)))
    return new_string(m, str_concat(*found))


def join_between(
    m: Mac, prefix: Term, suffix: Term, separator: Term, parts: Term, count: Scalar
) -> Term:
    """What `StringJoiner` uses: the first strings of an array."""
    between = text_of(m, separator)
    cls = operations.array_class(m, not_null(m, parts))
    found: list[Scalar] = [text_of(m, prefix)]
    for index in range(settle_length(m, count)):
        found += [between] if index else []
        found.append(texts.text_or_null(m, m.array_load(cls, parts, index)))
    return new_string(m, str_concat(*found, text_of(m, suffix)))


# -- looking


def length(m: Mac, ref: Term) -> Scalar:
    return texts.length_of(m, text_of(m, ref))


def is_empty(m: Mac, ref: Term) -> Scalar:
    return eq(text_of(m, ref), "")


def is_blank(m: Mac, ref: Term) -> Scalar:
    return eq(texts.trimmed(m, text_of(m, ref), texts.is_white), "")


def char_at(m: Mac, ref: Term, index: Scalar) -> Scalar:
    text = text_of(m, ref)
    return texts.char_at(m, text, index, index_forms(text))


def equals(m: Mac, ref: Term, other: Term) -> Scalar:
    if ref is other:
        return True
    if not m.decide(m.is_instance(other, universe(m).decl(STRING))):
        return False
    return eq(text_of(m, ref), text_of(m, other))


def content_equals(m: Mac, ref: Term, other: Term) -> Scalar:
    return eq(text_of(m, ref), texts.sequence_text(m, other))


def equals_ignore_case(m: Mac, ref: Term, other: Term) -> Scalar:
    if m.decide(is_null(m, other)):
        return False
    return texts.same_but_for_case(m, text_of(m, ref), text_of(m, other))


def hash_code(m: Mac, ref: Term) -> Scalar:
    literals = m.load(operations.LITERALS)
    return text_hashes.hash_of(m, text_of(m, ref), literals or ())


def hash_among(m: Mac, literals: tuple[str, ...], ref: Term) -> Scalar:
    """The same where the string may well be compared with one of these."""
    return text_hashes.hash_of(m, text_of(m, ref), literals)


def compare_to(m: Mac, ref: Term, other: Term) -> Scalar:
    return texts.compared(m, text_of(m, ref), text_of(m, other))


def compare_ignoring_case(m: Mac, ref: Term, other: Term) -> Scalar:
    return texts.compared(m, text_of(m, ref), text_of(m, other), fold=True)


def starts_with(m: Mac, ref: Term, other: Term) -> Scalar:
    return str_prefix_of(text_of(m, other), text_of(m, ref))


def starts_with_at(m: Mac, ref: Term, other: Term, at: Scalar) -> Scalar:
    if m.decide(lt(at, 0)):
        return False  # whatever the other is
    return texts.starts_at(m, text_of(m, ref), text_of(m, other), at)


def ends_with(m: Mac, ref: Term, other: Term) -> Scalar:
    return str_suffix_of(text_of(m, other), text_of(m, ref))


def contains(m: Mac, ref: Term, other: Term) -> Scalar:
    return str_contains(text_of(m, ref), texts.sequence_text(m, other))


def code_point_at(m: Mac, ref: Term, index: Scalar) -> Scalar:
    return texts.code_point_at(m, text_of(m, ref), index)


def _is_char(m: Mac, code: Scalar) -> bool:
    """Is there such a character?"""
    code = math_int(code)
    if m.decide(and_(le(0, code), le(code, LAST_CHAR))):
        return True
    if isinstance(code, Term) and m.decide(and_(le(0, code), le(code, LAST_CODE_POINT))):
        raise UnsupportedError("a symbolic character beyond 0xFFFF")
    return not isinstance(code, Term) and 0 <= int(code) <= LAST_CODE_POINT


def index_of_char(m: Mac, ref: Term, char: Scalar, *start: Scalar) -> Scalar:
    text = text_of(m, ref)
    if isinstance(text, str) and isinstance(char, Term) and not start and len(text) <= _FEW:
        return place_in(text, char)
    if not _is_char(m, char):
        return -1
    return texts.find(m, text_of(m, ref), text_of_char(m, char), *start)


def index_of(m: Mac, ref: Term, other: Term, *start: Scalar) -> Scalar:
    return texts.find(m, text_of(m, ref), text_of(m, other), *start)


def last_index_of_char(m: Mac, ref: Term, char: Scalar, *start: Scalar) -> Scalar:
    if not _is_char(m, char):
        return -1
    return texts.find_last(m, text_of(m, ref), text_of_char(m, char), *start)


def last_index_of(m: Mac, ref: Term, other: Term, *start: Scalar) -> Scalar:
    return texts.find_last(m, text_of(m, ref), text_of(m, other), *start)


# -- others made of it


def _same_or_new(m: Mac, ref: Term, text: Scalar) -> Term:
    """The JDK gives back the string itself where nothing has changed."""
    return ref if m.decide(eq(text_of(m, ref), text)) else new_string(m, text)


def substring(m: Mac, ref: Term, start: Scalar, end: Scalar | None = None) -> Term:
    text = text_of(m, ref)
    part = texts.slice_of(m, text, start, end)
    size = texts.length_of(m, text)
    whole = and_(eq(start, 0), eq(size if end is None else end, size))
    if m.decide(whole):
        return ref
    if release(m) >= _SHARES_NOTHING and m.decide(eq(part, "")):
        return literal(m, "")
    return new_string(m, part)


def concat(m: Mac, ref: Term, other: Term) -> Term:
    added = text_of(m, other)
    if m.decide(eq(added, "")):
        return ref
    return new_string(m, str_concat(text_of(m, ref), added))


def replace_char(m: Mac, ref: Term, old: Scalar, new: Scalar) -> Term:
    return _same_or_new(m, ref, texts.with_char_replaced(m, text_of(m, ref), old, new))


def replace(m: Mac, ref: Term, old: Term, new: Term) -> Term:
    text, part, by = text_of(m, ref), texts.sequence_text(m, old), texts.sequence_text(m, new)
    if isinstance(text, str) and isinstance(part, str) and isinstance(by, str):
        return _same_or_new(m, ref, text.replace(part, by))
    return _same_or_new(m, ref, _replaced(m, text, part, by))


def _replaced(m: Mac, text: Scalar, part: Scalar, by: Scalar) -> Scalar:
    """One occurrence after the other, for as long as there may be one."""
    if m.decide(eq(part, "")):
        characters = (str_at(text, index) for index in range(settled_length(m, text)))
        return str_concat(by, *(part for each in characters for part in (each, by)))
    done: list[Scalar] = []
    rest = text
    for _ in range(_MOST_REPLACED):
        if not m.decide(str_contains(rest, part)):
            return str_concat(*done, rest)
        at = str_index_of(rest, part, 0)
        done += [str_substring(rest, 0, at), by]
        skipped = sub(at, sub(0, str_length(part)))
        rest = str_substring(rest, skipped, sub(str_length(rest), skipped))
    raise UnsupportedError("replacing very many occurrences in a symbolic text")


_MOST_REPLACED = 8
_SHARES_NOTHING = 17
"""The release since which an empty part of a string is the literal."""
_FEW = 64
"""Characters of a known text that a symbolic one is compared with, one by one."""


def to_lower(m: Mac, ref: Term, *locale: object) -> Term:
    return _same_or_new(m, ref, texts.lower(m, text_of(m, ref)))


def to_upper(m: Mac, ref: Term, *locale: object) -> Term:
    return _same_or_new(m, ref, texts.upper(m, text_of(m, ref)))


def trim(m: Mac, ref: Term) -> Term:
    return _same_or_new(m, ref, texts.trimmed(m, text_of(m, ref), texts.is_low))


def strip(m: Mac, ref: Term) -> Term:
    """Of a blank string, the JDK makes the literal."""
    rest = texts.trimmed(m, text_of(m, ref), texts.is_white)
    return literal(m, "") if m.decide(eq(rest, "")) else _same_or_new(m, ref, rest)


def strip_leading(m: Mac, ref: Term) -> Term:
    return _same_or_new(m, ref, texts.trimmed(m, text_of(m, ref), texts.is_white, back=False))


def strip_trailing(m: Mac, ref: Term) -> Term:
    return _same_or_new(m, ref, texts.trimmed(m, text_of(m, ref), texts.is_white, front=False))


def repeat(m: Mac, ref: Term, count: Scalar) -> Term:
    """Nothing is made of nothing: the JDK has a literal for that."""
    found = texts.repeated(m, text_of(m, ref), count)
    if m.decide(eq(count, 1)):
        return ref
    return literal(m, "") if m.decide(eq(found, "")) else new_string(m, found)


def to_char_array(m: Mac, ref: Term) -> Term:
    return texts.array_of_text(m, text_of(m, ref))


def get_chars(m: Mac, ref: Term, start: Scalar, end: Scalar, array: Scalar, to: Scalar) -> int:
    return texts.copy_chars(m, texts.slice_of(m, text_of(m, ref), start, end), array, to)


def chars(m: Mac, ref: Term) -> Enter:
    """The stream of an array of the characters."""
    codes = codes_of(m, text_of(m, ref))
    cls = universe(m).array(ArrayType(INT, 1))
    array = m.new_array(cls, len(codes))
    for index, code in enumerate(codes):
        m.array_store(cls, array, index, java_int(m, code))
    stream = MethodRef("java/util/Arrays", "stream", "([I)Ljava/util/stream/IntStream;", False)
    method = universe(m).hierarchy.resolve_method(stream)
    return Enter(runtime(m).code_of(universe(m).method(method)), (array,))


def intern(m: Mac, ref: Term) -> Term:
    text = text_of(m, ref)
    if not isinstance(text, str):
        raise UnsupportedError("the object that a symbolic text is interned as")
    return literal(m, text)


_S, _CS = "Ljava/lang/String;", "Ljava/lang/CharSequence;"
_STRING: dict[str, Model] = {
    "*": unmodelled,
    "<clinit>": nothing,
    "<init>()V": make_empty,
    f"<init>({_S})V": make_copy,
    "<init>([C)V": make_of_chars,
    "<init>([CII)V": make_of_chars,
    "<init>([III)V": make_of_code_points,
    "<init>(Ljava/lang/StringBuilder;)V": make_copy,
    "<init>(Ljava/lang/StringBuffer;)V": make_copy,
    f"valueOf(Ljava/lang/Object;){_S}": bytecode,
    f"valueOf([C){_S}": of_chars,
    f"valueOf([CII){_S}": of_chars,
    f"copyValueOf([C){_S}": of_chars,
    f"copyValueOf([CII){_S}": of_chars,
    **{f"valueOf({kind}){_S}": _of_scalar(kind) for kind in "ZCIJFD"},
    f"join({_CS}[{_CS}){_S}": join,
    f"join({_S}{_S}{_S}[{_S}I){_S}": join_between,
    f"join({_CS}Ljava/lang/Iterable;){_S}": bytecode,
    "chars": chars,
    "toString": itself,
    "length": length,
    "isEmpty": is_empty,
    "isBlank": is_blank,
    "charAt": char_at,
    "codePointAt": code_point_at,
    "equals": equals,
    "contentEquals": content_equals,
    "equalsIgnoreCase": equals_ignore_case,
    "hashCode": hash_code,
    f"compareTo({_S})I": compare_to,
    "compareTo(Ljava/lang/Object;)I": bytecode,
    "compareToIgnoreCase": compare_ignoring_case,
    f"startsWith({_S})Z": starts_with,
    f"startsWith({_S}I)Z": starts_with_at,
    "endsWith": ends_with,
    "contains": contains,
    "indexOf(I)I": index_of_char,
    "indexOf(II)I": index_of_char,
    f"indexOf({_S})I": index_of,
    f"indexOf({_S}I)I": index_of,
    "lastIndexOf(I)I": last_index_of_char,
    "lastIndexOf(II)I": last_index_of_char,
    f"lastIndexOf({_S})I": last_index_of,
    f"lastIndexOf({_S}I)I": last_index_of,
    "substring": substring,
    "subSequence": substring,
    "concat": concat,
    f"replace(CC){_S}": replace_char,
    f"replace({_CS}{_CS}){_S}": replace,
    "toLowerCase": to_lower,
    "toUpperCase": to_upper,
    "trim": trim,
    "strip": strip,
    "stripLeading": strip_leading,
    "stripTrailing": strip_trailing,
    "repeat": repeat,
    "toCharArray": to_char_array,
    "getChars(II[CI)V": get_chars,
    "intern": intern,
    "decodeASCII": bytecode,
    "matches": bytecode,
    "replaceAll": bytecode,
    "replaceFirst": bytecode,
    f"split({_S})[{_S}": string_parts.split,
    f"split({_S}I)[{_S}": string_parts.split,
    "split": bytecode,
    "codePointCount": string_parts.code_point_count,
    f"regionMatches(I{_S}II)Z": string_parts.region_matches,
    f"regionMatches(ZI{_S}II)Z": string_parts.region_matches_case,
}
MODELS: Table = {STRING: _STRING}
