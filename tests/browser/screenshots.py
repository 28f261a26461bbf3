"""The pictures of the README: pages of examples as a browser shows them (`make screenshots`)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = {
    "explore": ("explore", "examples/bank.py:transfer"),
    "compare": ("compare", "benchmarks/pose/avl_maxElement.tiny"),
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        found = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for name, arguments in PICTURES.items():
            report = Path(made, f"{name}.html")
            command = [sys.executable, "-m", "heapwise", *arguments, "-q", "--html", str(report)]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
            page.goto(report.as_uri())
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
