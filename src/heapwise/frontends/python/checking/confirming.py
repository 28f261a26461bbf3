"""Contract violations, seen by CPython itself.

The contract is written down as a function: it evaluates the preconditions, remembers old values,
makes the call and evaluates the postconditions and invariants. The worker that replays executes it
beside the module and calls it with a witness; what it returns must be the condition that was
expected to fail.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator, Mapping

from heapwise.contracts.contract import RESULT, Condition, Old
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.typing.functions import FunctionInfo, callee_of
from heapwise.results import Heap
from heapwise.testgen import ModuleUnderTest, Replayer

PRECONDITION = "the precondition does not hold"

_HELP = """
def _hw_copied(value):
    if isinstance(value, (list, dict, set, bytearray)) or type(value).__name__ == "deque":
        return value.copy()
    return value


def _hw_holds(evaluate):
    try:
        return bool(evaluate())
    except Exception:
        return False


class _HwUnknown:
    # What could not be evaluated before the call: using it fails.
    def __getattribute__(self, name):
        if name == "__class__":
            return _HwUnknown
        raise NameError(name)

    def __eq__(self, other):
        raise NameError("it could not be evaluated")

    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __eq__
    __hash__ = None


_hw_unknown = _HwUnknown()


def _hw_exhausted(value):
    if hasattr(value, "cr_frame") or hasattr(value, "ag_frame"):
        import heapwise.testgen.virtual_loop

        return heapwise.testgen.virtual_loop.finished(value)
    return list(value) if hasattr(value, "__next__") else value
"""


class Confirmation:
    """Call it with an input: which condition fails in CPython? The empty string if none does."""

    def __init__(self, module: ModuleUnderTest, info: FunctionInfo, required: Requirements) -> None:
        self.code = "\n".join(_source(module, info, required)) + "\n"
        self._module = module
        self._replayer = Replayer()

    def __call__(self, given: Heap) -> str:
        observed = self._replayer.replay(self._module, "confirm", given, code=self.code)
        if isinstance(observed.value, str):
            return observed.value
        return observed.exception or observed.why or "nothing fails"

    def close(self) -> None:
        self._replayer.close()


def _source(module: ModuleUnderTest, info: FunctionInfo, required: Requirements) -> Iterator[str]:
    names = [each.name for each in info.parameters if not each.keeps_default]
    contract = required.contract
    yield f"import {module.name}"
    yield "import sys"
    yield f"_hw_names = vars(sys.modules[{module.name!r}])"
    yield "globals().update({name: _hw_names[name] for name in _hw_names if name[:2] != '__'})"
    yield _HELP
    yield f"def confirm({', '.join(f'{name}=None' for name in names)}):"
    for name, condition in required.invariants:
        text = _text(condition, dict.fromkeys(condition.names, name))
        yield f"    if {name} is not None and not _hw_holds(lambda: {text}):"
        yield f"        return {PRECONDITION!r}"
    groups = [group for group in (contract.pre, *contract.inherited_pre) if group]
    if contract.pre and groups:
        accepted = " or ".join(
            "("
            + " and ".join(f"_hw_holds(lambda: {_text(each, each.names)})" for each in group)
            + ")"
            for group in groups
        )
        yield f"    if not ({accepted}):"
        yield f"        return {PRECONDITION!r}"
    for number, condition in enumerate(contract.post):
        before = {free: name for free, name in condition.names.items() if name != RESULT}
        for old in condition.olds:
            text = _bound(ast.unparse(old.expression), before)
            yield "    try:"
            yield f"        {_old(old, number)} = {f'_hw_copied({text})' if old.copy else text}"
            yield "    except Exception:"
            yield f"        {_old(old, number)} = _hw_unknown"
    yield from _call(info)
    checked = [("post", number, condition) for number, condition in enumerate(contract.post)]
    if contract.keeps_invariants:
        checked += [("inv", 0, condition) for condition in contract.invariants]
    for label, number, condition in checked:
        values = {
            free: "_hw_result" if name == RESULT else name for free, name in condition.names.items()
        }
        values |= {old.name: _old(old, number) for old in condition.olds}
        yield f"    if not _hw_holds(lambda: {_text(condition, values)}):"
        yield f"        return {f'{label}: {condition.text}'!r}"
    yield "    return ''"


def _old(old: Old, number: int) -> str:
    """Conditions may use the same name for different values."""
    return f"_hw_{old.name}_of_{number}"


def _call(info: FunctionInfo) -> Iterator[str]:
    arguments = []
    by_name = False
    for parameter in info.parameters:
        name = parameter.name
        if parameter.keeps_default:
            by_name = True
            continue
        match parameter.kind:
            case inspect.Parameter.VAR_POSITIONAL:
                arguments.append(f"*{name}")
            case inspect.Parameter.VAR_KEYWORD:
                arguments.append(f"**{name}")
            case inspect.Parameter.KEYWORD_ONLY:
                arguments.append(f"{name}={name}")
            case _:
                arguments.append(f"{name}={name}" if by_name else name)
    callee = callee_of(info)
    if info.kind == "property" and callee == info.qualname:
        cached = isinstance(vars(info.owner).get(info.name), functools.cached_property)
        callee += ".func" if cached else ".fget"
    if info.name == "__init__" and info.owner is not None:
        callee = info.qualname
        receiver = info.parameters[0].name
        yield f"    {receiver} = {info.owner.__qualname__}.__new__({info.owner.__qualname__})"
    if info.kind == "classmethod":
        arguments = arguments[1:]
    yield f"    _hw_result = _hw_exhausted({callee}({', '.join(arguments)}))"


def _text(condition: Condition, names: Mapping[str, str]) -> str:
    return _bound(ast.unparse(condition.expression), names)


def _bound(text: str, names: Mapping[str, str]) -> str:
    """An expression whose free names stand for others."""
    renamed = {free: name for free, name in names.items() if free != name}
    if not renamed:
        return f"({text})"
    return f"(lambda {', '.join(renamed)}: {text})({', '.join(renamed.values())})"
