"""Assembles the pages of the site: the documents, and references that are made from the code.

    python site/assemble.py build/site-source

Links to files of the repository that are no pages become plain text.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

import heapwise
from heapwise.cli.app import app
from heapwise.results.schema import schema

ROOT = Path(__file__).parents[1]
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_ABOVE = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")


def assemble(to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(ROOT / "docs", to, ignore=shutil.ignore_patterns("__pycache__"))
    (to / "index.md").write_text((ROOT / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    for name in _ABOVE:
        shutil.copy(ROOT / name, to / name)
    (to / "commands.md").write_text("\n".join(commands()), encoding="utf-8")
    (to / "api.md").write_text("\n".join(api()), encoding="utf-8")
    text = json.dumps(schema(), indent=1)
    page = f"# JSON Schema\n\nOf everything that Heapwise writes as JSON.\n\n```json\n{text}\n```\n"
    (to / "schema.md").write_text(page, encoding="utf-8")
    for document in to.glob("*.md"):
        known = document.read_text(encoding="utf-8")
        document.write_text(_LINK.sub(lambda link: _linked(link, to), known), encoding="utf-8")


def _linked(link: re.Match[str], to: Path) -> str:
    picture, text, target = link.groups()
    if "://" in target or target.startswith("#"):
        return link[0]
    name, hash, anchor = target.partition("#")
    for prefix in ("docs/", "../docs/", "../"):
        name = name.removeprefix(prefix)
    if not (to / name).is_file():
        return text
    return f"{picture}[{text}]({name}{hash}{anchor})"


def commands() -> Iterator[str]:
    """A section for each command, with its options as its own help has them."""
    yield "# Commands\n"
    root: Any = typer.main.get_command(app)
    yield from _command(root, "heapwise", 1)


def _command(command: Any, name: str, level: int) -> Iterator[str]:
    context = command.context_class(command, info_name=name)
    if level > 1:
        yield f"{'#' * level} {name}\n"
    text = inspect.cleandoc(command.help or "")
    yield f"{text}\n"
    options = [each for each in command.params if getattr(each, "help", None)]
    if options:
        yield "| option | meaning |\n|---|---|"
        for each in options:
            flags = ", ".join(f"`{flag}`" for flag in (*each.opts, *each.secondary_opts))
            told = " ".join(str(each.help).split()).replace("|", "\\|")
            metavar = f" `{each.metavar}`".replace("|", "\\|") if each.metavar else ""
            yield f"| {flags}{metavar} | {told} |"
        yield ""
    if hasattr(command, "list_commands"):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield from _command(found, f"{name} {inner}", min(level + 1, 4))


def api() -> Iterator[str]:
    """What `heapwise` makes public, with signatures and docstrings."""
    yield "# Python API\n"
    for name in sorted(heapwise.__all__, key=str.lower):
        found = getattr(heapwise, name)
        yield f"## {name}\n"
        if callable(found):
            with suppress(TypeError, ValueError):
                yield f"```python\n{name}{inspect.signature(found)}\n```\n"
        yield f"{inspect.getdoc(found) or ''}\n"


if __name__ == "__main__":
    assemble(Path(sys.argv[1]))
