"""Attributes: of objects, classes, enum members, exceptions, modules and builtin values."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import types
from dataclasses import FrozenInstanceError
from types import CodeType, FunctionType, MemberDescriptorType
from typing import Any, NoReturn

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.members import (
    BoundOtherwise,
    ClassMethodMember,
    ConstantMember,
    DescriptorMember,
    FieldMember,
    MethodMember,
    MissingMember,
    PropertyMember,
    StaticMember,
    is_absent,
    raw_attribute,
)
from heapwise.frontends.python.model.store_keys import (
    deleted_attribute,
    exception_arguments,
    exception_cause,
    unset_attributes,
)
from heapwise.frontends.python.model.universe import is_named_tuple, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    ClassValue,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    InputFunction,
    Opaque,
    Super,
    Tuple,
    Unique,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, guarded_values, held_values, sequences
from heapwise.frontends.python.semantics.core.classes import builtin_class, class_of
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    class_of_exception,
    dict_class,
    is_ref,
    not_known,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import (
    member_of,
    special_method,
)
from heapwise.frontends.python.semantics.operations import function_attributes
from heapwise.frontends.python.semantics.operations.class_attributes import (
    assign_to_class,
    assigned,
    assigned_for,
    attribute_of_class,
    class_attribute,
    of_class,
    super_attribute,
)
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.typing.dict_subclasses import next_function
from heapwise.terms import Op, Scalar, Term, ite, or_

_WITHOUT_INSTANCE = (classmethod, staticmethod, types.ClassMethodDescriptorType)
_VIEWS: dict[str, type] = {
    "dict_keys": type(dict[str, int]().keys()),
    "dict_values": type(dict[str, int]().values()),
    "dict_items": type(dict[str, int]().items()),
}
_BUILTINS: dict[str, type] = {
    cls.__name__: cls
    for cls in (int, bool, float, str, bytes, list, tuple, dict, set, frozenset, range, type(None))
}


_NO_DICT = " and no __dict__ for setting new attributes" if sys.version_info >= (3, 13) else ""
UNDOCUMENTED = "functions as inputs that have no documentation"


def get_attribute(m: Mac, name: str, owner: Value) -> Value | Enter:
    owner = settle(m, owner, text=True)
    if is_ref(owner) and category(m, owner) == "object":
        return _of_object(m, owner, name)
    if isinstance(owner, UnknownText) and hasattr(str, name):
        return BoundMethod(owner, Builtin(f"str.{name}"))
    if isinstance(owner, ClassValue):
        return of_class(m, owner.cls, name)
    if isinstance(owner, Super):
        return _of_super(m, owner, name)
    if isinstance(owner, EnumValue):
        return _of_enum(m, owner, name)
    if isinstance(owner, ExceptionValue):
        return _of_exception(m, owner, name)
    if isinstance(owner, Host):
        return _of_host(m, owner, name)
    if isinstance(owner, Opaque):
        _opaque(m, owner, name)
    modelled = runtime(m).attribute_models.get(type(owner))
    own = modelled(m, owner, name) if modelled is not None else None
    if own is not None:
        return own
    if isinstance(owner, Unique):
        if name == "hex":
            return UnknownText(f"a {owner.name}")
        unsupported(f".{name} of a {owner.name}")
    described = _of_function(m, owner, name)
    if described is not None:
        return described
    assigned_to_it = function_attributes.given(m, _function_of(owner), name)
    if assigned_to_it is not None:
        return assigned_to_it
    derived = _of_derived(m, owner, name)
    if derived is not None:
        return derived
    if name == "__class__":
        return class_of(m, owner)
    builtin = builtin_method(m, owner, name)
    if builtin is not None:
        return builtin
    if (
        name == "dispatch"
        and isinstance(owner, BoundMethod)
        and owner.function == Builtin("__dispatch__")
    ):
        return BoundMethod(owner.receiver, Builtin("__dispatched__"))
    if isinstance(owner, Function | BoundMethod | Builtin) or (
        isinstance(owner, InputFunction) and hasattr(FunctionType, name)
    ):
        unsupported(f".{name} of a function")
    throw(AttributeError, f"'{type_name(m, owner)}' object has no attribute '{name}'")


def _of_function(m: Mac, owner: Value, name: str) -> Value | None:
    """What a function says of itself. One that is an input may be called anything."""
    if isinstance(owner, InputFunction):
        if name in ("__name__", "__qualname__", "__module__"):
            return UnknownText("the name of a function that is an input")
        if name == "__doc__":
            m.approximate(UNDOCUMENTED)
            return NONE
        return None
    if isinstance(owner, BoundMethod) and isinstance(owner.function, Function):
        if name == "__self__":
            return owner.receiver
        if name == "__func__":
            return owner.function
        owner = owner.function
    if isinstance(owner, Function) and name == "__name__":
        return name_of(owner)
    if isinstance(owner, Function) and name == "__qualname__":
        return owner.qualname
    if isinstance(owner, Function) and name == "__doc__":
        found = documentation(owner)
        return NONE if found is None else found
    return None


def _function_of(owner: Value) -> Value:
    return owner.function if isinstance(owner, BoundMethod) else owner


def name_of(function: Function) -> str:
    return function.code.name if function.naming is None else function.naming.name


def documentation(function: Function) -> str | None:
    """As the compiler keeps it: since Python 3.13 it takes the indentation out."""
    if function.naming is not None:
        return function.naming.documentation
    node = function.code.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    text = ast.get_docstring(node, clean=False)
    module = compile(f"def told(): {text!r}", "<documentation>", "exec", dont_inherit=True)
    (code,) = (each for each in module.co_consts if isinstance(each, CodeType))
    return FunctionType(code, {}).__doc__


def _of_derived(m: Mac, owner: Value, name: str, after: type | None = None) -> Value | None:
    """Of an object of a subclass of dict: what its own classes have."""
    cls = dict_class(m, owner)
    raw = None if cls is None else next_function(cls, name, after)
    if cls is None or raw is None:
        return None
    if isinstance(raw, FunctionType):
        return BoundMethod(owner, runtime(m).method(m, raw))
    if isinstance(raw, classmethod):
        return BoundMethod(ClassValue(cls), runtime(m).wrap(m, raw.__func__))
    if isinstance(raw, staticmethod):
        raw = raw.__func__
    elif declares(type(raw), "__get__"):
        unsupported(f"{cls.__name__}.{name}")  # its `__dict__`
    return runtime(m).wrap(m, raw)


def _opaque(m: Mac, owner: Opaque, name: str) -> NoReturn:
    if owner.name.startswith("?"):
        unsupported(owner.name[1:])
    if hasattr(int, name):
        unsupported(f".{name} of a value of type {owner.name}")
    not_known(m, owner, f".{name} of", AttributeError)


def builtin_method(m: Mac, owner: Value, name: str) -> Value | None:
    """A method of a builtin type that has a model."""
    is_iterator = is_ref(owner) and category(m, owner) == "iterator"
    held = "iterator" if is_iterator else type_name(m, owner)
    label = f"{held}.{name}"
    if label in runtime(m).builtins:
        owned = builtin_class(held)
        raw = inspect.getattr_static(owned, name, None) if owned is not None else None
        if isinstance(raw, _WITHOUT_INSTANCE):
            return Builtin(label)
        return BoundMethod(owner, Builtin(label))
    if f"get {label}" in runtime(m).builtins:
        found = runtime(m).call_builtin(m, f"get {label}", (owner,), {})
        assert not isinstance(found, Enter)
        return found
    actual = _VIEWS.get(held) or builtin_class(held)
    if actual is not None and hasattr(actual, name):
        unsupported(f"{label}()")
    return None


# -- objects


def _of_object(m: Mac, ref: Term, name: str) -> Value | Enter:
    if runtime(m).classes.some_class_has("__getattribute__"):
        every = special_method(m, ref, "__getattribute__")
        if every is not None:
            return _or_fallback(m, every, (ref, name), ref, name)
    member = member_of(m, ref, name)
    if not isinstance(member, FieldMember):
        given = assigned_for(m, ref, name)
        if given is not None:
            return given
    match member:
        case FieldMember(layout, default):
            if is_unset(m, ref, name):
                given = assigned_for(m, ref, name)
                if given is not None:
                    return given
                if default is not None:
                    return runtime(m).wrap(m, default.value)
                return _missing(m, ref, name)
            return layout.read(m, ref)
        case PropertyMember(getter, _):
            return _or_fallback(m, runtime(m).method(m, getter), (ref,), ref, name)
        case DescriptorMember(descriptor):
            made = runtime(m).wrap(m, descriptor)
            method = special_method(m, made, "__get__")
            if method is None:
                return made
            arguments = (made, ref, ClassValue(python_class(m, ref)))
            return _or_fallback(m, method, arguments, ref, name)
        case MethodMember(function):
            return BoundMethod(ref, runtime(m).method(m, function))
        case StaticMember(function):
            return runtime(m).wrap(m, function)
        case ClassMethodMember(function):
            return BoundMethod(ClassValue(python_class(m, ref)), runtime(m).wrap(m, function))
        case ConstantMember(value):
            return runtime(m).wrap(m, value)
        case _:
            return _missing(m, ref, name)


def _or_fallback(
    m: Mac, method: Value, arguments: tuple[Value, ...], ref: Term, name: str
) -> Value | Enter:
    """What the method gives; if it raises an AttributeError, what `__getattr__` does."""
    fallback = special_method(m, ref, "__getattr__")
    if fallback is None:
        return calls.enter(m, method, arguments)
    both = (method, Tuple(arguments), fallback, ref, name)
    return calls.enter(m, runtime(m).prelude(m, "attribute_or_fallback"), both)


def _missing(m: Mac, ref: Term, name: str) -> Value | Enter:
    if name == "__class__":
        return ClassValue(python_class(m, ref))
    if name == "__dict__":
        unsupported("__dict__")
    fallback = special_method(m, ref, "__getattr__")
    if fallback is not None:
        return calls.enter(m, fallback, (ref, name))
    cls = python_class(m, ref)
    if issubclass(cls, BaseException):
        if name == "args":
            return m.load(exception_arguments(ref)) or Tuple(())
        if name == "__cause__":
            cause = m.load(exception_cause(ref))
            return NONE if cause is None else cause
    if is_named_tuple(cls) and f"tuple.{name}" in runtime(m).builtins:
        return BoundMethod(sequences.as_tuple(m, ref), Builtin(f"tuple.{name}"))
    raw = raw_attribute(cls, name)
    if builtin_bases.is_of_base(cls, raw):
        found = builtin_method(m, settle(m, held_values.plain(m, ref)), name)
        if found is not None:
            return found
    if isinstance(raw, FunctionType):  # a field of that name has no value
        return BoundMethod(ref, runtime(m).method(m, raw))
    if _is_there(raw):
        unsupported(f"{cls.__name__}.{name}")
    throw(AttributeError, f"'{cls.__name__}' object has no attribute '{name}'")


def _is_there(raw: object) -> bool:
    """Have objects an attribute of which their class has this, if it is none that is modelled?"""
    is_slot = isinstance(raw, MemberDescriptorType)  # one that nothing was assigned to
    return not (is_absent(raw) or is_slot or isinstance(raw, property))


def _unset_names(m: Mac, loc: Term) -> frozenset[str]:
    found = m.load(unset_attributes(loc))
    return found or frozenset()


def is_unset(m: Mac, ref: Term, name: str) -> bool:
    """Attributes exist once they were assigned; those of input objects do until `del`."""
    locations = (ref,) if ref.op == Op.CONST else m.targets(ref)[1]
    unset: Scalar = or_(
        *(
            loc is ref or m.same_reference(ref, loc)
            for loc in locations
            if name in _unset_names(m, loc)
        )
    )
    for other, was_deleted in m.load(deleted_attribute(name)) or ():
        unset = ite(m.same_reference(ref, other), was_deleted, unset)
    return m.decide(unset)


def set_attribute(m: Mac, name: str, owner: Value, value: Value) -> Value | Enter:
    owner = settle(m, owner)
    if isinstance(owner, ClassValue):
        assign_to_class(m, owner.cls, name, value)
        return NONE
    if not is_ref(owner) or category(m, owner) != "object":
        if isinstance(owner, Opaque):
            unsupported(f".{name} = of a value of type {owner.name.lstrip('?')}")
        if isinstance(owner, Function | InputFunction) and function_attributes.may_have(
            owner, name
        ):
            function_attributes.give(m, owner, name, value)
            return NONE
        _cannot_change(m, owner, name)
    method = special_method(m, owner, "__setattr__")
    if method is not None:
        return calls.enter(m, method, (owner, name, value))
    member = member_of(m, owner, name)
    if isinstance(member, PropertyMember):
        if isinstance(member.getter, functools.cached_property):
            unsupported(f"assigning the cached property {name}")
        if member.setter is None:
            cls = python_class(m, owner).__name__
            throw(AttributeError, f"property '{name}' of '{cls}' object has no setter")
        return calls.enter(m, runtime(m).method(m, member.setter), (owner, value))
    if isinstance(member, DescriptorMember):
        made = runtime(m).wrap(m, member.descriptor)
        method = special_method(m, made, "__set__")
        if method is not None:
            return calls.enter(m, method, (made, owner, value), calls.none_of)
        if special_method(m, made, "__delete__") is not None:
            throw(AttributeError, "__set__")
    named = python_class(m, owner)
    if is_named_tuple(named) and inspect.isdatadescriptor(raw_attribute(named, name)):
        throw(AttributeError, "can't set attribute")
    if m.classify(owner, runtime(m).members.is_frozen):
        throw(FrozenInstanceError, f"cannot assign to field '{name}'")
    assign(m, owner, name, value)
    return NONE


def _cannot_change(m: Mac, owner: Value, name: str) -> NoReturn:
    """Values of builtin types have no attributes that could be set or deleted."""
    held = type_name(m, owner)
    actual = _BUILTINS.get(held)
    if actual is None or dicts_below(m, owner):
        unsupported(f"setting or deleting an attribute of {held}")
    _nothing_to_change(actual, name)


def _nothing_to_change(cls: type, name: str) -> NoReturn:
    """Objects of the class have no attribute of that name that could be set or deleted, for they
    have no `__dict__`; it may be one of the class."""
    found = [vars(base)[name] for base in cls.__mro__ if name in vars(base)]
    if found and inspect.isdatadescriptor(found[0]):
        unsupported(f"setting or deleting {cls.__name__}.{name}")
    if found:
        throw(AttributeError, f"'{cls.__name__}' object attribute '{name}' is read-only")
    throw(AttributeError, f"'{cls.__name__}' object has no attribute '{name}'{_NO_DICT}")


def dicts_below(m: Mac, owner: Value) -> bool:
    return dict_class(m, owner) is not None


def assign(m: Mac, owner: Term, name: str, value: Value) -> None:
    """Whether or not the class would have it: what `object.__setattr__` does."""
    member = member_of(m, owner, name)
    if isinstance(member, FieldMember):
        _mark(m, owner, name, unset=False)
        member.layout.write(m, owner, value)
        return
    cls = python_class(m, owner)
    if name == "__cause__" and issubclass(cls, BaseException):
        exceptions_only = value is NONE or class_of_exception(m, settle(m, value)) is not None
        if not exceptions_only:
            throw(TypeError, "exception cause must be None or derive from BaseException")
        m.put(exception_cause(owner), settle(m, value))
        return
    if runtime(m).members.has_slots(cls):
        _nothing_to_change(cls, name)
    unsupported(f"assigning {cls.__name__}.{name}, an attribute without a hint")


def _mark(m: Mac, ref: Term, name: str, *, unset: bool) -> None:
    """What was deleted through a reference that may denote input objects is a list, in which the
    last entry about an object counts."""
    log = m.load(deleted_attribute(name)) or ()
    if log or (unset and ref.op != Op.CONST and m.targets(ref)[0]):
        m.put(deleted_attribute(name), (*log, (ref, unset)))
        return
    locations = (ref,) if ref.op == Op.CONST else m.targets(ref)[1]
    for loc in locations:
        before = _unset_names(m, loc)
        if (name in before) != unset and (loc is ref or m.decide(m.same_reference(ref, loc))):
            m.put(unset_attributes(loc), before | {name} if unset else before - {name})


def delete_attribute(m: Mac, name: str, owner: Value) -> Value | Enter:
    owner = settle(m, owner)
    if not is_ref(owner) or category(m, owner) != "object":
        _cannot_change(m, owner, name)
    method = special_method(m, owner, "__delattr__")
    if method is not None:
        return calls.enter(m, method, (owner, name))
    member, cls = member_of(m, owner, name), python_class(m, owner)
    if isinstance(member, PropertyMember):
        raw = raw_attribute(cls, name)
        if not isinstance(raw, property):
            unsupported(f"deleting the property {name}")
        if raw.fdel is not None:
            return calls.enter(m, runtime(m).method(m, raw.fdel), (owner,), calls.none_of)
        throw(AttributeError, f"property '{name}' of '{cls.__name__}' object has no deleter")
    if isinstance(member, DescriptorMember):
        made = runtime(m).wrap(m, member.descriptor)
        method = special_method(m, made, "__delete__")
        if method is not None:
            return calls.enter(m, method, (made, owner), calls.none_of)
        if special_method(m, made, "__set__") is not None:
            throw(AttributeError, "__delete__")
    if is_named_tuple(cls) and inspect.isdatadescriptor(raw_attribute(cls, name)):
        throw(AttributeError, "can't delete attribute")
    if m.classify(owner, runtime(m).members.is_frozen):
        throw(FrozenInstanceError, f"cannot delete field '{name}'")
    has_slots = runtime(m).members.has_slots(cls)
    if has_slots and not isinstance(member, FieldMember):
        _nothing_to_change(cls, name)
    if not isinstance(member, FieldMember) or is_unset(m, owner, name):
        if not isinstance(member, FieldMember | MissingMember):
            unsupported(f"deleting {cls.__name__}.{name}")
        text = name if has_slots else f"'{cls.__name__}' object has no attribute '{name}'"
        throw(AttributeError, text)
    _mark(m, owner, name, unset=True)
    return NONE


def asks_program(m: Mac, owner: Value, name: str) -> bool:
    """Has code of the program to say whether the attribute is there, by an AttributeError?"""
    owner = settle(m, owner)
    if not is_ref(owner) or category(m, owner) != "object":
        return False
    may_ask = runtime(m).classes.some_class_has("__getattribute__")
    if may_ask and special_method(m, owner, "__getattribute__") is not None:
        return True
    member = member_of(m, owner, name)
    if isinstance(member, PropertyMember | DescriptorMember):
        return assigned_for(m, owner, name) is None
    is_found = not isinstance(member, MissingMember | FieldMember)
    return not is_found and special_method(m, owner, "__getattr__") is not None


def has_attribute(m: Mac, owner: Value, name: str) -> bool:
    """Of something that does not ask the program."""
    owner = settle(m, owner)
    if is_ref(owner) and category(m, owner) == "object":
        member = member_of(m, owner, name)
        if assigned_for(m, owner, name) is not None:
            return True
        if isinstance(member, MissingMember):
            return _is_there(raw_attribute(python_class(m, owner), name))
        if isinstance(member, FieldMember):
            return member.default is not None or not is_unset(m, owner, name)
        if isinstance(member, BoundOtherwise):
            unsupported(f"hasattr of {type_name(m, owner)}.{name}")
        return True
    if isinstance(owner, ClassValue):
        return hasattr(owner.cls, name) or assigned(m, owner.cls, name) is not None
    if function_attributes.given(m, _function_of(owner), name) is not None:
        return True
    if isinstance(owner, Host):
        return hasattr(owner.value, name)
    if isinstance(owner, InputFunction):
        return hasattr(FunctionType, name)
    if isinstance(owner, ExceptionValue):
        return name in dict(owner.attributes) or _class_gives(owner.cls, name)
    if isinstance(owner, EnumValue) and any(name in vars(each) for each in members_of(owner.cls)):
        return True
    if isinstance(owner, Opaque) and not owner.name.startswith("?"):
        return hasattr(int, name)  # what it is in a witness
    if isinstance(owner, Opaque):
        unsupported(f"hasattr of a value of type {owner.name}")
    cls = class_of(m, owner)
    return isinstance(cls, ClassValue) and _class_gives(cls.cls, name)


def _class_gives(cls: type, name: str) -> bool:
    """Have objects of a class an attribute that they do not hold themselves?"""
    raw = raw_attribute(cls, name)
    if isinstance(raw, property) and isinstance(raw.fget, FunctionType):
        unsupported(f"hasattr of {cls.__name__}.{name}, which runs code")
    return not is_absent(raw) and not (isinstance(raw, property) and raw.fget is None)


# -- other owners


def _of_super(m: Mac, owner: Super, name: str) -> Value | Enter:
    receiver = settle(m, owner.receiver)
    if isinstance(receiver, ClassValue):
        return class_attribute(m, receiver.cls, name, owner.after, receiver)
    if not is_ref(receiver):
        unsupported(f"super() of a value of type {type_name(m, receiver)}")
    if category(m, receiver) == "dict":
        found = _of_derived(m, receiver, name, owner.after) or builtin_method(m, receiver, name)
        return unsupported(f"super().{name}") if found is None else found
    cls = m.classify(receiver, lambda decl: runtime(m).members.next_owner(decl, owner.after, name))
    return super_attribute(m, cls, owner.after, name, receiver)


def make_super(m: Mac, owner: type, receiver: Value) -> Super:
    return Super(owner, receiver)


def _of_enum(m: Mac, owner: EnumValue, name: str) -> Value | Enter:
    members = members_of(owner.cls)
    if name in ("name", "_name_"):
        return _pick(m, owner, [member.name for member in members])
    if name in ("value", "_value_"):
        return _pick(m, owner, [member.value for member in members])
    if name == "__class__":
        return ClassValue(owner.cls)
    return attribute_of_class(m, owner, name)


def _pick(m: Mac, owner: EnumValue, values: list[Any]) -> Value:
    return guarded_values.indexed(owner.index, [runtime(m).wrap(m, value) for value in values])


def _of_exception(m: Mac, owner: ExceptionValue, name: str) -> Value | Enter:
    if name == "args":
        return Tuple(owner.args)
    attributes = dict(owner.attributes)
    if name in attributes:
        return attributes[name]
    if issubclass(owner.cls, BaseExceptionGroup) and len(owner.args) == 2:
        if name == "message":
            return owner.args[0]
        if name == "exceptions":
            return Tuple(tuple(sequences.items_of(m, settle(m, owner.args[1]))))
    if name == "__cause__":
        return NONE
    if name == "__traceback__":
        return NONE if owner.thrown_at is None else _traceback(owner)
    if name == "with_traceback":
        return BoundMethod(owner, Builtin("BaseException.with_traceback"))
    if name == "value" and owner.cls is StopIteration:
        return owner.args[0] if owner.args else NONE
    if name == "__class__":
        return ClassValue(owner.cls)
    return attribute_of_class(m, owner, name)


def _traceback(owner: ExceptionValue) -> Value:
    at = owner.thrown_at
    assert at is not None
    return Unique("traceback", at.line * 10_000 + at.column)


def _of_host(m: Mac, owner: Host, name: str) -> Value | Enter:
    if isinstance(owner.value, types.MappingProxyType):
        return get_attribute(m, name, sequences.copy_of_proxy(m, owner.value))
    try:
        found = getattr(owner.value, name)
    except AttributeError as error:
        throw(AttributeError, str(error))
    return runtime(m).wrap(m, found)
