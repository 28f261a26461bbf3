"""What a user says of input objects: how many there are, and what their fields hold to begin with.

It is said by options (`--field Node.value=null`, `--max-objects Node=0`), by a method of the
program in the style of Korat (`--finitization fin_tree(5)`) or in a file (`--finitization-file`),
alike for every language. A field holds

    null        nothing: null, or 0, or false; the field is no input
    not-null    some object
    3, 0..5     a number, or one of a range

A class may be called by the last part of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from heapwise.engine.bounds import Bounds
from heapwise.frontends.input_options import InputLimits
from heapwise.program import FieldDecl, InputError, Program
from heapwise.program.types import ClassDecl, is_integer

NOTHING = "null"
NOT_NULL = "not-null"
_RANGE = re.compile(r"(-?\d+)(?:\.\.(-?\d+))?")
_CALL = re.compile(r"(?P<method>[^()]+)\((?P<scope>\d+)\)")


def called(text: str) -> tuple[str, int]:
    """The method and the number in `finTreeMap(5)`."""
    found = _CALL.fullmatch(text.strip())
    if found is None:
        raise InputError(f"--finitization {text}: write METHOD(N), as in finTreeMap(5)")
    return found["method"], int(found["scope"])


def is_named(full: str, text: str) -> bool:
    """Does the user's text mean the class with this name? Java's nested classes may be called as in
    source code (`Tree.Node`) or as in class files (`Tree$Node`)."""
    if full == text or full.endswith((f".{text}", f"${text}")):
        return True
    return "$" in full and is_named(full.replace("$", "."), text)


def numbers(what: str) -> tuple[int, int] | None:
    """The lowest and the highest number that it allows; None if it is about something else."""
    found = _RANGE.fullmatch(what)
    return None if found is None else (int(found[1]), int(found[2] or found[1]))


def limit_of(owner: str, name: str, limits: Mapping[str, str]) -> str | None:
    """What is said of a field of the class with this name; of several, the last counts."""
    said: str | None = None
    for where, what in limits.items():
        cls, _, label = where.rpartition(".")
        if label == name and is_named(owner, cls):
            said = what
    return said


def limit_field(field: FieldDecl, what: str | None) -> None:
    """Let a field of input objects hold that and nothing else."""
    if what == NOTHING:
        field.absent = True
    elif what == NOT_NULL:
        field.nullable = False
    elif what is not None:
        field.low, field.high = numbers(what) or (field.low, field.high)


def limit_program(program: Program, limits: InputLimits) -> None:
    """Apply them to a program whose fields are all declared. Raises `InputError` for a field or a
    class that there is not, or that cannot hold what is said."""
    if limits.finitization is not None:
        raise InputError(
            f"--finitization {limits.finitization}: programs in {program.language} have no such "
            "methods; --field and --finitization-file say the same"
        )
    for where, what in limits.fields.items():
        owner, _, name = where.rpartition(".")
        classes = [cls for cls in program.classes.values() if is_named(cls.name, owner)]
        fields = [cls.own_fields[name] for cls in classes if name in cls.own_fields]
        if not fields:
            raise no_field(where, what, bool(classes))
        for each in fields:
            need_fitting(where, what, each)
            limit_field(each, what)
    tell_limits(program, limits)


def need_fitting(where: str, what: str, field: FieldDecl) -> None:
    allowed = [NOTHING, NOT_NULL] if isinstance(field.type, ClassDecl) else [NOTHING]
    need_allowed(where, what, allowed, is_integer(field.type))


def need_allowed(where: str, what: str, allowed: Sequence[str], is_number: bool) -> None:
    """Raises `InputError` if it is neither one of these words nor a number, where one may be."""
    if what not in allowed and not (is_number and numbers(what)):
        words = [*allowed, "a number", "LOW..HIGH"] if is_number else allowed
        meant = "" if NOT_NULL in allowed else f"; {NOTHING} means 0, or false"
        raise InputError(f"--field {where}={what}: this field holds {', '.join(words)}{meant}")


def no_field(where: str, what: str, has_class: bool) -> InputError:
    owner, _, name = where.rpartition(".")
    missing = f"`{owner}` has no field `{name}`" if has_class else f"no class `{owner}`"
    return InputError(f"--field {where}={what}: {missing}")


def tell_limits(program: Program, limits: InputLimits) -> None:
    """Let the header of a run and its verdict know of them."""
    if limits.fields:
        text = in_words(limits.fields)
        program.settings["fields"] = text
        program.restrictions += (text,)
    program.input_objects = limits.objects


def in_words(limits: Mapping[str, str]) -> str:
    """What is said of fields, the same about several in one phrase."""
    by_what: dict[str, list[str]] = {}
    for where, what in limits.items():
        by_what.setdefault(what, []).append(where)
    return " · ".join(f"{', '.join(names)} = {what}" for what, names in by_what.items())


def all_in_words(limits: InputLimits) -> str:
    """What is said of fields and of numbers of objects."""
    counts = [
        f"at most {count} {name} object{'' if count == 1 else 's'}"
        for name, count in limits.objects.items()
    ]
    return " · ".join([*counts, *([in_words(limits.fields)] if limits.fields else [])])


def with_full_names(program: Program, bounds: Bounds) -> Bounds:
    """The bounds, with classes called as in the program: the last part of a name is enough where
    it means one class. What the user says of a class goes before what a finitization says."""
    found = {**full_names(program.classes, program.input_objects)}
    found |= full_names(program.classes, bounds.max_objects_of)
    return replace(bounds, max_objects_of=found)


def full_names(classes: Iterable[str], objects: Mapping[str, int]) -> dict[str, int]:
    known = [*classes]
    found: dict[str, int] = {}
    for name, limit in objects.items():
        full = [each for each in known if each != name and is_named(each, name)]
        found[full[0] if name not in known and len(full) == 1 else name] = limit
    return found
