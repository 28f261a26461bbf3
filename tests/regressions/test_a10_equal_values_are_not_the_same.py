"""A compiled invariant tells apart what is equal and yet not the same: 1, True and 1.0."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import explore
from heapwise.results import OutcomeKind

SOURCE = """
class Box:
    def __init__(self, flag: bool) -> None:
        self.flag = flag

    def rep_ok(self) -> bool:
        pair = {pair}
        return {test}

    def get(self) -> int:
        return 1 if self.flag else 2
"""


@pytest.mark.parametrize(
    ("pair", "test"),
    [
        ("(1, 2) if self.flag else (True, 2)", "pair[0] is not True"),
        ("(True, 2) if self.flag else (1, 2)", "pair[0] is True"),
        ("(1, 2) if self.flag else (1.0, 2)", "isinstance(pair[0], int)"),
    ],
)
def test_every_technique_keeps_the_same_objects(tmp_path: Path, pair: str, test: str) -> None:
    module = tmp_path / "box.py"
    module.write_text(SOURCE.format(pair=pair, test=test))
    for technique in ("assume", "compiled"):
        run = explore(f"{module}:Box.get", precondition=technique)
        values = [each.outcome.value for each in run if each.outcome.kind is OutcomeKind.RETURNED]
        assert values == [1], technique
