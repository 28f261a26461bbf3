"""C3: functions that take several texts apart did not even finish those of one character: pieces
and turns of loops were not counted by the level, and questions that only long texts could answer
were asked at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check

FUNCTIONS = {
    "tokens": """
def tokens(pattern: str) -> int:
    found = 0
    for char in pattern.replace("''", "\\0"):
        if char == "'":
            found += 1
        elif char in "GyYuUQqMLlwWdDFgEecabBhHKkjJCmsSAzZOvVXx":
            found += 2
        else:
            found += 3
    return found
""",
    "shortened": """
def shortened(text: str, most: int, separator: str) -> str:
    if not separator:
        return text
    text = text.strip(separator)
    if len(text) < most:
        return text
    if separator not in text:
        return text[:most]
    short = ""
    for word in text.split(separator):
        if word and len(short) + len(word) < most:
            short += "{}{}".format(word, separator)
    return short.strip(separator)
""",
    "escaped": """
class Name:
    def __init__(self, space: str | None, local: str | None) -> None:
        self.space = space
        self.local = local

def escape(text: str) -> str:
    found = []
    for i, char in enumerate(text):
        code = ord(char)
        if code == 0:
            char = "?"
        elif code <= 31 or code == 127:
            char = f"{code:x}"
        elif "0" <= char <= "9":
            char = char if i else f"{code:x}"
        elif not (code >= 128 or char == "_" or "a" <= char <= "z"):
            char = "-" + char
        found.append(char)
    return "".join(found)

def escaped(name: Name) -> str:
    local = escape(name.local) if name.local else "*"
    if name.space:
        local = f"{escape(name.space)}|{local}"
    return local
""",
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_short_texts_are_finished(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(FUNCTIONS[name])
    options = CheckOptions(seconds=300, max_objects=1)
    (report,) = check(f"{file}:{name}", options)
    assert report.covered is not None and not report.findings
