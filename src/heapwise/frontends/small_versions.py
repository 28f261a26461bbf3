"""One program of two versions of a program in a small language, which the engine runs itself.

The classes of the second version become those of the first; its methods stand beside those of the
first under names of their own, so that each version calls its own. What ends a path of such a
language is thrown here, so that the second version runs afterwards.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from heapwise.engine.bounds import Bounds
from heapwise.engine.machine import ThrownError
from heapwise.engine.replay import run_concretely
from heapwise.engine.state import LanguageValue, Leaf, Value
from heapwise.frontends.both_versions import End, Fragment, Mac, Start, main_of, same_fields
from heapwise.frontends.loading import load
from heapwise.frontends.noted_reads import Reads
from heapwise.frontends.protocol import Loading
from heapwise.frontends.small import IrWitnesses, SmallSubject
from heapwise.frontends.small_suite import snippet, tests_that_end
from heapwise.frontends.versions import ENDLESS, Pair, Product, Ran, Runner, differ, endings
from heapwise.heaps.view import HeapView, Snapshot, snapshot
from heapwise.program import ClassDecl, FieldDecl, InputError, MethodDecl, Program, Type
from heapwise.program import code as ir
from heapwise.program.named_inputs import inputs_of
from heapwise.program.source import Position
from heapwise.results import Heap, Outcome, OutcomeKind
from heapwise.results.version_pairs import Ending
from heapwise.solver import Model
from heapwise.terms import Scalar

_OTHER = " of the second version"
_MOST_CALLS = 100_000


def product_of(before: str, now: str, folder: Path) -> Product:
    """Both targets name programs."""
    _need_files(before, now)
    versions = [load(before), load(now)]
    if any(each.runtime is not None for each in versions):
        raise InputError(f"two versions of {versions[0].language} programs cannot be compared")
    _need_same_inputs(before, now, versions)
    file = Path(now)
    subject = _Subject(before, now)
    subject.program(Loading())  # it must be possible to make one program of them

    def tests(found: Sequence[tuple[str, Heap]], destination: Path | None) -> str:
        folder = Path.cwd() if destination is None else destination.resolve().parent
        return tests_that_end(file, versions[0], [given for _, given in found], folder)

    pair = Pair(
        file.name,
        _runner(versions),
        lambda given: snippet(file, given).replace("\n\n", "\n").strip(),
        subject=subject,
    )
    return Product([pair], tests=tests)


def _need_files(*targets: str) -> None:
    for target in targets:
        if not Path(target).is_file():
            raise InputError(f"{target}: name a file; programs are compared as a whole")


def _need_same_inputs(before: str, now: str, versions: Sequence[Program]) -> None:
    """Raises `InputError` if an input is not of the same type in both."""
    first, second = (inputs_of(each) for each in versions)
    for name, type_ in second.items():
        if name in first and str(first[name]) != str(type_):
            raise InputError(
                f"the input `{name}` is of type {first[name]} in {before} and {type_} in {now}"
            )


# -- one program


class _Subject(SmallSubject):
    """A check of it compares the versions."""

    def __init__(self, before: str, now: str) -> None:
        super().__init__(now, load(now), lambda target, how: load(target), Reads())
        self._before = before

    def program(self, how: Loading) -> Program:
        return merged(load(self._before), load(self.target))


def merged(first: Program, second: Program) -> Program:
    """The first program, changed so that it runs both: it must not be used for anything else."""
    assert first.main is not None and second.main is not None
    versions = [load(first.target), second]
    decls = _Declarations(first, second)
    own = decls.own_failures()
    other = decls.adopted()
    at = first.main.instructions[0].at
    calls = [
        Fragment([ir.Invoke(0, MethodDecl(first.root, "main", (), first.root, code), (), at=at)], 0)
        for code in (own, other)
    ]
    inputs = [
        ir.Input(0, name, type_, is_nullable, at=at)
        for name, (type_, is_nullable) in decls.inputs((own, other)).items()
    ]
    first.main = main_of(_RULES, 1, inputs, Fragment((), 0), (), (calls[0], calls[1]), at)
    first.runtime = _Runtime()
    first.thrown_by = lambda failure: _Failed("raised", failure)
    first.witnesses = lambda calls: _Witnesses(first, versions, calls)
    return first


class _Declarations:
    """What is declared in the second program, as declared in the first."""

    def __init__(self, first: Program, second: Program) -> None:
        self._first = first
        self._second = second
        self._classes: dict[ClassDecl, ClassDecl] = {second.root: first.root}
        self._fields: dict[FieldDecl, FieldDecl] = {}
        self._methods: dict[MethodDecl, MethodDecl] = {}

    def own_failures(self) -> ir.Code:
        """The code of the first program, which throws where it would end; main is returned."""
        for cls in self._first.classes.values():
            for method in cls.own_methods.values():
                if method.code is not None:
                    method.code = _throwing(method.code)
        assert self._first.main is not None
        return _throwing(self._first.main)

    def adopted(self) -> ir.Code:
        """The second program becomes part of the first; main is returned."""
        for cls in self._second.classes.values():
            self._class(cls)
        self._first.number()
        for cls, own in self._classes.items():
            self._compare(cls, own)
        methods = [each for cls in self._classes for each in cls.own_methods.values()]
        for method in methods:
            owner = self._classes[method.owner]
            made = replace(method, owner=owner, name=method.name + _OTHER, code=None)
            made.result = self._type(made.result)
            made.parameters = tuple((name, self._type(each)) for name, each in made.parameters)
            owner.own_methods[made.name] = self._methods[method] = made
        for method in methods:
            if method.code is not None:
                self._methods[method].code = self._code(method.code)
        assert self._second.main is not None
        return self._code(self._second.main)

    def inputs(self, mains: Sequence[ir.Code]) -> dict[str, tuple[Type, bool]]:
        """Named by the code of both; one is nullable if it is so in both."""
        found: dict[str, tuple[Type, bool]] = {}
        methods = [
            each for cls in self._first.classes.values() for each in cls.own_methods.values()
        ]
        for code in (*mains, *(each.code for each in methods)):
            for each in code.instructions if code is not None else ():
                if isinstance(each, ir.Input):
                    _, before = found.get(each.name, (each.type, True))
                    found[each.name] = (each.type, before and each.nullable)
        return found

    def _type(self, type_: Type) -> Type:
        return self._class(type_) if isinstance(type_, ClassDecl) else type_

    def _class(self, cls: ClassDecl) -> ClassDecl:
        found = self._classes.get(cls)
        if found is not None:
            return found
        if cls.element is not None:
            found = self._first.array_class(self._type(cls.element))
        else:
            found = self._first.classes.get(cls.name)
        if found is None:
            above = None if cls.superclass is None else self._class(cls.superclass)
            interfaces = tuple(map(self._class, cls.interfaces))
            found = ClassDecl(cls.name, above, interfaces, cls.abstract, at=cls.at)
            self._first.classes[cls.name] = self._classes[cls] = found
            for field in cls.own_fields.values():
                made = replace(field, owner=found, type=self._type(field.type))
                found.own_fields[field.name] = made
        self._classes[cls] = found
        return found

    def _compare(self, cls: ClassDecl, own: ClassDecl) -> None:
        """Raises `InputError` if objects of a class are not the same in both."""
        mine = {name: str(each.type) for name, each in own.own_fields.items()}
        its = {name: str(each.type) for name, each in cls.own_fields.items()}
        above = [str(each.superclass) for each in (cls, own)]
        if mine != its or above[0] != above[1]:
            what = f"`{cls}` has other fields or another superclass in the second version"
            raise InputError(f"{what}: no input of one is an input of the other", cls.at)
        for name, field in cls.own_fields.items():
            self._fields[field] = own.own_fields[name]

    def _code(self, code: ir.Code) -> ir.Code:
        made = tuple(map(self._instruction, code.instructions))
        return _throwing(replace(code, instructions=made))

    def _instruction(self, instruction: ir.Instruction) -> ir.Instruction:
        changes: dict[str, Any] = {}
        assert is_dataclass(instruction)
        for each in fields(instruction):
            value = getattr(instruction, each.name)
            if isinstance(value, ClassDecl):
                changes[each.name] = self._class(value)
            elif isinstance(value, FieldDecl):
                changes[each.name] = self._fields[value]
            elif isinstance(value, MethodDecl):
                changes[each.name] = self._methods[value]
        if isinstance(instruction, ir.Call):
            changes["method"] = instruction.method + _OTHER
        return replace(instruction, **changes) if changes else instruction


# -- what ends a path


@dataclass(frozen=True, slots=True)
class _Failed(LanguageValue):
    """How a version has ended that has not returned."""

    how: str
    what: str


def _throwing(code: ir.Code) -> ir.Code:
    made: list[ir.Instruction] = []
    for each in code.instructions:
        if isinstance(each, ir.Assert):
            holds, given = _need, (each.condition,)
            made.append(ir.Perform(code.registers, holds, given, (each.text,), at=each.at))
        elif isinstance(each, ir.Fail):
            made.append(ir.Perform(code.registers, _fail, (), (each.exception,), at=each.at))
        else:
            made.append(each)
    return replace(code, instructions=tuple(made), registers=code.registers + 1)


def _need(m: Mac, text: str, condition: Scalar) -> int:
    if not m.decide(condition):
        raise ThrownError(_Failed(OutcomeKind.VIOLATED.value, text))
    return 0


def _fail(m: Mac, exception: str) -> NoReturn:
    raise ThrownError(_Failed(OutcomeKind.RAISED.value, exception))


class _Runtime:
    """These languages catch nothing; only the comparison does."""

    max_calls = _MOST_CALLS

    def too_deep(self) -> object:
        return _Failed(ENDLESS, "")

    def located(self, value: object, at: Position) -> tuple[object, Position]:
        return value, at

    def out_of_generator(self, value: object, kind: ClassDecl) -> object:
        return value

    def visible(
        self, arguments: tuple[object, ...], store: Mapping[Any, object]
    ) -> Hashable | None:
        return None

    def uncaught(self, value: object, cls: ClassDecl | None) -> tuple[bool, str]:
        assert isinstance(value, _Failed)
        return False, value.what


class _Rules:
    def remembers(self, kind: str) -> bool:
        return False

    def compared(self, m: Mac, start: Start, end: End, how: str, value: Value) -> Scalar:
        return same_fields(m, self, start, end, how, value)

    def compared_by_value(self, program: Program) -> Sequence[ClassDecl]:
        return ()

    def raised(self, m: Mac, value: Value) -> object:
        assert isinstance(value, _Failed)
        return None if value.how == ENDLESS else value

    def is_compared(self, field: FieldDecl) -> bool:
        return True

    def length_of(self, field: FieldDecl) -> FieldDecl | None:
        return None

    def unite(self, m: Mac, first: Mapping[Any, object]) -> None:
        """Nothing is asked for while such a program runs."""


_RULES = _Rules()


# -- runs


def _runner(versions: Sequence[Program]) -> Runner:
    def run(given: Heap) -> tuple[Ending, Ending]:
        one, other = (_ran(each, given) for each in versions)
        return endings(given, one, other)

    return run


def _ran(program: Program, given: Heap) -> Ran:
    found = run_concretely(program, inputs_of(program), given, Bounds().max_calls)
    if found is None:
        return Ran("forbidden by an assumption", None, "", Heap())
    outcome, _, shot = found
    exception = (outcome.exception or "") if outcome.kind is not OutcomeKind.ENDLESS else ""
    return Ran(outcome.kind.value, outcome.value, exception, shot.output)


class _Witnesses(IrWitnesses):
    """An input is run by both versions, each on its own."""

    def __init__(
        self, program: Program, versions: Sequence[Program], max_calls: int | None
    ) -> None:
        super().__init__(program, max_calls)
        self._run = _runner(versions)

    def read(self, view: HeapView, model: Model, leaf: Leaf[Any]) -> Snapshot:
        return snapshot(view, self._inputs, None)

    def replays(
        self, leaf: Leaf[Any], shot: Snapshot, outcome: Outcome, trace: tuple[str, ...]
    ) -> bool:
        return differ(*self._run(shot.input)) == (outcome.kind is OutcomeKind.VIOLATED)

    def goes_on(self, leaf: Leaf[Any], shot: Snapshot) -> bool:
        return False
