"""All valid inputs within a scope, one of each shape: Korat on what a target names.

The target is a class with an invariant (`file.py:Class`, `file.tiny:Class`, `classes:pkg.Class`),
or a Python function or Java method whose parameters have contracts: then an input is a value for
each parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from heapwise.contracts import invariants_of
from heapwise.frontends.api import load, names_python
from heapwise.frontends.java.enumerating import java_inputs
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.targets import names_java
from heapwise.frontends.python.functions import function_named
from heapwise.frontends.python.modules import load_module
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.requirements import requirements_of
from heapwise.frontends.python.shapes import ClassShape, Shape
from heapwise.frontends.python.structures import Check, python_structure
from heapwise.frontends.python.target import find_named, parse_target
from heapwise.frontends.python.universe import Universe, classes_in_module
from heapwise.program import InputError, Program
from heapwise.results import Heap
from heapwise.structure.deriving import InvariantRoot, Scope, invariant_of, structure_of
from heapwise.structure.finitization import Domain, Finitization
from heapwise.structure.korat import Search, SearchStatistics
from heapwise.structure.symsolve import Structure
from heapwise.structure.watchdog import PATIENCE

SELF = "self"
THIS = "this"


class Enumeration:
    """Iterate over it for the inputs, or only count them. Each run starts from the beginning."""

    def __init__(
        self,
        structure: Structure,
        language: str,
        *,
        symmetric: bool = True,
        raising: bool = False,
        complete: bool = True,
        patience: float = PATIENCE,
        shown: Callable[[Heap], Heap] | None = None,
    ) -> None:
        self.language = language
        self._shown = shown
        self.finitization: Finitization = structure.finitization
        self._space = structure.space()
        self._complete = complete
        self._search = Search(
            self._space,
            structure.invariant(self._space),
            symmetric=symmetric,
            raising=raising,
            patience=patience,
        )

    @property
    def statistics(self) -> SearchStatistics:
        """Candidates tried and valid inputs found so far."""
        return self._search.statistics

    def __iter__(self) -> Iterator[Heap]:
        for _ in self._search.valid(complete=self._complete):
            yield self.shown(self._space.heap())

    def shown(self, heap: Heap) -> Heap:
        """A heap as people write it in the language."""
        return heap if self._shown is None else self._shown(heap)

    def count(self) -> int:
        return sum(1 for _ in self._search.valid(complete=self._complete))


def enumerate_inputs(
    target: str | Path,
    scope: int,
    *,
    objects_of: Mapping[str, int] | None = None,
    max_length: int | None = None,
    domains: Mapping[str, Domain | Sequence[object]] | None = None,
    symmetric: bool = True,
    raising: bool = False,
    complete: bool = True,
    patience: float = PATIENCE,
    java: JavaOptions | None = None,
) -> Enumeration:
    """Every valid input with at most `scope` objects of each class (`objects_of`: of one class).

    `domains` are what fields may hold, by `Class.field`, where that is not what their types say:
    a `Domain`, or a list of values in which the name of a class stands for its objects.
    With `complete`, inputs that differ only in fields that the invariant does not read are
    different inputs. An invariant that raises does not hold; with `raising` it is an error. `java`
    is what there is to say of Java programs.

    Raises `InputError` if the target has no invariant, or a field no usable type.
    """
    wanted = Scope(scope, dict(objects_of or {}), max_length)
    text = str(target)
    shown = None
    if names_java(text):
        found = java_inputs(text, wanted, java or JavaOptions())
        structure, language, shown = found.structure, "java", found.shown
        domains = {found.full_name(name): domain for name, domain in (domains or {}).items()}
    elif names_python(text):
        structure, language = _python(text, wanted), "python"
    else:
        structure, language = _small_language(text, wanted)
    if domains:
        structure = with_domains(structure, domains)
    return Enumeration(
        structure,
        language,
        symmetric=symmetric,
        raising=raising,
        complete=complete,
        patience=patience,
        shown=shown,
    )


def with_domains(
    structure: Structure, domains: Mapping[str, Domain | Sequence[object]]
) -> Structure:
    finitization = structure.finitization
    for where, given in domains.items():
        domain = given if isinstance(given, Domain) else finitization.resolved(where, given)
        finitization = finitization.with_field(where, domain)
    return Structure(finitization, structure.make_world, structure.invariant, structure.cells)


def _python(target: str, scope: Scope) -> Structure:
    parsed = parse_target(target)
    loaded = load_module(parsed)
    if parsed.qualname is None:
        raise InputError(f"{target}: name a class, as in {target}:Class")
    named = find_named(parsed, loaded.module)
    roots: dict[str, Shape]
    if isinstance(named, type):
        roots = {SELF: ClassShape(named)}
        checks = [Check(condition, (SELF,)) for condition in invariants_of(named)]
        if not checks:
            raise InputError(
                f"`{parsed.qualname}` has no invariant: give it a method `rep_ok(self) -> bool`"
            )
        owners = [named]
    else:
        info = function_named(loaded, parsed.qualname)
        roots = parameters_of(info)
        required = requirements_of(info, roots)
        checks = [Check(condition, (name,)) for name, condition in required.invariants]
        checks += [
            Check(condition, tuple(condition.names.values()), is_invariant=False)
            for condition in required.contract.pre
        ]
        owners = [] if info.owner is None else [info.owner]
    longest = scope.longest
    classes = [*classes_in_module(loaded.module), *owners]
    universe = Universe(classes, list(roots.values()), longest)
    universe.program(target)
    return python_structure(universe, roots, checks, scope)


def _small_language(target: str, scope: Scope) -> tuple[Structure, str]:
    file, colon, name = target.rpartition(":")
    if not colon or not Path(file).suffix:
        raise InputError(f"{target}: name a class, as in {target}:Class")
    program: Program = load(file)
    cls = program.classes.get(name)
    if cls is None:
        raise InputError(
            f"{file} has no class `{name}`; it has {', '.join(sorted(program.classes))}"
        )
    method = invariant_of(cls)
    if method is None:
        raise InputError(f"`{name}` has no invariant: give it a method `bool repOK()`")
    root = InvariantRoot(THIS, cls, False, method)
    return structure_of(program, [root], scope), program.language
