"""An object is put back by `finally` whatever happens, also through another reference to it."""

from __future__ import annotations


class Lock:
    def __init__(self, held: bool, owner: Lock | None) -> None:
        self.held = held
        self.owner = owner


class Busy(Exception):
    pass


def enter(lock: Lock, other: Lock, n: int) -> int:
    if lock.held:
        raise Busy
    lock.held = True
    try:
        if other.held:
            raise Busy
        return 4 // n
    finally:
        lock.held = False


def target(lock: Lock, n: int) -> int:
    other = lock.owner
    if other is None:
        return -1
    try:
        return enter(lock, other, n)
    except Busy:
        return -2 if lock is other else -3
