"""Loop-bounded functions whose paths are run together. What they exercise is the point."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator


class Node:
    value: int
    next: Node | None

    def __init__(self, value: int, following: Node | None) -> None:
        self.value = value
        self.next = following


def choice(x: int, y: int) -> int:
    if x < y:
        return y - x
    return x if x > 1 else 7


def tuples(x: int, y: int) -> tuple[int, int]:
    pair = (x, 1) if x < y else (y, 2)
    first, second = pair
    return (second, first)


def tuples_of_two_lengths(x: int) -> int:
    items: tuple[int, ...] = (1, 2) if x > 0 else (3,)
    return len(items) + items[-1]


def none_or_number(x: int) -> int | None:
    found = None
    if x > 0:
        found = x
    if found is None:
        return None if x == 0 else -1
    return found + 1


def union_of_kinds(x: int) -> str:
    value: object = x
    if x == 0:
        value = None
    elif x == 1:
        value = "one"
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    return "number"


def list_of_several_lengths(x: int, y: int) -> int:
    items = []
    if x > 0:
        items.append(x)
    if y > 0:
        items.append(y)
    total = len(items)
    for item in items:
        total += item
    return total


def returns_a_list(x: int, y: int) -> list[int]:
    items = [x]
    if x < y:
        items.append(y)
    else:
        items = []
    return items


def worklist(node: Node | None) -> int:
    waiting = [node] if node is not None else []
    seen = set()
    total = 0
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        total += current.value
        if current.next is not None:
            waiting.append(current.next)
    return total * 10 + len(seen)


def queue_by_identity(node: Node | None) -> int:
    seen: set[int] = set()
    queue = deque([node])
    while queue:
        current = queue.popleft()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        queue.append(current.next)
    return len(seen)


def set_of_numbers(x: int, y: int) -> int:
    found = {x}
    found.add(y)
    if 1 in found:
        found.discard(1)
    return len(found)


def set_is_emptied(node: Node | None, other: Node | None) -> bool:
    seen = set()
    if node is not None:
        seen.add(node)
    if other is not None:
        seen.discard(other)
    return not seen


def dictionary(x: int, y: int) -> int:
    table = {0: 5}
    if x > 0:
        table[x] = y
    if y in table:
        return table[y]
    return table.get(x, -1)


def dictionary_of_objects(node: Node | None) -> int:
    depths: dict[Node, int] = {}
    count = 0
    while node is not None and node not in depths:
        depths[node] = count
        count += 1
        node = node.next
    return -1 if node is None else depths[node]


def exception(x: int) -> int:
    try:
        if x == 0:
            raise ValueError
        if x == 1:
            raise KeyError(x)
        return x
    except ValueError:
        return -1


def failing_access(node: Node | None) -> int:
    return node.value + node.next.value  # type: ignore[union-attr]  # it may fail


def index_out_of_range(x: int) -> int:
    items = [4, 5]
    if x > 0:
        items.pop()
    return items[x]


def recursion(node: Node | None) -> int:
    return depth_of(node, 3)


def depth_of(node: Node | None, most: int) -> int:
    if node is None or most == 0:
        return 0
    return 1 + depth_of(node.next, most - 1)


def several_results(node: Node | None) -> tuple[bool, int]:
    return checked(node, set())


def checked(node: Node | None, seen: set[Node]) -> tuple[bool, int]:
    if node is None:
        return True, 0
    if node in seen:
        return False, len(seen)
    seen.add(node)
    valid, size = checked(node.next, seen)
    return valid and node.value >= 0, size + 1


def nodes(node: Node | None) -> Iterator[Node]:
    seen: list[Node] = []
    while node is not None and all(node is not other for other in seen):
        seen.append(node)
        yield node
        node = node.next


def generator(node: Node | None) -> int:
    total = 0
    for each in nodes(node):
        total = total * 3 + each.value
    return total


def comprehension(node: Node | None, x: int) -> list[int]:
    return [each.value + x for each in nodes(node) if each.value > 0]


def any_and_all(node: Node | None, x: int) -> bool:
    return any(each.value == x for each in nodes(node)) and all(
        each.value <= 2 for each in nodes(node)
    )


def sorted_neighbours(node: Node | None) -> bool:
    values = [each.value for each in nodes(node)]
    return all(a < b for a, b in zip(values, values[1:], strict=False))  # noqa: RUF007


def writes(node: Node | None, x: int) -> int:
    if node is None:
        return 0
    if x > 0:
        node.value = x
    else:
        node.next = node
    return node.next.value if node.next is not None else -1


def new_objects(node: Node | None, x: int) -> int:
    made = Node(x, node)
    if x == 0:
        made = Node(7, made)
    total = made.value
    if made.next is not None:
        total += made.next.value
    return total


def functions_chosen(x: int) -> int:
    def double(y: int) -> int:
        return 2 * y

    chosen = double if x > 1 else abs
    return chosen(x - 3)


def early_exit_from_loop(x: int, y: int) -> int:
    for index in range(4):
        if index == x:
            break
        if index == y:
            return 10 + index
    else:
        return 99
    return index


def nested_loops(x: int, y: int) -> int:
    total = 0
    for i in range(3):
        for j in range(3):
            if i == x and j >= y:
                break
            total += i * j + 1
    return total


def minimum(x: int, y: int) -> int:
    return max(min(x, y), abs(x - y), 1)


def growing_and_shrinking(x: int, y: int) -> list[int]:
    stack = [1]
    if x > 0:
        stack.append(2)
        if y > 0:
            stack.append(3)
    if len(stack) > 1 and y != 1:
        stack.pop()
    stack.insert(0, x)
    return stack[::-1]
