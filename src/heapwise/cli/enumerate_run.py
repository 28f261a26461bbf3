"""What `heapwise enumerate` does."""

from __future__ import annotations

import json as jsonlib
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import Files, open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.program.source import InputError
from heapwise.reports.destination import Destination
from heapwise.reports.drawing import drawing
from heapwise.reports.graph import links_in
from heapwise.reports.graph_text import Titled, dot, mermaid
from heapwise.reports.html.list_pages import enumerate_page
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.results import Heap
from heapwise.results.heap import heap_to_json
from heapwise.results.schema import document
from heapwise.results.words import Words
from heapwise.structure.search.watchdog import InvariantError
from heapwise.workers.shared_search import SharedEnumeration


def run(
    inputs: SharedEnumeration,
    target: str,
    most: int | None,
    files: Files,
    pytest: str | None,
    quiet: bool,
) -> ExitCode:
    console = stdout_console()
    kept: list[Heap] = []
    keeps = files != Files() or pytest is not None
    is_interrupted = False
    with ExitStack() as stack:

        def opened(option: str, where: str | None) -> Destination | None:
            return open_if_named(stack, option, where, target)

        json_to, page_to = opened("--json", files.json), opened("--html", files.html)
        graphs = {dot: opened("--dot", files.dot), mermaid: opened("--mermaid", files.mermaid)}
        test_to = opened("--pytest", pytest)
        console.quiet = any(to and to.is_stdout for to in (json_to, page_to, *graphs.values()))
        if inputs.limits:
            console.print(inputs.limits, soft_wrap=True, highlight=False)
        try:
            _collect(inputs, console, kept if keeps else None, most, quiet)
        except KeyboardInterrupt:
            is_interrupted = True
        except InvariantError as error:
            structure = inputs.shown(error.structure)
            raise InputError(f"{error}\n{_indented(structure, inputs.words)}") from error
        found = inputs.statistics
        body = {
            "target": target,
            "complete": not is_interrupted,
            "count": found.valid,
            "candidates": found.candidates,
        }
        if json_to is not None:
            body["inputs"] = [heap_to_json(heap) for heap in kept]
            jsonlib.dump(document("enumerate", body), json_to.begin(), indent=1)
        if page_to is not None:
            page_to.begin().write(enumerate_page(target, kept, inputs.words, body))
        for write, graph_to in graphs.items():
            if graph_to is not None:
                titled = [Titled(f"input {n}", heap) for n, heap in enumerate(kept, 1)]
                graph_to.begin().write(write(titled, inputs.words, links_in(kept)))
        if test_to is not None:
            if inputs.as_tests is None:
                raise InputError("--pytest is for Python classes")
            where = None if test_to.is_stdout else Path(str(pytest))
            test_to.begin().write(inputs.as_tests(kept, where))
    console.print(
        f"{counted(found.valid, 'valid input')} · {number(found.candidates)} candidates · "
        f"{seconds_text(found.seconds)}" + (" · interrupted" if is_interrupted else ""),
        soft_wrap=True,
    )
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _collect(
    inputs: SharedEnumeration,
    console: Console,
    kept: list[Heap] | None,
    most: int | None,
    quiet: bool,
) -> None:
    if kept is None and most == 0:
        with Progress(lambda: _progress(inputs), enabled=not quiet):
            for _ in inputs.inputs(0):
                pass
        return
    words = inputs.words
    shown = 0
    for heap in inputs.inputs(None if kept is not None or most is None else most + 1):
        if kept is not None:
            kept.append(heap)
        if most is None or shown < most:
            shown += 1
            console.print(f"input {shown}", style="bold", highlight=False)
            for line in drawing(heap, words=words):
                console.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
        elif shown == most and kept is None:
            shown += 1
            console.print("…")


def _progress(inputs: SharedEnumeration) -> str:
    found = inputs.statistics
    return f"{number(found.candidates)} candidates, {number(found.valid)} valid"


def _indented(heap: Heap, words: Words) -> str:
    return "\n".join(f"  {line}" for line in drawing(heap, words=words))
