"""`heapwise learn`: runs the project's own tests and keeps the types that they use.

What it does is in `testgen/learning.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli.failures import ExitCode, run_command


def learn_command(
    command: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND…", help="What to run: `-- pytest tests/`."),
    ],
) -> None:
    """Learn types from runs: those of arguments and fields while a command runs.

    They are kept in `.heapwise/types.json` of the current folder. Later runs of all commands take
    them for parameters and fields that have no hint, in files below that folder.

    **Examples**

    `heapwise learn -- pytest tests/`

    `heapwise learn -- python -m unittest`
    """

    def run() -> ExitCode:
        from heapwise.testgen.learning import learn

        learned = learn(command, Path.cwd(), Path(".heapwise", "types.json"))
        # Verdicts that are known were found without these types.
        Path(".heapwise", "cache.sqlite").unlink(missing_ok=True)
        print(
            f"{learned.file}: types of {learned.functions} parameters and {learned.fields} fields"
            + (f"; the command ended with {learned.code}" if learned.code else "")
        )
        return ExitCode.DONE if learned.functions or not learned.code else ExitCode.STOPPED

    run_command(run)
