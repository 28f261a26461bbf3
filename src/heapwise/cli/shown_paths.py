"""How much of a run is printed, as the user says it."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.program.source import InputError


@dataclass(frozen=True, slots=True)
class View:
    """`most` is None to show every path; `only` is the number of the one path to show."""

    most: int | None = 40
    drawn: bool = False
    only: int | None = None

    @property
    def shows_all(self) -> bool:
        return self.most is None and self.only is None


def view_of(show: str, drawn: bool, only: int | None, quiet: bool) -> View:
    if only is not None and quiet:
        raise InputError("--path shows a path and --quiet shows none: give one of them")
    if only is not None and only < 1:
        raise InputError(f"--path takes the number of a path, from 1 on, not `{only}`")
    if quiet:
        return View(most=0)
    return View(most_of(show), drawn, only)


def most_of(show: str) -> int | None:
    """What `--show` says; None for all of them."""
    if show.lower() == "all":
        return None
    if not (show.isascii() and show.isdigit()):
        raise InputError(f"--show takes a number, or `all`, not `{show}`")
    return int(show)
