"""The queues of the module `queue`: what they do is Python code in `prelude.queues`."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.python.model.values import BoundMethod, Queue, Tuple, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, unsupported

_ITEMS = {"Queue": "deque", "LifoQueue": "list", "PriorityQueue": "list"}
_METHODS = ("put", "get", "put_nowait", "get_nowait", "qsize", "empty", "full", "task_done")


@dataclass(frozen=True, slots=True)
class MakeQueue:
    name: str

    def __call__(self, m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
        (most,) = take(self.name, positional, keywords, ("maxsize",), 0, maxsize=0)
        return Queue(self.name, sequences.new_list(m, (), _ITEMS[self.name]), most)


def attribute(m: Mac, queue: Queue, name: str) -> Value:
    if name in _METHODS:
        state = Tuple((queue.items, queue.most, queue.name))
        return BoundMethod(state, runtime(m).prelude(m, f"queue_{name}"))
    if name == "queue":
        return queue.items
    if name == "maxsize":
        return queue.most
    unsupported(f".{name} of a queue")


MODELS: dict[str, Model] = {f"queue.{name}": MakeQueue(name) for name in _ITEMS}
