"""print and formatting: output is captured, and does not change what is decided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Row:
    name: str
    amount: int

    def __str__(self) -> str:
        return f"{self.name:<3}|{self.amount:>3}"


def target(rows: list[Row], verbose: bool) -> int:
    total = 0
    for row in rows:
        if verbose:
            print(row, end=";")
        if row.amount < 0:
            print("negative:", row.amount, sep=" ")
            continue
        total += row.amount
    print(f"{total=}")
    return total
