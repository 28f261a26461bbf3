"""What an invariant answers, kept as a tree that all questions share.

An invariant is deterministic: what it has read so far decides what it reads next, or what it says.
So its answers form a tree, with a slot at every node and an edge for each value. Objects are named
in the order in which the invariant comes across them, so isomorphic structures are one way through
the tree, whoever asks. `DecisionTree` grows where a question goes on from its edge, by one run of
the invariant. Below a node nothing but the scope matters once all that the question knows has been
read: whether there is a valid structure is then remembered with the node.

A node from which no way leads to a valid structure is given up: the edge to it leads to the answer
then, and its number is that of the next new node. So what is kept are the valid structures, and
what has not been tried yet.

Invariant: an `alive` node has a way to a valid structure within the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from heapwise.structure.search.vectors import Space

Stack: TypeAlias = list[tuple[int, int]]
"""Slots in the order in which they are read, with the positions of their values."""

Ask: TypeAlias = Callable[[Stack], tuple[bool, list[int]]]
"""Run the invariant on a candidate that begins so, the rest being what comes first: what it says,
and which slots it has read after those of the stack."""

_VALID, _INVALID = -1, -2
_MOST_NODES = 1_000_000
"""About 200 bytes each."""
_ANONYMOUS, _KNOWN = -1, -2
"""In place of the object of a question: one that it does not know, and no object for the first
time."""


class FullError(Exception):
    """There is no room for another run of the invariant."""


class DecisionTree:
    """The tree of one invariant over one space, whose first values are those of the domains."""

    def __init__(
        self, space: Space, ask: Ask, look: Callable[[], None], most: int = _MOST_NODES
    ) -> None:
        self.space = space
        self.look = look
        self._ask = ask
        self._most = most
        self.root: int | None = None
        self.slots: list[int] = []
        self.options: list[tuple[int, ...]] = []
        self.edges: dict[int, int] = {}
        self.width = max(map(len, space.choices), default=1)
        self.alive = bytearray()
        self._free: list[int] = []
        self.fields: set[tuple[int, int]] = set()
        self.positions: list[dict[Any, int]] = _positions(space)
        self.counts = [space.finitization.classes[name].count for name in space.class_numbers]
        self.owner = [-1 if place.owner is None else place.owner for place in space.places]
        self.kind = [space.class_numbers[scope.name] for scope in space.scope_of]
        self._kept: dict[object, tuple[int, ...]] = {}

    def has_valid(self, fixed: Mapping[int, object], not_null: Iterable[int]) -> bool:
        """Is there a valid structure with these values in these slots, and objects in those? Raises
        `FullError` if it would take too much room to tell, or a value is in no domain."""
        values = {slot: self._position(slot, value) for slot, value in fixed.items()}
        if self.root is None:
            self.root = self.grow([])
        while True:
            known = len(self.fields)
            answer = _Walk(self, values, frozenset(not_null)).has_valid()
            if answer or len(self.fields) == known:
                return answer

    def field(self, slot: int) -> tuple[int, int]:
        """A slot as every object of its class has it."""
        owner = self.owner[slot]
        return (-1, slot) if owner < 0 else (self.kind[owner], slot - self.space.base[owner])

    def grow(self, stack: Stack) -> int:
        """The node (or the answer) that the stack leads to, which was not known."""
        if len(self.slots) - len(self._free) > self._most:
            raise FullError
        holds, read = self._ask(stack)
        largest = [0] * (len(self.counts) + 1)
        for slot, at in stack:
            self._count(largest, slot, at)
        found = 0
        before: int | None = None
        for slot in read:
            node = self._node(slot, self._options(slot, largest))
            self.fields.add(self.field(slot))
            self._count(largest, slot, 0)
            if before is None:
                found = node
            else:
                self.edges[before * self.width] = node
            before = node
        end = _VALID if holds else _INVALID
        if before is None:
            return end
        self.edges[before * self.width] = end
        return found

    def _node(self, slot: int, options: tuple[int, ...]) -> int:
        if self._free:
            node = self._free.pop()
            self.slots[node], self.options[node] = slot, options
            return node
        self.slots.append(slot)
        self.options.append(options)
        self.alive.append(0)
        return len(self.slots) - 1

    def give_up_if_dead(self, node: int, way: int | None) -> None:
        """All ways on from a node were tried: if none of them leads anywhere for anybody, nor does
        the way to it, which the root has not."""
        edges, first = self.edges, node * self.width
        for at in self.options[node]:
            if edges.get(first + at) != _INVALID:
                return
        for at in self.options[node]:
            del edges[first + at]
        self._free.append(node)
        if way is None:
            self.root = _INVALID
        else:
            edges[way] = _INVALID

    def _count(self, largest: list[int], slot: int, at: int) -> None:
        kind = self.space.kinds[slot][at]
        largest[kind] = max(largest[kind], self.space.ordinals[slot][at])

    def _options(self, slot: int, largest: list[int]) -> tuple[int, ...]:
        """The values of a slot that are not isomorphic: no object but the next one is new."""
        space = self.space
        kinds, ordinals = space.kinds[slot], space.ordinals[slot]
        found = tuple(
            at
            for at in range(len(kinds))
            if kinds[at] == space.plain or ordinals[at] <= largest[kinds[at]] + 1
        )
        return self._kept.setdefault(found, found)

    def _position(self, slot: int, value: object) -> int:
        try:
            return self.positions[slot][_key(self.space, value)]
        except (KeyError, TypeError):  # TypeError: of a dict, which has no hash
            raise FullError from None


_Step: TypeAlias = tuple[int, int]
"""A choice at a node: a position, and the object of the question that is met there for the first
time, if one is (or `_ANONYMOUS`, or `_KNOWN`)."""


class _Frame:
    """A node on the way, what is left to try there, and the step that was taken."""

    __slots__ = ("consumes", "node", "slot", "step", "steps")

    def __init__(self, node: int, slot: int, steps: list[_Step], consumes: bool) -> None:
        self.node = node
        self.slot = slot
        self.steps = steps
        self.consumes = consumes
        self.step: _Step | None = None


class _Walk:
    """The search for one question. Objects have two names: that of the tree, and that of the
    question if it knows them."""

    def __init__(
        self, tree: DecisionTree, values: Mapping[int, int], not_null: frozenset[int]
    ) -> None:
        self._tree = tree
        self._space = tree.space
        self._values = values
        self._not_null = not_null
        self._left = sum(tree.field(slot) in tree.fields for slot in (*values, *not_null))
        self._theirs: dict[int, int] = {}
        self._ours: dict[int, int] = {}
        self._largest = [0] * (len(tree.counts) + 1)
        self._spare = [*tree.counts, 0]
        self._unmet: list[list[int]] = [[] for _ in tree.counts]
        space = self._space
        for slot, at in values.items():
            if space.kinds[slot][at] != space.plain:
                number = space.number_of[id(space.choices[slot][at])]
                kind = tree.kind[number]
                if number not in self._unmet[kind]:
                    self._unmet[kind].append(number)
                    self._spare[kind] -= 1
        self._frames: list[_Frame] = []

    def has_valid(self) -> bool:
        tree, frames = self._tree, self._frames
        slots, edges, alive, width = tree.slots, tree.edges, tree.alive, tree.width
        assert tree.root is not None
        node, steps = tree.root, 0
        while True:
            steps += 1
            if not steps % 4096:
                tree.look()
            if node == _VALID or (node >= 0 and not self._left and alive[node]):
                for frame in frames:
                    alive[frame.node] = 1
                return True
            if node >= 0:
                frames.append(self._frame(node, slots[node]))
            while frames:
                frame = frames[-1]
                self._undo(frame)
                if frame.steps:
                    break
                frames.pop()
                tree.give_up_if_dead(frame.node, self._way(frames[-1]) if frames else None)
            else:
                return False
            step = frame.step = frame.steps.pop()
            self._do(frame, step)
            way = frame.node * width + step[0]
            found = edges.get(way)
            if found is None:
                taken = [(each.slot, each.step[0]) for each in frames if each.step]
                found = edges[way] = tree.grow(taken)
            node = found

    def _way(self, frame: _Frame) -> int:
        assert frame.step is not None
        return frame.node * self._tree.width + frame.step[0]

    def _frame(self, node: int, slot: int) -> _Frame:
        """What can be tried at a node; the last one first."""
        tree, space = self._tree, self._space
        owner = tree.owner[slot]
        theirs = slot
        if owner >= 0:
            known = self._theirs[owner]
            theirs = -1 if known < 0 else slot - space.base[owner] + space.base[known]
        if theirs in self._values:
            return _Frame(node, slot, [self._known(slot, self._values[theirs])], True)
        steps: list[_Step] = []
        kinds, ordinals = space.kinds[slot], space.ordinals[slot]
        is_not_null = theirs in self._not_null
        for at in tree.options[node]:
            kind = kinds[at]
            if kind == space.plain:
                if not (is_not_null and space.choices[slot][at] is None):
                    steps.append((at, _KNOWN))
            elif ordinals[at] <= self._largest[kind]:
                steps.append((at, _KNOWN))
            else:
                if self._spare[kind]:
                    steps.append((at, _ANONYMOUS))
                steps += [(at, number) for number in self._unmet[kind]]
        steps.reverse()
        return _Frame(node, slot, steps, is_not_null)

    def _known(self, slot: int, wanted: int) -> _Step:
        """The step to the value that the question knows, at this position for itself."""
        space = self._space
        kind = space.kinds[slot][wanted]
        if kind == space.plain:
            return wanted, _KNOWN
        number = space.number_of[id(space.choices[slot][wanted])]
        first = wanted - space.ordinals[slot][wanted]
        ours = self._ours.get(number)
        if ours is None:
            return first + self._largest[kind] + 1, number
        members = space.members[space.scope_of[ours].name]
        return first + ours - members[0] + 1, _KNOWN

    def _do(self, frame: _Frame, step: _Step) -> None:
        self._left -= frame.consumes
        at, meets = step
        if meets == _KNOWN:
            return
        slot = frame.slot
        kind = self._space.kinds[slot][at]
        ours = self._space.number_of[id(self._space.choices[slot][at])]
        self._largest[kind] += 1
        self._theirs[ours] = meets
        if meets == _ANONYMOUS:
            self._spare[kind] -= 1
        else:
            self._ours[meets] = ours
            self._unmet[kind].remove(meets)

    def _undo(self, frame: _Frame) -> None:
        step = frame.step
        if step is None:
            return
        frame.step = None
        self._left += frame.consumes
        at, meets = step
        if meets == _KNOWN:
            return
        kind = self._space.kinds[frame.slot][at]
        self._largest[kind] -= 1
        if meets == _ANONYMOUS:
            self._spare[kind] += 1
        else:
            del self._ours[meets]
            self._unmet[kind].append(meets)


def _positions(space: Space) -> list[dict[Any, int]]:
    """For every slot, where a value stands in its domain; domains are shared."""
    made: dict[int, dict[Any, int]] = {}
    found = []
    for choices in space.choices:
        known = made.get(id(choices))
        if known is None:
            known = made[id(choices)] = {}
            for at, value in enumerate(choices):
                try:
                    known[_key(space, value)] = at
                except TypeError:
                    continue
        found.append(known)
    return found


def _key(space: Space, value: object) -> object:
    """0 and False are equal, and objects may say of each other that they are."""
    number = space.number_of.get(id(value))
    if number is not None and space.objects[number] is value:
        return (None, number)
    return (type(value), value)
