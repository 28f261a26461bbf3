"""Options get the values that Typer would give them, and its messages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from heapwise.cli.help_text import PlainCommand

_app = typer.Typer()
_plain = typer.Typer()
_seen: list[tuple[Any, ...]] = []


@_app.command()
@_plain.command(cls=PlainCommand)
def command(
    names: Annotated[list[str], typer.Argument()],
    word: Annotated[str, typer.Option()] = "usual",
    maybe: Annotated[str | None, typer.Option()] = None,
    several: Annotated[list[str] | None, typer.Option()] = None,
    count: Annotated[int, typer.Option(min=1, max=9)] = 3,
    seconds: Annotated[float, typer.Option(min=0.5)] = 2.0,
    flag: Annotated[bool, typer.Option("--flag/--no-flag", envvar="FLAG")] = False,
    file: Annotated[Path | None, typer.Option()] = None,
) -> None:
    _seen.append((names, word, maybe, several, count, seconds, flag, file))


@pytest.mark.parametrize("flag", ["", "0", "1", "no", "x"])
@pytest.mark.parametrize(
    "arguments",
    [
        "a",
        "a b --word x --maybe y --several p --several q",
        "a --count 7 --seconds 1 --flag",
        "a --count -1",
        "a --count 10",
        "a --count 1.5",
        "a --count +4",
        "a --count 1_0",
        "a --count \u0664",
        "a --seconds .75",
        "a --seconds 1e3",
        "a --seconds .",
        "a --seconds -",
        "a --seconds nan",
        "a --seconds 0.25",
        "a --file x.txt",
        "",
        "--word",
        "--help",
    ],
)
def test_values_are_those_of_typer(arguments: str, flag: str) -> None:
    told = []
    variables = {"FLAG": flag} if flag else {}
    for app in (_app, _plain):
        _seen.clear()
        done = CliRunner().invoke(app, arguments.split(), env=variables)
        _usage, _, message = done.output.partition("\n")
        told.append((done.exit_code, "--help" in arguments or message, list(_seen)))
    assert told[0] == told[1]
    assert [[type(each) for each in seen] for seen in told[0][2]] == [
        [type(each) for each in seen] for seen in told[1][2]
    ]
