"""How a run is made, as the user says it: by whom, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Working:
    jobs: int | None = 1
    cluster: str | None = None
    store: Path | None = None
    resume: bool = False
