"""The code that a path begins and ends with: inputs, contract, call.

    inputs; assume invariants and preconditions; remember old values; call; check postconditions and
    invariants; return the result

A precondition that raises does not hold; a postcondition that raises does not hold either. The
conditions are code of the user, but their decisions are no events of the function.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature

from heapwise.contracts.contract import RESULT, Condition, Contract
from heapwise.engine.machine import ThrownError
from heapwise.frontends.python.lower.builder import Builder, Label
from heapwise.frontends.python.model.store_keys import exception_arguments
from heapwise.frontends.python.model.values import ExceptionValue, Function, Mac, Tuple, Value
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.calls import CallShape
from heapwise.frontends.python.semantics.core.classes import has_own_new
from heapwise.frontends.python.semantics.core.kinds import category, is_ref, settle
from heapwise.frontends.python.semantics.objects import name_operations
from heapwise.frontends.python.semantics.objects.inputs import make_input, make_self
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.frontends.python.semantics.operations import truth as truth_of
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.typing.functions import FunctionInfo, ParameterInfo, decorated_member
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.program.code import Assume, Code, Note
from heapwise.program.events import ASSUMPTION_BEGINS, CONDITION_ENDS, PROMISE_BEGINS
from heapwise.terms import Term


class ContractError(Exception):
    """What a violated contract throws; a program cannot catch it, because it has ended by then."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """What is assumed of the inputs. `invariants` are about the parameter they come with."""

    contract: Contract
    invariants: tuple[tuple[str, Condition], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The invariants and preconditions as they were written."""
        conditions = [condition for _, condition in self.invariants]
        conditions += [*self.contract.pre, *(c for g in self.contract.inherited_pre for c in g)]
        return tuple(dict.fromkeys(condition.text for condition in conditions))


def main_code(
    info: FunctionInfo, parameters: Mapping[str, Shape], required: Requirements | None
) -> Code:
    writer = MainWriter(info, parameters)
    return writer.write(required or Requirements(Contract()))


class ContractWriter:
    """Code that evaluates conditions; `registers` holds the parameters."""

    def __init__(self, info: FunctionInfo, parameters: int) -> None:
        self.info = info
        self.build = Builder(f"<contract of {info.name}>", info.at.file, parameters)
        self.build.position = info.at
        self.registers: dict[str, int] = {}

    def evaluate(
        self, condition: Condition, expression: ast.expr, values: Mapping[str, int]
    ) -> int:
        """The value of an expression of a condition; every name has a register."""
        ordered = sorted(values)
        function = _function(condition, expression, ordered)
        callee = self.build.perform(name_operations.constant_value, static=(function,))
        shape = CallShape(len(ordered), (), ())
        operands = [values[name] for name in ordered]
        return self.build.perform(calls.call, callee, *operands, static=(shape,))

    def bound(self, condition: Condition, result: int | None = None) -> dict[str, int]:
        found: dict[str, int] = {}
        for free, parameter in condition.names.items():
            if parameter == RESULT:
                assert result is not None
                found[free] = result
            else:
                found[free] = self.registers[parameter]
        return found

    def truth(
        self,
        condition: Condition,
        values: Mapping[str, int],
        into: int,
        begins: str = ASSUMPTION_BEGINS,
    ) -> None:
        """Whether it holds: false if it raises."""
        failed, end = Label(), Label()
        self.build.position = condition.at
        self.note(begins)
        region = self.build.protect(failed)
        value = self.evaluate(condition, condition.expression, values)
        self.build.perform(truth_of.truth, value, into=into)
        self.build.close(region)
        self.build.jump(end)
        self.build.put(failed)
        self.build.move(into, self.build.constant(False))
        self.build.put(end)
        self.note(CONDITION_ENDS)

    def note(self, event: str) -> None:
        self.build.emit(Note(event, at=self.build.position))

    def assume(self, condition: Condition, values: Mapping[str, int]) -> None:
        holds = self.build.register()
        self.truth(condition, values, holds)
        self.build.emit(Assume(holds, at=condition.at))

    def refuse(self) -> None:
        """Inputs that come here are none."""
        self.build.emit(Assume(self.build.constant(False), at=self.info.at))

    def assume_preconditions(self, contract: Contract) -> None:
        """All of its own, or all of one group that it inherits."""
        groups = [group for group in (contract.pre, *contract.inherited_pre) if group]
        if not contract.pre or not groups:
            return
        if len(groups) == 1:
            for condition in groups[0]:
                self.assume(condition, self.bound(condition))
            return
        accepted = Label()
        for group in groups:
            following = Label()
            for condition in group:
                holds = self.build.register()
                self.truth(condition, self.bound(condition), holds)
                go_on = Label()
                self.build.branch(holds, go_on, following)
                self.build.put(go_on)
            self.build.jump(accepted)
            self.build.put(following)
        self.refuse()
        self.build.put(accepted)

    def olds(self, condition: Condition) -> dict[str, int]:
        """Before the call. One that raises is a failure only if the condition reads it."""
        found: dict[str, int] = {}
        for old in condition.olds:
            failed, end = Label(), Label()
            register = self.build.register()
            self.build.position = condition.at
            self.note(PROMISE_BEGINS)
            region = self.build.protect(failed)
            value = self.evaluate(condition, old.expression, self.bound_before(condition))
            if old.copy:
                value = self.build.perform(copied, value)
            self.build.move(register, value)
            self.build.close(region)
            self.build.jump(end)
            self.build.put(failed)
            self.build.move(register, self.build.perform(name_operations.undefined))
            self.build.put(end)
            self.note(CONDITION_ENDS)
            found[old.name] = register
        return found

    def bound_before(self, condition: Condition) -> dict[str, int]:
        return {
            free: self.registers[parameter]
            for free, parameter in condition.names.items()
            if parameter != RESULT
        }


class MainWriter(ContractWriter):
    def __init__(self, info: FunctionInfo, parameters: Mapping[str, Shape]) -> None:
        super().__init__(info, 0)
        self.parameters = parameters

    def write(self, required: Requirements) -> Code:
        contract = required.contract
        self._inputs()
        for name, condition in required.invariants:
            self._assume_of(name, condition)
        self.assume_preconditions(contract)
        olds = [self.olds(condition) for condition in contract.post]
        result = self._call()
        for condition, values in zip(contract.post, olds, strict=True):
            self._check(condition, values, result, "post")
        if contract.keeps_invariants:
            for condition in contract.invariants:
                self._check(condition, {}, result, "inv")
        self.build.position = self.info.at
        self.build.give_back(result)
        return self.build.finish(generator=False)

    # -- the call

    def _inputs(self) -> None:
        for parameter in self.info.parameters:
            name = parameter.name
            if name in self.parameters:
                static = (name, self.parameters[name])
                self.registers[name] = self.build.perform(make_input, static=static)
                if parameter.kind is Parameter.VAR_KEYWORD:
                    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
                    others = tuple(e.name for e in self.info.parameters if e.kind in by_name)
                    self.build.perform(require_other_names, self.registers[name], static=(others,))
            elif parameter.keeps_default:
                self.registers[name] = self._default_of(name)
            elif self.info.kind == "classmethod" or self.info.name == "__new__":
                owner = (self.info.owner,)
                self.registers[name] = self.build.perform(
                    name_operations.host_constant, static=owner
                )
            else:
                self.registers[name] = self.build.perform(make_self, static=(self.info.owner,))

    def _default_of(self, name: str) -> int:
        known = signature(self.info.function, follow_wrapped=False).parameters
        default = (known[name].default,)
        return self.build.perform(name_operations.host_constant, static=default)

    def _call(self) -> int:
        operands = [self.registers[parameter.name] for parameter in self.info.parameters]
        owner = self.info.owner
        if self.info.name == "__init__" and owner is not None:
            if not has_own_new(owner):
                if issubclass(owner, BaseException):
                    self._remember_arguments(operands)
                self._enter(operands)
                return operands[0]
            made = self._call_as_user(owner, self.info.parameters[1:])
            self.build.move(operands[0], made)
            return made
        decorated = decorated_member(self.info)
        if decorated is None:
            result = self._enter(operands)
        else:
            result = self._call_as_user(decorated, self.info.parameters)
        if isinstance(self.info.node, ast.AsyncFunctionDef):  # it may come to a generator
            result = self.build.perform(iteration.exhaust, result)
        return self.build.perform(iteration.exhaust, result)

    def _remember_arguments(self, operands: Sequence[int]) -> None:
        """What an exception is made with, it keeps."""
        kinds = [parameter.kind for parameter in self.info.parameters]
        by_position = [
            register
            for register, each in zip(operands, kinds, strict=True)
            if each in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        ]
        others = [
            register
            for register, each in zip(operands, kinds, strict=True)
            if each is Parameter.VAR_POSITIONAL
        ]
        self.build.perform(keep_arguments, *by_position, *others, static=(len(by_position),))

    def _enter(self, operands: Sequence[int]) -> int:
        callee = self.build.perform(name_operations.host_constant, static=(self.info.function,))
        return self.build.perform(calls.enter_bound, callee, *operands)

    def _call_as_user(self, called: object, parameters: Sequence[ParameterInfo]) -> int:
        """A call of what stands under the name, with each argument passed as the parameter asks."""
        callee = self.build.perform(name_operations.host_constant, static=(called,))
        named = (Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD)
        by_position = [each for each in parameters if each.kind not in named]
        by_name = [each for each in parameters if each.kind in named]
        shape = CallShape(
            len(by_position),
            tuple(
                number
                for number, each in enumerate(by_position)
                if each.kind is Parameter.VAR_POSITIONAL
            ),
            tuple(each.name if each.kind is Parameter.KEYWORD_ONLY else None for each in by_name),
        )
        operands = [self.registers[each.name] for each in (*by_position, *by_name)]
        return self.build.perform(calls.call, callee, *operands, static=(shape,))

    def _assume_of(self, name: str, condition: Condition) -> None:
        """An invariant of a parameter, unless that is None."""
        register = self.registers[name]
        there, end = Label(), Label()
        self.build.position = condition.at
        missing = self.build.perform(
            comparison, register, self.build.constant(None), static=("Is",)
        )
        self.build.branch(missing, end, there)
        self.build.put(there)
        self.assume(condition, dict.fromkeys(condition.names, register))
        self.build.put(end)

    def _check(
        self, condition: Condition, olds: Mapping[str, int], result: int, label: str
    ) -> None:
        holds = self.build.register()
        values = {**self.bound(condition, result), **olds}
        self.truth(condition, values, holds, PROMISE_BEGINS)
        good, bad = Label(), Label()
        self.build.branch(holds, good, bad)
        self.build.put(bad)
        self.build.perform(violated, result, static=(f"{label}: {condition.text}",))
        self.build.put(good)


def keep_arguments(m: Mac, count: int, made: Term, *arguments: Value) -> Value:
    """The last may be a tuple of more of them."""
    args = list(arguments[: count - 1])
    for others in arguments[count - 1 :]:
        args += sequences.items_of(m, settle(m, others))
    m.put(exception_arguments(made), Tuple(tuple(args)))
    return made


def require_other_names(m: Mac, names_: tuple[str, ...], keywords: Term) -> Value:
    """What `**` takes has none of the names of the other parameters."""
    sequences.exclude(m, keywords, names_)
    return keywords


def violated(m: Mac, text: str, result: Value) -> Value:
    raise ThrownError(ExceptionValue(ContractError, (result,), text=text))


def copied(m: Mac, value: Value) -> Value:
    """A container that later changes do not reach."""
    value = settle(m, value)
    if not is_ref(value):
        return value
    held = category(m, value)
    if held in ("list", "deque"):
        return sequences.new_list(m, tuple(sequences.items_of(m, value)), held)
    if held in ("set", "frozenset"):
        return sequences.new_set(m, tuple(sequences.items_of(m, value)), held == "frozenset")
    if held == "dict":
        return sequences.new_dict(m, tuple(sequences.entries_of(m, value)))
    return value


def _function(condition: Condition, expression: ast.expr, parameters: Sequence[str]) -> Function:
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(arg=name) for name in parameters],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    node = ast.copy_location(ast.Lambda(args=arguments, body=expression), expression)
    code = FunctionCode(
        f"<{condition.kind}>", condition.at.file, node, dict(condition.globals), None
    )
    code.traced = False
    return Function(code)
