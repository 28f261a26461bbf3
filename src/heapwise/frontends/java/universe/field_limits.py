"""What a user says that fields of input objects hold to begin with (`--field Node.value=null`).

    null        nothing: null, or 0, or false; the field is no input
    not-null    some object
    3, 0..5     a number, or one of a range

The class may be called by the last part of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.classfile.descriptors import PrimitiveType
from heapwise.program import FieldDecl, InputError

NOTHING = "null"
NOT_NULL = "not-null"
_RANGE = re.compile(r"(-?\d+)(?:\.\.(-?\d+))?")


def limit_field(field: FieldDecl, owner: str, name: str, limits: Mapping[str, str]) -> None:
    """Apply what `limits` say of a field of the class with this name."""
    for where, what in limits.items():
        cls, _, label = where.rpartition(".")
        if label == name and _is_named(owner, cls):
            if what == NOTHING:
                field.absent = True
            elif what == NOT_NULL:
                field.nullable = False
            else:
                low, high = _numbers(what) or (field.low, field.high)
                field.low, field.high = low, high


def check_limits(limits: Mapping[str, str], classes: Iterable[ClassFile]) -> None:
    """Raises `InputError` for a field that there is not, or that cannot hold what is said."""
    known = [*classes]
    for where, what in limits.items():
        owner, _, name = where.rpartition(".")
        named = [each for each in known if _is_named(each.name.replace("/", "."), owner)]
        fields = [field for cls in named for field in cls.fields if field.name == name]
        if not fields:
            missing = f"no class `{owner}`" if not named else f"`{owner}` has no field `{name}`"
            raise InputError(f"--field {where}={what}: {missing}")
        for field in fields:
            is_number = isinstance(field.type, PrimitiveType) and field.descriptor not in "ZFD"
            allowed = [NOTHING] if isinstance(field.type, PrimitiveType) else [NOTHING, NOT_NULL]
            if what not in allowed and not (is_number and _numbers(what)):
                words = [*allowed, "a number", "LOW..HIGH"] if is_number else allowed
                raise InputError(f"--field {where}={what}: this field holds {', '.join(words)}")


def in_words(limits: Mapping[str, str]) -> str:
    """What is said of fields, the same about several in one phrase."""
    by_what: dict[str, list[str]] = {}
    for where, what in limits.items():
        by_what.setdefault(what, []).append(where)
    return " · ".join(f"{', '.join(names)} = {what}" for what, names in by_what.items())


def _is_named(full: str, text: str) -> bool:
    return full == text or full.endswith((f".{text}", f"${text}"))


def _numbers(what: str) -> tuple[int, int] | None:
    found = _RANGE.fullmatch(what)
    return None if found is None else (int(found[1]), int(found[2] or found[1]))
