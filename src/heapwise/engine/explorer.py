"""The explore loop: take a state, run it to the next choice, add the successors."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from typing import Generic, TypeVar, cast

from heapwise.engine import search
from heapwise.engine.bounds import Bounds
from heapwise.engine.interpreter import Interpreter, StoppedError
from heapwise.engine.postponing import MOST, OpenBranches
from heapwise.engine.search import Searcher
from heapwise.engine.state import Leaf, State, Step
from heapwise.heaps.api import HeapStrategy
from heapwise.program import Program
from heapwise.results import COMPLETED, Counts
from heapwise.solver import Solver
from heapwise.solver.api import Postponing
from heapwise.terms import Scalar

H = TypeVar("H")


class Explorer(Generic[H]):
    """Streams finished paths; keeps nothing of a path once it has been handed out. Completed paths
    that `accepts` does not want count as infeasible.

    Completed paths with the same `identity` are cases of one, which is counted once: of each,
    its number and the number of its cases are kept. `number` and `case` are those of the path that
    was handed out last. Without `joins`, operations keep all their cases (`engine.joining`)."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        order: str = search.DEFAULT,
        seed: int = 0,
        ignore_null_dereference: bool = False,
        accepts: Callable[[Leaf[H]], bool] | None = None,
        identity: Callable[[Leaf[H]], bytes] | None = None,
        joins: bool = True,
    ) -> None:
        self._program = program
        self._accepts = accepts
        self._rejected = 0
        self._identity = identity
        self._joins = joins
        self._cases: dict[bytes, tuple[int, int]] = {}
        self._numbers = 0
        self.number = 0
        self.case = 1
        self._strategy = strategy
        self._solver = solver
        self._bounds = bounds
        self._ignore_null = ignore_null_dereference
        self._waiting = cast(Searcher[State[H] | Leaf[H]], search.create(order, seed))
        self._branches: OpenBranches[H] | None = None
        self._counts = Counts()
        self._started: float | None = None
        self._ended: float | None = None
        self.stopped: str | None = None
        self.scope_conditions: Collection[Scalar] = ()

    @property
    def pending(self) -> int:
        return len(self._waiting)

    @property
    def seconds(self) -> float:
        if self._started is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._started

    @property
    def counts(self) -> Counts:
        """Of what was found so far."""
        statistics = self._solver.statistics
        self._counts.queries = statistics.queries
        self._counts.unknown = statistics.unknown
        self._counts.answered = dict(statistics.answered)
        return self._counts

    @property
    def finished(self) -> bool:
        return self._ended is not None and self.stopped is None

    def stop(self, reason: str) -> None:
        if not self.finished:
            self.stopped = self.stopped or reason
            self._ended = self._ended or time.monotonic()

    def leaves(self) -> Iterator[Leaf[H]]:
        self._started = time.monotonic()
        timeout = self._bounds.timeout
        deadline = None if timeout is None else self._started + timeout
        interpreter = Interpreter(
            self._program,
            self._strategy,
            self._solver,
            self._bounds,
            self._ignore_null,
            deadline,
            self._joins,
        )
        self.scope_conditions = interpreter.context.scope_conditions
        if isinstance(self._solver, Postponing):
            self._branches = OpenBranches(self._solver, interpreter.look_at_the_clock)
        self._waiting.add([interpreter.start()])
        while len(self._waiting):
            if deadline is not None and time.monotonic() > deadline:
                return self.stop("timeout")
            if self._counts.paths == self._bounds.max_paths:
                return self.stop("max-paths")
            state = self._waiting.take()
            try:
                step = self._step(interpreter, state)
                is_wanted = not isinstance(step, Leaf) or self._is_wanted(step)
            except StoppedError:
                return self.stop("timeout")
            self._counts.infeasible = interpreter.chooser.infeasible + self._rejected
            if self._branches is not None:
                self._counts.infeasible += self._branches.infeasible
            if not isinstance(step, Leaf):
                self._waiting.add(step)
            elif is_wanted:
                yield self._count(step)
        self._ended = time.monotonic()

    def _step(self, interpreter: Interpreter[H], state: State[H] | Leaf[H]) -> Step[H]:
        """As far as a path goes before there is more than one way to go on."""
        branches = self._branches
        while True:
            step = state if isinstance(state, Leaf) else interpreter.run(state)
            if branches is None:
                return step
            ways = [step] if isinstance(step, Leaf) else step
            taken = [each for each in ways if not each.path.is_open]
            for each in ways:
                if each.path.is_open:
                    branches.add(each)
            if len(taken) != 1 or isinstance(taken[0], Leaf) or len(branches) >= MOST:
                ways = branches.resolve(taken)
                if len(ways) == 1 and isinstance(ways[0], Leaf):
                    return ways[0]
                if len(ways) != 1:
                    return ways
                taken = ways
            state = taken[0]

    def _is_wanted(self, leaf: Leaf[H]) -> bool:
        if self._accepts is None or leaf.kind not in COMPLETED or self._accepts(leaf):
            return True
        self._rejected += 1
        return False

    def _count(self, leaf: Leaf[H]) -> Leaf[H]:
        self._give_number(leaf)
        if leaf.kind in COMPLETED:
            self._counts.cases += 1
        if self.case > 1:
            return leaf
        name = leaf.kind.value
        setattr(self._counts, name, getattr(self._counts, name) + 1)
        return leaf

    def _give_number(self, leaf: Leaf[H]) -> None:
        self.case = 1
        if self._identity is None or leaf.kind not in COMPLETED:
            self.number = self._numbers = self._numbers + 1
            return
        identity = self._identity(leaf)
        number, cases = self._cases.get(identity, (self._numbers + 1, 0))
        self._numbers = max(self._numbers, number)
        self._cases[identity] = (number, cases + 1)
        self.number, self.case = number, cases + 1
