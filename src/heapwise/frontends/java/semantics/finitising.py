"""Runs finitizations in Korat's style: methods of the user that say which objects there are.

Such a method says how many objects of each class there are and what their fields refer to (`static
IFinitization finTreeMap(int n)`).

The method is run; the classes `korat.finitization` that it uses are ours and keep what they are
told. A field with references that it does not name is null to begin with, as in Korat; numbers that
it does not name are any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from heapwise.engine.machine import ThrownError
from heapwise.frontends.input_limits import NOT_NULL, NOTHING, called
from heapwise.frontends.java.classfile.descriptors import PrimitiveType
from heapwise.frontends.java.classpath.targets import find_method
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.semantics.direct_world import world_of
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaMethod
from heapwise.program import InputError, Program
from heapwise.structure.to_python.direct_machine import Reference


def finitised(program: Program, universe: Universe, cls: str, options: JavaOptions) -> JavaOptions:
    """The options with what the method says, which is a method of `cls`, in place of its name. What
    the user says besides goes first."""
    assert options.finitization is not None
    name, scope = called(options.finitization)
    file = universe.classes.load(cls)
    method = find_method(universe.hierarchy, file, f"{name}(int)")
    if not method.is_static:
        raise InputError(f"--finitization {options.finitization}: `{method}` is not static")
    told = _run(program, universe.method(method), scope)
    root, objects, fields = _read(told, universe)
    reached = {root, *objects}
    limits: dict[str, str] = {}
    for each in reached:
        for owner, label in _references(universe, each):
            limits[f"{owner}.{label}"] = fields.get(f"{each}.{label}", NOTHING)
    limits |= {where: what for where, what in fields.items() if ".." in what}
    counts = {root: 1, **objects}
    return replace(
        options,
        finitization=None,
        fields={
            **{where: what for where, what in limits.items() if what},
            **options.fields,
        },
        objects={**counts, **options.objects},
    )


def _run(program: Program, method: JavaMethod, scope: int) -> Reference:
    world = world_of(program)
    world.machine.begin()
    try:
        told = world.method(method, 1)(scope)
    except ThrownError as error:
        raise InputError(f"the finitization `{method}` throws {error.value}") from None
    except InputError as error:
        raise InputError(f"`{method}` is no finitization: {error}") from None
    if not isinstance(told, Reference) or told.decl.name != "korat.finitization.impl.Recorded":
        raise InputError(
            f"`{method}` is no finitization: it must return what "
            "korat.finitization.impl.FinitizationFactory.create makes"
        )
    return told


def _read(told: Reference, universe: Universe) -> tuple[str, dict[str, int], dict[str, str]]:
    root = _text(told, "root")
    objects: dict[str, int] = {}
    for each in _chain(told, "objects"):
        name = _text(each, "cls")
        objects[name] = objects.get(name, 0) + int(each.__dict__["f_count"])
    fields: dict[str, str] = {}
    for each in _chain(told, "fields"):
        owner, label = _text(each, "cls"), _text(each, "name")
        short, dot, last = label.rpartition(".")
        if dot:
            known = [name for name in (root, *objects) if name.endswith((short, f"${short}"))]
            owner, label = (known or [short])[0], last
        fields.setdefault(f"{owner}.{label}", _what(each.__dict__["f_domain"]))
    return root, objects, fields


def _what(domain: Reference) -> str:
    """As `--field` has it; empty for a field that is any of what its type allows."""
    own: Mapping[str, object] = domain.__dict__
    match domain.decl.name.rpartition("$")[2]:
        case "IntSet":
            return f"{own['f_min']}..{own['f_max']}"
        case "ObjSet":
            return "" if own["f_nullAllowed"] else NOT_NULL
    return ""


def _chain(told: Reference, name: str) -> Iterator[Reference]:
    each = told.__dict__[f"f_{name}"]
    while each is not None:
        yield each
        each = each.__dict__["f_before"]


def _text(told: Reference, name: str) -> str:
    return str(told.__dict__[f"f_{name}"].__dict__["f_text"])


def _references(universe: Universe, cls: str) -> Iterator[tuple[str, str]]:
    """The fields of a class that hold references, each with the class that declares it."""
    for file in universe.hierarchy.line(cls.replace(".", "/")):
        for each in file.fields:
            if not each.is_static and not isinstance(each.type, PrimitiveType):
                yield file.name.replace("/", "."), each.name
