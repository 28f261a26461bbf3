"""Code that rebuilds a witness: statements that make its objects, and the call.

Objects are made in an order in which each finds what it refers to; where a cycle forbids that, the
reference is assigned afterwards. Constructors are called where they suffice (`module_source.py`),
otherwise objects are made with `__new__` and plain assignments, so every heap can be written down.
Every statement is a simple one, so that semicolons can join them.
"""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value, refs_in
from heapwise.testgen.draws import RANDOM
from heapwise.testgen.module_source import ClassFacts, Empty, ModuleFacts
from heapwise.testgen.prepared_world import WORLD
from heapwise.testgen.python_wording import text_literal, value_code, variable_names
from heapwise.testgen.table_code import function_code
from heapwise.testgen.tables import FUNCTION, TEXT

_DEEPEST_INLINE = 8
_DICTS = frozenset(("dict", "defaultdict", "OrderedDict", "Counter"))
_LISTS = frozenset(("list", "set", "frozenset", "deque", "tuple", "bytearray", RANDOM))
_IMMUTABLE = frozenset(("frozenset", "tuple", FUNCTION))


@dataclass(frozen=True, slots=True)
class Built:
    """Statements that make the objects, and what the objects are called after them; an object that
    is written in place has no name here."""

    statements: tuple[str, ...]
    names: Mapping[Ref, str]
    inline: Mapping[Ref, str] = field(default_factory=dict)

    def text(self, value: Value) -> str:
        """An expression for a value of the input."""
        return value_code(value, {**self.inline, **self.names})


def build(
    given: Heap,
    facts: ModuleFacts,
    *,
    inline_objects: bool = False,
    named: Collection[Ref] = (),
    reserved: Collection[str] = (),
) -> Built:
    """`named` are objects that must have a name; `reserved` are names that are taken."""
    made = {ref: obj for ref, obj in given.objects.items() if obj.class_name not in (RANDOM, WORLD)}
    given = Heap(given.roots, made)
    # `other = other.Item(3)` would hide the module.
    modules = {obj.class_name.partition(".")[0] for obj in made.values() if "." in obj.class_name}
    reserved = {*reserved, *modules}
    try:
        return _Builder(given, facts, inline_objects, named, reserved).run()
    except _CycleThroughImmutableError:
        return _Builder(given, facts, inline_objects, named, reserved).run_plainly()


def fields_left(given: Heap, facts: ModuleFacts) -> dict[Ref, tuple[str, ...] | None]:
    """Of every object of a class of the program, the fields that have to be assigned after its
    constructor was called; None if that does not suffice at all."""
    builder = _Builder(given, facts, True, (), ())
    try:
        builder.run()
    except _CycleThroughImmutableError:
        return {ref: None for ref in given.objects if ref in builder.left}
    return builder.left


class _CycleThroughImmutableError(Exception):
    """Something that cannot be filled later lies on a cycle: everything else is made empty."""


class _Builder:
    def __init__(
        self,
        given: Heap,
        facts: ModuleFacts,
        inline_objects: bool,
        named: Collection[Ref],
        reserved: Collection[str],
    ) -> None:
        self._heap = given
        self._facts = facts
        self._inline_objects = inline_objects
        self._named = frozenset(named)
        self._uses = _count_uses(given)
        for obj in given.objects.values():
            if obj.class_name == FUNCTION:
                # Its code refers to them by name.
                self._named |= {to for value in obj.contents() for to in refs_in(value)}
        self._names = variable_names(given, facts, reserved)
        self._done: set[Ref] = set()
        self._awaited: set[Ref] = set()
        self._inline: dict[Ref, str] = {}
        self._depth: dict[Ref, int] = {}
        self._statements: list[str] = []
        self._deferred: list[str] = []
        self.left: dict[Ref, tuple[str, ...] | None] = {}

    def run(self) -> Built:
        for ref in self._order():
            self._make(ref)
            self._done.add(ref)
        if self._deferred and any(
            self._is_hashed_by_content(o) for o in self._heap.objects.values()
        ):
            raise _CycleThroughImmutableError  # keys must be complete before they are hashed
        return self._built([*self._statements, *self._deferred])

    def run_plainly(self) -> Built:
        """Shells first, then what is immutable, then fields, then what hashes."""
        objects = self._heap.objects
        late: list[str] = []
        for ref, obj in objects.items():
            if not self._is_immutable(obj):
                self._statements.append(f"{self._names[ref]} = {self._shell(obj)}")
                self._done.add(ref)
        fields = {
            ref: dict(obj.fields) for ref, obj in objects.items() if not self._is_immutable(obj)
        }
        for ref, values in fields.items():
            # `__hash__` may read these fields, so they are assigned before the first set or dict.
            ready = {n: values.pop(n) for n in list(values) if self._is_ready(values[n])}
            self._statements += self._assignments(ref, objects[ref], ready)
        waiting = [ref for ref, obj in objects.items() if self._is_immutable(obj)]
        while waiting:
            ref = next(each for each in waiting if self._all_ready(objects[each]))
            waiting.remove(ref)
            self._statements.append(f"{self._names[ref]} = {self._immutable(objects[ref])}")
            self._done.add(ref)
        for ref, obj in objects.items():
            if not self._is_immutable(obj):
                self._statements += self._assignments(ref, obj, fields[ref])
                late += self._filling(ref, obj)
        return self._built([*self._statements, *late])

    def _built(self, statements: list[str]) -> Built:
        names = {ref: name for ref, name in self._names.items() if ref not in self._inline}
        return Built(tuple(statements), names, self._inline)

    def _order(self) -> Iterator[Ref]:
        """Every object after those it refers to, as far as cycles allow."""
        begun: set[Ref] = set()
        starts = [ref for value in self._heap.roots.values() for ref in refs_in(value)]
        for start in (*starts, *self._heap.objects):
            stack = [(start, iter(self._children(start)))] if start not in begun else []
            begun.add(start)
            while stack:
                ref, children = stack[-1]
                child = next((each for each in children if each not in begun), None)
                if child is None:
                    stack.pop()
                    yield ref
                else:
                    begun.add(child)
                    stack.append((child, iter(self._children(child))))

    def _children(self, ref: Ref) -> list[Ref]:
        if self._heap.objects[ref].class_name == FUNCTION:
            return []  # it looks for objects when it is called
        return [to for value in self._heap.objects[ref].contents() for to in refs_in(value)]

    # ---------------------------------------------------------------------- one object

    def _make(self, ref: Ref) -> None:
        obj = self._heap.objects[ref]
        after: list[str] = []
        later: list[str] = []
        if self._is_immutable(obj):
            text = self._immutable(obj)
        elif obj.items is not None or obj.entries is not None:
            text, after, later = self._container(ref, obj)
        else:
            text, after, later = self._object(ref, obj)
        if not after and not later and self._may_be_inline(ref, obj):
            self._inline[ref] = text
            children = [self._depth.get(child, 0) for child in self._children(ref)]
            self._depth[ref] = 1 + max(children, default=0)
            return
        self._statements += [f"{self._names[ref]} = {text}", *after]
        self._deferred += later

    def _may_be_inline(self, ref: Ref, obj: HeapObject) -> bool:
        if ref in self._named or ref in self._awaited or self._uses[ref] != 1:
            return False
        if self._is_a_root(ref) and not (self._inline_objects or self._is_immutable(obj)):
            return False
        if max((self._depth.get(child, 0) for child in self._children(ref)), default=0) > (
            _DEEPEST_INLINE
        ):
            return False
        is_container = obj.items is not None or obj.entries is not None
        return self._inline_objects or is_container or self._is_immutable(obj)

    def _is_a_root(self, ref: Ref) -> bool:
        return any(value == ref for value in self._heap.roots.values())

    def _object(self, ref: Ref, obj: HeapObject) -> tuple[str, list[str], list[str]]:
        """An expression that makes the object, what to do next and what to do in the end."""
        if (
            _is_builtin_exception(obj.class_name)
            and self._all_ready(obj)
            and set(obj.fields) <= {"args"}
        ):
            self.left[ref] = ()
            args = obj.fields.get("args")
            given = args.items if isinstance(args, TupleValue) else ()
            return f"{obj.class_name}({', '.join(map(self._text, given))})", [], []
        facts = self._facts.classes.get(obj.class_name, ClassFacts())
        call = None if TEXT in obj.fields else self._constructor(obj, facts)
        text, still = (self._shell(obj), obj.fields) if call is None else call
        self.left[ref] = None if call is None else tuple(still)
        return text, *self._remaining(ref, obj, still)

    def _remaining(
        self, ref: Ref, obj: HeapObject, fields: Mapping[str, Value]
    ) -> tuple[list[str], list[str]]:
        """The assignments that can be made at once, and those that wait for other objects."""
        ready = {n: v for n, v in fields.items() if self._is_ready(v, ref)}
        waiting = {n: v for n, v in fields.items() if n not in ready}
        self._wait_for(waiting.values())
        return self._assignments(ref, obj, ready), self._assignments(ref, obj, waiting)

    def _wait_for(self, values: Iterable[Value]) -> None:
        for value in values:
            self._awaited.update(refs_in(value))

    def _is_ready(self, value: Value, itself: Ref | None = None) -> bool:
        return all(to in self._done or to == itself for to in refs_in(value))

    def _constructor(
        self, obj: HeapObject, facts: ClassFacts
    ) -> tuple[str, dict[str, Value]] | None:
        """A call of the constructor and the fields it leaves wrong, if it suffices."""
        if facts.parameters is None or (facts.frozen and not self._all_ready(obj)):
            return None
        set_by_it = {each.attribute for each in facts.parameters} | set(facts.constants)
        if not set_by_it <= set(obj.fields):
            return None
        arguments: list[str] = []
        still: dict[str, Value] = {}
        by_keyword = False
        for each in facts.parameters:
            value = obj.fields[each.attribute]
            if not each.required and self._equals(value, each.default):
                by_keyword = True
                continue
            if self._is_ready(value):
                text = self._text(value)
            else:
                still[each.attribute] = value
                if not each.required:
                    by_keyword = True
                    continue
                text = "None"
            # Keywords read better where there is room.
            keyword = by_keyword or each.keyword_only or not self._inline_objects
            arguments.append(f"{each.name}={text}" if keyword else text)
        for name, value in obj.fields.items():
            if name in facts.constants:
                if not self._equals(value, facts.constants[name]):
                    still[name] = value
            elif name not in set_by_it:
                still[name] = value
        return f"{obj.class_name}({', '.join(arguments)})", still

    def _all_ready(self, obj: HeapObject) -> bool:
        if obj.class_name == FUNCTION:
            return True
        return all(self._is_ready(value) for value in obj.contents())

    def _equals(self, value: Value, default: object) -> bool:
        """Would the default give this very value? A new empty container does if nobody else
        refers to it."""
        if isinstance(default, Empty):
            obj = self._heap.objects.get(value) if isinstance(value, Ref) else None
            if obj is None or not isinstance(value, Ref) or self._uses[value] != 1:
                return False
            is_empty = not obj.items and not obj.entries and not obj.fields
            return obj.class_name == default.class_name and is_empty and value in self._inline
        return type(value) is type(default) and value == default

    def _shell(self, obj: HeapObject) -> str:
        name = obj.class_name
        if TEXT in obj.fields:
            return f"str.__new__({name}, {self._text(obj.fields[TEXT])})"
        if obj.items is not None or obj.entries is not None:
            if name == "deque":
                return (
                    f"deque(maxlen={self._text(obj.fields['maxlen'])})"
                    if obj.fields
                    else name + "()"
                )
            if name == "defaultdict":
                return f"defaultdict({self._text(obj.fields['default_factory'])})"
            if obj.entries is not None and name not in _DICTS:
                return f"dict.__new__({name})"
            if _is_derived(obj):
                return f"list.__new__({name})"
            return {"list": "[]", "dict": "{}"}.get(name, f"{name}()")
        if self._facts.classes.get(name, ClassFacts()).own_new:
            return f"object.__new__({name})"
        return f"{name}.__new__({name})"

    # ---------------------------------------------------------------------- containers

    def _container(self, ref: Ref, obj: HeapObject) -> tuple[str, list[str], list[str]]:
        own = {"maxlen", "default_factory"}
        fields = {name: value for name, value in obj.fields.items() if name not in own}
        after, later = self._remaining(ref, obj, fields)
        inside = [*(obj.items or ()), *(each for pair in obj.entries or () for each in pair)]
        is_ready = all(self._is_ready(value) for value in inside)
        if is_ready and (_is_derived(obj) or self._is_derived_dict(obj)):
            # A class of the program may have a constructor that does more than fill it.
            return self._shell(obj), [*after, *self._filling(ref, obj)], later
        if not is_ready:
            self._wait_for(inside)
            return self._shell(obj), after, [*later, *self._filling(ref, obj)]
        return self._display(obj), after, later

    def _display(self, obj: HeapObject) -> str:
        name = obj.class_name
        items = self._items(obj)
        if obj.entries is not None:
            if name == "dict":
                return items
            shell = self._shell(obj)
            if not obj.entries:
                return shell
            separator = "" if shell.endswith("()") else ", "
            return f"{shell[:-1]}{separator}{items})"
        if name == "list":
            return items
        if name == "set" and obj.items:
            return f"{{{items[1:-1]}}}"
        if name == "deque" and "maxlen" in obj.fields:
            return f"deque({items}, maxlen={self._text(obj.fields['maxlen'])})"
        return f"{name}({items})" if obj.items else f"{name}()"

    def _is_derived_dict(self, obj: HeapObject) -> bool:
        return obj.entries is not None and obj.class_name not in _DICTS

    def _items(self, obj: HeapObject) -> str:
        if obj.entries is not None:
            pairs = (f"{self._text(key)}: {self._text(value)}" for key, value in obj.entries)
            return f"{{{', '.join(pairs)}}}"
        return f"[{', '.join(self._text(item) for item in obj.items or ())}]"

    def _filling(self, ref: Ref, obj: HeapObject) -> list[str]:
        name = self._names[ref]
        if not obj.items and not obj.entries:
            return []
        if obj.entries is not None and obj.class_name not in _DICTS:
            return [f"dict.update({name}, {self._items(obj)})"]
        if _is_derived(obj):
            return [f"list.extend({name}, {self._items(obj)})"]
        method = "update" if obj.entries is not None or "set" in obj.class_name else "extend"
        return [f"{name}.{method}({self._items(obj)})"]

    def _is_immutable(self, obj: HeapObject) -> bool:
        facts = self._facts.classes.get(obj.class_name)
        return obj.class_name in _IMMUTABLE or (facts is not None and facts.is_tuple)

    def _immutable(self, obj: HeapObject) -> str:
        if obj.class_name == FUNCTION:
            return function_code(obj, self._text)
        if not self._all_ready(obj):
            raise _CycleThroughImmutableError
        facts = self._facts.classes.get(obj.class_name)
        if facts is None or not facts.is_tuple:
            return self._display(obj)
        order = [each.attribute for each in facts.parameters or ()]
        arguments = ", ".join(self._text(obj.fields[name]) for name in order)
        return f"{obj.class_name}({arguments})"

    def _is_hashed_by_content(self, obj: HeapObject) -> bool:
        keys = [key for key, _ in obj.entries or ()]
        if "set" in obj.class_name:
            keys += obj.items or ()
        return any(True for key in keys for _ in refs_in(key))

    def _assignments(self, ref: Ref, obj: HeapObject, fields: Mapping[str, Value]) -> list[str]:
        name = self._names[ref]
        facts = self._facts.classes.get(obj.class_name, ClassFacts())
        fields = {each: value for each, value in fields.items() if each != TEXT}
        if facts.frozen:
            return [
                f"object.__setattr__({name}, {text_literal(each)}, {self._text(value)})"
                for each, value in fields.items()
            ]
        return [f"{name}.{each} = {self._text(value)}" for each, value in fields.items()]

    def _text(self, value: Value) -> str:
        return value_code(value, {**self._names, **self._inline})


def _is_derived(obj: HeapObject) -> bool:
    """Is it of a class of the program below `list`, whose constructor may do anything?"""
    return obj.items is not None and obj.class_name not in _LISTS


def _is_builtin_exception(name: str) -> bool:
    found = vars(builtins).get(name)
    return isinstance(found, type) and issubclass(found, BaseException)


def _count_uses(heap: Heap) -> Counter[Ref]:
    uses: Counter[Ref] = Counter()
    values = [*heap.roots.values(), *(v for obj in heap.objects.values() for v in obj.contents())]
    for value in values:
        uses.update(refs_in(value))
    return uses
