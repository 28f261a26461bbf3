"""Runs mutants one after the other, each in a process forked from one in which the code is
imported and the tests are collected. No file is written but the log.

Time is CPU time, so that a busy machine changes no verdict.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.mutation.drawing import Mutant
from tests.mutation.swapping import Functions

WALL_LIMIT = 1200.0
"""Seconds after which a process that uses no CPU time is taken to wait for something for ever."""
SPARE_SECONDS = 10.0
"""A test of a mutant may take five times its usual CPU time, and this much more."""
UNKNOWN_SECONDS = 0.5
"""What a test is taken to need before it was run."""
MORE_MEMORY = 16 << 30
"""Bytes of address space, of which every context of Z3 reserves a lot."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a mutant: `killed` by a test, `timeout`, `survived`, or `crashed`: then the
    process died of something else, which says nothing of the tests."""

    key: str
    verdict: str
    by: str
    cpu: float
    module_digest: str
    tests_digest: str


class Log:
    """What was found, one line of JSON for each mutant."""

    def __init__(self, at: Path) -> None:
        self._path = at
        self.judgements: dict[str, Judgement] = {}
        if at.exists():
            for line in at.read_text(encoding="utf-8").splitlines():
                judgement = Judgement(**json.loads(line))
                self.judgements[judgement.key] = judgement

    def add(self, judgement: Judgement) -> None:
        self.judgements[judgement.key] = judgement
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(judgement)) + "\n")

    def durations(self) -> dict[str, float]:
        """CPU seconds of tests, as far as they are known."""
        kept = self._path.with_name("durations.json")
        found: dict[str, float] = json.loads(kept.read_text()) if kept.exists() else {}
        return found

    def keep_durations(self, seconds: dict[str, float]) -> None:
        self._path.with_name("durations.json").write_text(json.dumps(seconds), encoding="utf-8")

    def still_holds(self, key: str, module_digest: str, tests_digest: str) -> Judgement | None:
        """A killed mutant stays killed while its module is the same; a survivor is tried again when
        the tests have changed."""
        known = self.judgements.get(key)
        if known is None or known.module_digest != module_digest:
            return None
        if known.verdict not in ("killed", "timeout") and known.tests_digest != tests_digest:
            return None
        return known


class MutantLoop:
    """A plugin of pytest: instead of the tests, it runs mutants, and the tests for each. A test
    that kills a mutant must pass without one; that is looked at once for each such test."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        tests_of: Callable[[str], Sequence[str]],
        log: Log,
        tests_digest: str,
        report: Callable[[Mutant, Judgement], None],
    ) -> None:
        self._mutants = mutants
        self._tests_of = tests_of
        self._log = log
        self._tests_digest = tests_digest
        self._report = report
        self._killers: Counter[str] = Counter()
        self._seconds = log.durations()
        self._sound: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        settings.register_profile(
            "mutants", database=None, deadline=None, phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("mutants")
        functions = Functions()
        for mutant in self._mutants:
            known = self._log.still_holds(mutant.key, mutant.module_digest, self._tests_digest)
            if known is None:
                known = self._judge(session, mutant, functions)
                self._log.add(known)
            if known.verdict == "killed":
                self._killers[known.by] += 1
            self._report(mutant, known)
        return True

    def _judge(self, session: pytest.Session, mutant: Mutant, functions: Functions) -> Judgement:
        before = self._log.judgements.get(mutant.key)
        tests = tuple(self._tests_of(mutant.candidate.module))
        items = self._ordered(session, tests, None if before is None else before.by)

        def mutated() -> tuple[int, str]:
            functions.swap(mutant.swaps)
            return self._run(items)

        code, text, cpu = _in_child(mutated)
        verdict = {0: "survived", 1: "killed", -signal.SIGPROF: "timeout"}.get(code, "crashed")
        if verdict == "survived":
            self._seconds |= json.loads(text)
            self._log.keep_durations(self._seconds)
        by = text if verdict == "killed" else ""
        if by and by not in self._sound:
            self._need_soundness(session, by)
        return Judgement(
            mutant.key, verdict, by, round(cpu, 2), mutant.module_digest, self._tests_digest
        )

    def _need_soundness(self, session: pytest.Session, name: str) -> None:
        """Does the test pass without a mutant?"""
        items = [item for item in session.items if item.nodeid == name]
        if items and _in_child(lambda: self._run(items))[0] != 0:
            raise SystemExit(f"the test fails without a mutant: {name}")
        self._sound.add(name)

    def _ordered(
        self, session: pytest.Session, tests: Sequence[str], first: str | None
    ) -> list[pytest.Item]:
        """What has killed this mutant, then what has killed others, then the fastest."""
        near = [item for item in session.items if item.nodeid.startswith(tuple(tests))]
        assert near, f"no such tests: {tests}"

        def priority(item: pytest.Item) -> tuple[bool, int, float]:
            name = item.nodeid
            return name != first, -self._killers[name], self._seconds.get(name, UNKNOWN_SECONDS)

        return sorted(near, key=priority)

    def _run(self, items: Sequence[pytest.Item]) -> tuple[int, str]:
        """In the child: until a test fails. A test that takes too long ends the process."""
        memory = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (_memory_used() + MORE_MEMORY, memory))
        seconds: dict[str, float] = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            usual = self._seconds.get(item.nodeid, UNKNOWN_SECONDS)
            signal.setitimer(signal.ITIMER_PROF, 5 * usual + SPARE_SECONDS)
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds[item.nodeid] = time.process_time() - started
            if item.session.testsfailed:
                return 1, item.nodeid
        return 0, json.dumps(seconds)


def _in_child(run: Callable[[], tuple[int, str]]) -> tuple[int, str, float]:
    """The exit code of the forked process (less than 0: a signal), what it says, its CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code, text = 1, "?"
        try:
            os.setpgid(0, 0)
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            code, text = run()
        finally:
            with os.fdopen(writing, "w") as pipe:
                pipe.write(text)
            os._exit(code)
    os.close(writing)
    timer = _KillLater(child)
    with os.fdopen(reading) as pipe, timer:
        text = pipe.read()
        _, status, usage = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what the tests have left running
    code = os.waitstatus_to_exitcode(status)
    return code, text, usage.ru_utime + usage.ru_stime


class _KillLater:
    """Ends the processes of a group that waits for ever."""

    def __init__(self, group: int) -> None:
        self._group = group

    def __enter__(self) -> None:
        def end(signum: int, frame: object) -> None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._group, signal.SIGKILL)

        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, WALL_LIMIT)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _memory_used() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def digest(paths: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
