"""Heaps as text: one line for a table cell, several lines where there is room to draw.

Objects are never nested in each other but listed by name, in the order in which a breadth-first
walk from the roots meets them. Sharing and cycles then need no notation of their own: the same
name stands in two places. It also keeps a list of ten thousand nodes from needing recursion.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value, refs_in
from heapwise.results.integers import integer_text
from heapwise.results.words import SMALL_LANGUAGES, Words

NOTHING = "–"
UNCHANGED = "unchanged"
_FIELDS_ON_ONE_LINE = 64


def value_text(value: Value, words: Words = SMALL_LANGUAGES) -> str:
    if value is None:
        return words.null
    if isinstance(value, bool):
        return words.true if value else words.false
    if isinstance(value, TupleValue):
        items = ", ".join(value_text(item, words) for item in value.items)
        return f"({items},)" if len(value.items) == 1 else f"({items})"
    if isinstance(value, int):
        return integer_text(value)
    return str(value) if isinstance(value, (Ref, Named)) else repr(value)


def one_line(heap: Heap, words: Words = SMALL_LANGUAGES) -> str:
    """The whole heap: `Y0, Y1 ─► Node#1{val=0, next─►Node#2}; Node#2{…}; X0 = 3`."""
    names = _names_of_targets(heap)
    parts = []
    for ref in _walk(heap):
        arrow = f"{', '.join(names[ref])} ─► " if ref in names else ""
        parts.append(arrow + _object_in_braces(ref, heap.objects[ref], words))
    parts += [f"{name} = {value_text(value, words)}" for name, value in _plain_roots(heap)]
    return "; ".join(parts) or NOTHING


def changes(before: Heap, after: Heap, words: Words = SMALL_LANGUAGES) -> str:
    """What a path did to its input, on one line: `Node#1.next ─► Node#2; new Node#3{val=0}`."""
    parts = []
    for name, value in after.roots.items():
        if name not in before.roots or _differ(before.roots[name], value):
            parts.append(_field_text(name, value, words))
    for ref in _walk(after):
        now = after.objects[ref]
        was = before.objects.get(ref)
        if was is None:
            parts.append(f"new {_object_in_braces(ref, now, words)}")
            continue
        parts += [
            _field_text(f"{ref}.{name}" if not name.isdigit() else f"{ref}[{name}]", value, words)
            for name, value in now.fields.items()
            if _has_changed(was, name, value)
        ]
        if _contents_differ(was, now):
            parts.append(f"{ref} = {_contents_text(now, words)}")
    return "; ".join(parts) or UNCHANGED


def drawing(heap: Heap, before: Heap | None = None, words: Words = SMALL_LANGUAGES) -> list[str]:
    """The heap as lines, roots to the left. With `before`, what is new or has changed is marked.

    An arrow to an object drawn further up ends in `↑`, an arrow from an object to itself in `↺`.
    """
    names = _names_of_targets(heap)
    order = list(_walk(heap))
    heads = {ref: _head(ref, before) for ref in order}
    margin = max((len(name) for group in names.values() for name in group), default=0)
    indent = margin + len(" ────► ") if names else 0
    width = max((len(head) for head in heads.values()), default=0)
    lines: list[str] = []
    seen: set[Ref] = set()
    for ref in order:
        seen.add(ref)
        arrows, entry = _bracket(names.get(ref, ()), margin)
        body = _body(ref, heap.objects[ref], seen, before, words)
        for row in range(max(len(arrows), entry + len(body), 1)):
            left = arrows[row] if row < len(arrows) else ""
            head = heads[ref] if row == entry else ""
            text = body[row - entry] if 0 <= row - entry < len(body) else ""
            lines.append(f"{left:<{indent}}{head:<{width}}  {text}".rstrip())
    lines += [f"{name} = {value_text(value, words)}" for name, value in _plain_roots(heap)]
    return lines or [NOTHING]


def _walk(heap: Heap) -> Iterator[Ref]:
    """Every object once: breadth first from all roots together, then what they do not reach."""
    roots = [ref for value in heap.roots.values() for ref in refs_in(value)]
    met: set[Ref] = set()
    for start in (roots, *([ref] for ref in heap.objects)):
        queue = deque(start)
        while queue:
            ref = queue.popleft()
            if ref in met or ref not in heap.objects:
                continue
            met.add(ref)
            yield ref
            queue.extend(to for v in heap.objects[ref].contents() for to in refs_in(v))


def _names_of_targets(heap: Heap) -> Mapping[Ref, Sequence[str]]:
    names: dict[Ref, list[str]] = {}
    for name, value in heap.roots.items():
        if isinstance(value, Ref):
            names.setdefault(value, []).append(name)
    return names


def _plain_roots(heap: Heap) -> Iterator[tuple[str, Value]]:
    for name, value in heap.roots.items():
        if not isinstance(value, Ref) or value not in heap.objects:
            yield name, value


def _object_in_braces(ref: Ref, obj: HeapObject, words: Words) -> str:
    fields = [_field_text(_label(name), value, words, "") for name, value in obj.fields.items()]
    contents = _contents_text(obj, words)
    if contents and not fields:
        return f"{ref}{contents}"
    return f"{ref}{{{', '.join([*fields, *([contents] if contents else [])])}}}"


def _contents_text(obj: HeapObject, words: Words) -> str:
    """What a container holds: `[1, Node#2]`, `{1: Node#2}`; empty if it is not one."""
    if obj.entries is not None:
        pairs = (f"{value_text(k, words)}: {value_text(v, words)}" for k, v in obj.entries)
        return f"{{{', '.join(pairs)}}}"
    if obj.items is not None:
        opening, closing = ("{", "}") if "set" in obj.class_name.lower() else ("[", "]")
        return opening + ", ".join(value_text(item, words) for item in obj.items) + closing
    return ""


def _field_text(label: str, value: Value, words: Words, gap: str = " ") -> str:
    sign = "─►" if isinstance(value, Ref) else "="
    return f"{label}{gap}{sign}{gap}{value_text(value, words)}"


def _label(field: str) -> str:
    """Array elements are fields named by their index."""
    return f"[{field}]" if field.isdigit() else field


def _has_changed(was: HeapObject, field: str, value: Value) -> bool:
    return field not in was.fields or _differ(was.fields[field], value)


def _differ(old: Value, new: Value) -> bool:
    # `True == 1` in Python, but a field that went from 1 to true has changed; nan has not.
    if isinstance(old, TupleValue) and isinstance(new, TupleValue):
        return _all_differ(old.items, new.items)
    if isinstance(old, float) and isinstance(new, float):
        return repr(old) != repr(new)
    return (type(old), old) != (type(new), new)


def _all_differ(old: Sequence[Value], new: Sequence[Value]) -> bool:
    return len(old) != len(new) or any(map(_differ, old, new))


def _contents_differ(was: HeapObject, now: HeapObject) -> bool:
    flat = [
        ([*(obj.items or ())], [each for pair in obj.entries or () for each in pair])
        for obj in (was, now)
    ]
    return any(map(_all_differ, flat[0], flat[1]))


def _head(ref: Ref, before: Heap | None) -> str:
    return f"new {ref}" if before is not None and ref not in before.objects else str(ref)


def _body(
    ref: Ref, obj: HeapObject, seen: set[Ref], before: Heap | None, words: Words
) -> list[str]:
    was = before.objects.get(ref) if before is not None else None
    fields = []
    for name, value in obj.fields.items():
        text = _field_text(_label(name), value, words)
        if value == ref:
            text += " ↺"
        elif isinstance(value, Ref) and value in seen:
            text += " ↑"
        if was is not None and _has_changed(was, name, value):
            old = f"was {value_text(was.fields[name], words)}" if name in was.fields else "set"
            text += f" ({old})"
        fields.append(text)
    contents = _contents_text(obj, words)
    if contents:
        changed = was is not None and _contents_differ(was, obj)
        old = f" (was {_contents_text(was, words)})" if was is not None and changed else ""
        fields.append(contents + old)
    together = ", ".join(fields)
    return [together] if len(together) <= _FIELDS_ON_ONE_LINE else fields


def _bracket(names: Sequence[str], margin: int) -> tuple[list[str], int]:
    """The arrows from the roots to one object, and the row in which they reach it."""
    if len(names) < 2:
        return [f"{name:<{margin}} ────► " for name in names], 0
    upper = (len(names) + 1) // 2
    rows = []
    for index, name in enumerate(names):
        corner = "┐" if index == 0 else "┘" if index == len(names) - 1 else "┤"
        rows.append(f"{name:<{margin}} ──{corner}")
    rows.insert(upper, f"{'':<{margin}}   ├─► ")
    return rows, upper
