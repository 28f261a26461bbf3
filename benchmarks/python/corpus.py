"""How much of other people's typed data structures Heapwise explores.

    python -m benchmarks.python.corpus --list            # what would be explored
    python -m benchmarks.python.corpus --package avltree

Wheels come from PyPI at run time into a cache outside the repository; nothing of them is kept here.
Every function and method whose parameters are all annotated is explored by a process of its own
with 3 objects per class. The invariant: each target ends in exactly one of the outcomes of
`OUTCOMES`, so the percentages add up.
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
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = (
    "algorithms",
    "avltree",
    "bidict",
    "bigtree",
    "binarytree",
    "cacheout",
    "disjoint-set",
    "linkedit",
    "nutree",
    "ordered-set",
    "pqdict",
    "pydatastructs",
    "pygtrie",
    "python-datastructures",
    "structlinks",
    "treelib",
    "unionfind",
)
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "heapwise-corpus"
OUTCOMES = ("explored", "unsupported", "refused", "crash", "hang")


@dataclass(frozen=True)
class Target:
    """A function by the module it is in; `folder` is what its package was unpacked into."""

    package: str
    folder: Path
    module: str
    function: str

    def __str__(self) -> str:
        return f"{self.module}:{self.function}"


@dataclass(frozen=True)
class Result:
    """How one exploration ended, with the constructs that were not supported or the error."""

    outcome: str
    reasons: tuple[str, ...]
    paths: int
    seconds: float


def fetch(package: str) -> Path | None:
    """The folder of a package, downloaded and unpacked on first use; None without a wheel."""
    folder = CACHE / package
    if folder.exists():
        return folder
    wheels = CACHE / "wheels" / package
    wheels.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--dest", str(wheels), package]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    return folder


def targets(package: str, folder: Path) -> Iterator[Target]:
    """Functions and methods of a package with annotated parameters, by reading, not importing."""
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        if any(part.startswith("test") for part in relative.parts):
            continue
        module = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError:
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and _annotated(node, method=False):
                yield Target(package, folder, module, node.name)
            elif isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and _annotated(member, method=True):
                        yield Target(package, folder, module, f"{node.name}.{member.name}")


def _annotated(function: ast.FunctionDef, method: bool) -> bool:
    """Whether each parameter has a hint; a function without parameters must be a method."""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    if decorators & {"overload", "typing.overload", "t.overload", "abstractmethod"}:
        return False
    arguments = function.args
    parameters = arguments.posonlyargs + arguments.args
    if method and "staticmethod" not in decorators:
        parameters = parameters[1:]
    parameters += arguments.kwonlyargs
    parameters += [p for p in (arguments.vararg, arguments.kwarg) if p is not None]
    return (method or bool(parameters)) and all(p.annotation is not None for p in parameters)


def explore(target: Target, seconds: float) -> Result:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [str(Path(sys.executable).parent / "heapwise"), "explore", str(target)]
        command += ["--max-objects", "3", "--timeout", f"{seconds:g}", "--json", str(report)]
        environment = {**os.environ, "PYTHONPATH": str(target.folder)}
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=3 * seconds + 30,
            )
        except subprocess.TimeoutExpired:
            return Result("hang", ("no answer",), 0, time.monotonic() - start)
        spent = time.monotonic() - start
        written = report.read_text() if report.exists() else ""
    last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    if "Traceback (most recent call last)" in done.stderr or done.returncode < 0:
        return Result("crash", (last,), 0, spent)
    if done.returncode == 2 or not written:
        return Result("refused", (_construct(last),), 0, spent)
    paths = json.loads(written)["paths"]
    ends = [path["outcome"] for path in paths]
    missing = [_construct(str(end["exception"])) for end in ends if end["kind"] == "unsupported"]
    outcome = "unsupported" if missing else "explored"
    return Result(outcome, tuple(sorted(set(missing))), len(paths), spent)


def _construct(message: str) -> str:
    """A message without its place and without names, so that equal reasons are counted together."""
    return re.sub(r"^heapwise: |\S+\.py:\d+(:\d+)?:? ?", "", message)[:100]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", action="append", help="only these")
    parser.add_argument("--list", action="store_true", help="list the targets, run nothing")
    parser.add_argument("--sample", type=int, default=1, help="only every n-th function")
    parser.add_argument("--seconds", type=float, default=20, help="limit for one function")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write every result there, as JSON lines")
    options = parser.parse_args()
    chosen: list[Target] = []
    for package in options.package or PACKAGES:
        folder = fetch(package)
        if folder is None:
            print(f"{package}: no wheel to be had", file=sys.stderr)
            continue
        chosen += list(targets(package, folder))[:: options.sample]
    if options.list:
        for target in chosen:
            print(f"{target.package:24} {target}")
        print(f"{len(chosen)} functions in {len({t.package for t in chosen})} packages")
        return 0
    results: list[Result] = []
    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        (options.out or Path(os.devnull)).open("w") as file,
    ):
        answers = pool.map(lambda target: explore(target, options.seconds), chosen)
        for target, result in zip(chosen, answers, strict=True):
            results.append(result)
            line = {"package": target.package, "target": str(target), **vars(result)}
            file.write(json.dumps(line) + "\n")
            file.flush()
            print(f"{target}: {result.outcome} {', '.join(result.reasons)}", file=sys.stderr)
    report(chosen, results)
    return int(any(result.outcome in ("crash", "hang") for result in results))


def report(chosen: list[Target], results: list[Result]) -> None:
    print(f"{'package':24}{'functions':>10}" + "".join(f"{name:>13}" for name in OUTCOMES))
    packages = list(dict.fromkeys(target.package for target in chosen))
    for package in [*packages, "all"]:
        counts = Counter(
            result.outcome
            for target, result in zip(chosen, results, strict=True)
            if package in ("all", target.package)
        )
        total = max(1, counts.total())
        cells = [f"{counts[name]:>6} {100 * counts[name] / total:>4.0f} %" for name in OUTCOMES]
        print(f"{package:24}{counts.total():>10}" + "".join(f"{cell:>13}" for cell in cells))
    print("\nmost frequent reasons, in number of functions:")
    reasons = Counter((r.outcome, reason) for r in results for reason in r.reasons)
    for (outcome, reason), count in reasons.most_common(25):
        print(f"{count:>6}  {outcome:12} {reason}")
    for target, result in zip(chosen, results, strict=True):
        if result.outcome in ("crash", "hang"):
            print(f"{result.outcome}: {target}: {result.reasons[0]}")


if __name__ == "__main__":
    sys.exit(main())
