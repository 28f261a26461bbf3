"""Starts the exploration of one subject, for a check or for tests."""

from __future__ import annotations

from dataclasses import replace

from heapwise.api import Exploration, start
from heapwise.frontends.protocol import Subject
from heapwise.plan import RunPlan
from heapwise.program import NoInvariantError


def start_subject(subject: Subject, plan: RunPlan, max_length: int) -> Exploration:
    """A technique for invariants is chosen for all subjects of a target. Those whose inputs have
    none are explored as if it had not been chosen: there is nothing that it could leave out."""
    try:
        return start(plan, subject.program(plan.loading(max_length)))
    except NoInvariantError:
        plain = replace(plan, precondition=None)
        return start(plain, subject.program(plain.loading(max_length)))
