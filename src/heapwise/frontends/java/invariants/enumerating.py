"""Java inputs that are to be enumerated: valid objects of a class, or valid inputs of a method.

Valid are objects under the invariant of their class, receivers and arguments under the contract of
the method.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from heapwise.frontends.input_limits import full_names
from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.targets import find_class
from heapwise.frontends.java.invariants.structures import java_structure
from heapwise.frontends.java.main_code import Parameter
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.program import JavaProgram, load_program
from heapwise.frontends.java.witness.heap_names import Shortened
from heapwise.frontends.java.witness.java_heaps import Shown
from heapwise.program import InputError
from heapwise.program.types import Type
from heapwise.results import Heap
from heapwise.structure.search.symsolve import Structure
from heapwise.structure.to_python.deriving import Scope
from heapwise.testgen.java.jvm import CLASSES

_OF_ALL = "hashCode()"
"""A method that every object has: whoever asks for a class asks for its receiver."""


class JavaInputs(NamedTuple):
    program: JavaProgram
    structure: Structure
    inputs: Mapping[str, Type]

    def shown(self, heap: Heap) -> Heap:
        found = Shown(self.program, self.inputs, {}).heap(heap)
        return Shortened((found,)).heap(found)

    def full_name(self, field: str) -> str:
        """`Class.field` with the class in full, where the last part of its name was enough."""
        owner, _, name = field.rpartition(".")
        classes = self.structure.finitization.classes
        ends = (f".{owner}", f"${owner}")
        full = [each for each in classes if each.endswith(ends)]
        return f"{full[0]}.{name}" if owner and owner not in classes and len(full) == 1 else field


def java_inputs(target: str, scope: Scope, options: JavaOptions) -> JavaInputs:
    """Raises `InputError` if the target has no invariant."""
    options = replace(options, contracts=True)
    of_class = _names_class(target, options)
    program = load_program(f"{target}.{_OF_ALL}" if of_class else target, options)
    parameters: list[Parameter] = [*program.parameters]
    contract = program.contract
    names = {each.name for each in parameters}
    conditions = [each for each in contract.invariants if {*each.arguments} <= names]
    conditions += contract.requires
    if not conditions:
        raise InputError(
            f"{target} has no invariant: give the class a method `boolean repOK()`, or name a "
            "static method with --invariant"
        )
    objects = {**program.input_objects, **scope.objects_of}
    scope = scope._replace(objects_of=full_names(program.classes, objects))
    structure = java_structure(program, parameters, conditions, scope, raising=True, constants=True)
    return JavaInputs(program, structure, {each.name: each.type for each in parameters})


def _names_class(target: str, options: JavaOptions) -> bool:
    location, _, name = target.rpartition(":")
    locations = [part for part in location.split(os.pathsep) if part]
    classes = open_class_path([*locations, *options.class_path, str(CLASSES)], options.jdk, None)
    return find_class(classes, name) is not None
