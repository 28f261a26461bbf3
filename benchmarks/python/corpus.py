"""How much of other people's typed data structures Heapwise explores.

    python -m benchmarks.python.corpus --list            # what would be explored
    python -m benchmarks.python.corpus --most 12         # 12 functions of each package

Packages come from PyPI at run time, each into a folder of its own in a cache outside the
repository, with what it depends on; nothing of them is kept here. Of every package the functions
and methods whose parameters are all annotated are explored, each by a process of its own, with 3
objects per class; with `--most` those that are evenly spread over the package. The invariant: each
target ends in exactly one of the outcomes of `OUTCOMES`, so the percentages add up.
"""

import argparse
import ast
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGES = (
    "algorithms",
    "avltree",
    "bidict",
    "bigtree",
    "binarytree",
    "cacheout",
    "digraph",
    "disjoint-set",
    "functional-list",
    "immutabledict",
    "indexed-priority-queue",
    "linkedit",
    "littletree",
    "multiset",
    "nutree",
    "ordered-set",
    "orderedsets",
    "pqdict",
    "pvectors",
    "pybinarytree",
    "pydatastructs",
    "python-datastructures",
    "sorted-list",
    "structlinks",
    "suffix-tree",
    "treelib",
    "trie",
    "tries",
    "zict",
)
MORE = {"binarytree": ("setuptools<81",)}
"""What a package needs and does not say."""
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "heapwise-corpus"
SOURCE = Path(__file__).resolve().parents[2] / "src"
OUTCOMES = ("explored", "cut short", "unsupported", "rejected", "no import", "crash", "hang")
"""`cut short` is without an unsupported path when the time was up. `rejected` is an error message
before anything is explored; `no import` says that the module itself cannot be imported."""


@dataclass(frozen=True)
class Target:
    """A function by the module it is in; `folder` is what its package was installed into."""

    package: str
    folder: Path
    module: str
    function: str

    def __str__(self) -> str:
        return f"{self.module}:{self.function}"


@dataclass(frozen=True)
class Result:
    """How one exploration ended, with the constructs that were not supported or the error, and how
    many of its paths CPython did not confirm."""

    outcome: str
    reasons: tuple[str, ...]
    paths: int
    not_replayed: int
    seconds: float


def fetch(package: str) -> Path | None:
    """The folder of a package, installed on first use with its dependencies, or without them if
    they are not to be had; None without a wheel."""
    folder = CACHE / "installed" / package
    if folder.exists():
        return folder
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
    command += ["--target", str(folder), package, *MORE.get(package, ())]
    for options in ([], ["--no-deps"]):
        if subprocess.run([*command, *options], capture_output=True).returncode == 0:
            # An old backport that some depend on would hide the real one.
            (folder / "typing.py").unlink(missing_ok=True)
            return folder
    return None


def _own_files(package: str, folder: Path) -> list[Path]:
    """The source files of the package itself, not those of its dependencies."""
    wanted = re.sub(r"[-_.]+", "_", package).lower()
    for record in folder.glob("*.dist-info/RECORD"):
        name = record.parent.name.partition("-")[0]
        if re.sub(r"[-_.]+", "_", name).lower() == wanted:
            names = (line.partition(",")[0] for line in record.read_text().splitlines())
            found = (folder / name for name in names if name.endswith(".py"))
            return sorted(path for path in found if path.exists())
    return []


def targets(package: str, folder: Path) -> Iterator[Target]:
    """Functions and methods of a package with annotated parameters, by reading, not importing."""
    for path in _own_files(package, folder):
        relative = path.relative_to(folder)
        if any(part.startswith("test") for part in relative.parts):
            continue
        module = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and _annotated(node, method=False):
                yield Target(package, folder, module, node.name)
            elif isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and _annotated(member, method=True):
                        yield Target(package, folder, module, f"{node.name}.{member.name}")


def _annotated(function: ast.FunctionDef, method: bool) -> bool:
    """Whether each parameter has a hint; without any, the result must have one."""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    if any(name.rpartition(".")[2] in ("overload", "abstractmethod") for name in decorators):
        return False
    arguments = function.args
    parameters = arguments.posonlyargs + arguments.args
    if method and "staticmethod" not in decorators:
        parameters = parameters[1:]
    parameters += arguments.kwonlyargs
    parameters += [p for p in (arguments.vararg, arguments.kwarg) if p is not None]
    if not parameters:
        return method and function.returns is not None
    return all(p.annotation is not None for p in parameters)


def spread(chosen: Sequence[Target], most: int | None) -> list[Target]:
    """At most so many of them, evenly spread."""
    if most is None or len(chosen) <= most:
        return list(chosen)
    return [chosen[index * len(chosen) // most] for index in range(most)]


def explore(target: Target, seconds: float) -> Result:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "heapwise", "explore", str(target)]
        command += ["--max-objects", "3", "--timeout", f"{seconds:g}", "--json", str(report)]
        # The source beside this file is what is measured, wherever another one is installed.
        path = os.pathsep.join((str(target.folder), str(SOURCE)))
        environment = {**os.environ, "PYTHONPATH": path}
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=40 + 3 * seconds,
            )
        except subprocess.TimeoutExpired:
            return Result("hang", ("no answer",), 0, 0, time.monotonic() - start)
        spent = time.monotonic() - start
        written = report.read_text() if report.exists() else ""
    last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    crashed = done.returncode < 0 or "internal error" in last
    if crashed or "Traceback (most recent call last)" in done.stderr:
        return Result("crash", (last,), 0, 0, spent)
    if done.returncode == 2 or not written:
        outcome = "no import" if "importing" in last else "rejected"
        return Result(outcome, (_construct(last),), 0, 0, spent)
    return _read(json.loads(written), spent)


def _read(written: dict[str, object], spent: float) -> Result:
    paths = written["paths"]
    assert isinstance(paths, list)
    ends = [path["outcome"] for path in paths]
    missing = {_construct(str(end["exception"])) for end in ends if end["kind"] == "unsupported"}
    wrong = sum(
        path["replayed"] is False
        for path in paths
        if path["outcome"]["kind"] in ("returned", "raised", "violated")
    )
    outcome = "unsupported" if missing else "cut short" if written["stopped"] else "explored"
    return Result(outcome, tuple(sorted(missing)), len(paths), wrong, spent)


def _construct(message: str) -> str:
    """A message without its place and without names, so that equal reasons are counted together."""
    return re.sub(r"^heapwise: |\S+\.py:\d+(:\d+)?:? ?", "", message)[:160]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", action="append", help="only these")
    parser.add_argument("--list", action="store_true", help="list the targets, run nothing")
    parser.add_argument("--most", type=int, help="at most so many functions of each package")
    parser.add_argument("--only", default="", help="only targets with this in their name")
    parser.add_argument("--seconds", type=float, default=20, help="limit for one function")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--again", type=Path, help="take what went well from such a file")
    parser.add_argument("--out", type=Path, help="write every result there, as JSON lines")
    options = parser.parse_args()
    chosen: list[Target] = []
    for package in options.package or PACKAGES:
        folder = fetch(package)
        if folder is None:
            print(f"{package}: no wheel to be had", file=sys.stderr)
            continue
        found = [one for one in targets(package, folder) if options.only in str(one)]
        chosen += spread(found, options.most)
    # The first of each package, then the second: what has been explored at any moment is a sample.
    seen: Counter[str] = Counter()
    turns: list[tuple[int, Target]] = []
    for target in chosen:
        turns.append((seen[target.package], target))
        seen[target.package] += 1
    chosen = [target for _, target in sorted(turns, key=lambda turn: turn[0])]
    if options.list:
        for target in chosen:
            print(f"{target.package:24} {target}")
        print(f"{len(chosen)} functions in {len({t.package for t in chosen})} packages")
        return 0
    known = _went_well(options.again) if options.again else {}
    results: list[Result] = []
    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        (options.out or Path(os.devnull)).open("w") as file,
    ):
        answers = pool.map(
            lambda target: known.get(str(target)) or explore(target, options.seconds), chosen
        )
        for target, result in zip(chosen, answers, strict=True):
            results.append(result)
            line = {"package": target.package, "target": str(target), **vars(result)}
            file.write(json.dumps(line) + "\n")
            file.flush()
            print(f"{target}: {result.outcome} {', '.join(result.reasons)}", file=sys.stderr)
    report(chosen, results)
    return int(any(result.outcome in ("crash", "hang") for result in results))


def _went_well(file: Path) -> dict[str, Result]:
    """The results of an earlier run that a later version would hardly change."""
    found: dict[str, Result] = {}
    for line in file.read_text().splitlines():
        entry = json.loads(line)
        if entry["outcome"] in ("explored", "cut short") and not entry["not_replayed"]:
            values = [entry[name] for name in ("paths", "not_replayed", "seconds")]
            found[entry["target"]] = Result(entry["outcome"], tuple(entry["reasons"]), *values)
    return found


def report(chosen: list[Target], results: list[Result]) -> None:
    headings = "".join(f"{name:>13}" for name in OUTCOMES)
    print(f"{'package':24}{'functions':>10}{headings}{'not replayed':>14}")
    packages = list(dict.fromkeys(target.package for target in chosen))
    for package in [*packages, "all"]:
        here = [
            result
            for target, result in zip(chosen, results, strict=True)
            if package in ("all", target.package)
        ]
        counts = Counter(result.outcome for result in here)
        total = max(1, counts.total())
        cells = [f"{counts[name]:>6} {100 * counts[name] / total:>4.0f} %" for name in OUTCOMES]
        row = "".join(f"{cell:>13}" for cell in cells)
        wrong = sum(result.not_replayed > 0 for result in here)
        print(f"{package:24}{counts.total():>10}{row}{wrong:>14}")
    ends = Counter(result.outcome for result in results)
    imported = ends.total() - ends["no import"]
    fine = ends["explored"] + ends["cut short"]
    for name, total in (
        ("all functions", ends.total()),
        ("those whose module imports", imported),
        ("those that were not rejected", imported - ends["rejected"]),
    ):
        share = 100 * fine / max(1, total)
        print(f"without an unsupported path: {fine} of {total} {name}, {share:.1f} %")
    print("\nmost frequent reasons, in number of functions:")
    reasons = Counter((r.outcome, reason) for r in results for reason in r.reasons)
    for (outcome, reason), count in reasons.most_common(40):
        print(f"{count:>6}  {outcome:12} {reason}")
    for target, result in zip(chosen, results, strict=True):
        if result.outcome in ("crash", "hang"):
            print(f"{result.outcome}: {target}: {result.reasons[0]}")


if __name__ == "__main__":
    sys.exit(main())
