"""The subjects of LISSA's tables on a JVM, without Heapwise: on every valid structure of a scope.

The sources are compiled with a note at every decision; `lissa/Brute.java` runs them on all
structures of a small scope that the invariant accepts. The numbers of structures, of control-flow
paths, and of paths summed over structures are those of the formulas.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.unit.benchmarks.compiling import compiled

ROOT = Path(__file__).parents[3]
SUBJECTS = ROOT / "benchmarks" / "java" / "source" / "lissa"
KORAT = ROOT / "src" / "heapwise" / "testgen" / "java" / "source" / "korat" / "finitization"
HARNESS = Path(__file__).parent / "lissa"

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no javac")


def noted(source: str) -> str:
    """The source with a note at each condition of `if`, `while`, `for` and `?:`, at each operand of
    `&&` and `||` in it, and at each number of `switch`."""
    out: list[str] = []
    at = 0
    for match in re.finditer(r"\b(if|while|switch|for) \(", source):
        if match.start() < at:
            continue
        end = _closing(source, match.end() - 1)
        inside = source[match.end() : end]
        out += [source[at : match.end()]]
        if match[1] == "for":
            first, condition, step = inside.split(";")
            out.append(f"{first}; {_conditions(condition.strip())};{step}")
        elif match[1] == "switch":
            out.append(f"Trace.note({inside})")
        else:
            out.append(_conditions(inside))
        at = end
    text = "".join([*out, source[at:]])
    return re.sub(r"(return |= |: )([^?;:=]*(?:==|!=|<|>)[^?;:]*) \?", _choice, text)


def _choice(match: re.Match[str]) -> str:
    return f"{match[1]}{_conditions(match[2])} ?"


def _closing(text: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise AssertionError(text[opening:])


def _conditions(text: str) -> str:
    """Each operand of the operators that decide, noted."""
    if text == "true":
        return text
    depth, start, parts = 0, 0, []
    index = 0
    while index < len(text):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0 and text[index : index + 2] in ("&&", "||"):
            parts += [f"Trace.note({text[start:index].strip()})", text[index : index + 2]]
            start = index = index + 2
        index += 1
    return " ".join([*parts, f"Trace.note({text[start:].strip()})"])


KEYS = "0"
BUCKETS = ",".join(map(str, range(16)))
TYPES = ",".join(map(str, range(15)))
WITHOUT_LISTS = "finWithoutLists"


def chains(buckets: int, most: int) -> int:
    """Ways through a chain, for each bucket: not found, or found."""
    missing, found = 1, 0
    for _ in range(most):
        missing, found = 1 + 2 * missing, 1 + 2 * found
    return buckets * (missing + found)


TREES = (1, 1, 2, 2)


def searches(scope: int) -> int:
    return sum(trees * (2 * size + 1) for size, trees in enumerate(TREES[: scope + 1]))


FIGURES: list[tuple[str, int, list[str], int, int | None, int]] = [
    ("HashMap.put", 1, [BUCKETS], 17, chains(16, 1), 16 + 16 * 18),
    ("HashMap.remove", 1, [BUCKETS], 17, chains(16, 1), 16 + 16 * 18),
    ("TreeMap.put", 3, [KEYS], 6, 18, searches(3)),
    ("TreeMap.remove", 3, [KEYS], 6, 16, searches(3)),
    ("TreeSet.add", 3, [KEYS], 6, 18, searches(3)),
    ("TreeSet.remove", 3, [KEYS], 6, 16, searches(3)),
    ("LinkedList.add", 3, [KEYS], 3, 1, 3),
    ("LinkedList.remove", 3, [KEYS], 3, 5, 6),
    ("Template.getParameter", 1, [], 17, chains(16, 1), 16 + 16 * 18),
    ("Template.addParameter", 1, ["0"] * 3, 17, 1520, 5120),
    ("SQLFilterClauses.get", 1, [], 82, 288, 1440),
    ("SQLFilterClauses.put", 1, [], 82, 5824, 63104),
    ("DictionaryInfo.getField", 2, [KEYS], 16, 10, 4 * searches(2)),
    ("DictionaryInfo.addField", 2, [KEYS], 16, 100, searches(2) ** 2),
    ("Schedule.addProcess", 1, ["1,2,3"], 5, 6, 15),
    ("Schedule.addProcess", 2, ["1,2,3"], 15, 6, 45),
    ("Schedule.quantumExpire", 2, [], 15, 34, 105),
    ("CombatantStatistic.ensureTypExists", 1, [TYPES], 33, chains(8, 1), 328),
    ("CombatantStatistic.addData", 1, [TYPES, "0,1", "0"], 33, 9 * (2 * 3 + 2 * 4), 756),
    ("TransportStats.bytesRead", 2, ["0,-10"], 18, None, 50),
]


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[int, ...]]:
    """What one JVM says of all subjects: the numbers of each line of its input."""
    folder = tmp_path_factory.mktemp("lissa")
    made = folder / "source"
    shutil.copytree(HARNESS, made)
    for path in SUBJECTS.glob("*.java"):
        (made / path.name).write_text(noted(path.read_text()))
    sources = [*made.rglob("*.java"), *KORAT.glob("*.java")]
    compiled(folder / "classes", sources, "-nowarn")
    lines = [line_of(*subject[:3]) for subject in FIGURES]
    done = subprocess.run(
        ["java", "-XX:+UseSerialGC", "-cp", str(folder / "classes"), "lissa.Brute"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    found = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return dict(zip(lines, found, strict=True))


def line_of(subject: str, scope: int, arguments: Sequence[str]) -> str:
    cls, _, method = subject.partition(".")
    finitization = WITHOUT_LISTS if cls == "CombatantStatistic" else f"fin{cls}"
    return " ".join([f"lissa.{cls}", finitization, method, str(scope), *arguments])


@pytest.mark.parametrize(
    ("subject", "scope", "arguments", "structures", "paths", "summed"), FIGURES
)
def test_a_subject_has_the_paths_of_the_formulas(
    figures: Mapping[str, tuple[int, ...]],
    subject: str,
    scope: int,
    arguments: list[str],
    structures: int,
    paths: int | None,
    summed: int,
) -> None:
    found = figures[line_of(subject, scope, arguments)]
    expected = (structures, paths, summed)
    known = tuple(own if told is None else told for told, own in zip(expected, found, strict=True))
    assert found == known
