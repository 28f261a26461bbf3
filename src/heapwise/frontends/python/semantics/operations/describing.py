"""The text of values for which no method of the program has to be run.

It is exact where it can be had as a term. Where it cannot, it is `UnknownText`, which is enough for
messages: text is had without a choice.
"""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, NoReturn

from heapwise.engine.machine import Enter, ThrownError
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.store_keys import deleted_attribute, exception_arguments
from heapwise.frontends.python.model.universe import is_named_tuple, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    Boxed,
    Bytes,
    DictContents,
    EnumValue,
    ExceptionValue,
    Host,
    ListContents,
    Modelled,
    Opaque,
    Range,
    SetContents,
    Tagged,
    Tuple,
    UnknownText,
    Value,
    ValueObject,
    View,
)
from heapwise.frontends.python.semantics.core import modelled_objects, sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    alternative,
    category,
    contents_of,
    is_ref,
    python_class,
    runtime,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.pieces import Text, joined
from heapwise.frontends.python.semantics.core.plain import taken_for_integer
from heapwise.frontends.python.semantics.core.set_order import (
    FEW,
    has_order,
    in_order,
    require_order,
)
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.frontends.python.semantics.operations.digits import check_size, digits_of
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.typing.functions import info_of
from heapwise.terms import (
    BOOL,
    FLOAT,
    INT,
    STR,
    Op,
    Scalar,
    Term,
    eq,
    ite,
    not_,
    str_of_int,
)

_DEEPEST = 100
"""Levels of containers and dataclasses in each other; Python itself gives up somewhat later."""
_EXACT_HOSTS = (complex, type(Ellipsis), type(NotImplemented))


class RunsCodeError(Exception):
    """A method of the program makes the text."""


FEW_DIGITS = "integers in texts of input objects that CPython writes in decimal"
"""Such a text is not looked into: that one of them has too many digits is not noticed."""


def quoted(m: Mac, value: Value) -> Text:
    """Its `repr` as part of a message, for which no code of the program is run."""
    try:
        return described(m, value, "repr")
    except RunsCodeError:
        return UnknownText("an object with a __repr__ of its own")


# -- joining


# -- which class makes its text how


@cache
def own_function(cls: type, name: str) -> types.FunctionType | None:
    """The user's function that makes the text of instances; what dataclasses generate is not."""
    raw = raw_attribute(cls, name)
    if raw is None:
        unsupported(f"the text of objects of {cls.__name__}, whose {name} is None")
    if isinstance(raw, types.FunctionType) and (info_of(raw) or builtin_bases.is_method(raw)):
        return raw
    wrapped = getattr(raw, "__wrapped__", None)
    if isinstance(wrapped, types.FunctionType) and info_of(wrapped) is not None:
        return wrapped
    return None


@cache
def text_function(cls: type, style: str) -> types.FunctionType | None:
    """Which one `str` or `repr` runs: the former falls back to `__repr__`."""
    if style == "str":
        own = own_function(cls, "__str__")
        if own is not None or raw_attribute(cls, "__str__") is not object.__str__:
            return own
    return own_function(cls, "__repr__")


@cache
def _is_shown_as_dataclass(cls: type) -> bool:
    own = next(vars(base) for base in cls.__mro__ if "__repr__" in vars(base))
    parameters = own.get("__dataclass_params__")
    generated = isinstance(own["__repr__"], types.FunctionType)
    return bool(parameters is not None and parameters.repr and generated)


def some_text_is_code(m: Mac) -> bool:
    """Has any class of the program a `__repr__` of its own? Then what is in containers may run
    it."""
    classes = runtime(m).universe.infos
    return any(
        raw_attribute(cls, "__repr__") is not None and own_function(cls, "__repr__") is not None
        for cls in classes
    )


# -- without running anything


def described(m: Mac, value: Value, style: str, above: tuple[Term, ...] = ()) -> Text:
    """Its text, without a choice; raises `RunsCodeError` if a method of the program may make it.
    `above` are the containers that it is in."""
    if len(above) > _DEEPEST:
        unsupported("the text of a deep structure")
    if isinstance(value, str):
        return value if style == "str" else repr(value)
    if isinstance(value, UnknownText):
        return value
    if isinstance(value, bool | int | float):
        return _of_number(value)
    if isinstance(value, Term):
        return _of_term(m, value, style, above)
    match value:
        case Tagged():
            return _of_union(m, value, style, above)
        case Tuple():
            parts = parts_of(m, value)
            assert parts is not None
            return _together(m, parts, above)
        case EnumValue():
            return _of_enum(m, value, style)
        case ExceptionValue(attributes=attributes) if "filename" in dict(attributes):
            return UnknownText(f"a {value.cls.__name__}")
        case Modelled(prefix="path") if style == "str":
            return modelled_objects.path_text(m, value)
        case ExceptionValue():
            return _of_exception(m, value.cls, value.args, style)
        case Range(start, stop, step):
            bounds = [start, stop] if step == 1 else [start, stop, step]
            return _together(m, _listed("range(", bounds, ")", ""), ())
        case Opaque(name) if not name.startswith("?"):
            return described(m, taken_for_integer(m, value), style, above)
        case Bytes(str() as known):
            return repr(known.encode("latin-1"))
        case ValueObject():
            return _of_value(m, value, style)
        case Host(held) if isinstance(held, _EXACT_HOSTS):
            return repr(held)
        case View(source=source):
            described(m, source, "repr", above)  # what the text has in it may be of consequence
    return UnknownText(f"a {type_name(m, value)}")


def _of_value(m: Mac, value: ValueObject, style: str) -> Text:
    held = value_objects.object_of(value)
    if held is not None:
        return str(held) if style == "str" else repr(held)
    label = f"{value.cls.__module__}.{value.cls.__name__}.__str__"
    if style == "str" and label in runtime(m).builtins:
        text = runtime(m).call_builtin(m, label, (value,), {})
        assert isinstance(text, UnknownText | Term | str)
        return text
    return UnknownText(f"a {value.cls.__name__}")


def _of_number(value: Scalar) -> str:
    try:
        return str(value)
    except ValueError as error:  # too many digits
        rethrow(error)


def _of_term(m: Mac, value: Term, style: str, above: tuple[Term, ...]) -> Text:
    if value is NONE:
        return "None"
    if value.sort is INT:
        return digits_of(m, value)
    if value.sort is BOOL:
        return ite(value, "True", "False")
    if value.sort is STR:
        return value if style == "str" else UnknownText("repr() of a string")
    if value.sort is FLOAT:
        return UnknownText("a float")
    return _of_reference(m, value, style, above)


def _of_reference(m: Mac, ref: Term, style: str, above: tuple[Term, ...]) -> Text:
    if ref.op != Op.CONST:
        if m.known(eq(ref, NONE)) is True:
            return "None"
        _check_classes(m, ref, style)
        _check_attributes(m)
        if sys.get_int_max_str_digits() and _may_show_integers(m, ref):
            m.approximate(FEW_DIGITS)
        return UnknownText("an input object")
    contents = m.load(ref)
    if isinstance(contents, Boxed):
        return described(m, contents.value, style, above)
    if category(m, ref) == "object":
        cls = python_class(m, ref)
        if text_function(cls, style) is not None:
            raise RunsCodeError
        if style == "str" and issubclass(cls, BaseException):
            args = m.load(exception_arguments(ref))
            return _of_exception(m, cls, args.items if args is not None else (), style)
    parts = parts_of(m, ref)
    if parts is None:
        return UnknownText(f"a {type_name(m, ref)}")
    if ref in above:
        return parts.again
    return _together(m, parts, (*above, ref))


def _may_show_integers(m: Mac, ref: Term) -> bool:
    """Are there integers in its text, as far as that can be told without looking at it?"""
    universe = runtime(m).universe
    for decl in m.possible_classes(ref):
        container, cls = universe.container(decl), universe.python_class(decl)
        if container is not None:
            parts = (part for layout in container.items for part in layout.parts)
            if any(part.kind in ("int", "ref") for part in parts):
                return True
        elif cls is not None and (is_named_tuple(cls) or _is_shown_as_dataclass(cls)):
            return True
    return False


def _check_attributes(m: Mac) -> None:
    """The text of a dataclass, which may be in a container, asks for all of its fields."""
    for cls in runtime(m).universe.infos:
        if _is_shown_as_dataclass(cls):
            names = [field.name for field in dataclasses.fields(cls) if field.repr]
            deletions = [m.load(deleted_attribute(name)) for name in names]
            if any(deletions):
                unsupported(f"the text of a {cls.__name__} whose fields may have been deleted")


def _check_classes(m: Mac, ref: Term, style: str) -> None:
    if some_text_is_code(m):
        raise RunsCodeError
    for decl in m.possible_classes(ref):
        cls = runtime(m).universe.python_class(decl)
        if cls is not None and text_function(cls, style) is not None:
            raise RunsCodeError
        if cls is None and runtime(m).universe.container(decl) is None:
            raise RunsCodeError  # something of the path's own, which settling finds


def _of_union(m: Mac, value: Tagged, style: str, above: tuple[Term, ...]) -> Text:
    for number, part in enumerate(value.parts):
        if m.known(eq(value.tag, number)) is True:
            return described(m, part, style, above)
    if not all(isinstance(part, Term | int | float | str) for part in value.parts):
        # What is wrong with the text of one of them must not be asked of another.
        return described(m, alternative(m, value), style, above)
    texts: list[Text] = []
    for number, part in enumerate(value.parts):
        if isinstance(part, Term) and part.sort is INT:
            check_size(m, part, unless=not_(eq(value.tag, number)))
            texts.append(str_of_int(part))
        else:
            texts.append(described(m, part, style, above))
    return chosen(value.tag, texts)


def chosen(tag: Scalar, texts: list[Text]) -> Text:
    if not isinstance(tag, Term):
        return texts[int(tag)]
    result = texts[-1]
    for text in texts:
        if isinstance(text, UnknownText):
            return text
    for number in range(len(texts) - 2, -1, -1):
        result = ite(eq(tag, number), texts[number], result)  # type: ignore[arg-type]
    return result


def _of_enum(m: Mac, value: EnumValue, style: str) -> Text:
    if text_function(value.cls, style) is not None:
        raise RunsCodeError
    make = str if style == "str" else repr
    try:
        texts: list[Text] = [make(member) for member in members_of(value.cls)]
    except Exception:
        unsupported(f"{style}() of a member of {value.cls.__name__}")
    return chosen(value.index, texts)


def _of_exception(m: Mac, cls: type, args: tuple[Value, ...], style: str) -> Text:
    if text_function(cls, style) is not None:
        raise RunsCodeError
    if style == "repr":
        return _together(m, exception_parts(cls, args), ())
    plain = raw_attribute(cls, "__str__")
    if plain not in (BaseException.__str__, KeyError.__str__):
        return UnknownText(f"a {cls.__name__}")
    if not args:
        return ""
    if len(args) == 1:
        return described(m, args[0], "repr" if plain is KeyError.__str__ else "str")
    return described(m, Tuple(args), "repr")


def exception_parts(cls: type, args: tuple[Value, ...]) -> Parts:
    return _listed(f"{cls.__name__}(", args, ")", "...")


# -- what is made of parts


class Parts(NamedTuple):
    """A text that has the `repr` of each item after its label; `again` is what stands for it
    inside of itself."""

    again: str
    labels: tuple[Text, ...]
    items: tuple[Value, ...]
    closing: Text


def _together(m: Mac, parts: Parts, above: tuple[Term, ...]) -> Text:
    inner = [described(m, item, "repr", above) for item in parts.items]
    pairs = zip(parts.labels, inner, strict=True)
    return joined([*(piece for pair in pairs for piece in pair), parts.closing])


def _listed(opening: Text, items: Sequence[Value], closing: Text, again: str) -> Parts:
    if not items:
        return Parts(again, (), (), joined([opening, closing]))
    return Parts(again, (opening, *[", "] * (len(items) - 1)), tuple(items), closing)


def parts_of(m: Mac, value: Value) -> Parts | None:
    """Of a settled container, named tuple or dataclass; None of other values."""
    if isinstance(value, Tuple):
        return _listed("(", value.items, ",)" if len(value.items) == 1 else ")", "(...)")
    if not is_ref(value):
        return None
    match category(m, value):
        case "object":
            return _object_parts(m, value)
        case "list":
            return _listed("[", sequences.items_of(m, value), "]", "[...]")
        case "tuple" | "record":
            return parts_of(m, Tuple(tuple(sequences.items_of(m, value))))
        case "deque":
            contents = contents_of(m, value)
            limit = contents.maxlen if isinstance(contents, ListContents) else None
            sequences.take_as_unlimited(m, value)
            closing: Text = "])"
            if limit is not None and limit is not NONE:
                closing = joined(["], maxlen=", described(m, limit, "repr"), ")"])
            return _listed("deque([", sequences.items_of(m, value), closing, "[...]")
        case "set" | "frozenset":
            return _set_parts(m, value)
        case "dict":
            return _dict_parts(m, value)
    return None


def _object_parts(m: Mac, ref: Term) -> Parts | None:
    cls = python_class(m, ref)
    if is_named_tuple(cls) and own_function(cls, "__repr__") is None:
        names = list(cls._fields)  # type: ignore[attr-defined]
        opening = cls.__name__
    elif _is_shown_as_dataclass(cls):
        names = [field.name for field in dataclasses.fields(cls) if field.repr]
        opening = cls.__qualname__
    else:
        return None
    if not names:
        return Parts("...", (), (), f"{opening}()")
    values = []
    for name in names:
        value = attribute_access.get_attribute(m, name, ref)
        if isinstance(value, Enter):
            unsupported(f"repr() of {cls.__name__} with a property")
        values.append(value)
    labels = [f"{opening}({names[0]}=", *(f", {name}=" for name in names[1:])]
    return Parts("...", tuple(labels), tuple(values), ")")


def _set_parts(m: Mac, ref: Term) -> Parts:
    items = sequences.items_of(m, ref)
    frozen = isinstance(contents := contents_of(m, ref), SetContents) and contents.frozen
    frozen = frozen or category(m, ref) == "frozenset"
    if not items:
        return Parts("", (), (), "frozenset()" if frozen else "set()")
    if 1 < len(items) <= FEW and has_order(items):
        require_order(m, items)
        items = in_order([(True, item) for item in items])
    elif len(items) > 1:
        if some_text_is_code(m):
            unsupported("the order of the items of a set in its text")
        return Parts("", (), (), UnknownText("a set, which has no order"))
    return _listed("frozenset({" if frozen else "{", items, "})" if frozen else "}", "...")


def _dict_parts(m: Mac, ref: Term) -> Parts:
    contents = contents_of(m, ref)
    plain = isinstance(contents, DictContents) and contents.kind == "dict"
    unknown = UnknownText(f"a {type_name(m, ref)}")
    opening: Text = "{" if plain or contents is None else unknown
    entries = sequences.entries_of(m, ref)
    if not entries:
        return Parts("{...}", (), (), "{}" if opening == "{" else unknown)
    labels: list[Text] = []
    for _ in entries:
        labels += [", ", ": "]
    labels[0] = opening
    items = tuple(each for entry in entries for each in entry)
    return Parts("{...}", tuple(labels), items, "}")


def rethrow(error: Exception) -> NoReturn:
    """What Python itself has raised for concrete values."""
    raise ThrownError(ExceptionValue(type(error), error.args)) from error
