"""Which findings are about objects that can be made: directly, or by calls of public functions.

What nobody was seen to build stays a finding, but it does not count.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from heapwise.checking.input_notes import notes_on, objects_in
from heapwise.frontends.protocol import Judge, Rebuilt
from heapwise.results.checks import BY_CALLS, UNSEEN, Finding
from heapwise.results.expression import ALWAYS

K = TypeVar("K", bound=Hashable)


def judged_input(finding: Finding, judge: Judge) -> Finding:
    """The finding, and whether its input can be written down as it is."""
    if finding.by_contract or not finding.replayed or judge.is_direct(finding.input):
        return finding
    return replace(finding, built=UNSEEN)


def look_for_calls(findings: Mapping[K, Finding], judge: Judge) -> dict[K, Finding]:
    """Those that no calls were looked for yet get the input that calls make, if some do."""
    waiting = [key for key, each in findings.items() if not (each.can_happen or each.tried)]
    told: dict[K, Finding] = {}
    if not waiting:
        return told
    recipes = judge.recipes([findings[key] for key in waiting])
    for number, key in enumerate(waiting):
        rebuilt = recipes.found.get(number)
        if rebuilt is None:
            told[key] = replace(findings[key], tried=max(recipes.tried, 1))
        else:
            told[key] = _by_calls(findings[key], rebuilt, recipes.tried)
    return told


def _by_calls(finding: Finding, rebuilt: Rebuilt, tried: int) -> Finding:
    """The calls may take another path to the same failure: nobody knows its condition."""
    return replace(
        finding,
        message=rebuilt.message,
        input=rebuilt.input,
        output=rebuilt.output,
        value=rebuilt.value,
        snippet=rebuilt.snippet,
        condition="",
        when=ALWAYS,
        trace=(),
        objects=objects_in(rebuilt.input),
        notes=tuple(notes_on(rebuilt.input)),
        built=BY_CALLS,
        needed=rebuilt.needed,
        tried=tried,
    )
