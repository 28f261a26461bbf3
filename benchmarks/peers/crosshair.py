"""The seeded bugs under CrossHair and under Heapwise, side by side.

    python -m benchmarks.peers.crosshair            # both, one table
    python -m benchmarks.peers.crosshair --only crosshair --match avl

CrossHair comes from PyPI into an environment of its own (`.peers/`), made on first use. Every
function of the manifest is run twice, in the module with the bug and in its correct twin, each in a
process of its own. The invariant: what a tool says is classified by its output alone, with the same
words for both tools.

Each answer is kept in `.peers/answers`, under all that it depends on, so a run that was ended goes
on where it was; `--again` asks anew.
"""

import argparse
import concurrent.futures
import csv
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUGS = ROOT / "benchmarks" / "python" / "bugs"
PEERS = ROOT / ".peers"
ANSWERS = PEERS / "answers"
PACKAGES = ("crosshair-tool==0.0.112", "icontract", "deal")
# A tool that is still busy this long after its own limits is hung.
GRACE = 30.0
# Heapwise's own limit (30 s) is of the clock: with less processor time than this it was starved.
_LEAST_OF_TIMEOUT = 20.0


@dataclass(frozen=True)
class Case:
    """A function that is wrong in one module and right in another."""

    bug: str
    ok: str
    function: str
    contracts: str
    posts: int
    objects: int


@dataclass(frozen=True)
class Answer:
    """`found`, `confirmed`, `unknown` (looked and found nothing, claiming nothing) or `crash`.

    `alike` is said of a bug that was found with words that the tool uses of the correct twin too.
    """

    verdict: str
    seconds: float
    detail: str = ""


def cases(match: str) -> list[Case]:
    with (BUGS / "manifest.csv").open(newline="") as file:
        return [
            Case(
                row["module"],
                row["twin"],
                row["function"],
                row["contracts"],
                _conditions(BUGS / f"{row['module']}.py", row["function"]),
                int(row["objects"]),
            )
            for row in csv.DictReader(file)
            if match in f"{row['module']}:{row['function']}"
        ]


def _conditions(path: Path, function: str) -> int:
    """How many conditions the limit of a tool may have to be multiplied with."""
    text = path.read_text()
    body = re.split(r"^\s*def ", text.split(f"def {function.split('.')[-1]}(")[1], flags=re.M)[0]
    return max(
        1, len(re.findall(r"^\s*post:", body, re.M)) + len(re.findall("^    inv:", text, re.M))
    )


def run(
    command: list[str], limit: float, folder: Path = BUGS
) -> tuple[int | None, str, str, float]:
    """Exit code (None when it was stopped), output, errors and seconds of processor time.

    The limit is about processor time, as CrossHair's own are. The wall clock only guards against a
    process that waits for ever; on a busy machine it may strike first, and then nothing is judged.
    """
    limited = f"ulimit -t {int(limit)}; exec {shlex.join(command)}"
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(["sh", "-c", limited], cwd=folder, stdout=out, stderr=errors)
        deadline = time.monotonic() + 20 * limit
        late = False
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        while pid == 0:
            time.sleep(0.05)
            if time.monotonic() > deadline and not late:
                late = True
                child.kill()
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        errors.seek(0)
        spent = usage.ru_utime + usage.ru_stime
        code = None if child.returncode < 0 else child.returncode
        return code, out.read(), "wall clock" if late else errors.read(), spent


def stopped(errors: str, spent: float) -> Answer:
    """For a tool that did not end by itself."""
    if errors == "wall clock":
        return Answer("late", spent, "stopped by the wall clock")
    return Answer("crash", spent, "did not end within its processor time")


def crosshair(case: Case, module: str, seconds: float) -> Answer:
    command = [
        str(PEERS / "bin" / "crosshair"),
        "check",
        "--report_all",
        f"--per_condition_timeout={seconds:g}",
        f"--analysis_kind={case.contracts}",
        f"{module}.{case.function}",
    ]
    code, out, errors, spent = run(command, seconds * case.posts * 2 + GRACE)
    if code is None:
        return stopped(errors, spent)
    lines = [line for line in out.splitlines() if re.search(r":\d+: (error|info|warning):", line)]
    mistakes = [line for line in lines if ": error:" in line]
    if code not in (0, 1) or (errors.strip() and "Traceback" in errors):
        return Answer("crash", spent, (errors.strip().splitlines() or ["?"])[-1])
    if mistakes:
        text = mistakes[0].split(": error: ", 1)[1]
        return Answer(_error_kind(text), spent, text)
    if lines and all("Confirmed over all paths" in line for line in lines):
        return Answer("confirmed", spent)
    return Answer(
        "unknown", spent, lines[0].split(": ", 2)[2] if lines else "no condition was checked"
    )


def _error_kind(text: str) -> str:
    """Errors that are CrossHair's own, not the program's: it could not model a value."""
    own = ("CrosshairInternal", "CrossHairInternal", "NotDeterministic", "crosshair.", "Symbolic")
    return "crash" if any(word in text for word in own) else "found"


def heapwise(case: Case, module: str, seconds: float) -> Answer:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            str(Path(sys.executable).parent / "heapwise"),
            "check",
            f"{module}.py:{case.function}",
            "--json",
            str(report),
            *(["--leading-asserts"] if case.contracts == "asserts" else []),
        ]
        code, out, errors, spent = run(command, seconds * 2 + GRACE)
        if code is None:
            return stopped(errors, spent)
        text = report.read_text() if report.exists() else out
    try:
        functions = json.loads(text)["functions"]
    except (ValueError, KeyError, TypeError):
        return Answer("crash", spent, (errors.strip().splitlines() or [f"exit {code}"])[-1])
    findings = [finding for function in functions for finding in function["findings"]]
    if any(not finding["replayed"] for finding in findings):
        return Answer("crash", spent, "a finding does not replay")
    if findings:
        first = findings[0]
        smallest = "" if first.get("objects", case.objects) <= case.objects else " (not smallest)"
        return Answer("found", spent, f"line {first['line']}: {first['message']}{smallest}")
    verdicts = {function["verdict"] for function in functions}
    if "unfinished" in verdicts and spent < _LEAST_OF_TIMEOUT:
        return Answer("late", spent, "had no processor for most of its time")
    # What is clean up to fewer objects than the bug needs was not claimed to be right.
    is_right = bool(functions) and all(
        function["verdict"] == "proved"
        or (function["verdict"] == "clean" and (function.get("covered") or 0) >= case.objects)
        for function in functions
    )
    return Answer("confirmed" if is_right else "unknown", spent, ", ".join(sorted(verdicts)))


TOOLS = {"crosshair": crosshair, "heapwise": heapwise}
ON_BUG = {
    "found": "found",
    "alike": "same on the twin",
    "confirmed": "wrongly confirmed",
    "unknown": "missed",
    "crash": "crash",
    "late": "not judged",
}
ON_OK = {
    "found": "false report",
    "confirmed": "confirmed",
    "unknown": "no report",
    "crash": "crash",
    "late": "not judged",
}


def install() -> None:
    """Make the environment of the peers unless it is there."""
    stamp = PEERS / ".installed"
    if stamp.exists() and stamp.read_text() == " ".join(PACKAGES):
        return
    venv.create(PEERS, with_pip=True)
    pip = [str(PEERS / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", *PACKAGES], check=True)
    stamp.write_text(" ".join(PACKAGES))


@cache
def version(tool: str) -> str:
    """What is another tool when it changes."""
    if tool == "crosshair":
        return " ".join(PACKAGES)
    files = sorted((ROOT / "src" / "heapwise").rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def answer(tool: str, case: Case, module: str, seconds: float, again: bool = False) -> Answer:
    """What the tool says of a function, or said when it was asked the same before."""
    asked = version(tool), (BUGS / f"{module}.py").read_text(), asdict(case), module, seconds
    key = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]
    kept = ANSWERS / f"{tool}-{module}-{case.function}-{key}.json"
    if kept.exists() and not again:
        return Answer(**json.loads(kept.read_text()))
    got = TOOLS[tool](case, module, seconds)
    print(f"{tool} {module}:{case.function}: {got.verdict}, {got.detail}", file=sys.stderr)
    if got.verdict != "late":
        ANSWERS.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_text(json.dumps(asdict(got)))
        part.replace(kept)
    return got


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(TOOLS), action="append")
    parser.add_argument("--match", default="", help="only functions whose name contains this")
    parser.add_argument("--seconds", type=float, default=10, help="per condition")
    parser.add_argument("--again", action="store_true", help="also what is known already")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--csv", type=Path, help="write every answer there too")
    options = parser.parse_args()
    tools = options.only or list(TOOLS)
    if "crosshair" in tools:
        install()
    chosen = cases(options.match)
    jobs = [(tool, case, kind) for case in chosen for tool in tools for kind in ("bug", "ok")]

    def ask(job: tuple[str, Case, str]) -> Answer:
        tool, case, kind = job
        module = case.bug if kind == "bug" else case.ok
        return answer(tool, case, module, options.seconds, options.again)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = dict(zip(jobs, pool.map(ask, jobs), strict=True))
    for tool, case, kind in jobs:
        got, twin = answers[tool, case, kind], answers[tool, case, "ok"]
        if kind == "bug" and got.verdict == "found" and got.detail == twin.detail:
            answers[tool, case, kind] = replace(got, verdict="alike")
    for kind, words in (("bug", ON_BUG), ("ok", ON_OK)):
        print_table(kind, words, chosen, tools, answers)
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["tool", "twin", "module", "function", "verdict", "seconds", "detail"])
            for (tool, case, kind), got in answers.items():
                module = case.bug if kind == "bug" else case.ok
                verdict = (ON_BUG if kind == "bug" else ON_OK)[got.verdict]
                seconds = f"{got.seconds:.1f}"
                writer.writerow([tool, kind, module, case.function, verdict, seconds, got.detail])
    return 0


def print_table(
    kind: str,
    words: dict[str, str],
    chosen: list[Case],
    tools: list[str],
    answers: dict[tuple[str, Case, str], Answer],
) -> None:
    print(
        f"\n{'with the bug' if kind == 'bug' else 'correct twin':40}"
        + "".join(f"{t:>28}" for t in tools)
    )
    for case in chosen:
        module = case.bug if kind == "bug" else case.ok
        row = f"{module + ':' + case.function:40}"
        for tool in tools:
            got = answers[tool, case, kind]
            row += f"{words[got.verdict]:>20}{got.seconds:>6.1f} s"
        print(row)
    for tool in tools:
        got_all = [answers[tool, case, kind] for case in chosen]
        totals = Counter(words[got.verdict] for got in got_all)
        parts = ", ".join(f"{totals[word]} {word}" for word in words.values())
        print(f"{tool}: {parts}; {sum(got.seconds for got in got_all):.0f} s in all")


if __name__ == "__main__":
    sys.exit(main())
