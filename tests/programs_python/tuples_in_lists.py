"""A list of pairs of an object and a number; the same object may be in it twice."""

from __future__ import annotations


class Job:
    def __init__(self, cost: int) -> None:
        self.cost = cost
        self.done = False


def target(plan: list[tuple[Job, int]], budget: int) -> int:
    for job, times in plan:
        if job.done:
            return -1
        budget -= job.cost * times
        job.done = True
        if budget < 0:
            break
    else:
        return len(plan)
    return 0
