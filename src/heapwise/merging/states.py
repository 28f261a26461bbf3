"""Two states, or two ends, that are at the same place become one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from heapwise.engine.state import UNDEFINED, Frame, Leaf, State, Store, Undefined, Value
from heapwise.merging.api import Language, MergingStrategy
from heapwise.merging.meeting_values import merge_stores
from heapwise.merging.paths import UnmergeableError, join_paths
from heapwise.merging.progress import Sites
from heapwise.program import code as ir
from heapwise.program.flow import flow_of
from heapwise.terms import SCALARS, Term, sort_of

H = TypeVar("H")


class StateMerger(Generic[H]):
    """Registers, heaps and stores become if-then-else over what led here. Everything here raises
    `UnmergeableError` where values have no common form."""

    def __init__(self, strategy: MergingStrategy[H], language: Language, sites: Sites[H]) -> None:
        self._strategy = strategy
        self._language = language
        self._sites = sites

    def states(self, a: State[H], b: State[H]) -> State[H]:
        path, condition = join_paths(a.path, b.path)
        return a._replace(
            caller=self._frames(condition, a.caller, b.caller),
            registers=self._registers(condition, a.code, a.at, a.registers, b.registers),
            store=self._stores(condition, a.store, b.store),
            heap=self._heaps(condition, a.heap, b.heap),
            path=path,
            trace=None,
            decisions=max(a.decisions, b.decisions),
        )

    def ends(self, a: Leaf[H], b: Leaf[H]) -> Leaf[H]:
        path, condition = join_paths(a.path, b.path)
        return a._replace(
            path=path,
            heap=self._heaps(condition, a.heap, b.heap),
            value=self.values(condition, a.value, b.value),
            store=self._stores(condition, a.store, b.store),
        )

    def values(self, condition: Term, a: Any, b: Any) -> Any:
        """`a` if the condition holds, else `b`: values, contents, or what finishes a call. Two of
        one type give one of that type. (`Any`, because a type variable cannot be told apart.)"""
        if a is b or isinstance(b, Undefined):
            return a
        if isinstance(a, Undefined):
            return b
        if isinstance(a, SCALARS) and isinstance(b, SCALARS) and sort_of(a) is sort_of(b):
            return self._strategy.merge_scalars(condition, a, b)
        own = self._language.merge
        if own is not None:
            # Not equality: a tuple of 1 is equal to one of True, and is another.
            merged = own(self.values, condition, a, b)
        else:
            merged = a if type(a) is type(b) and a == b else None
        if merged is None:
            raise UnmergeableError
        return merged

    def _heaps(self, condition: Term, a: H, b: H) -> H:
        return a if a is b else self._strategy.merge_heaps(condition, a, b)

    def _stores(self, condition: Term, a: Store, b: Store) -> Store:
        name = self._strategy.simplify
        return merge_stores(condition, a, b, self.values, name, self._language.one_sided)

    def _registers(
        self, condition: Term, code: ir.Code, at: int, a: Sequence[Value], b: Sequence[Value]
    ) -> tuple[Value, ...]:
        live = flow_of(code).live[at]
        return tuple(
            (self.values(condition, one, other) if live >> index & 1 else UNDEFINED)
            if one is not other
            else one
            for index, (one, other) in enumerate(zip(a, b, strict=True))
        )

    def _frames(self, condition: Term, a: Frame | None, b: Frame | None) -> Frame | None:
        if a is b:
            return a
        if a is None or b is None:
            raise UnmergeableError
        same = (
            a.code is b.code
            and a.at == b.at
            and a.target == b.target
            and a.depth == b.depth
            and a.activation is b.activation
        )
        if not same:
            raise UnmergeableError
        finish = a.finish
        if finish is not b.finish:
            finish = self.values(condition, finish, b.finish)
        live = self._registers(condition, a.code, a.at, a.registers, b.registers)
        caller = self._frames(condition, a.caller, b.caller)
        frame = a._replace(registers=live, caller=caller, finish=finish)
        self._sites.replaced(a, frame)
        return frame
