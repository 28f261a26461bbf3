"""What `heapwise diff` does."""

from __future__ import annotations

import io
import json as json_format
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from heapwise.checking.check_options import CheckOptions
from heapwise.checking.version_checks import Compared, compared, place_of, tests_file
from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import destination_of, open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.cli.verdict_codes import exit_code
from heapwise.frontends.registry import need_target, product_of
from heapwise.frontends.target_folders import expanded
from heapwise.frontends.versions import ENDLESS, RAISED, VIOLATED, Product
from heapwise.program.source import InputError, NothingToCheckError
from heapwise.reports.checks import rebuilding
from heapwise.reports.destination import STDOUT
from heapwise.reports.drawing import drawing, value_text
from heapwise.reports.gaps import coverage, gap_lines
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.schema import document
from heapwise.results.version_pairs import Ending, PairResult, VersionsResult, versions_to_json
from heapwise.results.words import Words


def run(
    targets: Sequence[str],
    rev: str | None,
    options: CheckOptions,
    test: str | None,
    json: str | None,
    quiet: bool,
) -> ExitCode:
    console = stdout_console()
    is_listed = not quiet and STDOUT not in (test, json)
    destination = None if test is None else destination_of(test, targets[-1], False)
    modules: list[_Module] = []
    with tempfile.TemporaryDirectory(prefix="heapwise-diff-") as place, ExitStack() as stack:
        folder = Path(place)
        pairs, only_now = _pairs(targets, rev, folder)
        others: dict[str, str] = {}
        for number, (before, now) in enumerate(pairs):
            try:
                product = product_of(before, now, folder / f"product{number}")
            except InputError as error:
                why = str(error).replace(f"{folder / 'before'}{os.sep}", f"{rev}:")
                if len(pairs) == 1:
                    raise InputError(why) from error
                if not isinstance(error, NothingToCheckError):
                    others[now] = why
                    print(f"heapwise: not compared: {why}", file=sys.stderr)
                continue
            module = _Module(f"{now}:" if len(pairs) > 1 else "", product)
            modules.append(module)
            for one in _watched(compared(product, options), quiet):
                module.told.append(one)
                for line in _lines(one, module.called(one.name)) if is_listed else ():
                    console.print(line, markup=False, highlight=False, soft_wrap=True)
            for line in module.other_lines() if is_listed else ():
                print(line)
        for now in only_now if is_listed else ():
            print(f"{now}  ·  only now")
        result = _result(targets, modules, others, only_now)
        if json is not None:
            text = json_format.dumps(document("diff", versions_to_json(result)), indent=1)
            open_output(stack, "--json", json, *targets).begin().write(text + "\n")
    told = [each for module in modules for each in module.told]
    if test is not None and any(each.code for each in told):
        title = targets[0] if rev is None else f"{' '.join(targets)} at {rev}"
        text = _tests(modules, title, destination)
        if destination is None:
            print(text, end="")
        else:
            destination.write_text(text, encoding="utf-8")
    is_open = len(others) + sum(len(each.open()) for each in modules)
    if STDOUT not in (test, json):
        nothing = f"nothing has changed since {rev}" if rev is not None and not pairs else ""
        total = nothing or _total(told, is_open)
        console.print(f"\n{total}" if is_listed and modules else total)
    return exit_code([*(each.verdict for each in told), *([Verdict.PARTIAL] * is_open)])


@dataclass(slots=True)
class _Module:
    """Two versions of one, and what was found so far; if it is one of several, `prefix` names
    it."""

    prefix: str
    product: Product
    told: list[Compared] = field(default_factory=list)

    def called(self, name: str) -> str:
        return f"{self.prefix}{name}"

    def open(self) -> dict[str, str]:
        """What could not be compared though somebody may expect it."""
        usual = ("private", "it is", "contracts")
        return {
            name: why for name, why in self.product.unsupported.items() if not why.startswith(usual)
        }

    def other_lines(self) -> Iterator[str]:
        for name, why in self.open().items():
            yield f"{self.called(name)}  –  not compared: {why}"
        for side, names in (
            ("before", self.product.only_before),
            ("now", self.product.only_now),
        ):
            for name in names:
                yield f"{self.called(name)}  ·  only {side}"


def _tests(modules: Sequence[_Module], title: str, destination: Path | None) -> str:
    """Those of Python in one file; of other languages, those of the first pair of targets that has
    any."""
    for module in modules:
        found = [
            (each.name, each.finding.input) for each in module.told if each.finding is not None
        ]
        if module.product.tests is not None and found:
            return module.product.tests(found, destination)
    return tests_file([each for module in modules for each in module.told], title)


def _watched(found: Iterator[Compared], quiet: bool) -> Iterator[Compared]:
    done = 0
    with Progress(lambda: f"{counted(done, 'function')} compared", enabled=not quiet) as progress:
        for each in found:
            done += 1
            with progress.hidden():
                yield each


def _pairs(
    targets: Sequence[str], rev: str | None, folder: Path
) -> tuple[list[tuple[str, str]], list[str]]:
    """What to compare with what, and what was not there before. Of several files those count that
    have changed."""
    if rev is None:
        for target in targets:
            need_target(target)
        return [(targets[0], targets[1])], []
    top = Path(_git(["rev-parse", "--show-toplevel"], rev).decode().strip())
    archive = _git(["archive", "--format=tar", rev], rev, top)
    tree = folder / "before"
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(tree, filter=_inside)
    named = list(expanded(targets))
    found: list[tuple[str, str]] = []
    only_now: list[str] = []
    for now in named:
        before = place_of(tree, now, top.resolve())
        file, old = Path(now.partition(":")[0]), Path(before.partition(":")[0])
        if not old.exists():
            only_now.append(now)
        elif len(named) == 1 or not (file.is_file() and file.read_bytes() == old.read_bytes()):
            found.append((before, now))
    return found, only_now


def _git(arguments: Sequence[str], rev: str, folder: Path | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise InputError("--rev needs Git, which is not on the PATH") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(f"--rev {rev}: {(why or ['there is no such commit'])[0]}")
    return done.stdout


def _lines(one: Compared, name: str) -> Iterator[str]:
    report = one.report
    tail = f"      {counted(report.paths, 'path')}   {report.seconds:.1f} s"
    if one.finding is None:
        yield f"{name}  {_mark(one.verdict)}  {_claim(one)}{tail}"
        yield from gap_lines(report.account)
        return
    assert one.endings is not None
    why = f", when {' and '.join(one.finding.notes)}" if one.finding.notes else ""
    yield f"{name}  ✗  differs{why}:"
    yield ""
    words = report.words
    for line in drawing(one.finding.input, words=words):
        yield f"        {line}".rstrip()
    yield ""
    left = ["before: " + _ended(one.endings[0], words), ""]
    right = ["now: " + _ended(one.endings[1], words), ""]
    left += [line.rstrip() for line in drawing(one.endings[0].heap, words=words)]
    right += [line.rstrip() for line in drawing(one.endings[1].heap, words=words)]
    width = max(map(len, left)) + 4
    for mine, its in zip_longest(left, right, fillvalue=""):
        yield f"        {mine:{width}}{its}".rstrip()
    yield ""
    both = set(one.endings[0].heap.roots) & set(one.endings[1].heap.roots)
    # Not a result that only one of them has.
    shared = [each for each in one.where if any(_begins(each.way, root) for root in both)]
    for each in shared[:3]:
        what = f"the {each.what} of " if each.what else ""
        same = f" (the same object as {each.alias})" if each.alias else ""
        values = (value_text(each.before, words), value_text(each.now, words))
        yield f"    {what}{each.way}: {values[0]}{same} before, {values[1]} now"
    yield from rebuilding(one.code)
    size = counted(one.finding.objects, "object")
    yield f"    smallest input ({size}), run in both versions"


def _inside(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    """A repository may have links to elsewhere, such as those of a virtual environment: what they
    lead to is no part of a commit."""
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        return None


def _begins(way: str, root: str) -> bool:
    """A root may have dots of its own: `(Y0.next)` is what an argument no longer leads to."""
    return way == root or way.startswith((f"{root}.", f"{root}["))


def _ended(ending: Ending, words: Words) -> str:
    if ending.how == ENDLESS:
        return "does not end"
    if ending.how in (RAISED, VIOLATED):
        return f"{ending.how} {ending.exception}"
    return f"{ending.how} {value_text(ending.heap.roots.get('result'), words)}"


def _mark(verdict: Verdict) -> str:
    return "✓" if verdict.is_good else "?"


def _claim(one: Compared) -> str:
    report = one.report
    done = "nothing"
    if report.covered is not None:
        done = coverage(report.covered.account, report.covered.bounds)
    match one.verdict:
        case Verdict.PROVED:
            return "equal for all inputs"
        case Verdict.CLEAN:
            return f"equal for {done}"
        case Verdict.NOT_REPRODUCED:
            return "something differs that no run has shown"
    if report.account.stopped and report.covered is None:
        return f"not decided: no difference, {report.account.stopped}"
    return f"not decided ({one.verdict.value}): no difference in what could be explored ({done})"


def _total(told: Sequence[Compared], others: int) -> str:
    differing = sum(each.differs for each in told)
    equal = sum(each.verdict.is_good for each in told)
    parts = [f"{equal} equal"] if equal else []
    parts += [f"{differing} differ{'s' if differing == 1 else ''}"] if differing else []
    is_open = len(told) - equal - differing + others
    parts += [f"{is_open} not decided"] if is_open else []
    return f"{counted(len(told) + others, 'function')}: {', '.join(parts) or 'none'}."


def _result(
    targets: Sequence[str],
    modules: Sequence[_Module],
    others: Mapping[str, str],
    only_now: Sequence[str],
) -> VersionsResult:
    not_compared = dict(others)
    only: dict[str, list[str]] = {"before": [], "now": list(only_now)}
    for each in modules:
        for name, why in each.product.unsupported.items():
            not_compared[each.called(name)] = why
        only["before"] += map(each.called, each.product.only_before)
        only["now"] += map(each.called, each.product.only_now)
    return VersionsResult(
        tuple(targets),
        tuple(_pair(one, each.called(one.name)) for each in modules for one in each.told),
        not_compared,
        tuple(only["before"]),
        tuple(only["now"]),
    )


def _pair(one: Compared, name: str) -> PairResult:
    return PairResult(
        name,
        one.verdict,
        "" if one.differs else _claim(one),
        None if one.finding is None else one.finding.input,
        one.endings or (),
        one.code,
        one.report.paths,
        one.report.seconds,
    )
