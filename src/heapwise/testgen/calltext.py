"""The call of a target, as a user of the module would write it.

Targets are those of `worker_calls.py`: `f`, `Class.method`, `Class` or `Class.__init__` for a
constructor, `Class.name.fset` and `Class.name.fdel` for the accessors of a property.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from heapwise.results import Heap, Ref, TupleValue, Value
from heapwise.testgen.module_source import FunctionFacts, FunctionKind, ModuleFacts
from heapwise.testgen.needed_imports import import_statements, with_foreign_classes
from heapwise.testgen.rebuild import Built, build
from heapwise.testgen.special_calls import AUGMENTED, in_operators
from heapwise.testgen.world_statements import world_statements

_WITH_RECEIVER = (FunctionKind.METHOD, FunctionKind.PROPERTY)
_LAZY_RESULTS = ("Iterator", "Generator")
_CONTAINERS = ("list", "dict", "set", "frozenset", "tuple", "deque")


def snippet(target: str, given: Heap, facts: ModuleFacts) -> str:
    """One line that imports what it needs, rebuilds the input and makes the call:
    `from bank import Account, transfer; a = Account(1); transfer(a, a, 1)`."""
    facts = with_foreign_classes(facts, given)
    method = target.rpartition(".")[2]
    receiver = _receiver(facts.functions.get(target), given) if method in AUGMENTED else None
    named = [receiver] if isinstance(receiver, Ref) else []
    built = build(given, facts, inline_objects=True, named=named, reserved=(target.split(".")[0],))
    before: list[str] = []
    owner = _constructed(target, facts)
    if owner is not None and facts.classes[owner].is_abstract:
        # Its constructor runs for objects of subclasses.
        before = [f"{owner}.__abstractmethods__ = frozenset()"]
    code = [*before, *built.statements, statement_text(target, given, built, facts)]
    return "; ".join([*import_statements(code, facts), *world_statements(given), *code])


def call_text(target: str, given: Heap, built: Built, facts: ModuleFacts) -> str:
    """The call of the target with the inputs: a method by its name, whatever operator calls it. A
    coroutine is run."""
    text = _called(target, given, built, facts)
    function = facts.functions.get(target)
    waits = function is not None and isinstance(function.node, ast.AsyncFunctionDef)
    if function is None or not waits or function.is_generator:
        return text
    return f"asyncio.run({text})"


def _called(target: str, given: Heap, built: Built, facts: ModuleFacts) -> str:
    owner, _, name = target.rpartition(".")
    function = facts.functions.get(target)
    roots = {key.lstrip("*"): value for key, value in given.roots.items()}
    constructed = _constructed(target, facts)
    if constructed is not None:
        function = function or facts.functions.get(f"{target}.__init__")
        if function is None:
            known = facts.classes[constructed].parameters or ()
            return f"{constructed}({_by_name([each.name for each in known], roots, built)})"
        arguments = _arguments(function, list(function.positional[1:]), roots, built)
        return f"{constructed}({', '.join(arguments)})"
    if name in ("fset", "fdel") and owner in facts.functions:
        return _accessor(owner, name, roots, built)
    if function is None:
        return _guess(owner, name, roots, built)
    positional = list(function.positional)
    if function.kind is FunctionKind.CLASS:
        positional = positional[1:]
    if function.kind not in _WITH_RECEIVER:
        return f"{target}({', '.join(_arguments(function, positional, roots, built))})"
    receiver = _receiver(function, given)
    text = built.text(receiver)
    arguments = _arguments(function, positional[1:], roots, built)
    if function.kind is FunctionKind.PROPERTY:
        return f"{text}.{name}"
    if name == "__new__":
        return f"{target}({', '.join([owner, *arguments])})"
    if not _is_of(given, receiver, owner):
        # Called as it is written, whatever the class of the object overrides.
        return f"{target}({', '.join([text, *arguments])})"
    if name.startswith("__") and not name.endswith("__"):
        name = f"_{owner.rpartition('.')[2].lstrip('_')}{name}"
    return f"{text}.{name}({', '.join(arguments)})"


def statement_text(target: str, given: Heap, built: Built, facts: ModuleFacts) -> str:
    """As a statement, with operators where there are some, and run to the end: a generator has done
    nothing before its items are asked for."""
    function = facts.functions.get(target)
    if function is None:
        return call_text(target, given, built, facts)
    if "contextmanager" in function.decorators:
        plain = replace(function, kind=FunctionKind.FUNCTION)
        kept = replace(facts, functions={**facts.functions, target: plain})
        called = call_text(target, given, built, kept)
        return f"list({target}.__wrapped__{called.removeprefix(target)})"
    text = _operator_text(target, function, given, built) or call_text(target, given, built, facts)
    returns = function.node.returns
    hint = "" if returns is None else ast.unparse(returns).strip("'\"").partition("[")[0]
    lazy = function.is_generator or hint.rpartition(".")[2] in _LAZY_RESULTS
    return f"list({text})" if lazy and not target.endswith("__next__") else text


def _operator_text(target: str, function: FunctionFacts, given: Heap, built: Built) -> str | None:
    owner, _, name = target.rpartition(".")
    receiver = _receiver(function, given)
    if function.kind is not FunctionKind.METHOD or not _is_of(given, receiver, owner):
        return None
    roots = {key.lstrip("*"): value for key, value in given.roots.items()}
    arguments = _arguments(function, list(function.positional[1:]), roots, built)
    values = [roots[each] for each in function.positional[1:] if each in roots]
    if name != "__call__" and len(values) != len(arguments):
        return None  # by keyword, or out of a tuple
    classes = {given.objects[each].class_name for each in values if isinstance(each, Ref)}
    is_number = len(values) == 1 and isinstance(values[0], bool | int | float | None)
    strangers = bool(classes - {owner, *_CONTAINERS})
    return in_operators(name, built.text(receiver), arguments, strangers, is_number)


def _constructed(target: str, facts: ModuleFacts) -> str | None:
    """The class whose objects the target makes, if its call is a call of the class."""
    owner, _, name = target.rpartition(".")
    if target in facts.classes and target not in facts.functions:
        init = facts.functions.get(f"{target}.__init__")
        return target if init is not None or facts.classes[target].parameters is not None else None
    if owner in facts.classes and name == "__init__":
        return owner
    if owner in facts.classes and name == "__new__":
        new, init = facts.functions.get(target), facts.functions.get(f"{owner}.__init__")
        alike = init is None or (new is not None and _takes_the_same(new, init))
        return owner if alike else None
    return None


def _takes_the_same(new: FunctionFacts, init: FunctionFacts) -> bool:
    kinds = [
        (len(each.positional), each.rest is None, each.keyword_only, each.named is None)
        for each in (new, init)
    ]
    return kinds[0] == kinds[1]


def _receiver(function: FunctionFacts | None, given: Heap) -> Value:
    if function is None or function.kind not in _WITH_RECEIVER or not function.positional:
        return None
    return given.roots.get(function.positional[0])


def _is_of(given: Heap, receiver: Value, owner: str) -> bool:
    body = given.objects.get(receiver) if isinstance(receiver, Ref) else None
    return body is not None and body.class_name == owner


def _arguments(
    function: FunctionFacts, positional: list[str], roots: Mapping[str, Value], built: Built
) -> list[str]:
    parts: list[str] = []
    in_order = True
    for name in positional:
        if name not in roots:
            in_order = False
            continue
        text = built.text(roots[name])
        parts.append(text if in_order else f"{name}={text}")
    if function.rest is not None and function.rest in roots:
        rest = roots[function.rest]
        if isinstance(rest, TupleValue):
            parts += [built.text(item) for item in rest.items]
        else:
            parts.append(f"*{built.text(rest)}")
    parts += [
        f"{each}={built.text(roots[each])}" for each in function.keyword_only if each in roots
    ]
    if function.named is not None and function.named in roots:
        text = built.text(roots[function.named])
        parts += [] if text == "{}" else [f"**{text}"]
    return parts


def _by_name(parameters: list[str], roots: Mapping[str, Value], built: Built) -> str:
    order = [*(name for name in parameters if name in roots)]
    order += [name for name in roots if name not in parameters]
    return ", ".join(f"{name}={built.text(roots[name])}" for name in order)


def _accessor(owner: str, name: str, roots: Mapping[str, Value], built: Built) -> str:
    """`tree.size = 3`, `del tree.size`."""
    receiver, *values = roots.values()
    place = f"{built.text(receiver)}.{owner.rpartition('.')[2]}"
    return f"{place} = {built.text(values[0])}" if name == "fset" else f"del {place}"


def _guess(owner: str, name: str, roots: Mapping[str, Value], built: Built) -> str:
    """A target that the source does not show as a function: something inherited."""
    texts = [built.text(value) for key, value in roots.items() if key != "cls"]
    return f"{f'{owner}.' if owner else ''}{name}({', '.join(texts)})"
