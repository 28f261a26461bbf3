"""Failures that are about a type which nobody has declared: the guess is at fault.

A TypeError or an AttributeError says which types do not fit. If a value of such a type stands in a
witness where the program has no hint, the function was given what it does not take: that is told as
what it needs, and is no finding. None is never a guess: a default or a call has it. So it is if
calls hand an object to another one as what nobody has declared, and that makes a circle which the
function does not come to an end of.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import FunctionType

from heapwise.frontends.python.checking.constructible import class_named
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import FunctionInfo, info_of
from heapwise.frontends.python.typing.shapes import opened
from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value

_BUILTIN = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
_WORDS = re.compile(r"[A-Za-z_]\w*")
_OPEN = ("Any", "object")


class GuessedTypes:
    """Of the parameters of a function, and of what can be reached from them."""

    def __init__(self, loaded: LoadedModule, info: FunctionInfo) -> None:
        self._loaded = loaded
        self._roots = frozenset(_without_hint(info))

    def at_fault(self, message: str, given: Heap) -> str:
        """What the arguments must not be, if that is all that an exception with this message shows;
        empty if types that were declared do not fit."""
        if not message.startswith(("TypeError", "AttributeError")):
            return ""
        words = set(_WORDS.findall(message.partition(":")[2]))
        if "NoneType" in words:
            return ""
        guessed = sorted(self._guessed(given), key=_is_no_argument)
        classes = {obj.class_name.rpartition(".")[2] for obj in given.objects.values()}
        named = words & (_BUILTIN | classes)
        for place, kind in guessed:
            if kind in words or not named:
                return f"{place} must not be of type {kind}"
        return ""

    def led_back(self, given: Heap, statements: Sequence[str], variables: Collection[str]) -> str:
        """What must not lead back to where it begins, if it does in an input that the statements
        make by handing one of the `variables` to another one."""
        handed = (_hands_over(ast.parse(each), variables) for each in statements)
        if not any(handed):
            return ""
        edges = [
            (ref, value, place, guess)
            for ref, obj in given.objects.items()
            for place, value, guess in self._contents(obj, "", True)
            if isinstance(value, Ref)
        ]
        leads_to: dict[Ref, set[Ref]] = {}
        for ref, value, _, _ in edges:
            leads_to.setdefault(ref, set()).add(value)
        for ref, value, place, guess in edges:
            if guess and place and ref in _reached(value, leads_to):
                return f"{place} must not lead back to its object"
        return ""

    def _guessed(self, given: Heap) -> Iterator[tuple[str, str]]:
        """Places without a hint, and the types of what is there."""
        seen: set[Ref] = set()
        for name, value in given.roots.items():
            is_guess = name.lstrip("*") in self._roots
            yield from self._within(f"`{name.lstrip('*')}`", value, given, is_guess, seen)

    def _within(
        self, place: str, value: Value, given: Heap, is_guess: bool, seen: set[Ref]
    ) -> Iterator[tuple[str, str]]:
        waiting = [(place, value, is_guess)]
        while waiting:
            place, value, is_guess = waiting.pop(0)
            kind = _type_name(value, given)
            if is_guess and kind is not None:
                yield place, kind
            inside = place if place.startswith("what") else f"what is in {place}"
            if isinstance(value, TupleValue):
                waiting += [(inside, item, is_guess) for item in value.items]
            elif isinstance(value, Ref) and value not in seen and value in given.objects:
                seen.add(value)
                waiting += self._contents(given.objects[value], inside, is_guess)

    def _contents(
        self, obj: HeapObject, inside: str, is_guess: bool
    ) -> list[tuple[str, Value, bool]]:
        if obj.class_name == "function":
            return []  # a table of its results
        cls = class_named(obj.class_name, self._loaded)
        fields = fields_of(cls) if cls is not None else {}
        found: list[tuple[str, Value, bool]] = []
        for name, value in obj.fields.items():
            known = fields.get(name)
            guess = (
                known is None
                or known.guessed
                or (known.source in ("init", "slots") and _has_no_hints(known.owner))
            )
            found.append((f"`{obj.class_name}.{name}`", value, guess))
        others = list(obj.contents())[len(obj.fields) :]
        found += [(inside, value, is_guess) for value in others]
        return found


def _hands_over(tree: ast.AST, variables: Collection[str]) -> bool:
    """`a.add(b)`, `a.next = b` and `a[0] = b`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=ast.Name(name)):
                given = [name]
            case ast.Call(func=ast.Attribute(value=ast.Name(of)), args=arguments) if (
                of in variables
            ):
                given = [each.id for each in arguments if isinstance(each, ast.Name)]
            case _:
                continue
        if any(name in variables for name in given):
            return True
    return False


def _reached(begin: Ref, leads_to: Mapping[Ref, Collection[Ref]]) -> set[Ref]:
    found, waiting = {begin}, [begin]
    while waiting:
        more = set(leads_to.get(waiting.pop(), ())) - found
        found |= more
        waiting += more
    return found


def _is_no_argument(guessed: tuple[str, str]) -> bool:
    """Fields come after arguments."""
    return "." in guessed[0]


def _has_no_hints(cls: type) -> bool:
    """Is there a method with parameters of which nobody has said what they are? Then nobody has
    said what the fields are, which such parameters are assigned to."""
    infos = (info_of(member) for member in vars(cls).values() if isinstance(member, FunctionType))
    return any(True for info in infos if info is not None for _ in _without_hint(info))


def _without_hint(info: FunctionInfo) -> Iterator[str]:
    """Parameters that have no hint, or one that allows anything or what cannot be made."""
    hints = inspect.get_annotations(info.function)
    is_bound = info.owner is not None and info.kind != "staticmethod"
    for number, parameter in enumerate(info.parameters):
        hint = hints.get(parameter.name)
        text = hint if isinstance(hint, str) else getattr(hint, "__name__", str(hint))
        is_open = hint is None or text.rpartition(".")[2] in _OPEN
        is_open = is_open or opened(parameter.shape) != parameter.shape
        if is_open and not (number == 0 and is_bound):
            yield parameter.name


def _type_name(value: Value, given: Heap) -> str | None:
    """As CPython writes it; None of None."""
    if value is None:
        return None
    if isinstance(value, TupleValue):
        return "tuple"
    if isinstance(value, Ref):
        obj = given.objects.get(value)
        return None if obj is None else obj.class_name.rpartition(".")[2].partition("#")[0]
    return type(value).__name__
