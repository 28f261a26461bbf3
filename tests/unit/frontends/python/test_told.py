"""What is not supported is told where it is met; what is next to it works as in CPython."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results


class Row(NamedTuple):
    """Lines before the function `target(n: int)` and in it; what is told, or what is returned."""

    body: str
    told: str | None = None
    returned: frozenset[object] = frozenset()
    before: str = ""


INDEXED = "class Two:\n    def __index__(self) -> int:\n        return 2\n"
META = (
    "class Meta(type):\n    def __getitem__(cls, key):\n        return key\n"
    "class Made(metaclass=Meta):\n    pass\n"
)
ROWS = {
    "warnings as errors": Row(
        'warnings.simplefilter("error")\nreturn 1',
        "warnings.simplefilter()",
        before="import warnings",
    ),
    "warnings that nobody sees": Row(
        'warnings.simplefilter("ignore")\nreturn 1',
        returned=frozenset({1}),
        before="import warnings",
    ),
    "bytes joined from a set": Row('return b",".join({b"a"})', "bytes.join() of such an argument"),
    "bytes joined from a list": Row(
        'return b",".join([b"a", b"b"]) == b"a,b"', returned=frozenset({True})
    ),
    "a subscript of a metaclass": Row(
        'return Made["x"]', "__getitem__ of the metaclass Meta", before=META
    ),
    "a number of times that an object says": Row(
        'return "ab" * Two()', "* with an __index__ of the program", before=INDEXED
    ),
    "a sum that is none": Row(
        'return "ab" + Two()', returned=frozenset({"TypeError"}), before=INDEXED
    ),
    "many digits in hexadecimal": Row(
        'return f"{10 ** 5000:x}"[0]', returned=frozenset({hex(10**5000)[2]})
    ),
    "too many digits": Row('return f"{10 ** 5000:d}"[0]', returned=frozenset({"ValueError"})),
    "an infinite decimal": Row(
        'return Decimal("Infinity") == n',
        "comparing a Decimal that is not finite with a number",
        before="from decimal import Decimal",
    ),
    "a finite decimal": Row(
        'return 1 if Decimal("2") == n else 0',
        returned=frozenset({0, 1}),
        before="from decimal import Decimal",
    ),
    "sleep": Row(
        "time.sleep(n)\nreturn 1", returned=frozenset({1, "ValueError"}), before="import time"
    ),
    "objects without a text": Row(
        "return str(Mute())",
        "the text of objects of Mute, whose __str__ is None",
        before="class Mute:\n    __str__ = None\n",
    ),
    "fields of no dataclass": Row(
        "return len(dataclasses.asdict(Plain()))",
        returned=frozenset({"TypeError"}),
        before="import dataclasses\nclass Plain:\n    pass\n",
    ),
    "no split at all": Row(
        'return len("a b".split(" ", 0)) + len("a b".split(None, 1))', returned=frozenset({3})
    ),
    "the root of minus zero": Row(
        "x = -0.0 if n else 0.0\nreturn str(math.sqrt(x))",
        returned=frozenset({"-0.0", "0.0"}),
        before="import math",
    ),
    "xor undone": Row("return (n ^ 6) ^ 6 == n", returned=frozenset({True})),
}


@pytest.mark.parametrize("name", ROWS)
def test_it_is_told_or_done(tmp_path: Path, name: str) -> None:
    row = ROWS[name]
    lines = "\n".join(f"    {line}" for line in row.body.splitlines())
    paths = explore(tmp_path, f"{row.before}\ndef target(n: int):\n{lines}\n")
    if row.told is None:
        assert results(paths) == row.returned
    else:
        assert reasons(paths) == {row.told}
