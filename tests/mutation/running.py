"""Runs mutants one after the other, each in a process forked from one in which the code is
imported and the tests are collected. No file is written but the log.

Time is CPU time, so that a busy machine changes no verdict.
"""

from __future__ import annotations

import gc
import hashlib
import json
import resource
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.mutation.drawing import Mutant
from tests.mutation.forking import in_child
from tests.mutation.swapping import Functions
from tests.mutation.tracing import Traces, digest_of_test
from tests.nearest import ROOT

TIMES_USUAL, SPARE_SECONDS = 3.0, 2.0
"""A test of a mutant may take so many times its usual CPU time, and this much more."""
MOST_SECONDS = 4.0
"""Tests of one mutant are run, the likeliest to notice it first, while all of them together usually
take no more than this."""
MORE_MEMORY = 16 << 30
"""Bytes of address space, of which every context of Z3 reserves a lot."""
NOT_EXECUTED = "no test executes it"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a mutant: `killed` by a test, `timeout`, `survived`, or `crashed`: then the
    process died of something else, which says nothing of the tests."""

    key: str
    verdict: str
    by: str
    cpu: float
    module_digest: str
    passed: tuple[str, ...] = ()
    """The tests that a survivor has passed, in their version: they need not be run again."""


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

    def known(self, key: str, module_digest: str) -> Judgement | None:
        """What was found of the mutant before, while its module is the same."""
        known = self.judgements.get(key)
        return known if known is not None and known.module_digest == module_digest else None


class MutantLoop:
    """A plugin of pytest: instead of the tests, it runs mutants, and the tests for each. A test
    that kills a mutant must pass without one; that is looked at once for each such test."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        tests_of: Callable[[str], Sequence[str]],
        nearest_of: Callable[[str], Sequence[str]],
        log: Log,
        traces: Traces,
        report: Callable[[Mutant, Judgement], None],
    ) -> None:
        self._mutants = mutants
        self._tests_of = tests_of
        self._nearest_of = nearest_of
        self._log = log
        self._traces = traces
        self._report = report
        self._killers: Counter[str] = Counter()
        self._sound: set[str] = set()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "no"  # nobody reads how a test has failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        settings.register_profile(
            "mutants", database=None, deadline=None, phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("mutants")
        for module in self._traces.modules:  # some are imported only when they are needed
            import_module(".".join(Path(module).with_suffix("").parts[1:]))
        gc.unfreeze()  # the collection of tests has frozen what is looked for now
        functions = Functions(self._traces.modules)
        gc.freeze()
        self._traces.update(session.items, functions)
        functions.forget()  # the collection of tests has filled caches
        for mutant in self._mutants:
            judgement = self._judge(session, mutant, functions)
            if judgement.verdict == "killed":
                self._killers[judgement.by] += 1
            self._report(mutant, judgement)
        return True

    def _judge(self, session: pytest.Session, mutant: Mutant, functions: Functions) -> Judgement:
        """What is known of it, or what the tests say that it has not passed yet."""
        known = self._log.known(mutant.key, mutant.module_digest)
        if known is not None and known.verdict in ("killed", "timeout"):
            return known
        before = self._log.judgements.get(mutant.key)
        wanted = self._wanted(session, mutant, None if before is None else before.by)
        passed = set(known.passed) if known is not None else set()
        items = [item for item in wanted if version(item) not in passed]
        if known is not None and known.verdict == "survived" and not items:
            return known

        swaps = mutant.swaps(ROOT) if items else []

        def mutated() -> tuple[int, str]:
            functions.swap(swaps)
            return self._run(items)

        code, text, cpu = in_child(mutated) if items else (0, NOT_EXECUTED, 0.0)
        verdict = {0: "survived", 1: "killed", -signal.SIGPROF: "timeout"}.get(code, "crashed")
        if verdict == "killed" and text not in self._sound:
            self._need_soundness(session, text)
        all_passed = {*passed, *map(version, items)} if verdict == "survived" else ()
        found = Judgement(
            mutant.key, verdict, text, round(cpu, 2), mutant.module_digest, tuple(all_passed)
        )
        self._log.add(found)
        return found

    def _need_soundness(self, session: pytest.Session, name: str) -> None:
        """Does the test pass without a mutant?"""
        items = [item for item in session.items if item.nodeid == name]
        if items and in_child(lambda: self._run(items))[0] != 0:
            raise SystemExit(f"the test fails without a mutant: {name}")
        self._sound.add(name)

    def _wanted(
        self, session: pytest.Session, mutant: Mutant, first: str | None
    ) -> list[pytest.Item]:
        """Of the tests that execute the line: what has killed this mutant, then those nearest to
        its module, then what has killed many others in little time, then the fastest, as far as
        there is time."""
        tests = tuple(self._tests_of(mutant.candidate.module))
        near = [item for item in session.items if item.nodeid.startswith(tests)]
        assert near, f"no such tests: {tests}"
        at = mutant.candidate
        nearest = tuple(self._nearest_of(at.module))

        def priority(item: pytest.Item) -> tuple[bool, bool, float]:
            name = item.nodeid
            promise = (1 + self._killers[name]) / (0.02 + self._traces.seconds(item))
            return name != first, not name.startswith(nearest), -promise

        seconds = 0.0
        found: list[pytest.Item] = []
        for item in sorted(self._traces.reaching(at.module, at.line, near), key=priority):
            seconds += self._traces.seconds(item)
            if not found or seconds <= MOST_SECONDS:
                found.append(item)
        return found

    def _run(self, items: Sequence[pytest.Item]) -> tuple[int, str]:
        """In the child: until a test fails. A test that takes too long ends the process."""
        memory = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (_memory_used() + MORE_MEMORY, memory))
        for item, following in zip(items, [*items[1:], None], strict=True):
            limit = TIMES_USUAL * self._traces.seconds(item) + SPARE_SECONDS
            signal.setitimer(signal.ITIMER_PROF, limit)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                return 1, item.nodeid
        return 0, ""


def version(item: pytest.Item) -> str:
    """The same for the same text of the test and of the modules beside it."""
    spelled = f"{item.nodeid}@{digest_of_test(item.path)}"
    return hashlib.sha256(spelled.encode()).hexdigest()[:10]


def _memory_used() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()
