"""Calls of Python functions by contract: how conditions are evaluated, what objects hold.

The steps and what "any value" is are those of `frontends.calls_by_contract`. What a call writes is
what `post[…]` lists, unless the user says it, and what it may raise what `raises:` lists.
"""

from __future__ import annotations

from functools import partial

from heapwise.contracts.contract import Condition, Contract
from heapwise.engine.machine import ThrownError
from heapwise.frontends.calls_by_contract import (
    Frame,
    Maker,
    any_object,
    begin_call,
    call_code,
    frame_of,
    fresh_name,
    one_or_none,
)
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import ContractWriter, violated
from heapwise.frontends.python.model.values import (
    NONE,
    ExceptionValue,
    Mac,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core.classes import is_plain_exception
from heapwise.frontends.python.semantics.core.kinds import (
    category,
    is_ref,
    python_class,
    runtime,
    settle,
    unsupported,
)
from heapwise.frontends.python.semantics.objects.inputs import input_reference, make_input
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import (
    NONE_SHAPE,
    ClassShape,
    Shape,
    UnknownShape,
    alternatives,
)
from heapwise.program.code import Code
from heapwise.terms import Term


def modular_code(info: FunctionInfo, contract: Contract, writes: tuple[str, ...] | None) -> Code:
    """Code with the parameters of the function in its first registers; `writes` is what the user
    says that it writes."""
    listed = contract.writes if writes is None else writes
    shapes = {parameter.name: parameter.shape for parameter in info.parameters}
    if info.owner is not None and info.kind in ("method", "property"):
        shapes[info.parameters[0].name] = ClassShape(info.owner)

    def has_field(name: str, field: str) -> bool:
        classes = [each.cls for each in alternatives(shapes[name]) if isinstance(each, ClassShape)]
        return not classes or any(field in fields_of(cls) for cls in classes)

    frame = frame_of(info.qualname, shapes, listed, has_field)
    return call_code(_PythonCall(info, contract, frame))


class _PythonCall(ContractWriter):
    def __init__(self, info: FunctionInfo, contract: Contract, frame: Frame) -> None:
        super().__init__(info, len(info.parameters))
        self._contract = contract
        self._frame = frame
        self.registers = {item.name: index for index, item in enumerate(info.parameters)}
        self._result = -1
        self._olds: list[dict[str, int]] = []
        self.build.perform(begin_call, static=(info.qualname,))

    def demand(self) -> None:
        contract = self._contract
        invariants = contract.invariants if contract.assumes_invariants else ()
        for condition in (*invariants, *contract.pre):
            holds = self.build.register()
            self.truth(condition, self.bound(condition), holds)
            good, bad = Label(), Label()
            self.build.branch(holds, good, bad)
            self.build.put(bad)
            text = f"pre of {self.info.qualname}: {condition.text}"
            self.build.perform(violated, self.build.constant(None), static=(text,))
            self.build.put(good)

    def remember(self) -> None:
        self._olds = [self.olds(condition) for condition in self._contract.post]

    def forget(self) -> None:
        self.build.position = self.info.at
        for name, fields in self._frame.items():
            self.build.perform(forget, self.registers[name], static=(fields,))

    def throw_declared(self) -> None:
        declared = self._contract.raises
        if declared:
            self.build.perform(throw_declared, static=(self.info.name, declared))

    def make_result(self) -> None:
        shape = self.info.returns or NONE_SHAPE
        self._result = self.build.perform(make_result, static=(self.info.name, shape))

    def suppose(self) -> None:
        contract = self._contract
        for condition, values in zip(contract.post, self._olds, strict=True):
            self._suppose(condition, values)
        for condition in contract.invariants if contract.keeps_invariants else ():
            self._suppose(condition, {})

    def _suppose(self, condition: Condition, olds: dict[str, int]) -> None:
        self.assume(condition, {**self.bound(condition, self._result), **olds})

    def finish(self) -> Code:
        self.build.give_back(self._result)
        return self.build.finish(generator=False)


def throw_declared(m: Mac, name: str, declared: tuple[type[BaseException], ...]) -> Value:
    """What it is called with is not known, so a program that looks at it cannot be followed."""
    cls = one_or_none(m, name, declared)
    if cls is None:
        return NONE
    if not is_plain_exception(m, cls):
        unsupported(f"a contract that allows {cls.__name__}, which has attributes")
    said = UnknownText(f"what {name}() says where it raises {cls.__name__}")
    raise ThrownError(ExceptionValue(cls, (said,), deliberate=True))


def make_result(m: Mac, name: str, shape: Shape) -> Value:
    """Any value that the hint of the result allows."""
    if isinstance(shape, UnknownShape):
        unsupported(f"the contract of {name}() without a hint for its result")
    return _any_value(m, name, shape, _MAKER)


def _any_value(m: Mac, name: str, shape: Shape, maker: Maker) -> Value:
    return make_input(m, fresh_name(m, name), shape, partial(any_object, maker=maker))


def forget(m: Mac, fields: frozenset[str] | None, value: Value) -> Value:
    """Give the attributes of an object any value that their hints allow: those of these names, or
    all of them."""
    value = settle(m, value)
    if not is_ref(value):
        return NONE
    if category(m, value) != "object":
        unsupported("forgetting the contents of a container")
    assert isinstance(value, Term)
    _fill(m, value, _MAKER, fields)
    return NONE


def _fill(m: Mac, ref: Term, maker: Maker, fields: frozenset[str] | None = None) -> None:
    universe = runtime(m).universe
    cls = python_class(m, ref)
    decl = universe.decl(cls)
    assert decl is not None
    for name, layout in universe.layouts(decl).items():
        if fields is None or name in fields:
            layout.write(m, ref, _any_value(m, name, universe.infos[cls][name].shape, maker))


_MAKER = Maker(input_reference, _fill)
