"""What the source of a module says about how to write code that uses it.

Read from the syntax alone. A constructor *suffices* for a class if all it does is to assign its
parameters and literals to attributes (a dataclass without `__post_init__`, a named tuple, an
`__init__` of plain assignments); then an object can be written as a call of it. Whatever is not
recognised for certain is not said: the object is then made with `__new__` and plain assignments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path

from heapwise.results import TupleValue, Value

_EMPTY_CALLS = ("list", "dict", "set", "deque")
_PLAIN_BASES = ("object", "Generic", "Protocol", "ABC", "Hashable", "Sized")
_HARMLESS_DECORATORS = ("total_ordering", "final", "runtime_checkable")
_IMPORTS = (ast.Import, ast.ImportFrom)
_SPOILERS = ("__new__", "__setattr__", "__post_init__", "__getattribute__")


@dataclass(frozen=True, slots=True)
class Empty:
    """A new, empty container of this class."""

    class_name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A default that is no literal."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Of a constructor; `default` is None if it must be given."""

    name: str
    attribute: str
    default: Value | Empty | Unknown | None = None
    required: bool = True
    keyword_only: bool = False


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """`parameters` is None if the constructor does not suffice; `constants` are the attributes it
    sets on its own. `frozen`: attributes cannot simply be assigned. `is_abstract`: it has an
    abstract method of its own."""

    parameters: tuple[Parameter, ...] | None = None
    constants: Mapping[str, Value | Empty] = field(default_factory=dict)
    frozen: bool = False
    is_tuple: bool = False
    own_new: bool = False
    is_dataclass: bool = False
    is_abstract: bool = False


class FunctionKind(Enum):
    FUNCTION = "function"
    METHOD = "method"
    STATIC = "staticmethod"
    CLASS = "classmethod"
    PROPERTY = "property"


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """`returns_none`: no `return` of the function has a value, and it is no generator;
    `decorators` are their last names."""

    kind: FunctionKind
    positional: tuple[str, ...]
    rest: str | None
    keyword_only: tuple[str, ...]
    named: str | None
    returns_none: bool
    node: ast.FunctionDef | ast.AsyncFunctionDef
    is_generator: bool = False
    decorators: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """`names` are the names that can be imported from the module; `borrowed` are those of them that
    it has imported itself, and `origins` the statements that import some of these from where they
    come from. `path` is the file, if there is one."""

    names: frozenset[str] = frozenset()
    borrowed: frozenset[str] = frozenset()
    classes: Mapping[str, ClassFacts] = field(default_factory=dict)
    functions: Mapping[str, FunctionFacts] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    path: Path | None = None


def read_module(path: Path) -> ModuleFacts:
    return replace(read_source(path.read_bytes()), path=path)


@lru_cache(maxsize=8)
def read_source(source: str | bytes) -> ModuleFacts:
    tree = ast.parse(source)
    reader = _Reader()
    reader.block(tree.body, "")
    names = frozenset(_top_names(tree.body))
    own = frozenset(_top_names(each for each in tree.body if not isinstance(each, _IMPORTS)))
    origins = {name: text for name, text in _origins(tree.body) if name not in own}
    return ModuleFacts(names, names - own, reader.classes, reader.functions, origins)


def literal(node: ast.expr) -> Value | Unknown:
    try:
        return _as_value(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return Unknown()


def _as_value(value: object) -> Value:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return TupleValue(tuple(_as_value(item) for item in value))
    raise ValueError


def _top_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((each.asname or each.name).split(".")[0] for each in names)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        yield node.id
            case ast.If() | ast.Try() | ast.With():
                for part in ("body", "orelse", "finalbody"):
                    yield from _top_names(getattr(statement, part, []))


def _origins(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Names, and the statements that import them. Those in an `if` or a `try` may not have been
    executed, and relative ones mean something else elsewhere."""
    for statement in body:
        match statement:
            case ast.Import(names=names):
                for each in names:
                    text = f"import {each.name}"
                    if each.asname:
                        yield each.asname, f"{text} as {each.asname}"
                    elif "." not in each.name:
                        yield each.name, text
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for each in names:
                    renamed = f" as {each.asname}" if each.asname else ""
                    yield each.asname or each.name, f"from {module} import {each.name}{renamed}"


class _Reader:
    def __init__(self) -> None:
        self.classes: dict[str, ClassFacts] = {}
        self.functions: dict[str, FunctionFacts] = {}

    def block(self, body: Sequence[ast.stmt], owner: str) -> None:
        for statement in body:
            match statement:
                case ast.ClassDef(name=name):
                    self.block(statement.body, f"{owner}{name}.")
                    abstract = any(
                        "abstractmethod" in function.decorators
                        for each, function in self.functions.items()
                        if each.rpartition(".")[0] == owner + name
                    )
                    facts = self._class(statement)
                    self.classes[owner + name] = replace(facts, is_abstract=abstract)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    # A setter has the name of its property; the getter is the one that is meant.
                    if not _is_accessor(statement):
                        self.functions[owner + name] = _function(statement, bool(owner))
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                    fields = _namedtuple_call(call)
                    if fields is not None:
                        self.classes[owner + name] = ClassFacts(fields, is_tuple=True)

    def _class(self, node: ast.ClassDef) -> ClassFacts:
        bases = [_name(base) for base in node.bases]
        if bases == ["NamedTuple"]:
            return ClassFacts(tuple(_annotated(node, False)), is_tuple=True)
        decorators = [_name(each) for each in node.decorator_list]
        options = _dataclass_options(node)
        methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        inherited = [self.classes.get(base) for base in bases if base not in _PLAIN_BASES]
        known = [facts for facts in inherited if facts is not None]
        frozen = options.get("frozen", False) or any(facts.frozen for facts in known)
        frozen = frozen or "__setattr__" in methods
        own_new = "__new__" in methods or any(facts.own_new for facts in known)
        plain = ClassFacts(frozen=frozen, own_new=own_new)
        strange = set(decorators) - {"dataclass", *_HARMLESS_DECORATORS}
        if strange or len(known) != len(inherited) or len(known) > 1 or methods & {*_SPOILERS}:
            return plain
        if any(facts.parameters is None for facts in known):
            return plain
        base = known[0] if known else ClassFacts(())
        assert base.parameters is not None
        is_dataclass = "dataclass" in decorators and options.get("init", True)
        if is_dataclass:
            if base.parameters and not base.is_dataclass:
                return plain  # the fields of such a base are not fields of the dataclass
            parameters, constants = _merge(base, node, options.get("kw_only", False))
        elif "__init__" in methods:
            found = _init(next(e for e in node.body if _is_function(e, "__init__")))
            if found is None:
                return plain
            parameters, constants = found
        else:
            parameters, constants = base.parameters, dict(base.constants)
        attributes = {each.attribute for each in parameters} | set(constants)
        if attributes & methods:  # a property stands in the way
            return plain
        return ClassFacts(parameters, constants, frozen, False, own_new, is_dataclass)


def _merge(
    base: ClassFacts, node: ast.ClassDef, keyword_only: bool
) -> tuple[tuple[Parameter, ...], dict[str, Value | Empty]]:
    """The fields of a dataclass: those of its base, in their places, and its own."""
    merged = {each.name: each for each in base.parameters or ()}
    constants = dict(base.constants)
    for each in _annotated(node, keyword_only):
        if each.name.startswith("="):  # not a parameter of the constructor
            name = each.attribute
            if each.default is not None and not isinstance(each.default, Unknown):
                constants[name] = each.default
            elif not each.required and each.default is None:
                constants[name] = None
        else:
            merged[each.name] = each
    return tuple(merged.values()), constants


def _annotated(node: ast.ClassDef, keyword_only: bool) -> Iterator[Parameter]:
    """The fields a class body declares. The name of one that is no parameter starts with `=`."""
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        name, hint = statement.target.id, ast.unparse(statement.annotation).strip("'\"")
        if hint.endswith("KW_ONLY"):
            keyword_only = True
            continue
        if "ClassVar" in hint:
            continue
        default: Value | Empty | Unknown = None
        required, prefix, only = statement.value is None, "", keyword_only
        value = statement.value
        if isinstance(value, ast.Call) and _name(value.func) == "field":
            options = {each.arg: each.value for each in value.keywords if each.arg}
            required = "default" not in options and "default_factory" not in options
            if "default" in options:
                default = literal(options["default"])
            elif "default_factory" in options:
                factory = _name(options["default_factory"])
                default = Empty(factory) if factory in _EMPTY_CALLS else Unknown()
            if _is_constant(options.get("init"), False):
                prefix = "="
            only = only or _is_constant(options.get("kw_only"), True)
        elif value is not None:
            default = literal(value)
        if "InitVar" in hint:
            default, required = Unknown(), False  # it never appears among the attributes
        yield Parameter(prefix + name, name, default, required, only)


def _init(node: ast.stmt) -> tuple[tuple[Parameter, ...], dict[str, Value | Empty]] | None:
    """The parameters and constants of an `__init__` that only assigns; None if it does more."""
    assert isinstance(node, ast.FunctionDef)
    arguments = node.args
    if node.decorator_list or arguments.vararg or arguments.kwarg or arguments.posonlyargs:
        return None
    positional = [*arguments.args]
    if not positional:
        return None
    receiver = positional.pop(0).arg
    attributes: dict[str, str] = {}
    constants: dict[str, Value | Empty] = {}
    names = {each.arg for each in [*positional, *arguments.kwonlyargs]}
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    for statement in body:
        if isinstance(statement, ast.Pass):
            continue
        assigned = _attribute_assignment(statement, receiver)
        if assigned is None:
            return None
        attribute, value = assigned
        if attribute in attributes.values() or attribute in constants:
            return None
        if isinstance(value, ast.Name) and value.id in names and value.id not in attributes:
            attributes[value.id] = attribute
            continue
        constant = _constant(value)
        if isinstance(constant, Unknown):
            return None
        constants[attribute] = constant
    if set(attributes) != names:
        return None
    found: list[Parameter] = []
    given = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * given), *arguments.defaults]
    for each, default in zip(positional, defaults, strict=True):
        found.append(_parameter(each.arg, attributes[each.arg], default, False))
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(each.arg, attributes[each.arg], default, True))
    return tuple(found), constants


def _parameter(name: str, attribute: str, default: ast.expr | None, only: bool) -> Parameter:
    value = literal(default) if default is not None else None
    return Parameter(name, attribute, value, default is None, only)


def _attribute_assignment(statement: ast.stmt, receiver: str) -> tuple[str, ast.expr] | None:
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value):
            pass
        case ast.AnnAssign(
            target=ast.Attribute(value=ast.Name(id=owner), attr=name), value=ast.expr() as value
        ):
            pass
        case _:
            return None
    private = name.startswith("__") and not name.endswith("__")
    return None if owner != receiver or private else (name, value)


def _constant(node: ast.expr) -> Value | Empty | Unknown:
    match node:
        case ast.List(elts=[]):
            return Empty("list")
        case ast.Dict(keys=[]):
            return Empty("dict")
        case ast.Call(func=func, args=[], keywords=[]) if _name(func) in _EMPTY_CALLS:
            return Empty(_name(func))
    return literal(node)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, in_class: bool) -> FunctionFacts:
    decorators = {_name(each) for each in node.decorator_list}
    kind = FunctionKind.METHOD if in_class else FunctionKind.FUNCTION
    if in_class and "staticmethod" in decorators:
        kind = FunctionKind.STATIC
    elif in_class and "classmethod" in decorators:
        kind = FunctionKind.CLASS
    elif in_class and decorators & {"property", "cached_property"}:
        kind = FunctionKind.PROPERTY
    arguments = node.args
    return FunctionFacts(
        kind,
        tuple(each.arg for each in [*arguments.posonlyargs, *arguments.args]),
        arguments.vararg.arg if arguments.vararg else None,
        tuple(each.arg for each in arguments.kwonlyargs),
        arguments.kwarg.arg if arguments.kwarg else None,
        not any(_gives_a_value(each) for each in _own_nodes(node)),
        node,
        any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own_nodes(node)),
        frozenset(decorators),
    )


def _gives_a_value(node: ast.AST) -> bool:
    if isinstance(node, ast.Return):
        return node.value is not None
    return isinstance(node, ast.Yield | ast.YieldFrom)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, but not of functions and classes inside it."""
    pending = list(ast.iter_child_nodes(function))
    inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, inner):
            pending.extend(ast.iter_child_nodes(node))


def _is_accessor(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        isinstance(each, ast.Attribute) and each.attr in ("setter", "deleter")
        for each in node.decorator_list
    )


def _is_function(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == name


def _is_constant(node: ast.expr | None, value: bool) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _dataclass_options(node: ast.ClassDef) -> dict[str, bool]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and _name(decorator) == "dataclass":
            return {
                each.arg: _is_constant(each.value, True) for each in decorator.keywords if each.arg
            }
    return {}


def _namedtuple_call(call: ast.Call) -> tuple[Parameter, ...] | None:
    if _name(call.func) != "namedtuple" or len(call.args) != 2:
        return None
    fields = literal(call.args[1])
    if isinstance(fields, str):
        return tuple(Parameter(name, name) for name in fields.replace(",", " ").split())
    if isinstance(call.args[1], ast.List | ast.Tuple):
        names = [literal(each) for each in call.args[1].elts]
        return tuple(Parameter(name, name) for name in names if isinstance(name, str))
    return None


def _name(node: ast.expr) -> str:
    """The last name in `a.b`, `a.b(…)`, `a.b[…]`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
