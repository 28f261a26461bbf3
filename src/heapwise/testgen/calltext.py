"""The call of a target, as a user of the module would write it."""

from __future__ import annotations

from collections.abc import Mapping

from heapwise.results import Heap, Ref, TupleValue, Value
from heapwise.testgen.rebuild import Built, build
from heapwise.testgen.source import FunctionFacts, FunctionKind, ModuleFacts


def snippet(target: str, given: Heap, facts: ModuleFacts) -> str:
    """One line that rebuilds the input and makes the call: `a = Account(1); transfer(a, a, 1)`."""
    built = build(given, facts, inline_objects=True, reserved=(target.split(".")[0],))
    return "; ".join([*built.statements, call_text(target, given, built, facts)])


def call_text(target: str, given: Heap, built: Built, facts: ModuleFacts) -> str:
    """The call of the target with the inputs, as a user of the module would write it."""
    owner, _, name = target.rpartition(".")
    function = facts.functions.get(target)
    roots = {key.lstrip("*"): value for key, value in given.roots.items()}
    if function is None and target in facts.classes:
        function = facts.functions.get(f"{target}.__init__")
        known = facts.classes[target].parameters
        if function is None and known is not None:
            return f"{target}({_by_name([each.name for each in known], roots, built)})"
    if function is None:
        return _accessor_or_guess(owner, name, roots, built)
    receiver = None
    positional = list(function.positional)
    has_receiver = function.kind in (FunctionKind.METHOD, FunctionKind.PROPERTY)
    if target in facts.classes or function.kind is FunctionKind.CLASS:
        positional = positional[1:]
    elif has_receiver and positional:
        receiver = roots.get(positional[0])
        positional = positional[1:]
    arguments = _arguments(function, positional, roots, built)
    if not has_receiver or target in facts.classes:
        return f"{target}({arguments})"
    text = built.text(receiver)
    body = given.objects.get(receiver) if isinstance(receiver, Ref) else None
    if function.kind is FunctionKind.PROPERTY:
        return f"{text}.{name}"
    if body is None or body.class_name != owner:
        # Called as it is written, whatever the class of the object overrides.
        return f"{target}({', '.join(filter(None, [text, arguments]))})"
    if name.startswith("__") and not name.endswith("__"):
        name = f"_{owner.rpartition('.')[2].lstrip('_')}{name}"
    return f"{text}.{name}({arguments})"


def _arguments(
    function: FunctionFacts, positional: list[str], roots: Mapping[str, Value], built: Built
) -> str:
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
        parts.append(f"**{built.text(roots[function.named])}")
    return ", ".join(parts)


def _by_name(parameters: list[str], roots: Mapping[str, Value], built: Built) -> str:
    order = [*(name for name in parameters if name in roots)]
    order += [name for name in roots if name not in parameters]
    return ", ".join(f"{name}={built.text(roots[name])}" for name in order)


def _accessor_or_guess(owner: str, name: str, roots: Mapping[str, Value], built: Built) -> str:
    """A target that the source does not show as a function: a setter, something inherited."""
    texts = [built.text(value) for key, value in roots.items() if key != "cls"]
    return f"{f'{owner}.' if owner else ''}{name}({', '.join(texts)})"
