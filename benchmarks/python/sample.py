"""How many functions of other people's packages `check` does not even finish for one object.

    python -m benchmarks.python.sample                   # 3 functions of each, 20 s each
    python -m benchmarks.python.sample --only packaging --seed 2
    python -m benchmarks.python.sample --list

Of each package the same number of public functions and methods with annotated parameters is drawn
at random, with a seed, before anything is known of them. Each is checked in a process of its own,
at default settings; the time of `--seconds` is processor time, so that the result does not depend
on what else the machine does. A function is *not finished* if the time was up before the first
level (one object
of each class, one item of each container) was through and nothing was found. Packages are fetched
as by `corpus`; what cannot be imported or has nothing to check is drawn again.
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
from collections.abc import Iterator
from dataclasses import asdict, dataclass
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
FINISHED, NOT_FINISHED, NOT_CHECKED = "finished", "not finished", "not checked"
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
        command += ["--timeout", f"{seconds:g}", "--json", str(report)]
        path = os.pathsep.join((str(target.folder), str(SOURCE)))
        try:
            subprocess.run(
                command,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                timeout=60 + 40 * seconds,
            )
            written = json.loads(report.read_text()) if report.exists() else {}
        except (subprocess.TimeoutExpired, ValueError):
            return Result(NOT_FINISHED, "hang", None, 0, _children() - before, ("no answer",))
    spent = _children() - before
    functions = written.get("functions", [])
    if len(functions) != 1 or functions[0]["verdict"] == "skipped":
        return Result(NOT_CHECKED, "skipped", None, 0, spent, ())
    return _read(functions[0], spent)


def _read(function: dict[str, object], spent: float) -> Result:
    account = function["account"]
    covered, paths = function["covered"], function["paths"]
    assert isinstance(account, dict) and isinstance(paths, int)
    assert covered is None or isinstance(covered, int)
    stopped = function["stopped"] and covered is None and not function["findings"]
    unsupported = tuple(str(one["what"]) for one in account["unsupported"])
    undecided = tuple(f"undecided: {one['what']}" for one in account["undecided"])
    outcome = NOT_FINISHED if stopped else FINISHED
    verdict = str(function["verdict"])
    return Result(outcome, verdict, covered, paths, spent, unsupported + undecided)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=3, help="functions of each package")
    parser.add_argument("--seconds", type=float, default=20, help="processor time of each")
    parser.add_argument("--only", default="", help="packages and functions with this in their name")
    parser.add_argument("--list", action="store_true", help="list the functions, check nothing")
    parser.add_argument("--out", type=Path, help="write every result there, as JSON lines")
    options = parser.parse_args()
    results: list[Result] = []
    with (options.out or Path(os.devnull)).open("w") as file:
        waiting = {package: drawn(package, options.seed) for package in PACKAGES}
        # The first of each package, then the second: what is done at any moment is a sample.
        for _ in range(options.most):
            for package in PACKAGES:
                for target in waiting[package]:
                    if options.only not in f"{package} {target}":
                        continue
                    if options.list:
                        print(package, target)
                        break
                    result = check(target, options.seconds)
                    line = {"package": package, "target": str(target), **asdict(result)}
                    file.write(json.dumps(line) + "\n")
                    file.flush()
                    if result.outcome != NOT_CHECKED:
                        results.append(result)
                        _tell(target, result)
                        break
    if not options.list:
        report(results)
    return 0


def _tell(target: Target, result: Result) -> None:
    spent = f"{result.processor_seconds:5.1f} s {result.paths:5} paths"
    print(f"{result.outcome:12} {result.verdict:14} {spent}  {target}", flush=True)


def _is_enough(result: Result) -> bool:
    """Was everything explored that there is with two objects of each class and two items, or was
    it proved or a failure found before?"""
    done = result.verdict in ("proved", "violated") or (result.covered or 0) >= 2
    return done and not result.why


def report(results: list[Result]) -> None:
    ends = Counter(result.outcome for result in results)
    total = max(1, ends.total())
    print(f"{ends.total()} functions")
    for outcome, count in ends.most_common():
        print(f"{count:5} {100 * count / total:5.1f} %  {outcome}")
    reached = sum(_is_enough(result) for result in results)
    print(f"{reached:5} {100 * reached / total:5.1f} %  two objects or items, nothing unsupported")
    reasons = Counter(reason for result in results for reason in set(result.why))
    for reason, count in reasons.most_common(40):
        print(f"{count:5}  {reason}")
    verdicts = Counter(result.verdict for result in results)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    print(f"{sum(result.processor_seconds for result in results):.0f} s of processor time")


if __name__ == "__main__":
    sys.exit(main())
