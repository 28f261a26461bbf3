"""What there is to check in a target, and the exploration of one of these, for tests too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from heapwise.api import Exploration, start
from heapwise.checking.check_options import CheckOptions
from heapwise.engine.bounds import Bounds
from heapwise.frontends.calls_by_contract import ReplacementError
from heapwise.frontends.protocol import Selection, Subject
from heapwise.frontends.registry import claiming
from heapwise.plan import RunPlan
from heapwise.program import NoInvariantError, NothingToCheckError


def subjects_of(
    target: str | Path, options: CheckOptions | None = None, private: bool = False
) -> Sequence[Subject]:
    """What there is to check in a target, whatever language it is written in."""
    chosen = options or CheckOptions()
    wanted = Selection(private, chosen.leading_asserts, chosen.language_options)
    found = claiming(target).subjects(str(target), wanted)
    if not found:
        raise NothingToCheckError(f"{target}: there is no function to check")
    if chosen.by_contract:
        _need_replacements(found, chosen)
    return found


def _need_replacements(subjects: Sequence[Subject], options: CheckOptions) -> None:
    """Raises `ReplacementError` if contracts are to stand for what none of them knows. What else
    keeps one from being explored is told where it is checked."""
    refused = None
    for subject in subjects:
        if subject.skipped:
            continue
        try:
            subject.program(options.plan(subject.target, Bounds()).loading(None))
        except ReplacementError as error:
            refused = refused or error
        except Exception:
            return
        else:
            return
    if refused is not None:
        raise refused


def start_subject(subject: Subject, plan: RunPlan, max_length: int) -> Exploration:
    """A technique for invariants is chosen for all subjects of a target. Those whose inputs have
    none are explored as if it had not been chosen: there is nothing that it could leave out."""
    try:
        return start(plan, subject.program(plan.loading(max_length)))
    except NoInvariantError:
        plain = replace(plan, precondition=None)
        return start(plain, subject.program(plain.loading(max_length)))
