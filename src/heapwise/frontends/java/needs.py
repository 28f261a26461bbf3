"""What programs in Java want of the machine: a JDK that runs and compiles."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from heapwise.frontends.needs import Need


def needs() -> Iterator[Need]:
    advice = "only for programs in Java: install a JDK, or set JAVA_HOME to one"
    home = os.environ.get("JAVA_HOME")
    folder = Path(home) / "bin" if home else None
    found = {
        name: shutil.which(name, path=str(folder) if folder else None) or shutil.which(name)
        for name in ("java", "javac")
    }
    missing = [name for name, path in found.items() if path is None]
    if missing:
        yield Need("Java", False, f"no {' and no '.join(missing)}", False, advice)
    else:
        yield Need("Java", True, _version(str(found["javac"])), False, advice)


def _version(javac: str) -> str:
    try:
        done = subprocess.run([javac, "-version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return f"{javac}, which does not run"
    text = (done.stdout or done.stderr).strip().splitlines()
    return f"{text[0] if text else 'version unknown'} at {javac}"
