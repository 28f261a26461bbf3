"""Bank accounts: money moves between them and none is made or lost."""

from dataclasses import dataclass


@dataclass(eq=False)
class Account:
    balance: int


def held(accounts: list[Account], other: Account) -> int:
    """What the accounts hold together, each counted once."""
    distinct = {id(account): account for account in [*accounts, other]}
    return sum(account.balance for account in distinct.values())


def transfer(src: Account, dst: Account, amount: int) -> None:
    """Move an amount.

    pre: 0 <= amount <= src.balance
    post: src.balance + dst.balance == __old__.src.balance + __old__.dst.balance
    """
    src.balance -= amount
    dst.balance += amount


def sweep(accounts: list[Account], into: Account) -> None:
    """Collect everything in one account.

    post: held(accounts, into) == held(__old__.accounts, __old__.into)
    post: all(account.balance == 0 or account is into for account in accounts)
    """
    for account in accounts:
        if account is not into:
            into.balance += account.balance
            account.balance = 0
