"""A file that keeps what runs have found, so that one which was ended in any way can go on.

For every run it has the plan, the finished paths, the account of what was done besides, and the
prefixes that are still open. A unit of work is one transaction: its prefixes go, what it has found
and left open comes. So at every moment the file says where a run would have to go on, whoever is
killed (SQLite, with a write-ahead log).
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from heapwise.frontends.registry import claiming
from heapwise.frontends.surroundings import own_files, recorded
from heapwise.plan import RunPlan, plan_to_json
from heapwise.program.source import InputError
from heapwise.results import OutcomeKind, RunSummary
from heapwise.results.path_result import (
    path_from_json,
    path_to_json,
    summary_from_json,
    summary_to_json,
)
from heapwise.results.place import place_from_json, place_to_json
from heapwise.results.prefix import Prefix
from heapwise.workers.database import Database
from heapwise.workers.found import Found

DEFAULT = Path(".heapwise") / "runs.sqlite"
FORMAT = 1
_WAIT = 30.0
"""Seconds to wait for another process that writes."""
_TABLES = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, target TEXT NOT NULL, plan TEXT NOT NULL,
    begun REAL NOT NULL, changed REAL NOT NULL, seconds REAL NOT NULL, state TEXT NOT NULL,
    owner TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS open (
    run TEXT NOT NULL, prefix TEXT NOT NULL, PRIMARY KEY (run, prefix)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS leaves (
    run TEXT NOT NULL, leaf TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (run, leaf))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS units (
    run TEXT NOT NULL, number TEXT NOT NULL, summary TEXT NOT NULL, PRIMARY KEY (run, number))
    WITHOUT ROWID;
"""

RUNNING, FINISHED, STOPPED = "running", "finished", "stopped"


@dataclass(frozen=True, slots=True)
class Stored:
    """A run as it is listed. Nobody is at one that is `running` if its `owner` has ended."""

    id: str
    target: str
    begun: float
    changed: float
    seconds: float
    state: str
    owner: str
    paths: int
    open: int


class Store(Database):
    """Raises `InputError` if the file is no store, is damaged or was written by another version."""

    def __init__(self, path: Path) -> None:
        version = {"format": str(FORMAT), "heapwise": installed_version()}
        super().__init__(path, _TABLES, "SELECT id, key, owner FROM runs", version, _WAIT)

    # -- runs

    def begin(self, plan: RunPlan) -> StoredRun:
        """A new run, of which everything is open."""
        name = uuid.uuid4().hex[:8]
        now = time.time()
        text = json.dumps(plan_to_json(plan))
        row = (name, key_of(plan, self.path), plan.target, text, now, now, 0.0, RUNNING, _owner())
        with self.transaction():
            self.db.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            self.db.execute("INSERT INTO open VALUES (?, ?)", (name, ""))
        return StoredRun(self, name)

    def resumed(self, plan: RunPlan) -> StoredRun | None:
        """The latest run of the same plan. Raises `InputError` if somebody is at it."""
        query = "SELECT id, state, owner FROM runs WHERE key = ? ORDER BY begun DESC LIMIT 1"
        with self.transaction():
            found = self.db.execute(query, (key_of(plan, self.path),)).fetchone()
            if found is None:
                return None
            name, state, owner = found
            if state == RUNNING and _is_alive(owner):
                raise InputError(f"{self.path}: run {name} is being made by process {owner}")
            change = "UPDATE runs SET state = ?, owner = ? WHERE id = ?"
            if state != FINISHED:
                self.db.execute(change, (RUNNING, _owner(), name))
        return StoredRun(self, name)

    def unlike(self, plan: RunPlan) -> str | None:
        """The latest run of the same target that is not finished and cannot be gone on with: the
        program, the options or Heapwise were others then."""
        query = (
            "SELECT id FROM runs WHERE target = ? AND key != ? AND state != ? ORDER BY begun DESC"
        )
        found = self.db.execute(query, (plan.target, key_of(plan, self.path), FINISHED)).fetchone()
        return None if found is None else str(found[0])

    def runs(self) -> list[Stored]:
        query = """SELECT id, target, begun, changed, seconds, state, owner,
            (SELECT count(*) FROM leaves WHERE run = id),
            (SELECT count(*) FROM open WHERE run = id) FROM runs ORDER BY begun"""
        return [Stored(*row) for row in self.db.execute(query)]

    def plan(self, name: str) -> dict[str, Any]:
        (text,) = self.db.execute("SELECT plan FROM runs WHERE id = ?", (name,)).fetchone()
        found: dict[str, Any] = json.loads(text)
        return found

    def records(self, name: str) -> Iterator[dict[str, Any]]:
        query = "SELECT record FROM leaves WHERE run = ? ORDER BY leaf"
        for (text,) in self.db.execute(query, (name,)):
            yield json.loads(text)

    def forget(self, names: Iterable[str]) -> None:
        with self.transaction():
            for name in names:
                for table in ("open", "leaves", "units"):
                    self.db.execute(f"DELETE FROM {table} WHERE run = ?", (name,))
                self.db.execute("DELETE FROM runs WHERE id = ?", (name,))
        self.db.execute("VACUUM")


class StoredRun:
    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._db = store.db
        self.name = name
        self._process = uuid.uuid4().hex[:8]
        self._units = 0
        self.instead_of: str | None = None
        """A run of the same target that was not gone on with, because something has changed."""

    @property
    def is_finished(self) -> bool:
        query = "SELECT state FROM runs WHERE id = ?"
        return bool(self._db.execute(query, (self.name,)).fetchone()[0] == FINISHED)

    @property
    def seconds(self) -> float:
        query = "SELECT seconds FROM runs WHERE id = ?"
        return float(self._db.execute(query, (self.name,)).fetchone()[0])

    def found(self) -> list[Found]:
        return [_found_from_json(each) for each in self._store.records(self.name)]

    def open(self) -> list[Prefix]:
        query = "SELECT prefix FROM open WHERE run = ?"
        return [Prefix.parse(text) for (text,) in self._db.execute(query, (self.name,))]

    def summaries(self) -> list[RunSummary]:
        query = "SELECT summary FROM units WHERE run = ?"
        rows = self._db.execute(query, (self.name,))
        return [summary_from_json(json.loads(text)) for (text,) in rows]

    def done(
        self,
        prefixes: Sequence[Prefix],
        found: Sequence[Found],
        left: Sequence[Prefix],
        summary: RunSummary,
        seconds: float,
    ) -> None:
        """A worker is done with a unit that began at these prefixes."""
        self._units += 1
        with self._store.transaction():
            self._remove(prefixes)
            self._add(found, left)
            self._enter(f"{self._process}-{self._units}", summary, seconds)

    def checkpoint(
        self, found: Sequence[Found], left: Sequence[Prefix], summary: RunSummary, seconds: float
    ) -> None:
        """This process has come so far: what was found since the last time, and all that is open
        now. The summary is that of all it has done."""
        with self._store.transaction():
            self._db.execute("DELETE FROM open WHERE run = ?", (self.name,))
            self._add(found, left)
            self._enter(self._process, summary, seconds)

    def end(self, finished: bool, seconds: float) -> None:
        state = FINISHED if finished else STOPPED
        with self._store.transaction():
            change = "UPDATE runs SET state = ?, changed = ?, seconds = ? WHERE id = ?"
            self._db.execute(change, (state, time.time(), seconds, self.name))

    def _remove(self, prefixes: Sequence[Prefix]) -> None:
        rows = [(self.name, str(each)) for each in prefixes]
        self._db.executemany("DELETE FROM open WHERE run = ? AND prefix = ?", rows)

    def _add(self, found: Sequence[Found], left: Sequence[Prefix]) -> None:
        rows = [(self.name, each.prefix.id, json.dumps(_found_to_json(each))) for each in found]
        self._db.executemany("INSERT INTO leaves VALUES (?, ?, ?)", rows)
        places = [(self.name, str(each)) for each in left]
        self._db.executemany("INSERT OR IGNORE INTO open VALUES (?, ?)", places)

    def _enter(self, number: str, summary: RunSummary, seconds: float) -> None:
        row = (self.name, number, json.dumps(summary_to_json(summary)))
        self._db.execute("INSERT OR REPLACE INTO units VALUES (?, ?, ?)", row)
        change = "UPDATE runs SET changed = ?, seconds = ? WHERE id = ?"
        self._db.execute(change, (time.time(), seconds, self.name))


def stored_run(plan: RunPlan, file: Path | None, resume: bool) -> StoredRun | None:
    """Where a run is kept, if it is to be: a new one, or, to `resume`, the latest of this plan."""
    if file is None and not resume:
        return None
    store = Store(file or DEFAULT)
    found = store.resumed(plan) if resume else None
    run = found or store.begin(plan)
    if resume and found is None:
        run.instead_of = store.unlike(plan)
    return run


def key_of(plan: RunPlan, store: Path) -> str:
    """The same for runs that have the same tree of paths: how long one runs, and in which order, is
    no part of it. What the program is made from is, and what makes it; the store is not, even if it
    is in the folder of the program."""
    bounds = replace(plan.bounds, timeout=None, max_paths=None, max_memory=None)
    data = plan_to_json(replace(plan, bounds=bounds, search="dfs", seed=0))
    digest = hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16)
    own = [store.resolve().with_name(store.name + end) for end in ("", "-wal", "-shm", "-journal")]
    file = Path(plan.target.partition(":")[0])
    digest.update(str(file.resolve()).encode())
    digest.update(f"{sys.version} {own_files()} {_made_from(plan)}".encode())
    for each in sorted(file.rglob("*")) if file.is_dir() else [file]:
        if each.is_file() and each.resolve() not in own:
            digest.update(each.read_bytes())
    return digest.hexdigest()


def _made_from(plan: RunPlan) -> str:
    """What is in everything that the program is made from, as far as its front end knows."""
    from heapwise.frontends.protocol import Selection  # who lists runs needs no engine

    front_end = claiming(plan.target)
    wanted = Selection(private=True, options=plan.language_options)
    try:
        known = front_end.dependencies(front_end.subjects(plan.target, wanted))
    except InputError:
        return ""
    return "" if known is None else repr(recorded(known.surroundings))


def _found_to_json(found: Found) -> dict[str, object]:
    return {
        "prefix": str(found.prefix),
        "kind": found.kind.value,
        "detail": found.detail,
        "where": place_to_json(found.where),
        "identity": None if found.identity is None else found.identity.hex(),
        "path": None if found.path is None else path_to_json(found.path),
    }


def _found_from_json(data: dict[str, Any]) -> Found:
    identity, path = data["identity"], data["path"]
    return Found(
        Prefix.parse(data["prefix"]),
        OutcomeKind(data["kind"]),
        data["detail"],
        place_from_json(data["where"]),
        None if identity is None else bytes.fromhex(identity),
        None if path is None else path_from_json(path),
    )


def installed_version() -> str:
    try:
        return version("heapwise")
    except PackageNotFoundError:
        return "from source"


def _owner() -> str:
    return f"{os.getpid()} on {socket.gethostname()}"


def _is_alive(owner: str) -> bool:
    """Of other machines nobody knows."""
    number, _, host = owner.partition(" on ")
    if host != socket.gethostname() or int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
