"""What a language is to the rest of Heapwise: the protocols that a front end implements.

A new language is a class with these methods and an entry in the registry (`frontends.registry`);
one whose programs are all in the IR only has to load them (`frontends.small.SmallLanguage`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from heapwise.engine.bounds import PYTHON_OBJECTS, Bounds
from heapwise.engine.state import Leaf, State
from heapwise.frontends.surroundings import Dependencies
from heapwise.heaps.view import HeapView, Snapshot
from heapwise.program import Program
from heapwise.results import Heap, Outcome, PathResult, RunSummary, Value
from heapwise.results.checks import Finding
from heapwise.results.illustration import Illustration
from heapwise.results.place import Place
from heapwise.results.source_files import Sources
from heapwise.results.words import Words
from heapwise.solver import Model
from heapwise.structure.run.precondition_runs import PreconditionRun
from heapwise.structure.run.preconditions import Precondition
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.to_python.deriving import Scope
from heapwise.terms import Scalar, Term

if TYPE_CHECKING:
    from heapwise.frontends.function_tests import FunctionTests, Written
    from heapwise.frontends.test_options import TestOptions
    from heapwise.structure.formula.proving import Claim


@dataclass(frozen=True, slots=True)
class Loading:
    """How a program is to be loaded. `max_length` bounds the items of an input container that a
    path looks at. With `contracts`, those of the program are assumed and checked, where a language
    has such; asserts that a function begins with are part of them if they are `leading_asserts`.
    Calls of the functions in `by_contract` are replaced by their contracts. `options` are what the
    user says to the front end of this language alone."""

    max_length: int | None = PYTHON_OBJECTS
    contracts: bool = True
    options: object | None = None
    leading_asserts: bool = False
    by_contract: tuple[str, ...] = ()


class Corrections(NamedTuple):
    """Of a model that has something wrong. `truths` hold on every path, and exclude the model;
    each of the `ways` makes all of it right, if the path allows for that; `doubt` is for a path of
    which no right model is found."""

    truths: Sequence[Term]
    ways: Sequence[Sequence[Term]]
    doubt: str


class Prepared(NamedTuple):
    """A program under a precondition. `conditions` are what the run sees to besides what the
    program itself runs first."""

    program: Program
    run: PreconditionRun
    bounds: Bounds
    conditions: tuple[str, ...] = ()


class Claimed(NamedTuple):
    """What a program promises, and a run on the inputs that its precondition allows; `silent` is
    one on which paths do not ask whether it keeps its promises, if it makes any."""

    claim: Claim
    prepared: Prepared
    silent: Prepared | None = None


class ValidInputs(NamedTuple):
    """What is enumerated: `shown` turns a heap into what people write in the language, `full_name`
    a `Class.field` of the user into that of the structure. `as_tests` writes inputs as parameters
    of tests, for a file at the given place, if the language can do so. `limits` is what the user
    says of input objects, in words."""

    structure: Structure
    shown: Callable[[Heap], Heap] | None = None
    full_name: Callable[[str], str] = str
    as_tests: Callable[[Sequence[Heap], Path | None], str] | None = None
    limits: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which functions of a target are checked: with `private`, those too that are not for others
    to call."""

    private: bool = False
    leading_asserts: bool = False
    options: object | None = None


class Judged(NamedTuple):
    """What is wrong on a path. `kind` is contract, assertion, exception or endless, `at` the
    place; `replayed` whether a run has shown it, else `doubt` says why not. `needed` is what the
    function asks of its arguments, if that is all that the path shows."""

    kind: str
    message: str
    at: Place | None
    replayed: bool
    doubt: str = ""
    differences: tuple[str, ...] = ()
    needed: str = ""


class Rebuilt(NamedTuple):
    """A failure that calls of public functions lead to: the input that they make, what is left of
    it, and the code; and what is asked of arguments, if it shows no more than that."""

    input: Heap
    output: Heap
    value: Value
    message: str
    snippet: str
    needed: str = ""


class Recipes(NamedTuple):
    """By the number of the finding that calls were looked for; `tried` is how many."""

    found: Mapping[int, Rebuilt]
    tried: int


class Witnesses(Protocol):
    """Reads the inputs of a path from a model, and runs them again to see that they hold."""

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        """The input and output heaps that the model stands for, and the result."""
        ...

    def trace(self, leaf: Leaf[Any] | State[Any]) -> tuple[str, ...]:
        """The decisions on the path."""
        ...

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        """Does a run from the input take this trace to this very end?"""
        ...

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        """Is a run from the input still in the loop where the path was left, after so long that it
        is seen not to end there? A recursion that was left must have filled the stack."""
        ...

    def corrections(self, leaf: Leaf[Any], model: Model) -> Corrections | None:
        """Where a model of the path has something wrong, because terms do not say it."""
        ...

    def doubt(self, leaf: Leaf[Any]) -> str:
        """Why no run can show the latest path, which was not replayed; empty if that is a fault."""
        ...

    def sources(self) -> Sources:
        """The texts of the program, for whoever shows its paths."""
        ...

    def illustrate(self, path: PathResult, steps: int) -> Illustration:
        """More about a path of the program, whoever has found it: its code, and so many steps of
        its run at most."""
        ...

    def close(self) -> None:
        """To be called when no more is asked."""
        ...


class Judge(Protocol):
    """Says what counts as a failure of one function. `machine` is what runs it again. The witnesses
    that it is given are those of the exploration that has found the path, which was described just
    now."""

    @property
    def machine(self) -> str: ...

    def begin(self, witnesses: Witnesses) -> None:
        """An exploration of the function begins, with these witnesses."""
        ...

    def is_failure(self, leaf: Leaf[Any]) -> bool:
        """Is it worth a close look?"""
        ...

    def needs(self, leaf: Leaf[Any]) -> str:
        """What a path that looks like a failure only shows the function to ask of its arguments
        (`s must not be null`); empty if it is a failure of its own."""
        ...

    def failure(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged:
        """What has failed on the path."""
        ...

    def loop(self, leaf: Leaf[Any], path: PathResult, witnesses: Witnesses) -> Judged | None:
        """That a path has no end, or only that of a full stack, as is known or as a run of it
        shows; None if it may have one."""
        ...

    def snippet(self, path: PathResult, witnesses: Witnesses) -> str:
        """Code that builds the input and calls the function, in the words of the language."""
        ...

    def is_direct(self, given: Heap) -> bool:
        """Can the input be written down as it is, or has somebody said that such are valid?"""
        ...

    def recipes(self, findings: Sequence[Finding]) -> Recipes:
        """Looks for calls of public functions that lead to these failures."""
        ...

    def close(self) -> None:
        """To be called when no more is asked."""
        ...


class Subject(Protocol):
    """A function, method or program to check. `at` is where it is, `skipped` says why it is not
    checked, if so."""

    @property
    def target(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def at(self) -> Place: ...
    @property
    def skipped(self) -> str: ...

    def program(self, how: Loading) -> Program:
        """As `FrontEnd.load` of its target, but nothing is imported or read again."""
        ...

    def judge(self) -> Judge: ...

    def conditions(self, failing: Sequence[Heap], passing: Sequence[Heap]) -> Sequence[str]:
        """What people may write down as a precondition, the simplest first, if it holds of every
        passing input and of no failing one."""
        ...

    def requiring(self, condition: str) -> Subject | None:
        """The same, only for inputs of which such a condition holds; None if that cannot be."""
        ...

    def as_named(self, at: Place) -> Place:
        """A place, with the file called as the user called it."""
        ...

    def sources(self) -> Sources:
        """The texts of the program, for whoever shows its lines."""
        ...

    def file_of(self, code: str, file: str) -> str | None:
        """What `sources` call the file of code that has this name and positions in this `file`;
        None if it is not the program's own."""
        ...


class BuiltPaths(NamedTuple):
    """By the numbers of paths: code whose calls make an input that takes the path; and those for
    which none was found, although so many calls were `tried`. The others need no calls."""

    made: Mapping[int, str]
    unseen: tuple[int, ...]
    tried: int


@runtime_checkable
class BuildsInputs(Protocol):
    """A front end that looks for calls which make the inputs of paths."""

    def built_paths(self, target: str, paths: Sequence[PathResult]) -> BuiltPaths: ...


@runtime_checkable
class TakesInvariants(Protocol):
    """A subject whose objects may have an invariant that nobody has written down."""

    @property
    def target(self) -> str: ...
    def without_invariant(self) -> Sequence[tuple[str, Hashable]]:
        """The classes of its inputs that have none, as targets, each with what is another if its
        code is."""
        ...


class Run(Protocol):
    """What a suite sees of the exploration of a function (`api.Exploration`)."""

    witnesses: Witnesses

    @property
    def summary(self) -> RunSummary: ...

    def __iter__(self) -> Iterator[PathResult]:
        """Every path once, described."""
        ...

    def leaves(self) -> Iterator[Leaf[Any]]:
        """Finished paths as they come, all cases of each."""
        ...

    def describe(self, leaf: Leaf[Any]) -> PathResult:
        """A path in full: condition, witness, replay."""
        ...

    def in_words(self, part: Scalar) -> str:
        """A part of a condition, as conditions of paths have it."""
        ...

    def stop(self, reason: str) -> None:
        """Say why the run ends here."""
        ...


class Suite(Protocol):
    """The tests of one target in the making. `machine` is what runs the functions. Explorations are
    made with these `joins`, and `automatic` or not, as in `RunPlan`. Subjects are those of its own
    language."""

    machine: str
    joins: bool
    automatic: bool

    def begin(self, subject: Any) -> FunctionTests:
        """Without any test yet, or with why there will be none."""
        ...

    def make(self, subject: Any, run: Run, found: FunctionTests) -> None:
        """Tests from the paths of a function. An interrupt ends the exploration, and what was found
        is kept."""
        ...

    def written(
        self, found: Sequence[FunctionTests], destination: Path | None, *, hurry: bool = False
    ) -> Written:
        """The file of the tests; it was written to the destination if they had to be run. After an
        interrupt there is a `hurry`: they are not."""
        ...

    def close(self) -> None:
        """To be called when no more is asked."""
        ...


class Refuted(NamedTuple):
    """By the number of a candidate, calls that make an object of which it does not hold. `objects`
    is how many different ones were looked at; `methods` are those that were called last. Of the
    `shallow` ones, no object had more than two nodes. So many calls were `tried`; `is_late` if the
    time has ended that."""

    calls: Mapping[int, str]
    objects: int
    methods: Mapping[int, str]
    shallow: Set[int] = frozenset()
    tried: int = 0
    is_late: bool = False


class InvariantTrial(Protocol):
    """Candidates for the invariant of a class. `own` is what its author has stated."""

    own: tuple[str, ...]

    @property
    def class_name(self) -> str: ...
    @property
    def candidates(self) -> Sequence[str]:
        """In words."""
        ...

    def needs(self, number: int) -> int | None:
        """The candidate without which another makes no sense."""
        ...

    def refuted_by_calls(self, calls: int, seconds: float, without: str = "") -> Refuted:
        """Those that do not hold of an object which so many calls make, in so much CPU time;
        `without` is a method that is not called."""
        ...

    @property
    def idle(self) -> set[int]:
        """Those of which the calls that were made show nothing."""
        ...

    def is_telling(self, number: int) -> bool:
        """Is it about the structure: would nobody expect that a method breaks it?"""
        ...

    def subjects(self, kept: Sequence[int]) -> Sequence[Subject]:
        """What must establish or preserve these."""
        ...

    def number_of(self, text: str) -> int | None:
        """The candidate that a violated condition is about."""
        ...

    def strongest(self, kept: Sequence[int]) -> list[int]:
        """Without those that others of them imply."""
        ...

    def written(self, kept: Sequence[int]) -> str:
        """These as code, ready to paste."""
        ...

    def assuming(self, subject: Subject, kept: Sequence[int]) -> Subject:
        """The same function, only for objects of which these hold."""
        ...

    def close(self) -> None: ...


class FrontEnd(Protocol):
    """`name` is what programs say their language is; `words` how it writes its constants; with
    `has_lengths`, it has containers or arrays whose length a scope must bound. If it
    `runs_contracts`, an exploration runs all of them, invariants afterwards included, unless they
    are compiled. `options_type` is the dataclass of what there is to say to this front end alone,
    if there is such."""

    name: str
    words: Words
    has_lengths: bool
    runs_contracts: bool
    options_type: type[Any] | None

    def load(self, target: str, how: Loading) -> Program:
        """The program that `target` names; raises `InputError` if there is none."""
        ...

    def default_bounds(self, bounds: Bounds) -> Bounds:
        """The bounds, with defaults for what programs would never come to an end without, unless
        the user wants no bound."""
        ...

    def with_full_names(self, program: Program, bounds: Bounds) -> Bounds:
        """The bounds, with the classes that the user has named called as in the program."""
        ...

    def remark(self, program: Program) -> str | None:
        """What the user should know of the inputs, before anything else."""
        ...

    def compiles_unasked(self, program: Program, bounds: Bounds) -> bool:
        """Is there an invariant that is worth being compiled if nobody chooses a precondition?"""
        ...

    def prepare(
        self,
        program: Program,
        entry: Precondition,
        argument: str | None,
        bounds: Bounds,
        contracts: bool,
        keeps_invariants: bool,
    ) -> Prepared:
        """The program, with what the precondition puts before it and, if it `keeps_invariants`,
        with those of its contract checked at the end. Raises `NoInvariantError` if the precondition
        needs one and there is none. `bounds` have a scope if the precondition needs one."""
        ...

    def claim(
        self, program: Program, bounds: Bounds, keeps_invariants: bool = True
    ) -> Claimed | None:
        """What a program promises of all inputs within the bounds, if that can be said in one piece
        of code, perhaps that it `keeps_invariants`; raises `InputError` if there is something in
        the way. (`formula.proving`)"""
        ...

    def witnesses(self, program: Program, max_calls: int | None) -> Witnesses: ...

    def valid_inputs(self, target: str, scope: Scope, options: object | None) -> ValidInputs:
        """What the target's inputs may be, and the condition on them; raises `InputError` if it
        has no invariant, or a field no usable type."""
        ...

    def subjects(self, target: str, wanted: Selection) -> Sequence[Subject]:
        """What there is to check in a target; raises `InputError` if there is nothing."""
        ...

    def dependencies(self, subjects: Sequence[Any]) -> Dependencies | None:
        """What verdicts about these, which are its own, depend on; None if that is not known."""
        ...

    def invariant_trial(self, target: str) -> InvariantTrial:
        """Of a class; raises `InputError` if there are no candidates for such classes."""
        ...

    def suite(
        self, subjects: Sequence[Subject], options: TestOptions, destination: Path | None
    ) -> Suite:
        """What makes tests of these, to be written to the destination; raises `InputError` if a
        file of such tests cannot be called so, or if nothing is there to run them."""
        ...
