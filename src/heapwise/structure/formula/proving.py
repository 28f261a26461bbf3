"""Proves what a program promises, for all inputs of a bounded universe at once.

    assume(precondition); body; assert(promises)

is run once by the merging executor. The precondition becomes clauses, as a compiled invariant does
(`formula.compiled`). The body is run for all inputs that satisfy them together, and each way to
end that would be a failure is one question. Promises are demanded (`merging.demand`): whatever
would have to be excluded for one to hold is a question too, and once it is refuted, a lemma for
those that follow. If no question has an answer, no input of the universe fails: no path was looked
at. If one has, that is an input which fails (`Refuted`), said by the values of its cells.

What is not refuted is never claimed: a question that is given up, a loop without an end and a
construct that is not supported raise `UnprovedError`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from heapwise.engine.bounds import Bounds
from heapwise.engine.lasso import is_too_deep
from heapwise.engine.run_context import StoppedError
from heapwise.engine.state import Leaf
from heapwise.engine.time_limit import TimeLimit
from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.merging.api import Language
from heapwise.merging.executor import MergingExecutor
from heapwise.merging.recursive_calls import OrderError
from heapwise.program import ClassDecl, InputError, Program
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition, Verdict
from heapwise.solver.finite import FiniteModel, Numbers, Range, RangeError
from heapwise.structure.formula.bounded_universe import BoundedUniverse, is_object
from heapwise.structure.formula.compiled import (
    SMALL,
    Compiler,
    Main,
    Root,
    most_rounds,
    unbounded,
)
from heapwise.structure.formula.equal_conditions import EqualConditions
from heapwise.structure.formula.order_below import learn_orders
from heapwise.structure.formula.theorems import find_shape
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import GivenError
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    eq,
    is_number,
    location,
    lt,
    not_,
    or_,
)

Fails: TypeAlias = Callable[[Leaf[Any]], bool]
"""Is an exception that ends a run a failure?"""

LIMITS = ("max-objects", "max-length", "max-digits")
"""Bounds that leave inputs out, and that the account of a proof tells. Others cut a run short."""

_MORE_INTEGERS = 16

_CONFLICTS = 3_000
"""How hard it is tried to see that no input leads to an object."""

_EASY = 1_500
"""Conflicts after which it is worth it to find out more about inputs."""

_SWEEPS = 3
"""How often all cells are followed to find out which objects inputs lead to."""


class Claim(NamedTuple):
    """What is to be proved: `body` makes the inputs, runs the program and returns whether all that
    it promises holds, of inputs that the `roots` say are valid."""

    program: Program
    roots: Sequence[Root | Main]
    body: ir.Code
    scope: Mapping[ClassDecl, int]
    length: int
    language: Language | None = None
    integers: int = 0
    max_digits: int | None = None
    max_steps: int | None = None
    proved_for: int | None = None


@dataclass(slots=True)
class Proof:
    """That no input fails, but for what a bound has cut, and those on which code that tells whether
    they are valid calls itself in `circles`; and what that took."""

    cuts: dict[str, int] = field(default_factory=dict)
    circles: tuple[str, ...] = ()
    approximations: tuple[str, ...] = ()
    queries: int = 0
    instructions: int = 0
    merges: int = 0
    seconds: float = 0.0


class RefutedError(Exception):
    """There is an input that fails, of which these `facts` hold: every input of the universe of
    which they do has its shape, and its numbers in this order."""

    def __init__(self, facts: Sequence[Term], why: str) -> None:
        super().__init__(why)
        self.facts = tuple(facts)


class UnprovedError(Exception):
    """It could not be proved, for a reason."""


def prove(
    claim: Claim,
    fails: Fails,
    *,
    timeout: float | None = None,
    range_: Range = SMALL,
) -> Proof:
    """Raises `RefutedError` or `UnprovedError`."""
    started = time.perf_counter()
    deadline = None if timeout is None else time.monotonic() + timeout
    on_use = clears = True
    in_order: frozenset[ir.Code] = frozenset()
    numbers = _numbers(claim, range_)
    while True:
        universe = BoundedUniverse(claim.program, claim.scope, claim.length)
        try:
            prover = Prover(universe, numbers, claim, fails, deadline, in_order, on_use, clears)
            with TimeLimit(deadline):
                found = prover.prove()
            found.seconds = time.perf_counter() - started
            return found
        except OrderError as error:
            in_order |= {error.code}
        except GivenError:
            on_use = False
        except NewInputError:
            clears = False
        except TooManyNumbersError as error:
            numbers = numbers._replace(variables=error.needed + _MORE_INTEGERS)
        except RangeError as error:
            if numbers.constant is None:
                raise UnprovedError("it computes with numbers in a way that has no form") from None
            numbers = numbers._replace(range=error.widened(numbers.range))
        except StoppedError:
            raise UnprovedError("it takes too long") from None
        except InputError as error:
            raise UnprovedError(error.message.replace("the invariant ", "it ")) from None


def _numbers(claim: Claim, range_: Range) -> Numbers:
    integers = claim.integers + _MORE_INTEGERS
    integers += sum(is_number(sort_of_type(type_)) for type_ in inputs_of(claim.program).values())
    integers += BoundedUniverse(claim.program, claim.scope, claim.length).integers()
    if range_.constant is not None:
        largest = 2 * max(claim.scope.values(), default=1) + 2
        range_ = range_._replace(constant=max(range_.constant, largest))
    return Numbers(integers, range_)


class TooManyNumbersError(Exception):
    """There are more variables that are numbers than were announced: those that it has may be too
    small."""

    def __init__(self, needed: int) -> None:
        super().__init__(needed)
        self.needed = needed


class NewInputError(Exception):
    """The program has an input of which nothing was known when objects were taken to be out of
    reach."""


class Prover(Compiler):
    """One attempt. If it `clears`, objects that no input leads to hold nothing."""

    def __init__(
        self,
        universe: BoundedUniverse,
        numbers: Numbers,
        claim: Claim,
        fails: Fails,
        deadline: float | None,
        in_order: frozenset[ir.Code],
        on_use: bool,
        clears: bool,
    ) -> None:
        super().__init__(universe, numbers, True, claim.language, deadline, in_order, on_use)
        self._claim = claim
        self._fails = fails
        self._clears = clears
        self._reached: dict[Term, Scalar] = {}
        self._in_circles: dict[str, None] = {}
        self._circles = lambda name: self._in_circles.update({name: None})

    def prove(self) -> Proof:
        self.assume(self._claim.roots)
        self._questions.decide_all()
        if self._solver.check(()) is Verdict.UNSAT:
            raise UnprovedError("no input within the scope satisfies the precondition")
        self._strategy.begin_body()
        self._clears = self._clears and self._knows_inputs()
        if self._clears:
            self._clear_absent()
            if self._solver.check(()) is Verdict.UNSAT:
                return Proof(
                    circles=tuple(self._in_circles)
                )  # there are no larger inputs than those it was proved for
        known = set(self._universe.inputs)
        self._narrow_cells()
        if self._solver.numbers.constant is not None:
            self._names.equal = EqualConditions(self._solver, self._questions.found)
        executor: MergingExecutor[UniverseHeap] = MergingExecutor(
            self._universe.program,
            self._strategy,
            self._questions,
            self._bounds(),
            self._language,
            self._refute,
            self._deadline,
            most_rounds(self._universe),
            self._in_order,
            self._require,
            remembers=True,
        )
        ends = executor.execute(self._claim.body, [], UniverseHeap(), PathCondition())
        new = [self._universe.inputs[name] for name in self._universe.inputs if name not in known]
        if self._clears and any(self._alternatives(each) for each in new):
            raise NewInputError
        found = Proof(
            circles=tuple(self._in_circles), instructions=executor.steps, merges=executor.merges
        )
        for end in ends:
            self._look_at(end, found)
        self._count_numbers()
        found.queries = self._solver.queries
        found.approximations = executor.approximations
        return found

    def _bounds(self) -> Bounds:
        found = replace(unbounded(), max_digits=self._claim.max_digits)
        steps = self._claim.max_steps
        return found if steps is None else replace(found, max_steps=steps)

    def _knows_inputs(self) -> bool:
        """Has what inputs must satisfy mentioned all of them that are declared?"""
        declared = inputs_of(self._claim.program).items()
        references = [name for name, type_ in declared if isinstance(type_, ClassDecl)]
        known = self._universe.inputs
        return bool(known) and all(name in known for name in references)

    def _clear_absent(self) -> None:
        """Objects that no input leads to hold nothing: what they hold does not matter, but if it
        could be anything, calls about them would seem to lead in circles."""
        edges = self._edges()
        reached: dict[Term, Scalar] = dict.fromkeys(self._universe.class_of, False)
        for value in self._universe.inputs.values():
            for loc, guard in self._alternatives(value).items():
                reached[loc] = or_(reached[loc], guard)
        for _ in range(_SWEEPS):
            for cell, owner in edges:
                for loc, guard in self._alternatives(cell).items():
                    reached[loc] = self._names.of(or_(reached[loc], and_(reached[owner], guard)))
            leaving = [
                and_(reached[owner], guard, not_(reached[loc]))
                for cell, owner in edges
                for loc, guard in self._alternatives(cell).items()
            ]
            if self._never(or_(*leaving)):
                self._require(PathCondition(), self._is_new(reached))
                for cell, owner in edges:
                    if NULL in self._universe.domain(cell):
                        self._require(PathCondition(), or_(reached[owner], eq(cell, NULL)))
                if self._solver.numbers.constant is not None:
                    self._solver.settle()
                    find_shape(self._universe, self._solver, reached, (), self._deadline)
                    self._solver.reopen()
                    self._reached = reached
                return

    def _is_new(self, reached: Mapping[Term, Scalar]) -> Scalar:
        """Is it none of the inputs that it was `proved_for`? Then there are all objects of a class
        of which they have not so many. Where inputs hold containers, these tell as well."""
        universe, below = self._universe, self._claim.proved_for
        if below is None:
            return True
        plain = universe.plain()
        if any(name not in plain for name in universe.kinds()):
            return True
        larger = [each for each in universe.members.values() if len(each) > below]
        if any(len(each) > below + 1 for each in larger):
            return True
        return or_(*(and_(*(reached[loc] for loc in each)) for each in larger))

    def _never(self, condition: Scalar) -> bool:
        """Is it soon refuted?"""
        if not isinstance(condition, Term):
            return not condition
        return self._solver.check([condition], _CONFLICTS) is Verdict.UNSAT

    def _edges(self) -> list[tuple[Term, Term]]:
        """All cells that hold references, with their owners: those of inputs come first."""
        universe = self._universe
        roots = {
            universe.class_of[loc]
            for each in universe.inputs.values()
            for loc in self._alternatives(each)
        }
        owners = sorted(universe.class_of, key=lambda loc: universe.class_of[loc] not in roots)
        kinds = [kind for kind in universe.kinds().values() if isinstance(kind.type, ClassDecl)]
        return [
            (cell, owner)
            for owner in owners
            for kind in kinds
            if universe.class_of[owner].is_subclass_of(kind.owner)
            for cell in self._cells(kind, owner)
        ]

    def _alternatives(self, value: Scalar) -> dict[Term, Scalar]:
        """The objects that a reference may be."""
        if not isinstance(value, Term) or value.sort is not REF:
            return {}
        table = self._strategy.tables.references(value)
        return {
            loc: guard for loc, guard in table.items() if isinstance(loc, Term) and is_object(loc)
        }

    def _cells(self, kind: CellKind, owner: Term) -> list[Term]:
        if kind.name in self._universe.plain():
            return [self._universe.initial(kind, owner)]
        return [self._universe.initial(kind, owner, at) for at in range(self._universe.length)]

    def _narrow_cells(self) -> None:
        """What no valid input has in a cell is forgotten: to ask costs less than to carry it
        along."""
        for cell in self._universe.references():
            table = self._strategy.tables.references(cell)
            if len(table) == 1:
                continue
            gone = self._strategy.least_number.impossible(PathCondition(), table, hard=True)
            kept = [each for each in table if each not in gone]
            if gone and kept:
                self._strategy.tables.narrow(cell, kept)

    def _refute(self, path: PathCondition, condition: Scalar) -> None:
        """Nothing may keep a promise from holding: what does is a counterexample. Of several ways
        each is a question: what one has refuted helps with the next."""
        for way in self._ways(condition):
            self._must_not(path, way, "a promise does not hold")
            self._require(path, not_(way))

    def _ways(self, condition: Scalar) -> list[Scalar]:
        """The ways in which a conjunction may not hold, if the condition says that it does not."""
        found: list[Scalar] = []
        waiting = [condition]
        while waiting:
            each = waiting.pop()
            whole = not_(each)
            if isinstance(whole, Term):
                whole = self._names.meaning.get(whole, whole)
            if isinstance(whole, Term) and whole.op == Op.AND:
                waiting += (not_(arg) for arg in reversed(whole.args))
            else:
                found.append(each)
        return found

    def _must_not(self, path: PathCondition, condition: Scalar, what: str) -> None:
        if self._can(path, condition):
            wanted = [self._names.path(path), condition]
            model = self._smallest([each for each in wanted if isinstance(each, Term)])
            self._count_numbers()
            raise RefutedError(self._facts(model), what)

    def _can(self, path: PathCondition, condition: Scalar = True) -> bool:
        wanted = [self._names.path(path), condition]
        if False in wanted:
            return False
        asked = [each for each in wanted if isinstance(each, Term)]
        verdict = Verdict.UNKNOWN
        if self._reached:
            verdict = self._solver.check(asked, _EASY)
        if verdict is Verdict.UNKNOWN:
            self._learn_orders()
            verdict = self._solver.check(asked)
        if verdict is Verdict.UNKNOWN:
            raise UnprovedError("a question was given up")
        return verdict is Verdict.SAT

    def _learn_orders(self) -> None:
        """Once, when it is needed."""
        reached, self._reached = self._reached, {}
        equal, self._names.equal = self._names.equal, None
        try:
            learn_orders(
                self._universe,
                reached,
                self._names.of,
                self._never,
                partial(self._require, PathCondition()),
            )
        finally:
            self._names.equal = equal

    def _look_at(self, end: Leaf[UniverseHeap], found: Proof) -> None:
        """An end that is not that of a program whose promises hold."""
        if end.kind is OutcomeKind.RETURNED:
            self._refute(end.path, not_(end.value) if isinstance(end.value, Term) else False)
            return
        if not self._can(end.path):
            return
        what = f"{end.detail or end.kind.value}, at {end.where}"
        runtime = self._universe.program.runtime
        if runtime is not None and is_too_deep(end, runtime):
            raise UnprovedError(f"a recursion may have no end, at {end.where}")
        if end.kind is OutcomeKind.BOUNDED and end.detail in LIMITS:
            found.cuts[end.detail] = found.cuts.get(end.detail, 0) + 1
        elif end.kind in (OutcomeKind.RAISED, OutcomeKind.VIOLATED):
            if self._fails(end):
                self._must_not(end.path, True, what)
        else:
            raise UnprovedError(what)

    def _count_numbers(self) -> None:
        """How large numbers must be able to get depends on how many there are."""
        needed = self._solver.variables()
        if self._solver.numbers.constant is not None and needed > self._solver.numbers.variables:
            raise TooManyNumbersError(needed)

    def _smallest(self, wanted: Sequence[Term]) -> FiniteModel:
        """Of an input that satisfies these: references are null where they can be, and containers
        are short."""
        wanted = list(wanted)
        for symbol in self._symbols():
            cell = self._universe.cells.get(symbol)
            least: Scalar | None = None
            if symbol.sort is REF and NULL in self._universe.domain(symbol):
                least = NULL
            elif cell is not None and cell.kind.high is not None:
                least = cell.kind.low
            smaller = None if least is None else eq(symbol, least)
            if isinstance(smaller, Term) and self._solver.check([*wanted, smaller]) is Verdict.SAT:
                wanted.append(smaller)
        verdict = self._solver.check(wanted)
        assert verdict is Verdict.SAT
        return self._solver.model()

    def _symbols(self) -> list[Term]:
        """The inputs, and the cells that have been mentioned."""
        given = [each for each in self._universe.inputs.values() if isinstance(each, Term)]
        symbols = [*dict.fromkeys([*given, *self._universe.cells])]
        return [each for each in symbols if each.op != Op.CONST]

    def _facts(self, model: FiniteModel) -> list[Term]:
        """The shape of an input, and the order of its numbers."""
        facts: list[Scalar] = []
        numbers: list[tuple[int, Term]] = []
        symbols, seen = (
            self._symbols(),
            {
                each.value
                for each in self._universe.inputs.values()
                if isinstance(each, Term) and each.op == Op.CONST
            },
        )
        left = symbols
        while left:
            known = [each for each in left if self._is_reached(each, seen)]
            if not known:
                break
            left = [each for each in left if each not in known]
            for each in known:
                value = model.symbol(each)
                if value is None:
                    continue
                cell = self._universe.cells.get(each)
                if each.sort is REF:
                    assert isinstance(value, int)
                    seen.add(value)
                    if value or cell is not None:  # that an input is null, its path should say
                        facts.append(eq(each, location(value)))
                elif each.sort is BOOL:
                    facts.append(each if value else not_(each))
                elif is_number(each.sort) and isinstance(value, int):
                    if cell is not None and cell.kind.high is not None:
                        facts.append(eq(each, value))  # a length, for instance
                    else:
                        numbers.append((value, each))
        numbers.sort(key=lambda pair: pair[0])
        for (less, one), (more, other) in pairwise(numbers):
            if one.sort is other.sort:
                facts.append(lt(one, other) if less < more else eq(one, other))
        return [fact for fact in facts if isinstance(fact, Term)]

    def _is_reached(self, symbol: Term, seen: Collection[object]) -> bool:
        """Is it an input, or a cell of an object that has been seen?"""
        cell = self._universe.cells.get(symbol)
        return cell is None or cell.owner.value in seen
