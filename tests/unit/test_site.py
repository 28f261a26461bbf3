"""The site: every page is in its place, and leads somewhere."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]


def assembled(to: Path) -> Path:
    spec = importlib.util.spec_from_file_location("assemble", ROOT / "site" / "assemble.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.assemble(to)
    return to


def test_every_document_is_a_page_and_references_are_made_from_the_code(tmp_path: Path) -> None:
    pages = assembled(tmp_path / "pages")
    settings = yaml.safe_load((ROOT / "site" / "mkdocs.yml").read_text())
    listed: set[str] = set()
    for section in settings["nav"]:
        for inside in section.values():
            pages_of = [{"": inside}] if isinstance(inside, str) else inside
            listed.update(page for each in pages_of for page in each.values())
    assert listed == {each.name for each in pages.glob("*.md")}
    commands = (pages / "commands.md").read_text()
    assert "## heapwise check" in commands and "`--changed-since` `REV`" in commands
    assert "## CheckOptions" in (pages / "api.md").read_text()


@pytest.mark.slow
def test_the_site_is_built_without_a_network(tmp_path: Path) -> None:
    assembled(ROOT / "build" / "site-source")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*command, "--config-file", str(ROOT / "site" / "mkdocs.yml"), "--site-dir", str(tmp_path)],
        env={**os.environ, "https_proxy": "http://localhost:9", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "fonts.googleapis" not in (tmp_path / "index.html").read_text()
