"""What a contract asks of the inputs of a function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from heapwise.contracts import asserts_of, contract_of, invariant_method, invariants_of
from heapwise.contracts.contract import Condition, Contract
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import Shape, classes_in


def requirements_of(
    info: FunctionInfo, parameters: Mapping[str, Shape], leading_asserts: bool = False
) -> Requirements:
    """Its contract, and the invariants of its parameters. With `leading_asserts`, the assert
    statements that a function begins with are preconditions."""
    contract = contract_of(info.function, info.owner)
    if leading_asserts:
        conditions = asserts_of(info.function).conditions
        contract = replace(contract, pre=(*contract.pre, *conditions))
    return Requirements(contract, tuple(_invariants(info, contract, parameters)))


def is_invariant(info: FunctionInfo) -> bool:
    return info.owner is not None and info.name == invariant_method(info.owner)


def _invariants(
    info: FunctionInfo, contract: Contract, parameters: Mapping[str, Shape]
) -> Iterator[tuple[str, Condition]]:
    """Those of the receiver, and of other parameters of a class that has some."""
    if is_invariant(info):
        return
    for index, (name, shape) in enumerate(parameters.items()):
        if index == 0 and info.kind in ("method", "property"):
            if contract.assumes_invariants:
                for condition in contract.invariants:
                    yield name, condition
            continue
        for cls in classes_in(shape):
            for condition in invariants_of(cls):
                yield name, condition
