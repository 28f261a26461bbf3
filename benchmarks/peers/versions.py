"""Pairs of functions under `heapwise diff` and CrossHair's `diffbehavior`, side by side.

    python -m benchmarks.peers.versions

Twelve pairs do the same, twelve do not (`benchmarks/versions`). A tool is right about a pair if it
says that they differ, with an input, exactly if they do; *equal* is said by Heapwise with its
bounds, and by CrossHair if it has exhausted the paths. What neither says is open.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.peers.crosshair import PEERS, ROOT, install

FOLDER = ROOT / "benchmarks" / "versions"


def heapwise() -> tuple[dict[str, str], float]:
    """By function: `equal`, `differs` or `open`; and the CPU time of all."""
    command = [sys.executable, "-m", "heapwise", "diff", "before.py", "now.py", "--json", "-"]
    done, spent = _run([*command, "--max-objects", "3"])
    words = {True: "equal", False: "differs", None: "open"}
    return {each["name"]: words[each["equal"]] for each in json.loads(done)["functions"]}, spent


def crosshair(name: str, seconds: float) -> tuple[str, float]:
    command = [str(PEERS / "bin" / "crosshair"), "diffbehavior", f"before.{name}", f"now.{name}"]
    text, spent = _run([*command, "--per_condition_timeout", str(seconds)])
    if "All paths explored" in text or "No differences found. (attempted all" in text:
        return "equal", spent
    if "No differences found" in text:
        return "open", spent
    return ("differs" if "Given:" in text else "crash"), spent


def _run(command: list[str]) -> tuple[str, float]:
    before = os.times()
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    after = os.times()
    spent = after.children_user + after.children_system
    return done.stdout, spent - before.children_user - before.children_system


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each pair of CrossHair")
    parser.add_argument("--only", choices=("heapwise", "crosshair"))
    options = parser.parse_args()
    ours, seconds = ({}, 0.0) if options.only == "crosshair" else heapwise()
    names = [
        line.removeprefix("def ").partition("(")[0]
        for line in Path(FOLDER / "before.py").read_text().splitlines()
        if line.startswith("def ")
    ]
    theirs: dict[str, str] = {}
    spent = 0.0
    if options.only != "heapwise":
        install()
        for name in names:
            theirs[name], one = crosshair(name, options.seconds)
            spent += one
    print(f"{'pair':24}{'is':10}{'Heapwise':12}{'CrossHair':12}")
    right = [0, 0]
    for name in names:
        truth = "equal" if name.startswith("equal_") else "differs"
        said = (ours.get(name, "–"), theirs.get(name, "–"))
        right = [count + (each == truth) for count, each in zip(right, said, strict=True)]
        print(f"{name:24}{truth:10}{said[0]:12}{said[1]:12}")
    print(f"right: {right[0]} and {right[1]} of {len(names)}; {seconds:.0f} s and {spent:.0f} s")
    print(time.strftime("%Y-%m-%d"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
