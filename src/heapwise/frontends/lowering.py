"""What front ends of small class-based languages share on the way from their trees to IR.

The trees are each language's own; here they are seen through the few attributes that declarations
have in common. Nothing here recurses with the depth of a program: `drive` runs generators on a
stack of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from heapwise.frontends.suggesting import suggest
from heapwise.program import ClassDecl, FieldDecl, InputError, MethodDecl, Position, Program, Type
from heapwise.program import code as ir
from heapwise.program.body import Name

ROOT = "Object"
"""The root class; a program may declare it, with or without fields."""

Q = TypeVar("Q")
A = TypeVar("A")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


def drive(start: Callable[[Q], Generator[Q, A, A]], question: Q) -> A:
    """The answer that `start(question)` returns; whatever it yields is answered the same way."""
    pending = [start(question)]
    answer: A | None = None
    while True:
        try:
            asked = next(pending[-1]) if answer is None else pending[-1].send(answer)
        except StopIteration as finished:
            pending.pop()
            result: A = finished.value
            if not pending:
                return result
            answer = result
        else:
            pending.append(start(asked))
            answer = None


class BodyBuilder:
    """The code of one body in the making. Registers are used like a stack: `_top` is the lowest
    that is free."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._code: list[ir.AnyInstruction] = []
        self._top = 0
        self._registers = 0
        self._names: list[Name] = []

    def _finish(self, name: str) -> ir.Code:
        names = tuple(each._replace(end=min(each.end, len(self._code))) for each in self._names)
        return ir.Code(name, tuple(self._code), self._registers, names=names)

    def _begin_name(self, text: str, register: int) -> int:
        """From here on it is called so, until `_end_name`."""
        self._names.append(Name(text, register, len(self._code), sys.maxsize))
        return len(self._names) - 1

    def _end_name(self, index: int) -> None:
        self._names[index] = self._names[index]._replace(end=len(self._code))

    def _emit(self, instruction: ir.AnyInstruction) -> int:
        self._code.append(instruction)
        return len(self._code) - 1

    def _claim(self) -> int:
        register = self._top
        self._top += 1
        self._registers = max(self._registers, self._top)
        return register

    def _result(self, mark: int) -> int:
        """The register for a result that replaces everything from `mark` on."""
        self._top = mark
        return self._claim()

    def _land(self, *jumps: int) -> None:
        """Make these forward jumps and branches arrive at the next instruction."""
        here = len(self._code)
        for index in jumps:
            instruction = self._code[index]
            if isinstance(instruction, ir.Jump):
                self._code[index] = replace(instruction, to=here)
            else:
                assert isinstance(instruction, ir.Branch)
                self._code[index] = replace(instruction, else_to=here)

    def _branch(self, condition: int, at: Position) -> int:
        """A branch of the program: the code for `then` follows, that for `else` is to land."""
        place = self._place(at)
        events = (f"{place} then", f"{place} else")
        return self._emit(ir.Branch(condition, len(self._code) + 1, 0, *events, at=at))

    def _place(self, at: Position) -> str:
        """How the trace names a position."""
        place = f"{at.line}:{at.column}"
        return place if at.file == self._file else f"{at.file}:{place}"


# ---------------------------------------------------------------------------- declarations


class TypedName(Protocol[T_co]):
    """A field, a parameter or a method; `T_co` is how the language writes types."""

    @property
    def type(self) -> T_co: ...
    @property
    def name(self) -> str: ...
    @property
    def at(self) -> Position: ...


class MethodTree(TypedName[T_co], Protocol[T_co]):
    @property
    def parameters(self) -> Sequence[TypedName[T_co]]: ...


class ClassTree(Protocol[T_co]):
    @property
    def name(self) -> str: ...
    @property
    def superclass(self) -> str | None: ...
    @property
    def fields(self) -> Sequence[TypedName[T_co]]: ...
    @property
    def methods(self) -> Sequence[MethodTree[T_co]]: ...
    @property
    def at(self) -> Position: ...


def declare(
    language: str,
    target: str,
    trees: Sequence[ClassTree[T]],
    resolve: Callable[[Program, T, Position], Type],
) -> Program:
    """The classes of a program, with their fields and the signatures of their methods."""
    by_name: dict[str, ClassTree[T]] = {}
    for tree in trees:
        if tree.name in by_name or tree.name in ("int", "bool"):
            raise InputError(f"class `{tree.name}` is declared twice", tree.at)
        by_name[tree.name] = tree
    if ROOT in by_name and by_name[ROOT].superclass is not None:
        raise InputError(f"`{ROOT}` is the root class and extends nothing", by_name[ROOT].at)
    root = ClassDecl(ROOT, None)
    classes = {ROOT: root}
    for tree in trees:
        _declare_class(tree, by_name, classes)
    program = Program(language, target, root, [cls for cls in classes.values() if cls is not root])
    for cls in classes.values():  # superclasses first: a field hides no inherited one
        if cls.name in by_name:
            _declare_members(by_name[cls.name], program, resolve)
    for cls in classes.values():
        _check_overrides(cls)
    return program


def _declare_class(
    tree: ClassTree[T], by_name: Mapping[str, ClassTree[T]], classes: dict[str, ClassDecl]
) -> None:
    """Declares the superclasses first, however the file orders them."""
    chain: list[ClassTree[T]] = []
    seen: set[str] = set()
    while tree.name not in classes:
        if tree.name in seen:
            raise InputError(f"class `{tree.name}` extends itself", tree.at)
        chain.append(tree)
        seen.add(tree.name)
        above = tree.superclass or ROOT
        if above not in classes and above not in by_name:
            raise InputError(f"unknown class `{above}`{suggest(above, by_name)}", tree.at)
        if above in classes:
            break
        tree = by_name[above]
    for tree in reversed(chain):
        above = tree.superclass or ROOT
        classes[tree.name] = ClassDecl(tree.name, classes[above], at=tree.at)


def _declare_members(
    tree: ClassTree[T], program: Program, resolve: Callable[[Program, T, Position], Type]
) -> None:
    cls = program.classes[tree.name]
    for field in tree.fields:
        if cls.find_field(field.name):
            raise InputError(f"field `{field.name}` is declared twice", field.at)
        type_ = resolve(program, field.type, field.at)
        cls.own_fields[field.name] = FieldDecl(cls, field.name, type_)
    for method in tree.methods:
        if method.name in cls.own_methods:
            raise InputError(f"method `{method.name}` is declared twice", method.at)
        names = [parameter.name for parameter in method.parameters]
        for parameter in method.parameters:
            if names.count(parameter.name) > 1 or parameter.name == "this":
                raise InputError(f"parameter `{parameter.name}` is declared twice", parameter.at)
        parameters = tuple(
            (parameter.name, resolve(program, parameter.type, parameter.at))
            for parameter in method.parameters
        )
        result = resolve(program, method.type, method.at)
        cls.own_methods[method.name] = MethodDecl(
            cls, method.name, parameters, result, at=method.at
        )


def _check_overrides(cls: ClassDecl) -> None:
    for name, method in cls.own_methods.items():
        inherited = cls.superclass.find_method(name) if cls.superclass else None
        if inherited and len(inherited.parameters) != len(method.parameters):
            raise InputError(
                f"`{method}` takes {len(method.parameters)} arguments, but `{inherited}`, which it"
                f" overrides, takes {len(inherited.parameters)}",
                method.at,
            )


def resolve_class(program: Program, name: str, at: Position) -> ClassDecl:
    found = program.classes.get(name)
    if found is None:
        raise InputError(f"unknown class `{name}`{suggest(name, program.classes)}", at)
    return found


def common_superclass(a: ClassDecl, b: ClassDecl) -> ClassDecl:
    return next(cls for cls in a.ancestors() if b.is_subclass_of(cls))
