"""The tests of one function: its paths are explored, some are chosen, CPython says what each does.

Every test is a run that was seen twice, with the trace and the end that were predicted. A path
whose witness does something else is a fault of ours: it is listed, and no test is made of it. A
path that breaks a contract is listed too: a test must not ask for what the contract forbids.
"""

from __future__ import annotations

import ast
import builtins
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from heapwise.contracts.contract import RESULT, Condition
from heapwise.engine.state import Leaf
from heapwise.frontends.function_tests import FunctionTests, Written
from heapwise.frontends.protocol import Run
from heapwise.frontends.python.checking.confirming import PRECONDITION, Confirmation
from heapwise.frontends.python.checking.path_recipes import PathRecipes
from heapwise.frontends.python.checking.subjects import Subject
from heapwise.frontends.python.checking.telling_inputs import (
    boundary_terms,
    choices,
    extended,
    in_python,
    with_telling_model,
)
from heapwise.frontends.python.typing.functions import callee_of
from heapwise.frontends.python.typing.shapes import LiteralShape, alternatives
from heapwise.frontends.python.witness.replaying import PythonWitnesses, is_contract_violation
from heapwise.frontends.test_options import TestOptions
from heapwise.results import COMPLETED, Heap, OutcomeKind
from heapwise.results.input_choice import REACHABLE
from heapwise.solver import PathCondition, default_solver
from heapwise.terms import Scalar, Term, not_
from heapwise.testgen import (
    Expectation,
    ModuleUnderTest,
    Observation,
    Replayer,
    Status,
    TestCase,
    read_module,
    same_outcome,
    snippet,
    write_tests,
)
from heapwise.testgen.alike import behaviour, holds
from heapwise.testgen.draws import RANDOM
from heapwise.testgen.from_paths import Shows, chosen, coverage_of, distinct, ordered, shortened
from heapwise.testgen.from_paths import telling as telling_values
from heapwise.testgen.passing import Passing, has_pytest, run_tests
from heapwise.testgen.tables import WEAK
from heapwise.testgen.world_statements import world_in_test

_SEEDS = 6
"""Orders of sets of strings that the tests must pass with."""
_SECONDS_FOR_A_WISH = 1.0
_AFTER_INTERRUPT = 0.7
"""Seconds in which tests are made of paths that were found before: there are two for everything."""


class PythonSuite:
    machine = "CPython"
    joins = False  # what library code decides is no branch, but a test of each case finds more
    automatic = False

    def __init__(self, options: TestOptions, several: bool) -> None:
        self._options = options
        self._several = several
        self._replayer = Replayer()

    def begin(self, subject: Subject) -> FunctionTests:
        skipped = subject.skipped
        if self._several and subject.info.name.startswith("test"):
            skipped = skipped or "it is a test"
        file = Path(subject.loaded.path).name
        found = FunctionTests(subject.name, file, subject.at.line or 0, skipped=skipped)
        if found.skipped:
            target = read_module(Path(subject.loaded.path)).functions.get(subject.info.qualname)
            found.coverage = coverage_of(target, [])
        return found

    def make(self, subject: Subject, run: Run, found: FunctionTests) -> None:
        _Maker(subject, self._options, self._replayer, run, found).make()

    def written(
        self, found: Sequence[FunctionTests], destination: Path | None, *, hurry: bool = False
    ) -> Written:
        """Those that pass when pytest runs them."""
        kept = cases = [case for function in found for case in function.cases]
        passing, not_run = None, "interrupted"
        if not has_pytest():
            not_run = "pytest is not installed"
        elif not hurry:
            with suppress(KeyboardInterrupt):
                kept, passing = _checked(cases, destination)
        text = write_tests(kept, destination)
        return Written(text, len(kept), len(cases) - len(kept), passing, not_run)

    def close(self) -> None:
        self._replayer.close()


class _Maker:
    def __init__(
        self,
        subject: Subject,
        options: TestOptions,
        replayer: Replayer,
        run: Run,
        found: FunctionTests,
    ) -> None:
        self._subject = subject
        self._options = options
        self._replayer = replayer
        self._found = found
        self._path = Path(subject.loaded.path)
        self._module = ModuleUnderTest.of_file(self._path)
        self._facts = read_module(self._path)
        required = subject.required if options.contracts else None
        self._contract: Confirmation | None = None
        if required is not None and (required.contract.is_stated or required.invariants):
            self._contract = Confirmation(self._module, subject.info, required)
        self._run = run
        self._is_constructor = subject.info.name == "__init__"
        self._target = callee_of(subject.info)
        self._invariants = tuple(_invariants(subject, options, self._facts.names))
        self._solver = default_solver(_SECONDS_FOR_A_WISH)
        self._deadline = 0.0
        self._until: float | None = None
        """After an interrupt."""
        self._common: set[Term] = set()
        self._behaviours: set[tuple[object, ...]] = set()
        self._on_boundaries: set[Term] = set()
        self._may_vary = not any(
            isinstance(part, LiteralShape)
            for shape in subject.parameters.values()
            for part in alternatives(shape)
        )

    def make(self) -> None:
        found = self._found
        try:
            leaves = self._explored()
            cases = list(self._cases(leaves))
        finally:
            if self._contract is not None:
                self._contract.close()
        if self._options.inputs == REACHABLE:
            cases = self._that_can_happen(cases)
        found.cases = distinct(ordered(cases))
        target = self._facts.functions.get(self._subject.info.qualname)
        found.coverage = coverage_of(target, [case.observed.trace for case in found.cases])

    def _that_can_happen(self, cases: list[TestCase]) -> list[TestCase]:
        """Tests whose objects cannot be written down as they are get the calls that make such."""
        subject = self._subject
        recipes = PathRecipes(subject.loaded, subject.info, subject.parameters, subject.required)
        kept = recipes.needless(cases)
        if self._until is None:
            try:
                kept = recipes.of(cases, self._observe, self._is_stable)
            except KeyboardInterrupt:
                self._interrupted()
        self._found.unreached = len(cases) - len(kept)
        return kept

    def _explored(self) -> list[Leaf[Any]]:
        leaves: list[Leaf[Any]] = []
        paths: list[PathCondition] = []
        kept_promises: set[Scalar] = set()
        found = self._found
        try:
            for leaf in self._run.leaves():
                if leaf.kind not in COMPLETED:
                    continue
                paths.append(leaf.path)
                if is_contract_violation(leaf.value):
                    found.broken.append(leaf.detail or "")
                    kept_promises.update(not_(part) for part in choices(leaf.path)[-1:])
                else:
                    leaves.append(leaf)
        except KeyboardInterrupt:
            self._interrupted()
        if self._run.summary.stopped == "interrupted":
            self._interrupted()
        self._common = {part for part in kept_promises if isinstance(part, Term)}
        if len(paths) > 1:
            shared = set(choices(paths[0]))
            self._common |= shared.intersection(*(choices(path) for path in paths))
        summary = self._run.summary
        found.broken = sorted(set(found.broken))
        found.violated = summary.counts.violated
        found.paths = summary.counts.paths
        return sorted(leaves, key=lambda leaf: (len(self._trace(leaf)), self._trace(leaf)))

    def _interrupted(self) -> None:
        self._run.stop("interrupted")
        # Paths may all be there, but not their tests.
        self._found.account.stopped = "interrupted"
        self._deadline = time.monotonic()
        self._until = self._deadline + _AFTER_INTERRUPT

    @property
    def _is_over(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

    def _cases(self, leaves: list[Leaf[Any]]) -> Iterator[TestCase]:
        """Chosen paths; one that makes no test is replaced by another, if that shows the same."""
        # Better values must not take longer than the paths themselves may.
        if self._until is None:
            self._deadline = time.monotonic() + self._options.seconds / 2
        waiting = list(leaves)
        wanted = self._options.limit
        made: list[Leaf[Any]] = []
        try:
            while waiting:
                indexes = chosen([self._shows(leaf) for leaf in waiting], wanted)
                failed = False
                for index in indexes:
                    if self._is_over:
                        return
                    case = self._case(waiting[index])
                    failed = failed or case is None
                    if case is not None and (wanted is None or self._is_new(case)):
                        made.append(waiting[index])
                        yield case
                if not failed or wanted is None:
                    break
                shown = {event for leaf in made for event in self._trace(leaf)}
                gone = set(indexes)
                waiting = [
                    leaf
                    for index, leaf in enumerate(waiting)
                    if index not in gone and not shown.issuperset(self._trace(leaf))
                ]
            if self._options.boundaries:
                yield from self._boundaries(made)
        except KeyboardInterrupt:
            self._interrupted()

    def _boundaries(self, leaves: list[Leaf[Any]]) -> Iterator[TestCase]:
        left = self._options.limit
        tried: set[tuple[Term, str]] = set()
        for leaf in leaves:
            for term in boundary_terms(leaf.path, self._common):
                key = (term, self._shows(leaf).outcome)
                if key in tried or left == 0:
                    continue
                if time.monotonic() > self._deadline:
                    return
                on_it = extended(self._solver, leaf.path, term)
                if on_it is None:
                    continue
                tried.add(key)
                self._on_boundaries.add(term)
                case = self._case(leaf._replace(path=on_it), vary=False)
                if case is not None:
                    left = None if left is None else left - 1
                    yield case

    def _case(self, leaf: Leaf[Any], vary: bool = True) -> TestCase | None:
        generous = leaf.path
        if time.monotonic() < self._deadline:
            generous = with_telling_model(self._solver, leaf.path)
        path = self._run.describe(leaf._replace(path=generous))
        witnesses = self._run.witnesses
        assert isinstance(witnesses, PythonWitnesses)
        observed, differences = witnesses.last, list(witnesses.differences)
        if self._is_constructor:
            observed = self._observe(path.input)
            differences = self._unlike(leaf, observed)
        if observed is None or (not path.input.roots and self._subject.parameters):
            return None
        if not differences and not self._keeps_contract(path.input):
            differences = ["the contract does not hold there"]
        if differences:
            text = snippet(self._target, path.input, self._facts)
            self._found.faults.append((text, differences[0]))
            return None
        given = path.input
        if vary and self._may_vary:
            seen = observed
            when = self._when(leaf, path.condition)
            given = telling_values(
                given, lambda heap: holds(when, heap) and self._is_like(heap, seen)
            )
            if given != path.input:
                observed = self._observe(given)
        if not self._is_stable(given, observed):
            self._found.unstable += 1
            return None
        return self._as_case(self._when(leaf, path.condition), given, observed)

    def _is_new(self, case: TestCase) -> bool:
        """Does it do something that no test does yet? Library code tells more inputs apart than a
        reader does: every length of `[None] * n` is a case of its own."""
        seen = behaviour(case)
        is_new = seen not in self._behaviours
        self._behaviours.add(seen)
        return is_new

    def _trace(self, leaf: Leaf[Any]) -> tuple[str, ...]:
        return self._run.witnesses.trace(leaf)

    def _shows(self, leaf: Leaf[Any]) -> Shows:
        return Shows(self._trace(leaf), f"{leaf.kind.value} {leaf.detail} {leaf.where}")

    def _keeps_contract(self, given: Heap) -> bool:
        """Do precondition, postcondition and invariants hold, in CPython?"""
        if self._contract is None:
            return True
        said = self._contract(given)
        return said != PRECONDITION and not said.startswith(("post: ", "inv: "))

    def _observe(self, given: Heap) -> Observation:
        return self._replayer.replay(self._module, self._target, given)

    def _unlike(self, leaf: Leaf[Any], observed: Observation) -> list[str]:
        """A constructor is tested by a call of its class, whose result the path does not know."""
        exception = None if leaf.kind is OutcomeKind.RETURNED else leaf.detail
        expected = Expectation(exception, trace=self._trace(leaf))
        return same_outcome(expected, observed, Heap())

    def _is_like(self, given: Heap, observed: Observation) -> bool:
        """Is that another input of the same path?"""
        seen = self._observe(given)
        same_end = (seen.status, seen.exception, seen.line) == (
            observed.status,
            observed.exception,
            observed.line,
        )
        return same_end and seen.trace == observed.trace and self._keeps_contract(given)

    def _is_stable(self, given: Heap, observed: Observation) -> bool:
        if any(obj.class_name in (RANDOM, WEAK) for obj in given.objects.values()):
            return False
        if world_in_test(given) is None:
            return False
        expected = Expectation(observed.exception, observed.value, observed.output, observed.trace)
        return observed.finished and not same_outcome(expected, self._observe(given), given)

    def _as_case(self, when: str, given: Heap, observed: Observation) -> TestCase:
        returned = observed.status is Status.RETURNED
        return TestCase(
            self._module,
            self._target,
            given,
            observed,
            shortened(when),
            invariants=self._invariants if returned and not self._is_constructor else (),
        )

    def _when(self, leaf: Leaf[Any], condition: str) -> str:
        """What is in the condition but not on all paths: the rest tells no test from another."""
        shown = {part: self._run.in_words(part) for part in choices(leaf.path)}
        parts = [
            part for part, text in shown.items() if part not in self._common and text in condition
        ]
        if parts and parts[-1] in self._on_boundaries:
            parts.insert(0, parts.pop())
        texts = dict.fromkeys(in_python(part, shown[part]) for part in parts)
        return " and ".join(texts)


# ---------------------------------------------------------------------------- invariants


def _invariants(subject: Subject, options: TestOptions, known: frozenset[str]) -> Iterator[str]:
    """Those of the receiver that a test can state in its own words."""
    contract = subject.required.contract
    if options.contracts and contract.keeps_invariants:
        for condition in contract.invariants:
            text = _in_words_of_the_module(condition, known)
            if text is not None:
                yield text


def _in_words_of_the_module(condition: Condition, known: frozenset[str]) -> str | None:
    names = {node.id for node in ast.walk(condition.expression) if isinstance(node, ast.Name)}
    if condition.olds or RESULT in condition.names.values():
        return None
    if any(free != parameter for free, parameter in condition.names.items()):
        return None
    if names - set(condition.names) - known - set(dir(builtins)):
        return None
    return ast.unparse(condition.expression)


# ---------------------------------------------------------------------------- running them


def _checked(cases: Sequence[TestCase], destination: Path | None) -> tuple[list[TestCase], Passing]:
    """The cases whose tests pass when they are run by pytest."""
    kept = list(cases)
    search = tuple(dict.fromkeys(folder for case in cases for folder in case.module.search))
    seeds = range(1, _SEEDS + 1) if any(_has_set_of_text(case) for case in kept) else (1,)
    waiting = list(seeds)
    passing = Passing()
    while kept and waiting:
        passing = _try(kept, destination, search, waiting[0])
        if passing.problem:
            return kept, passing
        if not passing.failed:
            waiting.pop(0)
            continue
        names = _test_names(write_tests(kept, destination))
        assert len(names) == len(kept)
        failed = set(passing.failed)
        kept = [case for case, name in zip(kept, names, strict=True) if name not in failed]
    return kept, passing


def _has_set_of_text(case: TestCase) -> bool:
    """Then the order in which the program saw the items may differ from run to run."""
    return any(
        obj.class_name in ("set", "frozenset")
        and len(obj.items or ()) > 1
        and not all(isinstance(item, int) for item in obj.items or ())
        for heap in (case.given, case.observed.output)
        for obj in heap.objects.values()
    )


def _try(
    cases: Sequence[TestCase], destination: Path | None, search: Sequence[Path], seed: int
) -> Passing:
    text = write_tests(cases, destination)
    if destination is not None:
        destination.write_text(text, encoding="utf-8")
        return run_tests(destination, hash_seed=seed)
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder:
        file = Path(folder) / "test_written_by_heapwise.py"
        file.write_text(text, encoding="utf-8")
        return run_tests(file, search, seed)


def _test_names(text: str) -> list[str]:
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
