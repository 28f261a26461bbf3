"""Where the parts of a drawn heap go: laid out by Graphviz, if it is there (extra `web`).

A layout has no names and no texts, only sizes, so that heaps of the same shape share one. Objects,
inputs and arrows have their order in the `Graph`; the page draws them (html/heap.js), and lays out
by itself what has no layout.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from heapwise.reports.boxed_numbers import without_boxes
from heapwise.reports.graph import Edge, Graph, Links, Node, graph_of
from heapwise.results import Heap, Ref
from heapwise.results.words import Words

CHARACTER, ROW, HEADER, PADDING = 7.25, 20, 22, 10
"""Pixels; html/heap.js has the same."""
MOST_TEXT = 24
"""Characters of a value that are drawn."""
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
        start = time.monotonic()
        graph = graph_of(without_boxes(heaps), words, self._links)
        found = None
        if graph.nodes and len(graph.nodes) <= _MOST_NODES:
            text = _sizes_only(graph)
            found = self._known.get(text)
            if found is None:
                self.found.append(self._laid_out(text, graph))
                found = self._known[text] = len(self.found) - 1
        self._left -= time.monotonic() - start
        return found

    def _laid_out(self, text: str, graph: Graph) -> dict[str, object]:
        drawn = self._graphviz.AGraph(string=text)
        drawn.layout(prog="dot")
        left, bottom, right, top = map(float, drawn.graph_attr["bb"].split(","))

        def corner(name: str, width: float, height: float) -> list[int]:
            x, y = map(float, drawn.get_node(name).attr["pos"].split(","))
            return [round(x - width / 2 - left), round(top - y - height / 2), round(width)]

        sizes = {f"o{n}": _size(node, graph.is_down) for n, node in enumerate(graph.nodes.values())}
        names = {f"r{n}": (_name_width(name), ROW) for n, name in enumerate(graph.names)}
        arrows = {ends[2]: drawn.get_edge(*ends).attr["pos"] for ends in drawn.edges(keys=True)}
        found = {
            "down": graph.is_down,
            "width": round(right - left),
            "height": round(top - bottom),
            "nodes": [corner(name, *size) for name, size in sizes.items()],
            "names": [corner(name, *size) for name, size in names.items()],
            "arrows": [_curve(arrows[f"e{n}"], left, top) for n in range(len(graph.edges))],
        }
        drawn.close()
        return found


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
    for number, edge in enumerate(graph.edges):
        attributes = f'key="e{number}"' + (" constraint=false" if number in free else "")
        lines.append(_arrow(graph, numbers, edge, attributes))
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
    free = {number for number, edge in enumerate(graph.edges) if edge.is_back}
    if graph.is_down:
        return free
    after: dict[Ref, set[Ref]] = {ref: set() for ref in graph.nodes}

    def is_before(first: Ref, second: Ref) -> bool:
        seen, waiting = {first}, [first]
        for ref in waiting:
            new = after[ref] - seen
            seen |= new
            waiting += new
        return second in seen

    for number, edge in sorted(enumerate(graph.edges), key=lambda each: each[1].is_back):
        if isinstance(edge.source, Ref):
            ends = edge.source, edge.target
            first, second = reversed(ends) if edge.is_backwards else ends
            if not is_before(second, first):
                after[first].add(second)
                free.discard(number)
    return free


def _arrow(graph: Graph, numbers: Mapping[Ref, int], edge: Edge, attributes: str) -> str:
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
        if not edge.is_back:
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
