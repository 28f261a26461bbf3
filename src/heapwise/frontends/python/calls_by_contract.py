"""Calls by contract (kiasan.txt §3.5).

Instead of running a function: check its precondition, forget what it may have written, and assume
its postcondition.

What a call may write are the attributes of the objects it is given: of those that `post[…]` lists,
or of all if it lists none. Objects further away are taken to stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heapwise.contracts.model import Condition, Contract
from heapwise.engine.machine import Machine
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import ContractWriter, violated
from heapwise.frontends.python.model.values import NONE, Value
from heapwise.frontends.python.semantics.core.kinds import (
    category,
    kind,
    python_class,
    runtime,
    settle,
    unsupported,
)
from heapwise.frontends.python.semantics.objects.inputs import make_input
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import NONE_SHAPE, Shape, UnknownShape
from heapwise.program.code import Code

Mac = Machine[Any]
_COUNT = "values out of contracts"


def modular_code(info: FunctionInfo, contract: Contract) -> Code:
    """Code with the parameters of the function in its first registers."""
    return _ModularWriter(info).write_call(contract)


class _ModularWriter(ContractWriter):
    def __init__(self, info: FunctionInfo) -> None:
        super().__init__(info, len(info.parameters))
        self.registers = {item.name: index for index, item in enumerate(info.parameters)}

    def write_call(self, contract: Contract) -> Code:
        for condition in contract.pre:
            self._demand(condition)
        olds = [self.olds(condition) for condition in contract.post]
        self.build.position = self.info.at
        for name, register in self.registers.items():
            if contract.writes is None or name in contract.writes:
                self.build.perform(forget, register)
        shape = self.info.returns or NONE_SHAPE
        result = self.build.perform(make_result, static=(self.info.name, shape))
        for condition, values in zip(contract.post, olds, strict=True):
            self._suppose(condition, values, result)
        self.build.give_back(result)
        return self.build.finish(generator=False)

    def _demand(self, condition: Condition) -> None:
        holds = self.build.register()
        self.truth(condition, self.bound(condition), holds)
        good, bad = Label(), Label()
        self.build.branch(holds, good, bad)
        self.build.put(bad)
        text = f"pre of {self.info.qualname}: {condition.text}"
        self.build.perform(violated, self.build.constant(None), static=(text,))
        self.build.put(good)

    def _suppose(self, condition: Condition, olds: Mapping[str, int], result: int) -> None:
        values = {**self.bound(condition, result), **olds}
        self.assume(condition, values)


def make_result(m: Mac, name: str, shape: Shape) -> Value:
    """Any value that the hint of the result allows."""
    if isinstance(shape, UnknownShape):
        unsupported(f"the contract of {name}() without a hint for its result")
    return make_input(m, _fresh(m, name), shape)


def _fresh(m: Mac, name: str) -> str:
    number = (m.load(_COUNT) or 0) + 1
    m.put(_COUNT, number)
    return f"{name}'{number}"


def forget(m: Mac, value: Value) -> Value:
    """Give every attribute of an object any value that its hint allows."""
    value = settle(m, value)
    if kind(value) != "ref":
        return NONE
    if category(m, value) != "object":
        unsupported("forgetting the contents of a container")
    universe = runtime(m).universe
    cls = python_class(m, value)
    decl = universe.decl(cls)
    assert decl is not None
    for name, layout in universe.layouts(decl).items():
        shape = universe.infos[cls][name].shape
        layout.write(m, value, make_input(m, _fresh(m, name), shape))
    return NONE
