"""Proofs of a check: what a function promises, for all inputs with so many objects at once.

A proof looks at no path (`structure.formula.proving`). Where it finds an input that fails, paths of
that input alone are explored, so that the finding is described, replayed and drawn like any other.
What cannot be proved is left to paths, and `reason` says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heapwise.api import Exploration, start_prepared
from heapwise.checking.check_options import MERGED, PATHS, CheckOptions
from heapwise.checking.findings import Findings, is_better
from heapwise.checking.levels import bounds_of
from heapwise.engine.faults import is_strict
from heapwise.engine.run_context import StoppedError
from heapwise.engine.state import Leaf
from heapwise.frontends.protocol import Claimed, Judge, Subject
from heapwise.frontends.registry import front_end_of
from heapwise.heaps.shape_names import ANY
from heapwise.program import InputError
from heapwise.results import COMPLETED, Account
from heapwise.results.checks import Coverage, Finding, FunctionReport
from heapwise.results.input_choice import REACHABLE

if TYPE_CHECKING:
    from heapwise.structure.formula.proving import Proof, RefutedError

TOO_LONG = "it takes too long"
_WITNESSES = 20
"""Paths of an input that was found to fail which are looked at."""


class MergedProofs:
    """Of one function."""

    def __init__(
        self, subject: Subject, options: CheckOptions, judge: Judge, started: float
    ) -> None:
        self._subject = subject
        self._options = options
        self._judge = judge
        self._started = started
        self.reason = _other_choices(options)
        self.found: dict[tuple[str, str], Finding] = {}
        self._latest = 0
        self._proved_for: int | None = None

    @property
    def is_latest(self) -> bool:
        """Is the last that was tried a proof?"""
        return bool(self._latest)

    @property
    def come_first(self) -> bool:
        """Is it better to begin with a proof than with paths?"""
        return self._options.engine == MERGED or bool(self._latest)

    def attempt(self, count: int, seconds: float, report: FunctionReport) -> bool:
        """Is nothing that has at most so many objects a failure? Then the report says so. If there
        is something that is, it is among what was `found`."""
        if self._options.engine == PATHS or self.found or seconds <= 0:
            return False
        if report.findings or report.silenced:
            return False
        if self.reason not in ("", TOO_LONG):
            return False
        # Most functions are finished before one is needed.
        from heapwise.structure.formula.proving import RefutedError, UnprovedError, prove

        self.reason, self._latest = "", 0
        plan = self._options.plan(
            self._subject.target, bounds_of(count, seconds, self._options.digits)
        )
        program = self._subject.program(plan.loading(count))
        front_end = front_end_of(program)
        bounds = front_end.with_full_names(program, front_end.default_bounds(plan.bounds))
        try:
            claimed = front_end.claim(program, bounds)
            if claimed is None:
                self.reason = "its language has no merged runs"
                return False
            known = self._proved_for if self._proved_for == count - 1 else None
            claim = claimed.claim._replace(proved_for=known)
            proof = prove(claim, self._judge.is_failure, timeout=seconds)
        except RefutedError as refuted:
            assert claimed is not None
            run = start_prepared(plan, claimed.prepared)
            try:
                self._look_at(run, claimed, refuted, seconds)
            except InputError as error:
                self.reason = error.message
            finally:
                run.close()
            return False
        except UnprovedError as error:
            self.reason = str(error)
            return False
        except InputError as error:
            self.reason = error.message
            return False
        except StoppedError:
            raise
        except Exception as error:
            if is_strict():
                raise
            self.reason = f"an error: {type(error).__name__}"
            return False
        self._enter(count, claimed, proof, report)
        return True

    def _enter(self, count: int, claimed: Claimed, proof: Proof, report: FunctionReport) -> None:
        program, run, bounds, _ = claimed.prepared
        account = Account(finished=True, cuts=dict(proof.cuts))
        account.limits.update(run.limits())
        if proof.circles:
            names = ", ".join(f"`{name}`" for name in proof.circles)
            account.limits["circles"] = f"inputs on which {names} does not call itself in a circle"
        if program.restrictions:
            account.limits["inputs"] = "; ".join(program.restrictions)
        known = (*program.approximations, *proof.approximations)
        account.approximations = tuple(dict.fromkeys(known))
        self._latest = count
        # What was cut at a smaller scope was not looked at.
        self._proved_for = None if proof.cuts else count
        report.account = account
        report.engine = MERGED
        report.links = program.own_links()
        report.scope = f"at most {count}"
        settings = {**bounds.to_json(), **program.settings}
        report.covered = Coverage(count, settings, account)

    def _look_at(
        self, run: Exploration, claimed: Claimed, refuted: RefutedError, seconds: float
    ) -> None:
        """The findings on paths of an input that fails."""
        from heapwise.structure.run.compiled_run import CompiledRun

        assert isinstance(claimed.prepared.run, CompiledRun)
        claimed.prepared.run.pin(refuted.facts)
        reachable = self._options.inputs == REACHABLE
        findings = Findings(self._subject, run, self._judge, self._started, reachable)
        looked = 0
        has_input = False
        for leaf in run.leaves(seconds):
            has_input = True
            if leaf.kind in COMPLETED and findings.is_failure(leaf):
                looked += 1
                if findings.needs(leaf) or not self._add(leaf, findings):
                    self.reason = "it asks something of its arguments, which paths tell"
            if looked == _WITNESSES:
                break
        if self.found or self.reason:
            return
        self.reason = TOO_LONG
        if run.account.finished and not run.account.cuts:
            # A proof knows nothing of fields that nobody reads: there may be no such input.
            self.reason = "what a merged run takes for a failure is none"
            if is_strict() and has_input:
                raise AssertionError(f"{self._subject.target}: {refuted}")

    def _add(self, leaf: Leaf[Any], findings: Findings) -> bool:
        """Is it a finding?"""
        key = (leaf.detail or "", str(leaf.where or ""))
        finding = findings.failure(leaf)
        if finding.needed:
            return False
        if is_better(finding, self.found.get(key)):
            self.found[key] = finding
        return True


def _other_choices(options: CheckOptions) -> str:
    """What the user wants that merged runs do not have."""
    if options.precondition is not None:
        return "another technique for preconditions was chosen"
    if options.strategy is not None or options.shapes != ANY:
        return "a strategy was chosen"
    if options.by_contract:
        return "calls are replaced by contracts"
    return "lines are counted on paths" if options.lines else ""
