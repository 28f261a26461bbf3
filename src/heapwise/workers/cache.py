"""A file that keeps verdicts, so that what has not changed is not checked again.

A verdict is found by a key that stands for everything it depends on. What was checked together is
kept together as well, with what it was made from: if all of that is as it was, its verdicts can be
told without loading a program. The file only saves time. So whatever goes wrong with it, there is
no verdict in it, and what cannot be written is not kept; `trouble` says what it was.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heapwise.program.source import InputError
from heapwise.workers.database import Database

DEFAULT = Path(".heapwise") / "cache.sqlite"
FORMAT = 1
_WAIT = 5.0
_MOST = 50_000
"""Verdicts that are kept; the oldest are dropped."""
_TABLES = """
CREATE TABLE IF NOT EXISTS verdicts (
    key TEXT PRIMARY KEY, target TEXT NOT NULL, verdict TEXT NOT NULL, stored REAL NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checks (
    key TEXT PRIMARY KEY, target TEXT NOT NULL, record TEXT NOT NULL, verdicts TEXT NOT NULL,
    stored REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_age ON verdicts (stored)
"""


@dataclass(frozen=True, slots=True)
class Whole:
    """What was checked together: from what it was made, and the keys of its verdicts in order, each
    with the lines that it tells of."""

    record: Mapping[str, Any]
    verdicts: Sequence[tuple[str, Sequence[int]]]


class Cache:
    """`may_write` says whether the file is made if it is not there, and written to."""

    def __init__(self, path: Path, may_write: bool = True) -> None:
        self.path = path
        self.trouble = ""
        self._may_write = may_write
        self._file: Database | None = None
        if path.exists():
            self._open()

    def _open(self) -> None:
        version = {"format": str(FORMAT)}
        columns = "SELECT key, verdicts.target, verdict FROM verdicts"
        try:
            self._file = Database(self.path, _TABLES, columns, version, _WAIT)
            ignored = self.path.with_name(".gitignore")
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
        except (InputError, OSError) as error:
            self.trouble = str(error)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def whole(self, key: str) -> Whole | None:
        query = "SELECT record, verdicts FROM checks WHERE key = ?"
        for record, verdicts in self._select(query, key):
            return Whole(json.loads(record), [(key, own) for key, own in json.loads(verdicts)])
        return None

    def verdicts(self, keys: Iterable[str]) -> dict[str, Any]:
        """Those that are there."""
        query = "SELECT verdict FROM verdicts WHERE key = ?"
        return {key: json.loads(text) for key in keys for (text,) in self._select(query, key)}

    def _select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        if self._file is None:
            return []
        try:
            return self._file.db.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._give_up(error)
            return []

    def keep(self, verdicts: Mapping[str, tuple[str, Any]]) -> None:
        """By key, each with the target that it is about."""
        now = time.time()
        rows = [(key, target, json.dumps(one), now) for key, (target, one) in verdicts.items()]
        most = "SELECT stored FROM verdicts ORDER BY stored DESC LIMIT 1 OFFSET ?"
        self._write(
            ("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?)", rows),
            (f"DELETE FROM verdicts WHERE stored < ({most})", [(_MOST,)]),
        )

    def keep_whole(self, key: str, target: str, whole: Whole) -> None:
        row = (key, target, json.dumps(whole.record), json.dumps(whole.verdicts), time.time())
        most = "SELECT stored FROM checks ORDER BY stored DESC LIMIT 1 OFFSET ?"
        self._write(
            ("INSERT OR REPLACE INTO checks VALUES (?, ?, ?, ?, ?)", [row]),
            (f"DELETE FROM checks WHERE stored < ({most})", [(_MOST // 100,)]),
        )

    def _write(self, *statements: tuple[str, list[tuple[Any, ...]]]) -> None:
        if self._file is None and self._may_write and not self.trouble:
            self._open()
        if self._file is None or not self._may_write:
            return
        try:
            with self._file.transaction():
                for statement, rows in statements:
                    self._file.db.executemany(statement, rows)
        except sqlite3.DatabaseError as error:
            self._give_up(error)

    def _give_up(self, error: sqlite3.DatabaseError) -> None:
        self.trouble = f"{self.path}: {error}"
        self._file = None

    # -- for people

    def targets(self) -> list[tuple[str, int, float]]:
        """What there are verdicts about: each with their number and the time of the latest."""
        query = "SELECT target, count(*), max(stored) FROM verdicts GROUP BY target ORDER BY target"
        return [(target, number, stored) for target, number, stored in self._select(query)]

    def forget(self) -> None:
        """Everything; the file gets small."""
        self._write(("DELETE FROM verdicts", [()]), ("DELETE FROM checks", [()]))
        if self._file is not None:
            self._file.db.execute("VACUUM")


def opened(path: Path = DEFAULT) -> Cache:
    """In a folder that is somebody else's, nothing is written."""
    folder = path.parent if path.parent.exists() else path.parent.parent
    is_own = not hasattr(os, "geteuid") or os.stat(folder).st_uid == os.geteuid()
    return Cache(path, is_own and os.access(folder, os.W_OK))
