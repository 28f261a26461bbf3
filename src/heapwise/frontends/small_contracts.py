"""Calls by contract in the small languages, whose methods are all in the IR.

The contract of a method `m` are methods of its class that return a bool: `m_pre`, with the
parameters of `m`, and `m_post`, with the result after them if there is one parameter more. The
invariant of the class (`repOK`) is part of both. These languages have no notation for what a
call writes: without a word of the user, that is every field of the receiver and of the arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heapwise.frontends.calls_by_contract import (
    Frame,
    Mac,
    Maker,
    any_value,
    begin_call,
    call_code,
    fill_fields,
    frame_of,
    no_replacement,
    of_input,
    replaced,
)
from heapwise.program import BOOL, InputError, MethodDecl, Program, Type
from heapwise.program import code as ir
from heapwise.program.events import ASSUMPTION_BEGINS, CONDITION_ENDS
from heapwise.structure.to_python.deriving import invariant_of
from heapwise.terms import NULL, REF, Scalar, Term

_PRE, _POST = "_pre", "_post"


def replace_calls(program: Program, by_contract: Sequence[str]) -> None:
    """Let contracts stand for these methods (`m`, `C.m`), and for those that override them."""
    fields = {field for cls in program.classes.values() for field in cls.own_fields}
    for text in by_contract:
        name, writes = replaced(text)
        promised = _named(program, name)
        frame = frame_of(str(promised), _names(promised), writes, lambda _, each: each in fields)
        code = call_code(_SmallCall(promised, _contract_of(promised), frame))
        for cls in program.classes.values():
            method = cls.own_methods.get(promised.name)
            if method is not None and cls.is_subclass_of(promised.owner):
                method.code = code


def _names(method: MethodDecl) -> list[str]:
    return ["this", *(name for name, _ in method.parameters)]


def _named(program: Program, text: str) -> MethodDecl:
    owner, _, name = text.rpartition(".")
    found = [
        cls.own_methods[name]
        for cls in program.classes.values()
        if name in cls.own_methods and owner in ("", cls.name)
    ]
    if not found:
        raise no_replacement(text, "there is no such method")
    if len(found) > 1:
        known = ", ".join(map(str, found))
        raise no_replacement(text, f"several methods are called so: {known}")
    return found[0]


class _Contract(NamedTuple):
    """`invariant`, `pre` and `post` are methods of the class of the method."""

    invariant: MethodDecl | None
    pre: MethodDecl | None
    post: MethodDecl | None


def _contract_of(method: MethodDecl) -> _Contract:
    count = len(method.parameters)
    found = _Contract(
        invariant_of(method.owner),
        _condition(method, _PRE, (count,)),
        _condition(method, _POST, (count, count + 1)),
    )
    if not any(found):
        raise InputError(
            f"`{method}` has no contract that could stand for it: give its class a method "
            f"`bool {method.name}{_PRE}` or `bool {method.name}{_POST}`",
            method.at,
        )
    return found


def _condition(method: MethodDecl, suffix: str, counts: Sequence[int]) -> MethodDecl | None:
    found = method.owner.find_method(f"{method.name}{suffix}")
    if found is None:
        return None
    if found.result is not BOOL or len(found.parameters) not in counts:
        wanted = " or ".join(str(each) for each in counts)
        raise InputError(f"`{found}` must return a bool and take {wanted} arguments", found.at)
    return found


class _SmallCall:
    """Registers: the receiver, the parameters, the result, and one for what a condition says."""

    def __init__(self, method: MethodDecl, contract: _Contract, frame: Frame) -> None:
        self._method = method
        self._contract = contract
        self._frame = frame
        self._result = len(method.parameters) + 1
        self._truth = self._result + 1
        at = method.at or (method.code.instructions[0].at if method.code else None)
        assert at is not None
        self._at = at
        static = (str(method),)
        self._code: list[ir.AnyInstruction] = [
            ir.Perform(self._truth, begin_call, (), static, at=self._at)
        ]

    def demand(self) -> None:
        for condition in (self._contract.invariant, self._contract.pre):
            if condition is not None:
                self._ask(condition)
                text = f"precondition {condition} of {self._method}"
                self._code.append(ir.Assert(self._truth, text, at=self._at))

    def remember(self) -> None:
        """Conditions are methods, which speak of no old values."""

    def forget(self) -> None:
        names = _names(self._method)
        for name, fields in self._frame.items():
            operands = (names.index(name),)
            self._code.append(ir.Perform(self._truth, _forget, operands, (fields,), at=self._at))

    def throw_declared(self) -> None:
        """Nothing is thrown in these languages."""

    def make_result(self) -> None:
        static = (self._method.name, self._method.result)
        self._code.append(ir.Perform(self._result, _any_result, (), static, at=self._at))

    def suppose(self) -> None:
        for condition in (self._contract.invariant, self._contract.post):
            if condition is not None:
                self._ask(condition)
                self._code.append(ir.Assume(self._truth, at=self._at))

    def finish(self) -> ir.Code:
        self._code.append(ir.Return(self._result, at=self._at))
        return ir.Code(f"contract of {self._method}", tuple(self._code), self._truth + 1)

    def _ask(self, condition: MethodDecl) -> None:
        at = condition.at or self._at
        given = tuple(range(1, len(condition.parameters) + 1))
        owner, name = self._method.owner, condition.name
        self._code += [
            ir.Note(ASSUMPTION_BEGINS, at=at),
            ir.Call(self._truth, 0, owner, name, given, str(at), at=at),
            ir.Note(CONDITION_ENDS, at=at),
        ]


def _forget(m: Mac, fields: frozenset[str] | None, ref: Scalar) -> object:
    if not isinstance(ref, Term) or ref.sort is not REF:
        return 0  # what a parameter is declared as need not be passed
    if not m.decide(m.same_reference(ref, NULL)):
        fill_fields(m, ref, _MAKER, lambda field: fields is None or field.name in fields)
    return 0


def _any_result(m: Mac, name: str, type_: Type) -> Scalar:
    return any_value(m, name, type_, _MAKER)


_MAKER = Maker(of_input, fill_fields)
