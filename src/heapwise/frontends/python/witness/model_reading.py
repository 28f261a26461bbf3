"""From a path and a model to witnesses: Python values as plain data.

Objects that the program made are named in the order in which they are reached from the inputs and
the result, those of the input likewise; a name keeps to its object in both heaps.
"""

from __future__ import annotations

import sys
import weakref
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import BuiltinFunctionType, FunctionType
from typing import Any, assert_never

from heapwise.engine.state import Exhausted, Store, StoreKey, Undefined
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.layouts import TYPES, Layout, Part
from heapwise.frontends.python.model.store_keys import (
    deleted_attribute,
    exception_arguments,
    excluded_keys,
    unset_attributes,
)
from heapwise.frontends.python.model.store_keys import loose as loose_key
from heapwise.frontends.python.model.universe import Container, Universe, literal, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Boxed,
    Builtin,
    Bytes,
    ClassValue,
    Compared,
    Contents,
    Context,
    DictContents,
    EnumValue,
    ExceptionValue,
    Function,
    HashOf,
    Host,
    Identity,
    InputFunction,
    ListContents,
    Match,
    Modelled,
    Opaque,
    Queue,
    Range,
    SetContents,
    Slice,
    Super,
    Tagged,
    Tuple,
    Unique,
    UnknownText,
    ValueObject,
    View,
    Weak,
)
from heapwise.frontends.python.model.values import Value as PythonValue
from heapwise.frontends.python.semantics.library.random_and_clocks import DRAWS
from heapwise.frontends.python.semantics.library.world import FACTS
from heapwise.frontends.python.semantics.objects.input_functions import NEW_OBJECT, calls_key
from heapwise.frontends.python.semantics.objects.inputs import (
    TAG,
    exception_key,
    grouped,
    typed_key,
)
from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.typing.default_factories import input_factory
from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    LEFT_OUT,
    LOCKS,
    BoolShape,
    BytesShape,
    CallableShape,
    EnumShape,
    ExceptionShape,
    FloatShape,
    IntShape,
    LeftOutShape,
    LiteralShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    TypedDictShape,
    UnknownShape,
    ValueShape,
    WeakShape,
    alternatives,
    unite,
)
from heapwise.frontends.python.witness.spare_keys import SpareKeys
from heapwise.heaps.view import HeapView, ObjectKey, Pointer, Snapshot, ViewValue
from heapwise.program.types import BOOL, FLOAT, INT, STR
from heapwise.results import SOME_TEXT, Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.solver.model import Model
from heapwise.terms import REF, Term
from heapwise.testgen.real_names import bytes_literal
from heapwise.testgen.tables import TEXT, WEAK
from heapwise.testgen.value_texts import value_text

_FILES: dict[int, Value] = {
    1: None,
    2: TupleValue(("a directory",)),
    3: TupleValue(("not permitted",)),
    4: TupleValue(("not UTF-8",)),
}
"""What is told of a file that is no text."""


class Describer:
    """One path under one model. `store` is what the path kept, for the final heap."""

    def __init__(self, universe: Universe, view: HeapView, model: Model, store: Store) -> None:
        self._universe = universe
        self._view = view
        self._model = model
        self._store = store
        self._contents: dict[ObjectKey, Any] = {}
        for key, contents in store.items():
            if isinstance(key, Term) and key.sort is REF:
                pointer = view.value(key)
                if isinstance(pointer, Pointer):
                    self._contents[pointer.key] = contents
        self._names: dict[ObjectKey, Ref] = {}
        self._functions: dict[tuple[CallableShape, ViewValue], Ref] = {}
        self._tables: dict[Ref, HeapObject] = {}
        self._references: dict[Value, Ref] = {}
        self._exceptions: dict[tuple[type, tuple[PythonValue, ...]], Ref] = {}
        self._made: set[ObjectKey] = set()
        self._waiting: deque[ObjectKey] = deque()
        self._spare: dict[ObjectKey, dict[int, Value]] = {}
        describer = weakref.proxy(self)  # in no cycle, as `ModelView`
        self._spares = SpareKeys(
            universe,
            lambda part, index: describer._constant(part, index),
            lambda cls: describer._pointed(view.invented(cls), False),
        )

    def snapshot(self, parameters: Mapping[str, Shape], result: PythonValue | None) -> Snapshot:
        before, inputs = self._heap(parameters, final=False)
        first = list(before)
        roots = dict(inputs)
        tables = dict(self._tables)
        drawn = DRAWS.of(self._store)
        if drawn:
            numbers = tuple(self._value(each, final=False) for each in drawn)
            self._tables[Ref("random#1")] = HeapObject("random", {}, items=numbers)
            tables = dict(self._tables)
        facts = FACTS.of(self._store)
        if facts:
            self._tables[Ref("world#1")] = self._world(facts)
            tables = dict(self._tables)
        self._waiting.extend(first)
        returned = None if result is None else self._value(result, final=True)
        after_roots = {name: self._input(name, shape, True) for name, shape in parameters.items()}
        after = self._drain(final=True)
        return Snapshot(
            Heap(roots, {**{self._names[key]: obj for key, obj in before.items()}, **tables}),
            Heap(
                after_roots,
                {**{self._names[key]: obj for key, obj in after.items()}, **self._tables},
            ),
            returned,
        )

    def _world(self, facts: tuple[tuple[str, PythonValue, PythonValue], ...]) -> HeapObject:
        """What the path has learned of the world: the kind of what was asked, of what, and the
        answer."""
        entries = []
        for kind, key, answer in facts:
            told = self._value(answer, False)
            if kind == "file" and isinstance(told, TupleValue):
                number, text = told.items
                told = text if number == 0 else _FILES[int(str(number))]
            entries.append((TupleValue((kind, self._value(key, False))), told))
        return HeapObject("world", {}, entries=tuple(entries))

    def _heap(
        self, parameters: Mapping[str, Shape], final: bool
    ) -> tuple[dict[ObjectKey, HeapObject], dict[str, Value]]:
        roots = {name: self._input(name, shape, final) for name, shape in parameters.items()}
        return self._drain(final), roots

    def _drain(self, final: bool) -> dict[ObjectKey, HeapObject]:
        found: dict[ObjectKey, HeapObject] = {}
        while self._waiting:
            key = self._waiting.popleft()
            if key not in found:
                found[key] = HeapObject("", {})
                found[key] = self._object(key, final)
        return found

    # -- inputs

    def _input(self, name: str, shape: Shape, final: bool) -> Value:
        groups = grouped(shape)
        if len(groups) == 1:
            return self._input_part(name, groups[0][1], final)
        tag = self._view.root(name + TAG, INT)
        number = tag if isinstance(tag, int) and 0 <= tag < len(groups) else 0
        made = [
            at
            for at, (suffix, _) in enumerate(groups)
            if exception_key(name + suffix).of(self._store) is not None
        ]
        if isinstance(groups[number][1][0], LeftOutShape | ExceptionShape) and number not in made:
            # The path has not looked at it: an exception that can be made will do as well.
            number = made[0] if made else number
        suffix, parts = groups[number]
        return self._input_part(name + suffix, parts, final)

    def _input_part(self, name: str, parts: tuple[Shape, ...], final: bool) -> Value:
        match parts[0]:
            case IntShape() | OpaqueShape() | UnknownShape():
                return self._plain(self._view.root(name, INT))
            case BoolShape():
                return self._plain(self._view.root(name, BOOL))
            case FloatShape():
                return self._plain(self._view.root(name, FLOAT))
            case StrShape():
                return self._plain(self._view.root(name, STR))
            case BytesShape():
                return _bytes(self._view.root(name, STR))
            case NoneShape():
                return None
            case EnumShape(cls):
                return self._member(cls, self._view.root(name, INT))
            case ValueShape(cls):
                cells = enumerate(value_objects.cells_of(cls))
                read = [self._view.root(f"{name}:{at}", TYPES[cell[0]]) for at, cell in cells]
                return self._value_object(cls, read)
            case ExceptionShape():
                made = exception_key(name).of(self._store)
                return None if made is None else self._exception(made, is_input=True)
            case TypedDictShape(_, items):
                return self._typed_dict(name, items, final)
            case LiteralShape(values):
                index = self._view.root(name, INT) if len(values) > 1 else 0
                chosen = index if isinstance(index, int) and 0 <= index < len(values) else 0
                return self._value(literal(values[chosen]), final)
            case CallableShape() as function:
                return self._function(function, self._view.root(name, INT))
            case WeakShape(target):
                decl, _ = self._universe.reference_type(target)
                return self._weak(self._view.root(name, decl, True), final)
        decl, nullable = self._universe.reference_type(unite(parts))
        return self._pointed(self._view.root(name, decl, nullable), final)

    @staticmethod
    def _plain(value: ViewValue) -> Value:
        assert not isinstance(value, Pointer)
        return value

    def _member(self, cls: type, index: ViewValue) -> Value:
        members = members_of(cls)
        chosen = index if isinstance(index, int) and 0 <= index < len(members) else 0
        return Named(f"{self._universe.public_name(cls)}.{members[chosen].name}")

    # -- values

    def _pointed(self, value: ViewValue, final: bool) -> Value:
        if not isinstance(value, Pointer):
            return value
        key = value.key
        contents = self._contents.get(key)
        if isinstance(contents, Boxed):
            return self._value(contents.value, final)
        decl = self._view.class_of(key)
        container = self._universe.container(decl)
        if container is not None and container.kind in ("record", "tuple"):
            return TupleValue(tuple(self._items(key, container, final)))
        if key not in self._names:
            self._names[key] = self._name(key)
        self._waiting.append(key)
        return self._names[key]

    def _name(self, key: ObjectKey) -> Ref:
        label = self._class_name(key)
        cls = self._universe.python_class(self._view.class_of(key))
        label = label if cls is None else cls.__qualname__
        ordinal = self._view.allocated(key)
        if ordinal:
            self._made.add(key)
            same = sum(ref.name.startswith(f"{label}@") for ref in self._names.values())
            return Ref(f"{label}@{same + 1}")
        same = sum(ref.name.startswith(f"{label}#") for ref in self._names.values())
        return Ref(f"{label}#{same + 1}")

    def _class_name(self, key: ObjectKey) -> str:
        decl = self._view.class_of(key)
        cls = self._universe.python_class(decl)
        if cls is not None:
            return self._universe.public_name(cls)
        contents = self._contents.get(key)
        container = self._universe.container(decl)
        shape = None if container is None else container.shape
        derived = getattr(contents if isinstance(contents, DictContents) else shape, "cls", None)
        if isinstance(derived, type):
            return self._universe.public_name(derived)
        if isinstance(contents, DictContents):
            return contents.kind
        if container is not None:
            return getattr(container.shape, "kind", container.kind)
        return decl.name

    def _value(self, value: PythonValue, final: bool) -> Value:
        """Of a value in a register."""
        match value:
            case bool() | int() | float() | str():
                return value
            case Term():
                if value is NONE:
                    return None
                if value.sort is REF:
                    return self._pointed(self._view.value(value), final)
                found = self._view.value(value)
                return self._plain(found)
            case Tuple(items):
                return TupleValue(tuple(self._value(item, final) for item in items))
            case EnumValue(cls, index):
                return self._member(cls, self._view.value(index))
            case Opaque(_, term):
                return self._plain(self._view.value(term))
            case Tagged(tag, parts):
                number = self._view.value(tag)
                assert isinstance(number, int)
                chosen = parts[number]
                if isinstance(chosen, Opaque) and chosen.name.startswith(f"?{LEFT_OUT}"):
                    made = (part for part in parts if isinstance(part, ExceptionValue))
                    chosen = next(made, chosen)
                return self._value(chosen, final)
            case ClassValue(cls):
                return Named(self._universe.public_name(cls))
            case Range(start, stop, step):
                numbers = [self._plain(self._view.value(part)) for part in (start, stop, step)]
                if numbers[2] == 1:
                    numbers.pop()
                return Named(f"range({', '.join(map(repr, numbers))})")
            case ExceptionValue():
                return self._exception(value, is_input=False)
            case InputFunction(shape, number):
                return self._function(shape, self._view.value(number))
            case Function(code):
                return Named(f"function {code.name}")
            case BoundMethod(_, Function(code)):
                return Named(f"<bound method {code.name}>")
            case Slice(start, stop, step):
                limits = [self._value(part, final) for part in (start, stop, step)]
                return Named(f"slice({', '.join(map(str, limits))})")
            case Builtin(name):
                return Named(self._builtin_name(name))
            case Host(obj):
                return Named(self._host_name(obj))
            case ValueObject(cls, parts):
                return self._value_object(cls, [self._part_of_value(part) for part in parts])
            case Unique(name):
                return Named(f"<{name}>")
            case UnknownText():
                return SOME_TEXT
            case Bytes(text):
                return _bytes(self._view.value(text))
            case Weak(of):
                return self._weak(self._view.value(of), final)
            case View(part, source):
                return self._view_of(part, source, final)
            case Identity(of):
                return Named(f"id({self._value(of, final)})")
            case (
                BoundMethod()
                | Super()
                | Compared()
                | HashOf()
                | Queue()
                | Context()
                | Match()
                | Modelled()
            ):
                return Named(type(value).__name__)
            case Undefined() | Exhausted():
                return Named(type(value).__name__)
        assert_never(value)

    def _typed_dict(
        self, name: str, items: Sequence[tuple[str, Shape, bool]], final: bool
    ) -> Value:
        """An input that is a dict of the path's own."""
        made = typed_key(name).of(self._store)
        pointer = None if made is None else self._view.value(made)
        if not isinstance(pointer, Pointer):
            return None
        if pointer.key not in self._names:
            same = sum(ref.name.startswith("dict#") for ref in self._names.values())
            self._names[pointer.key] = Ref(f"dict#{same + 1}")
        ref = self._names[pointer.key]
        if final:
            self._tables[ref] = self._kept("dict", self._contents.get(pointer.key), True)
            return ref
        entries = tuple(
            (key, self._input(f"{name}.{key}", shape, False))
            for key, shape, required in items
            if required or self._view.root(f"{name}.{key}?", BOOL) is True
        )
        self._tables[ref] = HeapObject("dict", {}, entries=entries)
        return ref

    def _exception(self, value: ExceptionValue, is_input: bool) -> Value:
        """An object of its own with the arguments, if that is all there is to it."""
        cls = value.cls
        if any(not name.startswith("__") for name, _ in value.attributes):
            return Named(f"{cls.__qualname__}(...)")
        key = (cls, value.args)
        if key not in self._exceptions:
            mark = "#" if is_input else "@"
            same = sum(ref.name.startswith(f"{cls.__qualname__}{mark}") for ref in self._tables)
            ref = self._exceptions[key] = Ref(f"{cls.__qualname__}{mark}{same + 1}")
            args = self._value(Tuple(value.args), final=not is_input)
            fields = {"args": args} if value.args else {}
            self._tables[ref] = HeapObject(self._universe.public_name(cls), fields)
        return self._exceptions[key]

    def _part_of_value(self, part: PythonValue) -> object:
        if isinstance(part, Term):
            return None if part is NONE else self._view.value(part)
        return part

    def _value_object(self, cls: type, parts: Sequence[object]) -> Value:
        """As the program would write it: `date(2024, 1, 31)`."""
        name = self._universe.public_name
        return Named(value_text(value_objects.made(cls, parts), name))

    def _view_of(self, part: str, source: Term, final: bool) -> Value:
        """What `keys`, `values` or `items` gives: an object of its own with the items."""
        pointer = self._view.value(source)
        assert isinstance(pointer, Pointer)
        entries = self._object(pointer.key, final).entries or ()
        items: tuple[Value, ...] = tuple(TupleValue(entry) for entry in entries)
        if part != "items":
            items = tuple(entry[part == "values"] for entry in entries)
        ref = Ref(f"dict_{part}@{len(self._tables) + 1}")
        self._tables[ref] = HeapObject(f"builtins.dict_{part}", {}, items=items)
        return ref

    def _weak(self, referent: ViewValue, final: bool) -> Value:
        """A weak reference. What the program has made may be gone at the end: not told."""
        if isinstance(referent, Pointer) and self._view.allocated(referent.key):
            return Named("<weak reference>")
        to = self._pointed(referent, final)
        if to not in self._references:
            ref = self._references[to] = Ref(f"{WEAK}#{len(self._references) + 1}")
            self._tables[ref] = HeapObject(WEAK, {"referent": to})
        return self._references[to]

    def _builtin_name(self, name: str) -> str:
        """As the program calls it: a function of a library may be imported under a short name."""
        module, _, last = name.rpartition(".")
        found = vars(sys.modules[module]).get(last) if module in sys.modules else None
        if isinstance(found, FunctionType | BuiltinFunctionType):
            return self._universe.public_name(found)
        return name

    def _host_name(self, obj: object) -> str:
        for text, lock in LOCKS.items():
            if type(obj) is type(lock):
                return text
        if isinstance(obj, type | FunctionType | BuiltinFunctionType):
            return self._universe.public_name(obj)
        return self._universe.name_of_sentinel(obj) or repr(obj)

    # -- functions

    def _function(self, shape: CallableShape, number: ViewValue) -> Ref:
        """A table of the calls of an input function; what most of them gave is the default."""
        known = self._functions.get((shape, number))
        if known is not None:
            return known
        ref = self._functions[shape, number] = Ref(f"function#{len(self._functions) + 1}")
        entries: dict[Value, Value] = {}
        for_new: tuple[Value] | None = None
        for call in calls_key(shape).of(self._store) or ():
            if self._view.value(call.number) != number:
                continue
            if call.arguments == (NEW_OBJECT,):
                for_new = (self._value(call.result, final=False),)
            else:
                arguments = tuple(self._value(each, final=False) for each in call.arguments)
                entries.setdefault(TupleValue(arguments), self._value(call.result, final=False))
        results = Counter((type(value), repr(value)) for value in entries.values())
        common = results.most_common(1)[0][0] if results else None
        if for_new is not None:
            common = (type(for_new[0]), repr(for_new[0]))
        default: Value = next(
            (v for v in (*(for_new or ()), *entries.values()) if (type(v), repr(v)) == common),
            self._default(shape),
        )
        kept = tuple((k, v) for k, v in entries.items() if (type(v), repr(v)) != common)
        fields: dict[str, Value] = {"arity": shape.arity, "default": default}
        self._tables[ref] = HeapObject("function", fields, entries=kept)
        return ref

    def _default(self, shape: CallableShape) -> Value:
        """Of a function that is not called: any value of the right type."""
        match alternatives(shape.result or ANY_SHAPE)[0]:
            case BoolShape():
                return False
            case FloatShape():
                return 0.0
            case StrShape():
                return ""
            case BytesShape():
                return _bytes("")
            case EnumShape(cls):
                return self._member(cls, 0)
            case ValueShape(cls):
                return self._value_object(cls, value_objects.first(cls))
            case LiteralShape(values):
                return self._value(literal(values[0]), final=False)
            case IntShape() | OpaqueShape() | UnknownShape():
                return 0
        return None

    # -- objects

    def _object(self, key: ObjectKey, final: bool) -> HeapObject:
        decl = self._view.class_of(key)
        label = self._class_name(key)
        cls = self._universe.python_class(decl)
        if cls is not None:
            unset = self._unset(key) if final else frozenset[str]()
            fields = {
                name: self._cell(key, layout, None, final)
                for name, layout in self._universe.layouts(decl).items()
                if name not in unset and name != HELD
            }
            layout = self._universe.layout(decl, HELD)
            if layout is not None:
                return self._holder(key, HeapObject(label, fields), layout.parts[0], final)
            args = self._arguments(key) if final else None
            if args is not None:
                fields = {"args": self._value(args, final), **fields}
            return HeapObject(label, fields)
        container = self._universe.container(decl)
        if container is not None:
            items = tuple(self._items(key, container, final))
            if container.kind == "dict":
                pairs = tuple(zip(items[::2], items[1::2], strict=True))
                fields = {}
                if label == "defaultdict":
                    factory = input_factory(container.shape)
                    named = None if factory is None else Named(factory.__qualname__)
                    fields["default_factory"] = named
                return HeapObject(label, fields, entries=pairs)
            return HeapObject(label, {}, items=items)
        return self._kept(label, self._contents.get(key), final)

    def _holder(self, key: ObjectKey, obj: HeapObject, part: Part, final: bool) -> HeapObject:
        """Of an object of a class below a builtin one: with what is in what it holds."""
        value = self._get(key, part.field, None, final)
        if not isinstance(value, Pointer):
            return replace(obj, fields={TEXT: self._plain(value), **obj.fields})
        held = self._object(value.key, final)
        return replace(obj, items=held.items, entries=held.entries)

    def _kept(self, label: str, contents: Contents | None, final: bool) -> HeapObject:
        """Of what the path keeps itself."""
        match contents:
            case ListContents(items) | SetContents(items):
                fields = {}
                if isinstance(contents, ListContents) and contents.maxlen is not None:
                    fields["maxlen"] = self._value(contents.maxlen, final)
                return HeapObject(label, fields, items=tuple(self._value(v, final) for v in items))
            case DictContents(entries):
                pairs = tuple((self._value(k, final), self._value(v, final)) for k, v in entries)
                fields = {}
                if label == "defaultdict":
                    factory = NONE if contents.factory is None else contents.factory
                    fields["default_factory"] = self._value(factory, final)
                return HeapObject(label, fields, entries=pairs)
        return HeapObject(label, {})

    def _unset(self, key: ObjectKey) -> frozenset[str]:
        """The attributes that an object has no longer, or not yet."""
        found: set[str] = set()
        deleted: list[tuple[str, tuple[tuple[Term, bool], ...]]] = []
        for entry in self._store:
            match entry:
                case StoreKey("unset", Term() as loc) if self._denotes(loc, key):
                    found |= unset_attributes(loc).of(self._store) or frozenset()
                case StoreKey("deleted", str() as name):
                    deleted.append((name, deleted_attribute(name).of(self._store) or ()))
        for name, log in deleted:
            for ref, was_deleted in log:
                if self._denotes(ref, key):
                    found = found | {name} if was_deleted else found - {name}
        return frozenset(found)

    def _arguments(self, key: ObjectKey) -> Tuple | None:
        """Of an exception of a class of the program, if it has any."""
        for entry in self._store:
            match entry:
                case StoreKey("args", Term() as loc) if self._denotes(loc, key):
                    found = exception_arguments(loc).of(self._store)
                    if found is not None and found.items:
                        return found
        return None

    def _denotes(self, ref: Term, key: ObjectKey) -> bool:
        value = self._view.value(ref)
        return isinstance(value, Pointer) and value.key == key

    def _items(self, key: ObjectKey, container: Container, final: bool) -> Iterable[Value]:
        if container.kind == "record":
            return [self._cell(key, layout, None, final) for layout in container.items]
        assert container.length is not None
        length = self._view.field(key, container.length, final=final)
        assert isinstance(length, int)
        spare = self._spare_keys(key, container, length) if container.is_keyed else {}
        found = []
        for index in range(length):
            for layout in container.items:
                is_spare = layout is container.items[0] and index in spare
                if is_spare and not self._has_item(key, layout, index, final):
                    found.append(spare[index])
                else:
                    found.append(self._cell(key, layout, index, final))
        return found

    def _spare_keys(self, key: ObjectKey, container: Container, length: int) -> dict[int, Value]:
        """For what the path has not looked at in an input dict or set: the same whenever asked."""
        known = self._spare.get(key)
        if known is not None:
            return known
        found = self._spare[key] = {}
        layout = container.items[0]
        free = {at for at in range(length) if not self._has_item(key, layout, at, final=False)}
        taken = {self._cell(key, layout, at, False) for at in range(length) if at not in free}
        for entry in self._store:
            match entry:
                case StoreKey("excluded", Term() as ref) if self._denotes(ref, key):
                    taken |= set(excluded_keys(ref).of(self._store) or ())
        others = (each for each in self._spares.all(layout) if each not in taken)
        for at, value in zip(sorted(free), others, strict=False):
            found[at] = value
        return found

    def _has_item(self, key: ObjectKey, layout: Layout, index: int, final: bool) -> bool:
        cells = [layout.tag, layout.other, *(cell for part in layout.parts for cell in part.cells)]
        return any(self._view.has_item(key, cell, index, final=final) for cell in cells)

    def _constant(self, part: Part, index: int) -> Value:
        """Of an enum, or of those that a hint lists."""
        if part.kind == "parts":
            assert part.cls is not None
            return self._value_object(part.cls, value_objects.spare(part.cls, index))
        if part.cls is not None:
            return self._member(part.cls, index)
        return self._value(part.literals[index], final=False)

    def _cell(self, key: ObjectKey, layout: Layout, index: int | None, final: bool) -> Value:
        loose = final and loose_key(layout) in self._store
        number = 0
        if len(layout.parts) > 1 or loose:
            tag = self._get(key, layout.tag, index, final)
            if isinstance(tag, int) and tag == len(layout.parts) and loose:
                return self._pointed(self._get(key, layout.other, index, final), final)
            number = tag if isinstance(tag, int) and 0 <= tag < len(layout.parts) else 0
        return self._part(key, layout.parts[number], index, final)

    def _part(self, key: ObjectKey, part: Part, index: int | None, final: bool) -> Value:
        if part.field is None:
            return None
        if part.kind == "parts":
            assert part.cls is not None
            read = [self._get(key, cell, index, final) for cell in part.cells]
            return self._value_object(part.cls, read)
        value = self._get(key, part.field, index, final)
        if part.kind == "enum":
            assert part.cls is not None
            return self._member(part.cls, value)
        if part.kind == "callable":
            assert part.function is not None
            return self._function(part.function, value)
        if part.kind == "weak":
            return self._weak(value, final)
        if part.kind == "bytes":
            return _bytes(value)
        if part.kind == "literal":
            chosen = value if isinstance(value, int) and 0 <= value < len(part.literals) else 0
            return self._value(part.literals[chosen], final)
        return self._pointed(value, final)

    def _get(self, key: ObjectKey, field: Any, index: int | None, final: bool) -> ViewValue:
        if index is None:
            return self._view.field(key, field, final=final)
        return self._view.item(key, field, index, final=final)


def _bytes(text: ViewValue) -> Named:
    assert isinstance(text, str)
    # A cell that the path never looked at may hold any text.
    return Named(bytes_literal(text.encode("latin-1", "replace")))
