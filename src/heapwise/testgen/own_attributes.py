"""The `__dict__` of an object, without running code of the program."""

from __future__ import annotations

import types


def attributes_of(obj: object) -> dict[object, object] | None:
    """As the nearest class in C gives it: an object below `threading.local` has one per thread,
    which `object` knows nothing of. None if the object has none."""
    found = (vars(base).get("__getattribute__") for base in type(obj).__mro__)
    get = next(each for each in found if isinstance(each, types.WrapperDescriptorType))
    try:
        attributes = get(obj, "__dict__")
    except AttributeError:
        return None
    return attributes if isinstance(attributes, dict) else None
