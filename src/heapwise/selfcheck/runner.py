"""Runs the laws on many generated programs, on several processes, and sums up.

Program `k` of seed `s` is the same whoever generates it, so a task is two numbers and a result is
plain data: nothing else crosses between processes.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from heapwise.frontends.registry import default_selfcheck, selfchecks
from heapwise.selfcheck.laws import DEFAULT_LIMITS, Failure, Limits, Tally
from heapwise.workers.pool import INTERRUPTED, Lost, in_order


@dataclass(frozen=True, slots=True)
class Settings:
    """Programs `first` to `first + programs - 1` of `seed`, under these strategies. The check
    of one may take `check_seconds` of CPU time."""

    strategies: tuple[str, ...]
    programs: int = 100
    seed: int = 0
    first: int = 0
    jobs: int = 1
    keep_going: bool = False
    shrink_seconds: float = 30.0
    check_seconds: float = 60.0
    language: str = field(default_factory=default_selfcheck)
    limits: Limits = DEFAULT_LIMITS


_PROGRAMS_OF_A_PROCESS = 250


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one program. Of a failing one `source` is the shrunk text, and `failure`
    what fails there."""

    index: int
    tally: Tally
    skipped: str | None = None
    failure: Failure | None = None
    source: str | None = None


@dataclass(slots=True)
class Summary:
    """`skipped` counts the reasons; `seconds` is the time so far."""

    programs: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failures: list[Result] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    interrupted: bool = False

    def add(self, result: Result) -> None:
        self.programs += 1
        self.tally.add(result.tally)
        if result.skipped is not None:
            self.skipped[result.skipped] += 1
        if result.failure is not None:
            self.failures.append(result)

    @property
    def rate(self) -> float:
        return self.programs / self.seconds if self.seconds > 0 else 0.0


def run_selfcheck(settings: Settings, summary: Summary) -> Iterator[Result]:
    """Results in the order of the programs; `summary` is kept up to date. Ends after the first
    failure unless `keep_going`, and quietly on an interrupt, which the summary tells."""
    started = time.monotonic()
    is_long = settings.jobs > 1 or settings.programs > _PROGRAMS_OF_A_PROCESS
    results = _on_processes(settings) if is_long else _in_this_process(settings)
    try:
        for result in results:
            summary.add(result)
            summary.seconds = time.monotonic() - started
            yield result
            if result.failure is not None and not settings.keep_going:
                break
    except KeyboardInterrupt:
        summary.interrupted = True
    finally:
        results.close()
        summary.seconds = time.monotonic() - started


def _in_this_process(settings: Settings) -> Generator[Result, None, None]:
    for index in range(settings.first, settings.first + settings.programs):
        yield check_program(settings, index)


def _on_processes(settings: Settings) -> Generator[Result, None, None]:
    """By new ones now and then: a hard question to a solver leaves its memory taken."""
    end = settings.first + settings.programs
    step = _PROGRAMS_OF_A_PROCESS * settings.jobs
    for first in range(settings.first, end, step):
        indexes = range(first, min(first + step, end))
        results = in_order(partial(check_program, settings), indexes, settings.jobs)
        with closing(results):
            for index, result in zip(indexes, results, strict=False):
                if not isinstance(result, Lost):
                    yield result
                elif result != INTERRUPTED:
                    yield Result(index, Tally(), result.why)


def check_program(settings: Settings, index: int) -> Result:
    """Make one program of the language, check it, and shrink it if a law is broken."""
    module = importlib.import_module(selfchecks()[settings.language].module)
    result: Result = module.check_program(settings, index)
    return result
