"""What a module does to the process when it is imported is undone, and keeps nobody waiting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUNCTION = "\ndef inverse(n: int) -> int:\n    return 1 // n\n"


@pytest.mark.parametrize(
    "first",
    [
        "import os; os.chdir('/')",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(10_000,)).start()",
    ],
)
def test_a_module_that_goes_elsewhere_or_starts_a_thread_is_checked(
    tmp_path: Path, first: str
) -> None:
    (tmp_path / "module.py").write_text(first + FUNCTION)
    command = [sys.executable, "-m", "heapwise", "check", "module.py", "--timeout", "20"]
    run = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "ZeroDivisionError" in run.stdout
