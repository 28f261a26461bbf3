"""Values and objects as a programmer would write and call them in Python."""

from __future__ import annotations

import builtins
import keyword
from collections import Counter
from collections.abc import Collection, Mapping

from heapwise.results import Heap, Named, Ref, TupleValue, Value
from heapwise.results.integers import integer_text
from heapwise.testgen.module_source import ModuleFacts


def value_code(value: Value, names: Mapping[Ref, str]) -> str:
    if isinstance(value, Ref):
        return names[value]
    if isinstance(value, TupleValue):
        items = ", ".join(value_code(item, names) for item in value.items)
        return f"({items},)" if len(value.items) == 1 else f"({items})"
    if isinstance(value, Named):
        return value.text
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value!r}")'
    if isinstance(value, int) and not isinstance(value, bool):
        return integer_text(value)
    return repr(value).replace("e+", "e")


def text_literal(text: str) -> str:
    """A string literal in double quotes where that needs no more escapes."""
    plain = repr(text)
    return f'"{plain[1:-1]}"' if plain[0] == "'" and '"' not in text else plain


def variable_names(
    heap: Heap, facts: ModuleFacts, reserved: Collection[str] = ()
) -> dict[Ref, str]:
    """A name for every object: of the parameter it is passed for, of the only field it is reached
    by, else of its class with a number."""
    taken = {*facts.names, *reserved, *dir(builtins), *keyword.kwlist, "pytest", "result"}
    names: dict[Ref, str] = {}

    def give(ref: Ref, name: str) -> None:
        if ref not in names and ref in heap.objects and name.isidentifier() and name not in taken:
            names[ref] = name
            taken.add(name)

    for name, value in heap.roots.items():
        if isinstance(value, Ref):
            give(value, name if name != "self" else class_word(heap.objects[value].class_name))
    classes = Counter(class_word(obj.class_name) for obj in heap.objects.values())
    fields: dict[str, set[Ref]] = {}
    for obj in heap.objects.values():
        for name, value in obj.fields.items():
            if isinstance(value, Ref):
                fields.setdefault(name.strip("_"), set()).add(value)
    for name, refs in fields.items():
        if len(refs) == 1:
            give(next(iter(refs)), name)
    for ref, obj in heap.objects.items():
        word = class_word(obj.class_name)
        if classes[word] == 1:
            give(ref, word)
        number = 1
        while ref not in names:
            give(ref, f"{word}{number}")
            number += 1
    return names


def class_word(class_name: str) -> str:
    word = class_name.rpartition(".")[2].lstrip("_")
    short = {"list": "items", "dict": "table", "set": "elements", "deque": "queue"}
    snake = "".join(
        f"_{letter.lower()}"
        if index and letter.isupper() and not word[index - 1].isupper()
        else letter.lower()
        for index, letter in enumerate(word)
    )
    return short.get(word, snake if snake.isidentifier() else "thing")
