"""The builtin functions and the methods of builtin types that have models, by name.

A model takes the machine, the positional arguments and the keywords of a call, and gives a value,
or an `Enter` for what has to run first. `ATTRIBUTES` says what values of some kinds have besides
methods with models.
"""

from __future__ import annotations

from heapwise.frontends.python.model.values import Bytes, Match, Modelled, Queue, ValueObject
from heapwise.frontends.python.semantics.containers import (
    aggregates,
    counters,
    deques,
    dicts,
    iterators,
    keys_found_by_code,
    lists,
    sets,
    sorting,
)
from heapwise.frontends.python.semantics.core import held_values
from heapwise.frontends.python.semantics.core.environment import AttributeModel, Model
from heapwise.frontends.python.semantics.library import (
    asyncio_functions,
    context_variables,
    file_paths,
    models,
    queues,
    random_and_clocks,
    regex_matches,
    regular_expressions,
    weakrefs,
    world,
)
from heapwise.frontends.python.semantics.library_values import value_operations
from heapwise.frontends.python.semantics.numbers import number_functions
from heapwise.frontends.python.semantics.objects import (
    construction,
    imports,
    introspection,
    method_results,
)
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.frontends.python.semantics.text import (
    bytestrings,
    str_and_format,
    strings,
    unicode_properties,
)

MODELS: dict[str, Model] = {
    **held_values.MODELS,
    **construction.MODELS,
    **models.MODELS,
    **introspection.MODELS,
    **lists.MODELS,
    **number_functions.MODELS,
    **binary_operators.MODELS,
    **deques.MODELS,
    **dicts.MODELS,
    **counters.MODELS,
    **sets.MODELS,
    **sorting.MODELS,
    **aggregates.MODELS,
    **iterators.MODELS,
    **keys_found_by_code.MODELS,
    **random_and_clocks.MODELS,
    **queues.MODELS,
    **world.MODELS,
    **asyncio_functions.MODELS,
    **file_paths.MODELS,
    **regular_expressions.MODELS,
    **imports.MODELS,
    **strings.MODELS,
    **unicode_properties.MODELS,
    **str_and_format.MODELS,
    **method_results.MODELS,
    **context_variables.MODELS,
    **weakrefs.MODELS,
    **bytestrings.MODELS,
    **value_operations.MODELS,
}
ATTRIBUTES: dict[type, AttributeModel] = {
    Bytes: bytestrings.attribute,
    Queue: queues.attribute,
    Match: regex_matches.attribute,
    Modelled: file_paths.attribute,
    ValueObject: value_operations.attribute,
}
