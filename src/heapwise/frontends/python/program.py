"""From a target to a program: the code that makes the inputs and calls the function."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import CodeType

from heapwise.contracts import contract_of
from heapwise.frontends.calls_by_contract import no_replacement, replaced
from heapwise.frontends.input_limits import tell_limits
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.python.calls_by_contract import modular_code
from heapwise.frontends.python.finitising import finitised
from heapwise.frontends.python.main_code import Requirements, main_code
from heapwise.frontends.python.meanings import PythonMeanings
from heapwise.frontends.python.model.code_versions import ONE_VERSION, CodeVersions
from heapwise.frontends.python.model.field_limits import limit_layouts
from heapwise.frontends.python.model.universe import (
    Universe,
    classes_in_module,
    is_user_class,
    mentioned,
)
from heapwise.frontends.python.requirements import requirements_of
from heapwise.frontends.python.runtime import PythonRuntime, PythonTarget
from heapwise.frontends.python.semantics.builtins import MODELS
from heapwise.frontends.python.semantics.library import calling
from heapwise.frontends.python.source.hierarchy import subclasses
from heapwise.frontends.python.source.modules import (
    LoadedModule,
    imported_later,
    load_module,
    modules_behind,
)
from heapwise.frontends.python.source.reached_classes import reached_classes
from heapwise.frontends.python.source.target import parse_target
from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict
from heapwise.frontends.python.typing.fields import fields_of, passed_for
from heapwise.frontends.python.typing.functions import (
    FunctionInfo,
    ParameterInfo,
    function_named,
    functions_of,
)
from heapwise.frontends.python.typing.hints import BUILTIN_BASES, enum_shape, shape_of
from heapwise.frontends.python.typing.infer_from_use import used_as
from heapwise.frontends.python.typing.library_classes import makes_objects
from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    NONE_SHAPE,
    ClassShape,
    DictShape,
    ListShape,
    MissingHint,
    Shape,
    UnknownShape,
    opened,
    unite,
)
from heapwise.frontends.python.typing.used_attributes import with_objects
from heapwise.program import InputError, Program
from heapwise.program.code import Code
from heapwise.testgen import stand_ins

DEFAULT_LENGTH = 3
"""Items of an input container that a path looks at."""


def load_program(
    target: str,
    max_length: int | None = DEFAULT_LENGTH,
    contracts: bool = False,
    leading_asserts: bool = False,
    by_contract: Sequence[str] = (),
    limits: InputLimits | None = None,
) -> Program:
    """The program that explores the function or method that `target` names; with `contracts`, on
    the inputs that its contract allows."""
    parsed = parse_target(target)
    loaded = load_module(parsed)
    if parsed.qualname is None:
        known = functions_of(loaded)
        named = known[0].qualname if known else "function"
        raise InputError(f"{target}: name a function, such as {target}:{named}")
    info = function_named(loaded, parsed.qualname)
    required = None
    if contracts:
        required = requirements_of(info, parameters_of(info), leading_asserts)
    return program_of(loaded, info, max_length, required, by_contract, leading_asserts, limits)


def parameters_of(info: FunctionInfo) -> dict[str, Shape]:
    """The inputs, of the types that their hints and the body tell."""
    found = used_as(info, _declared(info), _field)
    return {name: with_objects(shape) for name, shape in found.items()}


def _declared(info: FunctionInfo) -> dict[str, Shape]:
    """The parameters, without the class of a class method, the object that a constructor makes and
    what keeps its default, of the types that their hints tell."""
    found: dict[str, Shape] = {}
    for index, parameter in enumerate(info.parameters):
        if index == 0 and (info.kind == "classmethod" or info.name in ("__init__", "__new__")):
            continue
        if parameter.keeps_default:
            continue
        shape = parameter.shape
        if index == 0 and info.kind in ("method", "property") and info.owner is not None:
            is_enum = issubclass(info.owner, enum.Enum)
            shape = enum_shape(info.owner) if is_enum else _receiver(info.owner)
        found[parameter.name] = _without_hint(shape, parameter, info)
    return found


def _receiver(owner: type) -> Shape:
    """An object of the class; of one that nobody implements, of what stands in for it; of one below
    a builtin type, what that is as an input."""
    told = inspect.isabstract(owner) or issubclass(owner, BUILTIN_BASES)
    shape = shape_of(owner) if told and is_user_class(owner) | is_derived_dict(owner) else None
    usable = isinstance(shape, ClassShape | DictShape | UnknownShape)
    return shape if shape is not None and usable else ClassShape(owner)


def _without_hint(shape: Shape, parameter: ParameterInfo, info: FunctionInfo) -> Shape:
    """What has no hint is what calls in the module pass, or may be anything."""
    shape = opened(shape)
    if isinstance(shape, ListShape):
        return replace(shape, element=_without_hint(shape.element, parameter, info))
    if isinstance(shape, DictShape):
        return replace(shape, value=_without_hint(shape.value, parameter, info))
    if not isinstance(shape, MissingHint):
        return shape
    found = passed_for(info, parameter) or _like_receiver(info, parameter) or ANY_SHAPE
    known = inspect.Signature.from_callable(info.function, follow_wrapped=False).parameters
    is_none = parameter.has_default and known[parameter.name].default is None
    return unite((found, NONE_SHAPE)) if is_none else found


def _field(cls: type, name: str) -> Shape | None:
    known = fields_of(cls).get(name)
    return None if known is None else known.shape


def _like_receiver(info: FunctionInfo, parameter: ParameterInfo) -> Shape | None:
    """`other` is most often another object of the class."""
    is_other = parameter.name == "other" and isinstance(parameter.shape, MissingHint)
    if not is_other or info.owner is None or info.kind != "method":
        return None
    return ClassShape(info.owner)


def program_of(
    loaded: LoadedModule,
    info: FunctionInfo,
    max_length: int | None = DEFAULT_LENGTH,
    required: Requirements | None = None,
    by_contract: Sequence[str] = (),
    leading_asserts: bool = False,
    limits: InputLimits | None = None,
    besides: Sequence[FunctionInfo] = (),
    versions: CodeVersions = ONE_VERSION,
) -> Program:
    """With a contract: only the inputs that it allows, and what it promises is checked. Calls of
    the functions named in `by_contract` are replaced by their contracts. Whoever puts another
    precondition before the program must know of the `leading_asserts`, and says which functions
    are run on inputs `besides`. No input is of a class of the second of two `versions`."""
    parameters = parameters_of(info)
    classes = [
        cls
        for module in modules_behind([loaded.module, *imported_later(loaded)])
        for cls in classes_in_module(module)
    ]
    if info.owner is not None:
        classes.append(info.owner)
    behind = [cls for each in (info, *besides) for cls in reached_classes(each.function)]
    classes += [cls for cls in behind if is_user_class(cls)]
    made = [cls for cls in behind if makes_objects(cls) and calling.model_of(MODELS, cls) is None]
    classes = [cls for cls in classes if versions.class_of(cls) is cls]
    shapes = [shape for each in besides for shape in parameters_of(each).values()]
    universe = Universe(classes, [*parameters.values(), *shapes], max_length, made)
    told = finitised(loaded, info.owner, limits or InputLimits())
    limit_layouts(universe, told.fields)
    universe.names = vars(loaded.module)
    program = universe.program(f"{loaded.path}:{info.qualname}")
    tell_limits(program, told)
    target = PythonTarget(loaded, info, parameters, tuple(by_contract), leading_asserts, told)
    program.runtime = PythonRuntime(universe, target, _contracts(loaded, by_contract), versions)
    program.meanings = PythonMeanings(program, universe, parameters).of
    program.library_decides = True
    program.main = main_code(info, parameters, required)
    program.assumed = () if required is None else required.texts
    declared = _declared(info)
    program.approximations += tuple(
        f"stand-ins for {stand_ins.described_by(cls)} whose methods always give the same"
        for cls in _reached(parameters.values(), universe)
        if stand_ins.is_stand_in(cls) and not issubclass(cls, stand_ins.InputIterator)
    )
    guessed = [f"`{name}`" for name, shape in parameters.items() if shape != declared[name]]
    if guessed:
        program.approximations += (f"{' and '.join(guessed)} as the body uses it",)
    for cls in _with_guessed_fields(parameters.values(), universe):
        program.approximations += (f"fields of {cls.__qualname__} as the code uses them",)
    for parameter in info.parameters:
        if parameter.keeps_default:
            program.approximations += (f"`{parameter.name}` left at its default",)
        elif parameter.told and parameter.name in parameters:
            program.approximations += (f"`{parameter.name}` as {parameter.told}",)
        elif parameter.name in parameters and passed_for(info, parameter) is not None:
            program.approximations += (f"`{parameter.name}` as calls in the module pass it",)
        elif parameter.name in parameters and _like_receiver(info, parameter) is not None:
            program.approximations += (f"`{parameter.name}` of the same class",)
    return program


def _reached(shapes: Iterable[Shape], universe: Universe) -> list[type]:
    """The classes whose objects the inputs may hold. A class of the library that has no objects on
    the heap leads to none: all that anybody has derived from it would be looked at."""
    waiting = [cls for shape in shapes for cls in mentioned(shape)]
    found: dict[type, None] = {}
    while waiting:
        cls = waiting.pop()
        if cls not in found and universe.decl(cls) is not None:
            found[cls] = None
            waiting += [each for info in fields_of(cls).values() for each in mentioned(info.shape)]
            waiting += subclasses(cls)
    return list(found)


def _with_guessed_fields(shapes: Iterable[Shape], universe: Universe) -> list[type]:
    """Classes of inputs with fields of which nobody has said what they are."""
    waiting = [cls for shape in shapes for cls in mentioned(shape)]
    seen: dict[type, bool] = {}
    while waiting:
        cls = waiting.pop()
        if cls not in seen and universe.decl(cls) is not None:
            fields = fields_of(cls).values()
            seen[cls] = any(each.guessed for each in fields)
            waiting += [inner for each in fields for inner in mentioned(each.shape)]
    return [cls for cls, guessed in seen.items() if guessed]


def _contracts(loaded: LoadedModule, functions: Sequence[str]) -> dict[CodeType, Code]:
    found: dict[CodeType, Code] = {}
    for name, writes in map(replaced, functions):
        try:
            info = function_named(loaded, name)
        except InputError as error:
            raise no_replacement(name, error.message, error.at) from None
        contract = contract_of(info.function, info.owner)
        if not contract.is_stated:
            raise no_replacement(name, "it has no contract that could stand for it", info.at)
        found[info.function.__code__] = modular_code(info, contract, writes)
    return found
