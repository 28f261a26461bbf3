"""The explore loop: take a state, run it to the next choice, add the successors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, NamedTuple, TypeVar, cast

from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.engine.condition_watch import is_assumption
from heapwise.engine.faults import failure_of, is_strict
from heapwise.engine.following import Guide, Kept, LostError, Trail
from heapwise.engine.memory_limit import MemoryLimit
from heapwise.engine.observing import Observer, Reporter, observed
from heapwise.engine.postponing import MOST, OpenBranches
from heapwise.engine.run_context import StoppedError
from heapwise.engine.search_orders import Preferring, Searcher
from heapwise.engine.state import APPROXIMATIONS, Leaf, State, Step
from heapwise.engine.stepping import Stepper
from heapwise.engine.time_limit import RepeatedLimit
from heapwise.heaps.api import HeapStrategy
from heapwise.program import InputError, Program
from heapwise.results import COMPLETED, Account, Counts, OutcomeKind
from heapwise.results.account import Failure
from heapwise.results.place import Place
from heapwise.results.prefix import Ending, Prefix
from heapwise.solver import Model, Solver, Verdict
from heapwise.solver.api import postponing

H = TypeVar("H")


class Unreached(NamedTuple):
    """A state that waits, of which only the prefix is known. It is run to when its turn comes."""

    prefix: Prefix
    effort: int = 0


class Explorer(Generic[H]):
    """Streams finished paths; keeps nothing of a path once it has been handed out. Completed paths
    that `accepts` does not want count as infeasible.

    Completed paths with the same `identity`, if they have one, are cases of one path, which is
    counted once: of each, its number and the number of its cases are kept. Without `joins`,
    operations keep all their cases (`engine.joining`). `goes_on` may tell of a path that goes round
    for long whether a run of it does so too; then it is cut.

    What happens is told to an `observer`, if there is one when the run begins. With `roots`, only
    what begins with one of these prefixes is explored. With `notes_executed`, leaves keep what was
    executed (`engine.reached`).

    Every path that ends is entered in the `account`, whatever its end: there is no other way out
    of here. A fault of ours ends the path it is met on."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        order: str = search_orders.DEFAULT,
        seed: int = 0,
        ignore_null_dereference: bool = False,
        accepts: Callable[[Leaf[H]], bool] | None = None,
        identity: Callable[[Leaf[H]], bytes | None] | None = None,
        joins: bool = True,
        goes_on: Callable[[Leaf[H]], bool] | None = None,
    ) -> None:
        self._program = program
        self._accepts = accepts
        self._rejected = 0
        self._elsewhere = 0
        self._identity = identity
        self._joins = joins
        self._goes_on = goes_on
        self._stepper: Stepper[H] | None = None
        self._deadline: float | None = None
        self._memory = MemoryLimit(bounds.max_memory)
        self._cases: dict[bytes, tuple[int, int]] = {}
        self._numbers = 0
        self._strategy = strategy
        self._solver = self._asked = solver
        self._bounds = bounds
        self._ignore_null = ignore_null_dereference
        self._order = order, seed
        self._waiting = self._nothing_waiting()
        self._seconds = bounds.timeout
        self._branches: OpenBranches[H] | None = None
        self.observer: Observer | None = None
        self.roots: Sequence[Prefix] | None = None
        self.notes_executed = False
        self._reporter: Reporter | None = None
        self._trail: Trail[State[H]] = Trail()
        self._kept: Kept[State[H] | Leaf[H]] = Kept()
        self._running: State[H] | Leaf[H] | Unreached | None = None
        self._counts = Counts()
        self.account = Account()
        self._started: float | None = None
        self._ended: float | None = None

    @property
    def pending(self) -> int:
        return len(self._waiting)

    def open_prefixes(self) -> list[Prefix]:
        """Of the states that wait, and of finished paths that were not yet handed out."""
        if self._stepper is None:
            return [Prefix()] if self.roots is None else list(self.roots)
        running = [] if self._running is None else [self._running]
        return [
            each.prefix if isinstance(each, Unreached) else Prefix.of(each.link)
            for each in (*running, *self._waiting)
        ]

    def waiting(self, most: int) -> list[State[H]]:
        """Some of the states that wait."""
        return list(islice((each for each in self._waiting if isinstance(each, State)), most))

    def prefer(self, prefix: Prefix) -> bool:
        """What begins with this prefix comes next, before everything else; False if it is not the
        prefix of a state that waits."""
        waiting = self._waiting
        if not isinstance(waiting, Preferring):
            # Most runs are never told what to prefer, and take their states from the order itself.
            waiting = self._waiting = Preferring(waiting)
        return waiting.prefer(
            lambda each: isinstance(each, State) and Prefix.of(each.link) == prefix
        )

    def _nothing_waiting(self) -> Searcher[State[H] | Leaf[H] | Unreached]:
        return cast(Searcher[State[H] | Leaf[H] | Unreached], search_orders.create(*self._order))

    def restart(
        self, roots: Sequence[Prefix], seconds: float | None, order: str | None = None
    ) -> None:
        """Forget what was found and what waits, and explore what begins with these, for at most so
        many seconds, perhaps in another order. What the solver has learned is kept, and, while
        there is memory, some of the states that wait, in case that one goes on from them."""
        self._keep()
        self.roots, self._seconds = roots, seconds
        self._order = order or self._order[0], self._order[1]
        self._stepper = self._branches = self._running = None
        self._waiting = self._nothing_waiting()
        self._cases.clear()
        self._numbers = self._rejected = self._elsewhere = 0
        self._counts = Counts()
        account = self.account
        self.account = Account(limits=account.limits, approximations=account.approximations)
        self._started = self._ended = None

    def change_order(self, order: str) -> None:
        """What waits comes in another order from now on."""
        waiting = list(self._waiting)
        self._order = order, self._order[1]
        self._waiting = self._nothing_waiting()
        self._waiting.add(waiting)

    def _keep(self) -> None:
        if not self._memory.has_room():
            self._kept.clear()
        elif not self.notes_executed:  # what has led to them may have been told already
            self._kept.add(
                (Prefix.of(each.link), each)
                for each in self._waiting
                if not isinstance(each, Unreached)
            )

    @property
    def seconds(self) -> float:
        if self._started is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._started

    @property
    def counts(self) -> Counts:
        """Of what was found so far."""
        statistics = self._solver.statistics
        self._counts.infeasible = self._infeasible
        self._counts.queries = statistics.queries
        self._counts.unknown = statistics.unknown
        self._counts.answered = dict(statistics.answered)
        return self._counts

    @property
    def _infeasible(self) -> int:
        found = self._rejected + self._elsewhere
        if self._stepper is not None:
            found += self._stepper.chooser.infeasible
        if self._branches is not None:
            found += self._branches.infeasible
        return found

    def stop(self, reason: str) -> None:
        """End here; without effect on a run that is complete."""
        if not self.account.finished:
            self.account.stopped = self.account.stopped or reason
            self._ended = self._ended or time.monotonic()

    def leaves(self, seconds: float | None = None, most: int | None = None) -> Iterator[Leaf[H]]:
        """Finished paths, for so many seconds, or until `most` states wait; another goes on."""
        stepper = self._stepper
        if stepper is None:
            stepper = self._begin()
        limit = RepeatedLimit(self._deadline)
        limit.arm()
        try:
            yield from self._leaves(stepper, limit, seconds, most)
        finally:
            limit.disarm()

    def _leaves(
        self, stepper: Stepper[H], limit: RepeatedLimit, seconds: float | None, most: int | None
    ) -> Iterator[Leaf[H]]:
        self._put_back()
        pause = None if seconds is None else time.monotonic() + seconds
        deadline, most_paths = self._deadline, self._bounds.max_paths
        while len(self._waiting):
            if deadline is not None and time.monotonic() > deadline:
                return self.stop("timeout")
            if pause is not None and time.monotonic() > pause:
                return None
            if most is not None and self.pending >= most:
                return None
            if most_paths is not None and self._counts.paths == most_paths:
                return self.stop("max-paths")
            if self._memory.is_exceeded():
                return self.stop("memory")
            state = self._running = self._waiting.take()
            if isinstance(state, Unreached):
                prefix = state.prefix
                state = self._running = self._kept.take(prefix) or self.at(prefix)
            if self._reporter is not None:
                self._reporter.running(state)
            try:
                with limit:
                    step: Step[H] | None = self._step(stepper, state)
                    if isinstance(step, Leaf):
                        step = self._accepted(step)
            except StoppedError:
                return self.stop("timeout")
            except InputError:
                raise
            except Exception as error:
                if is_strict():
                    raise
                step = self._failed(stepper, state, error)
            self._running = None
            if stepper.approximations:
                self._note(stepper.approximations)
            if isinstance(step, Leaf):
                leaf = self._count(step)
                if self._reporter is not None:
                    self._reporter.ended(leaf)
                yield leaf
            elif step is not None:
                self._waiting.add(step)
                if self._reporter is not None:
                    self._reporter.forked(step)
        self.finish()

    def add_infeasible(self, number: int) -> None:
        """Alternatives that others have dropped."""
        self._elsewhere += number

    def finish(self) -> None:
        """Nothing is left to explore."""
        self._ended = time.monotonic()
        self.account.finished = True

    def _put_back(self) -> None:
        """A state whose run was interrupted, as if it had not been taken."""
        if self._running is not None:
            self._waiting.add([self._running])
            self._running = None
            if self._branches is not None:
                self._branches.give_up()

    def at(self, prefix: Prefix) -> State[H] | Leaf[H]:
        """The state that has this prefix, or the finished path. The run itself is not disturbed,
        nor need it have come there. Raises `LostError` if there is no such place."""
        is_tried = self._goes_on is not None and prefix.ending is Ending.TRIED
        goes_on = self._goes_on if is_tried else None
        stepper = self._make_stepper(self._solver, None, goes_on)
        if is_tried:  # it may be cut before it comes to a choice
            self._trail.clear()
        passed, state = self._trail.nearest(prefix) or (0, stepper.start())
        guide = stepper.chooser.guide = Guide(prefix, passed)
        while not guide.has_arrived or prefix.ending is not None:
            try:
                step = stepper.run(state)
            except (InputError, LostError, StoppedError):
                raise
            except Exception as error:
                if is_strict() or not guide.has_arrived:
                    raise
                return _failed_at(stepper.position, failure_of(error), state)
            ways = [step] if isinstance(step, Leaf) else step
            if len(ways) != 1 or (isinstance(ways[0], Leaf) and not guide.has_arrived):
                raise LostError(f"the path ends before the prefix does: {prefix}")
            if isinstance(ways[0], Leaf):
                return _concluded(ways[0], prefix.ending)
            state = ways[0]
            self._trail.add(guide.passed, state)
        return state

    def _make_stepper(
        self,
        solver: Solver,
        deadline: float | None,
        goes_on: Callable[[Leaf[H]], bool] | None,
    ) -> Stepper[H]:
        return Stepper(
            self._program,
            self._strategy,
            solver,
            self._bounds,
            self._ignore_null,
            deadline,
            self._joins,
            goes_on,
            self.notes_executed,
        )

    def _begin(self) -> Stepper[H]:
        self._trail.clear()
        self._started = time.monotonic()
        seconds = self._seconds
        self._deadline = None if seconds is None else self._started + seconds
        if self.observer is not None:
            self._reporter = Reporter(self.observer)
            self._asked = observed(self._solver, self._reporter)
        stepper = self._make_stepper(self._asked, self._deadline, self._goes_on)
        self._stepper = stepper
        dropped = None if self._reporter is None else self._reporter.pruned
        stepper.chooser.dropped = dropped
        patient = postponing(self._asked)
        if patient is not None:
            self._branches = OpenBranches(patient, stepper.look_at_the_clock, dropped)
        if self.roots is None:
            self._waiting.add([stepper.start()])
        else:
            self._waiting.add([Unreached(prefix) for prefix in self.roots])
        return stepper

    def _failed(self, stepper: Stepper[H], state: State[H] | Leaf[H], error: Exception) -> Step[H]:
        """The end of a path on which something of ours went wrong, and what had branched off."""
        where = stepper.position
        failure = failure_of(error, where)
        self.account.failures.append(failure)
        end = _failed_at(where, failure, state)
        return end if self._branches is None else [end, *self._branches.give_up()]

    def _accepted(self, leaf: Leaf[H]) -> Leaf[H] | None:
        """The path, unless no input takes it, or none that is wanted."""
        decided = self._decided(leaf)
        if decided is not None and self._is_wanted(decided):
            return decided
        self._rejected += 1
        if self._reporter is not None:
            self._reporter.rejected(leaf)
        return None

    def _decided(self, leaf: Leaf[H]) -> Leaf[H] | None:
        """A completed path on which the solver failed to decide something gets one question about
        the whole of it. If that fails too, nobody knows whether any input takes it."""
        path = leaf.path
        ends = (*COMPLETED, OutcomeKind.ENDLESS)
        if path.confirmed or leaf.kind not in ends or path.parent is None:
            return leaf
        assert path.term is not None
        answer = self._asked.check(path.parent, path.term)
        if answer.verdict is Verdict.UNSAT:
            return None
        model = self._solver.model(path) if answer.model is None else answer.model
        if model is not None:
            return _concluded(leaf, Ending.CONFIRMED, model)
        return _concluded(leaf, Ending.UNDECIDED)

    def _step(self, stepper: Stepper[H], state: State[H] | Leaf[H]) -> Step[H]:
        """As far as a path goes before there is more than one way to go on."""
        branches = self._branches
        while True:
            step = state if isinstance(state, Leaf) else stepper.run(state)
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
        if leaf.kind is OutcomeKind.ENDLESS and is_assumption(leaf.store):
            return False  # an assumption that has no end does not hold
        return self._accepts is None or leaf.kind not in COMPLETED or self._accepts(leaf)

    def _count(self, leaf: Leaf[H]) -> Leaf[H]:
        identity = None
        if self._identity is not None and leaf.kind in COMPLETED:
            identity = self._identity(leaf)
        if leaf.store:
            self._note(APPROXIMATIONS.of(leaf.store) or ())
        number, case = self.count(leaf.kind, leaf.detail, leaf.where, identity)
        return leaf.numbered(number, case, identity)

    def count(
        self,
        kind: OutcomeKind,
        detail: str | None,
        where: Place | None,
        identity: bytes | None,
        several: int = 1,
    ) -> tuple[int, int]:
        """One more finished path, whoever has found it: its number, and which of its cases it is.
        Or `several` of the same kind that have no identity."""
        assert several == 1 or identity is None
        self._numbers += several - 1
        number, case = self._numbered(identity)
        if kind in COMPLETED:
            self._counts.cases += several
        if case == 1:
            setattr(self._counts, kind.value, getattr(self._counts, kind.value) + several)
            self._enter(kind, detail or "", where, several)
        return number, case

    def _note(self, approximations: Iterable[str]) -> None:
        for text in approximations:
            if text not in self.account.approximations:
                self.account.approximations += (text,)

    def _enter(self, kind: OutcomeKind, what: str, where: Place | None, several: int) -> None:
        """Into the account, if the path leaves something open."""
        account = self.account
        if kind is OutcomeKind.ENDLESS:
            account.endless += several
        elif kind is OutcomeKind.BOUNDED:
            account.cuts[what] = account.cuts.get(what, 0) + several
        elif kind is OutcomeKind.UNSUPPORTED:
            places = account.unsupported
            places[what, where] = places.get((what, where), 0) + several
        elif kind is OutcomeKind.VIOLATED:
            account.violated += several
        elif kind is OutcomeKind.UNDECIDED:
            places = account.undecided
            places[what, where] = places.get((what, where), 0) + several

    def _numbered(self, identity: bytes | None) -> tuple[int, int]:
        if identity is None:
            self._numbers += 1
            return self._numbers, 1
        number, cases = self._cases.get(identity, (self._numbers + 1, 0))
        self._numbers = max(self._numbers, number)
        self._cases[identity] = (number, cases + 1)
        return number, cases + 1


def _concluded(leaf: Leaf[H], ending: Ending | None, model: Model | None = None) -> Leaf[H]:
    """The path, with what was found out at its end."""
    if ending is Ending.CONFIRMED:
        leaf = leaf._replace(path=leaf.path.confirmed_by(model))
    elif ending is Ending.UNDECIDED:
        would = f"{leaf.kind.value} {leaf.detail}" if leaf.detail else leaf.kind.value
        leaf = leaf._replace(kind=OutcomeKind.UNDECIDED, detail=would)
    return leaf if ending is None else leaf._replace(ending=ending)


def _failed_at(where: Place | None, failure: Failure, state: State[H] | Leaf[H]) -> Leaf[H]:
    return Leaf(
        OutcomeKind.FAILED,
        None,
        failure.what,
        where,
        state.heap,
        state.path.renamed(state.link),
        state.trace,
        state.store,
    )
