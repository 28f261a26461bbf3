"""The steps of the interpreter's stack machine: one small function for each thing a program does.

`BOT` and `null` are None; where an int or a bool is needed they are 0 and false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heapwise.frontends.tiny.syntax import TypeName
from heapwise.program.source import Position
from heapwise.selfcheck.oracle.class_tables import BOOL, INT, ClassTable, default_of
from heapwise.selfcheck.oracle.stack_machine import EndOfRunError, Machine, Obj, Step, Val


@dataclass(slots=True)
class Body:
    """The steps of `main` or of a method; `frame` counts the variables it needs."""

    steps: list[Step] = field(default_factory=list)
    frame: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """The implementation that a call chooses, and the event it leaves."""

    owner: str
    name: str
    body: Body
    parameters: tuple[TypeName, ...]


@dataclass(slots=True)
class Label:
    target: int = 0


Dispatch = Mapping[str, Mapping[str, Target]]


def push(value: Val, m: Machine) -> None:
    m.stack.append(value)


def drop(m: Machine) -> None:
    m.stack.pop()


def read_input(name: str, m: Machine) -> None:
    m.stack.append(m.inputs.get(name))


def load(slot: int, m: Machine) -> None:
    m.stack.append(m.variables[slot])


def store(slot: int, m: Machine) -> None:
    m.variables[slot] = m.stack.pop()


def breadcrumb(event: str, m: Machine) -> None:
    m.trace.append(event)
    m.stack.append(False)


def branch(otherwise: Label, taken: str, not_taken: str, m: Machine) -> None:
    if m.stack.pop():
        m.trace.append(taken)
    else:
        m.trace.append(not_taken)
        m.pc = otherwise.target


def jump(label: Label, m: Machine) -> None:
    m.pc = label.target


def _number(value: Val) -> int:
    if value is None:
        return 0
    assert type(value) is int, f"not an int: {value!r}"
    return value


def _coerced(value: Val, kind: TypeName | None) -> Val:
    return default_of(kind) if value is None and kind is not None else value


def return_value(kind: TypeName | None, m: Machine) -> None:
    m.stack[-1] = _coerced(m.stack[-1], kind)
    m.leave()


def add(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(_number(left) + _number(right))


def subtract(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(_number(left) - _number(right))


def less(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(_number(left) < _number(right))


def equal(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(left is right or (type(left) is type(right) and left == right))


def conjoin(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(bool(left and right))


def disjoin(m: Machine) -> None:
    right, left = m.stack.pop(), m.stack.pop()
    m.stack.append(bool(left or right))


def negate(m: Machine) -> None:
    m.stack.append(not m.stack.pop())


OPERATORS: Mapping[str, Step] = {
    "+": add,
    "-": subtract,
    "<": less,
    "=": equal,
    "&&": conjoin,
    "||": disjoin,
}


def instance_of(names: tuple[str, ...], asked: str, m: Machine) -> None:
    value = m.stack.pop()
    is_array_as_object = isinstance(value, Obj) and value.is_array and asked == "Object"
    m.stack.append(isinstance(value, Obj) and (value.class_name in names or is_array_as_object))


def cast(below: tuple[str, ...], name: str, at: Position, m: Machine) -> None:
    value = m.stack[-1]
    if value is None:
        return
    assert isinstance(value, Obj), f"not a reference: {value!r}"
    if not (value.class_name in below or name == "Object"):
        raise EndOfRunError("raised", "ClassCast", at)


def check(kind: str, at: Position, m: Machine) -> None:
    if not m.stack[-1]:
        raise EndOfRunError(kind, None, at)
    m.stack[-1] = True


def new(name: str, defaults: Mapping[str, Val], m: Machine) -> None:
    m.stack.append(m.allocate(name, dict(defaults)))


def new_array(kind: str, default: Val, at: Position, m: Machine) -> None:
    size = _number(m.stack.pop())
    if size < 0:
        raise EndOfRunError("raised", "NegativeArraySize", at)
    fields: dict[str, Val] = {"length": size}
    fields.update((str(index), default) for index in range(size))
    m.stack.append(m.allocate(kind, fields))


def _object(value: Val, at: Position) -> Obj:
    if value is None:
        raise EndOfRunError("raised", "NullDereference", at)
    assert isinstance(value, Obj), f"not a reference: {value!r}"
    return value


def _owner(value: Val, name: str, at: Position) -> Obj:
    obj = _object(value, at)
    if obj.is_array or name not in obj.fields:
        raise EndOfRunError("raised", "ClassCast", at)
    return obj


def get_field(name: str, at: Position, m: Machine) -> None:
    m.stack.append(_owner(m.stack.pop(), name, at).fields[name])


def set_field(table: ClassTable, name: str, at: Position, m: Machine) -> None:
    value = m.stack.pop()
    obj = _owner(m.stack.pop(), name, at)
    obj.fields[name] = _coerced(value, table.fields[obj.class_name][name])
    m.stack.append(obj.fields[name])


def _array(value: Val, at: Position) -> Obj:
    obj = _object(value, at)
    if not obj.is_array:
        raise EndOfRunError("raised", "ClassCast", at)
    return obj


def _element(array: Val, index: Val, at: Position) -> tuple[Obj, str]:
    obj, number = _array(array, at), _number(index)
    if not 0 <= number < _number(obj.fields["length"]):
        raise EndOfRunError("raised", "IndexOutOfBounds", at)
    return obj, str(number)


def get_element(at: Position, m: Machine) -> None:
    index, array = m.stack.pop(), m.stack.pop()
    obj, name = _element(array, index, at)
    m.stack.append(obj.fields[name])


def set_element(at: Position, m: Machine) -> None:
    value, index, array = m.stack.pop(), m.stack.pop(), m.stack.pop()
    obj, name = _element(array, index, at)
    kind = {"int[]": INT, "bool[]": BOOL}.get(obj.class_name)
    obj.fields[name] = _coerced(value, kind)
    m.stack.append(obj.fields[name])


def length(at: Position, m: Machine) -> None:
    m.stack.append(_array(m.stack.pop(), at).fields["length"])


def call(dispatch: Dispatch, method: str, count: int, at: Position, m: Machine) -> None:
    arguments = m.stack[len(m.stack) - count :]
    del m.stack[len(m.stack) - count :]
    receiver = _object(m.stack.pop(), at)
    target = dispatch.get(receiver.class_name, {}).get(method)
    if target is None:
        raise EndOfRunError("raised", "ClassCast", at)
    m.enter(at)
    m.trace.append(f"{at.line}:{at.column} calls {target.owner}.{target.name}")
    variables: list[Val] = [receiver]
    variables.extend(map(_coerced, arguments, target.parameters))
    variables.extend([None] * (target.body.frame - len(variables)))
    m.variables, m.steps, m.pc = variables, target.body.steps, 0
