"""The values of a field as a user writes them: `--domain Node.key=1..5`."""

from __future__ import annotations

from heapwise.program.source import InputError


def domain_of(text: str) -> tuple[str, list[object]]:
    where, equals, values = text.partition("=")
    if not equals or not where.strip() or not values.strip():
        raise InputError(f"--domain takes Class.field=VALUES, as in Node.key=1..5, not `{text}`")
    found: list[object] = []
    for part in values.split(","):
        found += _values(part.strip())
    return where.strip(), found


def _values(text: str) -> list[object]:
    low, dots, high = text.partition("..")
    if dots and _is_number(low) and _is_number(high):
        return list(range(int(low), int(high) + 1))
    if _is_number(text):
        return [int(text)]
    words: dict[str, object] = {"null": None, "None": None, "true": True, "false": False}
    words |= {"True": True, "False": False}
    if text in words:
        return [words[text]]
    return [text.strip("\"'")]


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()
