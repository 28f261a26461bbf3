"""A comparison of strategies as JSON and as CSV (docs/json.md)."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import TextIO

from heapwise.results import RunSummary
from heapwise.results.path_result import counts_to_json, summary_to_json
from heapwise.results.schema import document


def write_compare_json(out: TextIO, runs: Sequence[RunSummary], same_traces: bool | None) -> None:
    body = {
        "target": runs[0].target if runs else None,
        "language": runs[0].language if runs else None,
        "same_traces": same_traces,
        "runs": [summary_to_json(run) for run in runs],
    }
    out.write(json.dumps(document("compare", body), indent=2) + "\n")
    out.flush()


def write_compare_csv(out: TextIO, runs: Sequence[RunSummary]) -> None:
    """One row per strategy; the names are those of the JSON report."""
    layers = dict.fromkeys(layer for run in runs for layer in run.counts.answered)
    rows = [_row(run, tuple(layers)) for run in runs]
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["strategy"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    out.flush()


def _row(run: RunSummary, layers: Sequence[str]) -> dict[str, object]:
    counts = counts_to_json(run.counts)
    del counts["answered"]
    return {
        "strategy": run.strategy,
        **counts,
        **{f"answered_{layer}": run.counts.answered.get(layer, 0) for layer in layers},
        "solver_seconds": run.solver_seconds,
        "seconds": run.seconds,
        "exhaustive": str(run.exhaustive).lower(),
        "stopped": run.stopped or "",
    }
