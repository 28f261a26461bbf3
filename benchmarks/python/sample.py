"""How much of other people's ordinary code `check` gets through: functions drawn from PyPI.

    python -m benchmarks.python.sample                            # 8 functions of each package
    python -m benchmarks.python.sample --only 60 --out some.jsonl   # the first 60 of these
    python -m benchmarks.python.sample --out some.jsonl             # and, later, all the others
    python -m benchmarks.python.sample --match packaging --seed 2
    python -m benchmarks.python.sample --packages arrow,pendulum --most 1  # of these packages
    python -m benchmarks.python.sample --list

Of each package the same number of public functions and methods with annotated parameters is drawn
at random, with a seed, before anything is known of them. Each is checked by one process, at default
settings; the time of `--seconds` is processor time, so that the result does not depend on what else
the machine does. What is in the file of `--out` already is not done again.

A function counts as *through* if everything was explored that there is with two objects of each
class and two items of each container (or more), or if that is all there is, if it was proved or a
failure found before, and nothing unsupported was met. Each of the others has one reason in the
table: it was skipped for a hint, met something unsupported, was undecided, failed (a fault of
Heapwise), or the time was up.
Packages are fetched as by `corpus`; a module that cannot be imported, or has no Python source, is
no reason: another function is drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from benchmarks.python.corpus import SOURCE, Target, fetch, targets

PACKAGES = (
    "babel",
    "build",
    "cachetools",
    "cattrs",
    "chardet",
    "click",
    "cssselect",
    "docstring-parser",
    "h11",
    "httpx",
    "humanize",
    "hypothesis",
    "idna",
    "inflect",
    "inflection",
    "installer",
    "isodate",
    "itsdangerous",
    "jinja2",
    "markdown-it-py",
    "mdurl",
    "mistune",
    "natsort",
    "networkx",
    "packaging",
    "parso",
    "pathspec",
    "prettytable",
    "pyparsing",
    "python-slugify",
    "referencing",
    "rich",
    "roman-numerals",
    "semver",
    "starlette",
    "textdistance",
    "tomlkit",
    "typer",
    "uritemplate",
    "urllib3",
    "werkzeug",
    "yarl",
)
THROUGH, NOT_CHECKED = "through", "not checked"
SKIPPED, UNSUPPORTED, UNDECIDED, FAILED, TIME = (
    *("skipped", "unsupported", "undecided", "failed", "time"),
)
_CLOCK = """
import resource, runpy, sys, time
wall, start = time.monotonic, time.monotonic()
def processor_time():
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    spent = sum(sum(resource.getrusage(each)[:2]) for each in who)
    return start + max(spent, (wall() - start) / 20)
time.monotonic = processor_time
sys.argv[0] = "heapwise"
runpy.run_module("heapwise", run_name="__main__")
"""
"""Runs the command with a clock of processor time, which never stands still: a process may wait."""


@dataclass(frozen=True)
class Result:
    """`outcome` is `THROUGH`, `NOT_CHECKED` or the first reason why it is not; `why` tells more."""

    outcome: str
    verdict: str
    covered: int | None
    paths: int
    processor_seconds: float
    why: tuple[str, ...]


def drawn(package: str, seed: int) -> Iterator[Target]:
    """The public annotated functions of a package, in random order."""
    folder = fetch(package)
    if folder is None:
        print(f"{package}: no wheel to be had", file=sys.stderr)
        return
    found = [
        target
        for target in targets(package, folder)
        if not any(part.startswith("_") for part in target.function.split("."))
    ]
    random.Random(f"{seed} {package}").shuffle(found)
    yield from found


def check(target: Target, seconds: float) -> Result:
    before = _children()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-c", _CLOCK, "check", str(target), "--quiet", "--no-cache"]
        command += ["--jobs", "1", "--timeout", f"{seconds:g}", "--json", str(report)]
        path = os.pathsep.join((str(target.folder), str(SOURCE)))
        # What Heapwise itself is compiled to is kept, or every function would pay for that.
        kept = {
            name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env={**kept, "PYTHONPATH": path},
                capture_output=True,
                timeout=60 + 40 * seconds,
            )
            written = json.loads(report.read_text()) if report.exists() else {}
        except (subprocess.TimeoutExpired, ValueError):
            return Result(FAILED, "hang", None, 0, _children() - before, ("no answer",))
    spent = _children() - before
    functions = written.get("functions", [])
    if len(functions) != 1:
        crashed = done.returncode not in (0, 1, 2, 3)
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return Result(FAILED if crashed else NOT_CHECKED, "none", None, 0, spent, tuple(said))
    return _read(functions[0], spent)


def _read(function: dict[str, object], spent: float) -> Result:
    account = function["account"]
    covered, paths = function["covered"], function["paths"]
    assert isinstance(account, dict) and isinstance(paths, int)
    assert covered is None or isinstance(covered, int)
    verdict = str(function["verdict"])
    if verdict == "skipped":
        return Result(SKIPPED, verdict, None, 0, spent, (str(function["reason"]),))
    for outcome in (FAILED, UNSUPPORTED, UNDECIDED):
        listed = account.get("failures" if outcome == FAILED else outcome, ())
        why = tuple(sorted({str(one["what"]) for one in listed}))
        if why or verdict == outcome:
            return Result(outcome, verdict, covered, paths, spent, why)
    # Without anything that two objects could be of, there is nothing beyond the first level: no
    # path was cut there.
    is_all = bool(account["finished"]) and not account["cuts"]
    done = verdict in ("proved", "violated") or (covered or 0) >= 2 or is_all
    why = () if done else (f"{covered or 'not even one'} object",)
    return Result(THROUGH if done else TIME, verdict, covered, paths, spent, why)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=8, help="functions of each package")
    parser.add_argument("--packages", help="other packages than ours, with commas between")
    parser.add_argument("--seconds", type=float, default=20, help="processor time of each")
    parser.add_argument("--only", type=int, help="the first so many of these, one of each package")
    parser.add_argument("--match", default="", help="only what has this in its name")
    parser.add_argument("--list", action="store_true", help="list the functions, check nothing")
    parser.add_argument("--out", type=Path, help="keep every result there, as JSON lines")
    options = parser.parse_args()
    packages = options.packages.split(",") if options.packages else PACKAGES
    known = _kept(options.out)
    results: dict[str, Result] = {}
    with (options.out or Path(os.devnull)).open("a") as file:
        for target in _sample(packages, options.seed, options.most, options.match, results):
            if options.only is not None and len(results) >= options.only:
                break
            if options.list:
                print(target.package, target)
                results[str(target)] = Result(THROUGH, "", None, 0, 0, ())
                continue
            result = known.get(str(target))
            if result is None:
                result = check(target, options.seconds)
                line = {"package": target.package, "target": str(target), **asdict(result)}
                file.write(json.dumps(line) + "\n")
                file.flush()
            if result.outcome != NOT_CHECKED:
                results[str(target)] = result
                _tell(target, result)
    if not options.list:
        report(results.values())
    return 0


def _sample(
    packages: Sequence[str], seed: int, most: int, match: str, results: Mapping[str, Result]
) -> Iterator[Target]:
    """The first of each package, then the second: what is done at any moment is a sample. Who gets
    a target puts its result into `results`, or has another one of the package."""
    waiting = {package: drawn(package, seed) for package in packages}
    for _ in range(most):
        for package in packages:
            for target in waiting[package]:
                if match in f"{package} {target}":
                    yield target
                    if str(target) in results:
                        break


def _kept(file: Path | None) -> dict[str, Result]:
    lines = file.read_text().splitlines() if file is not None and file.exists() else []
    entries = [json.loads(line) for line in lines]
    names = [field.name for field in fields(Result)]
    return {one["target"]: Result(**{name: one[name] for name in names}) for one in entries}


def _tell(target: Target, result: Result) -> None:
    spent = f"{result.processor_seconds:5.1f} s {result.paths:5} paths"
    why = "; ".join(result.why)[:100]
    print(f"{result.outcome:12} {result.verdict:14} {spent}  {target}  {why}", flush=True)


def report(results: Collection[Result]) -> None:
    ends = Counter(result.outcome for result in results)
    total = max(1, ends.total())
    print(f"{ends.total()} functions")
    for outcome, count in ends.most_common():
        print(f"{count:5} {100 * count / total:5.1f} %  {outcome}")
    through = [result for result in results if result.outcome == THROUGH]
    strict = sum(each.verdict == "proved" or (each.covered or 0) >= 2 for each in through)
    print(f"{strict:5} {100 * strict / total:5.1f} %  proved, or two objects or items explored")
    reasons = Counter(
        f"{result.outcome}: {reason}" for result in results for reason in set(result.why)
    )
    for reason, count in reasons.most_common(60):
        print(f"{count:5}  {reason}")
    verdicts = Counter(result.verdict for result in results)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    print(f"{sum(result.processor_seconds for result in results):.0f} s of processor time")


if __name__ == "__main__":
    sys.exit(main())
