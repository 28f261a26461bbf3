"""A page: the template, the style, the scripts, and the data that they show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files

from heapwise.results.source_files import Sources
from heapwise.results.words import Words

_SCRIPTS = ("heap.js", "tree.js", "lists.js", "page.js")
_TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<noscript>This report is drawn by the scripts that it contains; please allow them.</noscript>
<script type="application/json" id="data">{data}</script>
<script>
{scripts}</script>
</body>
</html>
"""


def page(document: str, title: str, words: Words, data: Mapping[str, object]) -> str:
    before, after = page_parts(document, title, words, data)
    return before + "}" + after


def page_parts(
    document: str, title: str, words: Words, data: Mapping[str, object]
) -> tuple[str, str]:
    """A page in two parts: further keys of its data may be written in between, and a brace."""
    whole = {"document": document, "title": title, "words": words._asdict(), **data}
    before, after = _TEMPLATE.split("{data}")
    return (
        before.replace("{style}", asset("page.css")).replace("{title}", escape(title))
        + in_script(whole)[:-1],
        after.replace("{scripts}", scripts() + "start();\n"),
    )


def scripts() -> str:
    """All that a page needs; `start()` shows it."""
    return "".join(asset(name) for name in _SCRIPTS)


def asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def in_script(data: object) -> str:
    """JSON that cannot end the element which it stands in, whatever texts it has."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def texts_of(sources: Sources, files: Iterable[str]) -> dict[str, str]:
    """Of those that are found."""
    texts = {file: sources.text(file) for file in dict.fromkeys(files) if file}
    return {file: text for file, text in texts.items() if text is not None}
