"""`make test-fast`: the nearest tests of the packages named, or of those that were changed since
main, in about a minute. What passes here has not passed `make test`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.nearest import ROOT, options_for, packages

FRONT_ENDS = "frontends"


def changed() -> list[str]:
    """The files that differ from where this branch left main, or from the last commit on main."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    since = _git("diff", "--name-only", base[0])
    return [*since, *_git("ls-files", "--others", "--exclude-standard")]


def _git(*command: str) -> list[str]:
    ran = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.split() if ran.returncode == 0 else []


def package_of(file: str) -> str | None:
    """`src/heapwise/heaps/api.py` is of `heaps`, `src/heapwise/frontends/java/…` of `java`."""
    parts = Path(file).parts
    if parts[:2] != ("src", "heapwise") or len(parts) < 4:
        return None
    return parts[3] if parts[2] == FRONT_ENDS and len(parts) > 4 else parts[2]


def tests_of(names: Iterable[str]) -> list[str]:
    """From the table; of packages that are not in it, the unit tests."""
    table = packages()
    found: dict[str, None] = {}
    for name in names:
        if name in table:
            found.update(dict.fromkeys(table[name].every_test()))
            continue
        for folder in (f"tests/unit/{name}", f"tests/unit/{FRONT_ENDS}/{name}"):
            if (ROOT / folder).is_dir():
                found[folder] = None
    return list(found)


def main(names: list[str]) -> int:
    files = [] if names else changed()
    wanted = names or sorted({each for each in map(package_of, files) if each is not None})
    tests = tests_of(wanted)
    tests += [each for each in files if Path(each).name.startswith("test_") and Path(each).exists()]
    if not tests:
        known = ", ".join(packages())
        sys.exit(f"no tests of {', '.join(wanted) or 'what was changed'}; PKG may be {known}, …")
    print("testing", *(wanted or ["the tests that were changed"]), flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto"]
    command += [*options_for(tests), *dict.fromkeys(tests)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
