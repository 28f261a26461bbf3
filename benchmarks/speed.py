"""What plain exploration costs beside another checkout: `make bench-speed AGAINST=DIR`.

Both explore the same targets of this checkout under the same bounds, in turns and in processes of
their own; the least CPU time of each counts, with that of children that have ended (probes of
Python modules). Paths are found and not described. A ratio above 1 says that this
checkout is faster. Where the paths are others, the numbers of both are printed, and where either
was cut by the time limit there is no ratio: the times say nothing then.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
POSE_LIBRARIES = ("avl_tree", "caching_list", "double_linked_list", "tree_map")
LAZY = ("avl_maxElement", "avl_findMin")
UNDECIDED = ("string_methods",)
SMALL = {"max_objects": 2, "max_length": 2}
JAVA = {**SMALL, "max_depth": 3, "max_loops": 20}
JDK = ("TreeMap.put", "HashMap.put", "LinkedHashMap.get", "ArrayDeque.addFirst")
"""Of `java.util`."""


class Target(NamedTuple):
    group: str
    name: str
    target: str
    bounds: dict[str, int]
    options: dict[str, str]


class Measured(NamedTuple):
    """`paths` is how many were found, the cases of each counted, or why there are none."""

    name: str
    seconds: float
    paths: str
    cut: bool


def targets() -> Iterator[Target]:
    for path in sorted((HERE / "pose").glob("*.tiny")):
        if path.stem not in POSE_LIBRARIES:
            yield Target("pose", path.stem, str(path), {}, {"null_dereference": "ignore"})
    for name in LAZY:
        yield Target("lazy", name, str(HERE / "pose" / f"{name}.tiny"), {}, {"strategy": "lazy"})
    for path in sorted((ROOT / "tests" / "programs_python").glob("*.py")):
        if path.stem not in UNDECIDED:
            yield Target("python", path.stem, f"{path}:target", SMALL, {})
    texts = HERE / "speed_texts.py"
    for line in texts.read_text().splitlines():
        if line.startswith("def "):
            name = line[4 : line.index("(")]
            yield Target("texts", name, f"{texts}:{name}", {"max_length": 3}, {})
    for name in JDK:
        yield Target("jdk", name, f"jdk:java.util.{name}", JAVA, {})
    programs = ROOT / "tests" / "programs_java"
    for path in sorted((programs / "source" / "tasks").glob("*.java")):
        method = "check" if path.stem == "Aliases" else "main"
        yield Target("java", path.stem, f"{programs}/classes:tasks.{path.stem}.{method}", JAVA, {})


GROUPS = tuple(dict.fromkeys(target.group for target in targets()))


def explore_all(chosen: Sequence[Target], seconds: float) -> Iterator[Measured]:
    """In this process, by whatever package can be imported: the first one twice, so that what is
    imported on demand is there."""
    from heapwise import Bounds, explore

    for number, (_, name, target, named, options) in enumerate((chosen[0], *chosen)):
        begin, started, cut = cpu_time(), time.monotonic(), False
        bounds = Bounds(timeout=seconds, **named)  # type: ignore[arg-type]
        try:
            run = explore(target, bounds=bounds, **options)  # type: ignore[arg-type]
            paths = str(sum(1 for _ in run.leaves()))
            cut = time.monotonic() - started >= seconds
        except Exception as error:
            paths = f"{type(error).__name__}: {error}"
        if number:
            yield Measured(name, cpu_time() - begin, paths, cut)


def cpu_time() -> float:
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def measured(checkout: Path, group: str, only: str, seconds: float) -> list[Measured]:
    environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "benchmarks.speed", "--explore", group]
    command += ["--only", only, "--timeout", str(seconds)]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return [
        Measured(*json.loads(line)) for line in done.stdout.splitlines() if line.startswith("[")
    ]


def least(runs: Sequence[Sequence[Measured]]) -> list[Measured]:
    return [min(each, key=lambda one: one.seconds) for each in zip(*runs, strict=True)]


def compare(group: str, checkouts: Sequence[Path], options: argparse.Namespace) -> None:
    """A line for each target where something is to be seen, and one for the group."""
    runs: list[list[list[Measured]]] = [[] for _ in checkouts]
    for _ in range(options.runs):
        for kept, checkout in zip(runs, checkouts, strict=True):
            kept.append(measured(checkout, group, options.only, options.timeout))
    sums = [0.0] * len(checkouts)
    left_out = 0
    for each in zip(*map(least, runs), strict=True):
        paths = " ".join(dict.fromkeys(one.paths for one in each))
        comparable = all(one.paths == paths and not one.cut for one in each)
        if comparable:
            sums = [total + one.seconds for total, one in zip(sums, each, strict=True)]
        left_out += not comparable
        if options.verbose or not comparable:
            times = "".join(f"{'>' if one.cut else ''}{one.seconds:.3f}".rjust(10) for one in each)
            ratio = _ratio([one.seconds for one in each]) if comparable else "–".rjust(8)
            print(f"  {each[0].name:20}{times}{ratio}  {paths}")
    times = "".join(f"{total:10.3f}" for total in sums)
    without = f"  without {left_out}" if left_out else ""
    print(f"{group:22}{times}{_ratio(sums)}{without}", flush=True)


def _ratio(seconds: Sequence[float]) -> str:
    """Of the first to the second; nothing if there is no other."""
    if len(seconds) == 1:
        return ""
    return (f"{seconds[0] / seconds[1]:.2f}" if seconds[1] else "–").rjust(8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("groups", nargs="*", help=f"some of {', '.join(GROUPS)}; all by default")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--runs", type=int, default=5, help="of each; the least time counts")
    parser.add_argument("--only", default="", help="targets whose name contains this")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each target")
    parser.add_argument("--verbose", "-v", action="store_true", help="a line for each target")
    parser.add_argument("--explore", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.explore:
        chosen = [
            target
            for target in targets()
            if target.group == options.explore and options.only in target.name
        ]
        for found in explore_all(chosen, options.timeout) if chosen else ():
            print(json.dumps(found), flush=True)
        return
    checkouts = [ROOT] if options.against is None else [options.against.resolve(), ROOT]
    names = "".join(f"{name:>10}" for name in ("before", "now")[-len(checkouts) :])
    print(f"{'least CPU seconds':22}{names}{'' if options.against is None else '   ratio'}")
    for group in options.groups or GROUPS:
        compare(group, checkouts, options)


if __name__ == "__main__":
    main()
