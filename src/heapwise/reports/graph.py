"""Heaps as graphs: records with slots, named references and arrows, for whoever draws them.

Several heaps of one run (input and output, or every step) are one `Graph`, so that an object has
the same place in all of them. A graph is drawn to the right if its objects form chains, and
downwards if they branch: a list looks like a list, and a tree like a tree, also where it has one
child only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from heapwise.reports.drawing import value_text
from heapwise.results import Heap, HeapObject, Ref, Value, refs_in
from heapwise.results.words import SMALL_LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class Slot:
    """A field, an item or an entry. `key` names it within its object; `text` is what it holds, with
    `targets` if these are objects."""

    key: str
    label: str
    text: str
    targets: tuple[Ref, ...]
    is_null: bool = False


def slots(obj: HeapObject, words: Words = SMALL_LANGUAGES) -> Iterator[Slot]:
    def slot(key: str, label: str, *values: Value) -> Slot:
        shown = value_text(values[-1], words)
        targets = tuple(ref for value in values for ref in refs_in(value))
        return Slot(key, label, shown, targets, values[-1] is None)

    # The items of an array first, as JavaScript has the keys of objects.
    for name in sorted(obj.fields, key=lambda name: not name.isdigit()):
        yield slot(f".{name}", name, obj.fields[name])
    for index, value in enumerate(obj.items or ()):
        yield slot(f"[{index}]", str(index), value)
    for index, (key, value) in enumerate(obj.entries or ()):
        yield slot(f"{{{index}}}", value_text(key, words), key, value)


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow: from a slot of an object, or from the name of an input (then `slot` is empty).
    `is_back` if it leads from an object to where one has been already; `is_backwards` if its field
    is one that leads back, to the one before in a list or to the parent."""

    source: Ref | str
    slot: str
    target: Ref
    is_back: bool = False
    is_backwards: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """An object with all slots that it has in one of the heaps, their texts being the longest.
    `links` are the slots that are arrows somewhere or may be: a null there is a place for an
    arrow. `children` are those of them that lead on, and so leave the object below in a tree."""

    class_name: str
    title: str
    slots: dict[str, Slot]
    links: set[str]
    children: list[str]


@dataclass(frozen=True, slots=True)
class Graph:
    """`names` are the inputs that refer to an object in one of the heaps. Objects are in the order
    in which a walk along the arrows meets them."""

    names: tuple[str, ...]
    nodes: dict[Ref, Node]
    edges: tuple[Edge, ...]
    is_down: bool


Links = Mapping[str, Iterable[str]]
"""By class: the fields that may refer to another object of the class, as it is declared."""

_BACKWARDS = re.compile(r"_*(prev|pred|parent|back|before|owner|up$)", re.IGNORECASE)
"""What people call a field that leads back to where one came from."""
_SIDE = re.compile(r"_*(left|right)(_?child)?_*", re.IGNORECASE)


def graph_of(
    heaps: Sequence[Heap], words: Words = SMALL_LANGUAGES, links: Links | None = None
) -> Graph:
    """The graph of heaps of one run, whose objects keep their names. If nobody knows which fields
    may be links, their names have to tell."""
    links = _links_by_name(heaps) if links is None else links
    nodes: dict[Ref, Node] = {}
    arrows: dict[Ref | str, dict[tuple[str, Ref], None]] = {}
    for heap in heaps:
        for name, value in heap.roots.items():
            for ref in refs_in(value):
                if ref in heap.objects:
                    arrows.setdefault(name, {})["", ref] = None
        for ref, obj in heap.objects.items():
            node = nodes.setdefault(ref, Node(obj.class_name, ref.name, {}, set(), []))
            for slot in slots(obj, words):
                known = node.slots.get(slot.key)
                if known is None or len(known.text) < len(slot.text):
                    node.slots[slot.key] = slot
                for target in slot.targets:
                    if target in heap.objects:
                        arrows.setdefault(ref, {})[slot.key, target] = None
                        node.links.add(slot.key)
    _spread_links(nodes, links)
    names = tuple(dict.fromkeys(each for each in arrows if isinstance(each, str)))
    edges, order = _walked(names, nodes, arrows)
    ways = _ways(nodes, edges, links)
    for node in nodes.values():
        back = ways.backwards[node.class_name]
        node.children.extend(key for key in node.slots if key in node.links and key not in back)
    edges = tuple(
        replace(edge, is_backwards=True)
        if isinstance(edge.source, Ref)
        and edge.slot in ways.backwards[nodes[edge.source].class_name]
        else edge
        for edge in edges
    )
    return Graph(names, {ref: nodes[ref] for ref in order}, edges, ways.have_branches)


def links_in(heaps: Iterable[Heap]) -> dict[str, list[str]]:
    """The links that some of these heaps have, for those whose classes are not known otherwise."""
    found: dict[str, dict[str, None]] = {}
    for heap in heaps:
        for obj in heap.objects.values():
            for name, value in obj.fields.items():
                if any(
                    ref in heap.objects and heap.objects[ref].class_name == obj.class_name
                    for ref in refs_in(value)
                ):
                    found.setdefault(obj.class_name, {})[name] = None
    return {name: list(fields) for name, fields in found.items()}


def _links_by_name(heaps: Iterable[Heap]) -> dict[str, set[str]]:
    """What is called left and right is a child, also where there is none."""
    found: dict[str, set[str]] = {}
    for heap in heaps:
        for obj in heap.objects.values():
            sides = {name: _SIDE.fullmatch(name) for name in obj.fields}
            if len({side[1].lower() for side in sides.values() if side}) > 1:
                found[obj.class_name] = {name for name, side in sides.items() if side}
    return found


def _spread_links(nodes: Mapping[Ref, Node], declared: Links) -> None:
    """A field is a link in all objects of a class or in none; so are the items of one object."""
    fields = {
        node.class_name: {f".{name}" for name in declared.get(node.class_name, ())}
        for node in nodes.values()
    }
    for node in nodes.values():
        fields[node.class_name].update(filter(_is_field, node.links))
    for node in nodes.values():
        has_items = any(not _is_field(key) for key in node.links)
        node.links.update(
            key
            for key in node.slots
            if (key in fields[node.class_name] if _is_field(key) else has_items)
        )


def _is_field(key: str) -> bool:
    """And not an item: the fields of an array are its items."""
    return key.startswith(".") and not key[1:].isdigit()


def _walked(
    names: Sequence[str],
    nodes: Mapping[Ref, Node],
    arrows: Mapping[Ref | str, Mapping[tuple[str, Ref], None]],
) -> tuple[tuple[Edge, ...], list[Ref]]:
    """All arrows; and all objects as a walk meets them, depth first, so that the first of the
    fields leads on."""
    edges: list[Edge] = []
    order: dict[Ref, None] = {}
    starts: list[Ref | str] = [*names, *nodes]
    for start in starts:
        if isinstance(start, Ref):
            if start in order:
                continue
            order[start] = None
        stack = [(start, iter(arrows.get(start, ())))]
        while stack:
            source, rest = stack[-1]
            slot, target = next(rest, (None, None))
            if slot is None or target is None:
                stack.pop()
                continue
            is_new = target not in order
            edges.append(Edge(source, slot, target, isinstance(source, Ref) and not is_new))
            if is_new:
                order[target] = None
                stack.append((target, iter(arrows.get(target, ()))))
    return tuple(edges), list(order)


class _Ways(NamedTuple):
    """Do objects branch? And by class, which fields lead back."""

    have_branches: bool
    backwards: Mapping[str, set[str]]


def _ways(nodes: Mapping[Ref, Node], edges: Iterable[Edge], declared: Links) -> _Ways:
    """There are branches if two fields of a class lead, or may lead, to others of it, or two items
    of one object to something new. A field that leads to another class is no branch: it hangs on a
    list too. Nor is one that leads back: it is the inverse of another, or is called so."""
    own = {
        name: {f".{each}" for each in declared.get(name, ())}
        for name in {node.class_name for node in nodes.values()}
    }
    items: dict[Ref, set[str]] = {}
    inside: dict[tuple[Ref, Ref], set[str]] = {}
    for edge in edges:
        if isinstance(edge.source, str):
            continue
        class_name = nodes[edge.source].class_name
        if not _is_field(edge.slot):
            if not edge.is_back:
                items.setdefault(edge.source, set()).add(edge.slot)
        elif class_name == nodes[edge.target].class_name:
            own[class_name].add(edge.slot)
            inside.setdefault((edge.source, edge.target), set()).add(edge.slot)
    inverse: dict[str, set[tuple[str, str]]] = {name: set() for name in own}
    for (source, target), there in inside.items():
        back = inside.get((target, source), ()) if source != target else ()
        pairs = ((one, other) for one in there for other in back if one != other)
        inverse[nodes[source].class_name].update(pairs)
    backwards = {name: _backwards(fields, inverse[name]) for name, fields in own.items()}
    return _Ways(
        any(len(each) > 1 for each in items.values())
        or any(len(fields - backwards[name]) > 1 for name, fields in own.items()),
        backwards,
    )


def _backwards(fields: set[str], inverse: set[tuple[str, str]]) -> set[str]:
    """Those of the fields that lead back. Of two that are inverse to each other, it is the one that
    is so to most. Where all are called so, none is."""
    found = {key for key in fields if _BACKWARDS.match(key[1:])}
    if found == fields:
        found = set()
    while True:
        pairs = [one for one, other in sorted(inverse) if not {one, other} & found]
        if not pairs:
            return found
        found.add(max(pairs, key=pairs.count))


def changed_slots(
    before: Heap, after: Heap, words: Words = SMALL_LANGUAGES
) -> set[tuple[Ref, str]]:
    """What a path did to its input; an object that is new has a slot with an empty key here."""
    found: set[tuple[Ref, str]] = set()
    for ref, obj in after.objects.items():
        was = before.objects.get(ref)
        if was is None:
            found.add((ref, ""))
            continue
        old = {slot.key: slot for slot in slots(was, words)}
        found.update((ref, slot.key) for slot in slots(obj, words) if old.get(slot.key) != slot)
    return found
