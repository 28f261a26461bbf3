"""`io.BytesIO`, hashes, tracebacks as text, and the parts of a path that is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import Cases

HEADING = "import atexit, gc, hashlib, io, sys, traceback, zlib\nfrom pathlib import Path\n"
CASES = {
    "written and read": (
        "d: bytes",
        "if len(d) > 2: return None",
        "f = io.BytesIO(d)",
        "f.seek(1)",
        "n = f.write(b'xy')",
        "before = n, f.tell(), f.getvalue(), f.read()",
        "return before, f.seek(-1, 2), f.read(5), f.truncate(1), f.closed",
    ),
    "lines": (
        "d: bytes",
        "if len(d) > 2: return None",
        "with io.BytesIO(d + b'\\n' + d) as f:",
        "    first = f.readline()",
        "    return first, f.readline(1), f.readlines(), [*f], f.seekable()",
    ),
    "beyond the end": (
        "n: int",
        "f = io.BytesIO()",
        "f.seek(2)",
        "f.write(b'a')",
        "return f.getvalue()",
    ),
    "negative": ("n: int", "return io.BytesIO(b'ab').seek(n if -99 < n < 0 else 0)"),
    "too far": ("n: int", "return io.BytesIO(b'ab').seek(n if n > 99 else 0)"),
    "no number": ("n: int", "return io.BytesIO(b'ab').seek('a')"),
    "no size": ("n: int", "return io.BytesIO(b'ab').read('a')"),
    "closed": ("n: int", "f = io.BytesIO(b'ab')", "f.close()", "return f.read()"),
    "text": ("n: int", "return io.BytesIO(b'').write('a')"),
    "no bytes": ("n: int", "return io.BytesIO('a')"),
    "hashes": (
        "d: bytes",
        "known = hashlib.sha256(b'a')",
        "known.update(b'b')",
        "other = hashlib.md5(d)",
        "return known.hexdigest(), known.copy().digest()[:2], other.name, other.hexdigest()",
    ),
    "hashed text": ("s: str", "return hashlib.sha1(s)"),
    "traceback": (
        "n: int",
        "try:",
        "    return 1 // n",
        "except ZeroDivisionError:",
        "    gc.disable()",
        "    atexit.register(print)",
        "    return 'failed: ' + traceback.format_exc()",
    ),
    "output": (
        "s: str",
        "sys.stderr.flush()",
        "return sys.stdout.write(s), sys.stderr.write('ab')",
    ),
    "terminals": ("s: str", "return sys.stdout.isatty(), sys.stdin.isatty()"),
    "no output": ("n: int", "sys.stdout.write(n)"),
    "known bytes": ("n: int", "return zlib.crc32(b'a'), zlib.decompress(zlib.compress(b'a'))"),
    "parts of names": (
        "s: str",
        "if len(s) > 3: return None",
        "p = Path('folder') / s",
        "return p.suffix, p.stem",
    ),
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("memory_files")


@pytest.mark.parametrize("case", CASES)
def test_what_cpython_does_is_predicted(directory: Path, case: str) -> None:
    paths = Cases(HEADING, CASES).explore(directory, case)
    assert any(path.kind in (OutcomeKind.RETURNED, OutcomeKind.RAISED) for path in paths)
    assert [path.detail for path in paths if path.kind is OutcomeKind.UNSUPPORTED] == []
