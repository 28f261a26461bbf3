"""How many failures of ordinary functions `check` finds, and why the others are not found.

    python -m benchmarks.python.ordinary.run                     # all of them
    python -m benchmarks.python.ordinary.run --match prices --peer   # CrossHair too

`manifest.csv` names the functions of this folder. One that fails for some input has a call that
shows it, which is made here first: the truth is CPython's. Each function is checked in a process of
its own with its limit of processor time. CrossHair (see `benchmarks.peers`) is given copies in
which every function has the contract `post: True`, so that it reports exceptions.
"""

from __future__ import annotations

import argparse
import ast
import csv
import importlib
import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers import crosshair

HERE = Path(__file__).parent
GRACE = 20.0


@dataclass(frozen=True)
class Ordinary:
    """`call` is one that fails, or empty."""

    module: str
    function: str
    call: str

    @property
    def name(self) -> str:
        return f"{self.module}:{self.function}"


@dataclass(frozen=True)
class Outcome:
    """`word` is found, missed or clean; `reasons` are what was unsupported."""

    word: str
    verdict: str
    seconds: float
    reasons: tuple[str, ...] = ()


def functions(match: str) -> list[Ordinary]:
    with (HERE / "manifest.csv").open(newline="") as file:
        rows = [Ordinary(**row) for row in csv.DictReader(file)]
    return [each for each in rows if match in each.name]


def fails(each: Ordinary) -> str | None:
    """The exception that the call ends in."""
    module = importlib.import_module(f"benchmarks.python.ordinary.{each.module}")
    try:
        eval(each.call, vars(module))
    except Exception as error:
        return type(error).__name__
    return None


def checked(each: Ordinary, seconds: float) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            *(str(Path(sys.executable).parent / "heapwise"), "check"),
            *(f"{HERE / each.module}.py:{each.function}", "--json", str(report)),
            *("--timeout", f"{seconds:g}"),
        ]
        _, out, errors, spent = crosshair.run(command, seconds + GRACE)
        text = report.read_text() if report.exists() else out
    try:
        told = json.loads(text)["functions"]
    except (ValueError, KeyError, TypeError):
        return Outcome("crash", "crash", spent, ((errors.strip().splitlines() or ["?"])[-1],))
    verdict = ", ".join(sorted({one["verdict"] for one in told})) or "skipped"
    findings = [finding for one in told for finding in one["findings"] if finding["replayed"]]
    reasons = {str(gap["what"]) for one in told for gap in one["unsupported"]}
    reasons |= {str(one["reason"]) for one in told if one["verdict"] == "skipped"}
    word = "found" if findings else "clean" if verdict in ("clean", "proved") else "missed"
    return Outcome(word, verdict, spent, tuple(sorted(reasons)))


def with_contracts(folder: Path) -> None:
    """Copies of the modules in which every function promises something that is always true."""
    for path in HERE.glob("*.py"):
        if path.name in ("run.py", "__init__.py"):
            continue
        tree = ast.parse(path.read_text())
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                node.body.insert(0, ast.Expr(ast.Constant("post: True")))
        (folder / path.name).write_text(ast.unparse(ast.fix_missing_locations(tree)))


def by_crosshair(each: Ordinary, folder: Path, seconds: float) -> Outcome:
    command = [
        *(str(crosshair.PEERS / "bin" / "crosshair"), "check", "--report_all"),
        *(f"--per_condition_timeout={seconds:g}", "--analysis_kind=PEP316"),
        f"{each.module}.{each.function}",
    ]
    code, out, errors, spent = crosshair.run(command, seconds + GRACE, folder)
    mistakes = [line for line in out.splitlines() if ": error:" in line]
    if code not in (0, 1) or "Traceback" in errors:
        return Outcome("crash", "crash", spent)
    return Outcome("found" if mistakes else "missed", "", spent)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--match", default="", help="only functions whose name contains this")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--peer", action="store_true", help="CrossHair as well")
    options = parser.parse_args()
    chosen = functions(options.match)
    for each in chosen:
        if each.call and fails(each) is None:
            print(f"{each.name}: {each.call} does not fail", file=sys.stderr)
            return 1
    outcomes: dict[str, Outcome] = {}
    peers: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.peer:
            crosshair.install()
            with_contracts(folder)
        for each in chosen:
            got = outcomes[each.name] = checked(each, options.seconds)
            line = f"{each.name:32}{'fails' if each.call else '':7}{got.word:8}{got.seconds:6.1f} s"
            if options.peer and each.call:
                peer = peers[each.name] = by_crosshair(each, folder, options.seconds)
                line += f"   CrossHair {peer.word:8}{peer.seconds:6.1f} s"
            print(f"{line}  {got.verdict} {'; '.join(got.reasons)}", flush=True)
    summary(chosen, outcomes, peers)
    return 0


def summary(
    chosen: list[Ordinary], outcomes: dict[str, Outcome], peers: dict[str, Outcome]
) -> None:
    failing = [outcomes[each.name] for each in chosen if each.call]
    others = [outcomes[each.name] for each in chosen if not each.call]
    found = sum(each.word == "found" for each in failing)
    print(f"\nfail for some input: {len(failing)}, found: {found}")
    if peers:
        words = Counter(peer.word for peer in peers.values())
        print(f"CrossHair found: {words['found']}, crashed: {words['crash']}")
    print(f"the others: {len(others)}, ", Counter(each.word for each in others).most_common())
    partly = [each for each in outcomes.values() if each.reasons]
    print(f"with something unsupported: {len(partly)} of {len(outcomes)}")
    reasons = Counter(reason for each in outcomes.values() for reason in each.reasons)
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")


if __name__ == "__main__":
    sys.exit(main())
