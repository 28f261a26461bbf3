"""StringBuilder and StringBuffer: objects with a text that changes."""

from __future__ import annotations

from heapwise.engine.machine import ThrownError, UnsupportedError
from heapwise.frontends.java.models import texts
from heapwise.frontends.java.models.jdk_messages import INDEX, OFFSET, START_END, filled, worded
from heapwise.frontends.java.models.library_model import (
    LAST_CHAR,
    LAST_CODE_POINT,
    Mac,
    Model,
    Table,
    arithmetic,
    bytecode,
    java_int,
    math_int,
    new_string,
    not_null,
    text_of,
    text_of_char,
    thrown,
)
from heapwise.frontends.java.models.objects import nothing, unmodelled
from heapwise.frontends.java.models.texts import BUILDER, OUT_OF_BOUNDS, builder_text
from heapwise.terms import (
    Scalar,
    Term,
    eq,
    ite,
    lt,
    or_,
    str_concat,
    str_length,
    str_substring,
)

_NO_SUCH_PART = "java/lang/IndexOutOfBoundsException"


def make(m: Mac, ref: Term, *capacity: Scalar) -> int:
    if capacity and m.decide(lt(capacity[0], 0)):
        raise thrown(m, "java/lang/NegativeArraySizeException", filled("{0}", capacity[0]))
    texts.set_builder_text(m, ref, "")
    return 0


def make_of(m: Mac, ref: Term, sequence: Term) -> int:
    texts.set_builder_text(m, ref, texts.sequence_text(m, sequence))
    return 0


def _add(m: Mac, ref: Term, text: Scalar) -> Term:
    texts.set_builder_text(m, ref, str_concat(builder_text(m, ref), text))
    return ref


def append(m: Mac, ref: Term, sequence: Term) -> Term:
    return _add(m, ref, texts.text_or_null(m, sequence))


def append_part(m: Mac, ref: Term, sequence: Term, start: Scalar, end: Scalar) -> Term:
    text = texts.text_or_null(m, sequence)
    size = texts.length_of(m, text)
    if m.decide(or_(lt(start, 0), lt(end, start), lt(size, end))):
        raise thrown(m, _NO_SUCH_PART, worded(m, START_END, start, end, size))
    return _add(m, ref, texts.slice_of(m, text, start, end))


def append_chars(m: Mac, ref: Term, array: Term) -> Term:
    return _add(m, ref, texts.text_of_array(m, array))


def append_chars_part(m: Mac, ref: Term, array: Term, start: Scalar, count: Scalar) -> Term:
    return _add(m, ref, texts.text_of_array(m, array, start, count, _no_such_chars))


def _no_such_chars(m: Mac, start: Scalar, count: Scalar, length: Scalar) -> ThrownError:
    end = arithmetic(m, "iadd")(start, count)
    return thrown(m, _NO_SUCH_PART, worded(m, START_END, start, end, length))


def append_code_point(m: Mac, ref: Term, code: Scalar) -> Term:
    number = math_int(code)
    if m.decide(or_(lt(number, 0), lt(LAST_CODE_POINT, number))):
        raise thrown(m, "java/lang/IllegalArgumentException")
    if isinstance(number, Term) and m.decide(lt(LAST_CHAR, number)):
        raise UnsupportedError("a symbolic character beyond 0xFFFF")
    return _add(m, ref, text_of_char(m, code))


def _appending(descriptor: str) -> Model:
    return lambda m, ref, value: _add(m, ref, texts.scalar_text(m, descriptor, value))


def _insert(m: Mac, ref: Term, at: Scalar, text: Scalar) -> Term:
    old = builder_text(m, ref)
    size = texts.length_of(m, old)
    if m.decide(or_(lt(at, 0), lt(size, at))):
        raise thrown(m, OUT_OF_BOUNDS, worded(m, OFFSET, at, size))
    texts.set_builder_text(m, ref, texts.spliced(m, old, at, at, text))
    return ref


def insert(m: Mac, ref: Term, at: Scalar, sequence: Term) -> Term:
    return _insert(m, ref, at, texts.text_or_null(m, sequence))


def _inserting(descriptor: str) -> Model:
    return lambda m, ref, at, value: _insert(m, ref, at, texts.scalar_text(m, descriptor, value))


def to_string(m: Mac, ref: Term) -> Term:
    return new_string(m, builder_text(m, ref))


def length(m: Mac, ref: Term) -> Scalar:
    return texts.length_of(m, builder_text(m, ref))


def is_empty(m: Mac, ref: Term) -> Scalar:
    return eq(builder_text(m, ref), "")


def char_at(m: Mac, ref: Term, index: Scalar) -> Scalar:
    return texts.char_at(m, builder_text(m, ref), index)


def set_char_at(m: Mac, ref: Term, index: Scalar, char: Scalar) -> int:
    text = builder_text(m, ref)
    texts.check_index(m, text, index)
    after = arithmetic(m, "iadd")(index, 1)
    changed = texts.spliced(m, text, index, after, text_of_char(m, char))
    texts.set_builder_text(m, ref, changed)
    return 0


def delete_char_at(m: Mac, ref: Term, index: Scalar) -> Term:
    text = builder_text(m, ref)
    texts.check_index(m, text, index)
    after = arithmetic(m, "iadd")(index, 1)
    texts.set_builder_text(m, ref, texts.spliced(m, text, index, after, ""))
    return ref


def _clipped(m: Mac, text: Scalar, start: Scalar, end: Scalar) -> Scalar:
    """The end of a range to delete or replace, which may lie beyond the text."""
    size = texts.length_of(m, text)
    end = ite(lt(size, end), size, end)
    if m.decide(or_(lt(start, 0), lt(size, start), lt(end, start))):
        raise thrown(m, OUT_OF_BOUNDS, worded(m, START_END, start, end, size))
    return end


def delete(m: Mac, ref: Term, start: Scalar, end: Scalar) -> Term:
    text = builder_text(m, ref)
    end = _clipped(m, text, start, end)
    texts.set_builder_text(m, ref, texts.spliced(m, text, start, end, ""))
    return ref


def replace(m: Mac, ref: Term, start: Scalar, end: Scalar, by: Term) -> Term:
    text = builder_text(m, ref)
    end = _clipped(m, text, start, end)
    changed = texts.spliced(m, text, start, end, text_of(m, by))
    texts.set_builder_text(m, ref, changed)
    return ref


def reverse(m: Mac, ref: Term) -> Term:
    texts.set_builder_text(m, ref, texts.reversed_text(m, builder_text(m, ref)))
    return ref


def set_length(m: Mac, ref: Term, size: Scalar) -> int:
    if m.decide(lt(size, 0)):
        raise thrown(m, OUT_OF_BOUNDS, filled(INDEX, size))
    text = builder_text(m, ref)
    if m.decide(lt(texts.length_of(m, text), size)):
        missing = arithmetic(m, "isub")(size, texts.length_of(m, text))
        texts.set_builder_text(m, ref, str_concat(text, texts.repeated(m, "\0", missing)))
    else:
        texts.set_builder_text(m, ref, str_substring(text, 0, math_int(size)))
    return 0


def substring(m: Mac, ref: Term, start: Scalar, end: Scalar | None = None) -> Term:
    return new_string(m, texts.slice_of(m, builder_text(m, ref), start, end, START_END))


def index_of(m: Mac, ref: Term, part: Term, *start: Scalar) -> Scalar:
    return texts.find(m, builder_text(m, ref), text_of(m, part), *start)


def last_index_of(m: Mac, ref: Term, part: Term, *start: Scalar) -> Scalar:
    return texts.find_last(m, builder_text(m, ref), text_of(m, part), *start)


def compare_to(m: Mac, ref: Term, other: Term) -> Scalar:
    return texts.compared(m, builder_text(m, ref), builder_text(m, not_null(m, other)))


def get_chars(m: Mac, ref: Term, start: Scalar, end: Scalar, array: Scalar, to: Scalar) -> int:
    part = texts.slice_of(m, builder_text(m, ref), start, end, START_END)
    return texts.copy_chars(m, part, array, to, _no_such_chars)


def capacity(m: Mac, ref: Term) -> Scalar:
    """At least the length; how much more is nobody's business."""
    return java_int(m, str_length(builder_text(m, ref)))


_OBJECT, _S, _CS = "Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/CharSequence;"


def _methods(owner: str) -> dict[str, Model]:
    """Overloads that differ in what they return have the same model."""
    result = f"L{owner};"
    table: dict[str, Model] = {
        "*": unmodelled,
        "<clinit>": nothing,
        "<init>()V": make,
        "<init>(I)V": make,
        f"<init>({_S})V": make_of,
        f"<init>({_CS})V": make_of,
        f"append({_OBJECT}){result}": bytecode,
        f"insert(I{_OBJECT}){result}": bytecode,
        f"append({_CS}II){result}": append_part,
        f"append([CII){result}": append_chars_part,
        f"append([C){result}": append_chars,
        "appendCodePoint": append_code_point,
        "toString": to_string,
        "length": length,
        "isEmpty": is_empty,
        "charAt": char_at,
        "setCharAt": set_char_at,
        "deleteCharAt": delete_char_at,
        "delete": delete,
        "replace": replace,
        "reverse": reverse,
        "setLength": set_length,
        "substring": substring,
        "subSequence": substring,
        "indexOf": index_of,
        "lastIndexOf": last_index_of,
        f"compareTo({result})I": compare_to,
        f"compareTo({_OBJECT})I": bytecode,
        "getChars": get_chars,
        "capacity": capacity,
        "ensureCapacity": nothing,
        "trimToSize": nothing,
    }
    for argument in (_S, _CS, "Ljava/lang/StringBuffer;", "Ljava/lang/AbstractStringBuilder;"):
        table[f"append({argument}){result}"] = append
        table[f"insert(I{argument}){result}"] = insert
    for kind in "ZCIJFD":
        table[f"append({kind}){result}"] = _appending(kind)
        table[f"insert(I{kind}){result}"] = _inserting(kind)
    for name in [name for name in table if name.endswith(result) and owner != BUILDER]:
        # The bridges through which code of the class and the interface above calls it.
        for above in (BUILDER, "java/lang/Appendable"):
            table[f"{name.removesuffix(result)}L{above};"] = bytecode
    return table


MODELS: Table = {
    owner: _methods(owner)
    for owner in (BUILDER, "java/lang/StringBuilder", "java/lang/StringBuffer")
}
