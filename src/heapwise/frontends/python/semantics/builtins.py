"""The builtin functions and the methods of builtin types that have models, by name.

A model takes the machine, the positional arguments and the keywords of a call, and gives a value,
or an `Enter` for what has to run first. `ATTRIBUTES` says what values of some kinds have besides
methods with models.
"""

from __future__ import annotations

from heapwise.frontends.python.semantics import (
    aggregates,
    bytestrings,
    counters,
    deques,
    dicts,
    draws,
    imports,
    iterators,
    library_models,
    lists,
    number_functions,
    numbers,
    objects,
    prelude_models,
    queues,
    results,
    sets,
    sorting,
    strings,
    text,
    weak,
)
from heapwise.frontends.python.semantics.environment import AttributeModel, Model
from heapwise.frontends.python.values import Bytes, Queue

MODELS: dict[str, Model] = {
    **library_models.MODELS,
    **objects.MODELS,
    **lists.MODELS,
    **number_functions.MODELS,
    **numbers.MODELS,
    **deques.MODELS,
    **dicts.MODELS,
    **counters.MODELS,
    **sets.MODELS,
    **sorting.MODELS,
    **aggregates.MODELS,
    **iterators.MODELS,
    **prelude_models.MODELS,
    **draws.MODELS,
    **queues.MODELS,
    **imports.MODELS,
    **strings.MODELS,
    **text.MODELS,
    **results.MODELS,
    **weak.MODELS,
    **bytestrings.MODELS,
}
ATTRIBUTES: dict[type, AttributeModel] = {
    Bytes: bytestrings.attribute,
    Queue: queues.attribute,
}
