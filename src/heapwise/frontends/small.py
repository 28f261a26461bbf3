"""Front ends of small languages: all of a program is in the IR, so only loading is their own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.engine.bounds import Bounds
from heapwise.engine.recording import steps_of
from heapwise.engine.replay import TRIED_STEPS, run_concretely
from heapwise.engine.state import BY_CONTRACT, COMES_BACK, Leaf, State, events
from heapwise.frontends.input_limits import all_in_words, limit_program, with_full_names
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.noted_reads import Reads, noted
from heapwise.frontends.protocol import (
    Claimed,
    Corrections,
    InvariantTrial,
    Judged,
    Loading,
    Prepared,
    Recipes,
    Selection,
    Subject,
    ValidInputs,
    Witnesses,
)
from heapwise.frontends.small_contracts import replace_calls
from heapwise.frontends.surroundings import Dependencies, Surroundings
from heapwise.frontends.test_options import TestOptions
from heapwise.heaps.view import HeapView, Snapshot, snapshot
from heapwise.program import InputError, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import COMPLETED, Heap, Outcome, OutcomeKind, PathResult
from heapwise.results.checks import Finding
from heapwise.results.illustration import NO_END, NOT_SHOWN, Illustration
from heapwise.results.place import Place
from heapwise.results.source_files import SourceFiles, Sources
from heapwise.results.words import SMALL_LANGUAGES
from heapwise.solver import Model
from heapwise.structure.run.harness import assuming, driving, invariant_roots
from heapwise.structure.run.precondition_runs import PlainRun, driven, pruning
from heapwise.structure.run.preconditions import Precondition
from heapwise.structure.to_python.deriving import InvariantRoot, Scope, invariant_of, structure_of

if TYPE_CHECKING:
    from heapwise.frontends.small_suite import SmallSuite

_THIS = "this"


class SmallLanguage:
    """A language by its name and by what makes a program of one of its files."""

    words = SMALL_LANGUAGES
    has_lengths = False
    runs_contracts = False
    options_type = InputLimits

    def __init__(self, name: str, load: Callable[[Path], Program]) -> None:
        self.name = name
        self._load = load

    def load(self, target: str, how: Loading) -> Program:
        path = Path(target)
        if not path.exists():
            raise InputError(f"{target}: no such file")
        program = self._load(path)
        limit_program(program, _limits(how.options))
        replace_calls(program, how.by_contract)
        return program

    def default_bounds(self, bounds: Bounds) -> Bounds:
        return bounds

    def with_full_names(self, program: Program, bounds: Bounds) -> Bounds:
        return with_full_names(program, bounds)

    def remark(self, program: Program) -> str | None:
        return None

    def compiles_unasked(self, program: Program, bounds: Bounds) -> bool:
        has_scope = bounds.max_objects is not None or bool(bounds.max_objects_of)
        return has_scope and bool(invariant_roots(program))

    def prepare(
        self,
        program: Program,
        entry: Precondition,
        argument: str | None,
        bounds: Bounds,
        contracts: bool,
        keeps_invariants: bool,
    ) -> Prepared:
        if entry.name == "none":
            return Prepared(program, PlainRun(), bounds)
        if entry.name == "driver":
            made = driving(program, argument, bounds.max_objects or 0)
            return Prepared(made, driven(bounds), bounds)
        roots = invariant_roots(program)
        names = tuple(dict.fromkeys(f"{root.type}.{root.method.name}" for root in roots))
        if entry.name == "compiled":
            from heapwise.structure.run.compiled_run import CompiledRun, plan_of

            compiled = CompiledRun(program, plan_of(program, bounds))
            return Prepared(program, compiled, bounds, names)
        structure = structure_of(program, roots, Scope.of(bounds))
        if entry.name == "assume":
            changed = assuming(program, roots)
            changed.assumed = names
            return Prepared(changed, PlainRun(), bounds)
        return Prepared(program, pruning(entry.name, program, structure, argument), bounds, names)

    def claim(
        self, program: Program, bounds: Bounds, keeps_invariants: bool = True
    ) -> Claimed | None:
        from heapwise.structure.run.claims import claim_of
        from heapwise.structure.run.compiled_run import CompiledRun

        claim, plan = claim_of(program, bounds)
        return Claimed(claim, Prepared(program, CompiledRun(program, plan), bounds))

    def witnesses(self, program: Program, max_calls: int | None) -> IrWitnesses:
        return IrWitnesses(program, max_calls)

    def valid_inputs(self, target: str, scope: Scope, options: object | None) -> ValidInputs:
        file, colon, name = target.rpartition(":")
        if not colon or not Path(file).suffix:
            raise InputError(f"{target}: name a class, as in {target}:Class")
        program = self.load(file, Loading(options=options))
        scope = scope._replace(objects_of={**program.input_objects, **scope.objects_of})
        cls = program.classes.get(name)
        if cls is None:
            raise InputError(
                f"{file} has no class `{name}`; it has {', '.join(sorted(program.classes))}"
            )
        method = invariant_of(cls)
        if method is None:
            raise InputError(f"`{name}` has no invariant: give it a method `bool repOK()`")
        root = InvariantRoot(_THIS, cls, False, method)
        structure = structure_of(program, [root], scope)
        return ValidInputs(structure, limits=all_in_words(_limits(options)))

    def subjects(self, target: str, wanted: Selection) -> Sequence[Subject]:
        reads = Reads()
        with noted(reads):
            program = self.load(target, Loading(options=wanted.options))
        return [SmallSubject(target, program, self.load, reads)]

    def dependencies(self, subjects: Sequence[SmallSubject]) -> Dependencies | None:
        """Files that a program includes are looked for beside it and in the working directory."""
        reads = [subject.reads for subject in subjects]
        if any(each.outside or each.folders for each in reads):
            return None
        files = {file for each in reads for file in each.files}
        folders = {*(os.path.dirname(file) for file in files), os.getcwd()}
        names = {os.path.basename(file).partition(".")[0] for file in files}
        found = Surroundings(frozenset(files), folders=frozenset(folders), names=frozenset(names))
        return Dependencies(found)

    def invariant_trial(self, target: str) -> InvariantTrial:
        raise InputError(f"{target}: invariants are found for classes of Python only")

    def suite(
        self, subjects: Sequence[Subject], options: TestOptions, destination: Path | None
    ) -> SmallSuite:
        from heapwise.frontends.small_suite import SmallSuite

        return SmallSuite(subjects[0].target, options)


class SmallSubject:
    """A whole program; `reads` are the files that it was loaded from."""

    skipped = ""

    def __init__(
        self,
        target: str,
        program: Program,
        load: Callable[[str, Loading], Program],
        reads: Reads,
    ) -> None:
        self.target = target
        self.reads = reads
        self.name = Path(target).name
        self.language = program.language
        self.at = Place(target, 1)
        self._program = program
        self._load = load

    def program(self, how: Loading) -> Program:
        return self._load(self.target, how) if how.by_contract else self._program

    def judge(self) -> SmallJudge:
        return SmallJudge()

    def conditions(self, failing: Sequence[Heap], passing: Sequence[Heap]) -> Sequence[str]:
        return ()

    def requiring(self, condition: str) -> Subject | None:
        return None

    def as_named(self, at: Place) -> Place:
        return at

    def sources(self) -> Sources:
        return SourceFiles(Path(self.target))

    def file_of(self, code: str, file: str) -> str | None:
        return file if file == self.target else None


class SmallJudge:
    """Every failed assertion and every error is a finding: these languages can catch nothing."""

    machine = "the engine"

    def begin(self, witnesses: Witnesses) -> None:
        return None

    def close(self) -> None:
        return None

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        return leaf.kind in (OutcomeKind.VIOLATED, OutcomeKind.RAISED)

    def needs(self, leaf: Leaf[Any]) -> str:
        return ""

    def failure(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged:
        kind = "assertion" if leaf.kind is OutcomeKind.VIOLATED else "exception"
        message = path.outcome.exception or "the assertion fails"
        return Judged(kind, message, path.outcome.at, path.replayed, path.doubt)

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        if leaf.kind is not OutcomeKind.ENDLESS and not path.replayed:
            return None
        message = f"does not end: it {COMES_BACK}"
        return Judged("endless", message, path.outcome.at, path.replayed, path.doubt)

    def snippet(self, path: PathResult, witnesses: Witnesses) -> str:
        return ""

    def is_direct(self, given: Heap) -> bool:
        return True  # programs of these languages are told what their inputs are

    def recipes(self, findings: Sequence[Finding]) -> Recipes:
        return Recipes({}, 0)


class IrWitnesses:
    """The engine itself runs the inputs again."""

    def __init__(self, program: Program, max_calls: int | None) -> None:
        self._program = program
        self._inputs = inputs_of(program)
        self._max_calls = max_calls

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        return snapshot(view, self._inputs, leaf.scalar)

    def trace(self, leaf: Leaf[Any] | State[Any]) -> tuple[str, ...]:
        return events(leaf.trace)

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        if BY_CONTRACT in leaf.store:
            return False
        rerun = run_concretely(
            self._program, self._inputs, shot.input, self._max_calls, is_snapshot=True
        )
        return rerun == (outcome, trace, shot)

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        """The engine has to recognise, in a run without unknowns, that it comes back."""
        if BY_CONTRACT in leaf.store:
            return False
        rerun = run_concretely(
            self._program, self._inputs, shot.input, self._max_calls, TRIED_STEPS
        )
        if rerun is None:
            return False
        outcome = rerun[0]
        return outcome.kind is OutcomeKind.ENDLESS and outcome.at == leaf.where

    def corrections(self, leaf: Leaf[Any], model: Model) -> Corrections | None:
        return None

    def doubt(self, leaf: Leaf[Any]) -> str:
        return ""

    def sources(self) -> Sources:
        file = Path(self._program.target)
        return SourceFiles(file if file.is_file() else None)

    def illustrate(self, path: PathResult, steps: int) -> Illustration:
        from heapwise.frontends.small_suite import one_test, snippet

        if path.outcome.kind not in COMPLETED:
            return Illustration(missing=NO_END)
        file = Path(self._program.target)
        rebuild = snippet(file, path.input) if file.is_file() else ""
        if not path.replayed:
            return Illustration(rebuild, missing=NOT_SHOWN)
        test = one_test(file, self._program, path) if file.is_file() else ""
        run = steps_of(self._program, self._inputs, path.input, self._max_calls, steps)
        return Illustration(rebuild, test, tuple(run) if steps else ())

    def close(self) -> None:
        return None


def _limits(given: object | None) -> InputLimits:
    """What is said of the inputs; a language of another package may have other options instead."""
    return given if isinstance(given, InputLimits) else InputLimits()


def _no_files(path: Path) -> Program:
    raise InputError(f"{path}: programs in the IR have no files")


FRONT_END = SmallLanguage("ir", _no_files)
"""Of programs that somebody has built in the IR himself."""
