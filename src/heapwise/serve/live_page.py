"""The page of the server: that of the reports, with what makes it live."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files

from heapwise.reports.html.page import asset, in_script, scripts
from heapwise.results.words import SMALL_LANGUAGES

_OWN = ("live.js", "playground.js")
_TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style nonce="{nonce}">
{style}</style>
</head>
<body>
<noscript>This page is drawn by the scripts that it contains; please allow them.</noscript>
<script type="application/json" id="data">{data}</script>
<script nonce="{nonce}">
{scripts}</script>
</body>
</html>
"""


def live_page(title: str, data: Mapping[str, object], nonce: str) -> str:
    """What was found comes later. Only what carries the nonce may run."""
    whole = {
        "document": "live",
        "title": title,
        "words": SMALL_LANGUAGES._asdict(),
        "file": None,
        "sources": {},
        "layouts": [],
        "conditions": [],
        "events": [],
        "no_steps": [],
        **data,
    }
    parts = {
        "{title}": escape(title),
        "{nonce}": nonce,
        "{style}": asset("page.css") + _own("live.css"),
        "{data}": in_script(whole),
        "{scripts}": scripts() + "".join(map(_own, _OWN)) + "start();\n",
    }
    before, *rest = _TEMPLATE.split("{")
    made = [before]
    for part in rest:
        name, _, after = part.partition("}")
        made += [parts["{" + name + "}"], after]
    return "".join(made)


def content_policy(nonce: str) -> str:
    return (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
