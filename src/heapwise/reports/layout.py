"""Where the parts of a drawn heap go: laid out by Graphviz, if it is there (extra `web`).

A layout has no names and no texts, only sizes, so that heaps of the same shape share one. Objects,
inputs and arrows have their order in the `Graph`; the page draws them (html/heap.js), and lays out
by itself what has no layout.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from heapwise.reports.boxed_numbers import without_boxes
from heapwise.reports.graph import Edge, Graph, Links, Node, graph_of
from heapwise.results import Heap, Ref
from heapwise.results.words import Words

CHARACTER, ROW, HEADER, PADDING = 7.25, 20, 22, 10
"""Pixels; html/heap.js has the same."""
MOST_TEXT = 24
"""Characters of a value that are drawn."""
_ARC, _BULGE = 16, 28
"""Pixels between arrows that pass below a list, and beside their objects."""
_MOST_NODES = 150
"""A heap that has more takes Graphviz seconds."""


class Layouts:
    """All layouts of one report; `index` tells which of them heaps have. After so many `seconds` no
    more are made."""

    def __init__(self, links: Links | None = None, seconds: float = 2.0) -> None:
        self._links = links
        self.found: list[dict[str, object]] = []
        self._known: dict[str, int] = {}
        self._left = seconds
        try:
            import pygraphviz
        except ImportError:
            self._graphviz: Any = None
        else:
            self._graphviz = pygraphviz

    def index(self, heaps: Sequence[Heap], words: Words) -> int | None:
        """Of heaps of one run that are to be drawn with every object in its place."""
        if self._graphviz is None or self._left <= 0:
            return None
        start = time.process_time()
        graph = graph_of(without_boxes(heaps), words, self._links)
        found = None
        if graph.nodes and len(graph.nodes) <= _MOST_NODES:
            text = _sizes_only(graph)
            found = self._known.get(text)
            if found is None:
                self.found.append(self._laid_out(text, graph))
                found = self._known[text] = len(self.found) - 1
        self._left -= time.process_time() - start
        return found

    def _laid_out(self, text: str, graph: Graph) -> dict[str, object]:
        drawn = self._graphviz.AGraph(string=text)
        drawn.layout(prog="dot")
        left, bottom, right, top = map(float, drawn.graph_attr["bb"].split(","))

        def corner(name: str, width: float, height: float) -> list[int]:
            x, y = map(float, drawn.get_node(name).attr["pos"].split(","))
            return [round(x - width / 2 - left), round(top - y - height / 2), round(width)]

        sizes = [_size(node, graph.is_down) for node in graph.nodes.values()]
        nodes = [corner(f"o{number}", *size) for number, size in enumerate(sizes)]
        widths = [_name_width(name) for name in graph.names]
        names = [corner(f"r{number}", width, ROW) for number, width in enumerate(widths)]
        arrows = {ends[2]: drawn.get_edge(*ends).attr["pos"] for ends in drawn.edges(keys=True)}
        curves = {
            number: _curve(arrows[f"e{number}"], left, top)
            for number in range(len(graph.edges))
            if f"e{number}" in arrows
        }
        drawn.close()
        width, height = round(right - left), round(top - bottom)
        for number, edge in enumerate(graph.edges):
            if number not in curves:
                height += _ARC
                curves[number] = _arc(graph, nodes, edge, height)
                width = max(width, *curves[number][::2])
        return {
            "down": graph.is_down,
            "width": width,
            "height": height,
            "nodes": nodes,
            "names": names,
            "arrows": [curves[number] for number in range(len(graph.edges))],
        }


def _size(node: Node, is_down: bool) -> tuple[float, int]:
    links = [slot for key, slot in node.slots.items() if is_down and key in node.children]
    rows = [slot for slot in node.slots.values() if slot not in links]
    widths = [
        len(node.title),
        *(len(slot.label) + 2 + min(MOST_TEXT, len(slot.text)) for slot in rows),
    ]
    width = max(widths) * CHARACTER + 2 * PADDING
    if links:
        cell = max(len(slot.label) for slot in links) * CHARACTER + 2 * PADDING
        width = max(width, len(links) * cell)
    return width, HEADER + ROW * (len(rows) + (2 if links else 0))


def _name_width(name: str) -> float:
    return len(name) * CHARACTER + 2 * PADDING


def _sizes_only(graph: Graph) -> str:
    """The graph for Graphviz, without anything to read."""
    lines = [
        f"digraph {{ rankdir={'TB' if graph.is_down else 'LR'}; nodesep=0.3; ranksep=0.4;",
        'node [shape=plain label="" ordering=out]; edge [arrowsize=0.6];',
    ]
    for number, name in enumerate(graph.names):
        width = _name_width(name) / 72
        lines.append(
            f"r{number} [shape=box fixedsize=true width={width:.3f} height={ROW / 72:.3f}];"
        )
    numbers = {}
    for number, (ref, node) in enumerate(graph.nodes.items()):
        numbers[ref] = number
        lines.append(f"o{number} [label=<{_cells(node, graph.is_down)}>];")
    free = _free(graph)
    below = _below(graph, free)
    for number, edge in enumerate(graph.edges):
        if number in below:
            # What it connects is a part of the shape, although the line says nothing to Graphviz.
            lines.append(f"// e{number} {_arrow(graph, numbers, edge, '', True)}")
        else:
            extra = " constraint=false" if number in free else ""
            lines.append(_arrow(graph, numbers, edge, f'key="e{number}"{extra}', number in free))
    if not graph.is_down:
        # Left to itself, Graphviz puts the first of several parts at the bottom.
        firsts = [f"r{number}" for number in _first_names(graph)]
        if len(firsts) > 1:
            lines.append(f"{{ rank=same; {' -> '.join(firsts)} [style=invis]; }}")
    return "\n".join([*lines, "}"])


def _first_names(graph: Graph) -> list[int]:
    """Of each part of the graph that has a name, the number of the first one."""
    ends: list[str | Ref] = [*graph.names, *graph.nodes]
    parts = {each: each for each in ends}

    def part(each: str | Ref) -> str | Ref:
        while parts[each] != each:
            each = parts[each]
        return each

    for edge in graph.edges:
        parts[part(edge.source)] = part(edge.target)
    found: dict[str | Ref, int] = {}
    for number, name in enumerate(graph.names):
        found.setdefault(part(name), number)
    return list(found.values())


def _free(graph: Graph) -> set[int]:
    """The arrows that say nothing about who stands before whom: those that lead to where one has
    been already; in a list, only those of them that would close a circle."""
    if graph.is_down:
        return {number for number, edge in enumerate(graph.edges) if edge.is_back}
    after: dict[Ref, set[Ref]] = {ref: set() for ref in graph.nodes}

    def is_before(first: Ref, second: Ref) -> bool:
        seen, waiting = {first}, [first]
        for ref in waiting:
            new = after[ref] - seen
            seen |= new
            waiting += new
        return second in seen

    place = {source: number for number, source in enumerate(_forwards(graph))}

    def rank(numbered: tuple[int, Edge]) -> tuple[bool, bool, int]:
        edge = numbered[1]
        return edge.is_backwards, edge.is_back, place.get(edge.source, len(place))

    free = set()
    for number, edge in sorted(enumerate(graph.edges), key=rank):
        if isinstance(edge.source, Ref):
            ends = edge.source, edge.target
            first, second = reversed(ends) if edge.is_backwards else ends
            if is_before(second, first):
                free.add(number)
            else:
                after[first].add(second)
    return free


def _forwards(graph: Graph) -> list[Ref | str]:
    """The inputs, and the objects as one meets them on arrows that do not lead back."""
    after: dict[Ref | str, list[Ref]] = {}
    for edge in graph.edges:
        if not edge.is_backwards:
            after.setdefault(edge.source, []).append(edge.target)
    found: dict[Ref | str, None] = dict.fromkeys(graph.names)
    waiting: list[Ref | str] = [*graph.names]
    for source in waiting:
        new = [target for target in after.get(source, ()) if target not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return list(found)


def _below(graph: Graph, free: Collection[int]) -> set[int]:
    """The arrows that pass below a list, which is a row: those that close a circle, and those that
    lead to others than the next one."""
    if graph.is_down:
        return set()
    ends = {
        number: (edge.target, edge.source) if edge.is_backwards else (edge.source, edge.target)
        for number, edge in enumerate(graph.edges)
        if isinstance(edge.source, Ref) and edge.source != edge.target
    }
    before: dict[Ref, set[Ref]] = {ref: set() for ref in graph.nodes}
    for number, (first, second) in ends.items():
        if number not in free:
            before[second].add(first)
    place: dict[Ref, int] = {}
    while len(place) < len(before):
        nexts = [ref for ref in before if ref not in place and before[ref] <= place.keys()]
        if len(nexts) != 1:
            return set()
        place[nexts[0]] = len(place)
    return {each for each, (first, second) in ends.items() if place[second] - place[first] != 1}


def _arc(graph: Graph, nodes: Sequence[Sequence[int]], edge: Edge, bottom: int) -> list[int]:
    """An arrow that passes below a row of objects. It begins where the page draws its dot."""
    assert isinstance(edge.source, Ref)
    numbers = {ref: number for number, ref in enumerate(graph.nodes)}
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    x, y, width = nodes[numbers[edge.source]]
    slot = list(source.slots).index(edge.slot)
    y += HEADER + ROW * slot + ROW // 2
    left, tip, across = nodes[numbers[edge.target]]
    tip += _size(target, False)[1]
    middle = left + across // 2
    if slot == len(source.slots) - 1 and not edge.is_backwards:
        x += width - PADDING - 2
        begin = [x, y, x, y + ROW, x, bottom, (x + middle) // 2, bottom]
    else:
        x += 0 if edge.is_backwards else width
        out = -_BULGE if edge.is_backwards else _BULGE
        is_ahead = (middle > x) is (out > 0)
        there = [x, bottom, x + 2 * out, bottom] if is_ahead else [x + out, bottom, x, bottom]
        begin = [x, y, x + out, y, *there]
    return [*begin, middle, bottom, middle, tip + ROW, middle, tip + 6, middle, tip]


def _arrow(
    graph: Graph, numbers: Mapping[Ref, int], edge: Edge, attributes: str, is_free: bool
) -> str:
    """An arrow leaves its slot below if it leads to a child in a tree, to the left if it leads back
    in a list, else to the right. In a list it arrives where the same slot of the next object is:
    so the objects are in a row. One that leads to its own object is seen best from right to top."""
    target = f"o{numbers[edge.target]}"
    if isinstance(edge.source, str):
        return f"r{graph.names.index(edge.source)} -> {target} [{attributes}];"
    node, other = graph.nodes[edge.source], graph.nodes[edge.target]
    port = f"o{numbers[edge.source]}:p{list(node.slots).index(edge.slot)}"
    if graph.is_down:
        side = "s" if edge.slot in node.children else "e"
        return f"{port}:{side} -> {target} [{attributes}];"
    if node is not other and node.class_name == other.class_name and edge.slot in other.slots:
        same = f"{target}:p{list(other.slots).index(edge.slot)}"
        if edge.is_backwards:
            return f"{same}:e -> {port}:w [{attributes} dir=back];"
        if not is_free:
            target = f"{same}:w"
    return f"{port}:e -> {target} [{attributes}];"


def _cells(node: Node, is_down: bool) -> str:
    width, _ = _size(node, is_down)
    below = [key for key in node.slots if is_down and key in node.children]

    def cell(size: float, height: int, more: str = "") -> str:
        return f'<TD FIXEDSIZE="TRUE" WIDTH="{size:.0f}" HEIGHT="{height}" {more}></TD>'

    columns = f'COLSPAN="{max(1, len(below))}"'
    rows = [cell(width, HEADER, columns)]
    for number, key in enumerate(node.slots):
        if key not in below:
            rows.append(cell(width, ROW, f'{columns} PORT="p{number}"'))
    if below:
        ports = [f'PORT="p{number}"' for number, key in enumerate(node.slots) if key in below]
        rows.append("".join(cell(width / len(below), 2 * ROW, port) for port in ports))
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">{body}</TABLE>'


def _curve(position: str, left: float, top: float) -> list[int]:
    """The points of an arrow: its start, three for each part of the curve, and the tip. Graphviz
    may have turned it round: then it tells where the tip is as a start."""
    points = position.split()
    tips = {each[0]: each[2:] for each in points if each.startswith(("s,", "e,"))}
    curve = [each for each in points if not each.startswith(("s,", "e,"))]
    if "s" in tips and "e" not in tips:
        curve.reverse()
    numbers = []
    for each in (*curve, tips.get("e") or tips.get("s") or curve[-1]):
        x, y = map(float, each.split(","))
        numbers += [round(x - left), round(top - y)]
    return numbers
