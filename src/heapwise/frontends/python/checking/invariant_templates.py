"""What may hold of every object of a class: candidates for an invariant, from its fields alone.

A candidate is a few lines that return False where it does not hold. Those about linked objects
begin with a *walk*, which collects `nodes` and is itself a candidate: that there is no other way to
a node. Code of candidates ends on every object graph, and writes to nothing.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    ClassShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    ListShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    alternatives,
    is_optional,
)

_MOST_FIELDS = 10
_MEMBER = "any(each is {} for each in nodes)"


@dataclass(frozen=True, slots=True)
class Candidate:
    """`text` says it in words, `lines` in code; `walk` is the candidate whose nodes it needs. If it
    says that two things change together, `measure` is one of them, a small number or a truth
    value."""

    text: str
    lines: tuple[str, ...]
    walk: Candidate | None = None
    measure: str = ""

    def code(self) -> list[str]:
        return [*(self.walk.lines if self.walk is not None else ()), *self.lines]


def candidates_of(cls: type) -> list[Candidate]:
    """Shapes come first: what follows is only asked of those that have them."""
    fields = dict(itertools.islice(_fields(cls).items(), _MOST_FIELDS))
    found: dict[tuple[str, ...], Candidate] = {}
    for each in itertools.chain(_about_links(cls, fields), _about_fields(fields)):
        found.setdefault(tuple(each.code()), each)
    return list(found.values())


def _fields(cls: type) -> dict[str, Shape]:
    return {name: info.shape for name, info in fields_of(cls).items()}


def _unless(condition: str, text: str = "", walk: Candidate | None = None) -> Candidate:
    return Candidate(text or condition, (f"if not ({condition}):", "    return False"), walk)


def _together(condition: str, measure: str, text: str = "") -> Candidate:
    return replace(_unless(condition, text), measure=measure)


def _for_all(text: str, loop: str, condition: str, walk: Candidate | None = None) -> Candidate:
    lines = (f"for {loop}:", f"    if not ({condition}):", "        return False")
    return Candidate(text, lines, walk)


def _is_a(shape: Shape, *kinds: type) -> bool:
    parts = [each for each in alternatives(shape) if not isinstance(each, NoneShape)]
    return bool(parts) and all(isinstance(each, kinds) for each in parts)


def _is_int(shape: Shape) -> bool:
    return _is_a(shape, IntShape) and not is_optional(shape)


def _is_ordered(shape: Shape) -> bool:
    plain = _is_a(shape, IntShape, FloatShape, StrShape)
    is_any = _is_a(shape, OpaqueShape) and all(
        getattr(e, "ordered", False) for e in alternatives(shape)
    )
    return (plain or is_any) and not is_optional(shape)


def _class_in(shape: Shape) -> type | None:
    parts = [each for each in alternatives(shape) if not isinstance(each, NoneShape)]
    return parts[0].cls if len(parts) == 1 and isinstance(parts[0], ClassShape) else None


# ---------------------------------------------------------------------------- plain fields


def _about_fields(fields: Mapping[str, Shape]) -> Iterator[Candidate]:
    for name, shape in fields.items():
        yield from _about_one(f"self.{name}", shape)
    for (one, shape), (other, second) in itertools.permutations(fields.items(), 2):
        yield from _about_two(f"self.{one}", shape, f"self.{other}", second)
    sized = [
        f"self.{name}"
        for name, shape in fields.items()
        if _is_a(shape, ListShape, DictShape) and not is_optional(shape)
    ]
    lists = [f"self.{name}" for name, shape in fields.items() if _is_a(shape, ListShape)]
    numbers = [f"self.{name}" for name, shape in fields.items() if _is_int(shape)]
    for number, (one, two) in itertools.product(numbers[:4], itertools.combinations(sized[:4], 2)):
        yield _together(f"{number} == len({one}) + len({two})", f"len({one})")
    for items in lists[:2]:
        for one, two, three in itertools.permutations(numbers[:4], 3):
            if two < three:
                yield _unless(f"len({items}) > 0 and {one} == ({two} + {three}) % len({items})")


def _about_one(place: str, shape: Shape) -> Iterator[Candidate]:
    if is_optional(shape):
        yield _unless(f"{place} is not None")
    if _is_int(shape):
        yield from (_unless(f"{place} >= 1"), _unless(f"{place} >= 0"))
    if _is_a(shape, ListShape) and not is_optional(shape):
        part = next(each for each in alternatives(shape) if isinstance(each, ListShape))
        yield from _about_items(place, part)
    if _is_a(shape, DictShape) and not is_optional(shape):
        table = next(each for each in alternatives(shape) if isinstance(each, DictShape))
        yield from _about_entries(place, table)


def _about_items(place: str, shape: ListShape) -> Iterator[Candidate]:
    yield _unless(f"len({place}) > 0")
    if is_optional(shape.element):
        yield _for_all(f"no item of {place} is None", f"item in {place}", "item is not None")
    if shape.kind not in ("list", "deque"):
        return
    if _is_ordered(shape.element):
        indexes = f"i in range(len({place}) - 1)"
        for sign, word in (("<", "strictly ascending"), ("<=", "sorted")):
            condition = f"{place}[i] {sign} {place}[i + 1]"
            yield _for_all(f"{place} is {word}", indexes, condition)
        heap = f"{place}[(i - 1) // 2] <= {place}[i]"
        yield _for_all(f"{place} is a heap", f"i in range(1, len({place}))", heap)
    if _is_int(shape.element):
        yield _for_all(
            f"items of {place} are indexes of it", f"item in {place}", f"0 <= item < len({place})"
        )
        yield _for_all(f"items of {place} are not negative", f"item in {place}", "item >= 0")


def _about_entries(place: str, table: DictShape) -> Iterator[Candidate]:
    if _is_int(table.value):
        yield _for_all(
            f"values of {place} are not negative", f"value in {place}.values()", "value >= 0"
        )
    cls = _class_in(table.value)
    for name, shape in _fields(cls).items() if cls is not None else ():
        if shape == table.key or _is_a(shape, OpaqueShape):
            text = f"{place} has each object under its {name}"
            yield _for_all(text, f"key, value in {place}.items()", f"value.{name} == key")
    inner = [each for each in alternatives(table.value) if isinstance(each, ListShape)]
    if inner:
        seen = ("parts = []", f"for part in {place}.values():")
        shared = ("    if any(each is part for each in parts):", "        return False")
        text = f"no two entries of {place} share an object"
        yield Candidate(text, (*seen, *shared, "    parts.append(part)"))
    if inner and inner[0].element == table.key:
        loop = f"key, others in {place}.items()"
        closed = f"all(other in {place} for other in others)"
        yield _for_all(f"what {place} leads to is in it", loop, closed)
        both = f"all(other in {place} and key in {place}[other] for other in others)"
        yield _for_all(f"{place} is symmetric", loop, both)


def _about_two(one: str, shape: Shape, other: str, second: Shape) -> Iterator[Candidate]:
    sized = (ListShape, DictShape)
    if _is_int(shape) and _is_int(second):
        yield from (_unless(f"{one} < {other}"), _unless(f"{one} <= {other}"))
    if _is_int(shape) and _is_a(second, *sized) and not is_optional(second):
        yield _together(f"{one} == len({other})", f"len({other})")
        yield from (_unless(f"0 <= {one} < len({other})"), _unless(f"0 <= {one} <= len({other})"))
        yield _unless(f"len({other}) <= {one}")
        yield from _sum_of(one, other, second)
    if (
        _is_a(shape, *sized)
        and _is_a(second, *sized)
        and not is_optional(shape) | is_optional(second)
    ):
        if one < other:
            yield from _apart(one, shape, other, second)
            yield _together(f"len({one}) == len({other})", f"len({one})")
        if _is_a(shape, DictShape) and _is_a(second, DictShape) and one < other:
            yield _unless(f"{one}.keys() == {other}.keys()")
        yield from _back_and_forth(one, shape, other, second)
    if is_optional(shape) and is_optional(second) and one < other:
        yield _unless(f"({one} is None) == ({other} is None)")
    if is_optional(shape) and _is_int(second):
        yield _unless(f"({one} is None) == ({other} == 0)")
    if is_optional(shape) and _is_a(second, *sized) and not is_optional(second):
        yield _unless(f"({one} is None) == (len({other}) == 0)")
    if _is_a(shape, BoolShape):
        if is_optional(second):
            yield _together(f"{one} == ({other} is None)", one)
            yield _together(f"{one} != ({other} is None)", one)
            yield _unless(f"{one} or {other} is None")
            yield _unless(f"{one} or {other} is not None")
            yield _unless(f"not {one} or {other} is None")
            yield _unless(f"not {one} or {other} is not None")
        if _is_int(second):
            yield from (_unless(f"{one} == ({other} == 0)"), _unless(f"{one} != ({other} == 0)"))
        if _is_a(second, BoolShape) and not (is_optional(shape) or is_optional(second)):
            yield _unless(f"{one} or not {other}")


def _sum_of(one: str, other: str, second: Shape) -> Iterator[Candidate]:
    """A running total."""
    parts = [part for part in alternatives(second) if isinstance(part, ListShape)]
    if parts and parts[0].kind in ("list", "deque") and _is_int(parts[0].element):
        yield _together(f"{one} == sum({other})", f"len({other})")


def _apart(one: str, shape: Shape, other: str, second: Shape) -> Iterator[Candidate]:
    """What is put into one is not in the other at once."""
    kinds = [{getattr(part, "kind", "") for part in alternatives(each)} for each in (shape, second)]
    if kinds[0] & kinds[1]:
        yield _unless(f"{one} is not {other}")


def _back_and_forth(one: str, shape: Shape, other: str, second: Shape) -> Iterator[Candidate]:
    """A table of positions, and what is there."""
    table = next((each for each in alternatives(shape) if isinstance(each, DictShape)), None)
    items = next((each for each in alternatives(second) if isinstance(each, ListShape)), None)
    if table is None or items is None or items.kind != "list" or not _is_int(table.value):
        return
    inside = f"0 <= value < len({other})"
    yield _for_all(f"values of {one} are indexes of {other}", f"value in {one}.values()", inside)
    if items.element == table.key:
        text = f"{one} says where items of {other} are"
        loop = f"key, value in {one}.items()"
        yield _for_all(text, loop, f"{inside} and {other}[value] == key")
        back = f"{other}[i] in {one} and {one}[{other}[i]] == i"
        yield _for_all(f"every item of {other} is in {one}", f"i in range(len({other}))", back)


# ---------------------------------------------------------------------------- linked objects


def _about_links(cls: type, fields: Mapping[str, Shape]) -> Iterator[Candidate]:
    roots: list[tuple[str, type, bool]] = []
    if _links(cls):
        roots.append(("self", cls, False))
    for name, shape in fields.items():
        target = _class_in(shape)
        if target is not None and target is not cls and _links(target):
            roots.append((f"self.{name}", target, is_optional(shape)))
    for root, node, _ in roots:
        yield from _about_nodes(root, node, fields)


def _links(node: type) -> dict[str, bool]:
    """The fields that lead to objects of the same class; true if through a list."""
    found: dict[str, bool] = {}
    for name, shape in _fields(node).items():
        target = _class_in(shape)
        if target is not None and issubclass(node, target):
            found[name] = False
        for part in alternatives(shape):
            if isinstance(part, ListShape) and part.kind == "list":
                inner = _class_in(part.element)
                if inner is not None and issubclass(node, inner):
                    found[name] = True
    return found


def _about_nodes(root: str, node: type, fields: Mapping[str, Shape]) -> Iterator[Candidate]:
    links = _links(node)
    ways = [each for n in (1, 2, 3) for each in itertools.combinations(links, n)][:12]
    for along in ways:
        walk = _walk(root, along, links)
        yield walk
        yield from _about_tree(root, node, along, links, walk, fields)
    for name, is_list in links.items():
        if not is_list:
            yield from _about_ring(root, node, name, links, fields)


def _walk(root: str, along: tuple[str, ...], links: Mapping[str, bool]) -> Candidate:
    lines = ["nodes = []", f"waiting = [{root}]", "while waiting:", "    node = waiting.pop()"]
    lines += ["    if node is None:", "        continue"]
    lines += [f"    if {_MEMBER.format('node')}:", "        return False", "    nodes.append(node)"]
    plain = [f"node.{name}" for name in along if not links[name]]
    if plain:
        lines.append(f"    waiting += [{', '.join(plain)}]")
    lines += [f"    waiting += node.{name}" for name in along if links[name]]
    kind = "a list that ends" if len(along) == 1 and not links[along[0]] else "a tree"
    return Candidate(f"from {root} along {' and '.join(along)}: {kind}", tuple(lines))


def _about_tree(
    root: str,
    node: type,
    along: tuple[str, ...],
    links: Mapping[str, bool],
    walk: Candidate,
    fields: Mapping[str, Shape],
) -> Iterator[Candidate]:
    own = _fields(node)
    for other in links:
        if other not in along and not links[other]:
            yield _inverse(root, along, links, other, walk)
    for name, shape in fields.items():
        place = f"self.{name}"
        if _is_int(shape) and root != "self":
            yield _unless(f"{place} == len(nodes)", f"{place} == number of nodes", walk)
        if place != root and _class_in(shape) is node:
            yield _unless(
                f"{place} is None or {_MEMBER.format(place)}", f"{place} is one of the nodes", walk
            )
            if len(along) == 1 and not links[along[0]]:
                last = f"{place} is (nodes[-1] if nodes else None)"
                yield _unless(last, f"{place} is the last node", walk)
        if _is_a(shape, DictShape):
            yield from _about_index(place, shape, own, walk)
    for name, shape in own.items():
        if name in links:
            continue
        place = f"node.{name}"
        if _is_int(shape):
            yield _for_all(
                f"{name} of nodes is not negative", "node in nodes", f"{place} >= 0", walk
            )
        if is_optional(shape):
            yield _for_all(
                f"{name} of nodes is not None", "node in nodes", f"{place} is not None", walk
            )
        if not any(links[each] for each in along):
            yield from _about_order(root, name, shape, along, walk)
            if len(along) == 2:
                yield from _about_balance(root, name, shape, along, walk)


def _inverse(
    root: str, along: tuple[str, ...], links: Mapping[str, bool], other: str, walk: Candidate
) -> Candidate:
    text = f"{other} is the inverse of {' and '.join(along)}"
    lines = []
    if root != "self":  # which may be anywhere in a tree
        lines += [f"if {root} is not None and {root}.{other} is not None:", "    return False"]
    lines.append("for node in nodes:")
    for name in along:
        if links[name]:
            lines.append(f"    if any(child.{other} is not node for child in node.{name}):")
        else:
            lines.append(f"    if node.{name} is not None and node.{name}.{other} is not node:")
        lines.append("        return False")
    return Candidate(text, tuple(lines), walk)


def _about_index(
    place: str, shape: Shape, own: Mapping[str, Shape], walk: Candidate
) -> Iterator[Candidate]:
    table = next(each for each in alternatives(shape) if isinstance(each, DictShape))
    yield _unless(f"len({place}) == len(nodes)", f"{place} has as many entries as nodes", walk)
    inside = _MEMBER.format("value")
    if _class_in(table.value) is not None:
        yield _for_all(f"{place} leads to nodes", f"value in {place}.values()", inside, walk)
        for name, each in own.items():
            if each == table.key or _is_a(each, OpaqueShape):
                condition = f"node.{name} in {place} and {place}[node.{name}] is node"
                text = f"{place} has every node under its {name}"
                yield _for_all(text, "node in nodes", condition, walk)


def _about_order(
    root: str, name: str, shape: Shape, along: tuple[str, ...], walk: Candidate
) -> Iterator[Candidate]:
    if not _is_ordered(shape):
        return
    if len(along) == 1:
        for sign, word in (("<", "strictly ascending"), ("<=", "ascending"), (">=", "descending")):
            condition = f"nodes[i].{name} {sign} nodes[i + 1].{name}"
            yield _for_all(
                f"{name} is {word} along {along[0]}", "i in range(len(nodes) - 1)", condition, walk
            )
    for sign in ("<=", ">=") if len(along) > 1 else ():
        children = " and ".join(
            f"(node.{each} is None or node.{name} {sign} node.{each}.{name})" for each in along
        )
        text = f"{name} of a node {sign} those below"
        yield _for_all(text, "node in nodes", children, walk)
    if len(along) == 2:
        for low, high in ((along[0], along[1]), (along[1], along[0])):
            for sign, word in (("<", "strictly "), ("<=", "")):
                yield _search_tree(root, name, low, high, sign, word, walk)


def _search_tree(
    root: str, name: str, low: str, high: str, sign: str, word: str, walk: Candidate
) -> Candidate:
    lines = (
        f"ranges = [({root}, [], [])]",
        "while ranges:",
        "    node, above, below = ranges.pop()",
        "    if node is None:",
        "        continue",
        f"    if not all(key {sign} node.{name} for key in above):",
        "        return False",
        f"    if not all(node.{name} {sign} key for key in below):",
        "        return False",
        f"    ranges.append((node.{low}, above, [node.{name}]))",
        f"    ranges.append((node.{high}, [node.{name}], below))",
    )
    return Candidate(f"{name} is {word}in order: {low} before {high}", lines, walk)


def _about_balance(
    root: str, name: str, shape: Shape, along: tuple[str, ...], walk: Candidate
) -> Iterator[Candidate]:
    one, two = (f"node.{each}" for each in along)
    if _is_int(shape):
        for none in (0, -1):
            high = [f"({none} if {each} is None else {each}.{name})" for each in (one, two)]
            largest = f"node.{name} == 1 + max({high[0]}, {high[1]})"
            yield _for_all(
                f"{name} is the height ({none} below leaves)", "node in nodes", largest, walk
            )
            level = f"-1 <= {high[0]} - {high[1]} <= 1"
            yield _for_all(f"{name} of siblings differs by 1 at most", "node in nodes", level, walk)
        sizes = [f"(0 if {each} is None else {each}.{name})" for each in (one, two)]
        total = f"node.{name} == 1 + {sizes[0]} + {sizes[1]}"
        yield _for_all(f"{name} is the number of nodes below", "node in nodes", total, walk)
    for value in _marks(shape):
        marked = (
            f"node.{name} == {value}"
            if value not in ("True", "False")
            else f"node.{name} is {value}"
        )
        plain = [marked.replace("node.", f"{each}.", 1) for each in (one, two)]
        apart = " and ".join(
            f"({each} is None or not {other})"
            for each, other in zip((one, two), plain, strict=True)
        )
        text = f"no child of a node with {name} {value} has it"
        yield _for_all(text, "node in nodes", f"not ({marked}) or ({apart})", walk)
        top = marked.replace("node.", f"{root}.", 1)
        yield _unless(f"{root} is None or not ({top})", f"{name} of the root is not {value}", walk)
        yield _even(name, marked, value, along, walk)


def _even(name: str, marked: str, value: str, along: tuple[str, ...], walk: Candidate) -> Candidate:
    lines = ["heights = []", "for node in reversed(nodes):"]
    for number, each in enumerate(along):
        lines.append(
            f"    way{number} = [h for other, h in heights if other is node.{each}] or [0]"
        )
    lines += ["    if way0[0] != way1[0]:", "        return False"]
    lines.append(f"    heights.append((node, way0[0] + (0 if {marked} else 1)))")
    text = f"as many nodes whose {name} is not {value} on every way down"
    return Candidate(text, tuple(lines), walk)


def _marks(shape: Shape) -> list[str]:
    if _is_a(shape, BoolShape) and not is_optional(shape):
        return ["True", "False"]
    parts = alternatives(shape)
    if len(parts) == 1 and isinstance(parts[0], EnumShape):
        cls = parts[0].cls
        assert issubclass(cls, enum.Enum)
        return [f"{cls.__qualname__}.{each.name}" for each in cls][:3]
    return []


def _about_ring(
    root: str, node: type, name: str, links: Mapping[str, bool], fields: Mapping[str, Shape]
) -> Iterator[Candidate]:
    """A list that comes back to where it began, as those with a sentinel do."""
    lines = ["nodes = []", f"node = {root}", "while node is not None:"]
    lines += [f"    if {_MEMBER.format('node')}:", "        break", "    nodes.append(node)"]
    lines += [f"    node = node.{name}", f"if node is not {root}:", "    return False"]
    walk = Candidate(f"from {root} along {name}: back to the beginning", tuple(lines))
    yield walk
    for other in links:
        if other != name and not links[other]:
            condition = f"node.{name}.{other} is node"
            yield _for_all(f"{other} is the inverse of {name}", "node in nodes", condition, walk)
    for field, shape in fields.items():
        if _is_int(shape):
            place = f"self.{field}"
            yield _unless(f"{place} == len(nodes)", f"{place} == number of nodes", walk)
            yield _unless(f"{place} == len(nodes) - 1", f"{place} == number of other nodes", walk)
        if _is_a(shape, DictShape):
            place = f"self.{field}"
            same = f"len({place}) == len(nodes) - 1"
            yield _unless(same, f"{place} has as many entries as other nodes", walk)
