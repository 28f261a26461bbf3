"""Two parameters that may be the same object: a transfer, and a sum that counts twice."""

from __future__ import annotations


class Account:
    def __init__(self, balance: int, limit: int) -> None:
        self.balance = balance
        self.limit = limit

    def withdraw(self, amount: int) -> bool:
        if self.balance - amount < -self.limit:
            return False
        self.balance -= amount
        return True


def target(source: Account, other: Account, amount: int) -> int:
    before = source.balance + other.balance
    if not source.withdraw(amount):
        return 0
    other.balance += amount
    if source.balance + other.balance != before:
        return -1
    return 1 if source.balance == other.balance else 2
