"""What a program does on one concrete input heap: its trace, its end and the heap it leaves.

Operands are evaluated from left to right; then a receiver is checked for null, then for its class,
then an index for its range. `&&` and `||` evaluate both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from heapwise.frontends.tiny.syntax import ProgramNode
from heapwise.program.source import InputError
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.oracle.class_tables import ClassTable, default_of, element_of, type_named
from heapwise.selfcheck.oracle.same_heaps import same_up_to_new_names
from heapwise.selfcheck.oracle.small_steps import Code, translate
from heapwise.selfcheck.oracle.stack_machine import EndOfRunError, Machine, Obj, Val

MAX_CALLS = 1000


@dataclass(frozen=True, slots=True)
class Run:
    """`kind` is returned, raised, violated (an assertion was false), assumed (an assumption was
    false: the input is out of scope) or bounded (too many calls at once)."""

    kind: str
    value: Value
    exception: str | None
    at: str | None
    trace: tuple[str, ...]
    heap: Heap


class _Same:
    """A program as a key: by identity, since comparing or hashing a deep tree is costly."""

    def __init__(self, program: ProgramNode) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


@lru_cache(maxsize=16)
def _translated(key: _Same) -> Code:
    return translate(key.program)


def run(program: ProgramNode, heap: Heap, max_calls: int = MAX_CALLS) -> Run:
    """Run the program on the heap. Inputs that the heap does not name are null, 0 or false, and
    so are fields that its objects do not name."""
    code = _translated(_Same(program))
    objects = _objects(heap, code.table)
    inputs = dict(code.defaults)
    inputs.update((name, _inside(value, objects)) for name, value in heap.roots.items())
    machine = Machine(inputs, code.main.steps, [None] * code.main.frame, max_calls)
    kind, exception, at = "returned", None, None
    result: Val = None
    try:
        result = machine.run()
    except EndOfRunError as end:
        kind, exception, at = end.kind, end.exception, str(end.at)
    output = _output(heap, objects, result)
    return Run(kind, _outside(result), exception, at, tuple(machine.trace), output)


def _objects(heap: Heap, table: ClassTable) -> dict[str, Obj]:
    objects = {
        ref.name: Obj(each.class_name, {}, ref.name, each.class_name.endswith("[]"))
        for ref, each in heap.objects.items()
    }
    for ref, each in heap.objects.items():
        obj = objects[ref.name]
        if not obj.is_array and obj.class_name not in table.fields:
            raise InputError(f"{ref} is of no class of the program: {obj.class_name}")
        if obj.is_array:
            obj.fields.update(_array_defaults(each))
        else:
            for name, kind in table.fields[obj.class_name].items():
                obj.fields[name] = default_of(kind)
        for name, value in each.fields.items():
            if name not in obj.fields:
                raise InputError(f"{ref} has no field {name}")
            obj.fields[name] = _inside(value, objects)
    return objects


def _array_defaults(array: HeapObject) -> dict[str, Val]:
    length = array.fields["length"]
    if type(length) is not int or length < 0:
        raise InputError(f"not the length of an array: {length}")
    default = default_of(element_of(type_named(array.class_name)))
    defaults: dict[str, Val] = {"length": length}
    defaults.update((str(index), default) for index in range(length))
    return defaults


def _inside(value: Value, objects: dict[str, Obj]) -> Val:
    if isinstance(value, Ref):
        return objects[value.name]
    if value is None or isinstance(value, int):
        return value
    raise InputError(f"not a value of these languages: {value}")


def _outside(value: Val) -> Value:
    return Ref(value.name) if isinstance(value, Obj) else value


def _output(given: Heap, objects: dict[str, Obj], result: Val) -> Heap:
    """The input objects and all that can be reached from them, the inputs and the result."""
    found = dict(objects)
    pending = list(objects.values())
    if isinstance(result, Obj) and result.name not in found:
        found[result.name] = result
        pending.append(result)
    while pending:
        for value in pending.pop().fields.values():
            if isinstance(value, Obj) and value.name not in found:
                found[value.name] = value
                pending.append(value)
    return Heap(
        given.roots,
        {
            Ref(obj.name): HeapObject(
                obj.class_name, {name: _outside(value) for name, value in obj.fields.items()}
            )
            for obj in found.values()
        },
    )


__all__ = ["MAX_CALLS", "Run", "run", "same_up_to_new_names"]
