"""The shape of a piece of code, for running all its paths together.

Two states may be merged when they are at the same place. For that the one that is further behind
must go on first, and "behind" needs an order of the instructions in which everything in a loop
comes before everything after it: a weak topological order. A `Spot` says where a state is within
one activation: the loops around the instruction, how often each has gone round, and the instruction
itself. Spots compare like tuples, and the lesser one is behind.

Registers that nobody will read again need not be merged: `Flow.live` says which are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from heapwise.program import code as ir
from heapwise.program.registers import live_bits

Spot: TypeAlias = tuple[int, ...]
Rounds: TypeAlias = tuple[int, ...]
"""How often each loop around an instruction has gone round, the outermost first."""


class Flow(NamedTuple):
    """By instruction: `rank` in the order, `heads` of the loops around it from the outermost in,
    and the registers that are `live` before it, as the bits of a number."""

    rank: tuple[int, ...]
    heads: tuple[tuple[int, ...], ...]
    live: tuple[int, ...]

    def spot(self, at: int, rounds: Rounds) -> Spot:
        found: list[int] = []
        for head, count in zip(self.heads[at], rounds, strict=True):
            found += (self.rank[head], count)
        return (*found, self.rank[at])

    def moved(self, before: int, rounds: Rounds, after: int) -> Rounds:
        """The rounds after a step from one instruction to another."""
        around = self.heads[after]
        old = dict(zip(self.heads[before], rounds, strict=True))
        return tuple(old[head] + (head == after) if head in old else 0 for head in around)


@lru_cache(maxsize=1_000)
def flow_of(code: ir.Code) -> Flow:
    size = len(code.instructions)
    following = [tuple(successors(code, at)) for at in range(size)]
    rank = [size] * size
    heads: list[tuple[int, ...]] = [()] * size
    position = 0
    waiting: list[tuple[frozenset[int], int | None, tuple[int, ...]]] = [
        (frozenset(range(size)), 0, ())
    ]
    # Components come off a stack in order, so a loop is numbered completely before what follows.
    while waiting:
        members, entry, around = waiting.pop()
        parts = list(_components(members, following))
        later: list[tuple[frozenset[int], int | None, tuple[int, ...]]] = []
        if len(parts) == 1 and entry is None:
            (only,) = parts
            if len(only) == 1 and not _is_loop(only, following):
                at = only[0]
                rank[at], heads[at] = position, around
                position += 1
                continue
            head = _head(only, members, following, size)
            inside = (*around, head)
            rank[head], heads[head] = position, inside
            position += 1
            rest = frozenset(only) - {head}
            if rest:
                waiting.append((rest, 0, inside))
            continue
        later.extend((frozenset(part), None, around) for part in parts)
        waiting.extend(reversed(later))
    return Flow(tuple(rank), tuple(heads), live_bits(code)[:size])


def unmarked_loop(code: ir.Code) -> int | None:
    """An instruction that can be come back to without a jump that counts as a turn (`Jump.loops`):
    such a loop would have no bound. None if there is none, as there should be. Java's compiler lets
    handlers of `finally` guard their own first instruction, which throws nothing: no loop."""
    size = len(code.instructions)
    unguarded = replace(code, handlers=())
    following: list[tuple[int, ...]] = []
    for at, instruction in enumerate(code.instructions):
        is_marked = isinstance(instruction, ir.Jump) and instruction.loops
        throws = not isinstance(instruction, ir.Move | ir.Constant | ir.Note)
        following.append(() if is_marked else (*successors(code if throws else unguarded, at),))
    for part in _components(frozenset(range(size)), following):
        if _is_loop(part, following):
            return min(part)
    return None


def _head(
    loop: list[int], members: frozenset[int], following: list[tuple[int, ...]], size: int
) -> int:
    """Where the loop is entered: the first instruction that one outside leads to."""
    inside = frozenset(loop)
    entered = {
        target
        for at in range(size)
        if at not in inside
        for target in following[at]
        if target in inside
    }
    return min(entered or inside)


def _is_loop(part: list[int], following: list[tuple[int, ...]]) -> bool:
    return len(part) > 1 or part[0] in following[part[0]]


def successors(code: ir.Code, at: int) -> Iterator[int]:
    """Where the instruction may lead to within the code."""
    instruction = code.instructions[at]
    if isinstance(instruction, ir.Branch):
        yield instruction.then_to
        yield instruction.else_to
    elif isinstance(instruction, ir.Jump):
        yield instruction.to
    elif not isinstance(instruction, ir.Return | ir.Fail) and at + 1 < len(code.instructions):
        yield at + 1
    for handler in code.handlers:
        if handler.start <= at < handler.end:
            yield handler.to
            break


def _components(members: frozenset[int], following: list[tuple[int, ...]]) -> Iterator[list[int]]:
    """The strongly connected components, each before those that it leads to (Tarjan)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for start in sorted(members):
        if start in number:
            continue
        walk: list[tuple[int, Iterator[int]]] = [(start, iter(following[start]))]
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack.add(start)
        while walk:
            at, targets = walk[-1]
            for target in targets:
                if target not in members:
                    continue
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    walk.append((target, iter(following[target])))
                    break
                if target in on_stack:
                    low[at] = min(low[at], number[target])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[at])
                if low[at] == number[at]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == at:
                            break
                    found.append(component)
    return reversed(found)
