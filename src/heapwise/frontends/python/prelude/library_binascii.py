"""Bytes that are written in digits: what C has for `bytes.fromhex`, `unhexlify` and `b64decode`."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import binascii


def hex_value(code):
    if 48 <= code <= 57:
        return code - 48
    if 97 <= code <= 102:
        return code - 87
    if 65 <= code <= 70:
        return code - 55
    return -1


def bytes_from_hex(string):
    """White space may stand between two bytes, not within one."""
    if not isinstance(string, str):
        raise TypeError(f"fromhex() argument must be str, not {type(string).__name__}")
    codes = [ord(each) for each in string]
    wrong = next((at for at, code in enumerate(codes) if code > 127), -1)
    found = []
    at = 0
    while wrong < 0 and at < len(codes):
        code = codes[at]
        if code == 32 or 9 <= code <= 13:
            at += 1
            continue
        first = hex_value(code)
        if first < 0:
            wrong = at
            break
        second = hex_value(codes[at + 1]) if at + 1 < len(codes) else -1
        if second < 0:
            wrong = at + 1
            break
        found.append(16 * first + second)
        at += 2
    if wrong >= 0:
        raise ValueError(f"non-hexadecimal number found in fromhex() arg at position {wrong}")
    return bytes(found)


def codes_of_digits(data):
    if isinstance(data, str):
        codes = [ord(each) for each in data]
        if any(code > 127 for code in codes):
            raise ValueError("string argument should contain only ASCII characters")
        return codes
    if not isinstance(data, bytes):
        name = type(data).__name__
        raise TypeError(f"argument should be bytes, buffer or ASCII string, not '{name}'")
    return list(data)


def bytes_unhexlified(hexstr):
    codes = codes_of_digits(hexstr)
    if len(codes) % 2 == 1:
        raise binascii.Error("Odd-length string")
    found = []
    for at in range(0, len(codes), 2):
        first = hex_value(codes[at])
        second = hex_value(codes[at + 1])
        if first < 0 or second < 0:
            raise binascii.Error("Non-hexadecimal digit found")
        found.append(16 * first + second)
    return bytes(found)


def base64_value(code):
    if 65 <= code <= 90:
        return code - 65
    if 97 <= code <= 122:
        return code - 71
    if 48 <= code <= 57:
        return code + 4
    if code == 43:
        return 62
    return 63 if code == 47 else -1


def bytes_from_base64(data, *, strict_mode=False):
    """What is no digit is passed over; two digits and what fills up the four are the end."""
    if strict_mode:
        __unsupported__("binascii.a2b_base64() in strict mode")
    found = []
    place = fillers = left = 0
    for code in codes_of_digits(data):
        if code == 61:
            if place >= 2:
                fillers += 1
                if place + fillers >= 4:
                    return bytes(found)
            continue
        value = base64_value(code)
        if value < 0:
            continue
        fillers = 0
        if place == 1:
            found.append(4 * left + value // 16)
            left = value % 16
        elif place == 2:
            found.append(16 * left + value // 4)
            left = value % 4
        elif place == 3:
            found.append(64 * left + value)
        if place in (0, 3):
            left = value if place == 0 else 0
        place = (place + 1) % 4
    if place == 1:
        count = len(found) // 3 * 4 + 1
        raise binascii.Error(
            f"Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more"
            " than a multiple of 4"
        )
    if place != 0:
        raise binascii.Error("Incorrect padding")
    return bytes(found)
