"""Makes one program of two versions of a module of Python, function by function."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path

from heapwise.frontends.python.checking.subjects import Subject as PythonSubject
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.frontends.python.model.code_versions import CodeVersions
from heapwise.frontends.python.product.product_driver import (
    GIVEN,
    Sides,
    corresponding,
    driver_text,
    inputs_of,
    modules_of,
    other_fields,
)
from heapwise.frontends.python.product.renamed_modules import copied
from heapwise.frontends.python.product.shared_classes import NotSharedError, shared
from heapwise.frontends.python.product.shared_heap import Both, Run
from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.functions import FunctionInfo, callee_of, function_named
from heapwise.frontends.versions import Pair, Product, Runner, ways_in
from heapwise.program import InputError
from heapwise.results import Heap, Value
from heapwise.results.heap import HeapObject, Named, Ref, TupleValue
from heapwise.results.version_pairs import GIVEN_BEFORE, Ending
from heapwise.testgen import ModuleUnderTest, read_module, snippet
from heapwise.testgen.cpython_replay import Replayer

_DRIVER = "heapwise_versions"
_BEFORE, _NOW = "heapwise_before", "heapwise_now"
_LEAVES_OUT = "texts of exceptions, what is printed and global variables are not compared"


def product_of(before: str, now: str, folder: Path) -> Product:
    """Of what both targets name. Both are imported here, and copied to the folder."""
    first, second = _named(before), _named(now)
    if len(first) == len(second) == 1:
        # Two functions are compared, whatever they are called.
        second = {next(iter(first)): next(iter(second.values()))}
    one, other = next(iter(first.values())), next(iter(second.values()))
    names = [
        copied(Path(each.loaded.path), package, folder)
        for each, package in ((one, _BEFORE), (other, _NOW))
    ]
    loaded = [load_file(_file_of(name, folder)) for name in names]
    sides = Sides(loaded[0], loaded[1], *names)
    unsupported: dict[str, str] = {}
    pairs: dict[str, tuple[FunctionInfo, FunctionInfo]] = {}
    why = other_fields(sides)
    for name in [each for each in first if each in second]:
        mine, its = first[name], second[name]
        reason = mine.skipped or its.skipped or _reason(mine.info, its.info)
        if not reason and any("<class" in repr(each) for each in mine.parameters.values()):
            reason = why
        if reason:
            unsupported[name] = reason
            continue
        pairs[name] = (
            function_named(loaded[0], mine.info.qualname),
            function_named(loaded[1], its.info.qualname),
        )
    homes = sorted(
        (each.__name__ for side in loaded for each in modules_of(side)), key=len, reverse=True
    )
    driver = folder / f"{_DRIVER}.py"
    driver.write_text(driver_text(sides, list(pairs.values())), encoding="utf-8")
    module = ModuleUnderTest.of_file(driver)
    versions = _versions(sides)
    made = []
    for number, name in enumerate(pairs):
        run, target = _runner(module, number, homes), f"{driver}:both_{number}"
        call = _caller(second[name], names[0])
        subject = _both(target, versions, run, number)
        made.append(Pair(name, _alone(run), call, target, subject))
    return Product(
        made,
        [name for name, each in first.items() if name not in second and not each.skipped],
        [name for name, each in second.items() if name not in first and not each.skipped],
        unsupported,
        _LEAVES_OUT,
    )


def _named(target: str) -> dict[str, PythonSubject]:
    found: dict[str, PythonSubject] = {}
    for each in subjects_of(target):
        found.setdefault(each.info.qualname, each)
    return found


def _file_of(name: str, folder: Path) -> Path:
    place = folder.joinpath(*name.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _reason(before: FunctionInfo, now: FunctionInfo) -> str:
    """Why two functions cannot be given the same arguments."""
    mine = [(each.name, each.kind) for each in inputs_of(before)]
    its = [(each.name, each.kind) for each in inputs_of(now)]
    if mine != its or before.kind != now.kind:
        return "the parameters are not the same"
    ours, others = _defaults(before), _defaults(now)
    for name in {**ours, **others}:
        if ours.get(name) != others.get(name):
            return f"`{name}` has another default: who leaves it out may get another result"
    return ""


def _defaults(info: FunctionInfo) -> dict[str, tuple[str, object]]:
    """Of parameters: plain values, and of others their text."""
    parameters = inspect.signature(info.function).parameters
    found: dict[str, tuple[str, object]] = {}
    for name, text in _default_texts(info.node.args):
        value = parameters[name].default if name in parameters else None
        is_plain = type(value) in (int, float, complex, str, bytes, bool, type(None))
        found[name] = (type(value).__name__, repr(value)) if is_plain else ("", text)
    return found


def _default_texts(arguments: ast.arguments) -> Iterator[tuple[str, str]]:
    plain = [*arguments.posonlyargs, *arguments.args]
    with_default = plain[len(plain) - len(arguments.defaults) :]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for each, default in (*zip(with_default, arguments.defaults, strict=True), *named):
        if default is not None:
            yield each.arg, ast.unparse(default)


def _runner(module: ModuleUnderTest, number: int, homes: Sequence[str]) -> Run:
    def run(replayer: Replayer, given: Heap) -> tuple[Ending, Ending]:
        one, other = (
            _ending(replayer, module, f"{side}_{number}", given) for side in ("before", "now")
        )
        one, other = (_without_homes(each, homes) for each in (one, other))
        return _with_lost(one, other)

    return run


def _alone(run: Run) -> Runner:
    def alone(given: Heap) -> tuple[Ending, Ending]:
        with Replayer() as replayer:
            return run(replayer, given)

    return alone


def _versions(sides: Sides) -> CodeVersions | None:
    """None if code of both versions cannot run on the same objects."""
    pairs = {one.cls: other.cls for one, other in corresponding(sides)}
    homes = [modules_of(each) for each in (sides.before, sides.now)]
    mine, its = [[Path(each.__file__) for each in side if each.__file__] for side in homes]
    try:
        return shared(pairs, (mine, its))
    except NotSharedError:
        return None


def _both(
    target: str, versions: CodeVersions | None, run: Run, number: int
) -> PythonSubject | None:
    """A check of both versions on one heap."""
    if versions is None:
        return None
    (found,) = subjects_of(target)
    calls = tuple(function_named(found.loaded, f"_{side}_{number}") for side in ("before", "now"))
    values = {each.name: getattr(found, each.name) for each in fields(found)}
    return Both(**values, versions=versions, calls=calls, run=run)


def _with_lost(*both: Ending) -> tuple[Ending, Ending]:
    """With the objects of the input that can no longer be reached from the arguments after one of
    the runs: somebody else may still refer to them."""
    heaps = [each.heap for each in both]
    listed = [_items(heap, heap.roots.get(GIVEN)) for heap in heaps]
    plain = [
        Heap({name: value for name, value in heap.roots.items() if name != GIVEN}, heap.objects)
        for heap in heaps
    ]
    reached = [set(ways_in(heap)) for heap in plain]
    lost = [
        number
        for number, refs in enumerate(zip(*listed, strict=False))
        if any(ref not in found for ref, found in zip(refs, reached, strict=True))
    ]
    made = []
    for each, heap, refs in zip(both, plain, listed, strict=True):
        more = {f"(object {number + 1} of the input)": refs[number] for number in lost}
        made.append(replace(each, heap=Heap({**heap.roots, **more}, heap.objects)))
    return made[0], made[1]


def _items(heap: Heap, value: Value) -> list[Ref]:
    found = heap.objects[value].items if isinstance(value, Ref) else ()
    return [each for each in found or () if isinstance(each, Ref)]


def _ending(replayer: Replayer, module: ModuleUnderTest, target: str, given: Heap) -> Ending:
    seen = replayer.replay(module, target, given)
    told = seen.output.objects.get(seen.value) if isinstance(seen.value, Ref) else None
    if not seen.finished or told is None:
        return Ending(seen.why or seen.status.value, seen.output)
    entries: Mapping[Value, Value] = dict(told.entries or ())
    how = str(entries[""])
    roots = {str(name): value for name, value in entries.items() if name != ""}
    objects = {
        ref: _plainly_named(obj) for ref, obj in seen.output.objects.items() if ref != seen.value
    }
    if how == "raised":
        raised = roots.pop("result")
        if isinstance(raised, TupleValue):
            raised, roots[GIVEN_BEFORE] = raised.items
        return Ending(how, Heap(roots, objects), str(raised))
    return Ending(how, Heap(roots, objects))


def _without_homes(ending: Ending, homes: Sequence[str]) -> Ending:
    """As if the versions did not lie in packages of ours: that is no difference between them."""

    def plain(value: Value) -> Value:
        if isinstance(value, TupleValue):
            return TupleValue(tuple(map(plain, value.items)))
        if isinstance(value, Named):
            text = value.text
            for home in homes:
                text = text.replace(f"{home}.", "")
            return Named(text)
        if isinstance(value, str):
            return value.replace(f"{_BEFORE}.", "").replace(f"{_NOW}.", "")
        return value

    heap = ending.heap
    objects = {
        ref: replace(
            obj,
            fields={name: plain(value) for name, value in obj.fields.items()},
            items=None if obj.items is None else tuple(map(plain, obj.items)),
            entries=None
            if obj.entries is None
            else tuple((plain(key), plain(value)) for key, value in obj.entries),
        )
        for ref, obj in heap.objects.items()
    }
    roots = {name: plain(value) for name, value in heap.roots.items()}
    return replace(ending, heap=Heap(roots, objects))


def _plainly_named(obj: HeapObject) -> HeapObject:
    return replace(obj, class_name=obj.class_name.rpartition(".")[2])


def _caller(now: PythonSubject, before_name: str) -> Callable[[Heap], str]:
    def call(given: Heap) -> str:
        objects = {
            ref: replace(
                obj,
                class_name=obj.class_name.removeprefix(f"{before_name}.").removeprefix(
                    f"{_BEFORE}."
                ),
            )
            for ref, obj in given.objects.items()
        }
        try:
            heap = Heap(given.roots, objects)
            return snippet(callee_of(now.info), heap, read_module(now.loaded.path))
        except InputError as error:
            return f"# {error}"

    return call
