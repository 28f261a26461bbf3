"""Heaps as graphs: records with slots, named references and arrows, for whoever draws them.

Several heaps of one run (input and output, or every step) are one `Graph`, so that an object has
the same place in all of them. A graph is drawn to the right if its objects form chains, and
downwards if they branch: a list looks like a list, and a tree like a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    `is_back` if it leads from an object to where one has been already."""

    source: Ref | str
    slot: str
    target: Ref
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """An object with all slots that it has in one of the heaps, their texts being the longest.
    `links` are the slots that are arrows somewhere: a null there is a place for an arrow."""

    class_name: str
    title: str
    slots: dict[str, Slot]
    links: set[str]


@dataclass(frozen=True, slots=True)
class Graph:
    """`names` are the inputs that refer to an object in one of the heaps. Objects are in the order
    in which a walk along the arrows meets them."""

    names: tuple[str, ...]
    nodes: dict[Ref, Node]
    edges: tuple[Edge, ...]
    is_down: bool


def graph_of(heaps: Sequence[Heap], words: Words = SMALL_LANGUAGES) -> Graph:
    """The graph of heaps of one run, whose objects keep their names."""
    nodes: dict[Ref, Node] = {}
    arrows: dict[Ref | str, dict[tuple[str, Ref], None]] = {}
    for heap in heaps:
        for name, value in heap.roots.items():
            for ref in refs_in(value):
                if ref in heap.objects:
                    arrows.setdefault(name, {})["", ref] = None
        for ref, obj in heap.objects.items():
            node = nodes.setdefault(ref, Node(obj.class_name, ref.name, {}, set()))
            for slot in slots(obj, words):
                known = node.slots.get(slot.key)
                if known is None or len(known.text) < len(slot.text):
                    node.slots[slot.key] = slot
                for target in slot.targets:
                    if target in heap.objects:
                        arrows.setdefault(ref, {})[slot.key, target] = None
                        node.links.add(slot.key)
    _spread_links(nodes)
    names = tuple(dict.fromkeys(each for each in arrows if isinstance(each, str)))
    edges, order, is_down = _walked(names, nodes, arrows)
    return Graph(names, {ref: nodes[ref] for ref in order}, edges, is_down)


def _spread_links(nodes: dict[Ref, Node]) -> None:
    """A field is a link in all objects of a class or in none; so are the items of one object."""
    fields: dict[str, set[str]] = {}
    for node in nodes.values():
        fields.setdefault(node.class_name, set()).update(filter(_is_field, node.links))
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
) -> tuple[tuple[Edge, ...], list[Ref], bool]:
    """All arrows; all objects as a walk meets them, depth first, so that the first of the fields
    leads on; and whether they branch: two fields of a class, or two items of one object, have led
    to something new. A field that leads to another class is no branch: it hangs on a list too."""
    edges: list[Edge] = []
    order: dict[Ref, None] = {}
    ways: dict[Ref | str, set[str]] = {}
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
                if isinstance(source, Ref):
                    own, other = nodes[source].class_name, nodes[target].class_name
                    if not _is_field(slot):
                        ways.setdefault(source, set()).add(slot)
                    elif own == other:
                        ways.setdefault(own, set()).add(slot)
    return tuple(edges), list(order), any(len(each) > 1 for each in ways.values())


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
