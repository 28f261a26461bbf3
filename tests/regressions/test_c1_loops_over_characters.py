"""C1: code that takes texts apart, character by character or piece by piece, starved on questions
about strings. Each of these functions has a bug that a text of a few characters shows."""

from pathlib import Path

import pytest

from heapwise.api import start
from heapwise.checking.check import CheckOptions, check
from heapwise.engine.bounds import MAX_LENGTH, Bounds
from heapwise.plan import RunPlan
from heapwise.results import OutcomeKind

FUNCTIONS = {
    "palindrome": """
def palindrome(text: str) -> bool:
    i, j = 0, len(text) - 1
    while i < j:
        if text[i] != text[j]:
            return False
        i += 1
        j -= 1
    assert text != "abba"
    return True
""",
    "caesar": '''
def caesar(text: str, shift: int) -> str:
    """
    pre: 0 <= shift < 26
    post: all("a" <= c <= "z" for c in _)
    """
    out = []
    for ch in text:
        if "a" <= ch <= "z":
            code = ord(ch) + shift
            if code > ord("z") + 1:
                code -= 26
            out.append(chr(code))
    return "".join(out)
''',
    "snake": '''
def snake(text: str) -> str:
    """post: not any(c.isupper() for c in _)"""
    out = ""
    for i, ch in enumerate(text):
        if ch.isupper():
            if i > 2:
                out += "_" + ch
            else:
                out += "_" + ch.lower()
        else:
            out += ch
    return out
''',
    "pair": '''
def pair(text: str) -> tuple[str, str]:
    """post: "=" not in _[1]"""
    key, _, value = text.partition("=")
    return key.strip(), value.strip()
''',
    "escape": '''
def escape(text: str) -> str:
    """post: "<" not in _"""
    return text.replace("&", "&amp;").replace("<", "&lt;", 1)
''',
    "escape_two": '''
def escape_two(text: str) -> str:
    """post: "<" not in _"""
    return text.replace("<", "&lt;", 2)
''',
    "number": '''
def number(text: str) -> int:
    """
    post: _ >= 0
    raises: ValueError
    """
    return int(text.strip().split(":")[0])
''',
    "hexadecimal": '''
def hexadecimal(text: str) -> int:
    """raises: ValueError"""
    total = 0
    for ch in text.lower():
        if "0" <= ch <= "9":
            total = total * 16 + ord(ch) - ord("0")
        elif "a" <= ch <= "f":
            total = total * 16 + ord(ch) - ord("a") + 10
        else:
            raise ValueError(ch)
    assert total != 0xBA
    return total
''',
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_short_text_shows_the_bug(name: str, tmp_path: Path) -> None:
    module = tmp_path / f"texts_{name}.py"
    module.write_text(FUNCTIONS[name])
    (report,) = check(f"{module}:{name}", CheckOptions(seconds=60))
    assert report.findings
    assert report.findings[0].replayed


ENDING = {
    "vowels": """
def vowels(text: str) -> int:
    count = 0
    for ch in text:
        if ch in "aeiou":
            count += 1
    return count
""",
    "indexes": """
def indexes(text: str) -> int:
    count = at = 0
    while at < len(text):
        if text[at] == "a":
            count += 1
        at += 1
    return count
""",
    "rest": """
def rest(text: str) -> int:
    return 0 if not text else (text[0] == "a" or 2) + rest(text[1:])
""",
    "numbers": """
def numbers(data: bytes) -> int:
    count = 0
    for each in data:
        if each > 5:
            count += 1
    return count
""",
}


@pytest.mark.parametrize("name", ENDING)
def test_a_loop_comes_to_its_end_at_the_bound(name: str, tmp_path: Path) -> None:
    """Two ways for each of at most 6 characters; longer texts are told to be left out."""
    module = tmp_path / f"ending_{name}.py"
    module.write_text(ENDING[name])
    bounds = Bounds(max_objects=3, max_length=3, timeout=60)
    exploration = start(RunPlan(target=f"{module}:{name}", bounds=bounds))
    ends = [leaf.kind for leaf in exploration.leaves()]
    assert ends.count(OutcomeKind.RETURNED) == 2**7 - 1
    assert set(exploration.account.cuts) == {MAX_LENGTH}
    assert exploration.account.finished


def test_what_is_made_of_a_text_may_be_longer(tmp_path: Path) -> None:
    """The program has made it as long as it is."""
    module = tmp_path / "made.py"
    module.write_text(
        "def made(n: int) -> int:\n    return sum(c == '1' for c in '%09d' % (n % 3))\n"
    )
    exploration = start(RunPlan(target=f"{module}:made", bounds=Bounds(max_length=2)))
    assert [leaf.kind for leaf in exploration.leaves()].count(OutcomeKind.RETURNED) > 0
    assert not exploration.account.cuts
