"""The world around a program is an input: each of its answers is a path, and CPython takes it when
its world is made what the witness says. That every path replays is checked by `exploring`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases

HEADING = """
import logging, os, random, secrets, shutil, sys
from datetime import date, datetime
from pathlib import Path
log = logging.getLogger(__name__)
"""
CASES: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "a variable": (("", "return os.environ['A']"), {"returned": 1, "KeyError": 1}),
    "a variable that is asked for twice": (
        ("", "return os.getenv('A') == os.environ.get('A')"),
        {"returned": 2},
    ),
    "a variable that was set": (
        ("a: str", "os.environ['A'] = 'x'", "return os.environ.pop('A') + os.getenv('A', 'no')"),
        {"returned": 2},
    ),
    "a variable that was deleted": (
        ("", "del os.environ['A']", "return 'A' in os.environ"),
        {"returned": 1, "KeyError": 1},
    ),
    "a variable of a wrong type": (("", "os.environ['A'] = 1"), {"TypeError": 2}),
    "arguments": (("", "return sys.argv[1]"), {"returned": 3, "IndexError": 1}),
    "what is typed": (
        ("", "a = input()", "return a + input('more? ')"),
        {"returned": 1, "EOFError": 2},
    ),
    "a generator": (
        ("n: int", "r = random.Random(n)", "return 6 // r.randrange(3) + r.choice([1, 2])"),
        {"returned": 1, "ZeroDivisionError": 1},
    ),
    "a generator whose seed is refused": (
        (
            "n: int | list[int]",
            "r = random.Random()",
            "k = r.randrange(3)",
            "if k == 2: random.seed(n)",
            "elif k: r.seed(n)",
            "else: r = random.Random(n)",
            "return r.randrange(2)",
        ),
        {"returned": 3, "TypeError": 3},
    ),
    "what day it is": (
        ("d: date", "now = datetime.now()", "return now.year == 2024, now.hour, date.today() > d"),
        {"returned": 1},
    ),
    "secrets": (
        ("", "return secrets.choice('ab') if secrets.randbelow(2) else ''"),
        {"returned": 2},
    ),
    "a logger": (
        (
            "n: int",
            "log.info('%d', n)",
            "if log.isEnabledFor(logging.DEBUG): n = 0",
            "log.getChild('x').setLevel(logging.DEBUG)",
            "log.addHandler(None)",
            "return n",
        ),
        {"returned": 1},
    ),
    "a file": (
        ("p: str", "with open(p) as f: return f.read()"),
        {
            "returned": 1,
            "FileNotFoundError": 1,
            "IsADirectoryError": 1,
            "PermissionError": 1,
            "UnicodeDecodeError": 1,
        },
    ),
    "a file in a folder": (
        ("", "try: return Path('a/b').read_text()", "except PermissionError: return ''"),
        {
            "returned": 2,
            "FileNotFoundError": 2,
            "IsADirectoryError": 1,
            "NotADirectoryError": 1,
            "UnicodeDecodeError": 1,
        },
    ),
    "a file that is written": (
        (
            "s: str",
            "if os.path.isdir('f'): return None",
            "try:",
            "    with open('f', 'w') as f: f.write(s)",
            "except PermissionError: return None",
            "with open('f', 'a') as f: f.write('!')",
            "return Path('f').read_text() == s + '!'",
        ),
        {"returned": 4},
    ),
    "a file that is there already": (
        ("", "open('f', 'x').write('a')", "return open('f').read()"),
        {"returned": 1, "FileExistsError": 1},
    ),
    "a file whose name has several parts": (
        (
            "a: str, b: str",
            "if not os.path.exists(f'd/{a}/{b}.txt'): return 0",
            "return os.path.isdir(f'd/{a}') and os.path.isdir('d') and not os.path.isfile('d')",
        ),
        {"returned": 2},
    ),
    "a name that is written in another way": (
        ("a: str", "open('x', 'w')", "return os.path.exists(f'./{a}')"),
        {"IsADirectoryError": 1, "PermissionError": 1},
    ),
    "a file that is copied, and one that is renamed": (
        (
            "",
            "size = len(open('a').read())",
            "if os.path.exists('b') or os.path.exists('c'): return None",
            "shutil.copy('a', 'b')",
            "os.replace('b', 'c')",
            "return os.path.getsize('c') == size, os.path.exists('b')",
        ),
        {
            "returned": 3,
            "FileNotFoundError": 1,
            "IsADirectoryError": 1,
            "PermissionError": 1,
            "UnicodeDecodeError": 1,
        },
    ),
    "a closed file": (
        ("", "f = open('f', 'x')", "f.close()", "f.write('')"),
        {"FileExistsError": 1, "ValueError": 1},
    ),
    "a file for writing": (
        ("", "f = open('f', 'x')", "return f.read()"),
        {"FileExistsError": 1, "io.UnsupportedOperation": 1},
    ),
    "folders": (
        (
            "",
            "if os.path.exists('a'): return 1",
            "os.makedirs('a/b')",
            "Path('a/b/c').write_text('x')",
            "Path('a/b/c').unlink()",
            "return Path('a').is_dir() and not Path('a/b/c').exists()",
        ),
        {"returned": 2},
    ),
    "paths": (
        ("p: str", "q = Path('x') / p", "return str(q), q.name, str(q.parent), f'{q / \"y.z\"}'"),
        {"returned": 1},
    ),
    "a mode that there is not": (("", "open('f', 'q')"), {"ValueError": 1}),
}  # fmt: skip
SUBJECTS = Cases(HEADING, {name: case for name, (case, _) in CASES.items()})


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("world")


@pytest.mark.parametrize("case", CASES)
def test_the_world_answers(directory: Path, case: str) -> None:
    found = SUBJECTS.explore(directory, case)
    ended = [path for path in found if path.kind is not OutcomeKind.BOUNDED]
    outcomes = Counter(path.detail or str(path.kind.value) for path in ended)
    assert dict(outcomes) == CASES[case][1]
