"""The phrases that every report uses: numbers, outcomes, and the line that sums up a run."""

from __future__ import annotations

from heapwise.reports.drawing import value_text
from heapwise.results import COMPLETED, Counts, Outcome, OutcomeKind, PathResult, RunSummary
from heapwise.results.words import SMALL_LANGUAGES, Words

_ANSWERED_BY = {
    "model": "by a known model",
    "known": "by facts of the path",
    "cache": "by the cache",
    "guess": "by a guess",
}


def number(count: int) -> str:
    return f"{count:,}".replace(",", " ")


def counted(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    plural = f"{noun}es" if noun.endswith("ch") else plural
    return f"{number(count)} {plural}"


def seconds_text(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 0.1 else f"{seconds:.1f} s"


def shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def outcome_text(outcome: Outcome, words: Words = SMALL_LANGUAGES) -> str:
    """`returned 3`, `raised NullDereference`, `bounded max-loops`: without the place."""
    if outcome.kind is OutcomeKind.RETURNED:
        return f"returned {value_text(outcome.value, words)}"
    return f"{outcome.kind.value} {outcome.exception}" if outcome.exception else outcome.kind.value


def doubts(path: PathResult) -> list[str]:
    """What keeps a path from being a proven fact."""
    found = []
    if not path.confirmed:
        found.append("unconfirmed")
    if not path.replayed and path.outcome.kind in (*COMPLETED, OutcomeKind.ENDLESS):
        found.append(f"not replayed: {path.doubt}" if path.doubt else "not replayed")
    return found


def summary_line(summary: RunSummary) -> str:
    """`10 paths (8 returned, 2 raised) · exhaustive · 14 queries (9 more …) · 0.2 s`."""
    counts = summary.counts
    parts = [_paths(counts), *_coverage(summary), _queries(counts), seconds_text(summary.seconds)]
    parts += summary.account.approximations
    return " · ".join(parts)


def _paths(counts: Counts) -> str:
    kinds = (
        (counts.returned, "returned"),
        (counts.raised, "raised"),
        (counts.violated, "violated"),
    )
    parts = ", ".join(f"{number(count)} {kind}" for count, kind in kinds if count)
    if counts.spurious:
        parts = f"{parts}; {number(counts.spurious)} spurious: no valid input takes them"
    text = counted(counts.paths, "path") + (f" ({parts})" if parts else "")
    if counts.cases > counts.paths:
        text = f"{text} in {counted(counts.cases, 'case')}"
    return f"{text} · {number(counts.endless)} without an end" if counts.endless else text


def _coverage(summary: RunSummary) -> list[str]:
    """Says what was left out, and why; never more than what was covered."""
    if summary.exhaustive:
        return ["exhaustive"]
    account = summary.account
    kinds = (
        (sum(account.cuts.values()), "cut by a bound"),
        (sum(account.unsupported.values()), "unsupported"),
        (sum(account.undecided.values()), "undecided by the solver"),
        (len(account.failures), "failed"),
    )
    gaps = [f"{number(count)} {what}" for count, what in kinds if count]
    left_out = ", ".join((*gaps, *account.limits.values()))
    if summary.stopped:
        return [f"stopped: {summary.stopped}", *([left_out] if left_out else [])]
    return [f"not exhaustive: {left_out}" if left_out else "not exhaustive"]


def _queries(counts: Counts) -> str:
    others = [
        f"{number(count)} more answered {_ANSWERED_BY.get(layer, f'by {layer}')}"
        for layer, count in counts.answered.items()
        if count
    ]
    text = ", ".join([*others[:1], *(other.replace(" more answered", "") for other in others[1:])])
    return counted(counts.queries, "query") + (f" ({text})" if text else "")
