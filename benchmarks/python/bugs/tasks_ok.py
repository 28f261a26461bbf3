"""Put tasks in an order in which each comes after those it needs."""

from __future__ import annotations


class Task:
    def __init__(self, needs: list[Task]) -> None:
        self.needs = needs


def well_ordered(tasks: list[Task]) -> bool:
    """Each task comes once, after all it needs."""
    done: set[Task] = set()
    for task in tasks:
        if task in done or not done.issuperset(task.needs):
            return False
        done.add(task)
    return True


def schedule(goals: list[Task]) -> list[Task]:
    """The goals and all they need; tasks that need each other are an error.

    raises: ValueError
    post: well_ordered(_)
    post: set(goals) <= set(_)
    """
    ordered: list[Task] = []
    done: set[Task] = set()
    entered: set[Task] = set()

    def visit(task: Task) -> None:
        if task in done:
            return
        if task in entered:
            raise ValueError("these tasks need each other")
        entered.add(task)
        for need in task.needs:
            visit(need)
        done.add(task)
        ordered.append(task)

    for goal in goals:
        visit(goal)
    return ordered


def depth(task: Task) -> int:
    """How long the longest chain of needs is.

    pre: acyclic(task, ())
    post: _ == 1 + max((depth(need) for need in task.needs), default=0)
    """
    deepest = 0
    stack = [(task, 1)]
    while stack:
        current, level = stack.pop()
        deepest = max(deepest, level)
        stack += [(need, level + 1) for need in current.needs]
    return deepest


def acyclic(task: Task, above: tuple[Task, ...]) -> bool:
    return task not in above and all(acyclic(need, (*above, task)) for need in task.needs)
