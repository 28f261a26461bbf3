"""The options that commands share: their names, help texts and groups, in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from heapwise.cli.failures import chosen
from heapwise.cli.limits import option_of
from heapwise.engine import search_orders
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.results.input_choice import INPUTS
from heapwise.results.named_bounds import NAMED
from heapwise.structure.run import preconditions

_SEARCH = "How to search"
OUTPUT = "What to print"


Target: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="What to run: file.py:function, file.py:Class.method, package.module:function; "
        "app.jar:pkg.C.m, classes:pkg.C.m(int), jdk:java.util.TreeMap.put; "
        "or a program in a small language such as examples/list.tiny.",
        show_default=False,
    ),
]
Strategy: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        "-s",
        metavar="NAME",
        help=f"How input objects are represented: {', '.join(registry.names())}.",
        show_default=registry.DEFAULT,
        rich_help_panel=_SEARCH,
    ),
]
Strategies: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        metavar="NAME,NAME,…",
        help=f"Which ones: {', '.join(registry.names())}.",
        show_default="all",
    ),
]
SecondsOfFunction: TypeAlias = Annotated[
    float,
    typer.Option("--timeout", metavar="SECONDS", min=0.1, help="Time for each function."),
]
MostObjects: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Where deepening ends: objects of each class.",
        show_default="5, and 8 where no paths are needed",
    ),
]
Precondition: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--precondition",
        metavar="HOW",
        help=(
            "How the invariants of the inputs are used: "
            f"{', '.join(preconditions.names())} (docs/invariants.md)."
        ),
        show_default="compiled if there is an invariant",
        rich_help_panel=_SEARCH,
    ),
]
Search: TypeAlias = Annotated[
    str,
    typer.Option(
        "--search",
        metavar="ORDER",
        help=f"Which waiting state comes next: {', '.join(search_orders.names())}.",
        rich_help_panel=_SEARCH,
    ),
]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", help="For --search random.", rich_help_panel=_SEARCH)
]
NullDereference: TypeAlias = Annotated[
    str,
    typer.Option(
        "--null-dereference",
        metavar="raise|ignore",
        help="Is a dereference of null a path of its own, or assumed away?",
        rich_help_panel=_SEARCH,
    ),
]
SolverMode: TypeAlias = Annotated[
    str,
    typer.Option(
        "--solver-mode",
        metavar="MODE",
        help="default; plain: reuse no answer; paper: nor conclude that what is left must hold; "
        "unwind: a query per disjunct without if-then-else.",
        rich_help_panel=_SEARCH,
    ),
]
AssumeContracts: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--assume-contracts",
        metavar="FUNCTION",
        help="Replace calls of this function by its contract; `f[this.size]` also says what it "
        "writes. Repeatable.",
        show_default=False,
    ),
]
CheckInvariants: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--check-invariants",
        help="Let the strategy check its own theorems as it goes (summary).",
        rich_help_panel=_SEARCH,
    ),
]
NoPruning: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--no-pruning",
        help="Keep alternatives that cannot hold, to measure what that costs (summary).",
        rich_help_panel=_SEARCH,
    ),
]
CellsCsv: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|-",
        help="Write every cell as CSV; - is standard output, and nothing else.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
CellsJson: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|-",
        help="Write every cell as JSON; - is standard output, and nothing else.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
CellsHtml: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--html",
        metavar="FILE|-",
        help="Write a page with every number beside the printed one, and plots; - is standard "
        "output, and nothing else.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
CellTimeout: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="SECONDS", help="Give up a cell after so much CPU time; larger ones are skipped."
    ),
]
MaxObjects: TypeAlias = Annotated[list[str] | None, option_of(NAMED[0])]
Contracts: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--contracts/--no-contracts",
        help="Python and Java: only the inputs that a contract allows; check what it promises.",
    ),
]
Json: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="FILE|-",
        help="Write everything as JSON (docs/json.md); - is standard output, and nothing else.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Html: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Write a page to look at: one file, which opens in a browser without a network.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Dot: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--dot",
        metavar="FILE|-",
        help="Write the heaps that are shown as a drawing for Graphviz.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Mermaid: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--mermaid",
        metavar="FILE|-",
        help="Write the heaps that are shown as a drawing for Mermaid.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes.", show_default="the cores"),
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS|local|NAME",
        help="Let a Dask cluster work: tcp://HOST:PORT of its scheduler, or local; or an executor "
        "of another package (docs/scale.md).",
        show_default="processes of this machine",
    ),
]
StoreFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Keep what is found in this file, so that the run can be resumed (docs/scale.md).",
        show_default="with --resume: .heapwise/runs.sqlite",
    ),
]
Resume: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with the latest run of the same plan in the store, however it was ended; begin "
        "one if there is none.",
    ),
]
Inputs: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="|".join(INPUTS),
        help="Which inputs count: those that calls of public functions can make (reachable), or "
        "any that the types and contracts allow.",
    ),
]
Quiet: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Only the summary, and no progress.", rich_help_panel=OUTPUT
    ),
]


def strategies_of(text: str | None, precondition: str | None = None) -> tuple[str, ...]:
    """What `--strategies` names; all that go with the precondition if it was not given."""
    if text is None and precondition is not None:
        entry, _ = preconditions.entry_of(precondition)
        return preconditions.strategies_for(entry)
    return names_of("--strategies", "strategy", text, registry.names(), registry.canonical)


def names_of(
    option: str,
    what: str,
    text: str | None,
    valid: Sequence[str],
    canonical: Callable[[str], str] = str,
) -> tuple[str, ...]:
    """The names in a list like `lazy, pose`, each once; all valid ones if there is no list."""
    if text is None:
        return tuple(valid)
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"{option} names none; valid: {', '.join(valid)}")
    return tuple(dict.fromkeys(chosen(what, canonical(name), valid) for name in names))
