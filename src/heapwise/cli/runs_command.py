"""`heapwise runs`: what a store has, and what the cache of `check` has."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.help_text import PlainCommand, PlainGroup
from heapwise.program.source import InputError
from heapwise.reports.wording import counted

if TYPE_CHECKING:
    from heapwise.workers.store import Store, Stored

runs_app = typer.Typer(
    cls=PlainGroup,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Runs that `explore --store` has kept: list, show, export and prune them. Verdicts that "
    "`check` has kept: `cache`.",
)

File = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", show_default=".heapwise/runs.sqlite"),
]
Run = Annotated[str, typer.Argument(metavar="RUN", help="As `list` names it.")]


def _opened(file: Path | None) -> Store:
    from heapwise.workers.store import DEFAULT, Store

    where = file or DEFAULT
    if not where.exists():
        raise InputError(f"{where}: there is no such store")
    return Store(where)


def _named(store: Store, name: str) -> Stored:
    found = [each for each in store.runs() if each.id == name]
    if not found:
        known = ", ".join(each.id for each in store.runs()) or "none"
        raise InputError(f"{store.path}: there is no run `{name}` (known: {known})")
    return found[0]


def _line(run: Stored) -> str:
    begun = datetime.fromtimestamp(run.begun).isoformat(" ", "minutes")
    parts = (begun, run.state, f"{run.paths} finished paths", f"{run.open} open prefixes")
    return f"{run.id}  {run.target}  {' · '.join(parts)} · {run.seconds:.0f} s"


@runs_app.command("list", cls=PlainCommand)
def list_command(store: File = None) -> None:
    """One line for each run, from the oldest to the latest."""

    def command() -> ExitCode:
        for run in _opened(store).runs():
            print(_line(run))
        return ExitCode.DONE

    run_command(command)


@runs_app.command("show", cls=PlainCommand)
def show_command(run: Run, store: File = None) -> None:
    """A run, its plan, and how its paths have ended."""

    def command() -> ExitCode:
        kept = _opened(store)
        print(_line(_named(kept, run)))
        ends: dict[str, int] = {}
        for record in kept.records(run):
            ends[record["kind"]] = ends.get(record["kind"], 0) + 1
        for kind, number in sorted(ends.items()):
            print(f"  {kind}  {number}")
        print(json.dumps(kept.plan(run), indent=1))
        return ExitCode.DONE

    run_command(command)


@runs_app.command("export", cls=PlainCommand)
def export_command(run: Run, store: File = None) -> None:
    """Every finished path as a line of JSON: its prefix, how it has ended, and what `explore
    --json` says of it, if it was described."""

    def command() -> ExitCode:
        kept = _opened(store)
        _named(kept, run)
        for record in kept.records(run):
            sys.stdout.write(json.dumps(record) + "\n")
        return ExitCode.DONE

    run_command(command)


@runs_app.command("prune", cls=PlainCommand)
def prune_command(
    runs: Annotated[list[str] | None, typer.Argument(metavar="RUN…")] = None,
    finished: Annotated[
        bool, typer.Option("--finished", help="All that have come to their end.")
    ] = False,
    store: File = None,
) -> None:
    """Forget runs, and make the file smaller."""

    def command() -> ExitCode:
        kept = _opened(store)
        if not (runs or finished):
            raise InputError("name the runs to forget, or say --finished")
        names = [_named(kept, name).id for name in runs or ()]
        names += [each.id for each in kept.runs() if finished and each.state == "finished"]
        kept.forget(dict.fromkeys(names))
        print(f"{len(set(names))} forgotten")
        return ExitCode.DONE

    run_command(command)


@runs_app.command("cache", cls=PlainCommand)
def cache_command(
    prune: Annotated[bool, typer.Option("--prune", help="Forget all of them.")] = False,
) -> None:
    """The verdicts that `check` has kept: one line for each target, and the size of the file."""

    def command() -> ExitCode:
        from heapwise.workers.cache import DEFAULT, opened

        if not DEFAULT.exists():
            raise InputError(f"{DEFAULT}: there is no cache")
        cache = opened()
        targets = cache.targets()
        if prune:
            cache.forget()
        if cache.trouble:
            raise InputError(cache.trouble)
        for target, verdicts, stored in () if prune else targets:
            latest = datetime.fromtimestamp(stored).isoformat(" ", "minutes")
            print(f"{target}  {counted(verdicts, 'verdict')} · the latest of {latest}")
        total = counted(sum(verdicts for _, verdicts, _ in targets), "verdict")
        size = DEFAULT.stat().st_size / 1024
        print(f"{total} forgotten" if prune else f"{total}, {size:.0f} KiB: {DEFAULT}")
        return ExitCode.DONE

    run_command(command)
