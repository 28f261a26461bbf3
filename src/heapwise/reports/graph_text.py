"""Heaps in the languages of Graphviz and Mermaid, for papers and pull requests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from heapwise.reports.drawing import value_text
from heapwise.reports.graph import Edge, Graph, Links, Slot, changed_slots, graph_of, slots
from heapwise.results import Heap, Ref
from heapwise.results.words import SMALL_LANGUAGES, Words

NULL_MARK = "∅"
_ARROW = "•"
_CHANGED = "#c2410c"
_STRAIGHT = "weight=1000"
"""Else Graphviz makes a cluster narrow, and puts an only child below the middle of its parent."""


class Titled(NamedTuple):
    """A heap to draw; what differs from `before` is in colour."""

    title: str
    heap: Heap
    before: Heap | None = None


def before_and_after(before: Heap, after: Heap) -> list[Titled]:
    return [Titled("input", before), Titled("output", after, before)]


class _Part:
    """One of the heaps of a drawing: its graph, and names for its nodes."""

    def __init__(self, number: int, titled: Titled, words: Words, links: Links | None) -> None:
        self.titled, self.words = titled, words
        self.heap = titled.heap
        self.graph: Graph = graph_of([self.heap], words, links)
        before = titled.before
        self.changed = set() if before is None else changed_slots(before, self.heap, words)
        self._prefix = f"h{number}"
        self._ids = {ref: f"{self._prefix}o{n}" for n, ref in enumerate(self.graph.nodes, 1)}

    def id(self, of: Ref | str) -> str:
        if isinstance(of, Ref):
            return self._ids[of]
        return f"{self._prefix}r{self.graph.names.index(of) + 1}"

    @property
    def values_id(self) -> str:
        return f"{self._prefix}values"

    def slots(self, ref: Ref) -> list[Slot]:
        return list(slots(self.heap.objects[ref], self.words))

    def plain(self) -> Iterator[str]:
        """The inputs that are no references."""
        for name, value in self.heap.roots.items():
            if name not in self.graph.names:
                yield f"{name} = {value_text(value, self.words)}"

    def is_changed(self, edge: Edge) -> bool:
        return (edge.source, edge.slot) in self.changed


def _held(slot: Slot, arrow: str) -> str:
    if slot.is_null:
        return NULL_MARK
    return arrow if [slot.text] == [ref.name for ref in slot.targets[-1:]] else slot.text


def dot(heaps: Sequence[Titled], words: Words = SMALL_LANGUAGES, links: Links | None = None) -> str:
    """A digraph for Graphviz, with a cluster for each heap if there are several."""
    parts = [_Part(number, each, words, links) for number, each in enumerate(heaps, 1)]
    is_down = any(part.graph.is_down for part in parts)
    lines = [
        "digraph heap {",
        f"  rankdir={'TB' if is_down else 'LR'}; nodesep=0.35;",
        '  graph [fontname="monospace", fontsize=11, color="#aaaaaa"];',
        '  node [shape=plain, fontname="monospace", fontsize=11];',
        '  edge [arrowsize=0.7, color="#444444"];',
    ]
    # Graphviz puts the first cluster to the left, or at the bottom.
    for number, part in enumerate(parts if is_down else reversed(parts), 1):
        if len(parts) > 1:
            lines.append(f"  subgraph cluster_{number} {{ label={_quoted(part.titled.title)};")
        lines += _dot_part(part, is_down)
        if len(parts) > 1:
            lines.append("  }")
    return "\n".join([*lines, "}\n"])


def _dot_part(part: _Part, is_down: bool) -> Iterator[str]:
    for name in part.graph.names:
        yield f"  {part.id(name)} [label={_quoted(name)}];"
    plain = "".join(f'{escape(line)}<BR ALIGN="LEFT"/>' for line in part.plain())
    if plain:
        yield f"  {part.values_id} [label=<{plain}>];"
    for ref in part.graph.nodes:
        yield f"  {part.id(ref)} [label=<{_table(part, ref, is_down)}>, ordering=out];"
    for edge in part.graph.edges:
        tail, head, extra = part.id(edge.source), part.id(edge.target), []
        if isinstance(edge.source, Ref):
            keys = [slot.key for slot in part.slots(edge.source)]
            goes_down = is_down and edge.slot in part.graph.nodes[edge.source].children
            # One that closes a circle in a list passes below it, if there is nothing in its way.
            goes_round = edge.is_back and not is_down and edge.source != edge.target
            leaves_below = goes_down or (goes_round and edge.slot == keys[-1])
            tail += f":p{keys.index(edge.slot)}:{'s' if leaves_below else 'e'}"
            head += ":s" if goes_round else ""
            if goes_down and not edge.is_back:
                extra.append(_STRAIGHT)
        if edge.is_back:
            extra.append("constraint=false")
        if part.is_changed(edge):
            extra.append(f'color="{_CHANGED}"')
        attributes = f" [{', '.join(extra)}]" if extra else ""
        yield f"  {tail} -> {head}{attributes};"


def _table(part: _Part, ref: Ref, is_down: bool) -> str:
    """A record: a row for each slot; arrows that go down leave from cells in the last row."""

    def text(key: str, shown: str) -> str:
        shown = escape(shown)
        return f'<FONT COLOR="{_CHANGED}">{shown}</FONT>' if (ref, key) in part.changed else shown

    own = part.slots(ref)
    ports = {slot.key: f'PORT="p{number}"' for number, slot in enumerate(own)}
    links = part.graph.nodes[ref].children if is_down else []
    below = [slot for slot in own if slot.key in links]
    width = max(2, len(below))
    rows = [f'<TR><TD COLSPAN="{width}"><B>{text("", ref.name)}</B></TD></TR>']
    rows += [
        f'<TR><TD ALIGN="LEFT">{text(slot.key, slot.label)}</TD>'
        f'<TD ALIGN="LEFT" COLSPAN="{width - 1}" {ports[slot.key]}>'
        f"{text(slot.key, _held(slot, _ARROW))}</TD></TR>"
        for slot in own
        if slot.key not in links
    ]
    if below:
        cells = [
            f"<TD {ports[slot.key]}>{text(slot.key, f'{slot.label} {_held(slot, _ARROW)}')}</TD>"
            for slot in below
        ]
        rows.append(f"<TR>{''.join(cells)}{'<TD></TD>' * (width - len(below))}</TR>")
    return f'<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0">{"".join(rows)}</TABLE>'


def _quoted(text: str) -> str:
    """A string of Graphviz, in which a backslash begins an escape."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def mermaid(
    heaps: Sequence[Titled], words: Words = SMALL_LANGUAGES, links: Links | None = None
) -> str:
    """A flowchart for Mermaid, with a subgraph for each heap if there are several."""
    parts = [_Part(number, each, words, links) for number, each in enumerate(heaps, 1)]
    is_down = any(part.graph.is_down for part in parts)
    lines = [f"flowchart {'TD' if is_down else 'LR'}"]
    coloured: list[str] = []
    arrows = 0
    for number, part in enumerate(parts, 1):
        if len(parts) > 1:
            lines.append(f"  subgraph s{number} [{_words(part.titled.title)}]")
        for name in part.graph.names:
            lines.append(f"  {part.id(name)}([{_words(name)}])")
        plain = list(part.plain())
        if plain:
            lines.append(f"  {part.values_id}[{_words(*plain)}]")
        for ref in part.graph.nodes:
            own = part.slots(ref)
            rows = [f"{slot.label} = {_held(slot, '→')}" for slot in own if not slot.targets]
            lines.append(f"  {part.id(ref)}[{_words(ref.name, *rows)}]")
            if any((ref, key) in part.changed for key in ("", *(slot.key for slot in own))):
                coloured.append(f"  style {part.id(ref)} stroke:{_CHANGED}")
        for edge in part.graph.edges:
            label = ""
            if isinstance(edge.source, Ref):
                found = {slot.key: slot.label for slot in part.slots(edge.source)}
                label = f"|{_words(found[edge.slot])}|"
            lines.append(f"  {part.id(edge.source)} -->{label} {part.id(edge.target)}")
            if part.is_changed(edge):
                coloured.append(f"  linkStyle {arrows} stroke:{_CHANGED}")
            arrows += 1
        if len(parts) > 1:
            lines.append("  end")
    return "\n".join([*lines, *coloured, ""])


def _words(*lines: str) -> str:
    """Text of Mermaid, in which a number in `#…;` is a character."""
    return '"' + "<br/>".join(_UNSAFE.sub(lambda m: f"#{ord(m[0])};", line) for line in lines) + '"'


_UNSAFE = re.compile(r"[^\w .,:=()∅→+-]")
