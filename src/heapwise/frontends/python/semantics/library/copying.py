"""Copying objects, and what dataclasses tell about them: the parts that Python code cannot do.

The prelude walks over what is copied; here are the single steps.
"""

from __future__ import annotations

import dataclasses
import sys

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.members import FieldMember
from heapwise.frontends.python.model.store_keys import exception_arguments, unset_attributes
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    DictContents,
    ExceptionValue,
    Host,
    ListContents,
    SetContents,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    dict_class,
    is_ref,
    kind_or_category,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import member_of
from heapwise.frontends.python.semantics.objects.construction import construct, fill_named_tuple
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declares
from heapwise.terms import Term

# -- copies


def is_atomic(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    """Is a deep copy of it the thing itself?"""
    value = settle(m, positional[0])
    if isinstance(value, ExceptionValue):
        unsupported("copy.deepcopy() of an exception")
    if isinstance(value, Host) and not callable(value.value):
        unsupported(f"copy.deepcopy() of {type(value.value).__name__}")
    held = kind_or_category(m, value)
    if held in ("iterator", "generator"):
        throw(TypeError, f"cannot pickle '{type_name(m, value)}' object")
    return held not in (
        "object", "list", "deque", "set", "frozenset", "dict", "tuple", "record"
    )  # fmt: skip


def is_tuple(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    value = settle(m, positional[0])
    held = kind_or_category(m, value)
    return held in ("tuple", "record") or (
        is_ref(value) and held == "object" and is_named_tuple(python_class(m, value))
    )


def is_list(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    return kind_or_category(m, settle(m, positional[0])) in ("list", "deque")


def tuple_like(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A tuple of these items; named, if the first argument is."""
    value, items = settle(m, positional[0]), sequences.items_of(m, positional[1])
    if not is_ref(value) or category(m, value) != "object":
        return Tuple(tuple(items))
    cls = python_class(m, value)
    obj = _new_object(m, cls)
    return fill_named_tuple(m, obj, cls, tuple(items), {})


def _new_object(m: Mac, cls: type) -> Term:
    live = runtime(m)
    decl = live.universe.decl(cls)
    assert decl is not None
    obj = m.allocate(decl)
    m.put(unset_attributes(obj), frozenset(live.universe.layouts(decl)))
    return obj


def empty_like(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A new thing of the same class with nothing in it."""
    return _empty_like(m, receiver(m, positional[0]))


def _empty_like(m: Mac, value: Term) -> Term:
    held = category(m, value)
    contents = contents_of(m, value)
    if held in ("list", "deque"):
        maxlen = contents.maxlen if isinstance(contents, ListContents) else None
        return sequences.new_list(m, (), held, maxlen)
    if held in ("set", "frozenset"):
        return sequences.new_set(m, (), held == "frozenset")
    if held == "dict":
        if dict_class(m, value) is not None:
            unsupported("a copy of an object of a subclass of dict")
        if isinstance(contents, DictContents):
            return sequences.new_dict(m, (), contents.kind, contents.factory)
        return sequences.new_dict(m, (), _kind_of_input(m, value))
    obj = _new_object(m, _copyable(m, value))
    args = m.load(exception_arguments(value))
    if args is not None:
        m.put(exception_arguments(obj), args)
    return obj


def _kind_of_input(m: Mac, ref: Term) -> str:
    found = getattr(container(m, ref).shape, "kind", "dict")
    if found == "defaultdict":
        unsupported("a copy of an input defaultdict")
    return str(found)


def _copyable(m: Mac, ref: Term) -> type:
    cls = python_class(m, ref)
    if builtin_bases.base_of(cls) is not None:
        unsupported(f"a copy of {cls.__name__}, a subclass of a builtin class")
    for name in ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"):
        found = getattr(cls, name, None)
        if found is not getattr(object, name, None) and not _is_of_dataclass(cls, name):
            unsupported(f"a copy of {cls.__name__}, which has {name}")
    return cls


def _is_of_dataclass(cls: type, name: str) -> bool:
    """Frozen dataclasses with slots get methods to pickle them, which copy all fields."""
    found = getattr(cls, name, None)
    return getattr(found, "__module__", None) == "dataclasses"


def names_of(m: Mac, ref: Term) -> list[str]:
    """The attributes that an object has."""
    decl = runtime(m).universe.decl(python_class(m, ref))
    assert decl is not None
    names = runtime(m).universe.layouts(decl)
    return [name for name in names if _is_set(m, ref, name)]


def _is_set(m: Mac, ref: Term, name: str) -> bool:
    member = member_of(m, ref, name)
    return isinstance(member, FieldMember) and not attribute_access.is_unset(m, ref, name)


def attribute_names(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return Tuple(tuple(names_of(m, receiver(m, positional[0]))))


def read(m: Mac, ref: Term, name: str) -> Value:
    member = member_of(m, ref, name)
    assert isinstance(member, FieldMember)
    return member.layout.read(m, ref)


def attribute(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """As the object has it: no method of the class is asked."""
    ref, name = receiver(m, positional[0]), positional[1]
    assert isinstance(name, str)
    return read(m, ref, name)


def assign(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, name, value = positional
    assert is_ref(ref) and isinstance(name, str)
    attribute_access.assign(m, ref, name, value)
    return NONE


def fill_set(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref = receiver(m, positional[0])
    for item in sequences.items_of(m, positional[1]):
        mappings.include(m, ref, item)
    return NONE


def clone(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A shallow copy."""
    value = settle(m, positional[0])
    held = kind_or_category(m, value)
    if is_ref(value) and held in ("list", "deque", "set", "dict", "object"):
        if held == "object" and is_named_tuple(python_class(m, value)):
            return value
        made = _empty_like(m, value)
        _fill(m, held, value, made)
        return made
    if isinstance(value, ExceptionValue):
        unsupported("copy.copy() of an exception")
    if held in ("iterator", "generator"):
        unsupported(f"copy.copy() of {type_name(m, value)}")
    return value


def _fill(m: Mac, held: str, value: Term, made: Term) -> None:
    contents = contents_of(m, value)
    if held == "object":
        for name in names_of(m, value):
            attribute_access.assign(m, made, name, read(m, value, name))
    elif contents is not None:
        m.put(made, contents)
    elif held == "dict":
        before = m.load(made)
        assert isinstance(before, DictContents)
        entries = tuple(sequences.entries_of(m, value))
        m.put(made, DictContents(entries, before.factory, before.kind))
    else:
        items = tuple(sequences.items_of(m, value))
        is_set = isinstance(m.load(made), SetContents)
        m.put(made, SetContents(items) if is_set else ListContents(items))


# -- dataclasses


def is_dataclass_object(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    return _class_of_dataclass(m, settle(m, positional[0])) is not None


def _class_of_dataclass(m: Mac, value: Value) -> type | None:
    """Of an object of a dataclass."""
    if not is_ref(value) or category(m, value) != "object":
        return None
    cls = python_class(m, value)
    return cls if declares(cls, "__dataclass_fields__") else None


def _dataclass_of(m: Mac, value: Value) -> type:
    value = settle(m, value)
    if isinstance(value, ClassValue) and declares(value.cls, "__dataclass_fields__"):
        return value.cls
    cls = _class_of_dataclass(m, value)
    if cls is None:
        throw(TypeError, "must be called with a dataclass type or instance")
    return cls


def is_dataclass(m: Mac, positional: Positional, keywords: Keywords) -> bool:
    value = settle(m, positional[0])
    if isinstance(value, ClassValue):
        return declares(value.cls, "__dataclass_fields__")
    return is_dataclass_object(m, (value,), {})


def dataclass_names(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    fields = dataclasses.fields(_dataclass_of(m, positional[0]))
    return Tuple(tuple(field.name for field in fields))


def dataclass_fields(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    fields = dataclasses.fields(_dataclass_of(m, positional[0]))
    return Tuple(tuple(Host(field) for field in fields))


def replace(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`dataclasses.replace`: a new object, initialised with the fields of the old one."""
    (value,) = take("replace", positional, {}, ("obj",), 1)
    value = settle(m, value)
    cls = _class_of_dataclass(m, value)
    if cls is None:
        throw(TypeError, "replace() should be called on dataclass instances")
    given = dict(keywords)
    own = {field.name: field for field in dataclasses.fields(cls)}
    for name, field in own.items():
        if not field.init:
            if name in given:
                throw(
                    TypeError if _NEW_ERRORS else ValueError,
                    f"field {name} is declared with init=False, it cannot be specified with"
                    " replace()",
                )
        elif name not in given:
            found = attribute_access.get_attribute(m, name, value)
            if isinstance(found, Enter):
                unsupported("dataclasses.replace() with a property")
            given[name] = found
    for name, pseudo in cls.__dataclass_fields__.items():  # type: ignore[attr-defined]
        is_init_var = pseudo._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]
        if is_init_var and name not in given and pseudo.default is dataclasses.MISSING:
            throw(
                TypeError if _NEW_ERRORS else ValueError,
                f"InitVar {name!r} must be specified with replace()",
            )
    return construct(m, cls, (), given)


_NEW_ERRORS = sys.version_info >= (3, 13)
"""What `replace` raises has changed."""

MODELS: dict[str, Model] = {
    "__is_atomic__": is_atomic,
    "__is_tuple__": is_tuple,
    "__is_list__": is_list,
    "__tuple_like__": tuple_like,
    "__empty_like__": empty_like,
    "__attributes__": attribute_names,
    "__attribute__": attribute,
    "__assign__": assign,
    "__fill_set__": fill_set,
    "__clone__": clone,
    "__is_dataclass_object__": is_dataclass_object,
    "__dataclass_names__": dataclass_names,
    "dataclasses.is_dataclass": is_dataclass,
    "dataclasses.fields": dataclass_fields,
    "dataclasses.replace": replace,
}
