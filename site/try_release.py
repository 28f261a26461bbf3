"""Installs what `make release` has built into clean environments, and tries it there.

    python site/try_release.py dist python3.11 python3.12 python3.13

Of the wheel, it is looked at what it contains: the package with its data, and nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

_PROGRAM = "def half(n: int) -> int:\n    return 1 // n\n"
_NEEDED = (
    "heapwise/py.typed",
    "heapwise/pytest_plugin.py",
    "heapwise/results/rule_pages.toml",
    "heapwise/results/schema/heapwise.schema.json",
    "heapwise/reports/html/page.css",
    "heapwise/serve/live.js",
)


def strange_files(wheel: Path) -> list[str]:
    """What should not be there, and what is missing."""
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    inside = ("heapwise/", f"{wheel.name.rpartition('-py3')[0]}.dist-info/")
    strange = [name for name in names if not name.startswith(inside) or "__pycache__" in name]
    missing = [f"{name} is missing" for name in _NEEDED if name not in names]
    if not any(name.endswith(".class") for name in names):
        missing.append("class files are missing")
    return strange + missing


def tried(python: str, package: Path, folder: Path) -> str:
    """The version that an installed package tells, after it has done something."""
    environment = folder / "env"
    subprocess.run([python, "-m", "venv", str(environment)], check=True)
    own = environment / "bin"
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([str(own / "python"), "-m", "pip", "install", *quiet, str(package)], check=True)
    (folder / "program.py").write_text(_PROGRAM)
    for command, code, text in (
        (["check", "program.py"], 1, "HW105"),
        (["explain", "HW105"], 0, "division-by-zero"),
        (["watch"], 2, "heapwise[watch]"),
        (["lsp"], 2, "heapwise[lsp]"),
        (["doctor"], 0, "z3"),
    ):
        done = _run([str(own / "heapwise"), *command], folder)
        assert done.returncode == code and text in done.stdout + done.stderr, (command, done)
    return _run([str(own / "heapwise"), "--version"], folder).stdout.strip()


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def main() -> int:
    dist, *pythons = sys.argv[1:]
    (wheel,) = Path(dist).resolve().glob("*.whl")
    (source,) = Path(dist).resolve().glob("*.tar.gz")
    strange = strange_files(wheel)
    assert not strange, strange
    with tarfile.open(source) as files:
        assert any(name.endswith("/pyproject.toml") for name in files.getnames())
    for number, python in enumerate(pythons or [sys.executable]):
        package = source if number == 0 and len(pythons) > 1 else wheel
        with tempfile.TemporaryDirectory(prefix="heapwise-release-") as folder:
            print(f"{python}: {tried(python, package, Path(folder))} from {package.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
