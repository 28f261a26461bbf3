"""Loops over texts, for `benchmarks.speed`: what programs ask of one character after the other."""

from __future__ import annotations


def count_vowels(text: str) -> int:
    found = 0
    for character in text:
        if character in "aeiou":
            found += 1
    return found


def first_capital(text: str) -> int:
    for place, character in enumerate(text):
        if character.isupper():
            return place
    return -1


def is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def is_palindrome(text: str) -> bool:
    left, right = 0, len(text) - 1
    while left < right:
        if text[left] != text[right]:
            return False
        left += 1
        right -= 1
    return True


def run_lengths(text: str) -> list[int]:
    lengths: list[int] = []
    last = ""
    for character in text:
        if character == last:
            lengths[-1] += 1
        else:
            lengths.append(1)
            last = character
    return lengths


def parse_number(text: str) -> int:
    value = 0
    for character in text:
        if not "0" <= character <= "9":
            raise ValueError(text)
        value = 10 * value + int(character)
    return value


def without_spaces(text: str) -> str:
    kept = ""
    for character in text:
        if not character.isspace():
            kept += character
    return kept


def shared_prefix(first: str, second: str) -> int:
    shared = 0
    while shared < len(first) and shared < len(second) and first[shared] == second[shared]:
        shared += 1
    return shared
