"""Bounds on input objects mean the same under every strategy.

`max_objects=n` lets a path look at n input objects of a family of classes, `max_depth=k` at
objects that were first shown by a chain of k fields from an input. What no path may look at is
cut, and said to be cut; what is left is explored as completely as ever.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

import pytest

from checks.every import every, in_turn
from checks.programs import HIERARCHIES, lowered, subject_named
from checks.runs import Limits, completed, explored
from checks.strategies import LATE, STRATEGIES
from checks.table import End, end_of
from heapwise.program import ClassDecl, Program
from heapwise.program.named_inputs import inputs_of
from heapwise.results import Heap, OutcomeKind, Ref
from heapwise.selfcheck.acceptance import Acceptance
from heapwise.selfcheck.oracle.all_inputs import heaps
from heapwise.selfcheck.oracle.interpreter import Run, run
from heapwise.terms import Term

LISTS_AND_TREES = (
    "any_object",
    "avl_balanced",
    "avl_find",
    "avl_insert",
    "avl_rotate",
    "caching_list_add",
    "cycle_with_counter",
    "cycle_with_fuel",
    "declared_root",
    "dll_add",
    "dll_index_of",
    "dll_remove",
    "downcast_object",
    "fig_1a",
    "fig_1b",
    "fig_1c",
    "fig_2_p1",
    "hidden_by_writes",
    "instanceof_field",
    "list_append",
    "list_contains",
    "list_merge",
    "list_remove",
    "list_reverse",
    "list_size",
    "list_swap_nodes",
    "override_twice",
    "red_black_recolour",
    "self_loop_made",
    "swap_links",
    "three_aliases",
    "write_through_choice",
    "write_two_steps_away",
)
PROGRAMS = (*LISTS_AND_TREES, *HIERARCHIES)
MOST_INPUTS = 1_000
OBJECTS = [Limits(max_objects=n) for n in (1, 2, 3)]
DEPTHS = [Limits(max_depth=k) for k in (0, 1, 2)]


def limits_of(name: str, **_: object) -> list[Limits]:
    """Of the programs that are about bounds, all that cut one of the enumerated inputs; the others
    take turns."""
    if name in HIERARCHIES:
        largest = subject_named(name).max_objects
        return [limits for limits in (*OBJECTS, *DEPTHS) if _certain_size(limits) < largest]
    return [*in_turn(OBJECTS, 1, name, "objects"), *in_turn(DEPTHS, 1, name, "depth")]


def test_every_limit_has_its_turn() -> None:
    taken = Counter(limits for name in LISTS_AND_TREES for limits in limits_of(name))
    assert min(taken[limits] for limits in (*OBJECTS, *DEPTHS)) >= 5


def ends(name: str, strategy: str, limits: Limits) -> set[End]:
    return {path.end for path in completed(name, strategy, limits)}


@every("strategy", STRATEGIES)
@every("limits", limits_of)
@pytest.mark.parametrize("name", PROGRAMS)
def test_strategies_complete_the_same_control_flow_paths(
    name: str, limits: Limits, strategy: str
) -> None:
    if strategy in LATE:
        assert ends(name, strategy, limits) >= ends(name, "lazy", limits)
    else:
        assert ends(name, strategy, limits) == ends(name, "lazy", limits)


@every("strategy", STRATEGIES)
@every("limits", limits_of)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_completed_path_has_a_witness_within_the_bounds(
    name: str, limits: Limits, strategy: str
) -> None:
    program = lowered(name)
    for path in completed(name, strategy, limits):
        given = path.result.input
        assert path.result.replayed
        assert end_of(run(subject_named(name).program, given)) == path.end
        if strategy in LATE:
            continue
        if limits.max_objects is not None and not _mentions_root(program):
            assert max(_objects_per_family(program, given).values(), default=0) <= (
                limits.max_objects
            ), f"{path.result.condition}: {given}"
        if limits.max_depth is not None:
            assert _greatest_distance(given) <= limits.max_depth, (
                f"{path.result.condition}: {given}"
            )


def _objects_per_family(program: Program, heap: Heap) -> Counter[str]:
    classes = program.classes
    return Counter(program.family(classes[each.class_name]).name for each in heap.objects.values())


def _mentions_root(program: Program) -> bool:
    """An object shown by a reference of the root class counts for no family of its own."""
    fields = [field for cls in program.classes.values() for field in cls.own_fields.values()]
    elements = [cls.element for cls in program.classes.values()]
    types = [*inputs_of(program).values(), *(field.type for field in fields), *elements]
    return any(each is program.root for each in types)


def _greatest_distance(heap: Heap) -> int:
    """Of an object from the nearest input. A chain by which it was shown is no shorter."""
    distances: dict[Ref, int] = {}
    layer = {value for value in heap.roots.values() if isinstance(value, Ref)}
    distance = 0
    while layer:
        distances.update(dict.fromkeys(layer, distance))
        fields = [value for ref in layer for value in heap.objects[ref].fields.values()]
        layer = {value for value in fields if isinstance(value, Ref) and value not in distances}
        distance += 1
    return max(distances.values(), default=0)


def _certainly_within(heap: Heap, limits: Limits) -> bool:
    """A heap of n objects shows no more than n, and none by a chain longer than n - 1."""
    size = len(heap.objects)
    within_objects = limits.max_objects is None or size <= limits.max_objects
    return within_objects and (limits.max_depth is None or size <= limits.max_depth + 1)


@cache
def _runs(name: str, size: int) -> tuple[tuple[Heap, Run], ...]:
    """What inputs of that many objects lead to; evenly spread ones where there are very many."""
    subject = subject_named(name)
    every = list(heaps(subject.program, min(size, subject.max_objects), subject.ints))
    chosen = every[:: 1 + len(every) // MOST_INPUTS]
    results = [(heap, run(subject.program, heap)) for heap in chosen]
    return tuple((heap, result) for heap, result in results if result.kind != "assumed")


@every("strategy", STRATEGIES)
@every("limits", limits_of)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_paths_that_small_heaps_take_are_completed(
    name: str, limits: Limits, strategy: str
) -> None:
    taken = {end_of(result) for _, result in _runs(name, _certain_size(limits))}
    assert taken <= ends(name, strategy, limits)


def _certain_size(limits: Limits) -> int:
    """A heap of n objects shows no more than n, and none by a chain longer than n - 1."""
    if limits.max_objects is not None:
        return limits.max_objects
    assert limits.max_depth is not None
    return limits.max_depth + 1


@every("strategy", STRATEGIES)
@every("limits", limits_of)
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_input_is_explored_or_cut_by_exactly_one_path_and_cuts_are_reported(
    name: str, limits: Limits, strategy: str
) -> None:
    paths = explored(name, strategy, limits)
    cut = 0
    runs = _runs(name, subject_named(name).max_objects)
    for (heap, result), numbers in zip(runs, _accepting(name, strategy, limits), strict=True):
        accepting = [paths[number] for number in numbers]
        assert len(accepting) == 1, f"{heap}: {[path.result.condition for path in accepting]}"
        [path] = accepting
        if path.completed:
            assert path.end == end_of(result)
        else:
            cut += 1
            assert path.result.outcome.kind is OutcomeKind.BOUNDED
            assert result.trace[: len(path.result.trace)] == path.result.trace_texts
            assert len(heap.objects) > _certain_size(limits), f"{heap} was cut"
    bounded = {path.result.outcome.exception for path in paths if not path.completed}
    assert bounded <= {"max-objects" if limits.max_depth is None else "max-depth"}
    if not bounded:
        assert cut == 0
        assert ends(name, strategy, limits) == ends(name, strategy, Limits())
    elif _reaches_beyond(name, limits):
        assert cut > 0


def _accepting(name: str, strategy: str, limits: Limits) -> tuple[tuple[int, ...], ...]:
    """The numbers of the paths that accept each enumerated input."""
    return _accepted(name, tuple(path.assumed for path in explored(name, strategy, limits)))


@lru_cache(maxsize=100)
def _accepted(name: str, paths: tuple[tuple[Term, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The same paths under other bounds, or another strategy, accept the same inputs."""
    tree = Acceptance(lowered(name), paths)
    runs = _runs(name, subject_named(name).max_objects)
    return tuple(tuple(tree.accepting(heap)) for heap, _ in runs)


@every("strategy", [name for name in STRATEGIES if name not in LATE])
@every("limits", limits_of)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_inputs_that_are_cut_are_the_same(name: str, limits: Limits, strategy: str) -> None:
    """An object counts when the program sees it: not if a write has hidden it before."""
    assert _cut(name, strategy, limits) == _cut(name, "lazy", limits)


def _cut(name: str, strategy: str, limits: Limits) -> list[Heap]:
    paths = explored(name, strategy, limits)
    runs = _runs(name, subject_named(name).max_objects)
    return [
        heap
        for (heap, _), numbers in zip(runs, _accepting(name, strategy, limits), strict=True)
        if not all(paths[number].completed for number in numbers)
    ]


def _reaches_beyond(name: str, limits: Limits) -> bool:
    """Are inputs certainly enumerated that have one object more than a path may look at? Objects
    of other families, or below other inputs, would use up the size of the enumerated heaps."""
    program = lowered(name)
    families = {program.family(cls) for cls in program.classes.values() if cls is not program.root}
    inputs = [each for each in inputs_of(program).values() if isinstance(each, ClassDecl)]
    size = subject_named(name).max_objects
    if len(families) != 1 or _mentions_root(program) or len(_runs(name, size)) >= MOST_INPUTS // 2:
        return False
    return len(inputs) == 1 and size > _certain_size(limits)
