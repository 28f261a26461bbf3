"""Assertions that say what a run left behind.

Every field of every input object is asserted, what changed on lines of its own and first; objects
are compared by identity, so that nothing depends on the `__eq__` of the program. An object that
the run made is given a name where it is first met, its class is checked and then its fields. Only
containers of plain values that nobody shares are compared with a literal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value, refs_in
from heapwise.testgen.module_source import ClassFacts, ModuleFacts
from heapwise.testgen.python_wording import class_word, value_code
from heapwise.testgen.rebuild import Built
from heapwise.testgen.tables import FUNCTION

_ABSENT = Named("nothing")
_DEEPEST_LITERAL = 20
_ORDERED = ("list", "deque", "tuple")
_KNOWN = frozenset(("list", "dict", "set", "frozenset", "deque", "defaultdict", "OrderedDict"))


@dataclass(frozen=True, slots=True)
class Assertion:
    """Conditions that belong together."""

    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    name: str
    expression: str


Line = Assertion | Binding


def must_be_named(given: Heap, output: Heap, result: Value) -> set[Ref]:
    """Input objects that the final heap does not simply have where they were: the assertions need
    a name for them."""
    before, after = _places(given), _places(output)
    moved = {ref for ref, places in after.items() if ref in before and places != before[ref]}
    moved |= {ref for ref in before if ref not in after}
    return moved | set(refs_in(result))


def _places(heap: Heap) -> dict[Ref, list[tuple[str, str]]]:
    places: dict[Ref, list[tuple[str, str]]] = {}
    for name, value in heap.roots.items():
        for ref in refs_in(value):
            places.setdefault(ref, []).append(("", name))
    for owner, obj in heap.objects.items():
        for place, value in _slots(obj):
            for ref in refs_in(value):
                places.setdefault(ref, []).append((owner.name, place))
    return {ref: sorted(found) for ref, found in places.items()}


def _slots(obj: HeapObject) -> Iterator[tuple[str, Value]]:
    yield from obj.fields.items()
    yield from ((f"[{index}]", value) for index, value in enumerate(obj.items or ()))
    for index, (key, value) in enumerate(obj.entries or ()):
        yield f"key {index}", key
        yield f"value {index}", value


class Asserter:
    def __init__(self, given: Heap, output: Heap, built: Built, facts: ModuleFacts) -> None:
        self._given = given
        self._output = output
        self._facts = facts
        self._known: dict[Ref, str] = dict(built.names)
        self._taken = set(built.names.values())
        self._uses: dict[Ref, int] = {ref: len(found) for ref, found in _places(output).items()}
        self._written: set[Ref] = set()

    def of_result(self, result: Value) -> list[Line]:
        for ref in refs_in(result):
            self._uses[ref] = self._uses.get(ref, 0) + 1
        return self._lines("result", [("result", result)], [])

    def of_heap(self) -> list[Line]:
        lines: list[Line] = []
        for ref in self._given.objects:
            if ref in self._known:
                lines += self._object(ref)
        return lines

    # ---------------------------------------------------------------------- objects

    def _object(self, ref: Ref) -> list[Line]:
        """Assertions about what is in an object that has a name, once."""
        if ref in self._written or ref not in self._output.objects:
            return []
        if self._output.objects[ref].class_name == FUNCTION:
            return []
        self._written.add(ref)
        obj, was = self._output.objects[ref], self._given.objects.get(ref)
        name = self._known[ref]
        changed: list[tuple[str, Value]] = []
        same: list[tuple[str, Value]] = []
        for field, value in obj.fields.items():
            before = was.fields.get(field, _ABSENT) if was is not None else _ABSENT
            unchanged = before is not _ABSENT and self._is_unchanged(before, value)
            (same if unchanged else changed).append((f"{name}.{field}", value))
        lines = self._lines(name, changed, same)
        if was is not None:
            gone = [field for field in was.fields if field not in obj.fields]
            # Not `hasattr`: a class attribute may stand behind the field.
            lines += [
                Assertion((f'"{field}" not in getattr({name}, "__dict__", {{}})',))
                for field in gone
            ]
        return lines + self._contents(name, obj)

    def _is_unchanged(self, was: Value, now: Value) -> bool:
        if not _same(was, now):
            return False
        if not isinstance(now, Ref) or now in self._known:
            return True
        # A container without a name is asserted here, so its contents count too.
        before, after = self._given.objects.get(now), self._output.objects.get(now)
        return before == after

    def _contents(self, name: str, obj: HeapObject) -> list[Line]:
        """What a container with a name holds."""
        if obj.items is None and obj.entries is None:
            return []
        if self._is_plain(obj, 0):
            return [Assertion(tuple(self._equals(name, obj)))]
        if obj.entries is not None:
            return self._entries(name, obj.entries)
        items = obj.items or ()
        length = Assertion((f"len({name}) == {len(items)}",))
        if obj.class_name in _ORDERED or obj.class_name not in _KNOWN:
            places = [(f"{name}[{index}]", item) for index, item in enumerate(items)]
            return [length, *self._lines(name, [], places)]
        known = [item for item in items if all(ref in self._known for ref in refs_in(item))]
        inside = [f"{value_code(item, self._known)} in {name}" for item in known]
        return [length, *([Assertion(tuple(inside))] if inside else [])]

    def _entries(self, name: str, entries: Iterable[tuple[Value, Value]]) -> list[Line]:
        pairs = list(entries)
        if any(True for key, _ in pairs for _ in refs_in(key)):
            places = [(f"list({name})[{n}]", key) for n, (key, _) in enumerate(pairs)]
            places += [(f"list({name}.values())[{n}]", v) for n, (_, v) in enumerate(pairs)]
            return [Assertion((f"len({name}) == {len(pairs)}",)), *self._lines(name, [], places)]
        keys = ", ".join(value_code(key, {}) for key, _ in pairs)
        values = [(f"{name}[{value_code(key, {})}]", value) for key, value in pairs]
        return [Assertion((f"list({name}) == [{keys}]",)), *self._lines(name, [], values)]

    def _lines(
        self,
        name: str,
        changed: Iterable[tuple[str, Value]],
        same: Iterable[tuple[str, Value]],
    ) -> list[Line]:
        """Assertions about places, then about the new objects in them."""
        new: list[tuple[str, Ref]] = []
        apart = [each for place, value in changed for each in self._conditions(place, value, new)]
        joined = [each for place, value in same for each in self._conditions(place, value, new)]
        lines: list[Line] = [Assertion((each,)) for each in apart]
        if joined:
            lines.append(Assertion(tuple(joined)))
        for place, ref in new:
            lines += self._new_object(place, ref)
        return lines

    def _new_object(self, place: str, ref: Ref) -> list[Line]:
        obj = self._output.objects[ref]
        if ref in self._known:  # met again in a place further left
            return [Assertion((f"{place} is {self._known[ref]}",))]
        lines: list[Line] = []
        if place == "result" or ref in self._given.objects:
            self._known[ref] = place
        else:
            self._known[ref] = self._new_name(obj)
            lines.append(Binding(self._known[ref], place))
        name = self._known[ref]
        if ref not in self._given.objects:
            lines.append(Assertion((self._class_check(name, obj),)))
            twins = [f"{name} is not {other}" for other in self._twins(ref, obj)]
            lines += [Assertion((each,)) for each in twins]
        return lines + self._object(ref)

    def _new_name(self, obj: HeapObject) -> str:
        word = f"new_{class_word(obj.class_name)}"
        number, name = 2, word
        while name in self._taken:
            name, number = f"{word}{number}", number + 1
        self._taken.add(name)
        return name

    def _class_check(self, name: str, obj: HeapObject) -> str:
        first = obj.class_name.split(".")[0]
        if first in self._facts.names or first in _KNOWN:
            return f"isinstance({name}, {obj.class_name})"
        return f'type({name}).__name__ == "{obj.class_name.rpartition(".")[2]}"'

    def _twins(self, ref: Ref, obj: HeapObject) -> Iterator[str]:
        """Input objects that the fields alone would not tell from the new one."""
        for other in self._given.objects:
            body = self._output.objects.get(other)
            if body is None or other not in self._known or body.class_name != obj.class_name:
                continue
            pairs = zip(body.contents(), obj.contents(), strict=False)
            if all(isinstance(a, Ref) or isinstance(b, Ref) or _same(a, b) for a, b in pairs):
                yield self._known[other]

    # ---------------------------------------------------------------------- values

    def _conditions(self, place: str, value: Value, new: list[tuple[str, Ref]]) -> Iterator[str]:
        if isinstance(value, Ref):
            yield from self._reference(place, value, new)
        elif isinstance(value, TupleValue):
            if self._is_plain_value(value, 0):
                yield f"{place} == {self._code(value)}"
                return
            yield f"len({place}) == {len(value.items)}"
            for index, item in enumerate(value.items):
                yield from self._conditions(f"{place}[{index}]", item, new)
        elif value is None or isinstance(value, bool):
            yield f"{place} is {value}"
        elif isinstance(value, float) and value != value:
            yield f"math.isnan({place})"
        elif isinstance(value, Named):
            if not value.text.startswith("threading."):  # a lock is equal to itself only
                yield _named_condition(place, value.text)
        else:
            yield f"{place} == {value_code(value, {})}"

    def _reference(self, place: str, ref: Ref, new: list[tuple[str, Ref]]) -> Iterator[str]:
        if ref in self._known:
            yield f"{place} is {self._known[ref]}"
            return
        obj = self._output.objects[ref]
        if obj.class_name == FUNCTION:
            yield f"callable({place})"
            return
        is_value = obj.items is not None or obj.entries is not None or self._is_tuple(obj)
        if is_value and self._uses.get(ref, 1) == 1 and self._is_plain(obj, 0):
            yield from self._equals(place, obj)
        else:
            new.append((place, ref))

    def _is_tuple(self, obj: HeapObject) -> bool:
        return self._facts.classes.get(obj.class_name, ClassFacts()).is_tuple

    def _equals(self, place: str, obj: HeapObject) -> Iterator[str]:
        if obj.entries is not None and len(obj.entries) > 1:
            # The order of a dict is part of what a program does.
            pairs = TupleValue(tuple(TupleValue(pair) for pair in obj.entries))
            yield f"list({place}.items()) == [{self._code(pairs)[1:-1]}]"
        else:
            yield f"{place} == {self._literal(obj)}"

    def _is_plain(self, obj: HeapObject, depth: int) -> bool:
        """Can the object be written as a literal that is equal to it and to nothing else?"""
        is_tuple = self._is_tuple(obj)
        if depth > _DEEPEST_LITERAL or (obj.fields and not is_tuple):
            return False
        if not is_tuple and obj.class_name not in ("list", "dict", "set", "frozenset", "deque"):
            return False
        return all(self._is_plain_value(value, depth + 1) for value in obj.contents())

    def _is_plain_value(self, value: Value, depth: int) -> bool:
        if isinstance(value, TupleValue):
            return all(self._is_plain_value(item, depth + 1) for item in value.items)
        if isinstance(value, Ref):
            if value in self._known or self._uses.get(value, 1) != 1:
                return False
            obj = self._output.objects[value]
            return self._is_plain(obj, depth)
        if isinstance(value, Named):
            return "<" not in value.text or _is_bytes(value.text)
        return value == value  # nan is not

    def _literal(self, obj: HeapObject) -> str:
        if self._is_tuple(obj):
            parameters = self._facts.classes[obj.class_name].parameters or ()
            values = [self._code(obj.fields[each.attribute]) for each in parameters]
            return f"{obj.class_name}({', '.join(values)})"
        if obj.entries is not None:
            pairs = (f"{self._code(key)}: {self._code(value)}" for key, value in obj.entries)
            return f"{{{', '.join(pairs)}}}"
        inside = ", ".join(self._code(item) for item in obj.items or ())
        if obj.class_name == "list":
            return f"[{inside}]"
        if obj.class_name == "set":
            return f"{{{inside}}}" if inside else "set()"
        return f"{obj.class_name}([{inside}])" if inside else f"{obj.class_name}()"

    def _code(self, value: Value) -> str:
        texts: Mapping[Ref, str] = {
            ref: self._literal(self._output.objects[ref]) for ref in refs_in(value)
        }
        return value_code(value, texts)


def _named_condition(place: str, text: str) -> str:
    if "<" in text and not _is_bytes(text):
        return f"callable({place})"
    is_name = all(part.isidentifier() for part in text.split("."))
    return f"{place} is {text}" if is_name else f"{place} == {text}"


def _is_bytes(text: str) -> bool:
    return text.startswith(('b"', "b'"))


def _same(left: Value, right: Value) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return repr(left) == repr(right)
    return type(left) is type(right) and left == right
