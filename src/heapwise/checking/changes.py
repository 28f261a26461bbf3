"""Which functions a change in Git can affect: those that depend on a file or part that differs.

A function is left out only if that is certain. What a file of Python said before is compared part
by part (`frontends.surroundings`); of everything else, it counts whether a file has changed that
the program is made from, and what Git does not know counts as changed.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from heapwise.frontends.surroundings import Dependencies, files_below
from heapwise.program.source import InputError

_OWN = ".heapwise"
"""What Heapwise remembers is no part of a change, unless it is in Git."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Since `rev`, in the repository whose top folder is `top`: absolute paths of files that are
    `changed`, and of those among them that are new or gone (`moved`). `unknown` are the folders and
    files that Git does not keep track of."""

    rev: str
    top: str
    changed: frozenset[str]
    moved: frozenset[str]
    unknown: tuple[str, ...]

    def affected(self, number: int, dependencies: Dependencies | None) -> list[bool]:
        """Of so many functions, which depend on this."""
        if not self.changed and not self.unknown:
            return [False] * number
        if dependencies is None:
            return [True] * number
        around = dependencies.surroundings
        parts = dependencies.parts
        own = frozenset[str]() if parts is None else parts.files
        others = {os.path.realpath(each) for each in (*around.files, *around.large_files)} - own
        others |= {os.path.realpath(each) for tree in around.trees for each in files_below(tree)}
        if others & self.changed or any(
            self._is_unknown(each) and "site-packages" not in each for each in others
        ):
            return [True] * number
        if any(self._adds_name(each, dependencies) for each in self.moved - own):
            return [True] * number
        if any(self._is_unknown(each) for each in own):
            return [True] * number
        touched = own & self.changed
        if not touched:
            return [False] * number
        if parts is None or dependencies.digests_of is None:
            return [True] * number
        before = dependencies.digests_of({file: self.text_before(file) for file in touched})
        after = dependencies.digests_of({})
        if before is None or after is None:
            return [True] * number
        return [one != other for one, other in zip(before, after, strict=True)]

    def _is_unknown(self, path: str) -> bool:
        """Is it in the repository, and not kept there? What is elsewhere is not part of it."""
        return any(path == each or path.startswith(f"{each}{os.sep}") for each in self.unknown)

    def _adds_name(self, path: str, dependencies: Dependencies) -> bool:
        """May a module be another one, because this file is new or gone?"""
        around = dependencies.surroundings
        folders = {os.path.realpath(each) for each in around.folders}
        above = os.path.dirname(path)
        name = os.path.basename(path)
        inside = os.path.basename(above) if name.partition(".")[0] == "__init__" else name
        is_near = above in folders or os.path.dirname(above) in folders
        return is_near and around.is_sought(inside)

    def says_else(self, path: str, read: Callable[[str, str | None], object]) -> bool:
        """Is what is read of a file, by its name and text, another thing than it was?"""
        name = os.path.basename(path)
        now = Path(path).read_text(encoding="utf-8") if os.path.isfile(path) else None
        return read(name, self.text_before(path)) != read(name, now)

    def text_before(self, path: str) -> str | None:
        name = os.path.relpath(path, self.top).replace(os.sep, "/")
        found = _git(["show", f"{self.rev}:{name}"], self.top)
        return None if found.returncode else found.stdout.decode("utf-8", "replace")


def changes_since(rev: str, folder: Path = Path()) -> Changes:
    """With what is not committed yet; raises `InputError` if that cannot be told."""
    top = _told(["rev-parse", "--show-toplevel"], folder, rev).strip()
    commit = _told(["rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}"], folder, rev).strip()
    listed = _told(["diff", "--name-status", "--no-renames", "-z", commit, "--"], Path(top), rev)
    fields = listed.split("\0")
    changed, moved = set(), set()
    for status, name in zip(fields[::2], fields[1::2], strict=False):
        path = os.path.realpath(os.path.join(top, name))
        changed.add(path)
        if not status.startswith("M"):
            moved.add(path)
    new = _told(["ls-files", "--others", "--exclude-standard", "-z"], Path(top), rev)
    for name in filter(None, new.split("\0")):
        path = os.path.realpath(os.path.join(top, name))
        changed.add(path)
        moved.add(path)
    ignored = _told(
        ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"],
        Path(top),
        rev,
    )
    unknown = (
        os.path.realpath(os.path.join(top, name))
        for name in ignored.split("\0")
        if name and _OWN not in Path(name).parts
    )
    return Changes(commit, top, frozenset(changed), frozenset(moved), tuple(unknown))


def _told(arguments: Sequence[str], folder: Path, rev: str) -> str:
    found = _git(arguments, str(folder))
    if found.returncode:
        why = found.stderr.decode("utf-8", "replace").strip() or "there is no such commit"
        raise InputError(f"--changed-since {rev}: {why.splitlines()[0].removeprefix('fatal: ')}")
    return found.stdout.decode("utf-8", "surrogateescape")


def _git(arguments: Sequence[str], folder: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise InputError("--changed-since needs Git, which is not on the PATH") from None
