"""A small bank: ordinary type hints, and contracts in the docstrings. One function has a bug.

heapwise check examples/bank.py
heapwise tests examples/bank.py:Account.withdraw
"""

from __future__ import annotations

from dataclasses import dataclass


class OverdrawnError(Exception):
    """There is not enough money in the account and the one that backs it."""


@dataclass(eq=False)
class Account:
    """Money of one customer; `backup` pays what this account cannot."""

    balance: int
    backup: Account | None = None

    def available(self) -> int:
        """What can be withdrawn at once."""
        if self.backup is None:
            return self.balance
        return self.balance + self.backup.balance

    def withdraw(self, amount: int) -> int:
        """How much came from the backup; raises OverdrawnError.

        pre: amount > 0
        pre: self.balance >= 0
        post: 0 <= _ <= amount
        """
        if amount <= self.balance:
            self.balance -= amount
            return 0
        missing = amount - self.balance
        if self.backup is None or self.backup.balance < missing:
            raise OverdrawnError("the backup has too little as well")
        self.backup.balance -= missing
        self.balance = 0
        return missing


def transfer(source: Account, target: Account, amount: int) -> None:
    """Move money from one account to another.

    pre: 0 <= amount <= source.balance
    post: source.balance + target.balance == __old__.source.balance + __old__.target.balance
    """
    left = source.balance - amount
    right = target.balance + amount
    source.balance = left
    target.balance = right


def richest(accounts: list[Account]) -> Account | None:
    """The account with the most money, the first of them if there are several.

    post: _ is None or all(account.balance <= _.balance for account in accounts)
    """
    best: Account | None = None
    for account in accounts:
        if best is None or account.balance > best.balance:
            best = account
    return best
