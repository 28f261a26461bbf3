"""The inputs that a row's domains stand for, as heaps of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from heapwise.frontends.java.semantics.operations import in_units
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.java.concrete_inputs import array_object
from java_operations.source import COLORS, PACKAGE
from java_operations.table import Operation, Plain, Same

_BOXES = ("Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double")
_PRIMITIVES = ("boolean", "byte", "short", "char", "int", "long", "float", "double")
_TEXTS = ("String", "StringBuilder", "StringBuffer")


def inputs(row: Operation) -> Iterator[Heap]:
    names = [name for name, _ in row.parameters]
    for values in product(*(row.domain(name, type_) for name, type_ in row.parameters)):
        yield _Maker().heap(row, dict(zip(names, values, strict=True)))


class _Maker:
    def __init__(self) -> None:
        self._objects: dict[Ref, HeapObject] = {}
        self._constants: dict[str, Ref] = {}

    def heap(self, row: Operation, values: dict[str, Plain]) -> Heap:
        roots: dict[str, Value] = {}
        for name, type_ in row.parameters:
            value = values[name]
            roots[name] = (
                roots[value.parameter] if isinstance(value, Same) else self._value(type_, value)
            )
        return Heap(roots, self._objects)

    def _value(self, type_: str, value: Plain) -> Value:
        if value is None:
            return None
        if type_ in _PRIMITIVES:
            return _scalar(type_, value)
        if type_ in ("Object", "CharSequence", "Number", "Comparable"):
            return self._value(_class_of(value), value)
        if type_.endswith("[]"):
            assert isinstance(value, tuple)
            items = [self._value(type_[:-2], each) for each in value]
            return self._add(array_object(f"{_full(type_[:-2])}[]", items))
        if type_ in _TEXTS:
            return self._add(HeapObject(_full(type_), {"text": in_units(str(value))}))
        if type_ in _BOXES:
            plain = {"Character": "char", "Integer": "int"}.get(type_, type_.lower())
            return self._add(HeapObject(_full(type_), {"value": _scalar(plain, value)}))
        assert type_ == "Color" and isinstance(value, str)
        if value not in self._constants:
            ordinal = {"ordinal": COLORS.index(value)}
            self._constants[value] = self._add(HeapObject(f"{PACKAGE}.Color", ordinal))
        return self._constants[value]

    def _add(self, body: HeapObject) -> Ref:
        ref = Ref(f"o{len(self._objects) + 1}")
        self._objects[ref] = body
        return ref


def _scalar(type_: str, value: Plain) -> Value:
    if type_ == "char":
        assert isinstance(value, str)
        code = ord(value)
        return code - 0x10000 if code > 0x7FFF else code
    assert isinstance(value, int | float)
    return float(value) if type_ in ("float", "double") else value


def _class_of(value: Plain) -> str:
    kinds = {str: "String", bool: "Boolean", int: "Integer", float: "Double", tuple: "int[]"}
    return kinds[type(value)]


def _full(type_: str) -> str:
    if type_.endswith("[]"):
        return f"{_full(type_[:-2])}[]"
    if type_ in _PRIMITIVES:
        return type_
    return f"{PACKAGE}.{type_}" if type_ == "Color" else f"java.lang.{type_}"
