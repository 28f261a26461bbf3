"""copy, dataclasses and pprint: what looks into objects, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

# -- copy


def shallow_copy(value):
    if hasattr(value, "__copy__"):
        return value.__copy__()
    return __clone__(value)


def copy_with_changes(obj, /, **changes):
    """`copy.replace` of Python 3.13."""
    cls = type(obj)
    method = getattr(cls, "__replace__", None)
    if method is None:
        raise TypeError(f"replace() does not support {cls.__name__} objects")
    return method(obj, **changes)


def deep_copy(value, memo=None):
    if __is_atomic__(value):
        return value
    if memo is None:
        memo = {}
    key = id(value)
    if key in memo:
        return memo[key]
    if hasattr(value, "__deepcopy__"):
        made = value.__deepcopy__(memo)
    elif __is_tuple__(value):
        items = [deep_copy(item, memo) for item in value]
        if key in memo:
            return memo[key]
        made = __tuple_like__(value, items)
    else:
        made = __empty_like__(value)
        memo[key] = made
        if isinstance(value, dict):
            for entry in value.items():
                made[deep_copy(entry[0], memo)] = deep_copy(entry[1], memo)
        elif isinstance(value, (set, frozenset)):
            __fill_set__(made, [deep_copy(item, memo) for item in value])
        elif __is_list__(value):
            for item in value:
                made.append(deep_copy(item, memo))
        else:
            for name in __attributes__(value):
                __assign__(made, name, deep_copy(__attribute__(value, name), memo))
    memo[key] = made
    return made


# -- dataclasses


def dataclass_asdict(obj, *, dict_factory=None):
    if not __is_dataclass_object__(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return dataclass_plain(obj, True, dict_factory)


def dataclass_astuple(obj, *, tuple_factory=None):
    if not __is_dataclass_object__(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return dataclass_plain(obj, False, tuple_factory)


def dataclass_plain(value, named, factory):
    if __is_dataclass_object__(value):
        entries = [
            (name, dataclass_plain(getattr(value, name), named, factory))
            for name in __dataclass_names__(value)
        ]
        if named:
            return dict(entries) if factory is None else factory(entries)
        items = [entry[1] for entry in entries]
        return tuple(items) if factory is None else factory(items)
    if __is_tuple__(value):
        return __tuple_like__(value, [dataclass_plain(item, named, factory) for item in value])
    if isinstance(value, list):
        return [dataclass_plain(item, named, factory) for item in value]
    if isinstance(value, dict):
        return {
            dataclass_plain(entry[0], named, factory): dataclass_plain(entry[1], named, factory)
            for entry in value.items()
        }
    return deep_copy(value)


# -- pprint, as if all of it fitted on one line


def pretty(object, indent=1, width=80, depth=None, **options):
    repr(object)
    return __some_text__("pprint.pformat()")


def pretty_print(object, *arguments, **options):
    repr(object)
