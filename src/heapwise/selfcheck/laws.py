"""The laws of heap strategies that can be checked on a whole program (docs of `heaps.api`).

3. *Witness.* The heap that a model of a path stands for takes exactly that path in the oracle, to
   the same outcome, return value and output heap. Tried for the solver's model of each path, and
   for models made from enumerated inputs that the path accepts.
4. *Exactness.* Every enumerated input is accepted by exactly one path, the one it takes, and a
   path computes from it the value that the oracle computes.
5. *Path-optimality.* All strategies find the same control-flow paths, and those that are
   path-optimal find each once. Every enumerated input takes one of them. A control-flow path that
   no enumerated input takes is no violation, since the enumeration is bounded: law 3 vouches for
   it. A trace does not tell when a call returns, so it does not tell which activation of a
   recursive method raised: only there two paths may look the same.
6. *Order.* A strategy that decides later has no more paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from heapwise.frontends.tiny.syntax import Call
from heapwise.heaps.registry import traits_of
from heapwise.results import Heap
from heapwise.selfcheck.acceptance import Acceptance, HeapAssignment, UnreadableError
from heapwise.selfcheck.explored_paths import (
    MOST_PATHS,
    End,
    Path,
    StrategyRun,
    TooManyPathsError,
    end_of,
    end_text,
)
from heapwise.selfcheck.oracle.interpreter import run as run_oracle
from heapwise.selfcheck.oracle.same_heaps import same_up_to_new_names
from heapwise.selfcheck.subject import Subject
from heapwise.selfcheck.trees import expressions_in
from heapwise.selfcheck.tried_inputs import MOST_HEAPS, Trial, trials
from heapwise.solver import Model, default_solver
from heapwise.terms import REF, Term

_WITNESSES_PER_PATH = 3
_MORE_WITNESSES = 60


class Law(Enum):
    RUNS = "0 every strategy runs to its end"
    WITNESS = "3 witness"
    EXACTNESS = "4 exactness"
    OPTIMALITY = "5 path-optimality"
    ORDER = "6 order"


@dataclass(frozen=True, slots=True)
class Failure:
    """A broken law. The first of the strategies is the one to blame, if one is."""

    law: Law
    strategies: tuple[str, ...]
    expected: str
    got: str
    heap: Heap | None = None


@dataclass(slots=True)
class Tally:
    """What was looked at: inputs, paths by strategy, and single checks by law. `by_trace_only`
    names the strategies whose conditions cannot be evaluated on a heap; `open` has the reasons why
    nothing is claimed of some inputs; `theorems` counts how often strategies checked their own."""

    heaps: int = 0
    paths: Counter[str] = field(default_factory=Counter)
    checks: Counter[Law] = field(default_factory=Counter)
    by_trace_only: set[str] = field(default_factory=set)
    open: Counter[str] = field(default_factory=Counter)
    theorems: int = 0

    def add(self, other: Tally) -> None:
        self.heaps += other.heaps
        self.paths.update(other.paths)
        self.checks.update(other.checks)
        self.by_trace_only |= other.by_trace_only
        self.open.update(other.open)
        self.theorems += other.theorems


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a program is looked at before it is given up or cut short; and whether strategies
    check their own theorems on the way (`heaps.api.Traits.checks_theorems`)."""

    paths: int = MOST_PATHS
    heaps: int = MOST_HEAPS
    check_invariants: bool = False


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Report:
    """`skipped` says why a program was not checked."""

    tally: Tally
    failure: Failure | None = None
    skipped: str | None = None


def check(
    subject: Subject,
    strategies: Sequence[str],
    limits: Limits = DEFAULT_LIMITS,
    laws: Sequence[Law] = tuple(Law),
) -> Report:
    """Try the laws one after the other; the first that is broken ends the check."""
    checker = _Checker(subject, limits)
    try:
        failures = checker.failures(strategies, laws)
        return Report(checker.tally, failure=next(failures, None))
    except TooManyPathsError as error:
        return Report(Tally(), skipped=str(error))


def _soonest(name: str) -> tuple[bool, str]:
    return not traits_of(name).path_optimal, name


class _Checker:
    def __init__(self, subject: Subject, limits: Limits) -> None:
        self._subject = subject
        self._limits = limits
        self.tally = Tally()

    def failures(self, strategies: Sequence[str], laws: Sequence[Law]) -> Iterator[Failure]:
        runs: dict[str, StrategyRun] = {}
        solver = default_solver()
        # The path-optimal ones tell soonest that a program has too many paths.
        for name in sorted(strategies, key=_soonest):
            try:
                runs[name] = StrategyRun(
                    self._subject.program,
                    name,
                    self._limits.paths,
                    solver,
                    self._limits.check_invariants,
                )
            except TooManyPathsError:
                raise
            except Exception as error:
                yield Failure(Law.RUNS, (name,), "a list of paths", _crash(error))
                return
            self.tally.paths[name] += len(runs[name].paths)
            self.tally.checks[Law.RUNS] += 1
            self.tally.theorems += runs[name].checked
        tried = trials(self._subject.tree, self._limits.heaps)
        self.tally.heaps = len(tried)
        if any(trial.run.kind == "bounded" for trial in tried):
            raise TooManyPathsError("a run of the oracle that does not end")
        for run in runs.values():
            yield from self._completed(run)
        if Law.WITNESS in laws:
            for run in runs.values():
                yield from self._witnesses(run)
        if Law.OPTIMALITY in laws:
            yield from self._optimality(runs, tried)
        if Law.ORDER in laws:
            yield from self._order(runs)
        if Law.EXACTNESS in laws or Law.WITNESS in laws:
            yield from self._exactness(runs, tried)

    def _completed(self, run: StrategyRun) -> Iterator[Failure]:
        """Generated programs end, and use nothing that is not supported."""
        for path in run.paths:
            if path.end[1] not in ("returned", "raised", "violated"):
                yield Failure(Law.RUNS, (run.strategy,), "a completed path", end_text(path.end))

    # -- law 3

    def _witnesses(self, run: StrategyRun) -> Iterator[Failure]:
        for path in run.paths:
            yield from self._witness(run, path, None)

    def _witness(self, run: StrategyRun, path: Path, model: Model | None) -> Iterator[Failure]:
        self.tally.checks[Law.WITNESS] += 1
        blamed = (run.strategy,)
        try:
            shot = run.witness(path, model)
        except Exception as error:
            yield Failure(Law.WITNESS, blamed, f"a witness: {end_text(path.end)}", _crash(error))
            return
        if shot is None:
            yield Failure(Law.WITNESS, blamed, f"a witness: {end_text(path.end)}", "no model")
            return
        rerun = run_oracle(self._subject.tree, shot.input)
        if end_of(rerun) != path.end:
            yield Failure(
                Law.WITNESS, blamed, end_text(path.end), end_text(end_of(rerun)), shot.input
            )
        elif not same_up_to_new_names(
            shot.output, shot.result, rerun.heap, rerun.value, shot.input
        ):
            yield Failure(
                Law.WITNESS,
                blamed,
                f"{end_text(path.end)}, value {rerun.value}, {_heap_text(rerun.heap)}",
                f"value {shot.result}, {_heap_text(shot.output)}",
                shot.input,
            )

    # -- law 4

    def _exactness(
        self, runs: Mapping[str, StrategyRun], tried: Sequence[Trial]
    ) -> Iterator[Failure]:
        program = self._subject.program
        assignments = [HeapAssignment(program, trial.heap) for trial in tried]
        for run in runs.values():
            acceptance = Acceptance(program, map(_conditions, run.paths))
            accepted: dict[int, list[HeapAssignment]] = {}
            worst: Failure | None = None
            try:
                for trial, assignment in zip(tried, assignments, strict=True):
                    self.tally.checks[Law.EXACTNESS] += 1
                    numbers = acceptance.accepting_under(assignment)
                    failure = self._judge(run, trial, assignment, numbers)
                    if failure is None:
                        for number in numbers:
                            accepted.setdefault(number, []).append(assignment)
                    elif worst is None or _size(failure.heap) < _size(worst.heap):
                        worst = failure
            except UnreadableError:
                self.tally.by_trace_only.add(run.strategy)
                continue
            if worst is not None:
                yield worst
                continue
            yield from self._more_witnesses(run, accepted)

    def _judge(
        self, run: StrategyRun, trial: Trial, assignment: HeapAssignment, numbers: Sequence[int]
    ) -> Failure | None:
        expected = [] if trial.run.kind == "assumed" else [end_of(trial.run)]
        got = [run.paths[number].end for number in numbers]
        if got != expected:
            return Failure(
                Law.EXACTNESS, (run.strategy,), _ends_text(expected), _ends_text(got), trial.heap
            )
        for number in numbers:
            value = run.paths[number].leaf.scalar
            if value is None or (isinstance(value, Term) and value.sort is REF):
                continue
            assignment.take(_conditions(run.paths[number]))
            computed = assignment.value(value)
            if type(trial.run.value) is not type(computed) or trial.run.value != computed:
                return Failure(
                    Law.EXACTNESS,
                    (run.strategy,),
                    f"the value {trial.run.value}, {_ends_text(expected)}",
                    f"the value {computed}",
                    trial.heap,
                )
        return None

    def _more_witnesses(
        self, run: StrategyRun, accepted: Mapping[int, Sequence[HeapAssignment]]
    ) -> Iterator[Failure]:
        """A solver's model is seldom one with many aliases: try some inputs of each path too."""
        budget = _MORE_WITNESSES
        for number, assignments in accepted.items():
            step = max(1, len(assignments) // _WITNESSES_PER_PATH)
            for assignment in assignments[::-1][::step][:_WITNESSES_PER_PATH]:
                if budget == 0:
                    return
                budget -= 1
                assignment.take(_conditions(run.paths[number]))
                yield from self._witness(run, run.paths[number], assignment.model())

    # -- law 5

    def _optimality(
        self, runs: Mapping[str, StrategyRun], tried: Sequence[Trial]
    ) -> Iterator[Failure]:
        known: dict[End, tuple[Heap | None, str]] = {}
        for trial in tried:
            if trial.run.kind != "assumed":
                known.setdefault(end_of(trial.run), (trial.heap, "oracle"))
        for run in runs.values():
            for path in run.paths:
                if path.end not in known:
                    shot = run.witness(path)
                    known[path.end] = (shot.input if shot else None, run.strategy)
        unclear = _places_in_recursive_methods(self._subject)
        for name, run in runs.items():
            counts = Counter(path.end for path in run.paths)
            for end, (heap, finder) in known.items():
                self.tally.checks[Law.OPTIMALITY] += 1
                blamed = (name,) if finder == "oracle" else (name, finder)
                if end not in counts:
                    yield Failure(
                        Law.OPTIMALITY, blamed, f"a path that {end_text(end)}", "none", heap
                    )
                elif counts[end] > 1 and traits_of(name).path_optimal and end[3] not in unclear:
                    yield Failure(
                        Law.OPTIMALITY,
                        (name,),
                        f"one path that {end_text(end)}",
                        f"{counts[end]} paths",
                        heap,
                    )

    # -- law 6

    def _order(self, runs: Mapping[str, StrategyRun]) -> Iterator[Failure]:
        by_rank: dict[int, list[str]] = {}
        for name in sorted(runs):
            rank_of = traits_of(name).rank
            if rank_of is not None:
                by_rank.setdefault(rank_of, []).append(name)
        ranks = [by_rank[rank] for rank in sorted(by_rank)]
        above: tuple[str, int] | None = None
        for rank in ranks:
            for name in rank:
                count = len(runs[name].paths)
                first = len(runs[rank[0]].paths)
                self.tally.checks[Law.ORDER] += 1
                if above is not None and count > above[1]:
                    yield Failure(
                        Law.ORDER,
                        (name, above[0]),
                        f"at most {above[1]} paths, as {above[0]} has",
                        f"{count} paths",
                    )
                if count != first:
                    yield Failure(
                        Law.ORDER,
                        (name, rank[0]),
                        f"{first} paths, as {rank[0]} has",
                        f"{count} paths",
                    )
            above = (rank[0], len(runs[rank[0]].paths))


def _places_in_recursive_methods(subject: Subject) -> set[str]:
    found: set[str] = set()
    for cls in subject.tree.classes:
        for method in cls.methods:
            nodes = list(expressions_in(method.body))
            if any(isinstance(node, Call) and node.method == method.name for node in nodes):
                found.update(str(node.at) for node in nodes)
    return found


def _conditions(path: Path) -> list[Term]:
    return [term for term, _ in path.leaf.path.entries()]


def _crash(error: Exception) -> str:
    where = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        where = f" in {code.co_name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{where}"


def _ends_text(ends: Sequence[End]) -> str:
    if not ends:
        return "no path accepts it"
    return "; ".join(f"accepted by the path that {end_text(end)}" for end in ends)


def _heap_text(heap: Heap) -> str:
    objects = (
        f"{ref}{{{', '.join(f'{name}={value}' for name, value in obj.fields.items())}}}"
        for ref, obj in heap.objects.items()
    )
    return "; ".join(objects) or "no objects"


def _size(heap: Heap | None) -> int:
    return len(heap.objects) if heap is not None else 0
