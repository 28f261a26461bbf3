"""`heapwise explain library`: what becomes of calls of the standard library."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Mapping
from typing import Annotated

import typer

from heapwise.cli.exitcodes import ExitCode
from heapwise.cli.failures import run_command
from heapwise.frontends.registry import library_modules
from heapwise.program.source import InputError

library_app = typer.Typer()


@library_app.command("library")
def library_command(
    module: Annotated[str, typer.Argument(metavar="[MODULE]", show_default=False)] = "",
) -> None:
    """What becomes of calls of Python's standard library: of each module, or of each public
    function and class of one (`heapwise explain library statistics`)."""

    def command() -> ExitCode:
        for home in library_modules():
            tables = importlib.import_module(home)
            try:
                table = tables.library_table(module or None)
            except KeyError:
                raise InputError(f"there is no module `{module}` in the library") from None
            for kind, meaning in tables.KINDS.items():
                print(f"{kind:16}{meaning}")
            print()
            if module:
                _one(table[module])
            else:
                _all(table, tuple(tables.KINDS))
        return ExitCode.DONE

    run_command(command)


def _one(names: Mapping[str, str]) -> None:
    width = max(map(len, names)) + 2
    for name, kind in names.items():
        print(f"{name:{width}}{kind}")


def _all(table: Mapping[str, Mapping[str, str]], kinds: tuple[str, ...]) -> None:
    print(f"{'':20}" + "".join(f"{kind:>16}" for kind in kinds))
    total: Counter[str] = Counter()
    for module, names in table.items():
        counts = Counter(names.values())
        total += counts
        print(f"{module:20}" + "".join(f"{counts[kind] or '':>16}" for kind in kinds))
    print(f"{'all':20}" + "".join(f"{total[kind]:>16}" for kind in kinds))
    whole = max(1, total.total())
    print(f"{'':20}" + "".join(f"{100 * total[kind] / whole:>14.1f} %" for kind in kinds))
