"""asyncio: what it does is Python code in `prelude.library_asyncio`."""

from __future__ import annotations

from heapwise.engine.machine import CutError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime
from heapwise.frontends.python.semantics.core.lengths import known_length
from heapwise.frontends.python.semantics.library import world
from heapwise.frontends.python.semantics.library.models import Prelude
from heapwise.frontends.python.semantics.objects import asynchronous

_FUNCTIONS = {
    "runners.run": "async_run",
    "tasks.gather": "async_gather",
    "tasks.create_task": "async_task",
    "tasks.ensure_future": "async_ensure",
    "tasks.sleep": "async_sleep",
    "tasks.wait_for": "async_wait_for",
    "tasks.current_task": "async_current_task",
    "current_task": "async_current_task",
    "locks.Lock": "async_lock",
    "locks.Event": "async_event",
    "locks.Semaphore": "async_semaphore",
    "locks.BoundedSemaphore": "async_bounded_semaphore",
    "queues.Queue": "async_queue",
    "queues.LifoQueue": "async_lifo_queue",
    "taskgroups.TaskGroup": "async_task_group",
    "Future": "async_new_future",
}


_MOST_CHOICES = 12
SCHEDULES = f"schedules with at most {_MOST_CHOICES} choices"
_CHOICES: StoreKey[int] = StoreKey("schedule")


def schedule(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Which of these tasks, which are ready, runs next: the first, as in CPython, unless every
    order is asked for. `others` are ready, too, but not tasks: they come first and are no choice,
    because all that they do is to make tasks ready."""
    kinds = sequences.items_of(m, positional[0])
    others = [index for index, is_task in enumerate(kinds) if is_task is False]
    if not runtime(m).every_schedule or len(kinds) == 1:
        return 0
    if others:
        return others[0]
    made = (m.load(_CHOICES) or 0) + 1
    if made > _MOST_CHOICES:
        raise CutError(SCHEDULES)
    m.put(_CHOICES, made)
    index = known_length(m, world.number_below(m, len(kinds)), len(kinds))
    world.fact(m, ("schedule", made, index), {})
    return index


def round_length(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """How much of what is ready runs before the loop looks whether it is to stop. Where every order
    is asked for, that is one at a time, in replays as well."""
    return 1 if runtime(m).every_schedule else positional[0]


MODELS: dict[str, Model] = {
    **{f"asyncio.{name}": Prelude(function) for name, function in _FUNCTIONS.items()},
    "__schedule__": schedule,
    "__round__": round_length,
    **asynchronous.MODELS,
}
