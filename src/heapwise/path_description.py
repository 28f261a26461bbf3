"""Describes a finished path: its condition, an input that takes it, and whether a run shows it.

Which input a path has depends on the path alone, whoever has found it: each description asks a
solver that was asked nothing before. `heapwise.api` is what uses this.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from heapwise.engine.state import BY_CONTRACT, Leaf
from heapwise.frontends.protocol import Witnesses
from heapwise.heaps.api import HeapStrategy
from heapwise.heaps.view import HeapView, Pointer, Snapshot
from heapwise.program import Program
from heapwise.results import COMPLETED, Heap, Outcome, OutcomeKind, PathResult
from heapwise.results.event import events_of
from heapwise.results.expression import Apply, Expression, joined, text
from heapwise.results.path_result import CONTRADICTED
from heapwise.solver import Kind, Model, PathCondition, Solver
from heapwise.solver.api import SolverStatistics, Verdict
from heapwise.solver.drafts import Drafting, Drafts
from heapwise.solver.readable import (
    array_lengths,
    longest_array,
    readable_model,
    smallest_model,
)
from heapwise.structure.run.precondition_runs import PreconditionRun
from heapwise.terms import REF, Scalar, Term, and_, le, not_
from heapwise.terms.printing import Converter, conjuncts, without_implied

_REFINEMENTS = 4
"""Models that are tried for a witness."""

_NO_INPUT = "the solver found no input within its time"
MOST_ITEMS = 200_000
"""That an array of an input has, if it is to be built."""
_TOO_LONG = "an input with {:,} items is too long to be built"


class PathDescriber:
    """Describes the paths of one run. `solvers` makes solvers that were asked nothing yet; their
    questions are added to the `statistics` of the run."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[Any],
        run: PreconditionRun,
        witnesses: Witnesses,
        solvers: Callable[[], Solver],
        statistics: SolverStatistics,
        null: str,
    ) -> None:
        self._program = program
        self._strategy = strategy
        self._run = run
        self._witnesses = witnesses
        self._solvers = solvers
        self._statistics = statistics
        self._drafts = Drafts()
        self._converter = Converter(null, meanings=program.meanings)

    def outline(self, leaf: Leaf[Any], trace: tuple[str, ...] | None = None) -> PathResult:
        """What is known of a path without looking for an input, but for its prefix."""
        when, condition = condition_of(leaf.path, leaf.path.hidden, self._expressions())
        return PathResult(
            leaf.number,
            Outcome(leaf.kind, None, leaf.detail, leaf.where),
            condition,
            Heap(),
            Heap(),
            events_of(self._witnesses.trace(leaf) if trace is None else trace),
            False,
            leaf.path.confirmed,
            leaf.case,
            when=when,
        )

    def describe(self, leaf: Leaf[Any], closely: bool) -> PathResult:
        """The path in full (`Exploration.describe`), but for its prefix."""
        trace = self._witnesses.trace(leaf)
        outlined = self.outline(leaf, trace)
        wrong = ""
        with self._new_solver() as solver:
            leaf = leaf._replace(path=leaf.path.alone())
            if leaf.kind in COMPLETED:
                leaf = self._run.completed(leaf, solver)
            model = readable_model(solver, leaf.path)
            if model is not None and closely:
                model = smallest_model(solver, leaf.path, model)
            if model is not None:
                leaf, model, wrong = self._refined(leaf, model, solver)
        longest = 0 if model is None else longest_array(leaf.path, model)
        if model is None or longest > MOST_ITEMS:
            why = _NO_INPUT if model is None else _TOO_LONG.format(longest)
            confirmed = model is not None and leaf.path.confirmed
            doubt = why if leaf.kind in COMPLETED else ""
            return replace(outlined, confirmed=confirmed, doubt=doubt)
        if leaf.kind is OutcomeKind.RAISED:
            leaf = self._named(leaf, model)
        shot = self.snapshot(leaf, model)
        outcome = Outcome(leaf.kind, shot.result, leaf.detail, leaf.where)
        replayed, doubt = False, ""
        if leaf.kind in COMPLETED:
            replayed = self._witnesses.replays(leaf, shot, outcome, trace)
            doubt = "" if replayed else wrong or self._doubt(leaf)
        elif leaf.kind is OutcomeKind.ENDLESS:
            replayed = self._witnesses.goes_on(leaf, shot)
            doubt = "" if replayed else wrong or self._doubt(leaf)
        elif closely and leaf.kind is OutcomeKind.BOUNDED:
            replayed = self._witnesses.goes_on(leaf, shot)
        return replace(
            outlined,
            outcome=outcome,
            input=shot.input,
            output=shot.output,
            replayed=replayed,
            confirmed=leaf.path.confirmed,
            doubt=doubt,
        )

    def _expressions(self) -> Converter:
        """For conditions; there may be more classes than when the last one was described."""
        if len(self._converter.classes) != len(self._program.by_number):
            names = [cls.name for cls in self._program.by_number]
            self._converter = Converter(
                self._converter.null, names, meanings=self._program.meanings
            )
        return self._converter

    def _doubt(self, leaf: Leaf[Any]) -> str:
        """Why a run has not shown the path."""
        functions = replaced_calls(leaf)
        if functions:
            return f"the contract stood for {', '.join(f'{name}()' for name in functions)}"
        return self._witnesses.doubt(leaf) or CONTRADICTED

    def in_words(self, part: Scalar) -> str:
        """A part of a condition, as conditions of paths have it."""
        return self._expressions().convert(part).text

    def as_expression(self, part: Scalar) -> Expression:
        return self._expressions().convert(part).expression

    def conditions(self, leaf: Leaf[Any]) -> list[Scalar]:
        """What a path has chosen, part by part."""
        return _said(leaf.path, leaf.path.hidden)

    def excludes(self, leaf: Leaf[Any], part: Scalar) -> bool:
        """Is there no input that takes a path and has this condition? False if nobody knows."""
        if not isinstance(part, Term):
            return not part
        if not_(part) in self.conditions(leaf):
            return True
        with self._new_solver() as solver:
            return solver.check(leaf.path.alone(), part).verdict is Verdict.UNSAT

    def is_too_long(self, leaf: Leaf[Any]) -> bool:
        """Does a path take only inputs with an array, or a container, that nobody can build?"""
        lengths = array_lengths(leaf.path.alone())
        return self.excludes(leaf, and_(*(le(length, MOST_ITEMS) for length in lengths)))

    def goes_on(self, leaf: Leaf[Any]) -> bool:
        """Is a run of a path that was cut still in that loop after very many steps?"""
        with self._new_solver() as solver:
            model = readable_model(solver, leaf.path.alone())
        return model is not None and self._witnesses.goes_on(leaf, self.snapshot(leaf, model))

    @contextmanager
    def _new_solver(self) -> Iterator[Solver]:
        """One that was asked nothing, so that nothing but the path decides about the witness."""
        solver = self._run.anew(Drafting(self._drafts, self._solvers))
        yield solver
        asked, statistics = solver.statistics, self._statistics
        statistics.witness_queries += asked.queries + asked.witness_queries
        statistics.seconds += asked.seconds

    def _named(self, leaf: Leaf[Any], model: Model) -> Leaf[Any]:
        """By the class that an exception has in the model, if it is an input."""
        value, runtime = leaf.value, self._program.runtime
        if runtime is None or not isinstance(value, Term) or value.sort is not REF:
            return leaf
        view = self._strategy.view(self._program, leaf.heap, model)
        shown = view.value(value)
        if not isinstance(shown, Pointer) or view.allocated(shown.key):
            return leaf
        return leaf._replace(detail=runtime.uncaught(value, view.class_of(shown.key))[1])

    def _refined(
        self, leaf: Leaf[Any], model: Model, solver: Solver
    ) -> tuple[Leaf[Any], Model, str]:
        """A model that also has right what the terms leave open, if one is found soon; else why a
        run of this one shows nothing."""
        path, other = leaf.path, model
        doubt = ""
        for _ in range(_REFINEMENTS):
            wrong = self._witnesses.corrections(leaf, other)
            if wrong is None:
                return leaf._replace(path=path), other, ""
            doubt = wrong.doubt
            for wanted in wrong.ways:
                right = _with_facts(path, wanted)
                better = readable_model(solver, right)
                if better is not None:
                    return leaf._replace(path=right), better, ""
            path = _with_facts(path, wrong.truths)
            again = solver.model(path)
            if again is None:
                break
            other = again
        return leaf, model, doubt

    def snapshot(self, leaf: Leaf[Any], model: Model) -> Snapshot:
        """The heaps before and after a path and its result, as a model of the path has them."""
        return self._witnesses.read(self.view(leaf, model), model, leaf)

    def view(self, leaf: Leaf[Any], model: Model) -> HeapView:
        """What each object looks like on a path, by a model of the path."""
        return self._strategy.view(self._program, leaf.heap, model)


def _with_facts(path: PathCondition, facts: Iterable[Term]) -> PathCondition:
    for fact in facts:
        path = path.extend(fact, Kind.FACT, None)
    return path


def show_condition(
    path: PathCondition,
    hidden: Collection[Scalar] = (),
    null: str = "null",
    classes: Sequence[str] = (),
) -> str:
    """What a path has chosen, in source terms."""
    return condition_of(path, hidden, Converter(null, classes))[1]


def _said(path: PathCondition, hidden: Collection[Scalar]) -> list[Scalar]:
    """The conjuncts of what a path has chosen, but for those that are `hidden`."""
    chosen = [term for term, kind in path.entries() if kind is not Kind.FACT and term not in hidden]
    return without_implied(
        [part for term in chosen for part in conjuncts(term) if part not in hidden]
    )


def condition_of(
    path: PathCondition, hidden: Collection[Scalar], converter: Converter
) -> tuple[Expression, str]:
    """What a path has chosen, and the text of it: each conjunct once."""
    found: dict[str, Expression] = {}
    for part in _said(path, hidden):
        each = converter.convert(part)
        if isinstance(each.expression, Apply) and each.expression.op == "and":
            for inner in each.expression.args:  # bounds of a class without a name
                found.setdefault(text(inner, converter.null), inner)
        else:
            found.setdefault(each.text, each.expression)
    parts = tuple(found.values())
    return Apply("and", parts), joined(parts, tuple(found), "and") or "true"


def replaced_calls(leaf: Leaf[Any]) -> tuple[str, ...]:
    """The functions that their contracts stood for on a path."""
    return BY_CONTRACT.of(leaf.store) or ()
