"""What functions did: twelve that still do the same (`equal_…`), twelve that do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance


class Node:
    def __init__(self, value: int, next: Node | None) -> None:
        self.value = value
        self.next = next


@dataclass
class Pair:
    first: Account
    second: Account


# -- twelve that do the same


def equal_move(a: Account, b: Account, n: int) -> None:
    a.balance -= n
    b.balance += n


def equal_maximum(a: int, b: int) -> int:
    if a > b:
        return a
    return b


def equal_last(node: Node) -> int:
    if node.next is None:
        return node.value
    return node.next.value


def equal_swap(a: Account, b: Account) -> None:
    kept = a.balance
    a.balance = b.balance
    b.balance = kept


def equal_pair(a: Account, b: Account) -> Pair:
    return Pair(a, b)


def equal_cycle(value: int) -> Node:
    node = Node(value, None)
    node.next = node
    return node


def equal_total(numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def equal_divide(a: int, b: int) -> int:
    if b == 0:
        raise ValueError("no")
    return a // b


def equal_find(numbers: list[int], wanted: int) -> bool:
    found = False
    for number in numbers:
        found = found or number == wanted
    return found


def equal_names(name: str) -> str:
    return "Hello, " + name


def equal_numbers(n: int) -> Iterator[int]:
    yield n
    yield n + n


def equal_prepend(node: Node | None, value: int) -> Node:
    made = Node(value, node)
    return made


# -- twelve that do not


def move_aliased(a: Account, b: Account, n: int) -> None:
    a.balance -= n
    b.balance += n


def order_of_writes(a: Account, b: Account) -> None:
    a.balance = 1
    b.balance = 2


def other_exception(table: dict[str, int], key: str) -> int:
    return table[key]


def exception_or_not(numbers: list[int]) -> int:
    return numbers[0]


def lazy_division(a: int, b: int) -> bool:
    return b != 0 and a // b > 1


def identity_and_equality(a: list[int], b: list[int]) -> bool:
    return a is b


def shared_or_copied(numbers: list[int]) -> list[int]:
    return numbers


def aliased_result(account: Account) -> Pair:
    return Pair(account, account)


def strictly_less(a: int, b: int) -> bool:
    return a < b


def type_of_result(n: int) -> int:
    return n


def order_of_keys(a: int) -> dict[str, int]:
    return {"a": a, "b": a}


def effect_before_failure(account: Account, n: int) -> int:
    quotient = 10 // n
    account.balance = quotient
    return quotient
