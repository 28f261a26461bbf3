"""What `heapwise diff` does."""

from __future__ import annotations

import io
import json as json_format
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
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
from heapwise.frontends.versions import ENDLESS, RAISED, VIOLATED, Ending, Product
from heapwise.program.source import InputError, NothingToCheckError
from heapwise.reports.checks import rebuilding
from heapwise.reports.destination import STDOUT
from heapwise.reports.drawing import drawing, value_text
from heapwise.reports.gaps import coverage, gap_lines
from heapwise.reports.wording import counted
from heapwise.results import Verdict
from heapwise.results.heap import heap_to_json
from heapwise.results.schema import document
from heapwise.results.words import Words


def run(
    targets: Sequence[str],
    rev: str | None,
    options: CheckOptions,
    test: str | None,
    json: str | None,
    quiet: bool,
) -> ExitCode:
    told: list[Compared] = []
    console = stdout_console()
    is_listed = not quiet and STDOUT not in (test, json)
    destination = None if test is None else destination_of(test, targets[-1], False)
    others: list[Verdict] = []
    products: list[tuple[Product, list[Compared]]] = []
    with tempfile.TemporaryDirectory(prefix="heapwise-diff-") as place, ExitStack() as stack:
        folder = Path(place)
        for number, (before, now) in enumerate(_pairs(targets, rev, folder)):
            product = product_of(before, now, folder / f"product{number}")
            products.append((product, []))
            for one in _watched(compared(product, options), quiet):
                told.append(one)
                products[-1][1].append(one)
                for line in _lines(one) if is_listed else ():
                    console.print(line, markup=False, highlight=False, soft_wrap=True)
            for name, why in product.unsupported.items():
                if why.startswith(("private", "it is", "contracts")):
                    continue
                others.append(Verdict.PARTIAL)
                if is_listed:
                    print(f"{name}  –  not compared: {why}")
            for side, names in (("before", product.only_before), ("now", product.only_now)):
                for name in names if is_listed else ():
                    print(f"{name}  ·  only {side}")
        if json is not None:
            open_output(stack, "--json", json, *targets).begin().write(
                _as_json(targets, told, products)
            )
    if test is not None and any(each.code for each in told):
        title = targets[0] if rev is None else f"{' '.join(targets)} at {rev}"
        text = _tests(products, title, destination)
        if destination is None:
            print(text, end="")
        else:
            destination.write_text(text, encoding="utf-8")
    if STDOUT not in (test, json):
        console.print(f"\n{_total(told, len(others))}" if is_listed else _total(told, len(others)))
    return exit_code([*(each.verdict for each in told), *others])


def _tests(
    products: Sequence[tuple[Product, list[Compared]]], title: str, destination: Path | None
) -> str:
    """Those of Python in one file; of other languages, those of the first pair of targets that has
    any."""
    for product, told in products:
        found = [(each.name, each.finding.input) for each in told if each.finding is not None]
        if product.tests is not None and found:
            return product.tests(found, destination)
    return tests_file([each for _, told in products for each in told], title)


def _watched(found: Iterator[Compared], quiet: bool) -> Iterator[Compared]:
    done = 0
    with Progress(lambda: f"{counted(done, 'function')} compared", enabled=not quiet) as progress:
        for each in found:
            done += 1
            with progress.hidden():
                yield each


def _pairs(targets: Sequence[str], rev: str | None, folder: Path) -> Iterator[tuple[str, str]]:
    if rev is None:
        for target in targets:
            need_target(target)
        yield targets[0], targets[1]
        return
    top = Path(_git(["rev-parse", "--show-toplevel"], rev).decode().strip())
    archive = _git(["archive", "--format=tar", rev], rev, top)
    tree = folder / "before"
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(tree, filter="data")
    found = 0
    for now in expanded(targets):
        before = place_of(tree, now, top.resolve())
        file, old = Path(now.partition(":")[0]), Path(before.partition(":")[0])
        if not old.exists():
            print(f"{now}  ·  only now")
        elif file.is_file() and file.read_bytes() == old.read_bytes() and len(targets) > 1:
            continue
        else:
            found += 1
            try:
                yield before, now
            except NothingToCheckError:
                continue
    if not found:
        print("nothing to compare")


def _git(arguments: Sequence[str], rev: str, folder: Path | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise InputError("--rev needs Git, which is not on the PATH") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(f"--rev {rev}: {(why or ['there is no such commit'])[0]}")
    return done.stdout


def _lines(one: Compared) -> Iterator[str]:
    report = one.report
    tail = f"      {counted(report.paths, 'path')}   {report.seconds:.1f} s"
    if one.finding is None:
        yield f"{one.name}  {_mark(one.verdict)}  {_claim(one)}{tail}"
        yield from gap_lines(report.account)
        return
    assert one.endings is not None
    why = f", when {' and '.join(one.finding.notes)}" if one.finding.notes else ""
    yield f"{one.name}  ✗  differs{why}:"
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
    for each in one.where[:3]:
        what = f"the {each.what} of " if each.what else ""
        same = f" (the same object as {each.alias})" if each.alias else ""
        values = (value_text(each.before, words), value_text(each.now, words))
        yield f"    {what}{each.way}: {values[0]}{same} before, {values[1]} now"
    yield from rebuilding(one.code)
    size = counted(one.finding.objects, "object")
    yield f"    smallest input ({size}), run in both versions"


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
    parts += [f"{differing} differ"] if differing else []
    is_open = len(told) - equal - differing + others
    parts += [f"{is_open} not decided"] if is_open else []
    return f"{counted(len(told) + others, 'function')}: {', '.join(parts) or 'none'}."


def _as_json(
    targets: Sequence[str],
    told: Sequence[Compared],
    products: Sequence[tuple[Product, list[Compared]]],
) -> str:
    functions = [
        {
            "name": each.name,
            "equal": True if each.verdict.is_good else False if each.differs else None,
            "verdict": each.verdict.value,
            "claim": "" if each.differs else _claim(each),
            "input": None if each.finding is None else heap_to_json(each.finding.input),
            "endings": [
                {"how": one.how, "exception": one.exception, "heap": heap_to_json(one.heap)}
                for one in each.endings or ()
            ],
            "code": each.code,
            "paths": each.report.paths,
            "seconds": each.report.seconds,
        }
        for each in told
    ]
    made = [product for product, _ in products]
    body = {
        "targets": list(targets),
        "functions": functions,
        "not_compared": {name: why for each in made for name, why in each.unsupported.items()},
        "only_before": [name for each in made for name in each.only_before],
        "only_now": [name for each in made for name in each.only_now],
    }
    return json_format.dumps(document("diff", body), indent=1) + "\n"
