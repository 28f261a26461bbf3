"""Java sources are compiled where the compiler is there."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

# A compiler that runs for seconds spends more on making itself fast than it gains.
_QUICKLY = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto")


def compiled(folder: Path, sources: Sequence[Path], *options: str) -> Path:
    done = subprocess.run(
        ["javac", *_QUICKLY, *options, "-d", str(folder), *map(str, sources)],
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return folder
