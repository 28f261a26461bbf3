"""An SQLite file of ours, which several processes may write to at once (a write-ahead log)."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from heapwise.program.source import InputError

_AGAIN = 0.02
"""Seconds after which what was refused is tried again."""
_META = "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)"


class Database:
    """`tables` are SQL that makes what is not there yet, `columns` a query that only a file of ours
    answers. `version` is what ours is called. Others that write are waited for, `wait` seconds.

    Raises `InputError` if the file is something else, is damaged or was written by another version.
    """

    def __init__(
        self, path: Path, tables: str, columns: str, version: Mapping[str, str], wait: float
    ) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(path, timeout=wait, isolation_level=None)
            self._keep_log(wait)
            self.db.execute("PRAGMA synchronous = NORMAL")
            with self.transaction():
                for statement in (_META, *tables.split(";")):
                    self.db.execute(statement)
                self._need_version(version, columns)
        except sqlite3.DatabaseError as error:
            raise InputError(f"{path}: this cannot be used as a store: {error}") from None

    def _keep_log(self, wait: float) -> None:
        """While another process writes the first tables, SQLite refuses this at once."""
        until = time.monotonic() + wait
        while True:
            try:
                self.db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(_AGAIN)
            else:
                return

    def _need_version(self, ours: Mapping[str, str], columns: str) -> None:
        found = dict(self.db.execute("SELECT name, value FROM meta").fetchall())
        self.db.execute(f"{columns} LIMIT 1")
        if not found:
            self.db.executemany("INSERT INTO meta VALUES (?, ?)", ours.items())
        elif found != ours:
            raise InputError(
                f"{self.path}: written by {_called(found)}; this is {_called(ours)}: "
                "use another file"
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def close(self) -> None:
        self.db.close()


def _called(version: Mapping[str, str]) -> str:
    return f"Heapwise {version.get('heapwise')}, format {version.get('format')}"
