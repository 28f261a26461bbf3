"""Small parsers: numbers, pairs, versions, sizes."""

from __future__ import annotations

import re
import string


def version(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)


def key_value(line: str) -> tuple[str, str]:
    key, value = line.split("=", 1)
    return key.strip(), value.strip()


def percentage(text: str) -> float:
    if not text.endswith("%"):
        return 0.0
    return int(text[:-1]) / 100


def first_word(text: str) -> str:
    return text.split()[0]


def initials(name: str) -> str:
    return "".join(part[0] for part in name.split(" "))


def hex_colour(text: str) -> tuple[int, int, int]:
    if len(text) != 7 or text[0] != "#":
        raise ValueError(text)
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def unquoted(text: str) -> str:
    if text[0] == '"' and text[-1] == '"':
        return text[1:-1]
    return text


def is_identifier(text: str) -> bool:
    return bool(text) and text[0] in string.ascii_letters + "_"


def order_number(text: str) -> int:
    found = re.match(r"#(\d+)", text)
    return int(found.group(1))


def bool_of(text: str) -> bool:
    return {"yes": True, "no": False, "true": True, "false": False}[text.lower()]


def checksum(digits: str) -> int:
    return sum(ord(digit) - ord("0") for digit in digits) % 10


def letter_grade(points: int) -> str:
    return "FDCBA"[points // 20]
