"""What the functions of `before.py` do now."""

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
    b.balance += n
    a.balance = a.balance - n


def equal_maximum(a: int, b: int) -> int:
    return max(b, a)


def equal_last(node: Node) -> int:
    following = node.next
    if following is not None:
        node = following
    return node.value


def equal_swap(a: Account, b: Account) -> None:
    a.balance, b.balance = b.balance, a.balance


def equal_pair(a: Account, b: Account) -> Pair:
    made = Pair(b, b)
    made.first = a
    return made


def equal_cycle(value: int) -> Node:
    first = Node(0, None)
    first.value, first.next = value, first
    return first


def equal_total(numbers: list[int]) -> int:
    return sum(numbers)


def equal_divide(a: int, b: int) -> int:
    try:
        return a // b
    except ZeroDivisionError:
        raise ValueError("not by zero") from None


def equal_find(numbers: list[int], wanted: int) -> bool:
    return wanted in numbers


def equal_names(name: str) -> str:
    return f"Hello, {name}"


def equal_numbers(n: int) -> Iterator[int]:
    for factor in (1, 2):
        yield factor * n


def equal_prepend(node: Node | None, value: int) -> Node:
    made = Node(0, None)
    made.next = node
    made.value = value
    return made


# -- twelve that do not


def move_aliased(a: Account, b: Account, n: int) -> None:
    left, more = a.balance - n, b.balance + n
    a.balance = left
    b.balance = more


def order_of_writes(a: Account, b: Account) -> None:
    b.balance = 2
    a.balance = 1


def other_exception(table: dict[str, int], key: str) -> int:
    if key not in table:
        raise ValueError(key)
    return table[key]


def exception_or_not(numbers: list[int]) -> int:
    return numbers[0] if numbers else 0


def lazy_division(a: int, b: int) -> bool:
    return a // b > 1 and b != 0


def identity_and_equality(a: list[int], b: list[int]) -> bool:
    return a == b


def shared_or_copied(numbers: list[int]) -> list[int]:
    return list(numbers)


def aliased_result(account: Account) -> Pair:
    return Pair(account, Account(account.balance))


def strictly_less(a: int, b: int) -> bool:
    return a <= b


def type_of_result(n: int) -> int:
    return n if n != 1 else True


def order_of_keys(a: int) -> dict[str, int]:
    return {"b": a, "a": a}


def effect_before_failure(account: Account, n: int) -> int:
    account.balance = 0
    account.balance = 10 // n
    return account.balance
