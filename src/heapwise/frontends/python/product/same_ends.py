"""Have two versions of Python code that ran on one symbolic heap ended alike?

What each has left, its heap and its store, is looked at by turns. Values must be the same in type
and value; lists, dicts and objects that the versions have made correspond one to one; tuples and
frozen sets are compared by what they hold. Of objects of the input, what one of the versions has
written is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from heapwise.engine.machine import UnsupportedError
from heapwise.engine.state import Key, StoreKey
from heapwise.engine.state import Value as EngineValue
from heapwise.frontends.both_versions import DifferentError, End, Start, is_same_kind
from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.store_keys import unset_attributes
from heapwise.frontends.python.model.universe import Container
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    Bytes,
    ClassValue,
    DictContents,
    EnumValue,
    Host,
    InputFunction,
    ListContents,
    Mac,
    Opaque,
    Tuple,
    Value,
    ValueObject,
    is_value,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import (
    category,
    container,
    contents_of,
    dict_kind,
    is_bool,
    is_ref,
    kind,
    python_class,
    runtime,
    settle,
)
from heapwise.terms import SCALARS, Scalar, Term, and_, eq, lt, or_

T = TypeVar("T")
_BY_VALUE = ("tuple", "record", "frozenset")
"""Nobody should tell such objects apart that hold the same."""


class SameEnds:
    def __init__(self, m: Mac, start: Start, end: End) -> None:
        self._m = m
        self._shared = start.made
        self._heaps = [end.heap, m.heap]
        own = dict(m.contents())
        self._stores: list[Mapping[Key, object]] = [end.store, own]
        self._side = 1
        # What is known of the inputs is the same whichever side is looked at.
        self._changed = [
            key
            for key in {**end.store, **own}
            if end.store.get(key) is not own.get(key) and is_state(key)
        ]
        self._pairs: dict[Term, Term] = {}
        self._backwards: dict[Term, Term] = {}
        self._waiting: list[tuple[Term, Term]] = []
        self._conditions: list[Scalar] = []

    def condition(self, one: Value, other: Value) -> Scalar:
        try:
            self._same(one, other)
            for owner, layout, index in self._written():
                self._same_cell(owner, layout, index)
            while self._waiting:
                self._same_contents(*self._waiting.pop())
        except DifferentError:
            return False
        finally:
            self._turn(1)
        return and_(*self._conditions)

    # -- sides

    def _on(self, side: int, ask: Callable[..., T], *given: object) -> T:
        """Ask something of what one version has left."""
        self._turn(side)
        return ask(*given)

    def _turn(self, side: int) -> None:
        if side == self._side:
            return
        m = self._m
        self._heaps[self._side] = m.heap
        m.rewind(self._heaps[side])
        for key in self._changed:
            m.put(key, self._stores[side].get(key))  # type: ignore[arg-type]  # a key of either kind
        self._side = side

    def _need(self, condition: Scalar) -> None:
        if condition is False:
            raise DifferentError
        if condition is not True:
            self._conditions.append(condition)

    # -- values

    def _same(self, one: Value, other: Value) -> None:
        one = self._on(0, self._settled, one)
        other = self._on(1, self._settled, other)
        if is_ref(one) and is_ref(other):
            self._same_references(one, other)
        elif is_ref(one) or is_ref(other):
            self._unlike(one, other)
        else:
            self._need(self._same_plain(one, other))

    def _settled(self, value: Value) -> Value:
        """The object that the version has made, if it is one; else something that is none."""
        m = self._m
        value = settle(m, value)
        if not is_ref(value):
            return value
        _, made = m.targets(value)
        for location in made:
            if value is location or m.decide(m.same_reference(value, location)):
                return location
        return value

    def _unlike(self, one: Value, other: Value) -> None:
        """A tuple of the input is a reference, one that the program has made is none."""
        sides = []
        for side, value in enumerate((one, other)):
            is_tuple = isinstance(value, Tuple) or (
                is_ref(value) and self._on(side, category, self._m, value) in ("tuple", "record")
            )
            if not is_tuple:
                raise DifferentError
            sides.append(self._on(side, sequences.as_tuple, self._m, value))
        self._same(*sides)

    def _same_plain(self, one: Value, other: Value) -> Scalar:
        if one is NONE or other is NONE:
            return one is other
        if isinstance(one, SCALARS) and isinstance(other, SCALARS):
            return is_same_kind(one, other) and _same_sort(one, other) and eq(one, other)
        if type(one) is not type(other):
            return False
        match one, other:
            case Tuple(items), Tuple(others):
                self._same_items(list(items), list(others))
                return True
            case Bytes(text), Bytes(its):
                return eq(text, its)
            case EnumValue(cls, index), EnumValue(its, number):
                return cls is its and eq(index, number)
            case ValueObject(cls, parts), ValueObject(its, others):
                if cls is not its:
                    return False
                self._same_items(list(parts), list(others))
                return True
            case Opaque(name, term), Opaque(its, number):
                return name == its and eq(term, number)
            case InputFunction(shape, number), InputFunction(its, same):
                return shape == its and eq(number, same)
            case (ClassValue(), ClassValue()) | (Host(), Host()) | (Builtin(), Builtin()):
                return one == other
        if one == other:
            return True
        raise UnsupportedError(f"comparing what is a {kind(one)}")

    def _same_items(self, items: list[Value], others: list[Value]) -> None:
        if len(items) != len(others):
            raise DifferentError
        for mine, its in zip(items, others, strict=True):
            self._same(mine, its)

    # -- references

    def _same_references(self, one: Term, other: Term) -> None:
        if one is other and not self._is_new(one):
            return
        m = self._m
        if self._on(0, category, m, one) != self._on(1, category, m, other):
            raise DifferentError
        if self._on(0, category, m, one) in _BY_VALUE:
            self._same_held(one, other)
        elif self._is_new(one) and self._is_new(other):
            self._correspond(one, other)
        elif self._is_new(one) or self._is_new(other):
            raise DifferentError
        else:
            self._need(m.same_reference(one, other))

    def _is_new(self, ref: Term) -> bool:
        return self._m.is_allocated(ref) and ref not in self._shared

    def _correspond(self, one: Term, other: Term) -> None:
        if one in self._pairs or other in self._backwards:
            self._need(self._pairs.get(one) is other)
            return
        self._pairs[one], self._backwards[other] = other, one
        self._waiting.append((one, other))

    def _same_contents(self, one: Term, other: Term) -> None:
        """Of objects that the versions have made."""
        held = self._on(0, category, self._m, one)
        if held == "object":
            self._same_objects(one, other)
        elif held in ("list", "deque", "dict", "set"):
            self._same_held(one, other)
        else:
            raise UnsupportedError(f"comparing what is a {held}")

    def _same_held(self, one: Term, other: Term) -> None:
        m = self._m
        held = self._on(0, category, m, one)
        kept = [self._on(side, contents_of, m, each) for side, each in enumerate((one, other))]
        if held == "dict":
            kinds = [self._on(0, dict_kind, m, one), self._on(1, dict_kind, m, other)]
            self._need(kinds[0] == kinds[1])
            self._same_items(*(self._entries(side, ref) for side, ref in enumerate((one, other))))
            classes = [each.cls for each in kept if isinstance(each, DictContents)]
            if any(each is not None for each in classes):
                raise UnsupportedError("comparing dicts of classes of the program")
            return
        items = [
            self._on(side, sequences.items_of, m, ref) for side, ref in enumerate((one, other))
        ]
        if held in ("set", "frozenset"):
            self._same_sets(items[0], items[1])
            return
        limits = [each.maxlen for each in kept if isinstance(each, ListContents)]
        if len(limits) == 2:
            self._same(limits[0] or NONE, limits[1] or NONE)
        self._same_items(items[0], items[1])

    def _entries(self, side: int, ref: Term) -> list[Value]:
        return [Tuple(entry) for entry in self._on(side, sequences.entries_of, self._m, ref)]

    def _same_sets(self, items: list[Value], others: list[Value]) -> None:
        """Of items no two of which are equal."""
        if len(items) != len(others):
            raise DifferentError
        mine = [self._on(0, self._settled, each) for each in items]
        its = [self._on(1, self._settled, each) for each in others]
        for each in mine:
            if not isinstance(each, (*SCALARS, Bytes, EnumValue)) or is_ref(each):
                raise UnsupportedError("comparing sets of anything but plain values")
            self._need(or_(*(self._same_plain(each, one) for one in its if not is_ref(one))))

    def _same_objects(self, one: Term, other: Term) -> None:
        m = self._m
        cls = self._on(0, python_class, m, one)
        self._need(cls is self._on(1, python_class, m, other))
        decl = runtime(m).universe.decl(cls)
        assert decl is not None
        unset = [self._on(side, _unset, m, each) for side, each in enumerate((one, other))]
        self._need(unset[0] == unset[1])
        for name, layout in runtime(m).universe.layouts(decl).items():
            if name not in unset[0]:
                mine = self._on(0, layout.read, m, one)
                self._same(mine, self._on(1, layout.read, m, other))

    # -- what was written to the input

    def _written(self) -> Iterator[tuple[Term, Layout | Container, Scalar | None]]:
        """Cells of objects that are there for both, each once."""
        m = self._m
        layouts = _layouts(m)
        found: dict[tuple[Term, int, Scalar | None], tuple[Term, Layout | Container]] = {}
        for side in (0, 1):
            for name, keys in list(self._on(side, lambda: list(m.written()))):
                owner = keys[0]
                assert isinstance(owner, Term)
                owner_now = self._on(side, self._settled, owner)
                if name not in layouts or not is_ref(owner_now) or self._is_new(owner_now):
                    continue
                place = layouts[name]
                index = keys[1] if len(keys) > 1 else None
                found.setdefault((owner_now, id(place), index), (owner_now, place))
        for (_, _, index), (owner, place) in found.items():
            yield owner, place, index

    def _same_cell(self, owner: Term, place: Layout | Container, index: Scalar | None) -> None:
        m = self._m
        if isinstance(place, Container):
            assert place.length is not None
            length = self._on(0, m.read_field, owner, place.length)
            self._need(eq(length, self._on(1, m.read_field, owner, place.length)))
            return
        if index is None:
            mine = self._on(0, place.read, m, owner)
            self._same(mine, self._on(1, place.read, m, owner))
            return
        # What lies behind the end of a container is nothing.
        info = self._on(0, container, m, owner)
        assert info.length is not None
        if m.decide(lt(index, self._on(0, m.read_field, owner, info.length))):
            mine = self._on(0, place.read, m, owner, index)
            self._same(mine, self._on(1, place.read, m, owner, index))


def _unset(m: Mac, ref: Term) -> frozenset[str]:
    return m.load(unset_attributes(ref)) or frozenset()


def _layouts(m: Mac) -> dict[str, Layout | Container]:
    """By what the heap calls their cells."""
    universe = runtime(m).universe
    found: dict[str, Layout | Container] = {}
    for decl in m.program.by_number:
        info = universe.container(decl)
        if info is not None and info.length is not None:
            found[str(info.length)] = info
        places = list(universe.layouts(decl).values()) if info is None else list(info.items)
        for layout in places:
            cells = [cell for part in layout.parts for cell in part.cells]
            for cell in (*cells, layout.tag, layout.other):
                found[str(cell)] = layout
    return found


def _same_sort(one: Scalar, other: Scalar) -> bool:
    """True is no 1."""
    return is_bool(one) == is_bool(other)


_STATE = (
    *("global", "class", "function", "named", "host", "unset", "deleted", "args", "cause"),
    *("loose", "thrown", "escaped", "assigned", "generators", "iterated", "growth", "distinct"),
    *("stored", "changed", "removed", "hash", "hashed", "shown", "cache", "caught overflow"),
    *("typed dict", "exception", "an input set may have been changed", "levels of loggers"),
)
"""Kinds of store keys that hold what the program has done. All others hold what is known of the
inputs, or keep apart what is called alike."""
_ASKED = ("the world", "world", "answers of the world", "random numbers", "clock", "schedule")
"""Kinds of what comes from outside: whoever asks twice gets two answers."""


def is_state(key: Key) -> bool:
    return not isinstance(key, StoreKey) or key.kind in _STATE


class PythonRules:
    def remembers(self, kind: str) -> bool:
        return kind not in _STATE

    def unite(self, m: Mac, first: Mapping[Key, object]) -> None:
        for key, value in m.contents():
            if isinstance(key, StoreKey) and key.kind in _ASKED and value is not None:
                raise UnsupportedError("versions that ask for what comes from outside")

    def compared(self, m: Mac, start: Start, end: End, how: str, value: EngineValue) -> Scalar:
        for kinds in ("deleted", "named"):
            if any(each for each in m.kept((kinds,))):
                raise UnsupportedError("attributes that were deleted, or given to functions")
        assert is_value(end.value) and is_value(value)
        return SameEnds(m, start, end).condition(end.value, value)
