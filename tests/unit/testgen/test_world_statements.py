"""A test sets up the world that a witness assumes, or is not written."""

from __future__ import annotations

import pytest

from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value
from heapwise.testgen.world_statements import world_in_test, world_statements


def _given(*facts: tuple[str, Value, Value]) -> Heap:
    entries = tuple((TupleValue((kind, key)), told) for kind, key, told in facts)
    return Heap({}, {Ref("world#1"): HeapObject("world", {}, entries=entries)})


def test_a_test_uses_the_fixtures_of_pytest() -> None:
    directory = TupleValue(("a directory",))
    given = _given(
        ("file", "d/f", "it's"),
        ("file", "d", directory),
        ("file", "g", TupleValue(("not UTF-8",))),
        ("file", "h", None),
        ("environ", "A", "x"),
        ("environ", "B", None),
        ("argv", 0, "me"),
        ("input", 0, "typed"),
    )
    assert world_in_test(given) == [
        "monkeypatch.chdir(tmp_path)",
        '(tmp_path / "d").mkdir(parents=True)',
        '(tmp_path / "g").write_bytes(b"\\xff")',
        'monkeypatch.setenv("A", "x")',
        'monkeypatch.delenv("B", raising=False)',
        """(tmp_path / "d/f").write_text("it's", encoding="utf-8")""",
        'monkeypatch.setattr(sys, "argv", ["me"])',
        'monkeypatch.setattr(sys, "stdin", io.StringIO("typed\\n"))',
    ]


@pytest.mark.parametrize(
    "fact",
    [
        ("file", "/etc/f", "x"),
        ("file", "f", TupleValue(("not permitted",))),
        ("schedule", 1, 0),
    ],
)
def test_what_a_test_cannot_set_up_has_none(fact: tuple[str, Value, Value]) -> None:
    assert world_in_test(_given(fact)) is None


def test_by_hand_files_are_made_in_a_new_folder() -> None:
    given = _given(("file", "f", "x"), ("file", "/etc/f", "y"), ("environ", "A", None))
    assert world_statements(given) == [
        "import os, tempfile",
        "os.chdir(tempfile.mkdtemp())",
        "open('f', 'w').write('x')",
        "os.environ.pop('A', None)",
    ]
